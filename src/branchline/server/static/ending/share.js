// Sharing a page: by the device's own menu, or as a link to paste.

import { _ } from "../shared/translations.js";

/**
 * What to say afterwards; empty: the device has said it.
 * @param {string} address
 * @param {string} words
 */
export async function share(address, words) {
  const url = new URL(address, location.href).href;
  try {
    if (navigator.share) {
      await navigator.share({ title: document.title, text: words, url });
      return "";
    }
    await navigator.clipboard.writeText(url);
    return _("Link copied.");
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError" ? "" : url; // cancelled, or not allowed
  }
}
