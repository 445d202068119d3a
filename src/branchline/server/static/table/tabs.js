// The strip of titles: every panel can be made the large one. On a narrow screen log and chat are here, too.

import { find, icon, make } from "../shared/elements.js";
import { _ } from "../shared/translations.js";

const bar = find(".tabs");
const tabs = /** @type {HTMLCollectionOf<HTMLElement>} */ (bar.children);
const boards = find(".boards");
const body = document.body;

/** @param {import("../panels/panels.js").Panels} panels */
export function drawTabs(panels) {
  const pictures = [...panels].filter((panel) => panel.layout.place !== "legend" && !panel.blank);
  const parts = [...pictures.map((panel) => [panel.name, panel.title, "", panel.layout.small ? "small" : ""]), ["log", _("Log"), "log", ""], ["chat", _("Chat"), "chat", ""]];
  const key = JSON.stringify(parts);
  if (bar.dataset.key !== key) {
    bar.dataset.key = key;
    bar.replaceChildren(
      ...parts.map(([name, words, mark, look]) =>
        make("button", { class: `tab ${look}`, type: "button", "data-tab": name, onclick: () => turnTo(name, panels) }, mark ? icon(mark) : null, make("span", {}, words)),
      ),
    );
  }
  markTabs(panels);
}

/**
 * @param {string} name
 * @param {import("../panels/panels.js").Panels} panels
 */
export function turnTo(name, panels) {
  if (name === "log" || name === "chat") {
    body.dataset.tab = body.dataset.tab === name ? "" : name;
    tabs.namedItem?.(name)?.classList.remove("news");
  } else {
    body.dataset.tab = "";
    if (!narrow()) panels.enlarge(name);
    else if (!panels.main.includes(name) && !panels.beside.includes(name)) panels.enlarge(name);
    if (narrow()) pageTo(name, panels);
  }
  markTabs(panels);
}

/**
 * On a narrow screen: swipes to the page of a panel.
 * @param {string} name
 * @param {import("../panels/panels.js").Panels} panels
 */
export const pageTo = (name, panels) => panels.get(name)?.figure.scrollIntoView({ inline: "start", block: "nearest" });

/** @param {import("../panels/panels.js").Panels} panels */
export function markTabs(panels) {
  const { tab } = body.dataset;
  const shown = narrow() && boards.scrollLeft > boards.clientWidth / 2 ? panels.beside : panels.main;
  for (const one of tabs) {
    const name = one.dataset.tab;
    one.setAttribute("aria-pressed", (tab ? tab === name : shown.includes(name)) ? "true" : "false");
    one.classList.toggle("offers", Boolean(panels.get(name)?.figure.classList.contains("offers")));
  }
}

export const narrow = () => matchMedia("(max-width: 899px)").matches;
