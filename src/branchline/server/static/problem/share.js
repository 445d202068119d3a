// A line to share that does not give the solution away: which problem, how many tries, and a link.

import { _ } from "../shared/translations.js";
import { signals } from "./progress.js";

/**
 * @param {string} title of the game
 * @param {number} number
 * @param {string} marks
 */
export const line = (title, number, marks) => `Branchline · ${title} · ${_("Problem {number}", { number })}\n${signals(marks)}\n${location.origin}${location.pathname}`;

/**
 * What to say afterwards; empty: the device has said it.
 * @param {string} text
 */
export async function send(text) {
  try {
    if (navigator.share) {
      await navigator.share({ text });
      return "";
    }
    await navigator.clipboard.writeText(text);
    return _("Copied.");
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError" ? "" : text; // cancelled, or not allowed
  }
}
