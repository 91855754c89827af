// The page and the rules of all games can be read offline. Tables need the server, so nothing of them is cached.
// A message from the server says that somebody's turn has come; a tap on it leads to the table.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const ROOT = "{root}";
const CACHES = `reihum ${ROOT}/w/`;
const CACHE = "reihum {root}{base}";
const SHELL = `${ROOT}/`;
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
  if (pathname.startsWith(`${ROOT}/w/`)) event.respondWith(caches.match(request).then((cached) => cached ?? fetch(request)));
  else if (request.mode === "navigate" && !pathname.startsWith(`${ROOT}/api/`)) event.respondWith(fetchShell(request));
});

worker.addEventListener("push", (event) => {
  event.waitUntil(notify(event.data?.json() ?? {}));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPath(event.notification.data.path));
});

worker.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(subscribeAgain());
});

/** Delete the files of earlier versions of the page; another server on this site may have others. */
async function deleteOldCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(CACHES) && name !== CACHE).map((name) => caches.delete(name)));
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

/**
 * Show a message; a later one about the same table takes its place.
 * @param {{title?: string, body?: string, path?: string}} message
 */
function notify({ title = "Reihum", body = "", path = "/" }) {
  const icon = "{root}{base}/icons/icon-192.png";
  return worker.registration.showNotification(title, { body, icon, tag: path, data: { path } });
}

/**
 * Bring the page at this path to the front, or open it.
 * @param {string} path
 */
async function openPath(path) {
  const { href } = new URL(ROOT + path, location.origin);
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => page.url.split("#")[0] === href.split("#")[0]);
  await (open ? open.focus() : worker.clients.openWindow(href));
}

/** The browser has ended the subscription: take out a new one, and tell the server. */
async function subscribeAgain() {
  const { key } = await (await fetch(`${ROOT}/api/calls`)).json();
  if (!key) return;
  const subscribed = await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscribed.toJSON();
  const body = JSON.stringify({ endpoint, keys });
  await fetch(`${ROOT}/api/calls/push`, { method: "POST", headers: { "content-type": "application/json" }, body });
}
