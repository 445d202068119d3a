// Every page: tells the server whether the device is dark, and sends a choice of language or theme at once.

const dark = matchMedia("(prefers-color-scheme: dark)");

function tell() {
  document.cookie = `dark=${dark.matches ? 1 : 0}; path=/; max-age=31536000; samesite=lax`;
}

tell();
dark.addEventListener("change", () => {
  tell();
  document.dispatchEvent(new CustomEvent("theme"));
});

for (const form of document.querySelectorAll("form[data-submits]")) {
  form.addEventListener("change", () => form.requestSubmit());
}
