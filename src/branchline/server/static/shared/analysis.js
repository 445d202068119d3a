// How a finished game went: the chances of winning as a chart, the turning points in words.

import { emblem, make } from "./elements.js";
import { _ } from "./translations.js";

const found = new Map(); // by address: a page asks once

/** The server's analysis of the game at an address, once it is done; null: it is not available now. */
export function fetchAnalysis(address) {
  if (!found.has(address)) found.set(address, ask(address));
  return found.get(address);
}

async function ask(address) {
  try {
    const answer = await fetch(`${address}/course`, { headers: { accept: "application/json" } });
    return answer.ok ? { address, ...(await answer.json()) } : null;
  } catch {
    return null;
  }
}

/** Puts the analysis into a section in place of the waiting message; returns the chart. */
export function drawAnalysis(section, course) {
  section.setAttribute("aria-busy", "false");
  const status = section.querySelector(".waiting");
  if (!course) {
    status.textContent = _("The game could not be analysed just now. Try again later.");
    return null;
  }
  const chart = new DOMParser().parseFromString(course.chart, "text/html").querySelector("svg");
  const list = make("ol", { class: "turning" }, ...course.points.map((point) => line(point, course.address)));
  const calm = make("p", {}, _("No single turn changed much: the chances moved step by step."));
  status.replaceWith(make("figure", { class: "curve" }, chart), course.points.length ? list : calm);
  return chart;
}

function line(point, address) {
  const moment = make("a", { href: `${address}?at=${point.step}`, "data-step": point.step }, emblem(point.seat), make("span", {}, point.words));
  // Translators: a player's chance to win, in per cent, before and after a turn
  return make("li", {}, moment, make("small", {}, _("{before}% → {after}% to win", point)));
}
