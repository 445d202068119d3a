// Lists of problems: which is today's, how the visitor has done, and for how many days in a row.

import { make } from "../shared/elements.js";
import { _, n_ } from "../shared/translations.js";
import { exchange, resultOf, signals, streak, today } from "./progress.js";
import { drawLamps, showDates } from "./words.js";

/** @param {string} name */
const all = (name) => /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`[data-${name}]`));

function draw() {
  const number = today();
  for (const link of all("today")) {
    link.setAttribute("href", `/problem/${link.dataset.today}/${number}`); // a kept page may be of another day
    link.querySelector("[data-number]").textContent = _("Problem {number}", { number });
  }
  for (const lamps of all("lamps")) drawLamps(lamps, resultOf(lamps.dataset.lamps, number).marks);
  for (const words of all("streak")) {
    const days = streak(words.dataset.streak);
    words.textContent = days ? n_("{count} day in a row", "{count} days in a row", days) : "";
  }
  for (const link of all("day")) {
    const [game, day] = link.dataset.day.split(" ");
    const { marks } = resultOf(game, Number(day));
    link.querySelector(".marks")?.remove();
    if (marks) link.append(make("span", { class: "marks" }, signals(marks)));
  }
}

if (document.querySelector(".days")) showDates();
draw();
exchange(document.body.dataset.member).then(draw);
