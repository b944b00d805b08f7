import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { Network } from "./network.svelte";
import type { NetworkState } from "./shapes";

const home = { hostname: "127.0.0.1", origin: "http://127.0.0.1:8000" };
const wifi = "http://192.168.1.20:8000";
const cable = "http://10.0.0.7:8000";
const closed: NetworkState = { ok: true, open: false, origins: [], mine: true };
const opened: NetworkState = { ok: true, open: true, origins: [wifi, cable], mine: true };
let told: NetworkState | null;
let asked: (string | undefined)[];

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  told = closed;
  asked = [];
  vi.stubGlobal("fetch", async (_: URL, sent: RequestInit) => {
    asked.push(sent.body as string | undefined);
    if (!told) throw new TypeError("no network");
    return new Response(JSON.stringify(told));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a private server", () => {
  it("can be opened, and its links then lead to the likeliest address", async () => {
    const network = new Network(home);
    const stop = network.watch();
    await vi.advanceTimersByTimeAsync(0);
    expect([network.canOpen, network.canClose, network.isClosed]).toEqual([true, false, false]);
    expect(network.origin).toBe(home.origin);
    expect(network.drawCode("K7QX2M")).toBe("/api/tables/K7QX2M/qr.svg");
    told = opened;
    await network.change(true);
    expect(asked.at(-1)).toBe('{"open":true}');
    expect([network.canOpen, network.canClose]).toEqual([false, true]);
    expect(network.origin).toBe(wifi);
    stop();
  });

  it("shows the address that the player prefers, as long as it is one", async () => {
    told = opened;
    const network = new Network(home);
    await network.change(true);
    network.origin = cable;
    expect(network.origin).toBe(cable);
    expect(network.drawCode("K7QX2M")).toContain(`?at=${encodeURIComponent(cable)}`);
    const screen = new Network(home); // another page of this browser
    told = { ...opened, origins: [wifi] };
    await screen.change(true);
    expect(screen.origin).toBe(wifi);
  });

  it("is looked at again, for another page may open it", async () => {
    const network = new Network(home);
    const stop = network.watch();
    await vi.advanceTimersByTimeAsync(0);
    told = opened;
    await vi.advanceTimersByTimeAsync(3000);
    expect(network.canClose).toBe(true);
    told = null; // the server is away: nothing new
    await vi.advanceTimersByTimeAsync(3000);
    expect(network.canClose).toBe(true);
    const looks = asked.length;
    stop();
    await vi.advanceTimersByTimeAsync(9000);
    expect(asked).toHaveLength(looks);
  });
});

it("is asked once by a page that came over the network", async () => {
  told = { ok: true, open: true, origins: [wifi], mine: false };
  const network = new Network({ hostname: "192.168.1.20", origin: wifi });
  const stop = network.watch();
  await vi.advanceTimersByTimeAsync(9000);
  expect(asked).toHaveLength(1);
  expect([network.canOpen, network.canClose, network.isClosed]).toEqual([false, false, false]);
  stop();
});

it("says where nothing can be opened", async () => {
  told = { ...closed, mine: false };
  const network = new Network(home);
  expect(network.isClosed).toBe(false); // nothing is known yet
  network.watch()();
  await vi.advanceTimersByTimeAsync(0);
  expect(network.isClosed).toBe(true);
});
