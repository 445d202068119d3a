// Notifications in this browser: asks for permission and tells the server where to push them.

import { register } from "../app/app.js";
import { _ } from "../shared/translations.js";

/** @type {HTMLFormElement} */
const form = document.querySelector("#push");
const trouble = document.querySelector("#push-trouble");

const letters = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") {
    trouble.textContent = _("Your browser does not allow notifications from this site. You can change that in its settings for this page.");
    return;
  }
  const worker = await register();
  await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: form.dataset.key });
  /** @type {HTMLInputElement} */
  const field = form.querySelector("[name=digest]");
  const body = new URLSearchParams({
    way: "push",
    digest: field.value,
    address: subscription.endpoint,
    p256dh: letters(subscription.getKey("p256dh")),
    auth: letters(subscription.getKey("auth")),
  });
  const answer = await fetch("/away/ways", { method: "POST", body, headers: { accept: "application/json" } });
  if (answer.ok) location.reload();
  else trouble.textContent = (await answer.json()).words;
}

if (form && "serviceWorker" in navigator && "PushManager" in window) {
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    subscribe().catch(() => (trouble.textContent = _("Notifications can't reach this browser just now.")));
  });
}
