// Settings, help, seats and links.

import { botFits } from "./bot-fields.js";
import { sure } from "./choices.js";
import { find, make } from "./page.js";
import { notice } from "./notices.js";
import { switchSounds } from "./sounds.js";
import { _ } from "./words.js";

const settings = find("#settings");
const form = find("form", settings);
const table = document.body.dataset.table;

/** Send a form's fields; gives the answer, or null and a notice. */
async function send(path, fields) {
  try {
    const body = new URLSearchParams(fields);
    const answer = await fetch(path, { method: "POST", body, headers: { accept: "application/json" } });
    const found = await answer.json().catch(() => ({}));
    if (answer.ok) return found;
    notice(found.words ?? _("That could not be done. Try again."));
  } catch {
    notice(_("No connection. Try again."));
  }
  return null;
}

export class Dialogs {
  /** `ask` sends a request to the table; `speed` is told a new speed. */
  constructor({ ask, speed }) {
    this.ask = ask;
    this.speed = speed;
    for (const name of ["help", "settings", "links"]) {
      find(`#${name}-button`)?.addEventListener("click", () => find(`#${name}`).showModal());
    }
    const more = find("#more-button");
    document.addEventListener("click", (event) => {
      const open = more.contains(event.target) && !more.parentNode.classList.contains("open");
      more.parentNode.classList.toggle("open", open);
      more.setAttribute("aria-expanded", open ? "true" : "false");
    });
    form.addEventListener("change", (event) => this.changed(event.target));
    for (const asking of document.querySelectorAll("form[data-ask]")) {
      asking.addEventListener("submit", (event) => this.submit(event, asking));
    }
    find("#links")?.addEventListener("click", (event) => this.onLinks(event.target));
  }

  draw(position) {
    form.elements.forced.checked = position.forced;
    form.elements.hints.checked = position.hints;
    for (const row of form.querySelectorAll("[data-seated]")) row.hidden = position.seat === null;
    for (const row of form.querySelectorAll("[data-host]")) row.hidden = !position.host;
    if (position.host) this.drawBots(position.told);
    this.greet(position);
  }

  /** A host whose friends have yet to come needs their links first of all. */
  greet({ host, told, log }) {
    const links = find("#links");
    const waits = host && told.seats.some((one) => one.kind === "open");
    if (waits && !this.greeted && log.length < 3) links.showModal();
    else if (!waits && this.greeted && links?.open) links.close();
    this.greeted = waits;
  }

  async changed(field) {
    if (field.name === "forced") this.ask({ type: "prefer", forced: field.checked });
    else if (field.name === "hints") this.ask({ type: "allow", hints: field.checked });
    else {
      const value = field.name === "sounds" ? (field.checked ? "1" : "0") : field.value;
      if (field.name === "sounds") switchSounds(field.checked);
      const kept = await send("/settings", { [field.name]: value });
      if (field.name === "speed") this.speed(value);
      else if (kept && field.name !== "sounds") location.reload();
    }
  }

  async submit(event, asking) {
    event.preventDefault();
    if (await sure(asking.dataset.ask)) asking.submit();
  }

  async onLinks(target) {
    const field = target.closest("li")?.querySelector("input");
    if (target.matches("[data-copy]")) {
      field.select();
      await navigator.clipboard?.writeText(field.value).catch(() => {});
      notice(_("Link copied."));
    } else if (target.matches("[data-renew]")) {
      const seat = target.dataset.renew;
      const renewed = await send(`/table/${table}/link`, { seat });
      if (!renewed) return;
      field.value = renewed.link;
      notice(_("This is the new link. The old one no longer works."));
    } else if (target.matches("[data-seat-bot]")) {
      const chosen = (name) => target.closest("li").querySelector(`[name=${name}]`)?.value ?? "";
      const fields = { seat: target.dataset.seatBot, bot: chosen("bot"), style: chosen("style") };
      if (await send(`/table/${table}/seat`, fields)) location.reload();
    }
  }

  /** The host gives seats to bots, or takes them back. */
  drawBots(told) {
    const rows = told.seats.map((one, seat) => {
      if (one.kind === "person") return null;
      const name = make("span", {}, `${seat + 1}. ${one.name}`);
      const act = (words) => make("button", { class: "sign small plain", type: "button", "data-seat-bot": seat }, words);
      if (one.kind === "bot") return make("li", {}, name, act(_("Open the seat for a friend")));
      const line = make("li", {}, name, find("#bot-fields").content.cloneNode(true), act(_("Let a bot play")));
      const level = find("[name=bot]", line);
      level.addEventListener("change", () => botFits(level, line));
      botFits(level, line);
      return line;
    });
    find("#bot-seats").replaceChildren(...rows.filter(Boolean));
  }
}
