// Standing orders and conditional moves ("if they play this, I play that"). Only their owner sees them.

import { find, icon, make } from "../../shared/elements.js";
import { _ } from "../../shared/translations.js";

export class Orders {
  /** `give`, `withdraw` and `foresee` send what the player wants. */
  constructor(root, { give, withdraw, foresee }) {
    this.root = root;
    this.give = give;
    this.withdraw = withdraw;
    this.foresee = foresee;
    /** @type {HTMLFormElement} */
    this.form = find("form.line", root);
    /** @type {HTMLInputElement} */
    const move = find("[name=move]", this.form);
    /** @type {HTMLInputElement} */
    const then = find("[name=then]", this.form);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      // biome-ignore lint/suspicious/noThenProperty: the field of the message; nobody awaits it
      this.give({ type: "line", ifs: [{ seat: this.mover, move: move.value.trim(), then: then.value.trim() }] });
      this.form.reset();
    });
    move.addEventListener("change", () => move.value && foresee(move.value.trim()));
    root.addEventListener("toggle", () => root.open && !this.form.hidden && foresee(""));
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
    find("summary", this.root).textContent = given.length ? `${_("Standing orders")} (${given.length})` : _("Standing orders");
    find(".given", this.root).replaceChildren(...given.map((order) => this.line(order)));
    this.drawOffers(told.offers ?? []);
    this.form.hidden = !waits;
    if (!waits) return;
    find(".who", this.form).textContent = _("If {name} plays", { name: told.seats[told.to_move].name });
    if (this.root.open && this.at !== told.at) this.foresee("");
    this.at = told.at;
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
    const plain = offers.filter(({ order }) => !order.most);
    const limited = offers.filter(({ order }) => order.most);
    root.replaceChildren(...plain.map(({ order, words }) => make("button", { class: "sign small plain", type: "button", onclick: () => this.give(order) }, words)));
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

  /**
   * Likely moves to choose from; any other can be typed.
   * @param {Server.Foreseen} foreseen
   */
  foreseen({ move, choices }) {
    const list = find(move ? "#my-moves" : "#their-moves", this.root);
    const words = (choice) => [choice.group, choice.words].filter(Boolean).join(": ");
    list.replaceChildren(...choices.map((choice) => make("option", { value: choice.move }, words(choice))));
  }
}
