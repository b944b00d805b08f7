"""Sushi Draft, for three to five players.

Three rounds of five turns, from hands of six: everyone picks a card, all reveal, the hands move on
to the left, and the sixth card is not played. There are no points but tokens: the player with the
most of a category takes the top one of its pile, and the most varied meal takes a dessert. Only its
owner knows what a token is worth until the game is over. All cards are shuffled again for each
round.

Rulings, where the rulebook leaves something open:
- A joker goes onto a category that its player has begun, whichever of them; it counts as that category alone.
- A token that nobody takes stays on top of its pile. Nobody takes one for having none of a category.
- Players who are equal at the end share their rank, the first one included.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..engine.card import Card, Counts, Rule, Tray, count_tied
from ..engine.game import DIRECTION, Game, Option, Options, Value
from ..engine.jit import compiled, never_inline
from ..engine.operations import hand_of, lay_as, take_token
from ..engine.picks import AS, TAKE, read_slot
from ..engine.state import ROUNDS, State
from ..errors import BadOption
from ..text import Plural, Text, join_texts, plural

# --- What is in the box ---
# The sheet says how many cards each category has. It prints neither how many of them bear the
# wasabi mark, nor what the tokens are worth, nor for how many players the game is: those come from
# descriptions of the box. They stand here and nowhere else; the option `tokens` replaces what the
# tokens are worth.


class Supply(NamedTuple):
    """What the box has of a category."""

    cards: int
    marked: int  # of these, with the wasabi mark
    tokens: tuple[int, ...]


PLAYERS = (3, 4, 5)
JOKERS = 2
BOX = {
    "tuna": Supply(8, 3, (3, 4, 5)),
    "shrimp": Supply(7, 3, (2, 4, 4)),
    "salmon": Supply(6, 2, (2, 2, 4)),
    "cucumber": Supply(5, 2, (1, 3, 3)),
    "mackerel": Supply(4, 1, (1, 2, 3)),
    "dessert": Supply(0, 0, (2, 3, 5)),  # no card: the most varied meal
}

# --- The tokens' values, as an option ---

HIGHEST = 99  # that anyone could want on a token


def read_tokens(given: Any) -> str:
    """What all tokens are worth, as text; the piles that are not given are those of the box."""
    changes = {} if given is None else spell_tokens(given) if isinstance(given, str) else given
    if not isinstance(changes, Mapping) or not all(
        pile in BOX and are_values(changes[pile]) for pile in changes
    ):
        raise bad_tokens(given)
    values = {pile: sorted(changes.get(pile, supply.tokens)) for pile, supply in BOX.items()}
    return "/".join(f"{pile}:{','.join(map(str, numbers))}" for pile, numbers in values.items())


def spell_tokens(text: str) -> dict[str, list[int]]:
    """The values behind a text: `tuna:3,4,5/dessert:2,3,5`."""
    try:
        piles = [part.split(":") for part in text.split("/")]
        values = {pile: [int(number) for number in numbers.split(",")] for pile, numbers in piles}
    except ValueError:
        raise bad_tokens(text) from None
    if len(values) < len(piles):
        raise bad_tokens(text)
    return values


def are_values(numbers: Any) -> bool:
    """Whether these may stand on the tokens of a pile."""
    numbered = isinstance(numbers, Sequence) and all(type(number) is int for number in numbers)
    return numbered and len(numbers) == ROUNDS and all(0 <= number <= HIGHEST for number in numbers)


def bad_tokens(given: Any) -> BadOption:
    return BadOption(
        Text(
            "Option “tokens” cannot be {given}. Each pile has three tokens, worth 0 to "
            "{highest}, for example {example}. Piles: {piles}."
        ).format(
            given=repr(given),
            highest=HIGHEST,
            example="tuna:3,4,5/dessert:2,3,5",
            piles=", ".join(BOX),
        )
    )


# --- The game ---

BASIC, ADVANCED = 1, 2  # the rules, as the cards know them

game = Game(
    id="sushi-draft",
    title=Text("Sushi Draft"),
    rule=Text(
        "Three to five players get six cards each. On each turn, everyone picks a card in "
        "secret, all reveal together, and the hands pass to the left. After five turns the round "
        "ends; the sixth card is not played. The player with the most of a category takes the "
        "top token of its pile, and the player with the most varied meal takes a dessert token. "
        "A token that nobody takes stays on its pile. Then all cards are shuffled and dealt "
        "again. After three rounds, the tokens are turned over: the most points win."
    ),
    summary=Text(
        "Majorities and hidden tokens: eat the most of something, or a bit of everything."
    ),
    faces=("shrimp", "tuna", "salmon"),
    version=1,
    edition="fr",
    hand_sizes=dict.fromkeys(PLAYERS, 6),
    unplayed=1,
    reshuffles=True,
    options={
        "direction": DIRECTION,
        "advanced": Option(
            Text("Rules"),
            (
                Value(
                    False,
                    Text("Basic rules"),
                    Text("Jokers count as a full card; ignore wasabi marks."),
                ),
                Value(
                    True,
                    Text("Advanced rules"),
                    Text(
                        "Jokers count as half a card; a category with a wasabi mark counts as half."
                    ),
                ),
            ),
        ),
        "tokens": read_tokens,
    },
    variants={"advanced": {False: BASIC, True: ADVANCED}},
    lead_scale=1.4,
)


@game.sets
def mint(state: State, options: Options) -> None:
    for pile, values in enumerate(spell_tokens(options["tokens"]).values()):
        for place, worth in enumerate(values):
            state.worth[pile][place] = worth


# --- Who takes a token ---
# Cards and categories are counted in halves, because the advanced rules know half ones.

HALVES = 2
MARKED = 1  # how far the kind with the wasabi mark stands behind the plain one


@compiled
def first_alone(counted: Counts, players: int) -> int:
    """Who has the highest number that nobody else has too; tied players are out of it, and nothing
    is no number. -1: nobody.
    """
    best = -1
    for player in range(players):
        number = counted[player]
        if (
            number > 0
            and count_tied(counted, players, number) == 1
            and (best < 0 or number > counted[best])
        ):
            best = player
    return best


@never_inline
def top_token(state: State, counted: Counts, players: int, pile: int) -> None:
    """The top token of the rule's pile goes to the player with the most of what it counts."""
    winner = first_alone(counted, players)
    if winner >= 0:
        take_token(state, winner, pile)


def hands_out(rule: Rule, half: Text, mixed: Plural) -> None:
    """Let a rule that counts something give the top token of its pile to the player with the most.

    `half` is what half a thing is called, `mixed` whole ones and a half.
    """
    game.pile(rule)
    rule.denominator = HALVES
    for part in rule.editions:
        part.compares(top_token)

    def in_halves(number: int) -> Text:
        whole, odd = divmod(number, HALVES)
        if not odd:
            assert rule.editions[0].unit is not None
            return rule.editions[0].unit.format(n=whole)
        return mixed.format(n=whole) if whole else half

    rule.describe_parts = in_halves

    @rule.explains
    def who_took_it(state: State, player: int, pile: int) -> Text:
        numbers, taker = rule.numbers(state), int(state.just_taken[pile]) - 1
        count = in_halves(numbers[player])
        return verdict(numbers, player, taker).format(count=count, n=numbers.count(numbers[player]))


def verdict(numbers: Sequence[int], player: int, taker: int) -> Text:
    own = numbers[player]
    if taker == player:
        return THE_MOST if own == max(numbers) else BEHIND_A_TIE
    beaten = own < numbers[taker] if taker >= 0 else own == 0
    return LESS if beaten else TIED


THE_MOST = Text("{count}: the most, takes the token")
BEHIND_A_TIE = Text("{count}: next after a tie, takes the token")
TIED = Text("{count}: tied ({n} players), no token")
LESS = Text("{count}: no token")
NO_TOKEN = Text("no token")


# --- The five categories ---

CARDS = plural("{n} card", "{n} cards")
HALF_CARD = Text("½ card")
CARDS_AND_HALF = plural("{n}½ cards", "{n}½ cards")


@compiled
def cards(tray: Tray, first: int) -> int:
    return HALVES * (tray[first] + tray[first + MARKED])


@compiled
def jokers_are_half_cards(tray: Tray, copied: Tray, first: int) -> int:
    return HALVES * (tray[first] + tray[first + MARKED]) - copied[first]


def category(id: str, name: Text, marked: Text, colour: str) -> Card:
    """A category of sushi: plain cards, and cards with the wasabi mark."""
    supply = BOX[id]
    category = game.card(
        id,
        name,
        Text(
            "Have the most to take the top token of this pile. If players tie, the next highest"
            " takes it instead. The wasabi mark matters only in the advanced rules."
        ),
        colour=colour,
        values=[Text("most: token")],
        copies={id: supply.cards - supply.marked, f"{id}_wasabi": supply.marked},
        names=[name, marked],
        serves=1 << AS,
        differ=ADVANCED,
    )
    category.as_in(BASIC).counts(CARDS)(cards)
    advanced = category.as_in(
        ADVANCED,
        Text(
            "Have the most to take the top token of this pile. If players tie, the next highest"
            " takes it instead. A joker counts as half a card. With a wasabi mark among your "
            "cards, this is only half a category for the dessert."
        ),
    )
    advanced.counts(CARDS)(jokers_are_half_cards)
    hands_out(category, HALF_CARD, CARDS_AND_HALF)
    return category


tuna = category("tuna", Text("Tuna"), Text("Tuna with wasabi"), "red")
shrimp = category("shrimp", Text("Shrimp"), Text("Shrimp with wasabi"), "peach")
salmon = category("salmon", Text("Salmon"), Text("Salmon with wasabi"), "orange")
cucumber = category(
    "cucumber",
    Text("Cucumber"),
    Text("Cucumber with wasabi"),
    "green",
)
mackerel = category(
    "mackerel",
    Text("Mackerel"),
    Text("Mackerel with wasabi"),
    "blue",
)
CATEGORIES = tuple(card.first for card in (tuna, shrimp, salmon, cucumber, mackerel))

# --- The joker ---

joker = game.card(
    "joker",
    Text("Joker"),
    Text(
        "Counts as a card of a category that you have already started. Name the category when "
        "you pick it. It cannot be your first card."
    ),
    colour="white",
    values=[Text("joins a dish")],
    copies={"joker": JOKERS},
    mimic=True,
    stays=False,
)
joker.as_in(
    ADVANCED,
    Text(
        "Counts as half a card of a category that you have already started. Name the category "
        "when you pick it. It cannot be your first card."
    ),
)
joker.refusal = Text(
    "A joker joins a category that you have already started. It cannot be your first card."
)
JOKER = joker.kind
joker.action = "join"
joker.sayings = {"as": Text("Onto which category")}


@joker.opens
def a_category(state: State, player: int) -> int:
    return 1 << AS if hand_of(state, player)[JOKER] > 0 else 0


@joker.allows
def joker_needs_a_category(state: State, player: int, choice: int) -> bool:
    return (read_slot(choice, TAKE) == JOKER) == (read_slot(choice, AS) >= 0)


@joker.picked
def join_the_category(state: State, player: int, choice: int) -> None:
    lay_as(state, player, read_slot(choice, AS))


# --- The dessert ---

dessert = game.rule_on_no_card(
    "dessert",
    Text("Dessert"),
    Text(
        "Have the most different categories to take the top dessert token. If players tie, the "
        "next highest takes it instead."
    ),
)
basic = dessert.as_in(BASIC)
advanced = dessert.as_in(
    ADVANCED,
    Text(
        "Have the most different categories to take the top dessert token. If players tie, the "
        "next highest takes it instead. A category with a wasabi mark counts as half."
    ),
)
VARIETY = plural("{n} category", "{n} categories")


@basic.counts(VARIETY)
def categories(tray: Tray) -> int:
    count = 0
    for first in CATEGORIES:
        count += HALVES if tray[first] + tray[first + MARKED] > 0 else 0
    return count


@advanced.counts(VARIETY)
def marked_categories_are_half_ones(tray: Tray) -> int:
    count = 0
    for first in CATEGORIES:
        if tray[first + MARKED] > 0:
            count += 1
        elif tray[first] > 0:
            count += HALVES
    return count


hands_out(
    dessert,
    Text("½ category"),
    plural("{n}½ categories", "{n}½ categories"),
)

# --- The end ---

tokens = game.rule_on_no_card(
    "tokens",
    Text("Tokens"),
    Text(
        "Only you may look at your tokens. At the end of the game they are turned over and add "
        "up to your points."
    ),
    final=True,
)


@tokens.scores
def worth(state: State, player: int) -> int:
    total = 0
    for pile in range(state.piles):
        for place in range(ROUNDS):
            if state.takers[pile][place] == player + 1:
                total += state.tokens[pile][place]
    return total


@tokens.explains
def tokens_in_words(state: State, player: int) -> Text:
    held = [
        Text("{token} {worth}").format(token=rule.name, worth=state.tokens[pile][place])
        for pile, rule in enumerate(game.piles)
        for place in range(ROUNDS)
        if state.takers[pile][place] == player + 1
    ]
    return join_texts(held) if held else NO_TOKEN
