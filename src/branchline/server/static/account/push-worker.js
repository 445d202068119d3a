// Shows notices that the server pushes, also when no page is open.

self.addEventListener("push", (event) => {
  const { title, words, address } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body: words, tag: address, data: { address } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data.address));
});
