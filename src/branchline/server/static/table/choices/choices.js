// The choices as buttons, for keyboards, screen readers, and small shapes on small screens.

import { find, make } from "../../shared/elements.js";
import { _ } from "../../shared/translations.js";
import { series, stepper } from "./stepper.js";
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
 * A button for one choice: its words and its itemised price.
 * @param {Server.Choice} choice
 * @param {(choice: Server.Choice) => void} take
 * @param {(choice: Server.Choice | null) => void} point
 */
export function button(choice, take, point) {
  const made = make(
    "button",
    { class: "choice", type: "button", "data-move": choice.move, onclick: () => take(choice) },
    make("span", { class: "words" }, choice.words),
    choice.price?.length ? make("span", { class: "price" }, choice.price.join(" · ")) : null,
  );
  if (choice.warning) made.classList.add("doubtful");
  for (const [enter, leave] of [["pointerenter", "pointerleave"], ["focus", "blur"]]) {
    made.addEventListener(enter, () => point(choice));
    made.addEventListener(leave, () => point(null));
  }
  return made;
}

/**
 * Buttons for the choices of one group; choices such as bids become one field with plus and minus.
 * @param {Server.Choice[]} choices
 * @param {(choice: Server.Choice) => void} take
 * @param {(choice: Server.Choice | null) => void} point
 */
export function controls(choices, take, point) {
  const made = [];
  const left = [...choices];
  while (left.length) {
    const row = series(left);
    if (row.length > 2) made.push(stepper(row, take, point));
    else made.push(...row.map((choice) => button(choice, take, point)));
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
    root.addEventListener("keydown", (event) => this.onKey(event));
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
        set.append(make("h3", { class: "caps" }, name));
        set.setAttribute("aria-label", name);
      }
      set.append(...controls(members, this.take, this.point));
      this.root.append(set);
    }
    if (!choices.length && waiting) this.root.append(make("p", { class: "waiting" }, waiting));
    if (keeps && choices.length) this.first()?.focus({ preventScroll: true });
  }

  buttons() {
    return [...this.root.querySelectorAll("button:not(:disabled), input")];
  }

  first() {
    return this.root.querySelector("button.choice, .stepper input");
  }

  /** Arrow keys move through the list. */
  onKey(event) {
    const typing = event.target.matches("input");
    const steps = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 };
    const all = this.buttons();
    let next = null;
    if (!typing && steps[event.key]) next = all[all.indexOf(event.target) + steps[event.key]];
    else if (!typing && event.key === "Home") next = all[0];
    else if (!typing && event.key === "End") next = all[all.length - 1];
    if (!next) return;
    next.focus();
    event.preventDefault();
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
    for (const made of this.root.querySelectorAll("[data-move]")) {
      made.classList.toggle("advised", moves.includes(made.dataset.move));
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
 * Plays a choice, after a question if the player might regret it.
 * @param {Server.Choice} choice
 * @param {number} at what the page has seen of the table
 * @param {import("../requests.js").Requests} requests
 */
export async function takeChoice(choice, at, requests) {
  if (requests.busy) return;
  if (choice.warning && !(await sure(choice.warning))) return;
  hideTooltip();
  requests.act({ type: "play", at, move: choice.move });
}
