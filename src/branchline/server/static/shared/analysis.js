// How a finished game went: the chances of winning as a chart, the turning points in words.

import { challenge } from "../ending/challenge.js";
import { emblem, make } from "./elements.js";
import { _ } from "./translations.js";

const EVERY = 1500; // milliseconds between two requests for the progress

const found = new Map(); // by address: a page asks once

/**
 * Puts the analysis of the game at an address into a section as soon as it is done; until then it shows the progress.
 * Returns the chart, or null if there is no analysis now.
 * @param {HTMLElement} section with a waiting message
 * @param {string} address
 */
export async function showAnalysis(section, address) {
  const bar = make("progress", { "aria-label": _("Progress of the analysis") });
  section.querySelector(".waiting").after(bar);
  const timer = setInterval(() => follow(bar, address), EVERY);
  if (!found.has(address)) found.set(address, ask(`${address}/course`));
  const course = await found.get(address);
  clearInterval(timer);
  bar.remove();
  if (!course) found.delete(address);
  return draw(section, course, address);
}

async function ask(address) {
  try {
    const answer = await fetch(address, { headers: { accept: "application/json" } });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/**
 * @param {HTMLProgressElement} bar without a value until something is known
 * @param {string} address
 */
async function follow(bar, address) {
  const { done } = (await ask(`${address}/course/progress`)) ?? {};
  if (done) bar.value = done;
}

/** Replaces the waiting message; returns the chart. */
function draw(section, course, address) {
  section.setAttribute("aria-busy", "false");
  const status = section.querySelector(".waiting");
  if (!course) {
    status.textContent = _("The game could not be analysed just now. Try again later.");
    return null;
  }
  const chart = new DOMParser().parseFromString(course.chart, "text/html").querySelector("svg");
  const list = make("ol", { class: "turning" }, ...course.points.map((point) => line(point, address)));
  const calm = make("p", {}, _("No single turn changed much: the chances moved step by step."));
  const curve = make("figure", { class: "curve" }, chart);
  status.replaceWith(curve, course.points.length ? list : calm);
  curve.scrollLeft = curve.scrollWidth; // on a phone, the end is in view
  return chart;
}

function line(point, address) {
  const moment = make("a", { href: `${address}?at=${point.step}`, "data-step": point.step }, emblem(point.seat), make("span", {}, point.words));
  // Translators: a player's chance of winning, in per cent, before and after a turn
  return make("li", {}, moment, make("small", {}, _("{before}% → {after}% to win", point)), make("div", { class: "ways" }, playOn(point, address), challenge(point, address)));
}

/** Starts before the turn, against bots, in the seat of the player whose turn it was. */
function playOn(point, address) {
  const words = _("Play on from here");
  const button = make("button", { class: "sign small plain", "aria-label": `${words}: ${point.words}` }, words);
  return make("form", { method: "post", action: `${address}/branch` }, make("input", { type: "hidden", name: "at", value: point.first }), button);
}
