/** Who sits where, seen from one seat. */

import type { View } from "../shapes";

export type Passing = "to" | "from" | "both" | null;

/** Return the other seats clockwise, from the left neighbour on; all seats for a spectator. */
export function orderOthers(players: number, seat: number | null): number[] {
  const seats = Array.from({ length: players }, (_, place) => place);
  return seat === null ? seats : [...seats.slice(seat + 1), ...seats.slice(0, seat)];
}

/** Whether the hand of a seat goes to another place, or the next hand comes from there. */
export function findPassing(view: View, seat: number, place: number): Passing {
  const people = view.hands.length;
  const step = view.passes === "left" ? 1 : people - 1;
  const to = (seat + step) % people === place;
  const from = (place + step) % people === seat && place < people;
  return to && from ? "both" : to ? "to" : from ? "from" : null;
}

export interface HotSeat {
  isHot: boolean; // several people play at this device
  next: number | null; // the first seat of this device that must choose
  hasCurtain: boolean; // the hand of the next seat is hidden
  seat: number | null; // whose hand is shown
}

/** Return whose hand is shown: the own one, or at a hot seat that of the player who must choose and
 * has opened the curtain. */
export function findHotSeat(views: View[], isPlaying: boolean, opened: number | null): HotSeat {
  const isHot = views.filter((view) => view.seat !== null).length > 1;
  const asked = views.find((view) => view.seat !== null && view.prompt && view.chosen === null);
  const next = asked?.seat ?? null;
  const hasCurtain = isHot && isPlaying && next !== null && opened !== next;
  const seat = isHot ? (hasCurtain ? null : opened) : (views[0]?.seat ?? null);
  return { isHot, next, hasCurtain, seat };
}
