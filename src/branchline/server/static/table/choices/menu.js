// A small menu beside a shape that stands for several choices, or is easily tapped by mistake.

import { find, make } from "../../shared/elements.js";
import { controls, grouped } from "./choices.js";
import { withTokens } from "./tokens.js";
import { place } from "./tooltip.js";

const menu = find("#menu");

/**
 * @param {Server.Choice[]} choices
 * @param {DOMRect} around
 * @param {{ take: (choice: Server.Choice, ask?: boolean) => void, point: (choice: Server.Choice | null) => void }} table
 */
export function openMenu(choices, around, { take, point }) {
  const taking = (choice, ask) => {
    closeMenu();
    take(choice, ask);
  };
  menu.replaceChildren();
  for (const [name, members] of grouped(choices)) {
    if (name) menu.append(make("h3", { class: "caps" }, withTokens(name)));
    menu.append(...controls(members, taking, point));
  }
  if (!menuOpen()) menu.showPopover();
  place(menu, around);
  find("button.choice, input", menu)?.focus({ preventScroll: true });
}

export const menuOpen = () => menu.matches(":popover-open");

export function closeMenu() {
  if (menuOpen()) menu.hidePopover();
}
