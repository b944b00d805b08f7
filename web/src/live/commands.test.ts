import { expect, it, vi } from "vitest";

import { unreachableError } from "../http";
import { type Command, PendingCommands } from "./commands";

const pend = (command: Command) => ({ command, resolve: vi.fn(), reject: vi.fn() });

it("gives each answer to its command, once", () => {
  const pending = new PendingCommands();
  const sent = pend({ do: "start" });
  pending.add("c1", sent);
  expect(pending.has("c1")).toBe(true);
  expect(pending.take("c1")).toBe(sent);
  expect(pending.take("c1")).toBeUndefined();
  expect(pending.take(null)).toBeUndefined();
});

it("knows at which seats a choice is not answered", () => {
  const pending = new PendingCommands();
  pending.add("c1", pend({ do: "choose", seat: 2, choice: "eel", version: 4 }));
  pending.add("c2", pend({ do: "replace", seat: 1 }));
  expect([0, 1, 2].filter((seat) => pending.hasChoiceAt(seat))).toEqual([2]);
});

it("fails all of them when the socket is gone", () => {
  const pending = new PendingCommands();
  const sent = pend({ do: "start" });
  pending.add("c1", sent);
  pending.rejectAll(unreachableError);
  expect(sent.reject.mock.lastCall?.[0].code).toBe("unreachable");
  expect(pending.has("c1")).toBe(false);
});
