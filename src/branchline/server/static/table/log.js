// The log in sentences, linked with the pictures both ways.

import { emblem, make } from "../shared/elements.js";
import { n_ } from "../shared/translations.js";

export class Log {
  /** `light` highlights targets in the pictures; `said` is the live region for screen readers. */
  constructor(list, { since, said, light }) {
    this.list = list;
    this.since = since;
    this.said = said;
    this.light = light;
    /** @type {Server.Entry[]} */
    this.entries = [];
    /** @type {string[]} */
    this.lapsed = []; // lapsed orders, until the player has moved
    this.atEnd = true; // unless the player has scrolled back
    list.addEventListener("scroll", () => {
      this.atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    });
    new ResizeObserver(() => this.atEnd && this.toEnd()).observe(list);
    for (const [enter, leave] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
      list.addEventListener(enter, (event) => this.light(this.targets(event.target)));
      list.addEventListener(leave, () => this.light([]));
    }
    list.addEventListener("click", (event) => this.light(this.targets(event.target), true));
    list.addEventListener("keydown", (event) => this.onKey(event));
  }

  targets(node) {
    const line = node.closest("li");
    return line ? (this.entries[Number(line.dataset.place)]?.targets ?? []) : [];
  }

  /** @param {Server.Entry[]} entries */
  draw(entries) {
    this.entries = [...entries];
    this.list.replaceChildren(...this.entries.map((entry, place) => this.line(entry, place)));
    this.toEnd();
  }

  /**
   * Add lines; `kept` is the number of old ones that remain after an undo.
   * @param {Server.Entry[]} entries
   * @param {number | null} kept
   */
  add(entries, kept) {
    if (kept !== null && kept !== undefined && kept < this.entries.length) {
      this.entries.length = kept;
      while (this.list.children.length > kept) this.list.lastChild.remove();
    }
    for (const entry of entries) {
      this.entries.push(entry);
      this.list.append(this.line(entry, this.entries.length - 1));
      this.said.append(make("p", {}, entry.words));
    }
    while (this.said.children.length > 8) this.said.firstChild.remove();
    if (entries.length && this.atEnd) this.toEnd();
  }

  /**
   * @param {Server.Entry} entry
   * @param {number} place
   */
  line(entry, place) {
    const made = make(
      "li",
      { "data-place": place, tabindex: -1 },
      entry.seat === null || entry.seat === undefined ? make("span", { class: "emblem" }) : emblem(entry.seat),
      make("span", {}, entry.words),
    );
    if (entry.forced) made.classList.add("forced");
    if (entry.undone) made.classList.add("undone");
    if (entry.seated) made.classList.add("seated");
    if (entry.targets?.length) made.classList.add("linked");
    return made;
  }

  toEnd() {
    this.list.scrollTop = this.list.scrollHeight;
  }

  onKey(event) {
    const step = { ArrowUp: "previousElementSibling", ArrowDown: "nextElementSibling" }[event.key];
    if (!step) return;
    const line = event.target.closest("li");
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
    const moves = this.entries.filter((entry) => !entry.seated);
    let end = moves.length;
    while (end > 0 && moves[end - 1].seat === seat) end -= 1;
    let start = end;
    while (start > 0 && moves[start - 1].seat !== seat) start -= 1;
    return start > 0 ? moves.slice(start, end).filter((entry) => !entry.undone) : [];
  }

  /**
   * One of the player's orders has lapsed.
   * @param {string} words
   */
  lapse(words) {
    this.lapsed.push(words);
    this.since.open = true;
  }

  /**
   * `ours`: it is the seat's turn. Its lapsed orders are shown even before that, until the turn is over.
   * @param {number | null} seat
   * @param {boolean} ours
   */
  drawSince(seat, ours) {
    if (this.ours && !ours) this.lapsed = [];
    this.ours = ours;
    const found = ours ? this.sinceTurn(seat) : [];
    this.since.hidden = found.length + this.lapsed.length === 0;
    if (this.since.hidden) return;
    this.since.querySelector("summary").textContent = [
      found.length && n_("Since your last turn: {count} move", "Since your last turn: {count} moves", found.length),
      this.lapsed.length && n_("{count} of your standing orders was dropped", "{count} of your standing orders were dropped", this.lapsed.length),
    ].filter(Boolean).join(" · ");
    const list = this.since.querySelector("ol");
    list.replaceChildren(
      ...this.lapsed.map((words) => make("li", { class: "lapsed" }, make("span", {}, words))),
      ...found.map((entry) => this.line(entry, this.entries.indexOf(entry))),
    );
    list.onpointerover = (event) => this.light(this.targets(event.target));
    list.onpointerout = () => this.light([]);
  }
}
