// Highlighted shapes of the pictures: what can be chosen, and what is pointed at. Their outline has the stripes of a
// level crossing's barrier, dark and cream, which no player and no company has.

import { drawn } from "./panels.js";

const STRIPES = `<svg class="unseen" aria-hidden="true"><defs>
  <pattern id="stripes" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect class="pale" width="9" height="9"/><rect class="dark" width="4.5" height="9"/>
  </pattern></defs></svg>`;

export class Highlights {
  /**
   * `root` holds all pictures.
   * @param {HTMLElement} root
   */
  constructor(root) {
    this.root = root;
    document.body.append(drawn(STRIPES));
  }

  /**
   * All shapes of a target, which may be in several pictures.
   * @param {string} target
   */
  shapes(target) {
    return target ? [...this.root.querySelectorAll(`[data-target="${CSS.escape(target)}"]`)] : [];
  }

  /** @param {string[]} targets */
  shapesOf(targets) {
    return targets.flatMap((target) => this.shapes(target));
  }

  /**
   * Highlight what can be chosen now, and nothing else; a shape that only offers a makeshift is highlighted less.
   * @param {Server.Choice[]} choices
   */
  offer(choices) {
    const targets = (some) => some.map((choice) => choice.target).filter(Boolean);
    this.put("lit", targets(choices));
    const better = targets(choices.filter((choice) => !choice.poorer));
    this.put("poorer", targets(choices).filter((target) => !better.includes(target)));
  }

  /**
   * Highlight what somebody points at, in a list or in the log.
   * @param {string[]} targets
   */
  show(targets) {
    this.put("shown", targets);
  }

  /** @param {string[]} targets */
  advise(targets) {
    this.put("advised", targets);
  }

  /**
   * @param {string} name
   * @param {string[]} targets
   */
  put(name, targets) {
    for (const shape of this.root.querySelectorAll(`.${name}`)) shape.classList.remove(name);
    for (const shape of this.shapesOf(targets)) shape.classList.add(name);
  }
}
