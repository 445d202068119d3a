// One small note beside what is pointed at.

import { find } from "../../shared/elements.js";

const tip = find("#tip");
const GRACE = 250; // ms in which the mouse may move from a shape onto its note
let leaving = 0;

tip.addEventListener("pointerenter", () => clearTimeout(leaving));
tip.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && hideTooltip());

/** Show content beside a rectangle of the window, inside of the window. */
export function showTooltip(content, around) {
  clearTimeout(leaving);
  tip.replaceChildren(content);
  if (!tip.matches(":popover-open")) tip.showPopover();
  place(tip, around);
}

/** Put the note away, but not before a mouse that is after its link could reach it. */
export function leaveTooltip() {
  clearTimeout(leaving);
  leaving = setTimeout(hideTooltip, GRACE);
}

export function hideTooltip() {
  clearTimeout(leaving);
  if (tip.matches(":popover-open")) tip.hidePopover();
}

/** Below the rectangle where there is room, above it otherwise. */
export function place(element, around) {
  const gap = 8;
  const { offsetWidth: width, offsetHeight: height } = element;
  const left = (around.left + around.right) / 2 - width / 2;
  const below = around.bottom + gap + height <= innerHeight;
  const top = below ? around.bottom + gap : around.top - gap - height;
  element.style.left = `${Math.max(gap, Math.min(left, innerWidth - width - gap))}px`;
  element.style.top = `${Math.max(gap, Math.min(top, innerHeight - height - gap))}px`;
}
