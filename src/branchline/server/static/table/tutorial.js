// The text of a tutorial, above the choices.

import { find, make, withClause } from "../shared/elements.js";
import { _ } from "../shared/translations.js";

const box = find("#lesson");

/** @param {Server.Lesson | null | undefined} lesson */
export function drawLesson(lesson) {
  box.hidden = !lesson;
  if (!lesson) return;
  box.replaceChildren(
    make("p", { class: "caps" }, _("Lesson: {number} of {of}", { number: lesson.number, of: lesson.of })),
    ...lesson.words.split("\n").map((words, place, all) =>
      make("p", {}, place === all.length - 1 ? withClause(words, lesson.clause) : words),
    ),
  );
  box.scrollIntoView({ block: "nearest" });
}

/**
 * While a lesson waits for certain moves, only they are highlighted.
 * @param {Server.Choice[]} choices
 * @param {Server.Lesson | null | undefined} lesson
 */
export function taught(choices, lesson) {
  if (!lesson?.moves?.length) return choices;
  const wanted = choices.filter((choice) => lesson.moves.includes(choice.move));
  return wanted.length ? wanted : choices;
}
