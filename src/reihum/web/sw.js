const BASE = "{base}";
const FILES = JSON.parse('{files}');
self.addEventListener("install", (event) => event.waitUntil(caches.open(BASE).then((cache) => cache.addAll(FILES))));
