/** How cards move: about 300 ms, never in the way, and not at all for those who want no motion. */

import { backOut, cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { crossfade } from "svelte/transition";

const still = matchMedia("(prefers-reduced-motion: reduce)");

export function lasting(): number {
  return still.matches ? 0 : 300;
}

/** A card comes down on the table. It is moved, not scaled: a picture need not be drawn anew for that. */
export function land(_: Element): TransitionConfig {
  return {
    duration: lasting(),
    easing: backOut,
    css: (t) => `transform: translateY(${60 * (t - 1)}%); opacity: ${Math.min(1, 2 * t)}`,
  };
}

/** A hand comes along the belt, or goes. */
export function ride(_: Element, { from }: { from: number }): TransitionConfig {
  return {
    duration: lasting(),
    easing: cubicOut,
    css: (t) => `transform: translateX(${from * (1 - t) * 100}%)`,
  };
}

export const [send, receive] = crossfade({ duration: lasting, easing: cubicOut, fallback: land });

/** The chosen card flies from the hand to the tray; the others ride on with the hand. */
export function fly(node: Element, { key }: { key: string }): TransitionConfig | (() => TransitionConfig) {
  return node.classList.contains("chosen") ? send(node, { key }) : { duration: 0 };
}
