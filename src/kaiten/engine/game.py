"""What a game is: its box of cards, its options, and everything a table needs to know before the
first deal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple
from zlib import crc32

from ..errors import BadOption, BadPlayers
from ..text import NO_TEXT, Text, join_texts
from .card import Card, Question, Race, Rule, scoring_rules
from .picks import MAX_KINDS, PICK
from .state import State, blank_state

Options = dict[str, Any]
HUE_GAP, HUE_STEP = 40, 20  # in degrees: how different two hues should be, and what is tried


class Value(NamedTuple):
    """One of the things that an option may be, and what that means at the table."""

    value: Any
    name: Text
    words: Text


class Option(NamedTuple):
    """Something to be decided before a game: one of these values, the usual one first."""

    name: Text
    values: tuple[Value, ...]


# An option is one of its values; or whatever its reader makes of what was given (None where nothing
# was), unless it refuses.
Decides = Option | Callable[[Any], Any]

DIRECTION = Option(
    Text("Direction"),
    (
        Value(
            "left",
            Text("To the left"),
            Text("Hands pass to the left in every round."),
        ),
        Value(
            "alternate",
            Text("Left, right, left"),
            Text("In the second round, hands pass to the right."),
        ),
    ),
)


EXTRA_CARDS = "cards"  # the option that says which cards of other packages are in the box
MORE_CARDS = Text("More cards")
NO_EXTRA_CARDS = Value("", Text("None"), Text("Only the cards in the box."))
NOT_INSTALLED = Text(
    "{game} does not know the cards “{cards}”: the package that adds them is not installed."
)


class Course(NamedTuple):
    """A part of the meal: how many of its dishes a menu has, and the dishes, whose cards say that
    they belong to it.
    """

    id: str
    name: Text
    served: int
    dishes: tuple[str, ...] = ()


class Menu(NamedTuple):
    """A selection of dishes that has a name; the game's staples come on top of them."""

    id: str
    name: Text
    dishes: str  # their ids, with commas


class Game:
    """One of the games, filled by the blocks of its file."""

    def __init__(
        self,
        id: str,
        title: Text,
        rule: Text,
        version: int,
        hand_sizes: Mapping[int, int],
        options: Mapping[str, Decides],
        edition: str = "first",
        unplayed: int = 0,
        reshuffles: bool = False,
        variants: Mapping[str, Mapping[Any, int]] | None = None,
        courses: Sequence[Course] = (),
        menus: Sequence[Menu] = (),
        staples: Sequence[str] = (),
        order: Sequence[str] = (),
        lead_scale: float | None = None,
        summary: Text | None = None,
        faces: Sequence[str] = (),
    ) -> None:
        self.id, self.title, self.rule = id, title, rule
        self.version, self.edition = version, edition
        self.variants = variants or {}  # by option and value, as the rules number them
        self.parts_of_a_menu, self.menus = courses, menus
        self.order = order  # of the dishes in their course, where it is not that of their blocks
        self.staples = staples  # dishes that are on every menu
        self.hand_sizes, self.unplayed, self.reshuffles = hand_sizes, unplayed, reshuffles
        # the lead, in points, that makes a win e times as likely with one round to come: bots go by
        # it, `python -m bench.win_model` fits it, and without it bots fit one to random games
        self.lead_scale = lead_scale
        self.option_values = options
        # how lists of games present it: in a sentence, and by these kinds (see `presented_by`)
        self.summary = summary or rule
        self.faces = faces
        self.is_registered = False  # cards that come now come from another package
        self.is_complete = False  # it is played, so that nothing can be added any more
        self.kinds: list[str] = []  # ids of the kinds of card, by number
        self.cards: list[Card] = []
        self.extras: list[Rule] = []
        self.questions: list[Question] = []
        self.piles: list[Rule] = []  # the rules that hand out tokens, each from a pile of its own
        self.settings: list[Callable[[State, Options], None]] = []
        self.guesses: Callable[[Sequence[str]], Options] | None = None
        self.chances: list[Callable[[Options, int, int], Options]] = []

    def __repr__(self) -> str:
        return f"<Game: {self.id}>"

    def card(
        self,
        id: str,
        name: Text,
        rule: Text,
        copies: Mapping[str, int],
        colour: str = "",
        names: Sequence[Text] = (),
        values: Sequence[Text] = (),
        dessert: bool = False,
        serves: int = 0,
        mimic: bool = False,
        stays: bool = True,
        turns: bool = False,
        differ: int = 0,
        course: str = "",
        players: Sequence[int] = (),
    ) -> Card:
        """Put a card into the box."""
        self.check_new(id, copies)
        numbers = {kind: len(self.kinds) + place for place, kind in enumerate(copies)}
        self.kinds += copies
        card = Card(
            id,
            name,
            rule,
            colour,
            copies,
            numbers,
            names,
            values,
            dessert,
            serves,
            mimic,
            stays,
            turns,
            differ,
            course,
            players,
        )
        card.is_extra = self.is_registered
        self.cards.append(card)
        self.offer_extra_cards()
        return card

    def offer_extra_cards(self) -> None:
        """Let an option say which cards of other packages are in the box: as long as nobody asks for
        them, a game is the same with these packages as without. Where there are menus, the menu says it.
        """
        extra = [card for card in self.cards if card.is_extra]
        if self.parts_of_a_menu or not extra:
            return
        everything = Value(
            ",".join(card.id for card in extra), join_texts([one.name for one in extra]), NO_TEXT
        )
        single = [Value(card.id, card.name, card.rule) for card in extra]
        values = (NO_EXTRA_CARDS, *single, *([everything] if len(extra) > 1 else []))
        self.option_values = {**self.option_values, EXTRA_CARDS: Option(MORE_CARDS, values)}

    def check_new(self, id: str, kinds: Collection[str]) -> None:
        """Raise unless a card with this id and these kinds may still be added."""
        if self.is_complete:
            raise RuntimeError("Cards must be added before the first game is played.")
        if not isinstance(kinds, Mapping) or not kinds:
            raise TypeError(
                f"The card {id} needs copies= of each kind, as {{'{id}': 8}}: {kinds!r}"
            )
        taken = {id, *kinds} & {name for card in self.cards for name in (card.id, *card.copies)}
        if taken:
            raise ValueError(f"The game {self.id} has {', '.join(sorted(taken))} already.")
        count = len(self.kinds) + len(kinds)
        if count > MAX_KINDS:
            raise ValueError(
                f"The game {self.id} has no room for {id}: a pick has room for {MAX_KINDS} kinds of "
                f"card, and these would be {count}."
            )

    def rule_on_no_card(
        self, id: str, name: Text, rule: Text, final: bool = False, variant: int = 0
    ) -> Rule:
        """A rule that stands on no card: of the whole game, or of one of its variants."""
        extra = Rule(id, name, rule, final, variant)
        self.extras.append(extra)
        return extra

    def question(
        self, id: str, words: Text, told: Text = NO_TEXT, plays: bool = False, least: int = 0
    ) -> Question:
        """Something that a player may be asked between two picks; the answer may be a card to play
        from the hand.
        """
        question = Question(id, PICK + 1 + len(self.questions), words, told, plays, least)
        self.questions.append(question)
        return question

    def pile(self, rule: Rule) -> None:
        """Give a rule a pile of tokens to hand out."""
        rule.pile = len(self.piles)
        self.piles.append(rule)

    def question_of(self, number: int) -> Question:
        """The question behind its number; the pick is none of them."""
        return self.questions[number - PICK - 1]

    def sets(self, function: Callable[[State, Options], None]) -> Callable[[State, Options], None]:
        """What the game's own options change when the table is laid."""
        self.settings.append(function)
        return function

    def decides_by_seed(self, function: Callable[[Options, int, int], Options]) -> None:
        """Register how a seed decides the options left to chance, for a number of people."""
        self.chances.append(function)

    def guesses_options(self, function: Callable[[Sequence[str]], Options]) -> None:
        """How the options that a table of cardboard cards does not tell follow from the dishes that
        lie there.
        """
        self.guesses = function

    def race(self, variant: int) -> tuple[Card, Race] | None:
        """The card of this game for which players race during a round, and its race in a variant."""
        races = (
            (card, part.race)
            for card in self.cards
            for part in card.editions
            if part.variant == variant
        )
        return next(((card, race) for card, race in races if race), None)

    def decide_options(self, options: Options, people: int, seed: int) -> Options:
        """The options with nothing left to chance."""
        self.check_people(people)
        for decide in self.chances:
            options = decide(options, people, seed)
        return options

    @property
    def rules(self) -> list[Rule]:
        return [*self.cards, *self.extras]

    @property
    def courses(self) -> list[Course]:
        """The parts of a menu with their dishes: what every menu has is in none of them."""
        places = {dish: place for place, dish in enumerate(self.order)}
        cards = sorted(self.cards, key=lambda card: places.get(card.id, len(places)))
        return [
            part._replace(dishes=tuple(card.id for card in cards if card.course == part.id))
            for part in self.parts_of_a_menu
        ]

    @property
    def limits(self) -> dict[str, Sequence[int]]:
        """The dishes that are not for every number of players, and for which ones they are."""
        return {card.id: card.players for card in self.cards if card.players}

    @cached_property
    def rows(self) -> list[Rule]:
        """The rules that score, in the order of the sheet's rows."""
        return scoring_rules(self.rules)

    def scoring_rows(self, state: State) -> list[tuple[int, Rule]]:
        """The rows of the sheet that this table needs: those of the cards in the box, and of rules
        on no card.
        """
        return [
            (row, rule)
            for row, rule in enumerate(self.rows)
            if not isinstance(rule, Card) or any(state.stock[kind] for kind in rule.kinds.values())
        ]

    @property
    def has_desserts(self) -> bool:
        return any(card.dessert for card in self.cards)

    @property
    def presented_by(self) -> list[str]:
        """The kinds by which the game is known best: of a game that names none, one of each of its
        first dishes.
        """
        return list(self.faces or [card.face for card in self.cards[:3]])

    @property
    def mimic(self) -> str:
        """The card that may act as another one, where the game has such a card."""
        return next((card.id for card in self.cards if card.mimic), "")

    @cached_property
    def hues(self) -> dict[str, int]:
        """The angle on the colour wheel at which a colour is drawn that has no tone of its own: it
        follows from the colour's name, at a distance from those of the colours before it.
        """
        hues: dict[str, int] = {}
        for colour in dict.fromkeys(rule.colour for rule in self.rules):
            first = crc32(colour.encode()) % 360
            hues[colour] = max(
                (hue % 360 for hue in range(first, first + 360, HUE_STEP)),
                key=lambda hue: min(
                    [HUE_GAP, *(measure_hue_gap(hue, other) for other in hues.values())]
                ),
            )
        return hues

    @cached_property
    def multiplier(self) -> str:
        """The card that multiplies others which lie on it, where the game has one."""
        return next((card.id for card in self.cards if card.idea == "multiplier"), "")

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each kind, by its id."""
        return {kind: number for number, kind in enumerate(self.kinds)}

    @cached_property
    def copies(self) -> dict[str, int]:
        return {kind: copies for card in self.cards for kind, copies in card.copies.items()}

    @cached_property
    def kind_names(self) -> dict[str, Text]:
        return {kind: name for card in self.cards for kind, name in card.names.items()}

    def card_of(self, kind: str) -> Card:
        """The dish that a kind belongs to."""
        return next(card for card in self.cards if kind in card.copies)

    def face(self, kind: str, variant: int) -> str:
        """The kind that a card is for those who play a variant: kinds that differ in another one
        alone are alike.
        """
        card = self.card_of(kind)
        return kind if card.differ in (0, variant) else next(iter(card.kinds))

    def options(self, given: Mapping[str, Any]) -> Options:
        """All options, the ones not given at their usual value."""
        for name in given:
            if name == EXTRA_CARDS and name not in self.option_values:
                if given[name]:
                    raise BadOption(NOT_INSTALLED.format(game=self.title, cards=given[name]))
            elif name not in self.option_values:
                raise BadOption(
                    Text("{game} has no option “{name}”. Its options: {known}.").format(
                        game=self.title, name=name, known=", ".join(self.option_values)
                    )
                )
        return {
            name: read_option(name, option, given) for name, option in self.option_values.items()
        }

    def table(self, people: int, options: Options) -> State:
        """Lay a table: everything that stays fixed during the game."""
        self.check_people(people)
        state = blank_state()
        state.seats = state.players = people
        state.alternate = int(options.get("direction") == "alternate")
        state.reshuffles = int(self.reshuffles)
        state.rows, state.piles = len(self.rows), len(self.piles)
        state.variant = self.variant(options)
        for setting in self.settings:
            setting(state, options)
        fill_box(state, self.on_menu(options))
        state.hand_size = self.hand_sizes[int(state.players)]
        state.turns = state.hand_size - self.unplayed
        return state

    def variant(self, options: Options) -> int:
        """The variant or edition that is played, as the rules number them; 0 where there is only
        one.
        """
        played = (
            numbers[options[option]]
            for option, numbers in self.variants.items()
            if options[option] in numbers
        )
        return next(played, 0)

    def on_menu(self, options: Options) -> list[Card]:
        """The cards that these options put on the table."""
        if "menu" not in options:
            chosen = options.get(EXTRA_CARDS, "").split(",")
            return [card for card in self.cards if not card.is_extra or card.id in chosen]
        dishes = [*self.staples, *options["menu"].split(",")]
        return [card for card in self.cards if card.id in dishes]

    def token_values(self, options: Options) -> dict[str, list[int]]:
        """What the tokens of each pile are worth."""
        state = self.table(min(self.hand_sizes), options) if self.piles else blank_state()
        return {
            rule.id: [int(worth) for worth in state.worth[pile]]
            for pile, rule in enumerate(self.piles)
        }

    def menu_name(self, options: Options) -> Text:
        """The name of the menu, or its dishes where it has none."""
        named = next((menu.name for menu in self.menus if menu.dishes == options["menu"]), None)
        return named or join_texts([card.name for card in self.on_menu(options)])

    def check_people(self, people: int) -> None:
        if people not in self.hand_sizes:
            raise BadPlayers(
                Text("{game} is for {few} to {many} players, not {people}.").format(
                    game=self.title,
                    few=min(self.hand_sizes),
                    many=max(self.hand_sizes),
                    people=people,
                )
            )


def measure_hue_gap(hue: int, other: int) -> int:
    """How far two hues are from each other, around the wheel."""
    return 180 - abs(180 - abs(hue - other))


def read_option(name: str, option: Decides, given: Mapping[str, Any]) -> Any:
    """The value of an option, if it is one that the option may have."""
    if callable(option):
        return option(given.get(name))
    values = [one.value for one in option.values]
    if name in given and given[name] not in values:
        raise BadOption(
            Text("Option “{name}” cannot be {value}. It is one of: {known}.").format(
                name=name,
                value=repr(given[name]),
                known=", ".join(str(value).lower() for value in values),
            )
        )
    return values[values.index(given[name])] if name in given else values[0]


def fill_box(state: State, cards: Sequence[Card]) -> None:
    """Put these cards into the box, desserts last; the order of the others is that of simultaneous
    effects.
    """
    colours = list(dict.fromkeys(card.colour for card in cards))
    for card in sorted(cards, key=lambda card: card.dessert):
        for kind, number in card.kinds.items():
            state.menu[int(state.kind_count)] = number
            state.kind_count += 1
            state.stock[number] = card.copies[kind]
            state.dessert[number] = int(card.dessert)
            state.dish[number], state.variations[number] = min(card.kinds.values()), len(card.kinds)
            state.colour[number] = colours.index(card.colour)
            state.serves[number] = card.serves
            if card.mimic:
                state.mimic = number
            for _ in range(card.copies[kind]):
                state.box[int(state.cards)] = number
                state.cards += 1
                state.reserve_count += int(card.dessert and bool(state.servings[0]))
