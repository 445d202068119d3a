// A payment in one sheet: a proposal that can be changed, and remembered for the next time.

import { icon, make } from "../../shared/elements.js";
import { _ } from "../../shared/translations.js";
import { label, token, withTokens } from "./tokens.js";

const KEY = `pay-${document.body.dataset.game}`;

/** The units to pay with, the first ones first; none: as proposed; null: the player is asked. */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY));
  } catch {
    return null;
  }
}

/** @param {string[] | null} order */
function remember(order) {
  try {
    if (order) localStorage.setItem(KEY, JSON.stringify(order));
    else localStorage.removeItem(KEY);
  } catch {
    // no storage: the player is asked every time
  }
}

/** @param {Server.Choice} choice */
const proposed = (choice) => choice.move.split(" ").slice(-choice.pays.units.length).map(Number);

/**
 * How much of each unit is paid if some are preferred to others.
 * @param {Server.Payment} pays
 * @param {string[]} order
 */
function inOrder({ owed, units }, order) {
  const counts = units.map(() => 0);
  const names = units.map(([name]) => name);
  for (const name of [...order, ...names]) {
    const place = names.indexOf(name);
    if (place < 0) continue;
    const more = Math.min(owed, units[place][1] - counts[place]);
    counts[place] += more;
    owed -= more;
  }
  return counts;
}

/**
 * The same choice with another payment.
 * @param {Server.Choice} choice
 * @param {number[]} counts
 * @returns {Server.Choice}
 */
function paidWith(choice, counts) {
  const { units } = choice.pays;
  const before = proposed(choice);
  const effects = new Map((choice.effects ?? []).map((effect) => [effect[0], effect]));
  units.forEach(([name, held], place) => {
    const by = before[place] - counts[place];
    const [, change, after] = effects.get(name) ?? [name, 0, held - before[place]];
    effects.set(name, [name, change + by, after + by]);
  });
  const move = [...choice.move.split(" ").slice(0, -units.length), ...counts].join(" ");
  return { ...choice, move, effects: [...effects.values()].filter(([, change]) => change) };
}

/** Whether the player always pays the same way, and is not asked. */
export const asksNot = () => remembered() !== null;

/**
 * A choice with the payment that the player prefers.
 * @param {Server.Choice} choice
 */
export function preferred(choice) {
  const order = choice.pays ? remembered() : null;
  return order?.length ? paidWith(choice, inOrder(choice.pays, order)) : choice;
}

class Sheet {
  /** @param {Server.Choice} choice */
  constructor(choice) {
    this.choice = choice;
    this.counts = proposed(choice);
    this.set = new Set(); // units that the player has set
    this.outputs = choice.pays.units.map(() => make("output", {}));
    this.always = make("input", { type: "checkbox" });
    this.always.checked = asksNot();
    const units = choice.pays.units.map(([name, held], place) => (held ? this.unit(name, held, place) : make("div", { class: "unit", hidden: true }, this.outputs[place])));
    const go = make("button", { class: "sign green pay", value: "yes", autofocus: true }, _("Pay"));
    this.dialog = make(
      "dialog",
      { id: "payment", "aria-labelledby": "payment-title" },
      make(
        "form",
        { method: "dialog" },
        make("h2", { id: "payment-title" }, withTokens(choice.words)),
        choice.price?.length ? make("p", { class: "price" }, withTokens(choice.price.join(" · "))) : null,
        make("p", {}, _("To pay: {count}", { count: choice.pays.owed })),
        ...units,
        make("label", { class: "always" }, this.always, " ", _("Always pay this way")),
        make("div", { class: "answers" }, make("button", { class: "sign plain", value: "no" }, _("Back")), go),
      ),
    );
    this.show();
  }

  unit(name, held, place) {
    const step = (className, image, words, act) =>
      make("button", { class: `tool step ${className}`, type: "button", title: words, "aria-label": words, onclick: act }, icon(image));
    return make(
      "div",
      { class: "unit", role: "group", "aria-label": label(name) },
      token(name),
      step("less", "minus", _("One fewer"), () => this.exchange(place, -1)),
      this.outputs[place],
      step("more", "plus", _("One more"), () => this.exchange(place, 1)),
      make("small", {}, [_("of {count}", { count: held }), this.choice.pays.buys?.[place]].filter(Boolean).join(" · ")),
    );
  }

  /** One unit more or less; another makes up for it, if possible one that the player has not set. */
  exchange(place, by) {
    const { units } = this.choice.pays;
    const room = (at) => (by > 0 ? this.counts[at] : units[at][1] - this.counts[at]);
    const others = units.map((_unit, at) => at).filter((at) => at !== place && room(at) > 0);
    const mine = by > 0 ? units[place][1] - this.counts[place] : this.counts[place];
    if (!others.length || !mine) return;
    others.sort((a, b) => Number(this.set.has(a)) - Number(this.set.has(b)) || room(b) - room(a));
    this.counts[place] += by;
    this.counts[others[0]] -= by;
    this.set.add(place);
    this.show();
  }

  show() {
    this.outputs.forEach((output, place) => {
      output.value = String(this.counts[place]);
    });
  }

  /** The preference that this payment shows: the unit used most comes first. */
  order() {
    const { units } = this.choice.pays;
    if (!this.set.size) return remembered() ?? [];
    const places = units.map((_unit, place) => place).filter((place) => this.counts[place]);
    return places.sort((a, b) => this.counts[b] - this.counts[a]).map((place) => units[place][0]);
  }

  /** @returns {Promise<string | null>} the move to send; null: the player went back */
  open() {
    document.body.append(this.dialog);
    this.dialog.showModal();
    return new Promise((resolve) => {
      this.dialog.addEventListener("close", () => {
        const pays = this.dialog.returnValue === "yes";
        if (pays) remember(this.always.checked ? this.order() : null);
        this.dialog.remove();
        resolve(pays ? paidWith(this.choice, this.counts).move : null);
      }, { once: true });
    });
  }
}

/**
 * The move of a choice with its payment; null: the player went back.
 * @param {Server.Choice} choice
 * @param {boolean} ask even if the player always pays the same way
 */
export async function paid(choice, ask = false) {
  return choice.pays && (ask || !asksNot()) ? new Sheet(choice).open() : choice.move;
}
