// The card of a tutorial or coach: one paragraph at a time. Escape folds it.

import { closest, find, icon, make, withClause } from "../../shared/elements.js";
import { _ } from "../../shared/translations.js";

const FOLDED = "coach-folded"; // remembered by the browser

export class LessonCard {
  /** `leave` ends the lesson, and the game goes on. */
  constructor(root, { leave }) {
    this.root = root;
    this.leave = leave;
    this.said = ""; // what it says now, as a key
    this.heading = make("h2", { class: "caps", id: "lesson-title" });
    this.title = make("h3", { "aria-live": "polite" });
    this.words = make("div", { class: "words", "aria-live": "polite" });
    this.answers = make("div", { class: "answers" });
    this.fold = make("button", { class: "tool fold", type: "button", "aria-controls": "lesson-body", onclick: () => this.toggle() }, icon("minus"));
    this.quit = make("button", { class: "link quit", type: "button", onclick: () => this.leave() });
    const head = make("header", {}, make("div", {}, this.heading, this.title), this.quit, this.fold);
    root.replaceChildren(head, make("div", { id: "lesson-body" }, this.words, this.answers));
    this.toggle(localStorage.getItem(FOLDED) === "1");
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || root.hidden || this.folded || event.defaultPrevented) return;
      if (closest(event, "dialog, [popover], input") || find("dialog[open], :popover-open, .panel.chosen")) return;
      this.toggle(true);
      localStorage.setItem(FOLDED, "1");
    });
    this.fold.addEventListener("click", () => localStorage.setItem(FOLDED, this.folded ? "1" : "0"));
  }

  get folded() {
    return this.root.classList.contains("folded");
  }

  toggle(fold = !this.folded) {
    this.root.classList.toggle("folded", fold);
    const words = fold ? _("Unfold") : _("Fold");
    this.fold.replaceChildren(icon(fold ? "plus" : "minus"));
    for (const [name, value] of [["title", words], ["aria-label", words], ["aria-expanded", String(!fold)]]) this.fold.setAttribute(name, value);
  }

  /**
   * Returns whether it says something new.
   * @param {Server.Lesson | null | undefined} lesson
   */
  draw(lesson) {
    this.root.hidden = !lesson;
    document.body.classList.toggle("taught", Boolean(lesson));
    if (!lesson) return false;
    const said = JSON.stringify([lesson.title, lesson.words, lesson.number]);
    if (said === this.said) return false;
    this.said = said;
    this.lesson = lesson;
    this.heading.textContent = lesson.coach
      ? lesson.known ? _("Coach") : _("Coach: round {number} of {of}", { number: lesson.number, of: lesson.of })
      : _("Lesson: {number} of {of}", { number: lesson.number, of: lesson.of });
    this.quit.hidden = Boolean(lesson.known); // the card itself asks it then
    this.quit.textContent = lesson.coach ? _("Leave the coach") : _("Leave the lesson");
    this.turn(0);
    return true;
  }

  /**
   * Show a paragraph.
   * @param {number} page
   */
  turn(page) {
    const { words, title, clause, known, coach } = this.lesson;
    const paragraphs = words ? words.split("\n") : [];
    const last = page >= paragraphs.length - 1;
    const said = paragraphs[page] ?? "";
    this.root.classList.toggle("silent", !said);
    this.root.classList.toggle("summary", Boolean(known));
    this.title.textContent = title?.split("\n")[page] ?? "";
    this.words.replaceChildren(
      said ? make("p", {}, last ? withClause(said, clause) : said) : "",
      last && known ? make("ul", {}, ...known.map((one) => make("li", {}, one))) : "",
    );
    const next = make("button", { class: "sign small", type: "button", onclick: () => this.turn(page + 1) }, _("Next"));
    this.answers.replaceChildren(...(last ? this.lastAnswers() : [next]));
    this.root.scrollTop = 0;
    if (page && document.activeElement === document.body) (find("button", this.answers) ?? this.fold).focus({ preventScroll: true });
    if (coach && known && last) this.toggle(false);
  }

  lastAnswers() {
    const { chapter, coach, known, number, of } = this.lesson;
    const done = !coach && number === of;
    return [
      known ? make("button", { class: "sign small green", type: "button", onclick: () => this.leave() }, _("Play on without the coach")) : null,
      chapter ? this.chapterForm(chapter, done) : null,
      known || (done && !chapter) ? make("a", { href: `/learn/${document.body.dataset.game}#chapters` }, _("All chapters")) : null,
    ].filter(Boolean);
  }

  /**
   * Starts a chapter of the lesson; from the coach in another tab, since the game goes on.
   * @param {[string, string]} chapter its name and title
   * @param {boolean} next it follows the one that is done
   */
  chapterForm([name, title], next) {
    const words = next ? _("Next chapter: {title}", { title }) : _("Practise: {title}", { title });
    return make(
      "form",
      { method: "post", action: `/learn/${document.body.dataset.game}`, target: next ? "_self" : "_blank" },
      make("input", { type: "hidden", name: "chapter", value: name }),
      make("button", { class: next ? "sign small green" : "link" }, words),
    );
  }
}
