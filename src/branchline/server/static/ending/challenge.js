// A turning point as a challenge to others: its link is made by the server, and shared or copied.

import { make } from "../shared/elements.js";
import { _ } from "../shared/translations.js";
import { share } from "./share.js";

/**
 * Starts before a turn, in the seat of the player whose turn it was. Without a script the button leads to the challenge.
 * @param {{ first: number, words: string }} point
 * @param {string} address of the replay
 */
export function challenge(point, address) {
  const words = _("Challenge a friend");
  const button = make("button", { class: "sign small plain", "aria-label": `${words}: ${point.words}` }, words);
  const said = make("p", { class: "said", role: "status" });
  const form = make("form", { method: "post", action: `${address}/challenge` }, make("input", { type: "hidden", name: "at", value: point.first }), button, said);
  /** @type {{ address: string, words: string } | null} */
  let made = null;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      made ??= await set(form);
      const told = await share(made.address, made.words);
      said.replaceChildren(make("span", {}, told ? `${told} ` : ""), make("a", { href: made.address }, _("Open the challenge")));
    } catch (error) {
      said.textContent = (error instanceof Error && error.message) || _("The server could not be reached. Try again in a moment.");
    }
    button.disabled = false;
  });
  return form;
}

/** @param {HTMLFormElement} form */
async function set(form) {
  const body = new URLSearchParams({ at: String(new FormData(form).get("at")) });
  const answer = await fetch(form.action, { method: "POST", headers: { accept: "application/json" }, body });
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.words);
  return found;
}
