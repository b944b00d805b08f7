/** How cards move: about 300 ms, never in the way, and not at all for those who want no motion. */

import { backOut, cubicInOut, cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { crossfade } from "svelte/transition";

import { type Point, pointAt } from "./roundTable";

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** The browser first draws what is about to move, then moves it: so no frame is missed. */
export function motionTiming(): { delay: number; duration: number } {
  return still.matches ? { delay: 0, duration: 0 } : { delay: 50, duration: 250 };
}

/** A card is turned over where it lies: its back is seen first, which style.css draws. All that are
 * laid in a turn turn together. */
export function turnOver(node: Element): TransitionConfig {
  const { delay, duration } = motionTiming();
  node.classList.add("turning");
  return {
    delay,
    duration: 1.6 * duration,
    easing: cubicInOut,
    css: (t) => `transform: perspective(30rem) rotateY(${180 * (1 - t)}deg)`,
    tick: (t) => t === 1 && node.classList.remove("turning"),
  };
}

/** A card comes down on the table. It is moved, not scaled, so that no picture is drawn again. */
export function land(_: Element): TransitionConfig {
  return {
    ...motionTiming(),
    easing: backOut,
    css: (t) => `transform: translateY(${60 * (t - 1)}%); opacity: ${Math.min(1, 2 * t)}`,
  };
}

/** A hand comes along the belt, or goes. */
export function ride(_: Element, { from }: { from: number }): TransitionConfig {
  return {
    ...motionTiming(),
    easing: cubicOut,
    css: (t) => `transform: translateX(${from * (1 - t) * 100}%)`,
  };
}

/** Something rides along the round belt from one place to another. */
export function travel(
  _: Element,
  { track, from, to }: { track: Point[]; from: number; to: number },
): TransitionConfig {
  const end = pointAt(track, to);
  const { delay, duration } = motionTiming();
  return {
    delay,
    duration: 2 * duration,
    easing: cubicInOut,
    css: (t) => {
      const { x, y } = pointAt(track, from + t * (to - from));
      return `transform: translate(${x - end.x}px, ${y - end.y}px)`;
    },
  };
}

const [send, receive] = crossfade({ easing: cubicOut, fallback: land });

/** The chosen card flies from the hand to the tray; the others ride off with the belt. */
export function leave(
  node: Element,
  { key, belt }: { key: string; belt: { goes: number } },
): TransitionConfig | (() => TransitionConfig) {
  if (node.classList.contains("chosen")) return send(node, { key, ...motionTiming() });
  const far = belt.goes * innerWidth;
  return {
    ...motionTiming(),
    easing: cubicOut,
    css: (t) => `transform: translateX(${far * (1 - t)}px)`,
  };
}

/** It comes down where it was flying to; a card that was not in the hand is turned over. */
export function arrive(
  node: Element,
  { key }: { key: string | null },
): TransitionConfig | (() => TransitionConfig) {
  return key ? receive(node, { key, ...motionTiming() }) : turnOver(node);
}
