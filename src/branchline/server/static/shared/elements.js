// Finding and making elements. Words from people only ever go through `textContent`.

const ICONS = new URL("icons.svg", import.meta.url).pathname;
const SVG = "http://www.w3.org/2000/svg";

/**
 * The first element that matches; annotate the result if its type matters.
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} root
 * @returns {T}
 */
export const find = (selector, root = document) => root.querySelector(selector);

/**
 * The nearest matching element around the target of an event; null if there is none.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement}
 */
export const closest = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

/**
 * One element: `make("button", {class: "sign", type: "button"}, "Bid 4", icon("plus"))`.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, any>} attributes those that begin with `on` are listeners
 * @param {...(Node | string | null)} content
 */
export function make(name, attributes = {}, ...content) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...content.filter((part) => part !== null && part !== undefined));
  return made;
}

/**
 * @param {string} name
 * @param {string} className
 */
export function icon(name, className = "") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("aria-hidden", "true");
  if (className) svg.setAttribute("class", className);
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${ICONS}#${name}`);
  svg.append(use);
  return svg;
}

/**
 * The emblem of a seat: its colour and shape.
 * @param {number} seat
 */
export const emblem = (seat) => icon(`emblem-${seat}`, `emblem seat-${seat}`);

/**
 * Words with a link to the clause they come from.
 * @param {string} words
 * @param {string} [clause]
 * @param {string} game
 */
export function withClause(words, clause, game = document.body.dataset.game) {
  const content = document.createDocumentFragment();
  content.append(words);
  if (clause) {
    const link = make("a", { href: `/rules/${game}#${clause}`, target: "_blank", rel: "noopener" }, clause);
    content.append(" ", link);
  }
  return content;
}
