/** A small game for unit tests: the shapes of the catalogue without the whole of it. */

import type { Card, Game, View } from "./shapes";

const EVERYONE = [2, 3, 4, 5];

interface CardParts extends Partial<Omit<Card, "kinds" | "copies">> {
  kinds?: string[];
}

export function makeCard(id: string, { kinds = [id], ...parts }: CardParts = {}): Card {
  const card = {
    id,
    name: id,
    rule: `${id} rule`,
    rules: [],
    colour: "red",
    hue: 0,
    face: kinds[0],
    players: EVERYONE,
    kinds: Object.fromEntries(kinds.map((kind) => [kind, kind])),
    values: {},
    copies: Object.fromEntries(kinds.map((kind) => [kind, 4])),
    dessert: false,
    stays: true,
    turns: false,
    acts: [],
    differ: {},
    ...parts,
  };
  return card as unknown as Card;
}

const CARDS = [
  makeCard("nigiri", { kinds: ["egg_nigiri", "salmon_nigiri"] }),
  makeCard("maki", { kinds: ["maki_1", "maki_2"] }),
  makeCard("tempura"),
  makeCard("tofu", { players: [2, 3] }),
  makeCard("wasabi"),
  makeCard("special_order", { acts: ["tempura", "egg_nigiri"] }),
  makeCard("pudding", { dessert: true }),
];

/** Nigiri is on every menu; a menu has one roll, two others and a dessert. */
export function makeGame(parts: Partial<Game> = {}): Game {
  const game = {
    id: "small",
    title: "Small",
    summary: "Eat.",
    faces: ["tempura", "tofu", "wasabi"],
    rule: "Eat.",
    players: EVERYONE,
    hands: { 2: 10, 3: 10, 4: 9, 5: 9 },
    unplayed: 0,
    reshuffles: false,
    questions: [],
    cards: CARDS,
    courses: [
      { name: "rolls", served: 1, dishes: ["maki"] },
      { name: "others", served: 2, dishes: ["tempura", "tofu", "wasabi", "special_order"] },
      { name: "desserts", served: 1, dishes: ["pudding"] },
    ],
    menus: [
      {
        id: "first",
        name: "First",
        dishes: ["maki", "tempura", "wasabi", "pudding"],
        players: EVERYONE,
      },
      {
        id: "second",
        name: "Second",
        dishes: ["maki", "tofu", "special_order", "pudding"],
        players: [2, 3],
      },
    ],
    options: [
      {
        id: "variant",
        name: "Variant",
        values: [
          { value: "none", name: "none", words: "", players: EVERYONE },
          { value: "robot", name: "robot", words: "", players: [2] },
        ],
      },
    ],
    races: [],
    piles: [],
    extras: [{ id: "variety", name: "variety", hue: 0, rule: "", options: {} }],
    ...parts,
  };
  return game as unknown as Game;
}

/** A game that is won by tokens. */
export function makeTokenGame(): Game {
  const piles = [
    { id: "tuna", name: "Tuna", tokens: [2, 3, 4] },
    { id: "eel", name: "Eel", tokens: [1, 3, 5] },
  ];
  return makeGame({ courses: [], menus: [], piles } as unknown as Partial<Game>);
}

export function makeView(parts: Record<string, unknown> = {}): View {
  const view = {
    seat: 0,
    names: ["Ana", "Bo", "Cy"],
    round: 1,
    turn: 1,
    passes: "left",
    hands: [
      { known: { tempura: 1, tofu: 2 }, hidden: 0 },
      { known: {}, hidden: 3 },
      { known: { maki_1: 1 }, hidden: 2 },
    ],
    trays: [{}, {}, {}],
    tokens: [[], [], []],
    choices: [],
    chosen: null,
    prompt: { id: "pick", words: "Pick a card." },
    waiting: [0, 1, 2],
    options: {},
    unseen: {},
    unseen_tokens: {},
    deck: {},
    aside: 0,
    to_come: 0,
    log: { from: 0, events: [] },
    sheet: { from: 0, lines: [] },
    story: { from: 0, lines: [] },
    scores: [0, 0, 0],
    on_table: [0, 0, 0],
    lacks: [[], [], []],
    majorities: [],
    laid: null,
    piles: {},
    ...parts,
  };
  return view as unknown as View;
}
