// The account of a round or a scoring: a sheet over the board, like the statement of a railway company. It counts up line
// by line and goes away by itself as soon as there is something more urgent. The game goes on under it.

import { closest, find, icon, make } from "../../shared/elements.js";
import { countUp, plain, statement } from "../../shared/statement.js";
import { _ } from "../../shared/translations.js";
import { TEXT } from "../shortcuts.js";

const PAUSES = { slow: 500, normal: 280, fast: 120, instant: 0 }; // between two lines
const CLOSES = [" ", "Enter", "Escape"];
const still = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {HTMLInputElement} */
const wanted = find("#settings [name=account_sheet]");
/** @type {HTMLSelectElement} */
const speed = find("#settings [name=speed]");

/** Our clock is running out, or somebody is waiting for our answer. */
const isPressing = () =>
  (document.body.dataset.turn === "mine" && find(".clock.short") !== null) ||
  find(":is(#wish, #absence):not([hidden]) .answers:not(:has([aria-pressed=true]))") !== null;

export class AccountSheet {
  constructor() {
    this.seen = -1; // the step of the latest account in the log
    /** @type {Server.Entry[]} */
    this.shown = []; // entries whose accounts are on the sheet while it is open
    this.lines = 0; // counts what is shown, so that closing ends the counting
    this.root = make("div", { id: "account", class: "account-sheet", popover: "manual", role: "dialog", "aria-labelledby": "account-title", tabindex: -1 });
    document.body.append(this.root);
    document.addEventListener("click", () => this.close(), { capture: true });
    document.addEventListener("keydown", (event) => this.onKey(event), { capture: true });
    setInterval(() => this.isOpen && isPressing() && this.close(), 1000);
  }

  get isOpen() {
    return this.root.matches(":popover-open");
  }

  /**
   * Open the accounts that are new in the log. None are new after loading the page; the last ones are left to the
   * ceremony.
   * @param {Server.Entry[]} entries
   * @param {Server.Told} told
   * @param {boolean} first
   */
  follow(entries, told, first = false) {
    const due = entries.filter((entry) => entry.accounts?.length);
    const seen = this.seen;
    this.seen = due.at(-1)?.step ?? -1;
    if (this.seen < seen) this.close(); // undone
    const fresh = due.filter((entry) => entry.step > seen);
    if (first || told.over || !fresh.length || !wanted.checked || isPressing() || find("dialog[open]")) return;
    const before = this.isOpen ? this.shown : []; // accounts that nobody has closed stay, and the new ones follow below
    this.open([...before, ...fresh], entries, told, before.flatMap((entry) => entry.accounts ?? []).length);
  }

  /**
   * @param {Server.Entry[]} shown entries with accounts
   * @param {Server.Entry[]} entries the whole log
   * @param {Server.Told} told
   * @param {number} counted how many of the accounts were counted up already
   */
  open(shown, entries, told, counted = 0) {
    this.shown = shown;
    const heading = entries.slice(0, entries.indexOf(shown[0])).findLast((entry) => entry.kind === "heading");
    const accounts = shown.flatMap((entry) => entry.accounts ?? []);
    const names = told.seats.map((one) => one.name);
    const leads = accounts.findLast((account) => account.score);
    this.root.replaceChildren(
      make("button", { class: "tool close", type: "button", "aria-label": _("Close") }, icon("close")),
      make("h2", { id: "account-title" }, heading?.words ?? accounts[0].title),
      statement(accounts, names),
      make("p", { class: "lead" }, leads ? leading(leads, names) : ""),
      make("p", { class: "answers" }, make("button", { class: "sign small green", type: "button" }, _("Continue"))),
    );
    this.place();
    if (!this.isOpen) this.back = document.activeElement;
    if (!this.isOpen) this.root.showPopover();
    if (!this.back?.matches(TEXT)) this.root.focus({ preventScroll: true });
    this.count(accounts, counted);
  }

  /** Place it over the largest picture, or over the page if the picture is out of sight. */
  place() {
    const boxes = [find("#large"), find("#main")].map((one) => one.getBoundingClientRect());
    const { left, width, top } = boxes.find((box) => box.width && box.height);
    this.root.style.setProperty("--middle", `${left + width / 2}px`);
    this.root.style.setProperty("--top", `${Math.max(top, 4)}px`);
  }

  /**
   * Show the lines one after the other, and count up.
   * @param {Server.Account[]} accounts
   * @param {number} counted how many of them were counted up already
   */
  async count(accounts, counted) {
    this.lines += 1;
    const shown = this.lines;
    const pause = still.matches || document.hidden ? 0 : (PAUSES[speed.value] ?? PAUSES.normal);
    if (!pause) return;
    const scroll = (_sums, line) => line?.scrollIntoView({ block: "nearest" });
    await countUp(this.root, accounts, { pause, from: counted, counted: scroll, goesOn: () => this.lines === shown });
  }

  close() {
    if (!this.isOpen) return;
    this.lines += 1;
    const inside = this.root.contains(document.activeElement);
    this.root.classList.remove("counts");
    this.root.hidePopover();
    if (inside && this.back instanceof HTMLElement && this.back.isConnected) this.back.focus({ preventScroll: true });
  }

  onKey(event) {
    if (!this.isOpen || !CLOSES.includes(event.key) || closest(event, TEXT) || find("dialog[open]")) return;
    event.preventDefault();
    event.stopPropagation();
    this.close();
  }
}

/**
 * @param {Server.Account} account
 * @param {string[]} names
 */
function leading(account, names) {
  const scores = account.total.map((sum, seat) => account.before[seat] + sum);
  const points = Math.max(...scores);
  return _("Most points: {names}, {points}", { names: names.filter((_name, seat) => scores[seat] === points).join(", "), points: plain(points) });
}
