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
    shape.setAttribute("data-title", title.textContent);
    shape.setAttribute("aria-label", title.textContent);
    shape.setAttribute("role", "img");
  }
  for (const node of [...read.documentElement.childNodes]) content.append(document.importNode(node, true));
  return content;
}

class Panel {
  /** @param {Server.Picture} picture */
  constructor(picture) {
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
          zoom("enlarge", _("Enlarge"), () => this.enlarge()),
        ),
      ),
      this.view,
    );
    this.figure.addEventListener("toggle", (event) => this.shut(event));
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
    this.figure.classList.toggle("tall", height > 2 * width);
    this.zoom.fit();
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

  /** Show it above everything else until it is closed, by Escape, the button, or a click beside it. */
  enlarge() {
    const figure = this.figure;
    if (figure.hasAttribute("popover")) {
      figure.hidePopover();
      return;
    }
    figure.setAttribute("popover", "auto");
    figure.showPopover();
    this.zoom.fit();
  }

  shut(event) {
    if (event.target !== this.figure || event.newState !== "closed") return;
    this.figure.removeAttribute("popover");
    this.zoom.fit();
  }
}

export class Panels {
  /**
   * `places` holds the elements for panels: `large`, `beside` and `further`.
   * @param {Record<string, HTMLElement>} places
   * @param {HTMLElement} definitions
   */
  constructor(places, definitions) {
    this.places = places;
    this.definitions = definitions;
    /** @type {Map<string, Panel>} */
    this.panels = new Map();
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
      else this.add(new Panel(picture), this.places[picture.layout.place] ?? this.places.further);
    }
  }

  /**
   * @param {Panel} panel
   * @param {HTMLElement} where
   */
  add(panel, where) {
    this.panels.set(panel.name, panel);
    where.append(panel.figure);
  }

  /**
   * Replace the parts that a move changed (null: the part is gone); returns their groups.
   * @param {Server.Changes["parts"]} parts
   */
  change(parts) {
    const groups = [];
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
