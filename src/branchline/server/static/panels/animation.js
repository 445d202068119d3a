// Animations: pieces slide to their new place, new and removed ones fade, and what a move was about glows briefly.

const DURATIONS = { slow: 800, normal: 400, fast: 170, instant: 0 };
const MANY = 60; // more moving pieces than this are not animated
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Animator {
  /**
   * @param {import("./panels.js").Panels} panels
   * @param {import("./highlights.js").Highlights} highlights
   * @param {string} speed
   */
  constructor(panels, highlights, speed) {
    this.panels = panels;
    this.highlights = highlights;
    this.speed = speed;
    this.hurried = false;
  }

  /** How long a step is shown. */
  get pace() {
    return document.hidden || this.hurried ? 0 : (DURATIONS[this.speed] ?? DURATIONS.normal);
  }

  get duration() {
    return still.matches ? 0 : this.pace;
  }

  /**
   * The positions of the pieces in the parts that are about to change, by panel.
   * @param {Server.Changes["parts"]} parts
   */
  before(parts) {
    const found = new Map();
    if (!this.duration) return found;
    for (const [name, changed] of Object.entries(parts)) {
      const panel = this.panels.get(name);
      if (!panel?.view.clientWidth) continue;
      const pieces = Object.keys(changed).flatMap((part) => piecesOf(panel.part(part)));
      found.set(name, pieces.map((piece) => ({ ...piece, middle: middleOf(piece.node), scale: piece.around.getScreenCTM() })));
    }
    return found;
  }

  /** Slide the pieces of the changed parts from their old positions. */
  after(parts, before) {
    for (const [name, old] of before) {
      const panel = this.panels.get(name);
      const now = Object.keys(parts[name]).flatMap((part) => piecesOf(panel.part(part)));
      const here = new Set(now.map((piece) => piece.key));
      const there = new Set(old.map((piece) => piece.key));
      const gone = old.filter((piece) => !here.has(piece.key));
      const fresh = now.filter((piece) => !there.has(piece.key));
      if (fresh.length <= MANY) for (const piece of fresh) this.bring(piece, gone);
      if (gone.length <= MANY) for (const piece of gone) this.fade(piece, panel);
    }
  }

  /** Removed pieces fade where they were. */
  fade({ node, scale }, panel) {
    const whole = panel.svg.getScreenCTM();
    if (!scale || !whole) return;
    const { a, b, c, d, e, f } = whole.inverse().multiply(scale);
    const ghost = document.createElementNS("http://www.w3.org/2000/svg", "g");
    ghost.setAttribute("transform", `matrix(${[a, b, c, d, e, f].join(" ")})`);
    ghost.setAttribute("aria-hidden", "true");
    ghost.setAttribute("pointer-events", "none");
    ghost.append(node);
    node.removeAttribute("data-target");
    panel.svg.append(ghost);
    ghost.animate({ opacity: [1, 0] }, { duration: this.duration, fill: "forwards" }).finished.finally(() => ghost.remove());
  }

  bring({ node, kind, around }, gone) {
    const from = gone.findIndex((piece) => piece.kind === kind);
    const timing = { duration: this.duration, easing: "cubic-bezier(.3,.1,.2,1)" };
    if (from < 0) {
      node.animate({ opacity: [0, 1] }, timing);
      return;
    }
    const [{ middle }] = gone.splice(from, 1);
    const to = middleOf(node);
    const scale = around.getScreenCTM();
    if (!scale) return;
    const way = new DOMPoint(middle.x - to.x, middle.y - to.y).matrixTransform(
      new DOMMatrix([scale.a, scale.b, scale.c, scale.d, 0, 0]).inverse(),
    );
    node.animate({ translate: [`${way.x}px ${way.y}px`, "0px 0px"] }, timing);
  }

  /**
   * Make the shapes in the new lines of the log glow.
   * @param {Server.Entry[]} entries
   */
  pulse(entries) {
    if (!this.duration) return;
    const targets = [...new Set(entries.flatMap((entry) => entry.targets ?? []))];
    for (const shape of this.highlights.shapesOf(targets)) {
      shape.classList.add("pulse");
      setTimeout(() => shape.classList.remove("pulse"), this.duration * 2.5);
    }
  }

  /**
   * Wait while something is shown; skipping ends it.
   * @param {number} time milliseconds
   */
  pause(time) {
    if (!time) return Promise.resolve();
    return new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
      this.wake = resolve;
      setTimeout(resolve, time);
    });
  }

  skip() {
    this.hurried = true;
    this.wake?.();
  }
}

/**
 * Pieces are `use` elements. Shape and position tell one from another.
 * @param {SVGGElement} group
 */
function piecesOf(group) {
  return [...group.querySelectorAll("use")].map((node) => {
    const kind = node.getAttribute("href");
    const place = ["x", "y", "transform"].map((name) => node.getAttribute(name) ?? "").join(" ");
    const around = /** @type {SVGGraphicsElement} */ (node.parentNode);
    return { node, kind, around, key: `${kind} ${place} ${around.getAttribute("transform") ?? ""}` };
  });
}

/** @param {Element} node */
function middleOf(node) {
  const box = node.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
