// Making elements. Words from people only ever go through `textContent`.

const ICONS = new URL("icons.svg", import.meta.url).pathname;
const SVG = "http://www.w3.org/2000/svg";

export const find = (selector, root = document) => root.querySelector(selector);

/** One element: `make("button", {class: "sign", type: "button"}, "Bid 4", icon("plus"))`. */
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

export function icon(name, className = "") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("aria-hidden", "true");
  if (className) svg.setAttribute("class", className);
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${ICONS}#${name}`);
  svg.append(use);
  return svg;
}

/** The sign of a seat: its colour and its shape. */
export const emblem = (seat) => icon(`emblem-${seat}`, `emblem seat-${seat}`);

/** Words with a link to the clause of the rulebook that they come from. */
export function withClause(words, clause, game = document.body.dataset.game) {
  const content = document.createDocumentFragment();
  content.append(words);
  if (clause) {
    const link = make("a", { href: `/rules/${game}#${clause}`, target: "_blank", rel: "noopener" }, clause);
    content.append(" ", link);
  }
  return content;
}
