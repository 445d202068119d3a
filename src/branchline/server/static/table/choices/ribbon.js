// The ribbon under the board: what the choice under the pointer or the focus would change, in one line.

import { make } from "../../shared/elements.js";
import { _ } from "../../shared/translations.js";
import { pointsOf } from "../seats.js";
import { isToken, number, signed, token, withTokens } from "./tokens.js";

/**
 * What a choice costs in tokens, and the points that it brings, as on a price tag; null if there is neither.
 * @param {Server.Choice} choice
 */
export function tag({ effects = [] }) {
  const spent = effects.filter(([name, by]) => by < 0 && isToken(name)).map(([name, by]) => make("span", {}, String(-by), token(name)));
  const won = effects.filter(([name, by]) => by > 0 && name === "points").map(([, by]) => make("span", { class: "won" }, `+${pointsOf(by)}`));
  if (!spent.length && !won.length) return null;
  return make("span", { class: "tag", "aria-hidden": "true" }, ...spent, ...won); // a screen reader has it from the ribbon
}

/**
 * One change: "−2 [cube] 5 left", "points +3, then 7".
 * @param {[string, number, number]} effect
 */
function change([name, by, after]) {
  const look = by < 0 || (!by && after < 0) ? "effect loss" : "effect";
  // Translators: what a number is after a move, beside its change: "points +3, then 7"; keep it short
  const then = after === by || !by ? null : make("small", {}, _("then {count}", { count: number(after) }));
  if (!isToken(name)) return make("span", { class: look }, token(name), ` ${by ? signed(by) : number(after)} `, then);
  // Translators: what is left of a token after a move, beside its change; keep it short
  const left = make("small", {}, _("{count} left", { count: after }));
  return make("span", { class: look }, `${signed(by)} `, token(name), " ", by < 0 ? left : then);
}

export class Ribbon {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
  }

  /** @param {Server.Choice | null} choice */
  draw(choice) {
    this.root.replaceChildren();
    this.root.title = "";
    this.root.classList.toggle("full", Boolean(choice));
    if (!choice) return;
    const words = choice.many ? `${choice.group}. ${choice.words}` : choice.words;
    const known = { "aria-hidden": "true" }; // to a screen reader, from the button that this describes
    this.root.append(
      make("b", known, withTokens(words)),
      ...(choice.effects ?? []).flatMap((effect, n) => (n ? [make("span", { class: "unseen" }, ","), change(effect)] : [change(effect)])),
      ...(choice.price ?? []).map((part) => make("span", { class: "why", ...known }, withTokens(part))),
    );
    for (const words of [choice.note, choice.warning]) if (words) this.root.prepend(make("strong", { class: "note", ...known }, words));
    this.root.title = this.root.textContent;
  }
}
