// Every page: starts the service worker in the language of the page, and tells it which page is open.

export const register = () => navigator.serviceWorker.register(`/service-worker.js?language=${document.documentElement.lang}`);

if ("serviceWorker" in navigator) {
  const app = matchMedia("(display-mode: standalone)").matches;
  const start = async () => {
    const { installing, waiting, active } = await register();
    (installing ?? waiting ?? active).postMessage({ path: location.pathname, app }); // the newest worker keeps pages
  };
  // It may fail, as in a private window; the page works without it.
  addEventListener("load", () => start().catch(() => {}));
}
