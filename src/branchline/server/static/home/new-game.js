// Setting up a game: shows only what matters for the chosen seats and options.

import { botFits } from "../shared/bot-fields.js";

/** @type {HTMLFormElement} */
const form = document.querySelector("#set-up");
/** @type {NodeListOf<HTMLSelectElement>} */
const seats = form.querySelectorAll("select[data-seat]");

/**
 * Shows the parts of the form that apply, and hides the others.
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
    const field = name.querySelector("input");
    const member = select.value === "me" ? form.dataset.member : undefined; // members play under their own name
    if (member) field.value = member;
    else if (field.readOnly) field.value = "";
    field.readOnly = Boolean(member);
  }
  const friends = [...seats].some((select) => select.value === "friend");
  show("[data-friends]", () => friends);
}

/** A sentence about the chosen bot, and its playing style. */
function botsFit() {
  for (const select of seats) {
    /** @type {HTMLElement} */
    const about = select.closest("li").querySelector(".bot");
    about.hidden = !select.value.startsWith("bot:");
    botFits(select, about);
  }
}

/** Options that depend on the value of another option. */
function optionsFit() {
  const chosen = new FormData(form);
  show("[data-only-if]", (part) => {
    const [name, value] = part.dataset.onlyIf.split("=");
    return (chosen.get(name) ?? value) === value;
  });
}

/** @type {Map<Element, HTMLInputElement[]>} */
const ticked = new Map();
for (const field of form.querySelectorAll("[data-most]")) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const boxes = field.querySelectorAll("input:checked");
  ticked.set(field, [...boxes]);
}

/**
 * Ticking one box too many unticks the one that was ticked first.
 * @param {HTMLInputElement} box
 */
function limitTicks(box) {
  const field = /** @type {HTMLElement | null} */ (box.closest("[data-most]"));
  if (!field) return;
  const boxes = ticked.get(field);
  if (box.checked) boxes.push(box);
  else boxes.splice(boxes.indexOf(box), 1);
  while (boxes.length > Number(field.dataset.most)) boxes.shift().checked = false;
}

function clockFits() {
  const clock = String(new FormData(form).get("clock"));
  show("[data-clock]", (part) => part.dataset.clock.split(" ").includes(clock));
}

form.addEventListener("change", (event) => {
  limitTicks(/** @type {HTMLInputElement} */ (event.target));
  namesFit();
  botsFit();
  optionsFit();
  clockFits();
});
namesFit();
botsFit();
optionsFit();
clockFits();
