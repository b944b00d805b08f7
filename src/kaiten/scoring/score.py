"""The score helper: a table of cardboard cards, counted as the rules count it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..engine import draft
from ..engine.game import Game, Options
from ..engine.state import ROUNDS, State, copy, ints
from ..games import find, lay_table
from ..match.sheet import Outcome, Sheet, of_round, outcome, parted
from ..text import Text
from . import table_input
from .table_input import Eater, Piece

CLOSED = 99  # more places than any race has


@dataclass(frozen=True)
class Scoring:
    """The points of a table."""

    eaters: tuple[Eater, ...]
    sheet: Sheet
    final: Sheet  # what is counted at the end of the game
    takes: tuple[tuple[str, ...], ...]  # by player, the piles whose token this round brings
    outcome: Outcome | None  # None while nobody knows it
    names: Mapping[str, Text]  # of the cards, by id
    piles: tuple[str, ...]  # those that bring a token instead of points

    def total(self, seat: int) -> int:
        return (
            self.eaters[seat].before
            + self.sheet.of(seat=seat).points
            + self.final.of(seat=seat).points
        )

    def data(self, language: str) -> dict[str, Any]:
        """The points as plain data."""
        players = []
        for seat, eater in enumerate(self.eaters):
            lines = [
                {"card": line.card, "points": line.points, "reason": line.reason.to(language)}
                for line in (self.sheet + self.final).of(seat=seat)
            ]
            players.append(
                {
                    "name": eater.name,
                    "lines": lines,
                    "round": self.sheet.of(seat=seat).points,
                    "final": self.final.of(seat=seat).points,
                    "total": self.total(seat) if self.outcome else None,
                    "takes": list(self.takes[seat]),
                }
            )
        ranking = self.outcome.ranking if self.outcome else ()
        places = [
            {"rank": place.rank, "seat": place.seat, "name": place.name, "total": place.score}
            for place in ranking
        ]
        tie_break = self.outcome.tie_break if self.outcome else None
        return {
            "players": players,
            "ranking": places,
            "tie_break": tie_break.to(language) if tie_break else None,
        }


def score(table: Mapping[str, Any]) -> Scoring:
    """Count a table; one that cannot exist is refused with the reason."""
    table_input.check_shape(table)
    game = find(table["game"])
    eaters = tuple(
        table_input.read_eater(game, entry, seat) for seat, entry in enumerate(table["players"])
    )
    options = read_options(game, table.get("options") or {}, eaters)
    state = lay_table(game, len(eaters) - (options.get("variant") == "robot"), options)
    table_input.check_cards(game, state, eaters, table.get("round"))
    table_input.check_tokens(game, state, eaters, bool(table.get("final")))
    lay_out(game, state, eaters)
    if table.get("final"):
        hand_out(game, state, eaters)
    state.round_number = ROUNDS if table.get("final") else 1
    draft.score(state)
    count = parted(game, of_round(game, state, desserts=bool(table.get("final"))))
    takers = [(int(state.just_taken[pile]) - 1, rule.id) for pile, rule in enumerate(game.piles)]
    return Scoring(
        eaters,
        count.lines,
        count.final,
        tuple(
            tuple(pile for taker, pile in takers if taker == seat) for seat in range(len(eaters))
        ),
        standing(game, state, [eater.name for eater in eaters], bool(table.get("final"))),
        {rule.id: rule.name for rule in game.rows},
        tuple(rule.id for rule in game.piles),
    )


def standing(game: Game, state: State, names: Sequence[str], final: bool) -> Outcome | None:
    """Who is where; nobody knows it before the tokens are turned over, and a tie is decided at the
    end alone.
    """
    if game.piles and not final:
        return None
    ranked = outcome(game, state, names)
    return ranked if final else replace(ranked, tie_break=None)


def read_options(game: Game, given: Mapping[str, Any], eaters: Sequence[Eater]) -> Options:
    """The options of a table; what it does not say of the menu, its cards tell."""
    options = game.options(given)
    if not game.guesses:
        return options
    told = {name: options[name] for name, value in given.items() if value not in (None, "random")}
    return {**options, **game.guesses(table_input.dishes(game, eaters)), **told}


def lay_out(game: Game, state: State, eaters: Sequence[Eater]) -> None:
    """Put the cards down in the order in which they were played."""
    claimed = table_input.claimed_places(game, state, eaters)
    state.claimed = CLOSED  # nothing is taken now that was not taken then
    for seat, eater in enumerate(eaters):
        state.scores[seat], state.at_once[seat] = eater.before, sum(eater.taken)
        for piece in eater.kept:
            state.kept[seat][game.numbers[piece.card]] += 1
        for piece in eater.cards:
            put_down(game, state, seat, eater, piece)
    state.claimed = claimed
    table_input.check_race(game, state, eaters)


def hand_out(game: Game, state: State, eaters: Sequence[Eater]) -> None:
    """Give everybody the tokens of earlier rounds, and leave those of the last round on top of
    their piles.
    """
    counted = copy(state)
    draft.score(counted)
    table_input.check_takers(game, eaters, ints(counted.just_taken))
    for pile, rule in enumerate(game.piles):
        held = [
            (seat + 1, worth)
            for seat, eater in enumerate(eaters)
            for worth in eater.tokens.get(rule.id, ())
        ]
        due = next((token for token in held if token[0] == counted.just_taken[pile]), None)
        if due:
            held.remove(due)
        for place, (taker, worth) in enumerate([*held, *([(0, due[1])] if due else [])]):
            state.takers[pile][place], state.tokens[pile][place] = taker, worth


def put_down(game: Game, state: State, seat: int, eater: Eater, piece: Piece) -> None:
    """Let a card land in front of a player, face up or face down."""
    if piece.face_down:
        state.flipped[seat][0] += 1
        return
    number = game.numbers[piece.card]
    dipped = int(state.dipped[seat][number])
    bare = int(state.trays[seat][number]) > dipped or any(other.face_down for other in eater.cards)
    draft.put_down(state, seat, piece.entry(game))
    if piece.dips and (not bare or state.dipped[seat][number] == dipped):
        raise table_input.refuse(
            "{name}: {card}: only a copy of a nigiri that lies on no wasabi can go on a free one.",
            "{name} : {card} : seule la copie d'un sushi posé sans wasabi peut aller sur un wasabi libre.",
            name=eater.name,
            card=piece.words(game),
        )
