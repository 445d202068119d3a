// Shows notifications that the server pushes, even when no page is open.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("push", (event) => {
  const { title, words, address } = event.data.json();
  event.waitUntil(worker.registration.showNotification(title, { body: words, tag: address, data: { address } }));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(worker.clients.openWindow(event.notification.data.address));
});
