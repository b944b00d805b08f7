import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { makeView } from "../fixtures";
import { update } from "../update.svelte";
import { language, LANGUAGES, speak } from "../text.svelte";
import { LiveTable } from "./liveTable.svelte";

class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = FakeSocket.CONNECTING;
  sent: Record<string, unknown>[] = [];
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;

  constructor(readonly address: URL) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
  }
  receive(message: object): void {
    this.readyState = FakeSocket.OPEN;
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  break(): void {
    this.close();
    this.onclose?.();
  }
}

const socket = () => FakeSocket.all.at(-1)!;
const sendTable = (version: number, view: Record<string, unknown> = {}) =>
  socket().receive({
    type: "table",
    version,
    table: { number: 1, ready: [], stage: "playing" },
    you: { seats: [0] },
    views: [makeView(view)],
  });
let live: LiveTable;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
  sessionStorage.clear();
  live = new LiveTable("K7QX2M");
});
afterEach(async () => {
  await speak("en");
  live.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("is open with the first table", () => {
  expect(live.connection).toBe("connecting");
  sendTable(3);
  expect(live.connection).toBe("open");
  expect(live.views[0]!.names).toEqual(["Ana", "Bo", "Cy"]);
});

it("reconnects from the version that it has", () => {
  sendTable(3);
  socket().break();
  expect(live.connection).toBe("lost");
  vi.advanceTimersByTime(400);
  expect(FakeSocket.all).toHaveLength(2);
  expect(socket().address.searchParams.get("since")).toBe("3");
  sendTable(3);
  expect(live.connection).toBe("open");
});

it("asks for everything again if something is missing", () => {
  sendTable(3);
  sendTable(5, { log: { from: 4, events: [] } });
  expect(live.version).toBe(3);
  expect(socket().address.searchParams.has("since")).toBe(false);
});

it("is told everything again in another language, on the same socket", async () => {
  sendTable(3, { log: { from: 0, events: [{}] } });
  const [other] = LANGUAGES.filter((code) => code !== language.current);
  await speak(other!);
  live.changeLanguage();
  expect(socket().sent).toMatchObject([{ do: "language", lang: other }]);
  sendTable(4, { log: { from: 1, events: [] } });
  socket().break();
  vi.advanceTimersByTime(400);
  expect(FakeSocket.all).toHaveLength(2);
  expect(socket().address.searchParams.get("lang")).toBe(other);
  expect(socket().address.searchParams.has("since")).toBe(false);
});

it("connects again where its language cannot be changed", async () => {
  sendTable(3);
  const [other] = LANGUAGES.filter((code) => code !== language.current);
  await speak(other!);
  live.changeLanguage();
  const id = socket().sent[0]!.id;
  socket().receive({ type: "error", id, code: "too-many", error: "Wait." });
  await vi.advanceTimersByTimeAsync(0);
  expect(FakeSocket.all).toHaveLength(2);
});

it("gives up on a table that does not exist", () => {
  socket().receive({ type: "error", id: null, code: "unknown-table", error: "No such table." });
  socket().break();
  expect(live.connection).toBe("refused");
  expect(live.problem?.message).toBe("No such table.");
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});

it("sends a heartbeat into a silence, and reconnects without an answer", () => {
  sendTable(3);
  vi.advanceTimersByTime(8000);
  expect(socket().sent).toMatchObject([{ do: "hello" }]);
  vi.advanceTimersByTime(6000);
  expect(FakeSocket.all).toHaveLength(2);
});

describe("a choice", () => {
  it("is shown at once, and sent", async () => {
    sendTable(3);
    const done = live.choose(0, "tofu");
    expect(live.views[0]!.chosen).toBe("tofu");
    expect(live.table!.ready).toEqual([0]);
    const [command] = socket().sent;
    expect(command).toMatchObject({ do: "choose", seat: 0, choice: "tofu", version: 3 });
    socket().receive({ type: "ack", id: command!.id, version: 4, seat: 0, chosen: "tofu" });
    await done;
    expect(live.isCurrent).toBe(false);
    sendTable(4);
    expect(live.isCurrent).toBe(true);
  });

  it("is shown as unsent if no answer comes soon", () => {
    sendTable(3);
    void live.choose(0, "tofu");
    vi.advanceTimersByTime(499);
    expect(live.unsentSeats).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(live.unsentSeats).toEqual([0]);
  });

  it("waits for the network and is sent then", async () => {
    sendTable(3);
    socket().break();
    await live.choose(0, "tofu");
    expect(live.unsentSeats).toEqual([0]);
    vi.advanceTimersByTime(400);
    sendTable(3);
    expect(socket().sent).toMatchObject([{ do: "choose", choice: "tofu", version: 3 }]);
    expect(live.views[0]!.chosen).toBe("tofu");
  });

  it("survives a reload of the page", async () => {
    sendTable(3);
    socket().break();
    await live.choose(0, "tofu");
    live.close();
    live = new LiveTable("K7QX2M");
    sendTable(3);
    expect(socket().sent).toMatchObject([{ do: "choose", choice: "tofu" }]);
  });

  it("is taken back on the page if the server refuses it", async () => {
    sendTable(3);
    const done = live.choose(0, "eel");
    const id = socket().sent[0]!.id;
    socket().receive({ type: "error", id, code: "illegal", error: "Not now." });
    await expect(done).rejects.toThrow("Not now.");
    expect(live.views[0]!.chosen).toBeNull();
  });

  it("is given up with a notice if the table has moved on", async () => {
    sendTable(3);
    socket().break();
    await live.choose(0, "tofu");
    vi.advanceTimersByTime(400);
    sendTable(5);
    const id = socket().sent[0]!.id;
    socket().receive({ type: "error", id, code: "stale", error: "Too late." });
    await vi.waitFor(() => expect(live.notice?.text).toContain("came too late"));
    expect(live.unsentSeats).toEqual([]);
  });
});

it("gives up, and asks for a reload, when the page is of another version", () => {
  sendTable(3);
  socket().break();
  vi.advanceTimersByTime(400);
  socket().receive({ type: "error", id: null, code: "outdated", error: "Reload.", seat: null });
  socket().break();
  vi.advanceTimersByTime(60_000);
  expect(live.connection).toBe("refused");
  expect(FakeSocket.all).toHaveLength(2);
  expect(update.isNeeded).toBe(true);
  update.isNeeded = false;
});
