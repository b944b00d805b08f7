"""What the dishes in front of a player promise, in points: a function for each idea, above which its cards are written.

A taste says what the cards of a dish that lie there will have brought by the end, less the price of the turns that it takes. A deed
says what a card brings that does something as it lands. What cards are worth and what a race brings is asked of the game's own rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import exp, sqrt
from typing import Any, TypeVar

from ... import draft
from ...card import Card, Rule, parameters
from ...game import Game
from ...games.sushi_go_party.tools import UNDER
from ...jit import uncompiled
from ...moves import COPY, DIPS, KIND
from ...state import KINDS, ROUNDS, copy, ints
from .outlook import Outlook, Units

Gain = Callable[[int], float]  # what one more card of a kind would add; of one less, for ~kind
Taste = Callable[[Outlook, int, Rule], float]
Deed = Callable[[Outlook, int, Rule, Gain], float]
F = TypeVar("F")

TURN = 2.0  # what an ordinary card brings: the price of a turn that is spent on something else
CLASH = 0.35  # how often somebody who holds a soup plays it
VARIETY = 0.35  # how many colours, or cards of the favourite colour, a turn adds

TASTES: dict[str, Taste] = {}
DEEDS: dict[str, Deed] = {}
ACROSS = ("wasabi", "tea", "soy_sauce", "dessert")  # what other dishes change too


def taste(*ids: str) -> Callable[[Taste], Taste]:
    """Write down what is thought of these cards when they lie in front of somebody."""
    return written(TASTES, ids)


def deed(*ids: str) -> Callable[[Deed], Deed]:
    """Write down what is thought of these cards as they land."""
    return written(DEEDS, ids)


def written(book: dict[str, F], ids: Sequence[str]) -> Callable[[F], F]:
    def write(function: F) -> F:
        book.update(dict.fromkeys(ids, function))
        return function

    return write


@cache
def named(game: Game, id: str) -> Rule:
    return next(rule for rule in game.rules if rule.id == id)


# --- What the rules say ---

KNOWN: dict[tuple[object, ...], tuple[float, ...]] = {}  # what they were asked once


def points(look: Outlook, rule: Rule, trays: Sequence[Mapping[int, int]]) -> list[float]:
    """What a rule gives to everybody if these cards, by kind, lie in front of them at the end and nothing else."""
    table = copy(look.state)
    table.round_number, table.claimed = ROUNDS, 0
    for player in range(look.players):
        table.at_once[player] = 0
        for kind in look.menu:
            table.trays[player][kind] = trays[player].get(kind, 0) if player < len(trays) else 0
            table.kept[player][kind] = table.copied[player][kind] = 0
            table.dipped[player][kind] = table.flipped[player][kind] = 0
    draft.score(table)
    return [float(given) for given in table.points[look.game.rows.index(rule)][: look.players]]


def points_now(look: Outlook, player: int, rule: Rule) -> float:
    """For cards that nobody has thought of: what lies there, as it lies."""
    trays = [{kind: tray[kind] for kind in look.menu if tray[kind]} for tray in look.trays]
    return points(look, rule, trays)[player] if rule in look.game.rows and not look.game.piles else 0.0


@taste("nigiri", "miso_soup")
def face_value(look: Outlook, player: int, card: Rule) -> float:
    """What each card is worth by itself, three times as much on a wasabi."""
    kinds = range(card.first, card.first + len(card.copies))
    faces = KNOWN.get((card,))
    if faces is None:
        faces = KNOWN[card,] = tuple(points(look, card, [{kind: 1}])[0] for kind in kinds)
    tray, dipped = look.trays[player], look.dipped[player]
    return sum([face * (tray[kind] + 2 * dipped[kind]) for face, kind in zip(faces, kinds, strict=True)])


# --- Sets ---

LONGEST = 10  # cards of a row that are thought of: a whole round's


def ripe(row: Sequence[float], offers: Sequence[float], step: int = 1) -> Sequence[float]:
    """What 0, 1, 2, ... of something are worth before these offers, each of which may be taken for the price of a turn."""
    for odds in reversed(offers):
        if odds:
            more = [*row[step:], *[row[-1]] * step]
            row = [
                here + odds * (there - here - TURN) if there - here > TURN else here
                for here, there in zip(row, more, strict=True)
            ]
    return row


def row_of(look: Outlook, card: Rule) -> tuple[float, ...]:
    """What 0, 1, 2, ... cards of a dish are worth."""
    row = KNOWN.get((card,))
    if row is None:
        row = KNOWN[card,] = tuple(points(look, card, [{card.first: count}])[0] for count in range(LONGEST + 1))
    return row


@taste("tempura", "sashimi", "dumpling", "eel", "tofu")
def a_set(look: Outlook, player: int, card: Rule) -> float:
    """What is finished, and the odds of finishing the rest from the hands to come."""
    row = look.notes.get((card, player))
    if row is None:
        row = look.notes[card, player] = ripe(row_of(look, card), look.offers(player, (card.first,)))
    return row[min(look.trays[player][card.first], LONGEST)]  # type: ignore[no-any-return]


@taste("green_tea_ice_cream")
def a_set_over_the_rounds(look: Outlook, player: int, card: Rule) -> float:
    kind = card.first
    row = look.notes.get((card, player))
    if row is None:
        row = look.notes[card, player] = ripe(later(look, row_of(look, card), (kind,)), look.offers(player, (kind,)))
    return row[min(look.trays[player][kind] + look.kept[player][kind], LONGEST)]  # type: ignore[no-any-return]


def later(look: Outlook, row: tuple[float, ...], kinds: Sequence[int]) -> Sequence[float]:
    """What a row is worth before the rounds to come, in which a player gets a fair share of these kinds."""
    return ripe_later(row, look.turns_later, look.share(kinds))


@cache
def ripe_later(row: tuple[float, ...], turns: int, odds: float) -> Sequence[float]:
    return ripe(row, [odds] * turns)


@taste("onigiri")
def different_shapes(look: Outlook, player: int, card: Rule) -> float:
    """The first set may still get any shape that it lacks; a second one counts as it lies."""
    shapes = look.trays[player][card.first : card.first + 4]
    lacking = [card.first + place for place, count in enumerate(shapes) if not count]
    spare = sum([count > 1 for count in shapes])
    note = (card, player, *lacking)
    worth = look.notes.get(note)
    if worth is None:
        squares = [float(count * count) for count in range(4 - len(lacking), 5)]
        offers = look.offers(player, lacking) if lacking else []
        worth = look.notes[note] = ripe(squares, offers)[0]
    return worth + spare * spare  # type: ignore[no-any-return]


BASKET = (-2.0, 0.0, 1.0, 3.0, 6.0, 10.0)


@taste("fruit")
def three_baskets(look: Outlook, player: int, card: Rule) -> float:
    """Every fruit is a row of its own, which all cards that show it lengthen."""
    tray, kept, total = look.trays[player], look.kept[player], 0.0
    for fruit, symbols in enumerate(fruits(card)):
        row = look.notes.get((card, player, fruit))
        if row is None:
            row = ripe(later(look, BASKET, tuple(symbols)), look.offers(player, tuple(symbols)))
            look.notes[card, player, fruit] = row
        total += row[min(sum([shown * (tray[kind] + kept[kind]) for kind, shown in symbols.items()]), 5)]
    return total


@cache
def fruits(card: Rule) -> list[Units]:
    """For each fruit the kinds that show it, and how often: the last letters of a kind's id say so."""
    letters = {card.first + place: kind[-2:] for place, kind in enumerate(card.copies)}
    return [{kind: pair.count(fruit) for kind, pair in letters.items() if fruit in pair} for fruit in "wpo"]


# --- Wasabi ---

ON_IT = (9, 6, 3)  # what a squid, a salmon, an egg is worth on a wasabi


@taste("wasabi")
def what_will_lie_on_it(look: Outlook, player: int, card: Rule) -> float:
    """A free wasabi waits for a nigiri, the better the longer there is time."""
    free = look.notes.get((card, player))
    if free is None:
        egg = named(look.game, "nigiri").first
        free = look.notes[card, player] = waiting([look.offers(player, (egg + place,)) for place in (2, 1, 0)])
    return free[min(look.trays[player][card.first] - sum(look.dipped[player]), 3)]  # type: ignore[no-any-return]


def waiting(offers: Sequence[Sequence[float]]) -> list[float]:
    """What 0, 1, 2, 3 free wasabi are worth before these offers of squid, salmon and egg."""
    free = [0.0] * 4
    for turn in reversed(list(zip(*offers, strict=True))):
        for count in (3, 2, 1):
            better = 0.0
            for odds, points in reversed(list(zip(turn, ON_IT, strict=True))):
                better += odds * (max(free[count - 1] + points - TURN - free[count], 0.0) - better)
            free[count] += better
    return free


def lay(look: Outlook, player: int, card: int) -> None:
    """Try a card out in front of a player, marked as in the lane: a nigiri goes on a free wasabi, a copy only where it dips."""
    kind = card & KIND
    look.trays[player][kind] += 1
    look.copied[player][kind] += card & COPY > 0
    if card & (COPY | DIPS) != COPY and has_free_wasabi(look, player) and is_nigiri(look.game, kind):
        look.dipped[player][kind] += 1


def lift(look: Outlook, player: int, card: int) -> None:
    """Try out what is left without a card, marked as when it is turned over: on a wasabi, or the wasabi under it."""
    kind, marks, tray, dipped = card & KIND, card & ~KIND, look.trays[player], look.dipped[player]
    wasabi = wasabi_of(look.game)
    if is_nigiri(look.game, kind) and (marks or dipped[kind] == tray[kind]):
        dipped[kind] -= 1
    elif kind == wasabi and not has_free_wasabi(look, player):
        dipped[max([on_it for on_it in look.menu if dipped[on_it]])] -= 1
    tray[wasabi if marks == UNDER else kind] -= 1


@cache
def is_nigiri(game: Game, kind: int) -> bool:
    return game.card_of(game.kinds[kind]).id == "nigiri"


def has_free_wasabi(look: Outlook, player: int) -> bool:
    wasabi = wasabi_of(look.game)
    return wasabi >= 0 and look.trays[player][wasabi] > sum(look.dipped[player])


@cache
def wasabi_of(game: Game) -> int:
    """The number of the wasabi card, -1 in a game without."""
    return next((card.first for card in game.cards if card.id == "wasabi"), -1)


# --- Races ---


@taste("maki", "temaki", "pudding")
def a_race(look: Outlook, player: int, card: Rule) -> float:
    *places, ties = prizes(look, card)
    return expected_place(look, player, card, places, ties)


def prizes(look: Outlook, card: Rule) -> tuple[float, ...]:
    """What each place brings, and what a tie for the first one is: a loss (-0.5), half a win (0) or a win (0.5)."""
    note = (card, look.players)
    if note not in KNOWN:
        numbers = range(look.players, 0, -1)
        places = points(look, card, [{card.first: number} for number in numbers])
        tied = points(look, card, [{card.first: min(number, numbers[1])} for number in numbers])
        KNOWN[note] = (*places, tied[0] / places[0] - 0.5)
    return KNOWN[note]


@cache
def units_of(rule: Rule, variant: int) -> tuple[Units, int]:
    """What a card of each kind counts in a race, by the rule itself, and by how much less a card that only acts as one."""
    assert isinstance(rule, Card)
    counts = uncompiled(rule.part("counts", variant).verbs["counts"])

    def count(kind: int, copies: int) -> int:
        tray = [int(other == kind) for other in range(KINDS)]
        things: dict[str, Any] = {
            "tray": tray,
            "kept": tray,
            "copied": [copies * one for one in tray],
            "first": rule.first,
        }
        return int(counts(*[things[name] for name in parameters(counts)]))

    return {kind: count(kind, 0) for kind in rule.kinds.values()}, count(rule.first, 0) - count(rule.first, 1)


def expected_place(look: Outlook, player: int, card: Rule, places: Sequence[float], ties: float) -> float:
    """What the player's place brings, if everybody picks at random from here on; and what it takes from the others."""
    own = number_of(look, player, card)
    worth = look.notes.get((card, player, own))
    if worth is None:
        rivals = look.notes.get((card, player)) or rivals_in(look, player, card)
        edge = own + ties * min(units_of(card, look.variant)[0].values())
        worth = (1 + look.envy) * expected([(edge - number, variance) for number, variance in rivals], places)
        look.notes[card, player], look.notes[card, player, own] = rivals, worth
    return worth  # type: ignore[no-any-return]


def number_of(look: Outlook, player: int, card: Rule) -> int:
    """What a player has in front of them in a race."""
    units, less = units_of(card, look.variant)
    tray = look.trays[player]
    number = sum([unit * tray[kind] for kind, unit in units.items()])
    return number - less * look.copied[player][card.first] if less else number


def rivals_in(look: Outlook, player: int, card: Rule) -> list[tuple[float, float]]:
    """By how much everybody else will be ahead of what lies in front of the player, and the variance of that."""
    units, _ = units_of(card, look.variant)
    final, others = [], [other for other in range(look.players) if other != player]
    for other in (player, *others):
        mean, variance = look.growth(other, units)
        if card.dessert:
            mean += sum([look.kept[other][kind] for kind in units])
            variance += look.turns_later * look.share(tuple(units))
        final.append((mean, variance))
    (own, spread), *theirs = final
    rivals = []
    for other, (mean, variance) in zip(others, theirs, strict=True):
        rivals.append((number_of(look, other, card) + mean - own, variance + spread))
    return rivals


SLOPE = 1.7  # with which a logistic curve is nearly the normal one
SURE = 0.05  # a variance so small that nothing is left to chance
STEEP = 30.0  # where the curve ends


def expected(leads: Sequence[tuple[float, float]], places: Sequence[float]) -> float:
    """What a place brings on average, from the leads over all rivals and their variances."""
    behind = [1.0] + [0.0] * len(leads)  # the odds that so many are ahead
    for number, (lead, variance) in enumerate(leads, 1):
        beaten = 1 / (1 + exp(-min(max(SLOPE * lead / sqrt(variance + SURE), -STEEP), STEEP)))
        for place in range(number, 0, -1):
            behind[place] = behind[place] * beaten + behind[place - 1] * (1 - beaten)
        behind[0] *= beaten
    return sum([odds * prize for odds, prize in zip(behind, places, strict=True)])


LEFT_OVER = 2.0  # what the most symbols bring that were too few for a place


@taste("uramaki")
def first_to_so_many(look: Outlook, player: int, card: Rule) -> float:
    """The best place that those with more symbols leave; what is too little for any competes for the last points."""
    units, _ = units_of(card, look.variant)
    numbers = [number_of(look, other, card) for other in range(look.players)]
    place = int(look.state.claimed) + sum([number > numbers[player] for number in numbers])
    row = look.notes.get((card, player, place))
    if row is None:
        step = sum(units.values()) // len(units)
        row = ripe(course(look, place, step), look.offers(player, tuple(units)), step)
        look.notes[card, player, place] = row
    return row[min(numbers[player], len(row) - 1)]  # type: ignore[no-any-return]


def course(look: Outlook, place: int, step: int) -> list[float]:
    """What 0, 1, 2, ... symbols are worth at the end, if the next place is this one."""
    _, race = look.game.race(look.variant) or (None, None)
    assert race
    prize = race.prizes[place] if place < len(race.prizes) else 0
    short = [LEFT_OVER * number / race.goal for number in range(race.goal)]
    return [*short, *[float(max(prize, LEFT_OVER))] * step]


@taste("edamame")
def one_for_each_eater(look: Outlook, player: int, card: Rule) -> float:
    eaters = look.notes.get((card, player))
    if eaters is None:
        others = [other for other in range(look.players) if other != player]
        odds = [
            1 if look.trays[other][card.first] else 1 - exp(-look.growth(other, {card.first: 1})[0]) for other in others
        ]
        eaters = look.notes[card, player] = min(sum(odds), 4)
    return look.trays[player][card.first] * eaters  # type: ignore[no-any-return]


# --- Colours and categories ---


def colours(look: Outlook, player: int) -> list[int]:
    """How many cards of each colour lie in front of a player."""
    by_kind = look.notes.get("colours")
    if by_kind is None:
        by_kind = look.notes["colours"] = [(kind, int(look.state.colour[kind])) for kind in look.menu]
    counts, tray = [0] * len(by_kind), look.trays[player]
    for kind, colour in by_kind:
        counts[colour] += tray[kind]
    return counts


@taste("tea")
def the_favourite_colour(look: Outlook, player: int, card: Rule) -> float:
    teas = look.trays[player][card.first]
    return teas * (max(colours(look, player)) + VARIETY * look.turns_left) if teas else 0.0


@taste("soy_sauce")
def most_colours(look: Outlook, player: int, card: Rule) -> float:
    sauces = look.trays[player][card.first]
    if not sauces:
        return 0.0
    numbers = [float(sum(map(bool, colours(look, other)))) for other in range(look.players)]
    return 4 * sauces * most_varied(look, player, numbers, 0.5)


def most_varied(look: Outlook, player: int, numbers: Sequence[float], ties: float) -> float:
    """The odds of having the most of something that grows with every turn, of which this one is still to come for the others."""
    variance = 2 * VARIETY * (look.turns_left + 1)
    own = numbers[player] - VARIETY + ties
    leads = [(own - number, variance) for other, number in enumerate(numbers) if other != player]
    return expected(leads, [1.0] + [0.0] * len(leads))


@taste("tuna", "shrimp", "salmon", "cucumber", "mackerel")
def a_token(look: Outlook, player: int, card: Rule) -> float:
    """For whoever is alone with the most: a tie is a loss."""
    return expected_place(look, player, card, [top_token(look, card)] + [0.0] * (look.players - 1), -0.5)


@taste("dessert")
def the_most_varied_meal(look: Outlook, player: int, rule: Rule) -> float:
    counts = uncompiled(rule.part("counts", look.variant).verbs["counts"])
    own = counts(look.trays[player])
    odds = look.notes.get((rule, player, own))
    if odds is None:
        numbers = [counts(tray) / 2 for tray in look.trays]
        odds = look.notes[rule, player, own] = most_varied(look, player, numbers, -0.5)
    return (1 + look.envy) * top_token(look, rule) * odds  # type: ignore[no-any-return]


def top_token(look: Outlook, rule: Rule) -> float:
    """What the top token of a pile is worth, as far as the seat knows."""
    worth = look.notes.get((rule, "token"))
    if worth is None:
        taken = sum(map(bool, ints(look.state.takers)[rule.pile]))
        worth = look.notes[rule, "token"] = float(look.state.tokens[rule.pile][min(taken, ROUNDS - 1)])
    return worth  # type: ignore[no-any-return]


# --- What does something ---


@taste("chopsticks", "spoon")
def another_card(look: Outlook, player: int, card: Rule) -> float:
    """A card more on a later turn but the last: the fewer turns, the poorer the choice."""
    tools = sum(look.trays[player][card.first : card.first + len(card.copies)])
    return min(tools, 2) * TURN * max(look.turns_left - 1, 0) / (look.turns_left + 1)


@deed("miso_soup")
def alone_on_its_turn(look: Outlook, player: int, card: Rule, gain: Gain) -> float:
    """Its points, unless somebody else plays one too."""
    odds = 1.0
    for other, hand in enumerate(look.hands):
        if other != player:
            odds *= 1 - CLASH * min(hand[card.first], 1.0)
    return 3 * odds


@deed("menu")
def the_best_of_four(look: Outlook, player: int, card: Rule, gain: Gain) -> float:
    """What the best of four cards of the deck brings on average."""
    gains = sorted([(gain(kind), count) for kind, count in look.unseen.items()])
    total, below, worth = sum([count for _, count in gains]), 0.0, 0.0
    for points, count in gains:
        worth += points * (((below + count) / total) ** 4 - (below / total) ** 4)
        below += count
    return worth


@deed("takeout_box")
def two_points_instead(look: Outlook, player: int, card: Rule, gain: Gain) -> float:
    """Two points for every card that promises less."""
    tray = look.trays[player]
    return sum([tray[kind] * max(2 + gain(~kind), 0.0) for kind in look.menu if tray[kind]])


@deed("special_order")
def one_more_of_the_best(look: Outlook, player: int, card: Rule, gain: Gain) -> float:
    return max([gain(kind) for kind in look.menu if look.trays[player][kind]], default=0.0)


@deed("joker")
def as_it_is_laid(look: Outlook, player: int, card: Rule, gain: Gain) -> float:
    """In somebody else's hand: the best category that they have begun."""
    return max([gain(kind | COPY) for kind in look.menu if look.trays[player][kind]], default=0.0)
