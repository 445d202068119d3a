// The offline page: offers only what this browser has kept, and tries again when the network is back.

/** @type {NodeListOf<HTMLAnchorElement>} */
const links = document.querySelectorAll("#kept a");
async function offer() {
  const kept = await Promise.all([...links].map((link) => caches.match(link.href, { ignoreVary: true })));
  for (const [number, link] of links.entries()) link.closest("li").hidden = !kept[number];
  document.getElementById("kept").hidden = !kept.some(Boolean);
}

/** The network may be back before the server is. */
async function tryAgain() {
  const answer = await fetch("/health", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}

offer();
addEventListener("online", tryAgain);
setInterval(tryAgain, 5000);
