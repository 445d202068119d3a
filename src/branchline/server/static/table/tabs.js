// On a narrow screen one thing is shown at a time: a picture, the log, the players or the chat.

import { find, icon, make } from "../shared/elements.js";
import { _ } from "../shared/translations.js";

const bar = find(".tabs");
const tabs = /** @type {HTMLCollectionOf<HTMLElement>} */ (bar.children);
const body = document.body;

export function drawTabs(panels) {
  const pictures = [...panels].filter((panel) => panel.layout.place !== "legend" && !panel.blank);
  const parts = [
    ...pictures.map((panel) => [panel.name, panel.title, ""]),
    ["log", _("Log"), "log"],
    ["seats", _("Seats"), "seats"],
    ["chat", _("Chat"), "chat"],
  ];
  const key = JSON.stringify(parts);
  if (bar.dataset.key === key) return;
  bar.dataset.key = key;
  bar.replaceChildren(
    ...parts.map(([name, words, mark]) =>
      make("button", { class: "tab", type: "button", "data-tab": name, onclick: () => showTab(name) }, mark ? icon(mark) : null, make("span", {}, words)),
    ),
  );
  if (!parts.some(([name]) => name === body.dataset.tab)) showTab(pictures[0]?.name ?? "log");
  else showTab(body.dataset.tab);
}

export function showTab(name) {
  body.dataset.tab = name;
  /** @type {NodeListOf<HTMLElement>} */
  const figures = document.querySelectorAll("[data-panel]");
  for (const figure of figures) {
    figure.classList.toggle("current", figure.dataset.panel === name);
  }
  for (const tab of tabs) {
    const current = tab.dataset.tab === name;
    tab.setAttribute("aria-pressed", current ? "true" : "false");
    if (current && narrow()) tab.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

/** Marks the tabs of pictures with something to choose. */
export function markTabs(names) {
  for (const tab of tabs) tab.classList.toggle("offers", names.has(tab.dataset.tab));
}

export const narrow = () => matchMedia("(max-width: 899px)").matches;
