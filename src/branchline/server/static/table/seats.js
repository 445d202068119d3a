// The player rows: names, what everybody has, scores, who is online. Players can change their own name in place.

import { emblem, icon, make } from "../shared/elements.js";
import { _, n_ } from "../shared/translations.js";
import { isToken, picture } from "./choices/tokens.js";

export class Seats {
  /** `rename` sends a new name; `open` shows the panel that says more about a player. */
  constructor(list, { rename, open }) {
    this.list = list;
    this.rename = rename;
    this.open = open;
    this.editing = false;
  }

  /**
   * @param {Server.Told} told
   * @param {number | null} seat
   */
  draw(told, seat) {
    if (this.editing) return;
    this.list.style.setProperty("--tokens", String(Math.max(1, ...(told.rows ?? []).map(({ tokens }) => tokens?.length ?? 0))));
    this.list.replaceChildren(...told.seats.map((one, number) => this.line(one, number, told, seat)));
  }

  /**
   * @param {Server.Seat} one
   * @param {number} number
   * @param {Server.Told} told
   * @param {number | null} seat
   */
  line(one, number, told, seat) {
    const turn = told.to_move === number && !told.over;
    const row = told.rows?.[number];
    const who = make("span", { class: "who" }, emblem(number), this.name(one.name, row?.panel), this.kind(one));
    const score = make("b", { class: "score" }, String(one.score ?? 0).replace("-", "−"), make("span", { class: "unseen" }, ` ${_("points")}`));
    const made = make("li", { class: [turn && "turn", number === seat && "own"].filter(Boolean).join(" "), "data-seat": number }, who, make("span", { class: "tokens" }, ...(row?.tokens ?? []).map(held)), score);
    if (number === seat) {
      const words = _("Change your name");
      const start = () => this.edit(who, one.name);
      who.append(make("button", { class: "tool pencil", type: "button", "aria-label": words, title: words, onclick: start }, icon("pencil")));
    }
    if (turn) who.append(make("span", { class: "unseen" }, _("to move")));
    return made;
  }

  /**
   * @param {string} words
   * @param {string} [panel]
   */
  name(words, panel) {
    if (!panel) return make("span", { class: "name" }, words);
    return make("button", { class: "name", type: "button", title: _("Show the board of {name}", { name: words }), onclick: () => this.open(panel) }, words);
  }

  /** @param {Server.Seat} one */
  kind(one) {
    const made = make("small", { class: "kind" });
    if (one.stand_in) made.append(icon("bot"), _("a bot plays for them"));
    else if (one.kind === "bot") made.append(icon("bot"), one.thinking ? _("thinking…") : _("bot"));
    else if (one.kind === "open") made.append(_("open seat"));
    else if (!one.here) made.append(_("away"));
    return made;
  }

  /**
   * @param {HTMLElement} who
   * @param {string} name
   */
  edit(who, name) {
    this.editing = true;
    const input = make("input", { value: name, maxlength: 24, "aria-label": _("Your name"), autocomplete: "nickname" });
    const stop = (keep) => {
      if (!this.editing) return;
      this.editing = false;
      const words = input.value.trim();
      form.replaceWith(make("span", { class: "name" }, name));
      if (keep && words && words !== name) this.rename(words);
    };
    const form = make("form", { class: "name" }, input);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      stop(true);
    });
    input.addEventListener("keydown", (event) => event.key === "Escape" && stop(false));
    input.addEventListener("blur", () => stop(true));
    who.querySelector(".name").replaceWith(form);
    input.select();
  }
}

/**
 * Something that a player has: its sign and how much, and all of it in words.
 * @param {[string, string, string]} token
 */
function held([sign, text, words]) {
  return make("span", { class: `held ${sign}`, title: words }, isToken(sign) ? picture(sign) : null, make("span", { "aria-hidden": "true" }, text), make("span", { class: "unseen" }, words));
}

/** @param {number} count */
export const pointsOf = (count) => n_("{count} point", "{count} points", count).replace(/^-/, "−");
