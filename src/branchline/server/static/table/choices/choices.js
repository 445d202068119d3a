// The choices as buttons, for keyboards, screen readers, and small shapes on small screens.

import { find, make } from "../../shared/elements.js";
import { _ } from "../../shared/translations.js";
import { asksNot, paid } from "./payment.js";
import { tag } from "./ribbon.js";
import { series, stepper } from "./stepper.js";
import { plain, withTokens } from "./tokens.js";
import { hideTooltip } from "./tooltip.js";

/**
 * Choices under the headings of their groups, in their original order.
 * @param {Server.Choice[]} choices
 */
export function grouped(choices) {
  const groups = new Map();
  for (const choice of choices) {
    const name = choice.group ?? "";
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(choice);
  }
  return groups;
}

/**
 * What a button says: its words, its price, what the player might regret.
 * @param {Server.Choice} choice
 */
export function content(choice) {
  const warned = [choice.note, choice.warning].filter(Boolean).join(" ");
  return [
    tag(choice),
    make("span", { class: "words" }, withTokens(choice.words)),
    choice.price?.length ? make("span", { class: "price" }, withTokens(choice.price.join(" · "))) : null,
    warned ? make("span", { class: "note" }, warned) : null,
  ];
}

/**
 * A button for one choice.
 * @param {Server.Choice} choice
 * @param {(choice: Server.Choice) => void} take
 * @param {(choice: Server.Choice | null) => void} point
 */
export function button(choice, take, point) {
  const made = make(
    "button",
    { class: "choice", type: "button", "data-move": choice.move, "aria-describedby": "ribbon", onclick: () => take(choice) },
    ...content(choice),
  );
  if (choice.warning) made.classList.add("doubtful");
  for (const [enter, leave] of [["pointerenter", "pointerleave"], ["focus", "blur"]]) {
    made.addEventListener(enter, () => point(choice));
    made.addEventListener(leave, () => point(null));
  }
  return made;
}

/**
 * The button of a choice; beside it, if the player always pays the same way, one to pay otherwise.
 * @param {Server.Choice} choice
 * @param {(choice: Server.Choice, ask?: boolean) => void} take
 * @param {(choice: Server.Choice | null) => void} point
 */
function payable(choice, take, point) {
  const made = button(choice, take, point);
  if (!choice.pays || !asksNot()) return made;
  const words = _("Pay otherwise");
  const other = make("button", { class: "tool otherwise", type: "button", title: words, "aria-label": words, onclick: () => take(choice, true) }, "…");
  return make("div", { class: "payable" }, made, other);
}

/**
 * Buttons for the choices of one group; choices such as bids become one field with plus and minus.
 * @param {Server.Choice[]} choices
 * @param {(choice: Server.Choice, ask?: boolean) => void} take
 * @param {(choice: Server.Choice | null) => void} point
 */
export function controls(choices, take, point) {
  const made = [];
  const left = [...choices];
  while (left.length) {
    const row = series(left);
    if (row.length > 3) made.push(stepper(row, take, point));
    else made.push(...row.map((choice) => payable(choice, take, point)));
    left.splice(0, row.length);
  }
  return made;
}

export class Choices {
  /** `take` plays a choice; `point` highlights what a choice is about (null: nothing). */
  constructor(root, { take, point }) {
    this.root = root;
    this.take = take;
    this.point = point;
  }

  /**
   * @param {Server.Choice[]} choices
   * @param {{ waiting?: string }} more
   */
  draw(choices, { waiting = "" } = {}) {
    const focused = this.root.contains(document.activeElement) && document.activeElement !== this.root;
    const keeps = focused || document.activeElement === this.root;
    if (focused) this.root.focus({ preventScroll: true });
    const moves = choices.map((choice) => choice.move).join("\n");
    if (moves !== this.moves) this.root.parentNode.scrollTop = 0;
    this.moves = moves;
    this.root.replaceChildren();
    for (const [name, members] of grouped(choices)) {
      const set = make("div", { class: "group", role: "group" });
      if (name) {
        set.append(make("h3", { class: "caps" }, withTokens(name)));
        set.setAttribute("aria-label", plain(name));
      }
      set.append(...controls(members, this.take, this.point));
      this.root.append(set);
    }
    if (!choices.length && waiting) this.root.append(make("p", { class: "waiting" }, waiting));
    if (keeps && choices.length) {
      this.first()?.focus({ preventScroll: true });
      if (!this.root.querySelector(":focus-visible")) this.point(null); // a mouse is already pointing at something else
    }
  }

  first() {
    return this.root.querySelector("button.choice, .stepper input");
  }

  busy(is) {
    this.root.setAttribute("aria-busy", is ? "true" : "false");
    this.root.classList.toggle("busy", is);
  }

  /**
   * Marks the choices that a bot recommends.
   * @param {string[]} moves
   */
  advise(moves) {
    for (const made of document.querySelectorAll("#choices [data-move], #ends [data-move]")) {
      made.classList.toggle("advised", moves.includes(made.getAttribute("data-move")));
    }
  }
}

/**
 * Asks for confirmation of a choice with a warning.
 * @param {string} words
 */
export function sure(words) {
  /** @type {HTMLDialogElement} */
  const dialog = find("#ask");
  find("#ask-words").textContent = words;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

/**
 * @param {Server.Told} told
 * @param {number | null} seat
 */
export const waitingWords = (told, seat) => {
  if (told.over) return "";
  const mover = told.seats[told.to_move];
  if (!mover) return "";
  if (told.to_move === seat) return "";
  return mover.thinking ? _("{name} is thinking…", { name: mover.name }) : _("Waiting for {name}.", { name: mover.name });
};

/**
 * Plays a choice with its payment, after asking if the player might regret it.
 * @param {Server.Choice & { caution?: string }} choice
 * @param {number} at what the page has seen of the table
 * @param {import("../requests.js").Requests} requests
 * @param {boolean} [ask] how to pay
 */
export async function takeChoice(choice, at, requests, ask) {
  if (requests.busy) return;
  hideTooltip();
  const doubt = choice.warning || choice.caution;
  if (doubt && !(await sure(doubt))) return;
  const move = await paid(choice, ask);
  if (move) requests.act({ type: "play", at, move });
}
