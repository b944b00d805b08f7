/** The service worker: it keeps the client's files, so that the next visit is there at once, and without a network too. */

const VERSION = "kaiten-__VERSION__";
const FILES = ["__FILES__"]; // the build writes all files of the client here
const PAGE = "/index.html"; // the one page for all addresses
const GAMES = "/api/games"; // all that is kept of what the server says: it changes with the server's version alone

const kept = () => caches.open(VERSION);
const found = async (what) => (await kept()).match(what, { ignoreVary: true });

/** Keep all files. An open page goes on with the worker and the files that it began with: this one waits until it is closed. */
async function install() {
  await (await kept()).addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
}

/** Nobody uses the files of older clients any more. */
async function activate() {
  const old = (await caches.keys()).filter(
    (name) => name.startsWith("kaiten-") && name !== VERSION,
  );
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** What the network answers, or without one what was kept. */
async function fresh(request, otherwise) {
  try {
    return await fetch(request);
  } catch (problem) {
    const answer = await found(otherwise);
    if (answer) return answer;
    throw problem;
  }
}

async function freshAndKept(request) {
  const answer = await fresh(request, request);
  if (answer.ok) await (await kept()).put(request, answer.clone()).catch(() => {}); // a full disk keeps nobody from playing
  return answer;
}

const fromHere = async (request) => (await found(request)) ?? fetch(request);

/** Who answers: nobody but the network for tables, everybody's newest page for addresses, this browser for files. */
function answer(request) {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return undefined;
  if (pathname === GAMES) return freshAndKept(request);
  if (pathname.startsWith("/api/")) return undefined;
  if (request.mode === "navigate") return fresh(request, PAGE);
  return FILES.includes(pathname) ? fromHere(request) : undefined;
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const said = answer(event.request);
  if (said) event.respondWith(said);
});
