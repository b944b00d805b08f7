"""The table as it lies: what the cards are worth so far, who leads what is compared, what dishes lack.

All of it is public. The rules themselves say what the cards bring; what a dish lacks, its block may
say in its own words (`lacks`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..engine import draft
from ..engine.card import Card, Rule, scoring_arguments
from ..engine.game import Game
from ..engine.state import PLAYING, ROUNDS, State, copy_state, replace_fields
from ..text import Text


@dataclass(frozen=True)
class DishNote:
    """What a dish in front of a player lacks, or where it stands."""

    card: str
    words: Text


@dataclass(frozen=True)
class Majority:
    """How players stand in something that is compared between them."""

    card: str
    counts: tuple[Text, ...]  # by player, what they have of it
    points: tuple[int, ...]  # by player, what it brings as it lies
    leaders: tuple[int, ...]  # who has most; of a pile, who would take the token


@dataclass(frozen=True)
class Standing:
    """The table as it lies, counted."""

    on_table: tuple[int, ...]  # by player
    majorities: tuple[Majority, ...] = ()
    lacks: tuple[tuple[DishNote, ...], ...] = ()  # by player


def count_table(state: State) -> State:
    """Return the table scored as if the game ended now."""
    counted = copy_state(state)
    counted.round_number = ROUNDS  # after which desserts are counted
    draft.finish_round(counted)
    counted.round_number = state.round_number
    return counted


def find_standing(game: Game, state: State) -> Standing:
    """Count a table in the middle of a round; between rounds there is nothing to count."""
    players = range(state.players)
    if state.stage != PLAYING:
        return Standing((0,) * len(players), (), ((),) * len(players))
    counted = count_table(state)
    rows = game.scoring_rows(counted)
    points = {rule.id: counted.points[row][: state.players] for row, rule in rows}
    open_rows = [points[rule.id] for _, rule in rows if not rule.final]
    compared = {
        rule.id: rule.numbers(counted)
        for _, rule in rows
        if is_compared(rule, int(counted.variant))
    }
    return Standing(
        tuple(sum(row[player] for row in open_rows) - state.at_once[player] for player in players),
        tuple(find_majorities(game, counted, points, compared)),
        tuple(tuple(find_lacks(game, counted, points, compared, one)) for one in players),
    )


def has_part_in(rule: Rule, state: State, player: int) -> bool:
    """Whether a player has anything of this card; a rule that stands on no card concerns everyone
    who has what it counts.
    """
    if not isinstance(rule, Card):
        return (
            "counts" not in rule.part("counts", state.variant).verbs
            or rule.numbers(state)[player] > 0
        )
    cards = state.kept[player] if rule.final else state.trays[player]
    return any(map(cards.__getitem__, rule.kinds.values()))


# --- Who leads ---

Rows = dict[str, list[int]]  # by card, a number for each player


def is_compared(rule: Rule, variant: int) -> bool:
    """Whether players are compared by a rule, and to have most is what counts."""
    return rule.has_lead and "compares" in rule.part("compares", variant).verbs


def find_majorities(game: Game, counted: State, points: Rows, compared: Rows) -> Iterator[Majority]:
    """Yield how players stand in everything that anyone has begun."""
    variant, players = int(counted.variant), range(counted.players)
    for rule in game.rows:
        numbers = compared.get(rule.id)
        if not numbers or not any(has_part_in(rule, counted, player) for player in players):
            continue
        counts = tuple(rule.describe_count(number, variant) for number in numbers)
        leaders = list_leaders(rule, counted, numbers)
        yield Majority(rule.id, counts, tuple(points[rule.id]), leaders)


def list_leaders(rule: Rule, counted: State, numbers: Sequence[int]) -> tuple[int, ...]:
    """Return who has most; of what is paid in tokens, who takes the token."""
    if rule.pile >= 0:
        taker = int(counted.just_taken[rule.pile]) - 1
        return (taker,) if taker >= 0 else ()
    most = max(numbers)
    return tuple(seat for seat, number in enumerate(numbers) if number == most > 0)


def is_won(rule: Rule, state: State, player: int, row: Sequence[int]) -> bool:
    """Whether a player won what a rule compares, in the round that was scored."""
    if not is_compared(rule, int(state.variant)):
        return False
    if rule.pile >= 0:
        return bool(state.just_taken[rule.pile] == player + 1)
    return row[player] == max(row) > 0 and len(set(row)) > 1


# --- What dishes lack ---

TAKES = Text("takes the token")
EVEN = Text("tied")
LEADS = Text("most so far: {points}")
PLACES = (Text("second: {points}"), Text("third: {points}"))
LAST = Text("fewest: {points}")
BEHIND = Text("{count} behind")
ONE_KIND = Text("{n} more: {points}")
BEST_KIND = Text("{n} more: up to {points}")
FURTHEST = 3  # cards that a player looks ahead


def find_lacks(
    game: Game, counted: State, points: Rows, compared: Rows, player: int
) -> Iterator[DishNote]:
    """Yield what each dish in front of a player lacks."""
    for rule in game.rules:
        row = points.get(rule.id, ())
        if (row or rule.missing) and has_part_in(rule, counted, player):
            numbers = compared.get(rule.id, ())
            words = describe_lack(rule, counted, player, row, numbers)
            if words:
                yield DishNote(rule.id, words)


def describe_lack(
    rule: Rule, counted: State, player: int, row: Sequence[int], numbers: Sequence[int]
) -> Text | None:
    """Return what a dish lacks: in the words of its block, or by what its rule answers."""
    if rule.missing:
        return rule.missing(*scoring_arguments(rule.missing, rule, counted, player, row))
    if numbers:
        return describe_place(rule, counted, player, row, numbers)
    if isinstance(rule, Card) and "scores" in rule.part("scores", int(counted.variant)).verbs:
        return describe_next_gain(rule, counted, player, row[player])
    return None


def describe_place(
    rule: Rule, counted: State, player: int, row: Sequence[int], numbers: Sequence[int]
) -> Text:
    """Return where a player stands among the others, in a few words."""
    own, most, points = numbers[player], max(numbers), write_points(row[player])
    if rule.pile >= 0 and counted.just_taken[rule.pile] == player + 1:
        return TAKES
    if row[player] < 0:
        return LAST.format(points=points)
    if own == most:
        return LEADS.format(points=points) if row[player] else EVEN
    better = len({number for number in numbers if number > own})
    if row[player] and better <= len(PLACES):
        return PLACES[better - 1].format(points=points)
    return BEHIND.format(count=rule.describe_count(most - own, int(counted.variant)))


def describe_next_gain(rule: Card, counted: State, player: int, now: int) -> Text | None:
    """Return how many more cards change the points, and by how much; nothing where every card
    brings what the first one did.
    """
    cards = counted.kept[player] if rule.final else counted.trays[player]
    left = FURTHEST if rule.final else counted.turns - counted.turn + 1
    words = ONE_KIND if len(rule.kinds) == 1 else BEST_KIND
    for more in range(1, min(FURTHEST, left) + 1):
        gains = [
            (score_cards(rule, counted, player, add_cards(cards, kind, more)) - now, kind)
            for kind in rule.kinds.values()
        ]
        gain, kind = max(gains)
        if gain > 0 or (gain < 0 and len(gains) == 1):
            alone = add_cards([0] * len(cards), kind, 1)
            if more == 1 and score_cards(rule, counted, player, alone, bare=True) == gain:
                return None
            return words.format(n=more, points=write_points(gain))
    return None


def add_cards(cards: Sequence[int], kind: int, more: int) -> list[int]:
    """Return a row of cards with more of a kind."""
    row = list(cards)
    row[kind] += more
    return row


def score_cards(
    rule: Card, counted: State, player: int, cards: list[int], bare: bool = False
) -> int:
    """Return what a rule gives a player for other cards than those that lie there."""
    table = "kept" if rule.final else "trays"
    fields = {table: change_row(getattr(counted, table), player, cards)}
    if bare:
        fields["dipped"] = change_row(counted.dipped, player, [0] * len(cards))
    changed = replace_fields(counted, **fields)
    score = rule.part("scores", int(counted.variant)).verbs["scores"]
    return int(score(*scoring_arguments(score, rule, changed, player)))


def change_row(table: list[list[int]], player: int, row: list[int]) -> list[list[int]]:
    """Return a table with another row for one player."""
    return [*table[:player], row, *table[player + 1 :]]


def write_points(points: int) -> str:
    """Return points with their sign."""
    return f"+{points}" if points >= 0 else f"−{-points}"
