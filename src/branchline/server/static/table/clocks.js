// Everybody's clock at their seats, and the vote when somebody does not move.

import { make } from "../shared/elements.js";
import { _, n_ } from "../shared/translations.js";

const DAY = 86400;
const HOUR = 3600;

/**
 * Seconds in words: the two largest units; below an hour, minutes and seconds as digits.
 * @param {number} seconds
 */
export function timeWords(seconds) {
  const left = Math.max(0, seconds);
  const two = (number) => String(number).padStart(2, "0");
  if (left >= DAY) return _("{days} d {hours} h", { days: Math.floor(left / DAY), hours: Math.floor((left % DAY) / HOUR) });
  if (left >= HOUR) return _("{hours} h {minutes} min", { hours: Math.floor(left / HOUR), minutes: Math.floor((left % HOUR) / 60) });
  return `${Math.floor(left / 60)}:${two(Math.floor(left % 60))}`;
}

export class Clocks {
  /** `list`: the seats; `box`: the place for votes; `vote` and `back` send what the player wants. */
  constructor(list, box, { vote, back }) {
    this.list = list;
    this.box = box;
    this.vote = vote;
    this.back = back;
    setInterval(() => this.told && this.tick(), 1000);
  }

  /**
   * @param {Server.Told} told
   * @param {number | null} seat
   */
  draw(told, seat) {
    this.told = told;
    this.seat = seat;
    const now = told.clock?.now ?? told.absence?.now;
    if (now) this.ahead = now - Date.now() / 1000; // the difference between the server's clock and ours
    for (const line of told.clock ? this.list.children : []) {
      if (line.querySelector(".clock")) continue; // a name is being changed
      const made = make("span", { class: "clock", role: "timer", "aria-live": "off" });
      line.querySelector(".score").before(made);
    }
    this.tick();
  }

  get now() {
    return Date.now() / 1000 + (this.ahead ?? 0);
  }

  tick() {
    const { clock, to_move: mover, over } = this.told;
    for (const [seat, line] of clock ? [...this.list.children].entries() : []) {
      const runs = seat === mover && clock.until && !over;
      const seconds = runs ? clock.until - this.now : clock.left[seat];
      const shown = runs || (clock.kind === "game" && this.told.seats[seat].kind === "person");
      const made = line.querySelector(".clock");
      if (!made) continue;
      made.textContent = !shown ? "" : runs && seconds <= 0 ? _("time is up") : timeWords(seconds);
      made.classList.toggle("short", Boolean(runs) && seconds < Math.min(HOUR, clock.period / 5));
    }
    this.drawBox();
  }

  drawBox() {
    const { absence, seats } = this.told;
    const mine = this.seat === null ? null : seats[this.seat];
    const open = absence && this.now >= absence.opens;
    const state = JSON.stringify([mine?.stand_in, open, open && absence, this.seat]);
    if (state === this.state) return;
    this.state = state;
    this.box.hidden = !(mine?.stand_in || open);
    if (mine?.stand_in) this.drawBack();
    else if (open) this.drawVote(absence, seats);
  }

  drawBack() {
    const button = make("button", { class: "sign small green", type: "button", onclick: () => this.back() }, _("I am back"));
    this.box.replaceChildren(make("p", {}, _("A bot plays for you while you are away.")), make("div", { class: "answers" }, button));
  }

  /**
   * @param {Server.Absence} absence
   * @param {Server.Seat[]} seats
   */
  drawVote(absence, seats) {
    const { name } = seats[absence.seat];
    const needed = Math.floor(absence.voters.length / 2) + 1;
    const words = make("p", {}, _("{name} has not moved for a long time.", { name }), " ", n_("{count} vote is needed.", "{count} votes are needed.", needed));
    const answer = (choice, label) => {
      const votes = absence[choice] ?? [];
      const pressed = votes.includes(this.seat) ? "true" : "false";
      const count = votes.length ? ` (${votes.length})` : "";
      return make("button", { class: "sign small plain", type: "button", "aria-pressed": pressed, onclick: () => this.vote(choice) }, label + count);
    };
    const answers = absence.voters.includes(this.seat)
      ? make("div", { class: "answers" }, answer("bot", _("Let a bot play until they are back")), absence.clock ? answer("wait", _("Keep waiting")) : null)
      : null;
    this.box.replaceChildren(words, ...[answers].filter(Boolean));
  }
}
