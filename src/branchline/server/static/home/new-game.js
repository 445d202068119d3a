// Setting up a game: shows only what matters for the seats and the board that are chosen.

import { botFits } from "../shared/bot-fields.js";

/** @type {HTMLFormElement} */
const form = document.querySelector("form.set-up");
/** @type {NodeListOf<HTMLSelectElement>} */
const seats = form.querySelectorAll("select[data-seat]");

/**
 * Shows those parts of the form that fit what is chosen, and hides the others.
 * @param {string} selector
 * @param {(part: HTMLElement) => boolean} fits
 */
function show(selector, fits) {
  /** @type {NodeListOf<HTMLElement>} */
  const parts = form.querySelectorAll(selector);
  for (const part of parts) part.hidden = !fits(part);
}

function namesFit() {
  for (const select of seats) {
    /** @type {HTMLElement} */
    const name = select.closest("li").querySelector(".name");
    name.hidden = select.value === "nobody";
  }
  const friends = [...seats].some((select) => select.value === "friend");
  show("[data-friends]", () => friends);
}

/** A sentence about the bot that is chosen, and how it shall play. */
function botsFit() {
  for (const select of seats) {
    /** @type {HTMLElement} */
    const about = select.closest("li").querySelector(".bot");
    about.hidden = !select.value.startsWith("bot:");
    botFits(select, about);
  }
}

function boardFits() {
  /** @type {HTMLInputElement | null} */
  const board = form.querySelector("[name=board]:checked");
  show("[data-board]", (part) => board === null || part.dataset.board === board.value);
}

/** @type {NodeListOf<HTMLInputElement>} */
const modules = form.querySelectorAll("[name=modules]:checked");
const ticked = [...modules];

/**
 * Two modules: ticking a third lets go of the one ticked first.
 * @param {HTMLInputElement} box
 */
function twoModules(box) {
  if (box.name !== "modules") return;
  if (box.checked) ticked.push(box);
  else ticked.splice(ticked.indexOf(box), 1);
  while (ticked.length > 2) ticked.shift().checked = false;
}

function clockFits() {
  const clock = String(new FormData(form).get("clock"));
  show("[data-clock]", (part) => part.dataset.clock.split(" ").includes(clock));
}

form.addEventListener("change", (event) => {
  twoModules(/** @type {HTMLInputElement} */ (event.target));
  namesFit();
  botsFit();
  boardFits();
  clockFits();
});
namesFit();
botsFit();
boardFits();
clockFits();
