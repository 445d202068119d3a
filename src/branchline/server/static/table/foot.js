// The foot of the choices, which never moves: what ends, passes or confirms.

import { find } from "../shared/elements.js";
import { button } from "./choices/choices.js";

const root = find("#ends");

/**
 * @param {Server.Choice[]} choices
 * @param {import("./choices/choices.js").Choices} list gets the focus when nothing is left here
 */
export function drawEnds(choices, list) {
  const focused = root.contains(document.activeElement);
  root.replaceChildren(...choices.map((choice) => button(choice, list.take, list.point)));
  if (focused) (find("button", root) ?? list.first() ?? list.root).focus({ preventScroll: true });
}
