"""The score helper: count a table of cardboard cards by the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..engine import draft
from ..engine.game import Game, Options
from ..engine.state import ROUNDS, State, copy_state
from ..errors import naming_seat
from ..games import find_game, lay_table
from ..match.sheet import Outcome, Sheet, find_outcome, sheet_of_round, split_count
from ..text import Text
from . import table_input
from .table_input import CardText, PlayerCards

NO_COPY = Text("{name}: {card}: this copy cannot go onto another card.")
NO_OPEN_PLACE = 99  # as many claimed places as no race has


@dataclass(frozen=True)
class Scoring:
    """The points of a table, with the reasons."""

    players: tuple[PlayerCards, ...]
    sheet: Sheet
    final: Sheet  # what is counted at the end of the game
    takes: tuple[tuple[str, ...], ...]  # by player, the piles whose token this round brings
    outcome: Outcome | None  # None before the tokens are turned over
    names: Mapping[str, Text]  # of the cards, by id
    piles: tuple[str, ...]  # those that bring a token instead of points

    def total(self, seat: int) -> int:
        return (
            self.players[seat].before
            + self.sheet.of(seat=seat).points
            + self.final.of(seat=seat).points
        )

    def data(self, language: str) -> dict[str, Any]:
        """The points as plain data."""
        players = []
        for seat, player in enumerate(self.players):
            lines = [
                {"card": line.card, "points": line.points, "reason": line.reason.to(language)}
                for line in (self.sheet + self.final).of(seat=seat)
            ]
            players.append(
                {
                    "name": player.name,
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


def score_table(table: Mapping[str, Any]) -> Scoring:
    """Count a table. Raise `BadTable` with the reason if it cannot exist."""
    table_input.check_shape(table)
    game = find_game(table["game"])
    players = table_input.read_all_players(game, table["players"])
    options = read_options(game, table.get("options") or {}, players)
    state = lay_table(game, len(players) - (options.get("variant") == "robot"), options)
    table_input.check_cards(game, state, players, table.get("round"))
    table_input.check_tokens(game, state, players, bool(table.get("final")))
    lay_all_cards(game, state, players)
    if table.get("final"):
        hand_out_tokens(game, state, players)
    state.round_number = ROUNDS if table.get("final") else 1
    draft.finish_round(state)
    count = split_count(game, sheet_of_round(game, state, desserts=bool(table.get("final"))))
    takers = [(int(state.just_taken[pile]) - 1, rule.id) for pile, rule in enumerate(game.piles)]
    return Scoring(
        players,
        count.lines,
        count.final,
        tuple(
            tuple(pile for taker, pile in takers if taker == seat) for seat in range(len(players))
        ),
        rank_players(game, state, [player.name for player in players], bool(table.get("final"))),
        {rule.id: rule.name for rule in game.rows},
        tuple(rule.id for rule in game.piles),
    )


def rank_players(game: Game, state: State, names: Sequence[str], final: bool) -> Outcome | None:
    """Return the ranking, or None before the tokens are turned over.

    Ties are broken at the end of the game only.
    """
    if game.piles and not final:
        return None
    ranked = find_outcome(game, state, names)
    return ranked if final else replace(ranked, tie_break=None)


def read_options(game: Game, given: Mapping[str, Any], players: Sequence[PlayerCards]) -> Options:
    """Return the options of a table. What it does not say of the menu, its cards decide."""
    options = game.options(given)
    if not game.guesses:
        return options
    stated = {name: options[name] for name, value in given.items() if value not in (None, "random")}
    return {**options, **game.guesses(table_input.infer_dishes(game, players)), **stated}


def lay_all_cards(game: Game, state: State, players: Sequence[PlayerCards]) -> None:
    """Lay all cards in the order in which they were played."""
    claimed = table_input.count_claimed_places(game, state, players)
    state.claimed = NO_OPEN_PLACE  # laying cards takes no prize
    for seat, player in enumerate(players):
        state.scores[seat], state.at_once[seat] = player.before, sum(player.taken)
        for card_text in player.kept:
            state.kept[seat][game.numbers[card_text.card]] += 1
        with naming_seat(seat):
            for card_text in player.cards:
                lay_one_card(game, state, seat, player, card_text)
    state.claimed = claimed
    table_input.check_race(game, state, players)


def hand_out_tokens(game: Game, state: State, players: Sequence[PlayerCards]) -> None:
    """Give the players the tokens of earlier rounds, and leave those of the last round on top of
    their piles.
    """
    counted = copy_state(state)
    draft.finish_round(counted)
    table_input.check_takers(game, players, counted.just_taken)
    for pile, rule in enumerate(game.piles):
        held = [
            (seat + 1, worth)
            for seat, player in enumerate(players)
            for worth in player.tokens.get(rule.id, ())
        ]
        due = next((token for token in held if token[0] == counted.just_taken[pile]), None)
        if due:
            held.remove(due)
        for place, (taker, worth) in enumerate([*held, *([(0, due[1])] if due else [])]):
            state.takers[pile][place], state.tokens[pile][place] = taker, worth


def lay_one_card(
    game: Game, state: State, seat: int, player: PlayerCards, card_text: CardText
) -> None:
    """Lay a card in front of a player, face up or face down."""
    if card_text.is_face_down:
        state.flipped[seat][0] += 1
        return
    number = game.numbers[card_text.card]
    dipped = int(state.dipped[seat][number])
    bare = int(state.trays[seat][number]) > dipped or any(
        other.is_face_down for other in player.cards
    )
    draft.put_on_tray(state, seat, card_text.encode(game))
    if card_text.dips and (not bare or state.dipped[seat][number] == dipped):
        raise table_input.table_error(
            game.card_of(game.multiplier).sayings.get("no_copy", NO_COPY),
            name=player.name,
            card=card_text.name(game),
        )
