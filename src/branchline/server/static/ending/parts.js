// The parts of the ceremony: picture, ranks, score, awards, turning points.

import { showAnalysis } from "../shared/analysis.js";
import { emblem, make } from "../shared/elements.js";
import { statement } from "../shared/statement.js";
import { _ } from "../shared/translations.js";
import { player } from "../table/game-over.js";
import { pointsOf } from "../table/seats.js";
import { souvenirs } from "./souvenirs.js";

/** @typedef {import("./ceremony.js").Found} Found */

/**
 * @param {string} name
 * @param {string} title
 * @param {...Node} content
 */
const section = (name, title, ...content) =>
  make("section", { class: name, "aria-labelledby": `ceremony-${name}` }, make("h3", { id: `ceremony-${name}` }, title), ...content);

/**
 * The game's own picture in honour of the winners; null if it has none.
 * @param {Found} found
 */
export function picture(found) {
  return new DOMParser().parseFromString(found.picture, "text/html").querySelector("svg");
}

/**
 * Players who share a place have the same number; without a winner nobody is first.
 * @param {Found} found
 */
export function ranks({ names, places, total }) {
  const lines = places.flatMap((seats, index) => {
    const ahead = places.slice(0, index).flat().length;
    return seats.map((seat) => player(seat, names[seat], pointsOf(total[seat]), index === 0, Math.max(ahead, Math.min(index, 1)) + 1));
  });
  return section("ranks", _("Ranking"), make("ol", { class: "places" }, ...lines));
}

/**
 * The whole score as one statement.
 * @param {Found} found
 * @returns {Server.Account}
 */
export const account = ({ parts, total }) => ({ title: "", rows: parts, total, before: total.map(() => 0), result: "" });

/** @param {Found} found */
export function score(found) {
  const table = statement([account(found)], found.names);
  return section("parts", _("Where the points came from"), make("div", { class: "wide", tabindex: 0, role: "region", "aria-label": _("Score") }, table));
}

/** @param {Found} found */
export function awards({ awards, names }) {
  if (!awards.length) return "";
  const line = ({ seat, title, words }) =>
    make("li", {}, emblem(seat), make("div", {}, make("b", {}, title), make("span", { class: "name" }, names[seat]), make("small", {}, words)));
  return section("awards", _("Awards"), make("ul", {}, ...awards.map(line)));
}

/**
 * The chances of winning and the turning points, once they are computed.
 * @param {string} table
 */
export function course(table) {
  const words = make("p", { class: "waiting", role: "status" }, _("A bot is analysing the game…"));
  const made = section("course", _("Turning points"), words);
  made.setAttribute("aria-busy", "true");
  showAnalysis(made, `/replay/${table}`);
  return made;
}

/**
 * Souvenirs: a poster, an animation.
 * @param {string} table
 * @param {Found} found
 * @param {() => string} words
 */
export function keepsakes(table, found, words) {
  return found.souvenirs ? section("keepsakes", _("Souvenirs"), souvenirs(`/replay/${table}`, words)) : "";
}

/**
 * Whether the challenge that was taken up here is won, and the way to its page.
 * @param {Found} found
 */
export function challenged({ challenge, won }) {
  if (!challenge) return "";
  const words = won ? _("The challenge is won!") : _("The challenge is not won this time.");
  return make("p", { class: "challenged" }, make("b", {}, words), " ", make("a", { class: "sign small", href: challenge }, _("See who has tried")));
}
