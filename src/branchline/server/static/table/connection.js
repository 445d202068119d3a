// The connection to the server: reconnects by itself without losing a move.

const WAITS = [300, 700, 1500, 3000, 5000]; // ms before the next try
const RESTART = 1012; // the server process is ending, and another takes over
const SOON = 900; // ms over which pages spread their reconnects
const PATIENT = 10000; // ms that this may take before the player is told
const SILENCE = 8000; // ms without an answer after which a connection counts as dead

const letters = new TextDecoder();

export class Connection {
  /** `receive` gets every message, `state` gets "open" and "lost", `closed` is called if the table may not be opened. */
  constructor(path, { receive, state, closed }) {
    this.address = new URL(path, location.href);
    this.address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.receive = receive;
    this.state = state;
    this.closed = closed;
    this.tries = 0;
    this.lines = 0; // how many connections there have been
    this.expected = false; // the server is restarting: the connection will be back before anybody notices
    addEventListener("online", () => this.open());
    addEventListener("offline", () => this.probe());
    addEventListener("pageshow", (event) => event.persisted && this.open());
    document.addEventListener("visibilitychange", () => !document.hidden && this.open());
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  open() {
    if (this.isOpen || this.socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.timer);
    const socket = new WebSocket(this.address);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.tries = 0;
      this.lines += 1;
      this.expected = false;
      clearTimeout(this.gone);
      this.state("open");
    });
    socket.addEventListener("message", (event) => this.arrived(socket, event.data));
    socket.addEventListener("close", (event) => this.lost(socket, event.code));
  }

  arrived(socket, data) {
    if (socket !== this.socket) return;
    clearTimeout(this.silence);
    this.receive(JSON.parse(typeof data === "string" ? data : letters.decode(data)));
  }

  lost(socket, code) {
    if (socket !== this.socket) return;
    this.socket = null;
    clearTimeout(this.silence);
    if (code === 4404) {
      this.closed();
      return;
    }
    clearTimeout(this.timer);
    if (code === RESTART) {
      if (!this.expected) this.gone = setTimeout(() => this.giveUp(), PATIENT);
      this.expected = true;
      this.timer = setTimeout(() => this.open(), 100 + SOON * Math.random());
      return;
    }
    if (!this.expected) this.state("lost");
    const wait = WAITS[Math.min(this.tries, WAITS.length - 1)];
    this.tries += 1;
    this.timer = setTimeout(() => this.open(), wait * (0.8 + 0.4 * Math.random()));
  }

  /** The next process is not coming up: tell the player. */
  giveUp() {
    this.expected = false;
    this.state("lost");
  }

  /** Reconnect, for instance because the server has to draw in other colours. */
  again() {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.open();
  }

  /** The device reports no network, but the server may be on this very machine. */
  async probe() {
    const gone = () => this.socket && this.lost(this.socket, 1006);
    try {
      const answer = await fetch("/health", { cache: "no-store", signal: AbortSignal.timeout(2000) });
      if (!answer.ok) gone();
    } catch {
      const old = this.socket;
      gone();
      old?.close();
    }
  }

  /** Send a request; false: not connected. */
  ask(request) {
    if (!this.isOpen) return false;
    this.socket.send(JSON.stringify(request));
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.again(), SILENCE);
    return true;
  }
}
