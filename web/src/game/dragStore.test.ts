import { expect, it } from "vitest";

import { DragStore } from "./dragStore.svelte";

const at = (clientX: number, clientY: number) => ({ clientX, clientY, button: 0 }) as PointerEvent;

function drag(x: number, y: number): DragStore {
  const store = new DragStore();
  store.grab(at(100, 500), "tofu#0");
  store.pull(at(100 + x, 500 + y));
  return store;
}

it("follows the pointer wherever it goes", () => {
  const store = drag(30, -20);
  expect(store.offset("tofu#0")).toEqual({ x: 30, y: -20 });
  expect(store.offset("tofu#1")).toBeNull();
});

it("takes a card that is dragged far enough up", () => {
  const store = drag(-40, -80);
  expect(store.isFar("tofu#0")).toBe(true);
  expect(store.drop()).toBe("tofu#0");
  expect(store.isDropping).toBe(true);
  expect(store.offset("tofu#0")).toBeNull();
});

it("lets a card go back that is not", () => {
  const store = drag(300, -20);
  expect(store.isFar("tofu#0")).toBe(false);
  expect(store.drop()).toBeNull();
  expect(store.isDropping).toBe(true); // the click that follows lifts nothing
});

it("takes a small movement for a tap", () => {
  const store = drag(3, 4);
  expect(store.drop()).toBeNull();
  expect(store.isDropping).toBe(false);
});

it("is over when the pointer is lost", () => {
  const store = drag(0, -80);
  store.cancel();
  expect(store.drop()).toBeNull();
});
