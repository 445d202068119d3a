// Standing orders and conditional moves ("if they play this, I play that"). Only their owner sees them.

import { find, icon, make } from "../../shared/elements.js";
import { _ } from "../../shared/translations.js";
import { grouped } from "./choices.js";
import { plain } from "./tokens.js";

export class Orders {
  /** `give`, `withdraw` and `foresee` send what the player wants. */
  constructor(root, { give, withdraw, foresee }) {
    this.root = root;
    this.give = give;
    this.withdraw = withdraw;
    this.foresee = foresee;
    /** @type {HTMLFormElement} */
    this.form = find("form.line", root);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      const [move, then] = [this.steps(".theirs"), this.steps(".mine")];
      // biome-ignore lint/suspicious/noThenProperty: the field of the message; nobody awaits it
      this.give({ type: "line", ifs: [{ seat: this.mover, move: move.join("; "), then: then.join("; ") }] });
      this.plan();
    });
    this.form.addEventListener("change", (event) => this.chosen(event.target));
    root.addEventListener("toggle", () => root.open && !this.form.hidden && this.plan());
  }

  /**
   * @param {Server.Told} told
   * @param {number | null} seat
   */
  draw(told, seat) {
    const given = told.orders ?? [];
    const people = told.seats.some((one, number) => number !== seat && one.kind !== "bot");
    const waits = seat !== null && told.to_move !== seat && !told.over;
    this.root.hidden = seat === null || told.over || !(people || given.length);
    if (this.root.hidden) return;
    this.mover = told.to_move;
    this.seat = seat;
    find("summary", this.root).textContent = given.length ? `${_("Standing orders")} (${given.length})` : _("Standing orders");
    find(".given", this.root).replaceChildren(...given.map((order) => this.line(order)));
    this.drawOffers(told.offers ?? []);
    this.form.hidden = !waits;
    if (!waits) return;
    find(".who", this.form).textContent = _("If {name} plays", { name: told.seats[told.to_move].name });
    if (this.root.open && this.at !== told.at) this.plan();
    this.at = told.at;
  }

  // A conditional move is built step by step: a list of what they can do, then of what I can do after it.

  /** Start over. */
  plan() {
    for (const part of [".theirs", ".mine"]) find(part, this.form).replaceChildren();
    this.mind(_("Looking ahead…"));
    this.foresee("");
  }

  /** The moves chosen so far, of one side or of both. */
  steps(part = ".theirs, .mine") {
    /** @type {NodeListOf<HTMLSelectElement>} */
    const lists = this.form.querySelectorAll(`:is(${part}) select`);
    return [...lists].map((list) => list.value).filter(Boolean);
  }

  /** Choices after a changed step no longer hold. */
  chosen(list) {
    const later = [...this.form.querySelectorAll("select")];
    for (const other of later.slice(later.indexOf(list) + 1)) other.remove();
    if (list.value) this.foresee(this.steps().join("; "));
    else this.mind("");
  }

  /**
   * The next step to choose, of their turn or mine.
   * @param {Server.Foreseen} foreseen
   */
  foreseen({ move, choices, seat }) {
    if (move !== this.steps().join("; ")) return;
    const mine = seat === this.seat;
    if (choices.length) find(mine ? ".mine" : ".theirs", this.form).append(this.list(choices, mine));
    if (!choices.length && !move) this.mind(_("What they can do depends on what you may not see."));
    else if (seat === null && !this.steps(".mine").length) this.mind(_("You are not next after that. Plan your move when you are."));
    else this.mind("");
  }

  /** @param {string} words why nothing can be saved yet, if so */
  mind(words) {
    find(".note", this.form).textContent = words;
    find("button", this.form).toggleAttribute("disabled", !this.steps(".mine").length);
    find(".then", this.form).hidden = !find(".mine select", this.form);
  }

  /**
   * Choices by their words, under their headings.
   * @param {Server.Choice[]} choices
   * @param {boolean} mine
   */
  list(choices, mine) {
    const option = (choice) => make("option", { value: choice.move }, plain(choice.words));
    const groups = [...grouped(choices)].map(([name, members]) =>
      name ? make("optgroup", { label: plain(name) }, ...members.map(option)) : members.map(option));
    const label = mine ? _("What I do then") : _("What they do");
    return make("select", { "aria-label": label }, make("option", { value: "" }, _("Choose…")), ...groups.flat());
  }

  /** @param {Server.Ordered} order */
  line({ number, words }) {
    const label = _("Withdraw this order");
    const button = make("button", { class: "tool", type: "button", title: label, "aria-label": label, onclick: () => this.withdraw(number) }, icon("close"));
    return make("li", {}, make("span", {}, words), button);
  }

  /** @param {Server.Offer[]} offers */
  drawOffers(offers) {
    const key = JSON.stringify(offers);
    if (key === this.offered) return;
    this.offered = key;
    const root = find(".offers", this.root);
    const unlimited = offers.filter(({ order }) => !order.most);
    const limited = offers.filter(({ order }) => order.most);
    root.replaceChildren(...unlimited.map(({ order, words }) => make("button", { class: "sign small plain", type: "button", onclick: () => this.give(order) }, words)));
    if (limited.length) root.append(this.limit(limited));
  }

  /**
   * One form for orders that differ only in their object.
   * @param {Server.Offer[]} offers
   */
  limit(offers) {
    const which = make("select", { "aria-label": _("Order") }, ...offers.map(({ words }, number) => make("option", { value: number }, words)));
    const most = make("input", { type: "number", min: 1, max: offers[0].order.most, value: offers[0].order.most, required: true });
    const form = make("form", { class: "limit" }, which, make("label", {}, _("up to"), " ", most), make("button", { class: "sign small plain" }, _("Add this order")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.give({ ...offers[which.value].order, most: Number(most.value) });
    });
    return form;
  }
}
