// Keeps the page whole without a network: after one visit everything comes from the device, and a newer version is fetched beside it.

const VERSION = /*VERSION*/;
const FILES = /*FILES*/;
const HERE = new URL("./", self.location);
const OWN = `kifu@${encodeURIComponent(HERE.pathname)}@`; // what the caches of this folder begin with; the host may have other pages
const KEPT = OWN + VERSION;

let filling = null;

// Fetches all files, once for all that ask meanwhile; they are kept all or not at all.
function filled() {
  filling ??= caches
    .open(KEPT)
    .then((cache) => cache.addAll(["./", ...FILES].map((name) => new Request(name, { cache: "no-cache" }))))
    .finally(() => {
      filling = null;
    });
  return filling;
}

// Deletes what earlier pages of this folder kept in a cache without a folder in its name, and the cache if nothing else is there.
async function left(name) {
  const cache = await caches.open(name);
  const kept = await cache.keys();
  const own = kept.filter(({ url }) => url.startsWith(HERE.href) && !url.slice(HERE.href.length).includes("/"));
  for (const request of own) await cache.delete(request);
  if (own.length === kept.length) await caches.delete(name);
}

self.addEventListener("install", (event) => {
  event.waitUntil(filled().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then(async (names) => {
      for (const name of names) {
        if (name.startsWith(OWN) && name !== KEPT) await caches.delete(name);
        else if (/^kifu-[0-9a-f]{16}$/u.test(name)) await left(name);
      }
      await self.clients.claim();
    }),
  );
});

// A browser may empty the cache and keep this worker: at the first file that is missing all are fetched again.
async function answered(event) {
  const kept = await caches.match(event.request, { cacheName: KEPT, ignoreSearch: true });
  if (kept) return kept;
  const { origin, pathname } = new URL(event.request.url);
  const name = origin + pathname;
  if (name.startsWith(HERE.href) && ["", ...FILES].includes(name.slice(HERE.href.length))) event.waitUntil(filled().catch(() => {}));
  return fetch(event.request);
}

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== self.location.origin) return;
  event.respondWith(answered(event));
});
