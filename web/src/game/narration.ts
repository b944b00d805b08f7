/** What happens at the table, in sentences. */

import { kindName } from "../catalogue.svelte";
import type { Choice, ChoiceParts, Game, Outcome, SheetLine, View } from "../shapes";
import { formatLabelled, formatList, formatPoints, say, sayPlural } from "../text.svelte";
import { listTaken } from "./picking";
import { countCards } from "./cardStacks";
import { findPassing } from "./seating";
import { findEffects } from "./story";

/** The new turn, and what the others played in the last one. */
export function describeTurn(game: Game | undefined, view: View, seat: number | null): string {
  const last = view.log.events.findLast((event) => "ask" in event && event.ask === "pick");
  const { answers, parts = {} } = last && "answers" in last ? last : { answers: [] };
  const played = answers.flatMap((choice, place) =>
    choice && place !== seat
      ? [formatLabelled(view.names[place]!, describePick(game, { choice, ...parts[place] }))]
      : [],
  );
  const turn = say("Round {round}, turn {turn}", { round: view.round, turn: view.turn });
  const effects = findEffects(view).map((effect) => effect.replace(/\.$/, ""));
  return `${turn}. ${[...played, ...effects].join(". ")}`;
}

/** Where the own hand goes when all have chosen: "Your hand goes to Aki next." */
export function describeNext(view: View): string {
  const { seat, names } = view;
  if (seat === null || view.hands.length < 2) return "";
  const goes = (place: number) => /to|both/.test(findPassing(view, seat, place) ?? "");
  const held = view.hands[seat];
  const isLast = held !== undefined && countCards(held.known) + held.hidden < 2;
  const name = names[view.hands.findIndex((_, place) => goes(place))]!;
  return isLast
    ? say("The last card of the round.")
    : say("Your hand goes to {name} next.", { name });
}

function describePick(game: Game | undefined, pick: { choice: string } & ChoiceParts): string {
  return formatList(listTaken(pick).map((kind) => (game ? kindName(game, kind) : kind)));
}

/** The end of the game: who has won. */
export function describeEnd(outcome: Outcome): string {
  const winners = outcome.ranking.filter((place) => place.rank === 1);
  const names = formatList(winners.map((place) => place.name));
  return sayPlural(
    "The game is over. Winner: {names}.",
    "The game is over. Shared victory: {names}.",
    winners.length,
    { names },
  );
}

/** What a dish has brought so far; nothing if it has brought nothing. */
export function describeSoFar(lines: SheetLine[]): string {
  if (!lines.length) return "";
  const brought = lines.map((line) => `${line.reason} (${formatPoints(line.points)})`).join(", ");
  return say("So far: {brought}", { brought });
}

/** Return the choice that was played for a seat between two views although it had not chosen. */
export function findForcedChoice(before: View, after: View): Choice | undefined {
  if (before.seat === null || before.seat !== after.seat || before.chosen !== null)
    return undefined;
  const since = after.log.events.slice(before.log.events.length);
  const done = since.find((event) => "answers" in event);
  return before.choices.find((one) => done && one.choice === done.answers[before.seat!]);
}
