// How much of the log is shown: its last entries, all of it, or nothing.

import { find } from "../../shared/elements.js";

const buttons = { open: find("#log-open"), folded: find("#log-fold") };
const log = find("#log");

/** @param {string} size "open", "folded", or "" for the last entries */
function show(size) {
  document.body.dataset.log = size;
  buttons.open.setAttribute("aria-expanded", size === "open" ? "true" : "false");
  buttons.folded.setAttribute("aria-expanded", size === "folded" ? "false" : "true");
  log.scrollTop = log.scrollHeight;
}

for (const [size, button] of Object.entries(buttons)) {
  button.addEventListener("click", () => show(document.body.dataset.log === size ? "" : size));
}
