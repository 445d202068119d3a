// Keyboard shortcuts. They are off while somebody is typing or a dialog is open.

import { closest, find } from "../shared/elements.js";

const SHORT = {
  u: () => find("#undo-step").click(),
  U: () => find("#undo-turn").click(),
  h: () => find("#hint-button").click(),
  s: () => find("#skip-button").click(),
  l: () => find("#legend-button").click(),
  c: () => (find("#choices button.choice, #choices input") ?? find("#choices")).focus(),
  "?": () => /** @type {HTMLDialogElement} */ (find("#help")).showModal(),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (closest(event, "input, select, textarea, dialog[open], [contenteditable]")) return;
  if (!SHORT[event.key]) return;
  event.preventDefault();
  SHORT[event.key]();
});

// A key held down presses a button only once.
document.addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter" && closest(event, "button")) event.preventDefault();
}, { capture: true });
