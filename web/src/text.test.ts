import { afterEach, expect, it } from "vitest";

import { formatCount, formatList, formatPoints, formatSigned, language, say } from "./text.svelte";

afterEach(() => {
  language.current = "en";
});

it("speaks the chosen language", () => {
  language.current = "en";
  expect(say("Your hand", "Votre main")).toBe("Your hand");
  language.current = "fr";
  expect(say("Your hand", "Votre main")).toBe("Votre main");
});

it("keeps French punctuation on its line", () => {
  language.current = "fr";
  expect(say("", "Qui ? « Moi » : attendez …")).toBe(
    "Qui\u00a0? «\u00a0Moi\u00a0»\u00a0: attendez…",
  );
});

it("counts as each language does", () => {
  expect([0, 1, 2, -1].map(formatPoints)).toEqual(["0 points", "1 point", "2 points", "−1 point"]);
  language.current = "fr";
  expect([0, 1, 2].map(formatPoints)).toEqual(["0 point", "1 point", "2 points"]);
  expect(formatCount(2, ["copy", "exemplaire"], ["copies", "exemplaires"])).toBe("2 exemplaires");
});

it("formats lists and signs", () => {
  expect(formatList(["Ana", "Bo", "Cy"])).toBe("Ana, Bo, and Cy");
  expect(formatSigned(-3)).toBe("−3");
  expect(formatSigned(3)).toBe("3");
});
