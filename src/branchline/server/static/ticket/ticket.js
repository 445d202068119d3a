// An invitation: the ticket is punched, then the visitor sits down.

import { find } from "../shared/elements.js";

const LASTS = 750; // ms

/** @type {HTMLFormElement} */
const ticket = find(".ticket");
const still = ticket.dataset.speed === "instant" || matchMedia("(prefers-reduced-motion: reduce)").matches;

ticket.addEventListener("submit", (event) => {
  event.preventDefault();
  if (ticket.classList.contains("punched")) return;
  ticket.classList.add("punched");
  setTimeout(() => ticket.submit(), still ? 0 : LASTS);
});

// Back by the browser's button: a fresh ticket
addEventListener("pageshow", () => ticket.classList.remove("punched"));
