// The end of a game in short, beside the board: who won, by how much, and what to do next.

import { emblem, find, make } from "../shared/elements.js";
import { _ } from "../shared/translations.js";
import { pointsOf } from "./seats.js";

const root = find("#ending");

/**
 * What the page knows besides the position.
 * @typedef {{ table: string, seated: boolean, next: string }} Page
 */

/**
 * @param {Server.Told} told
 * @param {Page} page
 * @param {() => void} open shows the ceremony
 */
export function drawGameOver(told, page, open) {
  root.hidden = !told.over;
  if (!told.over) return;
  const winners = told.winners ?? [];
  const score = (seat) => told.seats[seat].score ?? 0;
  const first = (seat) => (winners.includes(seat) ? 1 : 0);
  const order = told.seats.map((_one, seat) => seat);
  order.sort((a, b) => first(b) - first(a) || score(b) - score(a));
  const list = make("ol", { class: "places" }, ...order.map((seat) => player(seat, told.seats[seat].name, pointsOf(score(seat)), winners.includes(seat))));
  const names = told.seats.map((one) => one.name);
  const title = told.ended ? _("Ended by a server admin") : heading(winners, names);
  const ceremony = make("button", { class: "sign", type: "button", onclick: open }, _("Show the ceremony"));
  const record = make("a", { class: "sign plain", href: `/table/${page.table}/record`, download: true }, _("Download the record"));
  const ways = make("div", { class: "answers" }, told.ended ? null : again(page), told.ended ? null : ceremony, replay(page), record);
  root.replaceChildren(make("h2", {}, title), list, ways);
}

/**
 * A line of the ranking.
 * @param {number} seat
 * @param {string} name
 * @param {string} points
 * @param {boolean} wins
 * @param {number} [place]
 */
export const player = (seat, name, points, wins, place) =>
  make("li", { class: wins ? "yours" : "", value: place }, emblem(seat), make("span", {}, name), make("b", { class: "score" }, points));

/**
 * @param {number[]} winners
 * @param {string[]} names
 */
export function heading(winners, names) {
  if (!winners.length) return _("The game is over");
  if (winners.length === 1) return _("{name} wins", { name: names[winners[0]] });
  return _("{names} share the victory", { names: winners.map((seat) => names[seat]).join(", ") });
}

/**
 * How to get to the next game; nothing for spectators until there is one.
 * @param {Page} page
 */
export function again({ table, seated, next }) {
  if (next) return make("a", { class: "sign green", href: next }, _("Go to the next game"));
  if (!seated) return null;
  return make("form", { method: "post", action: `/table/${table}/rematch` }, make("button", { class: "sign green" }, _("Play again")));
}

/** @param {Page} page */
export const replay = ({ table }) => make("a", { class: "sign", href: `/replay/${table}` }, _("View replay"));
