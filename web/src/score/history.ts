/** States that can be undone and redone. */

export interface UndoHistory<T> {
  past: T[];
  now: T;
  future: T[];
}

const LONGEST = 200; // steps that can be taken back

export function startHistory<T>(now: T): UndoHistory<T> {
  return { past: [], now, future: [] };
}

export function recordState<T>(history: UndoHistory<T>, next: T): UndoHistory<T> {
  return { past: [...history.past, history.now].slice(-LONGEST), now: next, future: [] };
}

export function undo<T>(history: UndoHistory<T>): UndoHistory<T> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return { past: history.past.slice(0, -1), now: before, future: [history.now, ...history.future] };
}

export function redo<T>(history: UndoHistory<T>): UndoHistory<T> {
  const [next, ...future] = history.future;
  return next === undefined ? history : { past: [...history.past, history.now], now: next, future };
}
