/** What was done, so that it can be undone: the states before, the one that holds, and those that were undone. */

export interface Story<T> {
  past: T[];
  now: T;
  future: T[];
}

const LONGEST = 200; // steps that can be taken back

export function begun<T>(now: T): Story<T> {
  return { past: [], now, future: [] };
}

export function told<T>(story: Story<T>, next: T): Story<T> {
  return { past: [...story.past, story.now].slice(-LONGEST), now: next, future: [] };
}

export function undone<T>(story: Story<T>): Story<T> {
  const before = story.past.at(-1);
  if (before === undefined) return story;
  return { past: story.past.slice(0, -1), now: before, future: [story.now, ...story.future] };
}

export function redone<T>(story: Story<T>): Story<T> {
  const [next, ...future] = story.future;
  return next === undefined ? story : { past: [...story.past, story.now], now: next, future };
}
