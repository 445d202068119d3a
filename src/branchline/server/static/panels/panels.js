// The pictures of the table. The server draws them; a move replaces the parts that it changed.

import { icon, make } from "../shared/elements.js";
import { _ } from "../shared/translations.js";
import { PanZoom } from "./panzoom.js";

const SVG = "http://www.w3.org/2000/svg";
const parser = new DOMParser();

/**
 * Markup from the server as nodes. A title becomes the label of its shape, because the page has its own tooltips.
 * @param {string | null} markup
 */
export function drawn(markup) {
  const content = document.createDocumentFragment();
  if (!markup) return content;
  const read = parser.parseFromString(`<svg xmlns="${SVG}">${markup}</svg>`, "image/svg+xml");
  if (read.querySelector("parsererror")) throw new Error("A picture could not be read");
  for (const title of read.querySelectorAll("title")) {
    const shape = title.parentElement;
    title.remove();
    if (shape === read.documentElement || shape.closest("defs")) continue;
    shape.setAttribute("data-title", title.dataset.tokens ?? title.textContent);
    shape.setAttribute("aria-label", title.textContent);
    shape.setAttribute("role", "img");
  }
  for (const node of [...read.documentElement.childNodes]) content.append(document.importNode(node, true));
  return content;
}

class Panel {
  /**
   * @param {Server.Picture} picture
   * @param {() => void} enlarge makes it the large one, or puts it back
   */
  constructor(picture, enlarge) {
    this.name = picture.name;
    this.layout = picture.layout;
    /** @type {Map<string, SVGGElement>} */
    this.parts = new Map();
    this.svg = document.createElementNS(SVG, "svg");
    this.svg.setAttribute("role", "group");
    this.view = make("div", { class: "view", tabindex: 0, role: "group" }, this.svg);
    this.heading = make("h2", { class: "caps" });
    const zoom = (name, words, act) =>
      make("button", { class: "tool", type: "button", title: words, "aria-label": words, onclick: act }, icon(name));
    this.zoom = new PanZoom(this.view, this.svg, { wheel: this.layout.zoom });
    this.figure = make(
      "figure",
      {
        class: `panel${this.layout.zoom ? " zooms" : ""}${this.layout.small ? " small" : ""}`,
        "data-panel": picture.name,
        "data-place": this.layout.place,
      },
      make(
        "figcaption",
        {},
        this.heading,
        make(
          "span",
          { class: "zoom" },
          zoom("minus", _("Zoom out"), () => this.zoom.by(1 / 1.4)),
          zoom("plus", _("Zoom in"), () => this.zoom.by(1.4)),
          zoom("fit", _("Fit to view"), () => this.zoom.fit()),
        ),
        make("button", { class: "tool enlarge", type: "button", title: _("Enlarge"), "aria-label": _("Enlarge"), onclick: enlarge }, icon("enlarge")),
        make("button", { class: "tool shrink", type: "button", title: _("Put it back"), "aria-label": _("Put it back"), onclick: enlarge }, icon("close")),
      ),
      this.view,
    );
    this.heading.addEventListener("click", enlarge);
    this.draw(picture);
  }

  /** @param {Server.Picture} picture */
  draw(picture) {
    if (picture.box !== this.box) this.resize(picture.box);
    this.title = picture.title;
    this.heading.textContent = picture.title;
    this.svg.setAttribute("aria-label", picture.title);
    this.view.setAttribute("aria-label", _("{picture}: + and − zoom, arrow keys move", { picture: picture.title }));
    this.parts.clear();
    const printed = document.createElementNS(SVG, "g");
    printed.append(drawn(picture.printed));
    this.svg.replaceChildren(printed);
    for (const [name, markup] of Object.entries(picture.parts)) this.part(name).append(drawn(markup));
    this.settle();
  }

  settle() {
    this.blank = this.layout.hide_empty && [...this.parts.values()].every((group) => !group.firstChild);
    this.figure.classList.toggle("blank", this.blank);
  }

  /** @param {string} box */
  resize(box) {
    this.box = box;
    this.svg.setAttribute("viewBox", box);
    const [, , width, height] = box.split(/\s+/).map(Number);
    this.view.style.aspectRatio = `${width} / ${height}`;
    this.figure.style.setProperty("--ratio", String(width / height));
    this.zoom.fit();
  }

  /** Whether its middle is visible: on a phone it may be on the next page, or scrolled away. */
  get inView() {
    for (const animation of this.figure.getAnimations()) animation.finish(); // a gliding panel measures as elsewhere
    const { width, left, right, top, bottom } = this.view.getBoundingClientRect();
    const place = this.figure.parentElement.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return width > 0 && x > 0 && x < innerWidth && y > place.top && y < place.bottom;
  }

  /**
   * Show by a short movement where it was before.
   * @param {DOMRect} before
   */
  glide(before) {
    const now = this.figure.getBoundingClientRect();
    this.zoom.apply();
    const same = before.left === now.left && before.top === now.top && before.width === now.width;
    if (same || !before.width || !now.width || document.body.dataset.speed === "instant") return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const from = `translate(${before.left - now.left}px, ${before.top - now.top}px) scale(${before.width / now.width}, ${before.height / now.height})`;
    this.figure.animate([{ transform: from, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }], { duration: 260, easing: "ease-out" });
  }

  /**
   * The group of a part. It keeps its place in the drawing order even while it is empty.
   * @param {string} name
   */
  part(name) {
    let group = this.parts.get(name);
    if (!group) {
      group = document.createElementNS(SVG, "g");
      group.setAttribute("data-part", name);
      this.svg.append(group);
      this.parts.set(name, group);
    }
    return group;
  }
}

export class Panels {
  /**
   * `places` holds the elements for panels: `large`, `beside`, perhaps `strip` for small ones, and `further` for the rest.
   * @param {Record<string, HTMLElement>} places
   * @param {HTMLElement} definitions
   */
  constructor(places, definitions) {
    this.places = places;
    this.definitions = definitions;
    /** @type {Map<string, Panel>} */
    this.panels = new Map();
    /** @type {Server.Focus} */
    this.focus = {};
    /** @type {string | null} */
    this.chosen = null; // the panel that somebody has enlarged
    this.moved = () => {};
  }

  /** @param {Pick<Server.Position, "definitions" | "panels">} position */
  draw(position) {
    const defs = document.createElementNS(SVG, "defs");
    defs.append(drawn(position.definitions));
    this.definitions.replaceChildren(defs);
    const names = position.panels.map((picture) => picture.name);
    for (const [name, panel] of this.panels) {
      if (names.includes(name)) continue;
      panel.figure.remove();
      this.panels.delete(name);
    }
    for (const picture of position.panels) {
      const known = this.panels.get(picture.name);
      if (known) known.draw(picture);
      else this.panels.set(picture.name, new Panel(picture, () => this.enlarge(picture.name)));
    }
    this.arrange();
  }

  /**
   * The panels that matter now. One that was enlarged stays so until others matter.
   * @param {Server.Focus} focus
   */
  look(focus) {
    if (JSON.stringify(focus) === JSON.stringify(this.focus)) return;
    this.focus = focus;
    this.chosen = null;
    this.arrange();
  }

  /**
   * Make a panel the large one; a second time, or without a name: go back to what matters now.
   * @param {string | null} name
   */
  enlarge(name = null) {
    this.chosen = name === this.chosen || (!this.chosen && this.main.includes(name)) ? null : name;
    this.arrange();
  }

  /** The names of the large panels. */
  get main() {
    if (this.panels.has(this.chosen)) return [this.chosen];
    const named = (this.focus.main ?? []).filter((name) => this.panels.has(name));
    return named.length ? named : this.at("large");
  }

  get beside() {
    const named = this.focus.main?.length ? [...this.focus.main, ...(this.focus.beside ?? [])] : this.at("large", "beside");
    return named.filter((name) => this.panels.has(name) && !this.main.includes(name));
  }

  /** @param {...string} places */
  at(...places) {
    return [...this].filter((panel) => places.includes(panel.layout.place)).map((panel) => panel.name);
  }

  /** Put every panel where it belongs; those that change places glide. */
  arrange() {
    const { main, beside } = this;
    const rest = [...this.panels.keys()].filter((name) => !main.includes(name) && !beside.includes(name));
    const before = new Map([...this].map((panel) => [panel, panel.figure.getBoundingClientRect()]));
    const strip = this.places.strip ? rest.filter((name) => this.panels.get(name).layout.small) : [];
    const further = rest.filter((name) => !strip.includes(name));
    for (const [place, names] of Object.entries({ large: main, beside, strip, further })) {
      if (!this.places[place]) continue;
      const figures = names.map((name) => this.panels.get(name).figure);
      const there = [...this.places[place].children];
      if (figures.length !== there.length || figures.some((figure, n) => figure !== there[n])) this.places[place].append(...figures);
    }
    for (const panel of this) panel.figure.classList.toggle("chosen", panel.name === this.chosen);
    for (const [panel, box] of before) panel.glide(box);
    this.moved();
  }

  /**
   * Replace the parts that a move changed (null: the part is gone); returns their groups.
   * @param {Server.Changes["parts"]} parts
   * @param {Server.Changes["boxes"]} boxes
   */
  change(parts, boxes = {}) {
    const groups = [];
    for (const [name, box] of Object.entries(boxes)) this.panels.get(name)?.resize(box);
    for (const [name, changed] of Object.entries(parts)) {
      const panel = this.panels.get(name);
      if (!panel) continue;
      for (const [part, markup] of Object.entries(changed)) {
        const group = panel.part(part);
        group.replaceChildren(drawn(markup));
        groups.push(group);
      }
      panel.settle();
    }
    return groups;
  }

  clear() {
    this.chosen = null;
    for (const panel of this.panels.values()) panel.figure.remove();
    this.panels.clear();
    this.definitions.replaceChildren();
  }

  get legend() {
    return [...this].find((panel) => panel.layout.place === "legend");
  }

  /** @param {string} name */
  get(name) {
    return this.panels.get(name);
  }

  [Symbol.iterator]() {
    return this.panels.values();
  }

  /**
   * The panel that contains a node.
   * @param {Element} node
   */
  of(node) {
    return this.panels.get(node.closest("[data-panel]")?.getAttribute("data-panel"));
  }
}
