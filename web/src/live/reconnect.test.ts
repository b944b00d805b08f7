import { describe, expect, it } from "vitest";

import {
  advance,
  backoff,
  type ConnectionEvent,
  type ConnectionState,
  INITIAL,
  UNTRUSTED_AFTER,
  wakeEvent,
} from "./reconnect";

const OPEN: ConnectionState = { status: "open", attempts: 0 };
const REFUSED: ConnectionState = { status: "refused", attempts: 2 };
const middle = () => 0.5; // no jitter

function run(state: ConnectionState, ...events: ConnectionEvent[]) {
  return events.reduce((last, event) => advance(last.state, event, middle), {
    state,
    effect: { kind: "none" },
  } as ReturnType<typeof advance>);
}

describe("backoff", () => {
  it("doubles with every attempt up to eight seconds", () => {
    const delays = [0, 1, 2, 3, 4, 5, 20].map((attempts) => backoff(attempts, middle));
    expect(delays).toEqual([300, 600, 1200, 2400, 4800, 8000, 8000]);
  });

  it("spreads clients by a quarter in both directions", () => {
    expect(backoff(0, () => 0)).toBe(225);
    expect(backoff(0, () => 1)).toBe(375);
  });
});

describe("advance", () => {
  it("is open as soon as the server sends a table, and forgets failed attempts", () => {
    expect(run({ status: "lost", attempts: 4 }, "snapshot")).toEqual({
      state: OPEN,
      effect: { kind: "none" },
    });
  });

  it("does not call the very first attempt lost", () => {
    expect(run(INITIAL, "closed")).toEqual({
      state: { status: "connecting", attempts: 1 },
      effect: { kind: "retry", delay: 300 },
    });
    expect(run(INITIAL, "closed", "closed").state).toEqual({ status: "lost", attempts: 2 });
  });

  it("retries later and later after a lost connection", () => {
    expect(run(OPEN, "closed").effect).toEqual({ kind: "retry", delay: 300 });
    expect(run(OPEN, "closed", "closed", "closed").effect).toEqual({ kind: "retry", delay: 1200 });
    expect(run(OPEN, "closed", "closed", "snapshot", "closed").effect).toEqual({
      kind: "retry",
      delay: 300,
    });
  });

  it("is lost at once when the browser goes offline", () => {
    expect(run(OPEN, "offline").state.status).toBe("lost");
    expect(run(INITIAL, "offline").state.status).toBe("lost");
  });

  it.each(["online", "slept", "stalled", "restart"] as const)(
    "connects at once on %s, and distrusts an open socket",
    (event) => {
      expect(run(OPEN, event)).toEqual({
        state: { status: "lost", attempts: 0 },
        effect: { kind: "connect" },
      });
    },
  );

  it("starts counting attempts again when the page is shown", () => {
    const { state, effect } = run({ status: "lost", attempts: 6 }, "shown");
    expect(state).toEqual({ status: "lost", attempts: 0 });
    expect(effect.kind).toBe("connect");
  });

  it("gives up after an error that would come again", () => {
    expect(run({ status: "lost", attempts: 1 }, "rejected")).toEqual({
      state: { status: "refused", attempts: 1 },
      effect: { kind: "drop" },
    });
  });

  it.each(["offline", "online", "shown", "slept"] as const)("stays refused on %s", (event) => {
    expect(run(REFUSED, event)).toEqual({ state: REFUSED, effect: { kind: "none" } });
  });

  it("tries again after a refusal only when the client asks for it", () => {
    expect(run(REFUSED, "restart")).toEqual({ state: REFUSED, effect: { kind: "connect" } });
    expect(run(REFUSED, "restart", "snapshot").state).toEqual(OPEN);
  });
});

describe("wakeEvent", () => {
  it("does nothing for an open socket after a short while", () => {
    expect(wakeEvent(1000, true)).toBeNull();
  });

  it("reconnects a closed socket", () => {
    expect(wakeEvent(1000, false)).toBe("shown");
  });

  it("does not trust any socket after a long while", () => {
    expect(wakeEvent(UNTRUSTED_AFTER + 1, true)).toBe("slept");
    expect(wakeEvent(UNTRUSTED_AFTER, true)).toBeNull();
  });
});
