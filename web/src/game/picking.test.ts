import { describe, expect, it } from "vitest";

import { makeGame } from "../fixtures";
import {
  canTap,
  describeWay,
  findComplete,
  kindOfKey,
  listWays,
  matchCards,
  parseAnswerCard,
  parsePick,
} from "./picking";

const parse = (...choices: string[]) =>
  choices.map((choice) => parsePick({ choice, words: choice }));

describe("parsePick", () => {
  it("reads a single card", () => {
    expect(parsePick({ choice: "tempura", words: "Tempura" })).toEqual({
      text: "tempura",
      words: "Tempura",
      cards: ["tempura"],
      own: 1,
      as: "",
      way: "1",
    });
  });

  it("reads two cards by a tool", () => {
    const [pick] = parse("tempura+eel with:chopsticks_2");
    expect(pick).toMatchObject({ cards: ["tempura", "eel"], own: 2, way: "2 with:chopsticks_2" });
  });

  it("reads what a joker goes onto, and the robot's card", () => {
    expect(parse("joker as:tuna")[0]).toMatchObject({ cards: ["joker"], as: "tuna", way: "1" });
    expect(parse("wasabi give:maki_2")[0]).toMatchObject({ cards: ["wasabi", "maki_2"], own: 1 });
  });
});

describe("ways to pick", () => {
  it("lists each once, the plainest first", () => {
    const picks = parse("eel+tofu with:chopsticks_2", "eel", "tofu", "eel using:spoon_4");
    expect(listWays(picks)).toEqual(["1", "1 using:spoon_4", "2 with:chopsticks_2"]);
  });

  it("describes them", () => {
    const game = makeGame();
    expect(describeWay(game, "1")).toBe("One card");
    expect(describeWay(game, "2")).toBe("Two cards");
    expect(describeWay(game, "1 using:wasabi")).toBe("Use wasabi");
    expect(describeWay(game, "2 with:special_order>tempura")).toBe("Use tempura");
  });
});

describe("a pick of several cards", () => {
  const picks = parse("eel+tofu with:c", "tofu+eel with:c", "eel+tea with:c", "eel");
  const way = "2 with:c";

  it("may begin and go on with what the server allows", () => {
    expect(canTap(picks, way, [], "eel")).toBe(true);
    expect(canTap(picks, way, ["eel"], "tea")).toBe(true);
    expect(canTap(picks, way, ["tofu"], "tea")).toBe(false);
    expect(canTap(picks, way, [], "tea")).toBe(false);
  });

  it("is complete with its last card", () => {
    expect(findComplete(picks, way, ["eel"])).toEqual([]);
    expect(findComplete(picks, way, ["eel", "tea"]).map((pick) => pick.text)).toEqual([
      "eel+tea with:c",
    ]);
    expect(findComplete(picks, "1", ["eel"]).map((pick) => pick.text)).toEqual(["eel"]);
  });
});

it("leaves the choice where a joker may go onto several dishes", () => {
  const picks = parse("joker as:tuna", "joker as:eel");
  expect(findComplete(picks, "1", ["joker"]).map((pick) => pick.as)).toEqual(["tuna", "eel"]);
});

it.each([
  ["tempura", "tempura"],
  ["special_order>egg_nigiri@wasabi", "egg_nigiri"],
  ["maki_2<1", "maki_2"],
])("finds the card of the answer %s", (answer, card) => {
  expect(parseAnswerCard(answer)).toBe(card);
});

describe("matchCards", () => {
  const hand = ["eel#0", "eel#1", "tofu#0"].map((key) => ({ key, kind: kindOfKey(key) }));

  it("takes one card of the hand for each kind", () => {
    expect(matchCards(hand, ["eel", "tofu"])).toEqual(["eel#0", "tofu#0"]);
    expect(matchCards(hand, ["eel", "eel"])).toEqual(["eel#0", "eel#1"]);
  });

  it("prefers the card that was tapped", () => {
    expect(matchCards(hand, ["eel"], ["eel#1"])).toEqual(["eel#1"]);
  });

  it("leaves out what is not in the hand", () => {
    expect(matchCards(hand, ["tea", "eel"])).toEqual(["eel#0"]);
  });
});
