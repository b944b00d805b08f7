import { describe, expect, it } from "vitest";

import { makeGame } from "../fixtures";
import {
  canTap,
  describeWay,
  findComplete,
  kindOfKey,
  listCards,
  listChosen,
  listWays,
  matchCards,
  toPick,
} from "./picking";

const single = (kind: string) => toPick({ choice: kind, words: kind });
const pair = (...cards: string[]) =>
  toPick({ choice: cards.join("+"), words: "", cards, extras: { with: "c" } });
const joker = (as: string) =>
  toPick({ choice: `joker on ${as}`, words: "", cards: ["joker"], extras: { as } });

describe("toPick", () => {
  it("takes the card that the text names", () => {
    expect(toPick({ choice: "tempura", words: "Tempura" })).toEqual({
      text: "tempura",
      words: "Tempura",
      cards: ["tempura"],
      own: 1,
      as: "",
      way: { key: "1", own: 1, tools: [] },
    });
  });

  it("takes two cards by a tool", () => {
    expect(pair("tempura", "eel")).toMatchObject({
      cards: ["tempura", "eel"],
      own: 2,
      way: { own: 2, tools: ["c"] },
    });
  });

  it("knows what a joker goes onto, and the robot's card", () => {
    expect(joker("tuna")).toMatchObject({ cards: ["joker"], as: "tuna", way: { key: "1" } });
    const given = toPick({ choice: "?", words: "", cards: ["wasabi"], extras: { give: "maki_2" } });
    expect(given).toMatchObject({ cards: ["wasabi", "maki_2"], own: 1 });
  });

  it("never reads the text of a choice", () => {
    const odd = toPick({ choice: "a+b with:c", words: "", cards: ["eel"] });
    expect(odd).toMatchObject({ cards: ["eel"], own: 1, way: { key: "1" } });
  });
});

describe("the cards of a choice", () => {
  it("are none where an answer has no card", () => {
    expect(listCards({ choice: "nothing", cards: [] })).toEqual([]);
  });

  it("are found by the text of what a seat has chosen", () => {
    const choices = [{ choice: "x", words: "", cards: ["eel", "tofu"] }];
    expect(listChosen({ choices, chosen: "x" })).toEqual(["eel", "tofu"]);
    expect(listChosen({ choices, chosen: null })).toEqual([]);
  });
});

describe("ways to pick", () => {
  const spoon = { choice: "eel by spoon", words: "", cards: ["eel"] };

  it("lists each once, the plainest first", () => {
    const by = toPick({ ...spoon, extras: { using: "spoon_4" } });
    const ways = listWays([pair("eel", "tofu"), single("eel"), single("tofu"), by]);
    expect(ways.map(({ own, tools }) => [own, ...tools])).toEqual([[1], [1, "spoon_4"], [2, "c"]]);
  });

  it("tells a tool from a card that acts as one", () => {
    const extras = { using: "spoon_4" };
    const ways = listWays([
      toPick({ ...spoon, extras }),
      toPick({ ...spoon, extras, mimics: ["using"] }),
    ]);
    expect(ways).toHaveLength(2);
  });

  it("describes them", () => {
    const game = makeGame();
    const way = (own: number, ...tools: string[]) => describeWay(game, { key: "", own, tools });
    expect(way(1)).toBe("One card");
    expect(way(2)).toBe("Two cards");
    expect(way(1, "wasabi")).toBe("Use wasabi");
  });
});

describe("a pick of several cards", () => {
  const picks = [pair("eel", "tofu"), pair("tofu", "eel"), pair("eel", "tea"), single("eel")];
  const way = picks[0]!.way;

  it("may begin and go on with what the server allows", () => {
    expect(canTap(picks, way, [], "eel")).toBe(true);
    expect(canTap(picks, way, ["eel"], "tea")).toBe(true);
    expect(canTap(picks, way, ["tofu"], "tea")).toBe(false);
    expect(canTap(picks, way, [], "tea")).toBe(false);
  });

  it("is complete with its last card", () => {
    expect(findComplete(picks, way, ["eel"])).toEqual([]);
    expect(findComplete(picks, way, ["eel", "tea"]).map((pick) => pick.text)).toEqual(["eel+tea"]);
    expect(findComplete(picks, single("eel").way, ["eel"]).map((pick) => pick.text)).toEqual([
      "eel",
    ]);
  });
});

it("leaves the choice where a joker may go onto several dishes", () => {
  const picks = [joker("tuna"), joker("eel")];
  expect(findComplete(picks, picks[0]!.way, ["joker"]).map((pick) => pick.as)).toEqual([
    "tuna",
    "eel",
  ]);
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
