/** The guide to a game for which we wrote none, made of what the catalogue says. */

import { ROUNDS } from "../score/table";
import { formatRange } from "../setup";
import type { Extra, Game, Option } from "../shapes";
import { formatLabelled, say, sayPlural } from "../text.svelte";
import { countBox } from "./cardGroups";
import type { Section } from "./guide";

export function writePlainGuide(game: Game): Section[] {
  return [
    writeSetUp(game),
    writeTurn(),
    writeEndOfRound(game),
    ...game.extras.filter((extra) => !Object.keys(extra.options).length).map(writeExtra),
    ...(game.piles.length ? [writeTokens(game)] : []),
    writeEndOfGame(game),
    ...game.options.filter((option) => option.values.length > 1).map(writeOption),
  ];
}

function writeSetUp(game: Game): Section {
  return {
    title: say("Set-up"),
    intro: sayPlural(
      "Shuffle the {n} card and deal everyone a hand.",
      "Shuffle all {n} cards and deal everyone a hand.",
      countBox(game),
    ),
    facts: {
      head: [say("Players"), say("Cards each")],
      rows: listHands(game),
    },
  };
}

/** How many cards each has, by number of players; neighbours that are dealt the same share a row. */
function listHands(game: Game): string[][] {
  const sizes = [...new Set(game.players.map((players) => game.hands[players]))];
  return sizes.map((size) => [
    formatRange(game.players.filter((players) => game.hands[players] === size)),
    `${size}`,
  ]);
}

function writeTurn(): Section {
  return {
    title: say("A turn"),
    steps: [
      say("Everyone picks a card from their hand in secret."),
      say("All cards are revealed together and take effect."),
      say("Everyone passes the rest of their hand to the left."),
    ],
  };
}

function writeEndOfRound(game: Game): Section {
  const isKept = game.cards.some((card) => card.dessert);
  return {
    title: say("End of a round"),
    points: [
      game.unplayed
        ? sayPlural(
            "The round ends when {n} card is left in each hand; it is not played.",
            "The round ends when {n} cards are left in each hand; they are not played.",
            game.unplayed,
          )
        : say("The round ends when the hands are empty."),
      say("It is scored, card by card."),
      ...(isKept ? [say("Desserts are set aside for the end of the game.")] : []),
      describeShuffle(game, isKept),
    ],
  };
}

function describeShuffle(game: Game, isKept: boolean): string {
  if (!game.reshuffles)
    return say("The played cards leave the game; new hands come from the draw pile.");
  return isKept
    ? say("All other cards are shuffled for the next round.")
    : say("All cards are shuffled for the next round.");
}

function writeExtra(extra: Extra): Section {
  return { title: extra.name, intro: extra.rule };
}

function writeTokens(game: Game): Section {
  return {
    title: say("The tokens"),
    facts: {
      head: [say("Pile"), say("Tokens")],
      rows: game.piles.map((pile) => [pile.name, pile.tokens.join(", ")]),
    },
  };
}

function writeEndOfGame(game: Game): Section {
  const desserts = game.cards.some((card) => card.dessert);
  return {
    title: say("End of the game"),
    intro: [
      sayPlural(
        "After {n} round, the most points win.",
        "After {n} rounds, the most points win.",
        ROUNDS,
      ),
      desserts
        ? say("In a tie, the most desserts win; players who are still tied share the victory.")
        : say("Tied players share the victory."),
    ].join(" "),
  };
}

/** A choice before the game: its values and what they mean, the usual one first. */
function writeOption(option: Option): Section {
  return {
    title: option.name,
    points: option.values.map((value) => formatLabelled(value.name, value.words)),
  };
}
