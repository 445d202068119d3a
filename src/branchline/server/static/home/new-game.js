// Setting up a game: shows only what matters for the seats and the board that are chosen.

import { botFits } from "../shared/bot-fields.js";

const form = document.querySelector("form.set-up");

function namesFit() {
  let friends = false;
  for (const select of form.querySelectorAll("select[data-seat]")) {
    const name = select.closest("li").querySelector(".name");
    name.hidden = select.value === "nobody";
    friends ||= select.value === "friend";
  }
  for (const part of form.querySelectorAll("[data-friends]")) part.hidden = !friends;
}

/** A sentence about the bot that is chosen, and how it shall play. */
function botsFit() {
  for (const select of form.querySelectorAll("select[data-seat]")) {
    const about = select.closest("li").querySelector(".bot");
    about.hidden = !select.value.startsWith("bot:");
    botFits(select, about);
  }
}

function boardFits() {
  const board = form.querySelector("[name=board]:checked");
  for (const option of form.querySelectorAll("[data-board]")) {
    option.hidden = board !== null && option.dataset.board !== board.value;
  }
}

/** Two modules: ticking a third lets go of the one ticked first. */
const ticked = [...form.querySelectorAll("[name=modules]:checked")];

function twoModules(box) {
  if (box.name !== "modules") return;
  if (box.checked) ticked.push(box);
  else ticked.splice(ticked.indexOf(box), 1);
  while (ticked.length > 2) ticked.shift().checked = false;
}

function clockFits() {
  const { value } = form.elements.clock;
  for (const part of form.querySelectorAll("[data-clock]")) {
    part.hidden = !part.dataset.clock.split(" ").includes(value);
  }
}

form.addEventListener("change", (event) => {
  twoModules(event.target);
  namesFit();
  botsFit();
  boardFits();
  clockFits();
});
namesFit();
botsFit();
boardFits();
clockFits();
