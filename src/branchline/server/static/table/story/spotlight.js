// Shows a turn where it happens: its panel and the spot on it, with the seat's emblem and what was done. Others' turns
// are shown as they are made, and again on request.

import { emblem, find, make } from "../../shared/elements.js";
import { narrow, turnTo } from "../tabs.js";
import { isTurn } from "./log.js";

const READING = 1600; // minimum milliseconds for a turn that is shown again
const END_OF_TURN = 3; // a finished turn is shown this many times as long as a step

export class Spotlight {
  /**
   * @param {import("../../panels/panels.js").Panels} panels
   * @param {import("../../panels/highlights.js").Highlights} highlights
   * @param {import("../../panels/animation.js").Animator} animator
   */
  constructor(panels, highlights, animator) {
    this.panels = panels;
    this.highlights = highlights;
    this.animator = animator;
    this.callout = make("div", { id: "callout", "aria-hidden": "true", hidden: true });
    this.beside = find("#beside");
    this.replaying = false;
    /** @type {string | null} */
    this.turned = null; // the panel that the page turned to
    document.body.append(this.callout);
  }

  /**
   * Show new entries of the log, one after the other; our own need no showing.
   * @param {Server.Entry[]} entries
   * @param {number | null} seat
   * @param {{ more: () => boolean, busy: () => boolean }} state whether more moves wait, and whether the player is acting
   */
  async watch(entries, seat, { more, busy }) {
    const turns = entries.filter((entry) => isTurn(entry) && !entry.seated && !entry.undone && entry.seat !== seat);
    for (const entry of turns) {
      if (!this.animator.pace || busy() || this.replaying) break;
      this.show(entry, !document.body.dataset.tab);
      await this.animator.pause(this.animator.pace * (entry.open ? 1 : END_OF_TURN));
    }
    if (!turns.length && more()) await this.animator.pause(this.animator.pace);
    if (!more() && !this.replaying) this.end();
  }

  /**
   * Show finished turns again. Asking once more ends it.
   * @param {Server.Entry[]} entries
   * @param {(entry: Server.Entry | null) => void} point marks the entry in the log
   */
  async replay(entries, point) {
    if (this.stop()) return;
    this.animator.wake?.(); // from turns that are shown for the first time
    this.replaying = true;
    for (const entry of entries) {
      point(entry);
      this.show(entry, true);
      await this.animator.pause(Math.max(READING, this.animator.pace * 4));
      if (!this.replaying) break;
    }
    this.stop();
    point(null);
    this.end();
  }

  /** Returns whether turns were being shown again. */
  stop() {
    const was = this.replaying;
    this.replaying = false;
    if (was) this.animator.wake?.();
    return was;
  }

  /**
   * @param {Server.Entry} entry
   * @param {boolean} turn turn to a panel that is out of sight
   */
  show(entry, turn) {
    this.clear();
    const panel = this.panelOf(entry, turn);
    panel?.figure.classList.add("acting");
    this.highlights.put("spotlit", entry.targets ?? []);
    const who = entry.seat ?? null;
    this.callout.replaceChildren(...(who === null ? [] : [emblem(who)]), make("span", {}, entry.words));
    this.callout.hidden = false;
    const spots = panel ? [...panel.svg.querySelectorAll(".spotlit")] : [find(`#seats [data-seat="${who}"]`)];
    this.place(spots.filter(Boolean), (panel?.view ?? find("#large")).getBoundingClientRect());
  }

  /**
   * The picture of the first visible thing that was touched.
   * @param {Server.Entry} entry
   * @param {boolean} turn
   */
  panelOf(entry, turn) {
    const found = this.highlights.shapesOf(entry.targets ?? []).map((shape) => this.panels.of(shape)).filter(Boolean);
    const seen = found.find((panel) => panel.inView);
    if (seen || !found.length || !turn) return seen;
    if (!this.turned && !narrow()) this.hold();
    this.putBack();
    this.turned = found[0].name;
    turnTo(this.turned, this.panels);
    return found[0];
  }

  /** Whatever stands beside the large panel meanwhile, log and choices stay where they are. */
  hold() {
    const { height } = this.beside.getBoundingClientRect();
    Object.assign(this.beside.style, height ? { height: `${height}px` } : { display: "none" });
  }

  /**
   * Put the callout above the spots, or else below them, beside the choices and not on them.
   * @param {Element[]} shapes
   * @param {DOMRect} box the picture
   */
  place(shapes, box) {
    const spots = shapes.map((shape) => shape.getBoundingClientRect()).filter((spot) => spot.width || spot.height);
    const edge = (side, best, otherwise) => (spots.length ? best(...spots.map((spot) => spot[side])) : otherwise);
    const { style } = this.callout;
    style.maxWidth = `${Math.min(box.width, 384)}px`;
    const { offsetWidth: width, offsetHeight: height } = this.callout;
    const within = (at, low, high) => `${Math.round(Math.max(low, Math.min(at, high)))}px`;
    const highest = find("#main").getBoundingClientRect().top;
    const above = edge("top", Math.min, box.bottom) - height - 8;
    const below = edge("bottom", Math.max, box.bottom) + 8;
    style.left = within((edge("left", Math.min, box.left) + edge("right", Math.max, box.right) - width) / 2, box.left, box.right - width);
    style.top = within(above >= highest ? above : below, highest, box.bottom - height);
  }

  /** Back to the panels that matter now. */
  end() {
    this.clear();
    if (!this.turned) return;
    this.putBack();
    turnTo(this.panels.main[0], this.panels);
    this.turned = null;
    this.beside.removeAttribute("style");
  }

  /** The panel that the page turned to is no longer the large one. */
  putBack() {
    if (this.turned && this.panels.chosen === this.turned) this.panels.enlarge();
  }

  clear() {
    for (const panel of this.panels) panel.figure.classList.remove("acting");
    this.highlights.put("spotlit", []);
    this.callout.hidden = true;
  }
}
