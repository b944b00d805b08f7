/** What was done, so that it can be undone: the states before, the one that holds, and those that were undone. */

export interface UndoHistory<T> {
  past: T[];
  now: T;
  future: T[];
}

const LONGEST = 200; // steps that can be taken back

export function startHistory<T>(now: T): UndoHistory<T> {
  return { past: [], now, future: [] };
}

export function recordState<T>(story: UndoHistory<T>, next: T): UndoHistory<T> {
  return { past: [...story.past, story.now].slice(-LONGEST), now: next, future: [] };
}

export function undo<T>(story: UndoHistory<T>): UndoHistory<T> {
  const before = story.past.at(-1);
  if (before === undefined) return story;
  return { past: story.past.slice(0, -1), now: before, future: [story.now, ...story.future] };
}

export function redo<T>(story: UndoHistory<T>): UndoHistory<T> {
  const [next, ...future] = story.future;
  return next === undefined ? story : { past: [...story.past, story.now], now: next, future };
}
