// The shell of the page works without a network; games do not, so nothing of them is kept.

const KEPT = "reihum {base}";
const SHELL = "/";
const FILES = {files};

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll([SHELL, ...FILES])));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/w/")) event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request)));
  else if (event.request.mode === "navigate" && !url.pathname.startsWith("/api/")) event.respondWith(fetch(event.request).catch(() => caches.match(SHELL)));
});
