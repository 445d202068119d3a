// The end of a game: who won, by how much, and what to do next.

import { drawAnalysis, fetchAnalysis } from "../shared/analysis.js";
import { emblem, find, make } from "../shared/elements.js";
import { _ } from "../shared/translations.js";
import { pointsOf } from "./seats.js";

const root = find("#ending");

/**
 * @param {Server.Told} told
 * @param {{ table: string, seated: boolean, next: string }} page
 */
export function drawGameOver(told, { table, seated, next }) {
  root.hidden = !told.over;
  if (!told.over) return;
  const names = told.seats.map((one) => one.name);
  const winners = told.winners ?? [];
  const score = (seat) => told.seats[seat].score ?? 0;
  const first = (seat) => (winners.includes(seat) ? 1 : 0);
  const order = told.seats.map((_one, seat) => seat);
  order.sort((a, b) => first(b) - first(a) || score(b) - score(a));
  const list = make(
    "ol",
    { class: "places" },
    ...order.map((seat) =>
      make(
        "li",
        { class: winners.includes(seat) ? "yours" : "" },
        emblem(seat),
        make("span", {}, names[seat]),
        make("b", { class: "score" }, pointsOf(score(seat))),
      ),
    ),
  );
  if (told.ended) root.replaceChildren(make("h2", {}, _("Ended by a server admin")), list, ways(table, false));
  else root.replaceChildren(make("h2", {}, heading(winners, names)), list, ways(table, seated, next), course(table));
}

/** The turning points of the game, once they are computed. */
function course(table) {
  const words = make("p", { class: "waiting", role: "status" }, _("A bot is analysing the game…"));
  const made = make("section", { class: "course", "aria-busy": "true" }, make("h3", {}, _("Turning points")), words);
  fetchAnalysis(`/replay/${table}`).then((found) => drawAnalysis(made, found));
  return made;
}

function heading(winners, names) {
  if (!winners.length) return _("The game is over");
  if (winners.length === 1) return _("{name} wins", { name: names[winners[0]] });
  return _("{names} share the victory", { names: winners.map((seat) => names[seat]).join(", ") });
}

function ways(table, seated, next) {
  const again = next
    ? make("a", { class: "sign green", href: next }, _("Go to the next game"))
    : seated
      ? make("form", { method: "post", action: `/table/${table}/rematch` }, make("button", { class: "sign green" }, _("Play again")))
      : null;
  return make(
    "div",
    { class: "answers" },
    again,
    make("a", { class: "sign", href: `/replay/${table}` }, _("View replay")),
    make("a", { class: "sign plain", href: `/table/${table}/record`, download: true }, _("Download the record")),
  );
}
