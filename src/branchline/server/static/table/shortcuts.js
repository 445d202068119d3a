// The keys that Help lists. Letters are shortcuts everywhere but where somebody types text or has a dialog open: a field
// for a number takes digits, + and -, and leaves the rest to them.

import { closest, find } from "../shared/elements.js";

export const TEXT = "input:not([type=number], [type=checkbox], [type=radio]), textarea, select, [contenteditable], dialog[open]";
const STOPS = "button.choice:not(:disabled), .stepper input";

const SHORT = {
  u: () => find("#undo-step").click(),
  "Shift u": () => find("#undo-turn").click(),
  h: () => find("#hint-button").click(),
  s: () => find("#skip-button").click(),
  l: () => find("#legend-button").click(),
  c: () => (stops(find(".side"))[0] ?? find("#choices")).focus(),
  "?": () => /** @type {HTMLDialogElement} */ (find("#help")).showModal(),
};

const STEPS = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 };

/**
 * What the arrow keys stop at: the choices of a list that can be seen, in order.
 * @param {HTMLElement} list
 * @returns {HTMLElement[]}
 */
const stops = (list) => [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll(STOPS))].filter((node) => node.offsetParent);

/** @param {KeyboardEvent} event */
function through(event) {
  const list = closest(event, "#menu, .side");
  const here = closest(event, STOPS);
  const sideways = ["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key);
  if (!list || (closest(event, "input") && (sideways || !here))) return null;
  const all = stops(list);
  if (event.key === "Home") return all[0];
  if (event.key === "End") return all[all.length - 1];
  return STEPS[event.key] ? all[all.indexOf(here) + STEPS[event.key]] : null;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || closest(event, TEXT)) return;
  const next = through(event);
  const short = event.repeat ? null : SHORT[`${event.shiftKey && event.key !== "?" ? "Shift " : ""}${event.key.toLowerCase()}`];
  if (!next && !short) return;
  event.preventDefault();
  if (next) next.focus();
  else short();
});

// A key held down presses a button only once.
document.addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter" && closest(event, "button")) event.preventDefault();
}, { capture: true });
