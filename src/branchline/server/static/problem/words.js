// What the page says about tries: signals for lamps, why a try is worse, why the best move is best.

import { make } from "../shared/elements.js";
import { _ } from "../shared/translations.js";
import { isSolved, TRIES } from "./progress.js";

/** @typedef {import("./answers.js").Answer} Answer */

const SAID = () => ({ 0: _("wrong"), 1: _("right") });

/**
 * Three lamps: red for a wrong try, green for the right one.
 * @param {HTMLElement} root
 * @param {string} marks
 */
export function drawLamps(root, marks) {
  const said = SAID();
  const states = Array.from({ length: TRIES }, (_none, place) => marks[place] ?? "");
  root.replaceChildren(...states.map((mark) => make("span", { class: `lamp ${mark === "1" ? "go" : mark === "0" ? "stop" : ""}` })));
  root.setAttribute("aria-label", marks ? [...marks].map((mark) => said[mark]).join(", ") : _("Three tries"));
}

/** Days as people write them. */
export function showDates() {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeZone: "UTC" });
  for (const time of document.querySelectorAll("time")) time.textContent = format.format(new Date(time.dateTime));
}

/** @param {string[]} reasons */
const listed = (reasons) => reasons.join(", ");

/**
 * Why a try is worse than the best choice.
 * @param {Answer} answer
 * @param {Answer} best
 * @param {string} name
 * @param {{ hint: boolean, open: boolean }} more `hint`: whether to say what to look for
 */
export function verdict(answer, best, name, { hint, open }) {
  const reply = answer.line[1];
  const ahead = best.reasons.find((reason) => !answer.reasons.includes(reason));
  return make(
    "details",
    { class: "verdict", open },
    make("summary", {}, name),
    make("p", {}, _("Not the best: it wins {chance}% of the time, the best move {best}%.", { chance: answer.chance, best: best.chance })),
    answer.reasons.length ? make("p", {}, _("What it brings: {reasons}.", { reasons: listed(answer.reasons) })) : null,
    reply ? make("p", { class: "reply" }, _("What may follow: {turn}", { turn: reply })) : null,
    hint && ahead ? make("p", { class: "hint" }, _("Hint: look for a move that brings this: {reason}.", { reason: ahead })) : null,
  );
}

/** @param {string} marks */
function heading(marks) {
  if (!isSolved({ marks, day: 0 })) return _("Not this time");
  return [_("Solved at the first try"), _("Solved at the second try"), _("Solved at the third try")][marks.length - 1];
}

/**
 * The best choice, why it is best, what may follow, and how the others compare.
 * @param {Answer[]} answers
 * @param {Answer[]} tried
 * @param {(answer: Answer) => string} name
 * @param {string} marks
 */
export function explanation(answers, tried, name, marks) {
  const [best] = answers;
  const shown = answers.filter((answer, place) => place < 4 || answer.planned || tried.includes(answer));
  const tempting = answers.find((answer) => answer.planned);
  return [
    make("h2", {}, heading(marks)),
    make("p", { class: "best" }, _("Best: {move}", { move: name(best) })),
    make("p", {}, _("It wins {chance}% of the time. Why: {reasons}.", { chance: best.chance, reasons: listed(best.reasons) })),
    tempting ? make("p", {}, _("Tempting, but worse: {move}, with {chance}%. A bot that does not look ahead would play it.", { move: name(tempting), chance: tempting.chance })) : null,
    best.line.length ? make("details", {}, make("summary", {}, _("How the game might go on")), make("ol", {}, ...best.line.map((turn) => make("li", {}, turn)))) : null,
    make("h3", { class: "caps" }, _("Chances of winning")),
    make("ol", { class: "chances" }, ...shown.map((answer) => row(answer, name(answer), { best: answer === best, tried: tried.includes(answer) }))),
  ].filter(Boolean);
}

/**
 * @param {Answer} answer
 * @param {string} name
 * @param {{ best: boolean, tried: boolean }} marked
 */
function row(answer, name, { best, tried }) {
  const meter = make("meter", { min: 0, max: 100, value: answer.chance, "aria-hidden": "true" });
  const note = best ? null : tried ? make("small", {}, _("your try")) : answer.planned ? make("small", {}, _("tempting")) : null;
  return make("li", { class: best ? "best" : "" }, make("span", { class: "name" }, name, " ", note), meter, make("b", {}, `${answer.chance}%`));
}
