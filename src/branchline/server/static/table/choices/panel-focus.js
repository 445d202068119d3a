// Brings the right panel into view: the one with something to choose, or what a line of the log is about.

import { markTabs, narrow, showTab } from "../tabs.js";

export class PanelFocus {
  /**
   * @param {import("../../panels/panels.js").Panels} panels
   * @param {import("../../panels/highlights.js").Highlights} highlights
   */
  constructor(panels, highlights) {
    this.panels = panels;
    this.highlights = highlights;
    this.group = undefined; // the heading of the first choice
    this.led = undefined; // the picture that was brought into view
  }

  /**
   * Brings the panel with something to choose into view.
   * @param {Server.Choice[]} choices
   */
  lead(choices) {
    const shapes = this.highlights.shapesOf([...new Set(choices.map((choice) => choice.target).filter(Boolean))]);
    const offers = new Set(shapes.map((shape) => this.panels.of(shape)?.name).filter(Boolean));
    for (const panel of this.panels) panel.figure.classList.toggle("offers", offers.has(panel.name));
    markTabs(offers);
    const fresh = this.group !== choices[0]?.group;
    this.group = choices[0]?.group;
    if (!offers.size) return;
    const [first] = offers;
    if (narrow()) this.turnTo(first, offers, shapes, fresh);
    else this.scrollTo(first);
  }

  turnTo(first, offers, shapes, fresh) {
    if (fresh || !offers.has(document.body.dataset.tab)) showTab(first);
    const panel = this.panels.get(document.body.dataset.tab);
    panel?.zoom.reveal(shapes.filter((shape) => panel.svg.contains(shape)), { closer: panel.layout.zoom });
  }

  scrollTo(first) {
    const { figure } = this.panels.get(first);
    if (first !== this.led) figure.scrollIntoView({ block: "nearest", behavior: "smooth" });
    this.led = first;
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
    if (shape) showTab(this.panels.of(shape).name);
  }

  /** Enlarges a panel that is drawn small. True: it is enlarged now. */
  enlarge(node) {
    const panel = this.panels.of(node);
    if (!panel?.layout.small || panel.figure.matches(":popover-open") || narrow()) return false;
    panel.enlarge();
    return true;
  }
}
