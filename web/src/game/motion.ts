/** How cards move: about 300 ms, never in the way, and not at all for those who want no motion. */

import { backOut, cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { crossfade } from "svelte/transition";

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** The browser first draws what is about to move, then moves it: so no frame is missed. */
export function motionTiming(): { delay: number; duration: number } {
  return still.matches ? { delay: 0, duration: 0 } : { delay: 50, duration: 250 };
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

const [send, receive] = crossfade({ easing: cubicOut, fallback: land });

/** The chosen card flies from the hand to the tray; the others ride on with the hand. */
export function fly(
  node: Element,
  { key }: { key: string },
): TransitionConfig | (() => TransitionConfig) {
  return node.classList.contains("chosen")
    ? send(node, { key, ...motionTiming() })
    : { duration: 0 };
}

/** It comes down where it was flying to; a card that was not in the hand just lands. */
export function arrive(
  node: Element,
  { key }: { key: string | null },
): TransitionConfig | (() => TransitionConfig) {
  return key ? receive(node, { key, ...motionTiming() }) : land(node);
}
