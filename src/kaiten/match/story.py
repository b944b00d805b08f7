"""A game in plain sentences, of what happened in plain sight: the same for all who look on.

A card's block may say in its own words what became of it, in its `sayings`: `discarded`, `dipped`
and `scored`, and for questions in `telling`. Without words of its own the usual sentence is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from ..engine.game import Game
from ..text import Text, list_texts, plain_text
from .choice import Choice, name_in_sentence, read_answers
from .events import (
    CARD_DIPPED,
    CARD_GONE,
    POINTS_AT_ONCE,
    Answered,
    Dealt,
    Event,
    Gave,
    Happened,
    Scored,
    Took,
)


@dataclass(frozen=True)
class StoryLine:
    """One sentence of the story."""

    event: int  # the place of its event in the log
    round: int
    turn: int
    kind: str  # "deal", "pick", "answer", "effect" or "score"
    seats: tuple[int, ...]  # whom it is about
    words: Text


TOLD_PICK = Text("{name}: {cards}.")
TOLD_ONTO = Text("{name}: {cards} onto {dish}.")
TOLD_ROBOT = Text("{name}: {cards}, and {given} for the robot.")
TOLD_TWO = Text("{name}: two cards, {cards}.")
TOLD_WITH = Text("{name}: {cards} with {tool}, passed on with the hand.")
TOLD_TOOL = Text("{name}: {cards}, announcing {tool}.")
TOLD_ANSWER = Text("{name} (choice): {answer}.")
TOLD_GIFT = Text("{name} → {other}: {card}.")
WORDS = {
    CARD_GONE: Text("{names}: {card} is discarded."),
    CARD_DIPPED: Text("{names}: {card} is multiplied."),
    POINTS_AT_ONCE: Text("{names}: {points} at once with {card}."),
}
TOLD_TOKEN = Text("{name}: {pile} token.")
TOLD_DEAL = Text("Round {round} is dealt.")
TOLD_ROUND = Text("Round {round} is over: {points}.")
TOLD_END = Text("At the end of the game: {points}.")
TOLD_POINTS = Text("{name} {points}")


def tell_story(
    game: Game, names: Sequence[str], log: Sequence[Event], variant: int, first: int = 0
) -> list[StoryLine]:
    """Return the story of a log, from an event on."""
    teller = Teller(game, names, variant)
    lines: list[StoryLine] = []
    for _, group in groupby(enumerate(log), key=lambda item: group_key(game, *item)):
        place, events = list_group(group)
        teller.follow(events[0])
        if place >= first:
            said = ((kind, seats, words) for kind, seats, words in teller.tell(events))
            lines += (
                StoryLine(place, teller.round, teller.turn, kind, seats, words)
                for kind, seats, words in said
                if str(words)
            )
    return lines


def list_group(group: Iterator[tuple[int, Event]]) -> tuple[int, list[Event]]:
    """Return the place of the first of some events, and all of them."""
    found = list(group)
    return found[0][0], [event for _, event in found]


def group_key(game: Game, place: int, event: Event) -> object:
    """Return what events have in common that are told together: cards of a dish that are discarded."""
    if isinstance(event, Happened) and event.what == CARD_GONE:
        return game.card_of(event.card).id
    return place


Told = tuple[str, tuple[int, ...], Text]


class Teller:
    """Tells the events of one game, one after the other."""

    def __init__(self, game: Game, names: Sequence[str], variant: int) -> None:
        self.game, self.names, self.variant = game, names, variant
        self.round = self.turn = 0

    def follow(self, event: Event) -> None:
        """Note which turn an event belongs to."""
        if isinstance(event, Dealt):
            self.round, self.turn = self.round + 1, 0
        elif isinstance(event, Answered):
            self.turn += event.prompt == "pick"

    def tell(self, events: Sequence[Event]) -> Iterator[Told]:
        """Yield the sentences of events that belong together."""
        event = events[0]
        if isinstance(event, Dealt):
            yield "deal", (), TOLD_DEAL.format(round=self.round)
        elif isinstance(event, Answered):
            yield from self.tell_answers(event)
        elif isinstance(event, Gave):
            words = TOLD_GIFT.format(
                name=self.names[event.seat],
                card=name_in_sentence(self.game, event.card),
                other=self.names[event.to],
            )
            yield "effect", (event.seat, event.to), words
        elif isinstance(event, Took):
            pile = next(rule.name for rule in self.game.piles if rule.id == event.token)
            words = TOLD_TOKEN.format(name=self.names[event.seat], pile=pile)
            yield "score", (event.seat,), words
        elif isinstance(event, Scored):
            yield from self.tell_points(event)
        elif isinstance(event, Happened):
            yield self.tell_effect([one for one in events if isinstance(one, Happened)])

    def tell_effect(self, events: Sequence[Happened]) -> Told:
        """Return what happened of itself to one player or several."""
        event = events[0]
        seats = tuple(dict.fromkeys(one.seat for one in events))
        teller = self.game.multiplier if event.what == CARD_DIPPED else event.card
        words = self.saying(teller, event.what, WORDS[event.what]).format(
            names=list_texts([plain_text(self.names[seat]) for seat in seats]),
            card=self.name_card(event.card),
            points=event.points,
        )
        return "effect", seats, words

    def saying(self, card: str, key: str, usual: Text) -> Text:
        """Return a sentence in the card's own words, or the usual one."""
        rules = (rule for rule in self.game.rules if card == rule.id or card in rule.copies)
        return next((rule.sayings[key] for rule in rules if key in rule.sayings), usual)

    def name_card(self, card: str) -> Text:
        """Return the name of a kind, or of a dish, in the middle of a sentence."""
        if card in self.game.numbers:
            return name_in_sentence(self.game, self.game.face(card, self.variant))
        dish = next(rule.name for rule in self.game.rules if rule.id == card)
        return dish.in_sentence()

    def tell_points(self, event: Scored) -> Iterator[Told]:
        """Yield what everyone scored, in a game of points."""
        if not event.points:
            return
        totals = [
            sum(row[seat] for row in event.points.values()) for seat in range(len(self.names))
        ]
        told = [
            TOLD_POINTS.format(name=name, points=write_signed(points))
            for name, points in zip(self.names, totals, strict=True)
        ]
        words = TOLD_END if event.final else TOLD_ROUND
        yield "score", (), words.format(round=self.round, points=list_texts(told))

    # --- Answers ---

    def tell_answers(self, event: Answered) -> Iterator[Told]:
        """Yield what everyone played or answered."""
        answers = read_answers(self.game, event.prompt, event.choices, self.variant)
        asked = next((one for one in self.game.questions if one.id == event.prompt), None)
        for seat, answer in enumerate(answers):
            if answer is None or answer.is_nothing:
                continue
            if asked is None:
                yield "pick", (seat,), self.tell_pick(seat, answer)
            else:
                words = (asked.telling or TOLD_ANSWER).format(
                    name=self.names[seat], answer=answer.words.in_sentence()
                )
                yield "answer", (seat,), words

    def tell_pick(self, seat: int, choice: Choice) -> Text:
        """Return what a player played from the hand."""
        cards = list_texts([self.name_card(card) for card in choice.cards])
        named = {label: self.name_card(card) for label, card in choice.extras.items()}
        words, more = TOLD_PICK, dict[str, Text]()
        if "give" in named:
            words, more = TOLD_ROBOT, {"given": named["give"]}
        elif "as" in named:
            words, more = TOLD_ONTO, {"dish": named["as"]}
        elif "with" in named:
            words, more = (
                TOLD_WITH if len(choice.cards) > 1 else TOLD_TOOL,
                {"tool": named["with"]},
            )
        elif "using" in named:
            words, more = TOLD_TOOL, {"tool": named["using"]}
        elif len(choice.cards) > 1:
            words, more = self.tell_two()
        return words.format(name=self.names[seat], cards=cards, **more)

    def tell_two(self) -> tuple[Text, dict[str, Text]]:
        """Return how a player played two cards at once: with the tool of a game that has one."""
        tools = [card.id for card in self.game.cards if card.idea == "second_card"]
        return (TOLD_WITH, {"tool": self.name_card(tools[0])}) if tools else (TOLD_TWO, {})


def write_signed(points: int) -> str:
    """Return points as a score sheet has them."""
    return f"−{-points}" if points < 0 else str(points)
