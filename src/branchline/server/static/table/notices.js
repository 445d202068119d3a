// Short messages at the bottom of the page, which disappear by themselves, and what screen readers read out.

import { find, icon, make, withClause } from "../shared/elements.js";
import { _ } from "../shared/translations.js";

const LASTS = 7000;
const root = find("#notices");

function put(words, clause = "") {
  const made = make("div", { class: "notice" }, make("p", {}, withClause(words, clause)));
  const close = make("button", { class: "tool", type: "button", "aria-label": _("Close"), onclick: () => made.remove() }, icon("close"));
  made.append(close);
  root.append(made);
  return made;
}

export function notice(words, clause = "") {
  const made = put(words, clause);
  while (root.children.length > 3) root.querySelector(".notice:not(.announced)").remove();
  setTimeout(() => made.remove(), LASTS);
}

const said = find("#said");

/**
 * Read out by screen readers.
 * @param {string} words
 */
export function say(words) {
  said.append(make("p", {}, words));
  while (said.children.length > 8) said.firstChild.remove();
}

/** The server admin's announcement stays until it is closed or withdrawn (empty words). */
export function announce(words) {
  root.querySelector(".announced")?.remove();
  if (words) put(words).classList.add("announced");
}
announce(root.dataset.announced);

const banner = find("#banner");

/** A banner under the header while something is wrong, with a way to retry; empty words remove it. */
export function warn(words, again = null) {
  banner.textContent = words;
  if (again) banner.append(" ", make("button", { class: "sign plain", type: "button", onclick: again }, _("Try again")));
  banner.hidden = !words;
}
