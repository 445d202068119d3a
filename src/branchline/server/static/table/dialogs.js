// Settings, help, seats and links.

import { botFits } from "../shared/bot-fields.js";
import { closest, emblem, find, make } from "../shared/elements.js";
import { _ } from "../shared/translations.js";
import { sure } from "./choices/choices.js";
import { timeWords } from "./clocks.js";
import { notice } from "./notices.js";
import { switchSounds } from "./sounds.js";

const settings = find("#settings");
/** @type {HTMLFormElement} */
const form = find("form", settings);
/** @type {HTMLInputElement} */
const forced = find("[name=forced]", form);
/** @type {HTMLInputElement} */
const hints = find("[name=hints]", form);
/**
 * Players who may not see the links have no such dialog.
 * @type {HTMLDialogElement | null}
 */
const links = find("#links");
const table = document.body.dataset.table;

/** Send a form's fields; returns the answer, or null after showing a notice. */
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

/** Whether the browser can share a link with other apps. */
function offerSharing() {
  const button = find("[data-share]");
  if (button) button.hidden = !navigator.share;
}

export class Dialogs {
  /** `ask` sends a request to the table; `speed` gets a new speed. */
  constructor({ ask, speed }) {
    this.ask = ask;
    this.greeted = false;
    this.first = null; // how far the game was when the page was opened
    this.asked = new Set(); // seats for which the player was told that the others want a new invitation
    this.speed = speed;
    for (const name of ["help", "settings", "links"]) {
      /** @type {HTMLDialogElement} */
      const dialog = find(`#${name}`);
      find(`#${name}-button`)?.addEventListener("click", () => dialog.showModal());
    }
    const more = find("#more-button");
    const menu = more.parentElement;
    document.addEventListener("click", (event) => {
      const open = closest(event, "#more-button") !== null && !menu.classList.contains("open");
      menu.classList.toggle("open", open);
      more.setAttribute("aria-expanded", open ? "true" : "false");
    });
    form.addEventListener("change", (event) => this.changed(event.target));
    for (const asking of document.querySelectorAll("form[data-ask]")) {
      asking.addEventListener("submit", (event) => this.submit(event, asking));
    }
    links?.addEventListener("click", (event) => this.onLinks(event.target));
    offerSharing();
  }

  /** @param {Server.Position} position */
  draw(position) {
    forced.checked = position.forced;
    hints.checked = position.hints;
    this.show("[data-seated]", position.seat !== null);
    this.show("[data-host]", position.host);
    this.greet(position);
  }

  /**
   * Show or hide rows of the settings.
   * @param {string} selector
   * @param {boolean} is
   */
  show(selector, is) {
    /** @type {NodeListOf<HTMLElement>} */
    const rows = form.querySelectorAll(selector);
    for (const row of rows) row.hidden = !is;
  }

  /**
   * Seats may have changed, and with them the links.
   * @param {Server.Told} told
   * @param {number[]} mine
   * @param {boolean} host
   */
  drawSeats(told, mine, host) {
    if (!links) return;
    this.first ??= told.at;
    const arriving = told.seats.some((one) => one.kind === "open");
    find("#meanwhile")?.toggleAttribute("hidden", !arriving && told.at !== this.first);
    if (this.greeted && !arriving) {
      links.close();
      this.greeted = false;
    }
    const kinds = JSON.stringify([told.seats.map((one) => one.kind), mine]);
    if (this.kinds !== undefined && this.kinds !== kinds) this.freshLinks();
    if (host && this.kinds !== kinds) this.drawBots(told);
    this.kinds = kinds;
    const again = find("#invite-again");
    if (!again) return;
    const taken = told.seats.map((one, seat) => this.taken(one, seat, told, mine, host)).filter(Boolean);
    again.hidden = taken.length === 0;
    find("#taken-seats").replaceChildren(...taken);
  }

  /** Load the current links. */
  async freshLinks() {
    const text = await fetch(location.pathname).then((answer) => (answer.ok ? answer.text() : ""), () => "");
    const fresh = find("#seat-links", new DOMParser().parseFromString(text, "text/html"));
    if (!fresh) return;
    const open = find("#seat-links details[open]") !== null;
    find("#seat-links").replaceWith(document.adoptNode(fresh));
    find("#seat-links details")?.toggleAttribute("open", open);
    offerSharing();
  }

  /**
   * Somebody else's seat, for which the others can issue a new invitation.
   * @param {Server.Seat} one
   * @param {number} seat
   * @param {Server.Told} told
   * @param {number[]} mine
   * @param {boolean} host
   */
  taken(one, seat, told, mine, host) {
    if (one.kind !== "person" || mine.includes(seat) || told.over) return null;
    const asked = one.new_invitation;
    const names = (seats) => seats.map((voter) => told.seats[voter]?.name ?? _("The host")).join(", ");
    const ours = asked?.waits.some((voter) => (voter < 0 ? host : mine.includes(voter)));
    if (ours && !this.asked.has(seat)) notice(_("Shall {name} get a new invitation? “Seats and links” asks you to agree.", { name: one.name }));
    if (ours) this.asked.add(seat);
    const left = asked?.opens ? asked.opens - asked.now : 0;
    let words = one.here ? _("is at the table right now") : _("away");
    if (asked?.waits.length) words = _("Waiting for {names} to agree.", { names: names(asked.waits) });
    else if (asked && left > 0) words = _("All have agreed. The seat can be opened in {time}, unless {name} comes back.", { time: timeWords(left), name: one.name });
    const label = !asked ? _("Give out a new invitation") : ours ? _("Agree") : asked.opens && left <= 0 ? _("Open the seat") : "";
    const button = make("button", { class: "sign small plain", type: "button", "data-invite-again": seat }, label);
    return make("li", {}, emblem(seat), make("span", {}, `${one.name}: ${words}`), label && !one.here ? button : null);
  }

  /**
   * Shows the links to a host whose friends have not joined yet; `drawSeats` closes them when all are there.
   * @param {Server.Position} position
   */
  greet({ host, told, log }) {
    if (this.greeted || !host || !told.seats.some((one) => one.kind === "open")) return;
    this.greeted = true;
    const turns = log.filter((entry) => (entry.seat ?? null) !== null && !entry.seated && (entry.kind ?? "turn") === "turn");
    if (turns.length < 3) links.showModal();
  }

  async changed(field) {
    if (field.name === "forced") this.ask({ type: "prefer", forced: field.checked });
    else if (field.name === "hints") this.ask({ type: "allow", hints: field.checked });
    else {
      const value = field.type === "checkbox" ? (field.checked ? "1" : "0") : field.value;
      if (field.name === "sounds") switchSounds(field.checked);
      const kept = await send("/settings", { [field.name]: value });
      if (field.name === "speed") this.speed(value);
      else if (kept && field.type !== "checkbox") location.reload();
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
    } else if (target.matches("[data-share]")) {
      await navigator.share({ title: document.title, text: target.dataset.share, url: field.value }).catch(() => {});
    } else if (target.matches("[data-renew]")) {
      const seat = target.dataset.renew;
      const renewed = await send(`/table/${table}/link`, { seat });
      if (!renewed) return;
      field.value = renewed.link;
      await this.freshLinks(); // one new invitation ends others, too
      notice(_("This is the new link. The old one no longer works."));
    } else if (target.matches("[data-invite-again]")) {
      const given = await send(`/table/${table}/invite-again`, { seat: target.dataset.inviteAgain });
      if (!given?.link) return;
      const link = make("input", { readonly: true, value: given.link, "aria-label": _("The new invitation") });
      const copy = make("button", { class: "sign small plain", type: "button", "data-copy": true }, _("Copy"));
      find("#invite-again").before(make("ul", { class: "links" }, make("li", {}, link, copy)));
    } else if (target.matches("[data-seat-bot]")) {
      const chosen = (name) => target.closest("li").querySelector(`[name=${name}]`)?.value ?? "";
      const fields = { seat: target.dataset.seatBot, bot: chosen("bot"), style: chosen("style") };
      if (await send(`/table/${table}/seat`, fields)) location.reload();
    }
  }

  /**
   * The host gives seats to bots, or opens them again.
   * @param {Server.Told} told
   */
  drawBots(told) {
    /** @type {HTMLTemplateElement} */
    const fields = find("#bot-fields");
    const rows = told.seats.map((one, seat) => {
      if (one.kind === "person") return null;
      const name = make("span", {}, `${seat + 1}. ${one.name}`);
      const act = (words) => make("button", { class: "sign small plain", type: "button", "data-seat-bot": seat }, words);
      if (one.kind === "bot") return make("li", {}, name, act(_("Open the seat for a friend")));
      const line = make("li", {}, name, fields.content.cloneNode(true), act(_("Let a bot play")));
      /** @type {HTMLSelectElement} */
      const level = find("[name=bot]", line);
      level.addEventListener("change", () => botFits(level, line));
      botFits(level, line);
      return line;
    });
    find("#bots-at-table").hidden = !rows.some(Boolean);
    find("#bot-seats").replaceChildren(...rows.filter(Boolean));
  }
}
