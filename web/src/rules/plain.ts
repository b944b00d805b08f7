/** The guide to a game for which we wrote none, made of what the catalogue says. */

import { ROUNDS } from "../score/table";
import { formatRange } from "../setup";
import type { Extra, Game, Option } from "../shapes";
import { formatCount, formatLabelled, say, translate } from "../text.svelte";
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
  const cards = countBox(game);
  return {
    title: say("Set-up", "Mise en place"),
    intro: say(
      `Shuffle all ${cards} cards and deal a hand to everybody.`,
      `On mélange les ${cards} cartes et chacun reçoit une main.`,
    ),
    facts: {
      head: [say("Players", "Joueurs"), say("Cards each", "Cartes chacun")],
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
    title: say("A turn", "Un tour"),
    steps: [
      say(
        "Everybody chooses a card from their hand in secret.",
        "Chacun choisit en secret une carte de sa main.",
      ),
      say(
        "All cards are revealed together, and do what they say.",
        "Toutes les cartes sont révélées ensemble et font ce qu'elles disent.",
      ),
      say(
        "Everybody passes the rest of the hand to the left.",
        "Chacun passe le reste de sa main à gauche.",
      ),
    ],
  };
}

function writeEndOfRound(game: Game): Section {
  const unplayed = formatCount(game.unplayed, ["card", "carte"], ["cards", "cartes"]);
  const isKept = game.cards.some((card) => card.dessert);
  return {
    title: say("End of a round", "Fin de manche"),
    points: [
      game.unplayed
        ? say(
            `The round ends when ${unplayed} of each hand are left, which are not played.`,
            `La manche finit quand il reste ${unplayed} de chaque main, non jouées.`,
          )
        : say(
            "The round ends when the hands are empty.",
            "La manche finit quand les mains sont vides.",
          ),
      say("It is scored, card by card.", "On la compte, carte par carte."),
      ...(isKept
        ? [
            say(
              "Desserts are put aside for the end of the game.",
              "On met les desserts de côté pour la fin de la partie.",
            ),
          ]
        : []),
      describeShuffle(game, isKept),
    ],
  };
}

function describeShuffle(game: Game, isKept: boolean): string {
  if (!game.reshuffles)
    return say(
      "The cards played leave the game; new hands come from the draw pile.",
      "Les cartes jouées quittent le jeu ; la pioche fournit de nouvelles mains.",
    );
  return isKept
    ? say(
        "All other cards are shuffled for the next round.",
        "On mélange toutes les autres cartes pour la manche suivante.",
      )
    : say(
        "All cards are shuffled for the next round.",
        "On mélange toutes les cartes pour la manche suivante.",
      );
}

function writeExtra(extra: Extra): Section {
  return { title: translate(extra.name), intro: translate(extra.rule) };
}

function writeTokens(game: Game): Section {
  return {
    title: say("The tokens", "Les jetons"),
    facts: {
      head: [say("Pile", "Pile"), say("Tokens", "Jetons")],
      rows: game.piles.map((pile) => [translate(pile.name), pile.tokens.join(", ")]),
    },
  };
}

function writeEndOfGame(game: Game): Section {
  const desserts = game.cards.some((card) => card.dessert);
  return {
    title: say("End of the game", "Fin de la partie"),
    intro: [
      say(
        `After ${ROUNDS} rounds the most points win.`,
        `Après ${ROUNDS} manches, le plus de points gagne.`,
      ),
      desserts
        ? say(
            "In a tie, the most desserts win; players who are still equal share the victory.",
            "À égalité, c'est le plus de desserts ; ceux qui restent à égalité partagent la victoire.",
          )
        : say("Equal players share the victory.", "À égalité, on partage la victoire."),
    ].join(" "),
  };
}

/** A choice before the game: its values and what they mean, the usual one first. */
function writeOption(option: Option): Section {
  return {
    title: translate(option.name),
    points: option.values.map((value) =>
      formatLabelled(translate(value.name), translate(value.words)),
    ),
  };
}
