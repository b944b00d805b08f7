"""What a game is: its box of cards, its options, and everything a table needs to know before the first deal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from .card import Card, Question, Rule, scoring
from .errors import BadOption, BadPlayers
from .moves import PICK
from .state import State, blank
from .words import Words

Options = dict[str, Any]


class Game:
    """One of the games, filled by the blocks of its file."""

    def __init__(
        self,
        id: str,
        title: Words,
        rule: Words,
        version: int,
        hand_sizes: Mapping[int, int],
        options: Mapping[str, Sequence[Any]],
        edition: str,
        unplayed: int = 0,
        reshuffles: bool = False,
    ) -> None:
        self.id, self.title, self.rule, self.version, self.edition = id, title, rule, version, edition
        self.hand_sizes, self.unplayed, self.reshuffles = hand_sizes, unplayed, reshuffles
        self.option_values = options
        self.kinds: list[str] = []  # ids of the kinds of card, by number
        self.cards: list[Card] = []
        self.extras: list[Rule] = []
        self.questions: list[Question] = []
        self.settings: list[Callable[[State, Options], None]] = []

    def card(
        self,
        id: str,
        name: Words,
        rule: Words,
        colour: str,
        copies: Mapping[str, int],
        names: Sequence[Words] = (),
        dessert: bool = False,
    ) -> Card:
        """Put a card into the box."""
        numbers = {kind: len(self.kinds) + place for place, kind in enumerate(copies)}
        self.kinds += copies
        card = Card(id, name, rule, colour, copies, numbers, names, dessert)
        self.cards.append(card)
        return card

    def printed_nowhere(self, id: str, name: Words, rule: Words, final: bool = False, variant: int = 0) -> Rule:
        """A rule that stands on no card: of the whole game, or of one of its variants."""
        extra = Rule(id, name, rule, final, variant)
        self.extras.append(extra)
        return extra

    def question(self, id: str, words: Words, flag: str = "") -> Question:
        """Something that a player may be asked between two picks."""
        question = Question(id, PICK + 1 + len(self.questions), words, flag)
        self.questions.append(question)
        return question

    def asked(self, number: int) -> Question:
        """The question behind its number; the pick is none of them."""
        return self.questions[number - PICK - 1]

    def sets(self, function: Callable[[State, Options], None]) -> Callable[[State, Options], None]:
        """What the game's own options change when the table is laid."""
        self.settings.append(function)
        return function

    @property
    def rules(self) -> list[Rule]:
        return [*self.cards, *self.extras]

    @cached_property
    def rows(self) -> list[Rule]:
        """The rules that score, in the order of the sheet's rows."""
        return scoring(self.rules)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each kind, by its id."""
        return {kind: number for number, kind in enumerate(self.kinds)}

    @cached_property
    def copies(self) -> dict[str, int]:
        return {kind: copies for card in self.cards for kind, copies in card.copies.items()}

    @cached_property
    def kind_names(self) -> dict[str, Words]:
        return {kind: name for card in self.cards for kind, name in card.names.items()}

    def card_of(self, kind: str) -> Card:
        """The dish that a kind belongs to."""
        return next(card for card in self.cards if kind in card.copies)

    def options(self, given: Mapping[str, Any]) -> Options:
        """All options, the ones not given at their usual value."""
        for name, value in given.items():
            if name not in self.option_values:
                raise BadOption(
                    Words("{game} has no option “{name}”. Its options: {known}.", "{game} n'a pas d'option « {name} ». Ses options : {known}.")
                    .format(game=self.title, name=name, known=", ".join(self.option_values))
                )  # fmt: skip
            if value not in self.option_values[name]:
                raise BadOption(
                    Words("Option “{name}” cannot be {value!r}. It is one of: {known}.", "L'option « {name} » ne peut pas valoir {value!r}. Valeurs possibles : {known}.")
                    .format(name=name, value=value, known=", ".join(map(str, self.option_values[name])))
                )  # fmt: skip
        return {name: given.get(name, values[0]) for name, values in self.option_values.items()}

    def table(self, people: int, options: Options) -> State:
        """Lay a table: everything that stays fixed during the game."""
        state = blank()
        state.seats = state.players = people
        state.alternate = int(options.get("direction") == "alternate")
        state.reshuffles = int(self.reshuffles)
        state.variety, state.rows = len(self.kinds), len(self.rows)
        for number, kind in enumerate(self.kinds):
            state.menu[number] = number
            state.stock[number] = self.copies[kind]
            state.dessert[number] = int(self.card_of(kind).dessert)
            for _ in range(self.copies[kind]):
                state.box[int(state.cards)] = number
                state.cards += 1
        self.check_people(people)
        for setting in self.settings:
            setting(state, options)
        state.hand_size = self.hand_sizes[int(state.players)]
        state.turns = state.hand_size - self.unplayed
        return state

    def check_people(self, people: int) -> None:
        if people not in self.hand_sizes:
            raise BadPlayers(
                Words("{game} is for {few} to {many} players, not {people}.", "{game} se joue de {few} à {many}, pas à {people}.")
                .format(game=self.title, few=min(self.hand_sizes), many=max(self.hand_sizes), people=people)
            )  # fmt: skip
