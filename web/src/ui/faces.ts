/** Who sits there, as a face: bots are animals, drawn by us, and people the first letter of their
 * name. A face shows how its owner fares. */

export type Mood = "calm" | "thinking" | "happy" | "sad";

export interface Shape {
  d: string;
  fill?: string;
  line?: string; // the colour of its outline; none of its own means the usual one
  width?: number;
}

export interface Animal {
  shapes: Shape[]; // from back to front, on a square of 100
  eyes: [number, number, number]; // both places from the left, and how far down
  mouth: [number, number] | null; // a beak says nothing
  bright?: boolean; // its eyes lie on dark ground
}

const INK = "#3b2a2a";
const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const oval = (x: number, y: number, rx: number, ry: number) =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;
const flat = (d: string, fill: string): Shape => ({ d, fill, line: "none" });
const blush = (y: number, left: number, right: number): Shape =>
  flat(oval(left, y, 6, 4) + oval(right, y, 6, 4), "#ff9d94");

const PANDA: Animal = {
  shapes: [
    { d: circle(20, 24, 15) + circle(80, 24, 15), fill: "#4a3b3d" },
    { d: oval(50, 55, 43, 38), fill: "#fffaf0" },
    flat("M23 60c-4-11 8-22 17-16c6 5 1 23-8 24c-4 0-8-4-9-8z", "#4a3b3d"),
    flat("M77 60c4-11-8-22-17-16c-6 5-1 23 8 24c4 0 8-4 9-8z", "#4a3b3d"),
    flat(oval(50, 65, 5, 3.6), INK),
    blush(75, 22, 78),
  ],
  eyes: [33, 67, 55],
  mouth: [50, 73],
  bright: true,
};

const FOX: Animal = {
  shapes: [
    { d: "M10 50L12 8Q14 4 19 7L44 26z", fill: "#ef7b35" },
    { d: "M90 50L88 8Q86 4 81 7L56 26z", fill: "#ef7b35" },
    flat("M19 32L20 18L32 27z", "#5c3a34"),
    flat("M81 32L80 18L68 27z", "#5c3a34"),
    {
      d: "M50 20C76 20 92 38 95 60C80 72 66 92 50 92C34 92 20 72 5 60C8 38 24 20 50 20z",
      fill: "#ef7b35",
    },
    flat(
      "M8 60C26 56 40 60 50 74C60 60 74 56 92 60C78 72 65 90 50 90C35 90 22 72 8 60z",
      "#fffaf0",
    ),
    flat(oval(50, 74, 6, 4.6), INK),
  ],
  eyes: [33, 67, 52],
  mouth: [50, 81],
};

const OCTOPUS: Animal = {
  shapes: [
    {
      d: "M8 88C4 76 14 74 14 62V44C14 20 30 6 50 6S86 20 86 44V62C86 74 96 76 92 88C89 96 78 94 76 86C74 96 60 98 58 88C56 98 44 98 42 88C40 98 26 96 24 86C22 94 11 96 8 88z",
      fill: "#e2607a",
    },
    flat("M24 36C26 24 34 16 44 14", "none"),
    flat(circle(30, 22, 4) + circle(42, 15, 3), "#f7a3b2"),
    blush(60, 25, 75),
  ],
  eyes: [37, 63, 48],
  mouth: [50, 59],
};

const OWL: Animal = {
  shapes: [
    {
      d: "M14 46C8 24 12 10 18 8C26 14 34 18 50 18S74 14 82 8C88 10 92 24 86 46C94 70 80 94 50 94S6 70 14 46z",
      fill: "#c9d8e8",
    },
    { d: circle(32, 46, 20) + circle(68, 46, 20), fill: "#fffaf0", width: 3.5 },
    { d: "M43 60Q50 54 57 60L50 72z", fill: "#ffc14d", width: 3.5 },
    { d: "M36 80q4 5 8 0M56 80q4 5 8 0M46 86q4 5 8 0", line: "#8aa0b8", width: 3.5 },
  ],
  eyes: [33, 67, 46],
  mouth: null,
};

const RABBIT: Animal = {
  shapes: [
    { d: "M30 46C18 30 18 4 28 4C38 4 42 26 42 42z", fill: "#fdf3f4" },
    { d: "M70 46C82 30 82 4 72 4C62 4 58 26 58 42z", fill: "#fdf3f4" },
    flat("M30 36C25 26 26 13 29 13C33 13 36 26 36 36z", "#ffb6c3"),
    flat("M70 36C75 26 74 13 71 13C67 13 64 26 64 36z", "#ffb6c3"),
    { d: oval(50, 65, 38, 31), fill: "#fdf3f4" },
    flat("M45 68Q50 64 55 68L50 74z", "#ff7f96"),
    blush(75, 24, 76),
  ],
  eyes: [34, 66, 61],
  mouth: [50, 77],
};

const FROG: Animal = {
  shapes: [
    {
      d: "M8 62C8 48 14 42 16 38A17 17 0 0 1 46 26H54A17 17 0 0 1 84 38C86 42 92 48 92 62C92 82 74 92 50 92S8 82 8 62z",
      fill: "#83c65a",
    },
    { d: circle(30, 30, 14) + circle(70, 30, 14), fill: "#fffaf0", width: 3.5 },
    flat("M26 78C34 88 66 88 74 78C68 90 32 90 26 78z", "#c8e89d"),
    blush(62, 22, 78),
  ],
  eyes: [30, 70, 31],
  mouth: [50, 64],
};

const PENGUIN: Animal = {
  shapes: [
    { d: "M50 6C80 6 92 30 92 56C92 80 76 94 50 94S8 80 8 56C8 30 20 6 50 6z", fill: "#3f5f8f" },
    flat("M50 38C56 26 78 24 82 46C86 70 72 88 50 88S14 70 18 46C22 24 44 26 50 38z", "#fffaf0"),
    { d: "M41 60Q50 52 59 60Q50 70 41 60z", fill: "#ffb13d", width: 3.5 },
    blush(64, 27, 73),
  ],
  eyes: [35, 65, 50],
  mouth: null,
};

const CAT: Animal = {
  shapes: [
    { d: "M12 46L14 12Q16 7 21 11L42 26z", fill: "#f4c27a" },
    { d: "M88 46L86 12Q84 7 79 11L58 26z", fill: "#f4c27a" },
    { d: oval(50, 57, 42, 35), fill: "#f4c27a" },
    { d: "M44 24v11M50 23v14M56 24v11", line: "#c98a3d", width: 5 },
    flat(oval(50, 72, 17, 12), "#fff3dd"),
    flat("M45 65Q50 61 55 65L50 70z", "#e0646f"),
    { d: "M22 68L8 65M22 74L9 77M78 68L92 65M78 74L91 77", width: 2.5 },
  ],
  eyes: [32, 68, 55],
  mouth: [50, 74],
};

/** The animals by the names that bots have at a table. */
const ANIMALS: Record<string, Animal> = {
  Aki: PANDA,
  Mei: FOX,
  Ken: OCTOPUS,
  Yuki: OWL,
  Hana: RABBIT,
  Jun: FROG,
  Sora: PENGUIN,
  Ren: CAT,
};

/** Return the animal of a bot; one of another name has always the same, too. */
export function findAnimal(name: string): Animal {
  const all = Object.values(ANIMALS);
  return ANIMALS[name] ?? all[sumLetters(name) % all.length]!;
}

/** Return a hue that belongs to a name. */
export function findHue(name: string): number {
  return (sumLetters(name) * 47) % 360;
}

const sumLetters = (name: string) =>
  [...name].reduce((sum, letter, place) => sum + (place + 1) * letter.codePointAt(0)!, 0);

interface Situation {
  gain: number; // the points that the last turn brought
  isHit: boolean; // whether a card did something of itself there
  isAsked: boolean;
  isReady: boolean;
}

const MUCH = 3; // points that are worth a smile

/** Return how a face looks: what the last turn brought counts more than that it thinks. */
export function findMood({ gain, isHit, isAsked, isReady }: Situation): Mood {
  if (gain >= MUCH) return "happy";
  if (gain < 0 || (isHit && gain === 0)) return "sad";
  return isAsked && !isReady ? "thinking" : "calm";
}

/** The lines of the eyes: open, looking up, laughing or closed. */
export function drawEyes([left, right, y]: Animal["eyes"], mood: Mood): string {
  const each = (draw: (x: number) => string) => draw(left) + draw(right);
  switch (mood) {
    case "happy":
      return each((x) => `M${x - 6} ${y + 3}q6-9 12 0`);
    case "sad":
      return each((x) => `M${x - 6} ${y}q6 6 12 0`);
    case "thinking":
      return each((x) => `M${x + 3} ${y - 4}h0`);
    default:
      return each((x) => `M${x} ${y}h0`);
  }
}

export function drawMouth([x, y]: [number, number], mood: Mood): string {
  switch (mood) {
    case "happy":
      return `M${x - 9} ${y - 1}q9 14 18 0z`;
    case "sad":
      return `M${x - 6} ${y + 4}q6-6 12 0`;
    case "thinking":
      return `M${x - 4} ${y + 1}h8`;
    default:
      return `M${x - 6} ${y}q6 6 12 0`;
  }
}
