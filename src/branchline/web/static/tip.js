// One small note beside what is pointed at.

const tip = document.querySelector("#tip");

/** Show content beside a rectangle of the window, inside of the window. */
export function showTip(content, around) {
  tip.replaceChildren(content);
  if (!tip.matches(":popover-open")) tip.showPopover();
  place(tip, around);
}

export function hideTip() {
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
