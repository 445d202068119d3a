// Mouse and touch on the pictures: highlighted shapes are choices, the others say why they are not.

import { closest, make, withClause } from "../../shared/elements.js";
import { closeMenu, menuOpen, openMenu } from "./menu.js";
import { tag } from "./ribbon.js";
import { withTokens } from "./tokens.js";
import { hideTooltip, leaveTooltip, showTooltip } from "./tooltip.js";

const REST = 250; // ms that the mouse rests on a shape before its tooltip appears
const FINGER = 26; // px: a tap on a smaller highlighted shape asks first
const NEAR = [10, 20]; // px around a finger in which a highlighted shape counts as tapped

/**
 * What a click means: the choices that are no makeshift, or else all.
 * @param {Server.Choice[]} choices
 */
function best(choices) {
  const good = choices.filter((choice) => !choice.poorer);
  return good.length ? good : choices;
}

/**
 * The target that a shape is, or is part of: a disc with a title of its own belongs to its box.
 * @param {Element} shape
 */
const targetOf = (shape) => shape.closest("[data-target]")?.getAttribute("data-target");

export class Pointer {
  /** `table` answers: choicesFor(target), take(choice), point(choice), why(target), mentioned(target), enlarge(node). */
  constructor(root, highlights, table) {
    this.root = root;
    this.highlights = highlights;
    this.table = table;
    root.addEventListener("pointerover", (event) => this.over(event));
    root.addEventListener("pointerout", (event) => this.out(event));
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("contextmenu", (event) => this.all(event));
  }

  /** The shape under an event, if it has a name. */
  shape(event) {
    return closest(event, "[data-target], [data-title]");
  }

  over(event) {
    const shape = this.shape(event);
    if (event.pointerType !== "mouse" || !shape || shape === this.current) return;
    this.current = shape;
    clearTimeout(this.timer);
    const target = targetOf(shape);
    const [choice, more] = target ? best(this.table.choicesFor(target)) : [];
    if (choice && !more) this.table.point(choice);
    this.timer = setTimeout(() => this.tell(shape), REST);
  }

  out(event) {
    if (event.pointerType !== "mouse" || !this.current || this.current.contains(event.relatedTarget)) return;
    clearTimeout(this.timer);
    this.current = null;
    this.table.point(null);
    leaveTooltip();
  }

  /** What a shape is, what choosing it means, or why it can't be chosen. */
  async tell(shape) {
    if (menuOpen()) return;
    const target = targetOf(shape);
    const choices = target ? this.table.choicesFor(target) : [];
    const content = make("div");
    if (shape.dataset.title) content.append(make("b", {}, withTokens(shape.dataset.title)));
    for (const choice of choices.slice(0, 3)) {
      content.append(make("p", { class: "may" }, withTokens(choice.words), tag(choice)));
      if (choice.price?.length) {
        content.append(make("ul", { class: "parts" }, ...choice.price.map((part) => make("li", {}, withTokens(part)))));
      }
    }
    if (content.childNodes.length) showTooltip(content, shape.getBoundingClientRect());
    if (!target || choices.length) return;
    const because = await this.table.why(target);
    if (this.current !== shape || !because?.words) return;
    content.append(make("p", { class: "why" }, withClause(because.words, because.clause)));
    showTooltip(content, shape.getBoundingClientRect());
  }

  click(event) {
    const shape = this.meant(event);
    clearTimeout(this.timer);
    this.current = null;
    hideTooltip();
    if (!shape?.matches(".lit") && this.table.enlarge(event.target)) return;
    if (!shape) return;
    const target = targetOf(shape);
    const choices = target ? this.table.choicesFor(target) : [];
    if (choices.length) this.choose(shape, choices, event.pointerType !== "mouse");
    else this.explain(shape, target);
  }

  /** A right click, or a long press: everything that the shape stands for. */
  all(event) {
    const shape = this.meant(event);
    const target = shape && targetOf(shape);
    const choices = target ? this.table.choicesFor(target) : [];
    if (!choices.length) return;
    event.preventDefault();
    hideTooltip();
    openMenu(choices, shape.getBoundingClientRect(), this.table);
  }

  /** The shape that was hit; for a finger, also a highlighted shape close by. */
  meant(event) {
    const hit = this.shape(event);
    const lit = (node) => node?.closest?.(".lit");
    if (lit(event.target)) return lit(event.target);
    const below = document.elementsFromPoint(event.clientX, event.clientY).find(lit);
    if (below) return lit(below);
    if (event.pointerType === "mouse") return hit;
    for (const far of NEAR) {
      for (let turn = 0; turn < 8; turn += 1) {
        const x = event.clientX + far * Math.cos((turn * Math.PI) / 4);
        const y = event.clientY + far * Math.sin((turn * Math.PI) / 4);
        const near = lit(document.elementFromPoint(x, y));
        if (near) return near;
      }
    }
    return hit;
  }

  choose(shape, choices, finger) {
    const box = shape.getBoundingClientRect();
    const small = Math.min(box.width, box.height) < FINGER;
    const [choice, more] = best(choices);
    if (!more && !(finger && small)) this.table.take(choice);
    else openMenu(choices, box, this.table);
  }

  async explain(shape, target) {
    closeMenu();
    this.current = shape;
    const content = make("div");
    const show = () => showTooltip(content, shape.getBoundingClientRect());
    if (shape.dataset.title) content.append(make("b", {}, withTokens(shape.dataset.title)));
    if (content.childNodes.length) show();
    if (!target) return;
    const lines = this.table.mentioned(target).slice(-2);
    if (lines.length) {
      content.append(...lines.map((words) => make("p", { class: "said" }, words)));
      show();
    }
    const because = await this.table.why(target);
    if (!because?.words || this.current !== shape) return;
    content.append(make("p", { class: "why" }, withClause(because.words, because.clause)));
    show();
  }
}

// A tap anywhere else closes a tooltip.
document.addEventListener("pointerdown", (event) => {
  if (!closest(event, "#tip, .view")) hideTooltip();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hideTooltip();
});
