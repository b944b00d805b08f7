/** Return the new value with every part that did not change taken from the old one, so that what
 * depends on these parts is not computed and drawn again. */
export function shareStructure<T>(now: T, before: unknown): T {
  if (!isContainer(now) || !isContainer(before) || Array.isArray(now) !== Array.isArray(before))
    return now;
  const parts = Object.entries(now).map(
    ([name, part]) => [name, shareStructure(part, before[name])] as const,
  );
  if (
    parts.length === Object.keys(before).length &&
    parts.every(([name, part]) => part === before[name])
  )
    return before as T;
  return (Array.isArray(now) ? parts.map(([, part]) => part) : Object.fromEntries(parts)) as T;
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
