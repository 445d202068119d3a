// The page header: whose turn it is and what they may do; a bell when it is yours.

import { emblem, make } from "../shared/elements.js";
import * as sounds from "./sounds.js";

export class Header {
  constructor(now) {
    this.now = now;
    this.ours = false;
    this.over = undefined;
  }

  /**
   * @param {Server.Told} told
   * @param {boolean} ours
   */
  draw(told, ours) {
    const moves = told.to_move !== null && told.to_move !== undefined && !told.over;
    if (this.now.textContent !== told.now || this.now.dataset.mover !== String(told.to_move)) {
      this.now.replaceChildren(...(moves ? [emblem(told.to_move)] : []), make("span", { class: "words" }, told.now));
    }
    this.now.dataset.mover = String(told.to_move);
    if (ours && !this.ours) sounds.turn();
    if (told.over && this.over === false) sounds.end();
    this.ours = ours;
    this.over = told.over ?? false;
    const title = document.title.replace(/^● /, "");
    document.title = ours && document.hidden ? `● ${title}` : title;
  }
}
