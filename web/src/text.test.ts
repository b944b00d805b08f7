import { afterEach, expect, it } from "vitest";

import {
  LANGUAGES,
  formatList,
  formatPoints,
  formatSigned,
  language,
  languageName,
  matchLanguage,
  say,
  sayInContext,
  sayPlural,
  speak,
} from "./text.svelte";

afterEach(() => speak("en"));

it("speaks the chosen language", async () => {
  expect(say("Your hand")).toBe("Your hand");
  await speak("fr");
  expect(language.current).toBe("fr");
  expect(say("Your hand")).toBe("Votre main");
});

it("fills in values, also those that look like a message", async () => {
  expect(say("I am {name}: show my cards", { name: "{name}" })).toBe("I am {name}: show my cards");
  await speak("fr");
  expect(say("{name} is removed.", { name: "Ana" })).toBe("Ana quitte la table.");
});

it("tells apart what is the same in English", async () => {
  await speak("fr");
  expect([say("Play"), sayInContext("a film", "Play")]).toEqual(["Jouer", "Lecture"]);
});

it("counts as each language does", async () => {
  expect([0, 1, 2, -1].map(formatPoints)).toEqual(["0 points", "1 point", "2 points", "−1 point"]);
  await speak("fr");
  expect([0, 1, 2].map(formatPoints)).toEqual(["0 point", "1 point", "2 points"]);
  expect(sayPlural("{n} copy", "{n} copies", 2)).toBe("2 exemplaires");
});

it("formats lists and signs", () => {
  expect(formatList(["Ana", "Bo", "Cy"])).toBe("Ana, Bo, and Cy");
  expect(formatSigned(-3)).toBe("−3");
  expect(formatSigned(3)).toBe("3");
});

it("finds the language that is meant", () => {
  expect(LANGUAGES).toContain("fr");
  expect(["fr", "FR", "fr-CA", "fra", "tlh"].map(matchLanguage)).toEqual([
    "fr",
    "fr",
    "fr",
    undefined,
    undefined,
  ]);
  expect(["en", "fr"].map(languageName)).toEqual(["English", "Français"]);
});
