// A hint: the best moves with reasons. They can be played right here.

import { find, icon, make } from "../../shared/elements.js";
import { _ } from "../../shared/translations.js";
import { button } from "./choices.js";
import { preferred } from "./payment.js";

export class Hints {
  /** `take` plays a choice; `point` highlights what a choice is about (null: nothing). */
  constructor(root, { take, point }) {
    this.root = root;
    this.take = take;
    this.point = point;
  }

  /** @param {Server.Idea[]} ideas */
  draw(ideas) {
    const close = make("button", { class: "tool", type: "button", "aria-label": _("Close"), onclick: () => this.clear() }, icon("close"));
    const list = make("ol", {}, ...ideas.map((idea) => this.line(idea)));
    this.root.classList.remove("coached");
    this.root.replaceChildren(make("h2", { class: "caps" }, _("What a bot would do")), close, list);
    this.root.hidden = false;
    this.root.scrollIntoView({ block: "nearest" });
    list.querySelector("button").focus({ preventScroll: true });
  }

  /** @param {Server.Idea} idea */
  line({ choice, words, chance, reasons, line }) {
    const shown = preferred(choice);
    const play = button({ ...shown, words, price: [] }, () => this.take(shown), this.point);
    // Translators: the chance of winning with a move, in per cent
    play.append(make("span", { class: "chance" }, _("{chance}% to win", { chance })));
    return make(
      "li",
      {},
      play,
      reasons.length ? make("p", { class: "reasons" }, reasons.join(", ")) : null,
      line.length ? this.sequel(line) : null,
    );
  }

  /** @param {string[]} line */
  sequel(line) {
    return make("details", {}, make("summary", {}, _("How the game might go on")), make("ol", {}, ...line.map((words) => make("li", {}, words))));
  }

  clear() {
    if (this.root.contains(document.activeElement)) find("#choices").focus({ preventScroll: true });
    this.root.hidden = true;
    this.root.replaceChildren();
    this.point(null);
  }
}
