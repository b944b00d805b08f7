/** Initials of names, by which things without a picture are told apart. */

/** Return the initials of each name: letters of its first and last word, or two of its only one.
 * No two are the same, as far as the letters reach. */
export function findInitials(names: string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const candidates = listCandidates(name);
    const found = candidates.find((one) => !taken.has(one)) ?? candidates[0]!;
    taken.add(found);
    return found;
  });
}

/** Return what may stand for a name, the best first: "HN" for hot noodles, "Sk" for a skewer. */
function listCandidates(name: string): string[] {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? ["?"];
  const [first, last] = [words[0]!, words.at(-1)!];
  const initial = first.charAt(0).toUpperCase();
  const number = /^\d+$/.test(last) ? last.slice(-2) : "";
  const several = words.length > 1 ? [initial + (number || last.charAt(0).toUpperCase())] : [];
  const letters = [...new Set((first.slice(1) + words.slice(1).join("")).toLowerCase())];
  return [...several, ...letters.map((letter) => initial + letter), initial];
}
