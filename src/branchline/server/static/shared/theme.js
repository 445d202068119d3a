// Every page: tells the server whether the device uses a dark theme, and sends changes of language or theme at once.

const dark = matchMedia("(prefers-color-scheme: dark)");

function tell() {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is missing on plain HTTP
  document.cookie = `dark=${dark.matches ? 1 : 0}; path=/; max-age=31536000; samesite=lax`;
}

// A page kept for reading offline does not know the theme that the visitor has chosen.
const chosen = /(?:^|; )theme=(light|dark)/.exec(document.cookie);
if (chosen) document.documentElement.dataset.theme = chosen[1];

tell();
dark.addEventListener("change", () => {
  tell();
  document.dispatchEvent(new CustomEvent("theme"));
});

/** @type {NodeListOf<HTMLFormElement>} */
const forms = document.querySelectorAll("form[data-submits]");
for (const form of forms) {
  form.addEventListener("change", () => form.requestSubmit());
}
