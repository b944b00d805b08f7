/** The pictures of the cards, by kind. */

const files = import.meta.glob<string>("./art/*.svg", { eager: true, import: "default" });
const pictures = new Map(
  Object.entries(files).map(([path, address]) => [
    path.slice("./art/".length, -".svg".length),
    address,
  ]),
);

const FACES: Record<string, string> = { onigiri: "onigiri_triangle" }; // the shape by which a dish is known best

/** Return the picture of a kind. Tools that differ only by their number share one; a dish has the
 * picture of its best known kind or its first. */
export function findPicture(kind: string): string {
  const found =
    pictures.get(FACES[kind] ?? kind) ??
    pictures.get(kind.replace(/_\d+$/, "")) ??
    pictures.get(
      [...pictures.keys()].find(
        (other) => other.startsWith(`${kind}_`) || other.endsWith(`_${kind}`),
      ) ?? "",
    );
  return found ?? pictures.get("back") ?? "";
}

/** The number printed on a tool: chopsticks_1, spoon_4. */
export function printedNumber(kind: string): string {
  return pictures.has(kind) ? "" : (/_(\d+)$/.exec(kind)?.[1] ?? "");
}
