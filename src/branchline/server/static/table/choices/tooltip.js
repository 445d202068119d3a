// A tooltip beside what is pointed at.

import { find } from "../../shared/elements.js";

const tip = find("#tip");
const GRACE = 250; // ms for the mouse to move from a shape onto its tooltip
let leaving = 0;

tip.addEventListener("pointerenter", () => clearTimeout(leaving));
tip.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && hideTooltip());

/** Show content beside a rectangle, within the window. */
export function showTooltip(content, around) {
  clearTimeout(leaving);
  tip.replaceChildren(content);
  if (!tip.matches(":popover-open")) tip.showPopover();
  place(tip, around);
}

/** Close the tooltip, after giving the mouse time to reach a link in it. */
export function leaveTooltip() {
  clearTimeout(leaving);
  leaving = setTimeout(hideTooltip, GRACE);
}

export function hideTooltip() {
  clearTimeout(leaving);
  if (tip.matches(":popover-open")) tip.hidePopover();
}

/** Below the rectangle if there is room, otherwise above it. */
export function place(element, around) {
  const gap = 8;
  const { offsetWidth: width, offsetHeight: height } = element;
  const left = (around.left + around.right) / 2 - width / 2;
  const below = around.bottom + gap + height <= innerHeight;
  const top = below ? around.bottom + gap : around.top - gap - height;
  element.style.left = `${Math.max(gap, Math.min(left, innerWidth - width - gap))}px`;
  element.style.top = `${Math.max(gap, Math.min(top, innerHeight - height - gap))}px`;
}
