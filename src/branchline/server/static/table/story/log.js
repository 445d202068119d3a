// The log in sentences: a line per turn whose single steps unfold, linked with the pictures both ways.

import { emblem, find, make } from "../../shared/elements.js";
import { _, n_ } from "../../shared/translations.js";
import { say } from "../notices.js";

const lapsed = find("#lapsed");

/**
 * Whether an entry tells a turn; most entries do, so it need not be said.
 * @param {Server.Entry} entry
 */
export const isTurn = (entry) => (entry.kind ?? "turn") === "turn";

/**
 * Whether an entry replaces an earlier one.
 * @param {Server.Entry} entry
 * @param {Server.Entry} before
 */
function continues(entry, before) {
  if (isTurn(entry) && isTurn(before)) return before.first === entry.first && !before.seated && !before.undone;
  return entry.kind === before.kind && entry.words === before.words;
}

/**
 * The turn that is still going on, with what has come of it so far.
 * @param {Server.Entry[]} entries
 */
function goingOn(entries) {
  const last = entries.findLastIndex(isTurn);
  return new Set(entries[last]?.open ? entries.slice(last) : []);
}

export class Log {
  /**
   * `light` highlights targets in the pictures; `again` replays turns, and `open` shows the accounts of an entry; `replay` is
   * the address of the replay.
   */
  constructor(list, { light, again, open, replay }) {
    this.list = list;
    this.replay = replay;
    this.light = light;
    this.open = open;
    const show = () => again(this.sinceTurn(this.seat), (entry) => this.point(entry));
    this.since = make("button", { id: "since", class: "since", type: "button", hidden: true, onclick: show });
    find("h2", list.parentElement).after(this.since);
    /** @type {Server.Entry[]} */
    this.entries = [];
    /** @type {string[]} */
    this.lapsed = []; // lapsed orders, until the player has moved
    this.atEnd = true; // unless the player has scrolled back
    list.addEventListener("scroll", () => {
      this.atEnd = this.end - list.scrollTop < 40;
    });
    new ResizeObserver(() => this.atEnd && this.toEnd()).observe(list);
    for (const [enter, leave] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
      list.addEventListener(enter, (event) => this.light(this.targets(event.target)));
      list.addEventListener(leave, () => this.light([]));
    }
    list.addEventListener("click", (event) => {
      if (event.target.matches(".opens")) this.open(this.entries[Number(event.target.closest("li").dataset.place)]);
      else this.light(this.targets(event.target), true);
    });
    list.addEventListener("keydown", (event) => this.onKey(event));
  }

  targets(node) {
    const line = node.closest("li[data-place]");
    return line ? (this.entries[Number(line.dataset.place)]?.targets ?? []) : [];
  }

  /** @param {Server.Entry[]} entries */
  draw(entries) {
    this.entries = [...entries];
    this.list.replaceChildren(...this.entries.map((entry, place) => this.line(entry, place)));
    this.toEnd();
  }

  /**
   * New lines, from the place `kept` on: a turn that goes on is told again, and undone ones are gone. A turn and what came
   * of it are read out once it is over. Returns the entries that are new or have grown, with their new targets.
   * @param {Server.Entry[]} entries
   * @param {number | null} kept
   */
  add(entries, kept) {
    const place = Math.min(kept ?? this.entries.length, this.entries.length);
    const waited = goingOn(this.entries);
    const old = this.entries.splice(place);
    this.entries.push(...entries);
    const waits = goingOn(this.entries);
    const lines = [...this.list.children].slice(place);
    const fresh = [];
    for (const [n, entry] of entries.entries()) {
      const told = old.findIndex((other) => continues(entry, other));
      const before = told < 0 ? null : old.splice(told, 1)[0];
      const line = this.line(entry, place + n);
      if (lines[n]?.querySelector("details")?.open) line.querySelector("details")?.setAttribute("open", "");
      if (lines[n]) lines[n].replaceWith(line);
      else this.list.append(line);
      if ((!before || waited.has(before)) && !waits.has(entry)) say(entry.words);
      if (before && !before.open) continue;
      fresh.push({ ...entry, targets: (entry.targets ?? []).filter((target) => !before?.targets?.includes(target)) });
    }
    for (const line of lines.slice(entries.length)) line.remove();
    if (entries.length && this.atEnd) this.toEnd();
    return fresh;
  }

  /**
   * @param {Server.Entry} entry
   * @param {number} place
   */
  line(entry, place) {
    const made = make("li", { "data-place": place, tabindex: -1 });
    if (entry.kind === "heading") {
      made.className = "heading";
      made.append(make("h3", {}, entry.words));
      return made;
    }
    made.append(
      entry.seat === null || entry.seat === undefined ? make("span", { class: "emblem" }) : emblem(entry.seat),
      entry.details?.length ? this.unfolding(entry) : make("span", { class: "words" }, entry.words),
    );
    if (entry.accounts?.length) made.append(make("button", { class: "opens", type: "button" }, _("Statement")));
    if (this.replay && entry.step > (entry.first ?? 0)) made.append(this.moment(entry.step));
    const marks = { outcome: entry.kind === "outcome", forced: entry.forced, undone: entry.undone, seated: entry.seated, linked: entry.targets?.length };
    for (const [name, there] of Object.entries(marks)) made.classList.toggle(name, Boolean(there));
    return made;
  }

  /** @param {Server.Entry} entry */
  unfolding(entry) {
    const steps = entry.details.map((words, n) => make("li", {}, make("span", {}, words), this.replay ? this.moment((entry.first ?? 0) + n + 1) : ""));
    return make("details", { class: "words" }, make("summary", {}, entry.words), make("ol", {}, ...steps));
  }

  /**
   * The way back to a moment.
   * @param {number} step
   */
  moment(step) {
    const address = new URL(this.replay, location.href);
    address.searchParams.set("at", String(step));
    return make("a", { class: "moment", href: address.href, title: _("Look back at this moment"), "aria-label": _("Look back at this moment") }, "↶");
  }

  /** How far the list is scrolled at its end: an entry that is longer than the list shows its beginning, which says who did it. */
  get end() {
    const { lastElementChild: last, clientHeight, scrollHeight } = this.list;
    return last?.offsetHeight > clientHeight ? last.offsetTop : scrollHeight - clientHeight;
  }

  toEnd() {
    this.list.scrollTop = this.end;
  }

  onKey(event) {
    const line = event.target.closest("li[data-place]");
    if (event.key === "Enter" && line && event.target === line) line.querySelector("summary, .opens, .moment")?.click();
    const step = { ArrowUp: "previousElementSibling", ArrowDown: "nextElementSibling" }[event.key];
    if (!step) return;
    const next = line ? line[step] : this.list.lastElementChild;
    next?.focus();
    event.preventDefault();
  }

  /**
   * Mark the lines about a shape and scroll to the last of them; returns their words.
   * @param {string} target
   */
  mark(target) {
    const found = [];
    for (const line of this.list.children) {
      const entry = this.entries[Number(line.dataset.place)];
      const speaks = entry?.targets?.includes(target) ?? false;
      line.classList.toggle("marked", speaks);
      if (speaks) found.push([line, entry.words]);
    }
    found.at(-1)?.[0].scrollIntoView({ block: "nearest" });
    return found.map(([, words]) => words);
  }

  /**
   * What the others did between a seat's last turn and this one.
   * @param {number} seat
   */
  sinceTurn(seat) {
    const moves = this.entries.filter((entry) => !entry.seated && isTurn(entry) && entry.seat !== null && entry.seat !== undefined);
    let end = moves.length;
    while (end > 0 && moves[end - 1].seat === seat) end -= 1;
    let start = end;
    while (start > 0 && moves[start - 1].seat !== seat) start -= 1;
    return start > 0 ? moves.slice(start, end).filter((entry) => !entry.undone) : [];
  }

  /**
   * Mark one entry and scroll to it.
   * @param {Server.Entry | null} entry
   */
  point(entry) {
    this.list.querySelector(".current")?.classList.remove("current");
    const line = this.list.children[this.entries.indexOf(entry)];
    line?.classList.add("current");
    line?.scrollIntoView({ block: "nearest" });
  }

  /**
   * One of the player's orders has lapsed.
   * @param {string} words
   */
  lapse(words) {
    this.lapsed.push(words);
  }

  /**
   * `ours`: it is the seat's turn. Its lapsed orders are shown even before that, until the turn is over.
   * @param {number | null} seat
   * @param {boolean} ours
   */
  drawSince(seat, ours) {
    if (this.ours && !ours) this.lapsed = [];
    this.ours = ours;
    this.seat = seat;
    const count = ours ? this.sinceTurn(seat).length : 0;
    this.since.hidden = !count;
    this.since.textContent = n_("Since your last turn: {count} move", "Since your last turn: {count} moves", count);
    lapsed.hidden = !this.lapsed.length;
    find("summary", lapsed).textContent = n_("{count} of your standing orders was dropped", "{count} of your standing orders were dropped", this.lapsed.length);
    find("ul", lapsed).replaceChildren(...this.lapsed.map((words) => make("li", {}, words)));
  }
}
