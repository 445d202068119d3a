// One field for choices that differ only by a number, such as bids: plus, minus, or type.

import { icon, make } from "../../shared/elements.js";
import { _ } from "../../shared/translations.js";
import { content } from "./choices.js";

/**
 * The choices at the start of a list that differ only in how many: one more each, or one fewer.
 * @param {Server.Choice[]} choices
 */
export function series(choices) {
  const row = choices.slice(0, 1);
  if (!row[0].many || row[0].warning) return row;
  const by = choices[1]?.many - row[0].many;
  for (const choice of choices.slice(1)) {
    const follows = Math.abs(by) === 1 && choice.many === row[row.length - 1].many + by;
    if (!follows || choice.group !== row[0].group || choice.warning) break;
    row.push(choice);
  }
  return row;
}

/**
 * It starts with the first of the row.
 * @param {Server.Choice[]} row
 * @param {(choice: Server.Choice) => void} take
 * @param {(choice: Server.Choice | null) => void} point
 */
export function stepper(row, take, point) {
  const first = row[0].many;
  const last = row[row.length - 1].many;
  const [least, most] = [Math.min(first, last), Math.max(first, last)];
  const input = make("input", {
    type: "number", inputmode: "numeric", min: least, max: most, value: first, "aria-label": _("How many"),
  });
  const go = make("button", { class: "choice", type: "button", "aria-describedby": "ribbon" });
  const step = (by, name, label) =>
    make("button", { class: "tool step", type: "button", "aria-label": label, title: label, onclick: () => set(value() + by) }, icon(name));

  const value = () => Math.min(most, Math.max(least, Math.round(Number(input.value)) || first));
  const chosen = () => row[Math.abs(value() - first)];

  function show() {
    if (go.dataset.move === chosen().move) return; // a button that is being pressed must stay as it is
    go.replaceChildren(...content(chosen()).filter(Boolean));
    go.dataset.move = chosen().move;
  }

  function set(to) {
    input.value = String(Math.min(most, Math.max(least, to)));
    show();
    point(chosen());
  }

  input.addEventListener("input", () => {
    show();
    point(chosen());
  });
  input.addEventListener("change", () => set(value()));
  input.addEventListener("focus", () => input.select()); // typing replaces the number
  input.addEventListener("keydown", (event) => {
    const by = { "+": 1, "-": -1, "−": -1 }[event.key];
    if (by) {
      set(value() + by);
      event.preventDefault();
    } else if (event.key === "Enter") {
      event.preventDefault(); // the key must not answer a question that it brings up
      take(chosen());
    }
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
