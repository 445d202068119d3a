// Replay: a slider over the steps, pictures that follow it, the log beside them.

import { souvenirs } from "../ending/souvenirs.js";
import { Highlights } from "../panels/highlights.js";
import { Panels } from "../panels/panels.js";
import { showAnalysis } from "../shared/analysis.js";
import { closest, find } from "../shared/elements.js";
import { _ } from "../shared/translations.js";

const { address, seat, watch, steps, rounds } = document.body.dataset;
const last = Number(steps);
const starts = rounds.split(" ").map(Number);
/** @type {HTMLInputElement} */
const slider = find("#slider");
/** @type {HTMLSelectElement} */
const round = find("#round");
const log = find("#log");
const pace = { slow: 1900, normal: 1100, fast: 450, instant: 120 }[document.body.dataset.speed] ?? 1100;
const places = { large: find("#large"), beside: find("#beside"), further: find("#further") };
const panels = new Panels(places, find("#definitions"));
const highlights = new Highlights(find("#pictures"));

let shown = null; // the step that the pictures show
let wanted = Number(document.body.dataset.at);
let busy = false;
let timer = 0;

function link(path, values) {
  const made = new URL(path, location.href);
  for (const [name, value] of Object.entries({ ...values, seat, watch })) {
    if (value !== null && value !== "") made.searchParams.set(name, value);
  }
  return made;
}

/** Fetch and show the wanted step. While one is being fetched, only the latest wish is kept. */
async function follow() {
  if (busy || shown === wanted) return;
  busy = true;
  const step = wanted;
  try {
    const answer = await fetch(link(`${address}/at/${step}`, { from: shown }), { headers: { accept: "application/json" } });
    const moment = await answer.json();
    if (!answer.ok) throw new Error(moment.words);
    if (moment.parts) panels.change(moment.parts, moment.boxes);
    else panels.draw(moment);
    shown = step;
    find("#now").textContent = moment.now;
    highlights.show(targets(step));
  } catch (error) {
    pause();
    wanted = shown ?? wanted;
    find("#now").textContent = (error instanceof Error && error.message) || _("This moment can't be shown just now. Try again.");
    place(wanted);
    busy = false;
    return;
  }
  busy = false;
  follow();
}

/** @type {NodeListOf<HTMLElement>} */
const entries = log.querySelectorAll("li[data-first]");
/** The turn or deal that a step belongs to, and the step's own words. */
const line = (step) => [...entries].find((entry) => Number(entry.dataset.first) < step && step <= Number(entry.dataset.step));
const told = (step) => line(step)?.querySelector(`ol [data-step="${step}"]`) ?? line(step)?.querySelector("a");
const targets = (step) => line(step)?.dataset.targets.split(" ").filter(Boolean) ?? [];

/** Everything but the pictures: slider, log, chart, address. */
function place(step) {
  slider.value = String(step);
  slider.setAttribute("aria-valuetext", told(step)?.textContent.trim() || _("The start"));
  find("#where").textContent = `${step} / ${last}`;
  round.value = String(step === last ? last : starts.findLast((start) => start <= step));
  for (const entry of log.querySelectorAll(".current")) {
    entry.classList.remove("current");
    entry.removeAttribute("aria-current");
  }
  const entry = line(step);
  if (entry) {
    entry.classList.add("current");
    entry.setAttribute("aria-current", "step");
    log.scrollTop = entry.offsetTop - log.offsetTop - log.clientHeight / 2;
  } else {
    log.scrollTop = 0;
  }
  /** @type {HTMLInputElement | null} */
  const at = document.querySelector("#branch [name=at]");
  if (at) at.value = String(step);
  mark(step);
  history.replaceState(null, "", link(address, { at: step }));
}

function go(step) {
  wanted = Math.max(0, Math.min(last, step));
  place(wanted);
  follow();
}

// Playing

const button = find("[data-go=play]");

function pause() {
  clearInterval(timer);
  timer = 0;
  button.setAttribute("aria-pressed", "false");
}

function play() {
  if (wanted === last) go(0);
  button.setAttribute("aria-pressed", "true");
  timer = setInterval(() => {
    if (busy) return;
    if (wanted === last) pause();
    else go(wanted + 1);
  }, pace);
}

const ways = {
  first: () => go(0),
  back: () => go(wanted - 1),
  on: () => go(wanted + 1),
  last: () => go(last),
};

function act(name) {
  if (name === "play") {
    if (timer) pause();
    else play();
    return;
  }
  pause();
  ways[name]();
}

/** @type {NodeListOf<HTMLButtonElement>} */
const buttons = document.querySelectorAll("[data-go]");
for (const one of buttons) one.addEventListener("click", () => act(one.dataset.go));
slider.addEventListener("input", () => {
  pause();
  go(Number(slider.value));
});
round.addEventListener("change", () => {
  pause();
  go(Number(round.value));
});
/** @type {HTMLSelectElement | null} */
const viewer = document.querySelector("#as");
viewer?.addEventListener("change", () => {
  const other = new URL(location.href);
  other.searchParams.set("at", String(wanted));
  if (viewer.value) other.searchParams.set("seat", viewer.value);
  else other.searchParams.delete("seat");
  location.assign(other);
});

const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", " ": "play" };
addEventListener("keydown", (event) => {
  const name = keys[event.key];
  if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
  if (closest(event, "input, select, textarea, .view.zoomed")) return;
  if (event.key === " " && closest(event, "button, a")) return;
  event.preventDefault();
  act(name);
});

// The log, the statements and the chart link to moments, too

document.addEventListener("click", (event) => {
  const entry = closest(event, "[data-step] a:not(.opens), a[data-step]");
  if (!entry || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  pause();
  go(Number(closest(event, "[data-step]").dataset.step));
  if (!log.contains(entry)) find(".desk").scrollIntoView();
});
log.addEventListener("pointerover", (event) => highlights.show(closest(event, "li[data-targets]")?.dataset.targets.split(" ").filter(Boolean) ?? []));
log.addEventListener("pointerout", () => highlights.show(targets(shown ?? wanted)));

/** A chart with a line at the current step; a click on it goes to another. */
class Curves {
  constructor(chart) {
    this.chart = chart;
    this.left = Number(chart.dataset.left);
    this.wide = Number(chart.dataset.wide);
    this.cursor = document.createElementNS("http://www.w3.org/2000/svg", "path");
    this.cursor.setAttribute("class", "cursor");
    chart.append(this.cursor);
    chart.addEventListener("click", (event) => this.clicked(event));
  }

  mark(step) {
    const x = this.left + (this.wide * step) / Math.max(1, last);
    this.cursor.setAttribute("d", `M${x} 8V284`);
  }

  clicked(event) {
    if (closest(event, "a")) return;
    const box = this.chart.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * this.chart.viewBox.baseVal.width;
    pause();
    go(Math.round(((x - this.left) / this.wide) * last));
  }
}

const charts = [new Curves(find("#chart svg"))];
const course = find("#course");

function mark(step) {
  for (const one of charts) one.mark(step);
}

if (course) {
  showAnalysis(course, address).then((drawn) => {
    if (drawn) charts.push(new Curves(drawn));
    mark(wanted);
  });
}

find("#souvenirs")?.replaceChildren(souvenirs(address, () => document.title));

// A link to this moment

find("#copy").addEventListener("click", async () => {
  const here = link(address, { at: wanted });
  try {
    await navigator.clipboard.writeText(here.href);
    find("#now").textContent = _("Link copied.");
  } catch {
    prompt(_("The link to this moment:"), here.href);
  }
});

place(wanted);
follow();
