// The shell of the page works without a network; games do not, so nothing of them is kept.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const KEPT = "reihum {base}";
const SHELL = "/";
/** @type {string[]} */
const FILES = JSON.parse(`{files}`);

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll([SHELL, ...FILES])));
  void worker.skipWaiting();
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith("/w/")) event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  else if (request.mode === "navigate" && !pathname.startsWith("/api/")) event.respondWith(shell(request));
});

/** Let go of the files of earlier pages. */
async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
}

/**
 * The page as the server has it now; the kept one if it cannot be reached.
 * @param {Request} request
 */
async function shell(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(SHELL);
    if (kept) return kept;
    throw error;
  }
}
