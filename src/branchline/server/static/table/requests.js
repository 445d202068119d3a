// Requests to the server. A pending move is sent again after a lost connection, but never made twice.

import { _ } from "../shared/translations.js";
import { notice } from "./notices.js";

export class Requests {
  /** `busy` is called whenever a request starts or ends. */
  constructor(connection, { busy }) {
    this.connection = connection;
    this.told = busy;
    this.pending = null; // a request that changes the table and has no answer yet
    this.line = 0; // the connection on which it was sent
    this.asked = new Map(); // questions about shapes
  }

  get busy() {
    return this.pending !== null;
  }

  /**
   * Whether the player is acting on this position: the answer to a move may arrive after the changes that it made.
   * @param {number} at
   */
  acting(at) {
    return this.pending?.at === at;
  }

  send(request) {
    const sent = this.connection.ask(request);
    if (!sent) notice(_("No connection. Try again in a moment."));
    return sent;
  }

  /** Send a request that changes the table. Without a connection it waits for the next one. */
  act(request) {
    if (this.pending) return;
    this.pending = request;
    this.told();
    if (!this.sendPending() && !this.connection.expected) notice(_("No connection: your move will be sent as soon as the connection is back."));
  }

  sendPending() {
    const sent = this.connection.ask(this.pending);
    if (sent) this.line = this.connection.lines;
    return sent;
  }

  look(seat) {
    this.connection.ask({ type: "look", seat });
  }

  hint(at) {
    this.act({ type: "hint", at });
  }

  accepted() {
    this.pending = null;
    this.told();
  }

  refused() {
    for (const answer of this.asked.values()) answer.resolve(null);
    this.asked.clear();
    this.accepted();
  }

  /** A whole position has arrived, perhaps on a new connection: send a pending request again. */
  resumed(at) {
    this.asked.clear();
    if (!this.pending) return;
    if (this.pending.at !== at) this.accepted();
    else if (this.line !== this.connection.lines) this.sendPending();
  }

  /** Why a shape can't be used; asked once per position. */
  why(target) {
    const key = `${document.body.dataset.at} ${target}`;
    if (!this.asked.has(key)) {
      let resolve;
      const answer = new Promise((settle) => (resolve = settle));
      this.asked.set(key, { target, answer, resolve });
      if (!this.connection.ask({ type: "why", target })) resolve(null);
    }
    return this.asked.get(key).answer;
  }

  /** @param {Server.Because} because */
  answered(because) {
    for (const asked of this.asked.values()) if (asked.target === because.target) asked.resolve(because);
  }
}
