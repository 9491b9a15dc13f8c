// Keeps the page whole without a network: after one visit everything comes from the device, and a newer version is fetched beside it.

const VERSION = /*VERSION*/;
const FILES = /*FILES*/;
const KEPT = `kifu-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(KEPT).then(async (cache) => {
      await cache.addAll(["./", ...FILES].map((name) => new Request(name, { cache: "no-cache" })));
      await self.skipWaiting();
    }),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then(async (names) => {
      await Promise.all(names.filter((name) => name.startsWith("kifu-") && name !== KEPT).map((name) => caches.delete(name)));
      await self.clients.claim();
    }),
  );
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== self.location.origin) return;
  event.respondWith(
    caches.open(KEPT).then(async (cache) => (await cache.match(event.request, { ignoreSearch: true })) || fetch(event.request)),
  );
});
