// The page header: whose turn it is and what they may do. When it is yours, its colour, the title and the favicon say
// so, too, and a bell rings.

import { emblem, find, make } from "../shared/elements.js";
import { _ } from "../shared/translations.js";
import { say } from "./notices.js";
import * as sounds from "./sounds.js";

/** @type {HTMLLinkElement} */
const favicon = find("link[rel=icon]");
const SIGNAL = new URL("your-turn.svg", import.meta.url).pathname;

export class Header {
  constructor(now, phase) {
    this.now = now;
    this.phase = phase;
    this.ours = false;
    this.over = undefined;
    this.at = -1; // how far the game was when it was last drawn
    this.title = document.title;
    this.icon = favicon.href;
  }

  /**
   * @param {Server.Told} told
   * @param {{ ours: boolean, several: boolean, watching: boolean }} who `several`: several people share the screen
   */
  draw(told, { ours, several, watching }) {
    const runs = !told.over && !told.ended && told.seats.every((one) => one.kind !== "open");
    const mover = runs ? told.seats[told.to_move] : undefined;
    const values = { name: mover?.name ?? "", what: told.todo ?? "" };
    const strong = ours && runs ? yours(values, several) : mover ? _("Waiting for {name}", values) : "";
    const key = JSON.stringify([strong, told.now, told.to_move]);
    if (key !== this.now.dataset.key) {
      const words = [strong ? make("b", {}, strong) : told.now, strong && !ours ? make("small", {}, told.now) : null];
      this.now.replaceChildren(make("span", { class: "words" }, mover ? emblem(told.to_move) : null, ...words));
    }
    if (ours && runs && told.at !== this.at) say(strong); // what the others are about to do would only interrupt
    this.at = told.at;
    this.now.dataset.key = key;
    this.now.dataset.mover = String(told.to_move);
    this.phase.textContent = told.phase ?? "";
    find("#watching").hidden = !watching;
    if (ours && !this.ours) sounds.turn();
    if (told.over && this.over === false) sounds.end();
    this.ours = ours;
    this.over = told.over ?? false;
    document.title = ours && runs ? `● ${_("Your turn")} · ${this.title}` : mover ? `${strong} · ${this.title}` : this.title;
    favicon.href = ours && runs ? SIGNAL : this.icon;
  }
}

function yours(values, several) {
  if (!values.what) return _("Your turn");
  return several ? _("{name}, your turn: {what}", values) : _("Your turn: {what}", values);
}
