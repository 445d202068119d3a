// A problem of the day: a position, three tries, an explanation. Everything it needs is in the page.

import { Highlights } from "../panels/highlights.js";
import { Panels } from "../panels/panels.js";
import { emblem, find, make } from "../shared/elements.js";
import { _, n_ } from "../shared/translations.js";
import { Choices } from "../table/choices/choices.js";
import { closeMenu } from "../table/choices/menu.js";
import { PanelFocus } from "../table/choices/panel-focus.js";
import { Pointer } from "../table/choices/pointer.js";
import { Ribbon } from "../table/choices/ribbon.js";
import { plain, useSigns } from "../table/choices/tokens.js";
import { hideTooltip } from "../table/choices/tooltip.js";
import { drawEnds } from "../table/foot.js";
import { Seats } from "../table/seats.js";
import { drawTabs, markTabs, turnTo } from "../table/tabs.js";
import { opened } from "./answers.js";
import { exchange, isSolved, note, resultOf, streak, TRIES, today } from "./progress.js";
import { line, send } from "./share.js";
import { drawLamps, explanation, showDates, verdict } from "./words.js";

/**
 * @typedef {Pick<Server.Position, "definitions" | "panels" | "signs"> & Pick<Server.Told, "phase" | "todo" | "focus" | "rows" | "seats" | "choices">
 *   & { game: string, number: number, seat: number, sealed: string }} Shown
 */

const body = document.body;
/** @type {HTMLTemplateElement} */
const template = find("#position");

class Problem {
  constructor() {
    /** @type {Shown} */
    this.shown = JSON.parse(template.content.textContent);
    const { game, number, sealed } = this.shown;
    this.answers = opened(sealed, `${game} ${number}`);
    this.panels = new Panels({ large: find("#large"), beside: find("#beside"), strip: find("#strip"), further: find("#further") }, find("#definitions"));
    this.panels.moved = () => markTabs(this.panels);
    this.highlights = new Highlights(find(".boards"));
    this.focus = new PanelFocus(this.panels, this.highlights);
    this.ribbon = new Ribbon(find("#ribbon"));
    const table = { take: (choice) => this.propose(choice), point: (choice) => this.point(choice) };
    this.choices = new Choices(find("#choices"), table);
    new Pointer(find(".boards"), this.highlights, {
      ...table,
      choicesFor: (target) => this.offered().filter((choice) => choice.target === target),
      why: () => null,
      mentioned: () => [],
      enlarge: (node) => this.focus.enlarge(node),
    });
    this.seats = new Seats(find("#seats"), { rename: () => {}, open: (panel) => turnTo(panel, this.panels) });
    find("#try").addEventListener("click", () => this.attempt());
    find("#other").addEventListener("click", () => this.propose(null));
    find("#share").addEventListener("click", async () => {
      find("#shared").textContent = await send(line(body.dataset.title, number, this.result.marks));
    });
    const sheet = find("#sheet-button");
    sheet.addEventListener("click", () => sheet.setAttribute("aria-expanded", String(body.classList.toggle("sheet-open"))));
    showDates();
    this.drawTable();
    this.draw();
    exchange(body.dataset.member).then(() => this.draw());
  }

  get result() {
    return resultOf(this.shown.game, this.shown.number);
  }

  get over() {
    return this.result.day > 0;
  }

  offered() {
    const tried = (this.result.moves ?? []).map((move) => this.answerOf(move));
    if (this.over || this.shown.number > today()) return [];
    return this.shown.choices.filter((choice) => !tried.includes(this.answerOf(choice.move)));
  }

  /** @param {string} move */
  answerOf(move) {
    return this.answers.find((answer) => answer.moves.includes(move));
  }

  /** A choice that stands for an answer. @param {import("./answers.js").Answer} answer */
  choiceOf(answer) {
    return this.shown.choices.find((choice) => answer.moves.includes(choice.move));
  }

  /** What a choice is called. @param {Server.Choice} choice */
  named(choice) {
    return plain(choice.many ? `${choice.group}. ${choice.words}` : choice.words);
  }

  drawTable() {
    const { shown } = this;
    const { seats, rows, seat } = shown;
    useSigns(shown.signs);
    this.panels.draw(shown);
    this.panels.look(shown.focus ?? {});
    drawTabs(this.panels);
    this.seats.draw(/** @type {any} */ ({ seats, rows, to_move: seat }), seat);
    find("#phase").textContent = shown.phase ?? "";
    find("#who").replaceChildren(emblem(seat), make("span", {}, _("Your turn: {what}", { what: shown.todo })));
  }

  /** Everything that tries change. */
  draw() {
    const choices = this.offered();
    this.choices.draw(choices.filter((choice) => !choice.ends));
    drawEnds(choices.filter((choice) => choice.ends), this.choices);
    this.highlights.offer(choices);
    this.propose(null);
    drawLamps(find("#lamps"), this.result.marks);
    this.drawVerdicts();
    requestAnimationFrame(() => this.focus.lead(this.over ? [this.choiceOf(this.answers[0])] : choices));
    find("#question").hidden = this.over;
    find("#who").hidden = this.over;
    if (this.shown.number > today()) find("#question").textContent = _("This problem is for tomorrow.");
    body.dataset.tries = this.result.marks;
    if (this.over) this.drawSolution();
  }

  drawVerdicts() {
    const tried = this.result.moves ?? [];
    const wrong = tried.map((move) => this.answerOf(move)).filter((answer) => answer && answer !== this.answers[0]);
    const last = wrong.length - 1;
    const shown = wrong.map((answer, n) => verdict(answer, this.answers[0], this.named(this.choiceOf(answer)), { hint: n === 1, open: n === last && !this.over }));
    find("#verdicts").replaceChildren(...shown);
  }

  drawSolution() {
    const [best] = this.answers;
    const tried = (this.result.moves ?? []).map((move) => this.answerOf(move));
    const root = find("#solution");
    root.replaceChildren(...explanation(this.answers, tried, (answer) => this.named(this.choiceOf(answer)), this.result.marks));
    root.hidden = false;
    for (const shown of ["#afterwards", "#result"]) find(shown).hidden = false;
    const days = streak(this.shown.game);
    find("#streak").textContent = isSolved(this.result) && days > 1 ? n_("{count} day in a row", "{count} days in a row", days) : "";
    const choice = this.choiceOf(best);
    this.highlights.advise([choice.target, ...(choice.shows ?? [])].filter(Boolean));
  }

  // What the player does

  /** @param {Server.Choice | null} choice */
  point(choice) {
    const shown = choice ?? this.proposed;
    this.highlights.show(shown ? [shown.target, ...(shown.shows ?? [])].filter(Boolean) : []);
    this.ribbon.draw(shown);
  }

  /** Ask before a try is used up: a finger slips easily. @param {Server.Choice | null} choice */
  propose(choice) {
    hideTooltip();
    closeMenu();
    this.proposed = choice;
    const root = find("#attempt");
    root.hidden = !choice;
    find("p", root).textContent = choice ? this.named(choice) : "";
    this.choices.advise(choice ? [choice.move] : []);
    this.point(null);
    if (choice) find("#try").focus({ preventScroll: true });
  }

  attempt() {
    if (!this.proposed || this.over) return;
    const { game, number } = this.shown;
    const right = this.answerOf(this.proposed.move) === this.answers[0];
    const { marks } = note(game, number, this.proposed.move, right);
    body.classList.add("sheet-open");
    this.draw();
    find(".side > .scroll").scrollTop = 0;
    if (this.over) find("#solution").focus({ preventScroll: true });
    if (right || marks.length === TRIES) exchange(body.dataset.member).then(() => this.draw());
  }
}

new Problem();
