/** The service worker: it caches the client's files, so that the next visit is fast, and works
 * without a network too. */

const VERSION = "kaiten-__VERSION__";
const FILES = ["__FILES__"]; // the build writes all files of the client here
const PAGE = "/index.html"; // the one page for all addresses
const GAMES = "/api/games"; // the only answer that is cached: it changes with the server's version

const openCache = () => caches.open(VERSION);
const findCached = async (what) => (await openCache()).match(what, { ignoreVary: true });

/** Cache all files. An open page continues with the worker and the files that it began with: this
 * one waits until the page is closed. */
async function install() {
  const requests = FILES.map((file) => new Request(file, { cache: "no-cache" }));
  await (await openCache()).addAll(requests);
}

/** Delete the files of older clients, which no page uses any more. */
async function activate() {
  const isOld = (name) => name.startsWith("kaiten-") && name !== VERSION;
  const old = (await caches.keys()).filter(isOld);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Fetch from the network, or without one from the cache. */
async function fetchFirst(request, fallback) {
  try {
    return await fetch(request);
  } catch (problem) {
    const answer = await findCached(fallback);
    if (answer) return answer;
    throw problem;
  }
}

async function fetchAndCache(request) {
  const answer = await fetchFirst(request, request);
  // A full disk is no reason not to play.
  if (answer.ok) await (await openCache()).put(request, answer.clone()).catch(() => {});
  return answer;
}

const readCache = async (request) => (await findCached(request)) ?? fetch(request);

/** Answer a request: tables from the network alone, pages from the network first, files from the
 * cache. Return undefined to leave it to the browser. */
function answer(request) {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return undefined;
  if (pathname === GAMES) return fetchAndCache(request);
  if (pathname.startsWith("/api/")) return undefined;
  if (request.mode === "navigate") return fetchFirst(request, PAGE);
  return FILES.includes(pathname) ? readCache(request) : undefined;
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const response = answer(event.request);
  if (response) event.respondWith(response);
});
