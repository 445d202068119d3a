// The ceremony at the end of a game: ranks, the score counted up, the winner celebrated, turning points, awards. It
// opens by itself once and fills the screen; closing it shows the table again.

import { icon, make } from "../shared/elements.js";
import { countUp } from "../shared/statement.js";
import { _ } from "../shared/translations.js";
import { again, heading, replay } from "../table/game-over.js";
import { notice } from "../table/notices.js";
import { pointsOf } from "../table/seats.js";
import { account, awards, challenged, course, keepsakes, picture, ranks, score } from "./parts.js";
import { isSeen, remember } from "./seen.js";
import { share } from "./share.js";

const PAUSE = 420; // between two lines of the score
const AGAIN = 2500; // milliseconds until the server is asked again
const still = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * What the server says about the end of a game.
 * @typedef {{ seat: number, title: string, words: string }} Award
 * @typedef {{ names: string[], places: number[][], parts: Server.AccountRow[], total: number[], awards: Award[], picture: string, souvenirs: boolean, challenge: string, won: boolean }} Found
 */

export class Ceremony {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    this.due = true; // it has not opened by itself yet
    this.lines = 0; // counts the showings, so that closing ends the counting
    /** @type {Found | null} */
    this.found = null;
    this.page = { table, seated: false, next: "" };
    this.root = make("dialog", { id: "ceremony", class: "ceremony", "aria-labelledby": "ceremony-title" });
    this.ways = make("footer", { class: "answers" });
    this.root.addEventListener("close", () => this.stop());
    document.body.append(this.root);
    document.addEventListener("theme", () => {
      this.found = null;
    });
  }

  /**
   * The position has changed, or what can be done after it.
   * @param {Server.Told} told
   * @param {import("../table/game-over.js").Page} page
   */
  tell(told, page) {
    this.page = page;
    if (this.root.open) this.drawWays();
    if (told.over) return;
    this.due = true;
    this.found = null;
    this.root.close();
  }

  /**
   * All moves have been shown: open, unless this browser has shown it before.
   * @param {Server.Told} told
   * @param {boolean} first the page has just been loaded
   */
  follow(told, first = false) {
    if (!told.over || told.ended || told.lesson || !this.due) return;
    this.due = false;
    if (!(first && isSeen(this.table))) this.open();
  }

  async open() {
    if (this.root.open) return;
    this.found ??= await fetchEnd(this.table);
    if (!this.found) notice(_("The ceremony can't be shown just now. Try again later."));
    if (!this.found || this.root.open) return;
    this.draw(this.found);
    this.root.showModal();
    this.root.scrollTop = 0;
    remember(this.table);
    this.said.textContent = this.inWords(this.found);
    this.count(this.found);
  }

  /** @param {Found} found */
  draw(found) {
    const title = heading(found.places[0], found.names);
    this.said = make("p", { class: "unseen", role: "status" });
    this.ranks = ranks(found);
    const close = make("button", { class: "tool close", type: "button", "aria-label": _("Close"), onclick: () => this.root.close() }, icon("close"));
    const top = make("header", {}, picture(found), make("h2", { id: "ceremony-title", tabindex: -1, autofocus: true }, title), challenged(found), this.said);
    this.told = make("p", { class: "shared", role: "status" });
    this.drawWays();
    const kept = keepsakes(this.table, found, () => title);
    this.root.replaceChildren(top, this.ranks, score(found), awards(found), course(this.table), kept, this.told, this.ways, close);
  }

  drawWays() {
    const sharing = make("button", { class: "sign plain", type: "button", onclick: () => this.share() }, _("Share"));
    const back = make("button", { class: "sign plain", type: "button", onclick: () => this.root.close() }, _("Back to the table"));
    this.ways.replaceChildren(...[again(this.page), replay(this.page), sharing, back].filter(Boolean));
  }

  async share() {
    this.told.textContent = await share(`/replay/${this.table}`, heading(this.found.places[0], this.found.names));
  }

  /**
   * What a screen reader says once, in place of the counting.
   * @param {Found} found
   */
  inWords({ names, places, total }) {
    return places.flat().map((seat) => `${names[seat]}: ${pointsOf(total[seat])}.`).join(" ");
  }

  /** @param {Found} found */
  async count(found) {
    this.lines += 1;
    const shown = this.lines;
    if (still.matches || document.hidden || document.body.dataset.speed === "instant") return;
    const order = found.places.flat();
    const counted = (sums) => {
      for (const [place, score] of this.ranks.querySelectorAll(".score").entries()) score.textContent = pointsOf(sums[order[place]]);
    };
    await countUp(this.root, [account(found)], { pause: PAUSE, counted, goesOn: () => this.lines === shown });
  }

  stop() {
    this.lines += 1;
    this.root.classList.remove("counts");
  }
}

/**
 * A busy server may need more than one try.
 * @param {string} table
 * @param {number} tries
 * @returns {Promise<Found | null>}
 */
async function fetchEnd(table, tries = 3) {
  try {
    const answer = await fetch(`/replay/${table}/ceremony`, { headers: { accept: "application/json" } });
    if (answer.ok) return await answer.json();
  } catch {
    // no connection: it may come back
  }
  if (tries <= 1) return null;
  await new Promise((resolve) => setTimeout(resolve, AGAIN));
  return fetchEnd(table, tries - 1);
}
