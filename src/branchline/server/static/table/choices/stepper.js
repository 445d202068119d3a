// One field for choices that differ only by a number, such as bids: plus, minus, or type.

import { icon, make } from "../../shared/elements.js";
import { _ } from "../../shared/translations.js";

const NUMBERED = /^(.*\D)(\d+)$/;

/**
 * The choices at the start of a list that differ only by the number at their end.
 * @param {Server.Choice[]} choices
 */
export function series(choices) {
  const [first] = choices;
  const start = NUMBERED.exec(first.move);
  if (!start) return [first];
  const row = [first];
  for (const choice of choices.slice(1)) {
    const found = NUMBERED.exec(choice.move);
    const same = found && found[1] === start[1] && choice.target === first.target && !choice.warning;
    if (!same || Number(found[2]) !== number(row[row.length - 1]) + 1) break;
    row.push(choice);
  }
  return first.warning ? [first] : row;
}

/** @param {Server.Choice} choice */
const number = (choice) => Number(NUMBERED.exec(choice.move)[2]);

/**
 * @param {Server.Choice[]} row
 * @param {(choice: Server.Choice) => void} take
 * @param {(choice: Server.Choice | null) => void} point
 */
export function stepper(row, take, point) {
  const least = number(row[0]);
  const most = number(row[row.length - 1]);
  const input = make("input", {
    type: "number", inputmode: "numeric", min: least, max: most, value: least, "aria-label": _("How many"),
  });
  const words = make("span", { class: "words" });
  const price = make("span", { class: "price" });
  const go = make("button", { class: "choice", type: "button" }, words, price);
  const step = (by, name, label) =>
    make("button", { class: "tool step", type: "button", "aria-label": label, title: label, onclick: () => set(value() + by) }, icon(name));

  const value = () => Math.min(most, Math.max(least, Math.round(Number(input.value)) || least));
  const chosen = () => row[value() - least];

  function show() {
    words.textContent = chosen().words;
    price.textContent = chosen().price?.join(" · ") ?? "";
    go.dataset.move = chosen().move;
  }

  function set(to) {
    input.value = String(Math.min(most, Math.max(least, to)));
    show();
  }

  input.addEventListener("input", show);
  input.addEventListener("change", () => set(value()));
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") take(chosen());
  });
  go.addEventListener("click", () => take(chosen()));
  const made = make(
    "div",
    { class: "stepper" },
    step(-1, "minus", _("One fewer")),
    input,
    step(1, "plus", _("One more")),
    go,
  );
  for (const [enter, leave] of [["pointerenter", "pointerleave"], ["focusin", "focusout"]]) {
    made.addEventListener(enter, () => point(chosen()));
    made.addEventListener(leave, () => point(null));
  }
  show();
  return made;
}
