// The page of a challenge: sharing it.

import { find } from "../shared/elements.js";
import { share } from "./share.js";

/** @type {HTMLButtonElement} */
const button = find(".pass-on button");

button.addEventListener("click", async () => {
  find(".pass-on span").textContent = await share(button.dataset.address, button.dataset.words);
});
