// Marks the panels with something to choose, and brings into view what a line of the log is about.

import { markTabs, narrow, pageTo, turnTo } from "../tabs.js";

export class PanelFocus {
  /**
   * @param {import("../../panels/panels.js").Panels} panels
   * @param {import("../../panels/highlights.js").Highlights} highlights
   */
  constructor(panels, highlights) {
    this.panels = panels;
    this.highlights = highlights;
    this.led = ""; // the panels with something to choose
  }

  /**
   * Marks the panels with something to choose; on a narrow screen one of them is shown, and what can be chosen comes close
   * enough to tap.
   * @param {Server.Choice[]} choices
   * @param {boolean} settled others' turns are not being shown
   */
  lead(choices, settled = true) {
    const shapes = this.highlights.shapesOf([...new Set(choices.map((choice) => choice.target).filter(Boolean))]);
    const offers = new Set(shapes.map((shape) => this.panels.of(shape)).filter(Boolean));
    for (const panel of this.panels) panel.figure.classList.toggle("offers", offers.has(panel));
    markTabs(this.panels);
    if (!narrow()) return;
    if (settled || !offers.size) this.show([...offers].map((panel) => panel.name));
    for (const panel of offers) panel.zoom.reveal(shapes.filter((shape) => panel.svg.contains(shape)), { closer: panel.layout.zoom });
  }

  /**
   * Shows a panel with something to choose when others have it than before; the player may then look at another.
   * @param {string[]} offers
   */
  show(offers) {
    const { main, beside } = this.panels;
    const led = offers.join(" ");
    if (led === this.led) return;
    this.led = led;
    const best = [...main, ...beside].find((name) => offers.includes(name));
    if (best) pageTo(best, this.panels);
  }

  /**
   * Highlight what a line of the log is about; on a narrow screen a tap also switches to its panel.
   * @param {string[]} targets
   * @param {boolean} tapped
   */
  light(targets, tapped = false) {
    this.highlights.show(targets);
    if (!tapped || !targets.length || !narrow()) return;
    const [shape] = this.highlights.shapesOf(targets);
    if (shape) turnTo(this.panels.of(shape).name, this.panels);
  }

  /** Enlarges a panel that is drawn small. True: it is enlarged now. */
  enlarge(node) {
    const panel = this.panels.of(node);
    if (!panel?.layout.small || this.panels.main.includes(panel.name)) return false;
    this.panels.enlarge(panel.name);
    return true;
  }
}
