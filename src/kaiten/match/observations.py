"""The observation of a seat as bytes, made of what its view tells and nothing else.

`SEAT_FIELDS` and `TABLE_FIELDS` describe the layout once: for `make_observation` here, for kernels that
write the same bytes, and for the docs. The fields of the players come first, player by player: the
seat itself, then the others in the order of their seats to its left, then the robot. The fields of
the table follow. A field is a row of numbers, one for each kind, pile, question, ... of the game.
The shape depends on the game and on the number of players, never on the menu or an option.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from ..engine.game import Game
from ..engine.picks import GIVE, KIND, NOTHING, PICK, USING
from ..engine.state import KINDS, PILES, ROUNDS, State
from ..errors import BadPlayers
from ..text import Text
from .actions import COMPLETE, Decision, begin_decision
from .knowledge import passes_right
from .tokens import count_face_down
from .view import View, list_scores

LARGEST = 255  # a larger number is written as this one
SCORE_OFFSET = 64  # added to scores, which may be negative

# How long a row is: ONE, or as many as the game has of something, such as KINDS and PILES.
ONE, WORTHS, PROMPTS, SLOTS = "1", "worths", "prompts", "slots"
MIMIC, QUESTIONS = "mimic", "questions"


class Field(NamedTuple):
    """A row of numbers in an observation."""

    name: str
    size: str  # see ONE, KINDS, ...
    means: str
    only_with: str = ""  # the field exists only in games that have this


SEAT_FIELDS = (
    Field("hand", KINDS, "cards known to be in the hand that the player holds now"),
    Field("hidden", ONE, "other cards in that hand"),
    Field("tray", KINDS, "cards in front of the player this round, by what they count as"),
    Field("dipped", KINDS, "those among them that lie on a card which multiplies them"),
    Field(
        "copies", KINDS, "those among them that are really another card, acting as this one", MIMIC
    ),
    Field("kept", KINDS, "desserts of earlier rounds"),
    Field("landing", KINDS, "cards revealed on this turn that have not taken effect", QUESTIONS),
    Field(
        "denied", KINDS, "1 for kinds that the hand's holder said this round they lack", QUESTIONS
    ),
    Field("face_down", ONE, "cards turned face down this round"),
    Field("score", ONE, f"points so far, plus {SCORE_OFFSET}"),
    Field("asked", ONE, "1 if the player is asked something now"),
    Field("claims", ONE, "places of a race that the player took on this turn", QUESTIONS),
    Field("tokens", PILES, "tokens taken from each pile", PILES),
)
TABLE_FIELDS = (
    Field("box", KINDS, "cards of each kind in the box: which menu is played"),
    Field("discarded", KINDS, "cards out of the game, or of the round"),
    Field("deck", KINDS, "cards that the seat has seen in the deck", QUESTIONS),
    Field("round", ONE, "the round, from 1"),
    Field("turn", ONE, "the turn of the round, from 1"),
    Field("turns_left", ONE, "turns of the round after this one"),
    Field("passes_right", ONE, "1 if hands go to the right this round"),
    Field("claimed", ONE, "places of a race taken on earlier turns", QUESTIONS),
    Field("own_worth", PILES, "what the seat's own tokens of each pile are worth together", PILES),
    Field("unseen_worth", WORTHS, "what the tokens of each pile may be worth that the seat cannot see, the highest first", PILES),
    Field("prompt", PROMPTS, "1 for what the seat is asked: the pick, or one of the questions"),
    Field("slot", SLOTS, "1 for the slot of the pick that the next action spells"),
    Field("spelled", SLOTS, "the actions that have spelled the slots so far, plus 1"),
    Field("picked", KINDS, "cards that the pick so far takes out of the hand"),
)  # fmt: skip


class Span(NamedTuple):
    """Where a field stands: of the table, or of the first player."""

    offset: int
    size: int


@dataclass(frozen=True)
class Layout:
    """Where every field of an observation stands."""

    players: int  # those who score, the robot included
    size: int  # of an observation, in bytes
    block: int  # the distance from a player's field to the next player's
    player_rows: dict[str, Span]
    table_rows: dict[str, Span]

    def find(self, field: str, player: int = 0) -> slice:
        """Return where a field stands; for a player's field, `player` counts from the seat itself."""
        row = self.player_rows.get(field)
        if row is None:
            row = self.table_rows[field]
        elif player:
            row = Span(row.offset + player * self.block, row.size)
        return slice(row.offset, row.offset + row.size)


def row_sizes(game: Game) -> dict[str, int]:
    """Return how long each sort of row is in a game; 0 for what the game does not have."""
    piles, questions = len(game.piles), len(game.questions)
    return {
        ONE: 1,
        KINDS: len(game.kinds),
        PILES: piles,
        WORTHS: piles * ROUNDS,
        PROMPTS: 1 + questions,
        SLOTS: USING + 1,
        QUESTIONS: questions,
        MIMIC: int(bool(game.mimic)),
        "": 1,
    }


def list_fields(game: Game, fields: Sequence[Field]) -> list[Field]:
    """Return those fields that an observation of this game has."""
    sizes = row_sizes(game)
    return [field for field in fields if sizes[field.only_with]]


def place_rows(game: Game, fields: Sequence[Field], offset: int) -> dict[str, Span]:
    """Return where the fields stand from an offset on, one after the other."""
    sizes, rows = row_sizes(game), {}
    for field in list_fields(game, fields):
        rows[field.name] = Span(offset, sizes[field.size])
        offset += sizes[field.size]
    return rows


@lru_cache(maxsize=256)
def find_layout(game: Game, players: int) -> Layout:
    """Return the layout of observations of a game with this number of players, the robot included."""
    player_rows = place_rows(game, SEAT_FIELDS, 0)
    block = sum(row.size for row in player_rows.values())
    table_rows = place_rows(game, TABLE_FIELDS, players * block)
    size = players * block + sum(row.size for row in table_rows.values())
    return Layout(players, size, block, player_rows, table_rows)


# --- What the fields contain ---


def order_players(state: State, seat: int) -> list[int]:
    """Return the players as a seat sees them: itself, the others to its left, then the robot."""
    people = [(seat + step) % state.seats for step in range(state.seats)]
    return people + list(range(state.seats, state.players))


def make_observation(view: View, decision: Decision | None = None) -> bytes:
    """Return the observation of a seat, in the middle of a decision where one is given."""
    if view.seat is None:
        raise BadPlayers(Text("A spectator has no observation."))
    layout = find_layout(view.game, int(view.state.players))
    numbers: list[int] = []
    for player in order_players(view.state, view.seat):
        rows = player_rows(view, player)
        for name in layout.player_rows:
            numbers += rows[name]
    rows = table_rows(view, view.seat, decision or begin_decision(view.choices))
    for name in layout.table_rows:
        numbers += rows[name]
    return write_bytes(numbers)


def write_bytes(numbers: list[int]) -> bytes:
    """Return the numbers as bytes, those that do not fit as the nearest one that does."""
    try:
        return bytes(numbers)
    except ValueError:
        return bytes([min(max(number, 0), LARGEST) for number in numbers])


def player_rows(view: View, player: int) -> dict[str, Sequence[int]]:
    """Return the fields of a player."""
    game, state, memory = view.game, view.state, view.memory
    kinds, has_hand = len(game.kinds), player < state.seats
    hand = state.holding[player] if has_hand else 0
    taken = [row.count(player + 1) for row in state.takers[: len(game.piles)]]
    return {
        "hand": memory.known[hand][:kinds] if has_hand else [0] * kinds,
        "hidden": [memory.hidden[hand] if has_hand else 0],
        "tray": state.trays[player][:kinds],
        "dipped": state.dipped[player][:kinds],
        "copies": state.copied[player][:kinds],
        "kept": state.kept[player][:kinds],
        "landing": count_landing(state, player, kinds),
        "denied": [state.denied[hand] >> kind & has_hand for kind in range(kinds)],
        "face_down": [sum(state.flipped[player])],
        "score": [list_scores(state)[player] + SCORE_OFFSET],
        "asked": [int(state.asked[player] > 0)],
        "claims": [state.claims[player]],
        "tokens": taken,
    }


def count_landing(state: State, player: int, kinds: int) -> list[int]:
    """Return the cards laid on this turn that have not landed yet, by kind."""
    counts = [0] * kinds
    for card in state.landing[player][state.landed[player] : state.laid[player]]:
        counts[card & KIND] += 1
    return counts


def table_rows(view: View, seat: int, decision: Decision) -> dict[str, Sequence[int]]:
    """Return the fields of the table."""
    game, state = view.game, view.state
    kinds, piles = len(game.kinds), range(len(game.piles))
    return {
        "box": state.stock[:kinds],
        "discarded": state.discard[:kinds],
        "deck": view.memory.deck[:kinds],
        "round": [state.round_number],
        "turn": [state.turn],
        "turns_left": [state.turns - state.turn],
        "passes_right": [int(passes_right(state))],
        "claimed": [state.claimed],
        "own_worth": [worth_of_own(view, pile) for pile in piles],
        "unseen_worth": [worth for pile in piles for worth in worths_unseen(view, pile)],
        "prompt": one_hot(state.asked[seat] - PICK, 1 + len(game.questions)),
        **decision_rows(decision, kinds),
    }


def worth_of_own(view: View, pile: int) -> int:
    """Return what the seat's tokens of a pile are worth together."""
    row = zip(view.state.takers[pile], view.state.tokens[pile], strict=True)
    return sum(worth for taker, worth in row if taker - 1 == view.seat)


def worths_unseen(view: View, pile: int) -> list[int]:
    """Return what the tokens of a pile may be worth that the seat cannot see, the highest first."""
    worths = sorted(count_face_down(view.state, view.seat, pile)[1], reverse=True)
    return worths + [0] * (ROUNDS - len(worths))


def decision_rows(decision: Decision, kinds: int) -> dict[str, Sequence[int]]:
    """Return the fields that tell how far a pick has been spelled; zeros once it is complete."""
    spelled, picked = [0] * (USING + 1), [0] * kinds
    slot = decision.slot if decision.is_pick else COMPLETE
    for earlier, action in decision.spelled if slot != COMPLETE else ():
        spelled[earlier] = action + 1
        if earlier <= GIVE and action != NOTHING:
            picked[action & KIND] += 1
    return {"slot": one_hot(slot, USING + 1), "spelled": spelled, "picked": picked}


def one_hot(place: int, size: int) -> list[int]:
    """Return a row of zeros with a 1 at a place, if there is such a place."""
    return [int(place == other) for other in range(size)]
