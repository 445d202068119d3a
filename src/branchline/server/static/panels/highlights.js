// Highlighted shapes of the pictures: what can be chosen, and what is pointed at.

export class Highlights {
  /**
   * `root` holds all pictures.
   * @param {HTMLElement} root
   */
  constructor(root) {
    this.root = root;
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
   * Highlight what can be chosen now, and nothing else.
   * @param {string[]} targets
   */
  offer(targets) {
    this.put("lit", targets);
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
