// The page and the rules of all games can be read offline. Tables need the server, so nothing of them is cached.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const CACHE = "reihum {base}";
const SHELL = "/";
/** @type {string[]} */
const FILES = JSON.parse(`{files}`);

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([SHELL, ...FILES])));
  void worker.skipWaiting();
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(deleteOldCaches().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith("/w/")) event.respondWith(caches.match(request).then((cached) => cached ?? fetch(request)));
  else if (request.mode === "navigate" && !pathname.startsWith("/api/")) event.respondWith(fetchShell(request));
});

/** Delete the files of earlier versions of the page. */
async function deleteOldCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}

/**
 * The page as the server has it now, or the cached one if the server cannot be reached.
 * @param {Request} request
 */
async function fetchShell(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const cached = await caches.match(SHELL);
    if (cached) return cached;
    throw error;
  }
}
