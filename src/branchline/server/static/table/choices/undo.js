// Undo: at once if nothing was revealed, otherwise after asking the others.

import { find, make } from "../../shared/elements.js";
import { _ } from "../../shared/translations.js";

/** @type {Record<string, HTMLButtonElement>} */
const BUTTONS = { step: find("#undo-step"), turn: find("#undo-turn") };
const wish = find("#wish");

export class Undo {
  /** `takeBack` sends a request ("step" or "turn"), `agree` the answer to somebody else's. */
  constructor({ takeBack, agree }) {
    this.agree = agree;
    for (const [what, button] of Object.entries(BUTTONS)) button.addEventListener("click", () => takeBack(what));
  }

  /**
   * @param {Server.Told} told
   * @param {number | null} seat
   * @param {number[]} mine
   * @param {boolean} busy
   */
  draw(told, seat, mine, busy) {
    const undo = told.undo ?? {};
    const words = {
      step: { free: _("Undo the last step"), ask: _("Ask the others to undo the last step") },
      turn: { free: _("Undo the whole turn"), ask: _("Ask the others to undo the whole turn") },
    };
    for (const [what, button] of Object.entries(BUTTONS)) {
      const how = seat === null ? "" : (undo[what] ?? "");
      button.disabled = !how || busy;
      button.title = words[what][how || "free"];
      button.setAttribute("aria-label", words[what][how || "free"]);
      button.classList.toggle("asks", how === "ask");
    }
    this.drawWish(told, undo, mine);
  }

  /**
   * @param {Server.Told} told
   * @param {Server.Undo} undo
   * @param {number[]} mine
   */
  drawWish(told, undo, mine) {
    const asks = undo.wish;
    wish.hidden = asks === null || asks === undefined;
    if (wish.hidden) return;
    const names = (seats) => seats.map((seat) => told.seats[seat].name).join(", ");
    const waits = undo.waits ?? [];
    const asked = waits.some((seat) => mine.includes(seat));
    if (!asked) {
      wish.replaceChildren(make("p", {}, _("{name} would like to undo. Waiting for {others}.", { name: names([asks]), others: names(waits) })));
      return;
    }
    const answer = (yes, words, look) => make("button", { class: `sign small ${look}`, type: "button", onclick: () => this.agree(yes) }, words);
    wish.replaceChildren(
      make("p", {}, _("{name} would like to undo what they did. Do you agree?", { name: names([asks]) })),
      make("div", { class: "answers" }, answer(true, _("Agree"), "green"), answer(false, _("Decline"), "plain")),
    );
  }
}
