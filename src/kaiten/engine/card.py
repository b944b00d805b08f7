"""What a card is: its names, its copies, its rule in words and its rule in code, side by side; and
how a game joins them.

A rule is a function hung on its card by a verb that says when it acts:

    lands      the card was just laid down          (state, player, kind)
    opens      what a pick may hold besides a card  (state, player) -> slots
    allows     whether a pick may be made           (state, player, choice) -> bool
    picked     a pick said more than one card       (state, player, choice)
    acts       its place on the agenda has come     (state, player, kind)
    begins     a turn begins                        (state)
    watches    all cards of the turn are down       (state)
    scores     points for its owner                 -> points
    counts     what is compared between players     -> number
    compares   points for all, out of those numbers (counted, players, points)

The last three name the things they need as their parameters: see PARAMETERS. A dessert scores at the end
of the game, every other card at the end of a round. Where editions differ, `card.as_in(edition)`
takes the functions of one edition.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from inspect import signature
from operator import add
from types import CodeType
from typing import TYPE_CHECKING, Any, NamedTuple

from ..text import Plural, Text, join_texts
from .jit import F, compiled

if TYPE_CHECKING:
    from .state import State

Idea = str | Callable[..., Any]  # what bots see in a card, by name, or a function that values it
Tray = Sequence[int]  # how many cards of each kind
Counts = Sequence[int]  # one number per player
Points = list[int]  # one number per player

PARAMETERS = {  # `first` is the number of the card's first kind, `pile` that of the pile of tokens which the rule hands out
    "state": "state",
    "player": "player",
    "players": "state.players",
    "tray": "state.trays[player]",
    "dipped": "state.dipped[player]",
    "copied": "state.copied[player]",
    "flipped": "state.flipped[player]",
    "kept": "state.kept[player]",
    "counted": "state.counted",
    "points": "row",
    "first": "first",
    "pile": "pile",
}


class Race(NamedTuple):
    """Places that players take during a round by reaching a number of something, and what each
    place is worth.
    """

    goal: int
    prizes: tuple[int, ...]
    skips: bool  # a place that is shared uses up the next one too


class Rule:
    """Something that a rulebook has a paragraph about."""

    def __init__(
        self, id: str, name: Text, rule: Text, final: bool = False, variant: int = 0
    ) -> None:
        self.id, self.name, self.rule = id, name, rule
        self.final = final  # scores once, at the end of the game
        self.variant = variant  # the variant in which alone the rule is in force
        self.verbs: dict[str, Callable[..., Any]] = {}
        self.explanation: Callable[..., Text] | None = None
        self.missing: Callable[..., Text | None] | None = None  # see `lacks`
        # whether it is worth anything to have most of what it counts
        self.has_lead = True
        self.unit: Plural | None = None
        self.places = 0
        self.race: Race | None = None
        self.editions: list[Rule] = []
        self.first = -1  # the number of its first kind, for a card
        self.pile = -1  # the number of the pile of tokens that it hands out, if it does
        self.denominator = 1  # the parts of a unit in which `counts` counts: 2 for halves
        # how a number that `counts` returns is said where it counts parts of a unit
        self.describe_parts: Callable[[int], Text] | None = None
        self.colour, self.dessert = id, False
        self.copies: Mapping[str, int] = {}  # in the box, by kind
        self.names: Mapping[str, Text] = {}  # by kind
        # What bots see in it when it lies in front of a player, and in what it does when it lands:
        # `bots.heuristic` has a function for each idea. Without one, bots ask its rule for points.
        self.idea: Idea = ""
        self.action: Idea = ""
        self.fetches = False  # brings cards that are in no hand which will come to the player
        # the symbols on its cards, for the idea "symbols": how many of each, by kind
        self.symbols: Mapping[str, Sequence[int]] = {}
        # sentences of its own, by what they say: see `analysis.explain`, `scoring.score` and
        # `terminal.labels`
        self.sayings: Mapping[str, Text] = {}
        self.refusal: Text | None = None  # said to a player who picks the card when they may not

    def as_in(self, variant: int, rule: Text | None = None, race: Race | None = None) -> Rule:
        """What this rule is in one variant or edition alone, besides what it is everywhere; in
        other words, if need be.
        """
        edition = Rule(self.id, self.name, rule or self.rule, self.final, variant)
        edition.race = race
        self.editions.append(edition)
        return edition

    @property
    def parts(self) -> list[Rule]:
        """The rule itself, and what it is in single editions."""
        return [self, *self.editions]

    def part(self, verb: str, variant: int) -> Rule:
        """The part that has this verb in a variant."""
        return next(
            (part for part in self.editions if part.variant == variant and verb in part.verbs), self
        )

    def text(self, variant: int = 0) -> Text:
        """The rule in words, as it is in a variant."""
        return next((part.rule for part in self.editions if part.variant == variant), self.rule)

    def _on(self, verb: str, function: F) -> F:
        self.verbs[verb] = function = compiled(function)
        return function

    def lands(self, function: F) -> F:
        return self._on("lands", function)

    def opens(self, function: F) -> F:
        return self._on("opens", function)

    def allows(self, function: F) -> F:
        return self._on("allows", function)

    def picked(self, function: F) -> F:
        return self._on("picked", function)

    def acts(self, function: F) -> F:
        return self._on("acts", function)

    def begins(self, function: F) -> F:
        return self._on("begins", function)

    def watches(self, function: F) -> F:
        return self._on("watches", function)

    def scores(self, function: F) -> F:
        return self._on("scores", function)

    def counts(self, unit: Plural, places: int = 1) -> Callable[[F], F]:
        """The number that players compare, how to say it, and how many places there are."""
        self.unit, self.places = unit, places
        return lambda function: self._on("counts", function)

    def compares(self, function: F) -> F:
        return self._on("compares", function)

    def explains(self, function: Callable[..., Text]) -> Callable[..., Text]:
        """Say in words where the points come from. Comparisons explain themselves, and without this
        other cards are listed.
        """
        self.explanation = function
        return function

    def lacks(self, function: Callable[..., Text | None]) -> Callable[..., Text | None]:
        """Say in a few words what the cards in front of a player lack, or nothing. Without this the
        rule itself is asked how many more cards bring how many points, or who is ahead.
        """
        self.missing = function
        return function

    def describe_count(self, number: int, variant: int) -> Text:
        """A number that `counts` returned, in words."""
        unit = self.part("counts", variant).unit
        assert unit is not None
        return self.describe_parts(number) if self.describe_parts else unit.format(n=number)

    def reason(self, state: State, player: int, row: Sequence[int]) -> Text:
        """Why this rule gave the player those points."""
        explain = self.part("compares", state.variant).explanation or self.explanation
        if explain:
            return explain(*scoring_arguments(explain, self, state, player, row))
        return self.standing(state, player, row) if self.unit else self.describe(state, player)

    def describe(self, state: State, player: int) -> Text:
        """What a player has of this rule's cards, where its block says nothing else."""
        return self.name

    def standing(self, state: State, player: int, row: Sequence[int]) -> Text:
        """The player's number among the others': most, second, fewest, and whether the place is
        shared.
        """
        numbers = self.numbers(state)
        own = numbers[player]
        count = self.describe_count(own, state.variant)
        better = sorted({number for number in numbers if number > own})
        if row[player] < 0:
            place = FEWEST
        elif not better:
            place = MOST if row[player] > 0 else ALL_EQUAL
        elif row[player] > 0 or (
            own > 0 and len(better) < self.places and numbers.count(better[-1]) == 1
        ):
            place = (SECOND_MOST, THIRD_MOST)[len(better) - 1]
        else:
            place = NO_PLACE
        sharing, words = numbers.count(own), place.format(count=count)
        has_place = place not in (ALL_EQUAL, NO_PLACE)
        return SHARED.format(standing=words, n=sharing) if sharing > 1 and has_place else words

    def numbers(self, state: State) -> list[int]:
        """What each player has of the thing compared."""
        count = self.part("counts", state.variant).verbs["counts"]
        return [
            int(count(*scoring_arguments(count, self, state, player)))
            for player in range(state.players)
        ]


MOST = Text("{count}: the most")
SECOND_MOST = Text("{count}: second")
THIRD_MOST = Text("{count}: third")
FEWEST = Text("{count}: the fewest")
ALL_EQUAL = Text("{count}: all tied")
NO_PLACE = Text("{count}: no place")
SHARED = Text("{standing}, shared by {n}")


class Card(Rule):
    """A dish, in one or several kinds."""

    def __init__(
        self,
        id: str,
        name: Text,
        rule: Text,
        colour: str,
        copies: Mapping[str, int],
        kinds: Mapping[str, int],
        names: Sequence[Text],
        values: Sequence[Text],
        dessert: bool,
        serves: int,
        mimic: bool,
        stays: bool,
        turns: bool,
        differ: int,
        course: str,
        players: Sequence[int],
    ) -> None:
        super().__init__(id, name, rule, final=dessert)
        self.first = min(kinds.values())
        self.copies, self.kinds, self.dessert = copies, kinds, dessert
        self.colour = colour or id
        self.face = next(iter(copies))  # the kind by which the dish is known best
        # the slots of a pick that may point at it when it lies in front of a player, one bit each
        self.serves = serves
        self.mimic = mimic  # may act as another card
        self.stays = stays  # may lie in front of a player as itself at the end of a turn
        self.turns = turns  # turns other cards face down
        self.course = course  # the part of a menu that it belongs to, in a game with menus
        self.players = players  # the numbers of players that it is for; none for every number
        self.is_extra = False  # another package has added it
        self.differ = differ  # the variant in which alone its kinds differ, 0 for every one
        for what, texts, usual in (("names", names, 0), ("values", values, 1)):
            if len(texts) not in (0, usual, len(copies)):
                told = f"has {len(copies)} kinds and {what}= for {len(texts)}"
                raise ValueError(f"The card {id} {told}.")
        self.names = dict(zip(copies, names or [name] * len(copies), strict=True))
        # what a card of each kind brings, in the few signs that fit on it
        shown = values if len(values) != 1 else [*values] * len(copies)
        self.values = dict(zip(copies, shown, strict=True)) if values else {}

    @property
    def kind(self) -> int:
        """The number of its only kind."""
        (number,) = self.kinds.values()
        return number

    def describe(self, state: State, player: int) -> Text:
        """The cards of this dish that lay in front of a player when it was scored."""
        cards = state.kept[player] if self.final else tray_as_scored(state, player)
        return (
            self.describe_cards(cards)
            if any(map(cards.__getitem__, self.kinds.values()))
            else self.name
        )

    def describe_cards(self, tray: Tray) -> Text:
        """The cards of this dish that lie on a tray, in words."""
        return join_texts(
            NUMBER_OF.format(n=tray[number], card=self.names[kind])
            for kind, number in self.kinds.items()
            if tray[number]
        )


NUMBER_OF = Text("{n} × {card}")


# by the answer: its text, its words, and the card that shows it
SpelledAnswers = Mapping[int, tuple[str, Text, str]]


class Question:
    """A decision between two picks: what may be answered, and what the answer does.

    An answer is the number of a kind, or NOTHING, or one of the answers that its block spells: see
    `spells` and `spells_cards`.
    """

    def __init__(
        self, id: str, number: int, words: Text, told: Text, plays: bool, least: int
    ) -> None:
        self.id, self.number, self.words = id, number, words
        self.told = told  # what an answer is, said of the player who gave it: "asks for"
        self.plays = plays  # the answer is a card that leaves the player's hand
        self.least = least  # with fewer cards in hand to answer with, nobody would be asked
        self.verbs: dict[str, Callable[..., Any]] = {}
        self.spelled: dict[int, tuple[str, Text]] = {}
        self.shown: dict[int, str] = {}  # the cards that show those answers
        # the answers that a card brings with it, whatever package it comes from
        self.spell_card: Callable[[Card], SpelledAnswers] = lambda card: {}
        # answers, or marks on an answer's kind, that mean more than a kind, by a name for bots
        self.marks: Mapping[str, int] = {}
        self.idea = ""  # what bots see in it: `bots.heuristic.evaluate` has a function for each
        # an answer in a sentence of the story, with {name} and {answer}; without it, the usual one
        self.telling: Text | None = None

    def spells(self, answer: int, text: str, words: Text, card: str | None = None) -> None:
        """Give an answer that is no plain kind its text, its words, and the card that shows it."""
        self.spelled[answer] = (text, words)
        if card:
            self.shown[answer] = card

    def spells_cards(self, function: Callable[[Card], SpelledAnswers]) -> None:
        """What `spells` says, for each card of the game, also for those of other packages."""
        self.spell_card = function

    def allows(self, function: F) -> F:
        self.verbs["allows"] = function = compiled(function)
        return function

    def answers(self, function: F) -> F:
        self.verbs["answers"] = function = compiled(function)
        return function


def scoring_arguments(
    function: Callable[..., Any], rule: Rule, state: State, player: int, row: Sequence[int] = ()
) -> list[Any]:
    """The things that a scoring function names as its parameters, after the round: its desserts are
    back on the tray.
    """
    things = {"state": state, "player": player, "row": row, "first": rule.first, "pile": rule.pile}
    return [
        tray_as_scored(state, player) if name == "tray" else eval(compile_parameter(name), things)
        for name in parameter_names(function)
    ]


def tray_as_scored(state: State, player: int) -> list[int]:
    """What lay in front of a player when the round was scored."""
    tray, sweets = state.trays[player], state.just_kept[player]
    return list(map(add, tray, sweets)) if any(sweets) else tray[:]


@cache
def compile_parameter(name: str) -> CodeType:
    """How a thing that a function may name is found, ready to be evaluated."""
    return compile(PARAMETERS[name], name, "eval")


@cache
def parameter_names(function: Callable[..., Any]) -> tuple[str, ...]:
    """The names of a function's parameters, found out once."""
    return tuple(signature(function).parameters)


def scoring_rules(rules: Sequence[Rule]) -> list[Rule]:
    """The rules that have a row on the score sheet, in its order."""
    return [
        rule
        for rule in rules
        if any("scores" in part.verbs or "compares" in part.verbs for part in rule.parts)
    ]


@compiled
def highest_below(counted: Counts, players: int, below: int) -> int:
    """The highest number under `below`, 0 where there is none."""
    best = 0
    for player in range(players):
        if best < counted[player] < below:
            best = counted[player]
    return best


@compiled
def lowest_count(counted: Counts, players: int) -> int:
    best = counted[0]
    for player in range(1, players):
        best = min(best, counted[player])
    return best


@compiled
def count_tied(counted: Counts, players: int, number: int) -> int:
    """How many players have exactly this number."""
    count = 0
    for player in range(players):
        if counted[player] == number:
            count += 1
    return count


@compiled
def award(prize: int, counted: Counts, players: int, number: int, points: Points) -> None:
    """Give the prize to each player who has exactly this number."""
    for player in range(players):
        if counted[player] == number:
            points[player] += prize
