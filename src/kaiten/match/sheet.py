"""The score sheet: where every point came from, and who has won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..engine import draft
from ..engine.game import Game
from ..engine.state import PLAYING, State
from ..text import Plural, Text, list_texts, plain_text, plural
from .standing import count_table, has_part_in, is_won


@dataclass(frozen=True)
class SheetLine:
    """What one card brought one player in one round."""

    round: int
    card: str
    seat: int
    points: int
    reason: Text
    won: bool = False  # the player won what the card compares: the most points, or the token


@dataclass(frozen=True)
class Sheet:
    """The lines of a game so far; cards that could have brought points and brought none are there
    too.
    """

    lines: tuple[SheetLine, ...] = ()

    def __iter__(self) -> Iterator[SheetLine]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)

    def __add__(self, other: Sheet) -> Sheet:
        return Sheet(self.lines + other.lines)

    def of(self, round: int | None = None, seat: int | None = None) -> Sheet:
        """The lines of one round, of one seat, or both."""
        if round is None and seat is None:
            return self
        return Sheet(
            tuple(
                line
                for line in self.lines
                if round in (None, line.round) and seat in (None, line.seat)
            )
        )

    @property
    def points(self) -> int:
        return sum(line.points for line in self.lines)


def sheet_of_round(game: Game, state: State, desserts: bool) -> Sheet:
    """The lines of the round just scored, with the desserts or without."""
    lines = []
    for number, rule in game.scoring_rows(state):
        if rule.final and not desserts:
            continue
        row = [int(state.points[number][player]) for player in range(state.players)]
        for player in range(state.players):
            if row[player] or has_part_in(rule, state, player):
                reason = rule.reason(state, player, row)
                won = is_won(rule, state, player, row)
                lines.append(
                    SheetLine(int(state.round_number), rule.id, player, row[player], reason, won)
                )
    return Sheet(tuple(lines))


@dataclass(frozen=True)
class Count:
    """What the cards on the table bring: the round's lines, and those that are counted at the end
    of the game.
    """

    lines: Sheet = Sheet()
    final: Sheet = Sheet()


def split_count(game: Game, sheet: Sheet) -> Count:
    """The lines of a round, and those of the end of the game."""
    final = {rule.id for rule in game.rows if rule.final}
    return Count(
        Sheet(tuple(line for line in sheet if line.card not in final)),
        Sheet(tuple(line for line in sheet if line.card in final)),
    )


def count_so_far(game: Game, state: State) -> Count:
    """Count the table as it lies, as if the game ended now; tokens are left out, since they are
    turned over at the end of the game alone.
    """
    if state.stage != PLAYING:
        return Count()
    counted = count_table(state)
    count = split_count(game, sheet_of_round(game, counted, desserts=True))
    return Count(count.lines) if game.piles else count


@dataclass(frozen=True)
class Place:
    """Where a player finished; equal players share a rank."""

    rank: int
    seat: int
    name: str
    score: int
    desserts: int


@dataclass(frozen=True)
class Outcome:
    """The end of a game."""

    ranking: tuple[Place, ...]
    tie_break: Text | None  # how a tie for the first place was decided, or that it was not

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(place.seat for place in self.ranking if place.rank == 1)


def find_outcome(game: Game, state: State, names: Sequence[str]) -> Outcome:
    """Rank the people: by points, then by desserts."""
    standings = [
        (int(state.scores[seat]), int(draft.count_desserts(state, seat)))
        for seat in range(state.seats)
    ]
    places = tuple(
        Place(1 + sum(other > own for other in standings), seat, names[seat], *own)
        for seat, own in sorted(enumerate(standings), key=lambda item: item[1], reverse=True)
    )
    return Outcome(places, explain_tie_break(places, dessert_words(game)))


DESSERTS = plural("{n} dessert", "{n} desserts")
POINTS = plural("{n} point", "{n} points")


def dessert_words(game: Game) -> Plural | None:
    """What decides a tie, in words: the card's own where the game has one dessert, "desserts" where
    it has several.
    """
    desserts = [card for card in game.cards if card.dessert]
    if len(desserts) == 1:
        return desserts[0].unit or DESSERTS
    return DESSERTS if desserts else None


TIE_BROKEN = Text("{names} are tied at {points}; {winner} has more desserts and wins.")
TIE_SHARED = Text("{names} are tied at {numbers}: a shared victory.")


def explain_tie_break(places: Sequence[Place], desserts: Plural | None) -> Text | None:
    """How the first place was decided among players with the same points, in a game with desserts
    or without.
    """
    level = [place for place in places if place.score == places[0].score]
    if len(level) == 1:
        return None
    winners = [place for place in level if place.rank == 1]
    points = POINTS.format(n=places[0].score)
    if len(winners) == 1 and desserts:
        return TIE_BROKEN.format(names=list_names(level), points=points, winner=winners[0].name)
    numbers = [points]
    if desserts:
        numbers.append(desserts.format(n=places[0].desserts))
    return TIE_SHARED.format(names=list_names(winners), numbers=list_texts(numbers))


def list_names(places: Sequence[Place]) -> Text:
    """Names in a row, with a last "and"."""
    return list_texts([plain_text(place.name) for place in places])
