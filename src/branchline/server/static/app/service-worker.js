// The service worker of all pages: shows what the server pushes, and keeps public pages for when there is no network.
//
// It keeps nothing personal: pages are fetched without cookies, as a stranger would see them, in one language. All
// other pages come from the network only. The cache is named after the version and the language; a worker with another
// version or language brings its own cache and deletes this one.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** The server writes this in front of the script (`app_pages.py`).
 * @type {{ version: string, language: string, pages: string[], problems: string[], firstDay: string, rooms: string[], offline: string, files: string }} */
const { version, language, pages, problems, firstDay, rooms, offline, files } = /** @type {any} */ (self).toKeep;
const CACHE = `branchline ${version} ${language}`;
const STALE = 24 * 3600 * 1000; // milliseconds after which a page is fetched again

worker.addEventListener("install", (event) => {
  event.waitUntil(keep(offline).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  const others = async () => (await caches.keys()).filter((name) => name !== CACHE);
  event.waitUntil(others().then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => worker.clients.claim()));
});

// A page is open: keep it if it is public, and all public pages if somebody reads one of them or uses the app.
worker.addEventListener("message", (event) => {
  const { path, app } = event.data;
  const isPublic = rooms.some((room) => path === room || path.startsWith(`${room}/`));
  if (isPublic || app) event.waitUntil(keepAll([...(isPublic ? [path] : []), ...problemsDue(), ...pages, offline]).then(dropProblems));
});

/** The problems of today and tomorrow. */
function problemsDue() {
  const today = Math.floor((Date.now() - Date.parse(firstDay)) / 86400000) + 1;
  return problems.flatMap((address) => [`${address}${today}`, `${address}${today + 1}`]);
}

/** The problems of earlier days need not be kept. */
async function dropProblems() {
  const cache = await caches.open(CACHE);
  const due = problemsDue();
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (problems.some((address) => pathname.startsWith(address)) && !due.includes(pathname)) await cache.delete(url);
  }
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => keptPage(request)));
  else if (request.method !== "GET" || origin !== worker.location.origin) return;
  else if (pathname.startsWith(files)) event.respondWith(keptFile(request));
  else if (pathname.startsWith(`/pictures/${language}/`)) event.respondWith(picture(request));
  else if (pathname.startsWith("/words/")) event.respondWith(fetch(request).catch(() => kept(request)));
});

/** @param {string | Request} wanted */
async function kept(wanted) {
  const found = await (await caches.open(CACHE)).match(wanted, { ignoreSearch: true, ignoreVary: true });
  return found ?? Response.error();
}

/** @param {Request} request */
async function keptPage(request) {
  const found = request.method === "GET" ? await kept(request) : Response.error();
  return found.type === "error" ? kept(offline) : found;
}

/** A static file, whose version is in its URL: the kept one is the right one. @param {Request} request */
async function keptFile(request) {
  const found = await kept(request);
  return found.type === "error" ? fetch(request) : found;
}

/** A drawing of the rulebook, kept once it has been seen. @param {Request} request */
async function picture(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(CACHE)).put(request.url, answer.clone());
    return answer;
  } catch {
    return kept(request);
  }
}

/** @param {string[]} paths */
async function keepAll(paths) {
  for (const path of paths) {
    await keep(path).catch(() => {}); // no network, or the server is too busy: another time
  }
}

/**
 * Keeps a page or a file, and what it needs.
 * @param {string} path
 * @param {string[]} around what is already being kept: scripts may need each other
 */
async function keep(path, around = []) {
  if (around.includes(path)) return;
  const cache = await caches.open(CACHE);
  const had = await cache.match(path, { ignoreVary: true });
  if (had && (path.startsWith(files) || Date.now() - Date.parse(had.headers.get("date")) < STALE)) return;
  const answer = await fetch(path, { credentials: "omit", headers: { "accept-language": language } });
  if (!answer.ok || answer.redirected) throw new Error(`${path}: ${answer.status}`);
  const text = /html|javascript/.test(answer.headers.get("content-type")) ? await answer.clone().text() : "";
  for (const needed of needs(text, path)) await keep(needed, [...around, path]);
  await cache.put(path, answer); // last, so that a kept page is complete
}

/** The static files that a page or a script names, and the words of scripts. */
function needs(text, path) {
  const named = [...text.matchAll(/(?:href|src)="(\/static\/[^"#]+)|^import .*?"(\.[^"]+)"|`(\/words\/)/gm)];
  return new Set(named.map(([_whole, file, script, words]) => (words ? `${words}${language}.json` : file ?? new URL(script, new URL(path, worker.location.origin)).pathname)));
}

worker.addEventListener("push", (event) => {
  const { title, words, address } = event.data.json();
  event.waitUntil(worker.registration.showNotification(title, { body: words, tag: address, data: { address } }));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(worker.clients.openWindow(event.notification.data.address));
});
