// The coach at the table: explains on a card, points at what it speaks of, and suggests a few good moves before it shows
// all of them.

import { find, make } from "../../shared/elements.js";
import { _ } from "../../shared/translations.js";
import { button, grouped } from "../choices/choices.js";
import { preferred } from "../choices/payment.js";
import { withTokens } from "../choices/tokens.js";
import { narrow, turnTo } from "../tabs.js";
import { LessonCard } from "./card.js";

const MUCH_WORSE = 12; // per cent: a move this much worse is bad advice

/**
 * The choices that a lesson waits for; those that a newcomer might regret get a caution.
 * @param {Server.Choice[]} choices
 * @param {Server.Lesson | null | undefined} lesson
 */
export function taught(choices, lesson) {
  const wanted = choices.filter((choice) => lesson?.moves?.includes(choice.move));
  const cautions = lesson?.cautions ?? {};
  return (wanted.length ? wanted : choices).map((choice) => (cautions[choice.move] ? { ...choice, caution: cautions[choice.move] } : choice));
}

/**
 * The ideas worth considering, without those that the coach would ask about. Of several amounts, such as bids on one box,
 * only the best.
 * @param {Server.Idea[]} all
 * @param {Record<string, string>} cautions
 */
function good(all, cautions) {
  const safe = all.filter(({ choice }) => !cautions[choice.move]);
  const ideas = safe.length ? safe : all;
  const best = Math.max(...ideas.map((idea) => idea.chance));
  const same = (one, other) => one.many && other.many && one.group === other.group;
  return ideas
    .filter((idea) => idea.chance > best - MUCH_WORSE)
    .filter(({ choice }, place, rest) => !rest.slice(0, place).some((other) => same(choice, other.choice)));
}

export class Coach {
  /**
   * `ask` asks the server for good moves (false: it can't), `leave` ends the lesson, `light` highlights choices,
   * `take` plays one, `point` shows what one is about.
   * @param {import("../../panels/panels.js").Panels} panels
   * @param {import("../../panels/highlights.js").Highlights} highlights
   */
  constructor(panels, highlights, { ask, leave, light, take, point }) {
    this.panels = panels;
    this.highlights = highlights;
    this.table = { ask, light, take, point };
    this.card = new LessonCard(find("#lesson"), { leave });
    this.root = find("#ideas");
    this.list = find("#choices");
    this.keys = false; // whether the last suggestion was chosen by keyboard
    /** @type {Server.Idea[] | null} */
    this.ideas = null;
    this.at = -1; // the position that the advice is for
    this.all = false; // whether all choices are shown
    this.root.addEventListener("keydown", () => (this.keys = true));
    this.root.addEventListener("pointerdown", () => (this.keys = false));
  }

  get advises() {
    return this.at >= 0;
  }

  /** Whether it is waiting for good moves. */
  get waits() {
    return this.advises && !this.ideas && !this.all;
  }

  /**
   * @param {Server.Told} told
   * @param {Server.Choice[]} choices those of the player to move, if this is their page
   * @returns {boolean} whether it suggests moves here
   */
  draw({ lesson, at }, choices) {
    const fresh = this.card.draw(lesson);
    this.pointAt(lesson, fresh);
    this.choices = choices;
    this.cautions = lesson?.cautions ?? {};
    const due = lesson?.coach && !lesson.known && choices.length ? at : -1;
    if (due !== this.at) {
      this.at = due;
      this.ideas = null;
      this.all = !this.advises || !this.table.ask(at);
    }
    this.list.hidden = this.advises && !this.all;
    if (this.advises) this.show();
    return this.advises;
  }

  /**
   * @param {Server.Lesson | null | undefined} lesson
   * @param {boolean} fresh it has not been pointed at yet
   */
  pointAt(lesson, fresh) {
    const panel = this.panels.get(lesson?.panel);
    for (const one of this.panels) one.figure.classList.toggle("discussed", one === panel);
    this.highlights.put("explained", lesson?.targets ?? []);
    if (panel && fresh && narrow() && !panel.inView) turnTo(panel.name, this.panels);
  }

  /** @param {Server.Advice | null} advice null: there is none */
  receive(advice) {
    if (this.at < 0 || (advice && advice.at !== this.at)) return;
    this.ideas = good(advice?.ideas ?? [], this.cautions);
    if (!this.ideas.length) this.all = true;
    this.list.hidden = !this.all;
    this.show();
  }

  showAll() {
    this.all = true;
    this.list.hidden = false;
    this.show();
    this.list.scrollIntoView({ block: "nearest" });
    /** @type {HTMLElement} */ (find("button.choice, input", this.list))?.focus({ preventScroll: true });
  }

  show() {
    const ideas = this.ideas ?? [];
    const choices = ideas.map((idea) => preferred(idea.choice));
    const more = make("button", { class: "link all", type: "button", onclick: () => this.showAll() }, _("Show all choices"));
    this.root.classList.add("coached");
    this.root.hidden = this.all && !ideas.length;
    this.root.replaceChildren(
      make("h2", { class: "caps" }, ideas.length ? _("Good moves now") : _("Looking for good moves…")),
      ...[...grouped(choices)].map(([name, members]) => this.group(name, members, choices)),
      this.all ? "" : more,
    );
    const lit = this.all ? this.choices : choices;
    this.table.light(lit);
    this.highlights.advise(choices.slice(0, 1).map((choice) => choice.target).filter(Boolean));
    if (this.keys && choices.length && [document.body, this.list].includes(/** @type {HTMLElement} */ (document.activeElement))) {
      /** @type {HTMLElement} */ (find("button.choice", this.root)).focus({ preventScroll: true });
    }
  }

  /** @param {number} place of a suggestion */
  reasons(place) {
    return this.ideas[place].reasons.slice(0, 2).join(", ");
  }

  /**
   * @param {string} name
   * @param {Server.Choice[]} members
   * @param {Server.Choice[]} choices all that are suggested, in the order of `ideas`
   */
  group(name, members, choices) {
    const set = make("div", { class: "group" }, name ? make("h3", { class: "caps" }, withTokens(name)) : null);
    for (const choice of members) {
      const place = choices.indexOf(choice);
      const why = this.reasons(place);
      set.append(button(choice, this.table.take, this.table.point));
      if (why) set.append(make("p", { class: "reasons" }, place && why === this.reasons(0) ? _("Brings much the same") : why));
    }
    return set;
  }
}
