import { describe, expect, it } from "vitest";

import { drawEyes, drawMouth, findAnimal, findHue, findMood, type Mood } from "./faces";

const NAMES = ["Aki", "Mei", "Ken", "Yuki", "Hana", "Jun", "Sora", "Ren"];
const MOODS: Mood[] = ["calm", "thinking", "happy", "sad"];

describe("findAnimal", () => {
  it("gives every bot of a full table a face of its own", () => {
    expect(new Set(NAMES.map(findAnimal)).size).toBe(NAMES.length);
  });

  it("knows one for any other name, always the same", () => {
    expect(findAnimal("Bot 9")).toBe(findAnimal("Bot 9"));
    expect(findHue("Bo")).not.toBe(findHue("Ob"));
  });
});

describe("findMood", () => {
  const calm = { gain: 0, isHit: false, isAsked: false, isReady: false };

  it("thinks until it has chosen", () => {
    expect(findMood({ ...calm, isAsked: true })).toBe("thinking");
    expect(findMood({ ...calm, isAsked: true, isReady: true })).toBe("calm");
  });

  it("is glad of points and sorry for losing them, even while it thinks", () => {
    expect(findMood({ ...calm, gain: 5, isAsked: true })).toBe("happy");
    expect(findMood({ ...calm, gain: -3, isAsked: true })).toBe("sad");
    expect(findMood({ ...calm, gain: 1 })).toBe("calm");
  });

  it("is sorry when a card did something and brought nothing", () => {
    expect(findMood({ ...calm, isHit: true })).toBe("sad");
    expect(findMood({ ...calm, isHit: true, gain: 3 })).toBe("happy");
  });
});

it("draws every mood with other eyes and another mouth", () => {
  expect(new Set(MOODS.map((mood) => drawEyes([30, 70, 50], mood))).size).toBe(MOODS.length);
  expect(new Set(MOODS.map((mood) => drawMouth([50, 70], mood))).size).toBe(MOODS.length);
});
