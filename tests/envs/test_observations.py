"""An observation is what a view tells, byte by byte, and depends on nothing hidden."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import kaiten
from kaiten import Match
from kaiten.envs import find_layout, legal_actions, make_observation
from kaiten.errors import BadPlayers
from kaiten.games.sushi_go_party.menus import MENUS
from kaiten.match.actions import spell
from kaiten.match.observations import SCORE_OFFSET, order_players, write_bytes
from kaiten.match.view import View
from tests.long_run import LONG, games
from tests.playing import TABLES, every_table, new_game, steps


class Reader:
    """An observation, to be read field by field."""

    def __init__(self, view: View, actions: tuple[int, ...] = ()) -> None:
        self.view = view
        self.bytes = make_observation(view, spell(view.choices, actions))
        self.layout = find_layout(view.game, len(view.names))

    def row(self, field: str, player: int = 0) -> list[int]:
        return list(self.bytes[self.layout.find(field, player)])

    def number(self, field: str, player: int = 0) -> int:
        (number,) = self.row(field, player)
        return number

    def cards(self, field: str, player: int = 0) -> Counter[str]:
        counts = zip(self.view.game.kinds, self.row(field, player), strict=True)
        return Counter({kind: count for kind, count in counts if count})


def check_observation(view: View) -> None:
    """Check an observation against the public side of its view."""
    read = Reader(view)
    assert view.seat is not None
    assert (read.number("round"), read.number("turn")) == (view.round, view.turn)
    assert read.number("passes_right") == (view.passes == "right")
    assert read.cards("discarded") == view.discarded
    for place, player in enumerate(order_players(view.state, view.seat)):
        assert read.cards("tray", place) == view.trays[player]
        assert read.cards("dipped", place) == view.dipped[player]
        assert read.cards("kept", place) == view.kept[player]
        assert read.number("face_down", place) == view.face_down[player]
        assert read.number("score", place) == view.scores[player] + SCORE_OFFSET
        if player < len(view.hands):
            assert read.cards("hand", place) == view.hands[player].known
            assert read.number("hidden", place) == view.hands[player].hidden
        if view.game.mimic:
            assert read.cards("copies", place) == view.copies[player]
        if view.game.piles:
            taken = Counter(token.pile for token in view.tokens[player])
            assert read.row("tokens", place) == [taken[rule.id] for rule in view.game.piles]
    if view.game.questions:
        assert read.cards("deck") == view.deck
        asked = [one.id for one in view.game.questions]
        found = [
            name for name, bit in zip(["pick", *asked], read.row("prompt"), strict=True) if bit
        ]
        assert found == ([view.prompt.id] if view.prompt else [])


@every_table
def test_it_tells_what_the_view_tells(game: str, players: int, options: dict[str, Any]) -> None:
    played = [*steps(new_game(game, players, **options), Random(1))]
    for match in (*played[:: 1 if LONG else 5], played[-1]):
        for seat in match.seats:
            check_observation(match.view(seat))


@every_table
def test_it_does_not_change_when_hidden_cards_are_dealt_again(
    game: str, players: int, options: dict[str, Any]
) -> None:
    rng = Random(2)
    for seed in range(games(1)):
        for match in [*steps(new_game(game, players, seed, **options), rng)][:: 1 if LONG else 3]:
            for seat in match.waiting:
                view = match.view(seat)
                other = view.sample(rng).view(seat)
                assert make_observation(other) == make_observation(view)
                assert legal_actions(other) == legal_actions(view)


@pytest.mark.parametrize("menu", [menu.id for menu in MENUS])
def test_the_shape_does_not_depend_on_the_menu(menu: str) -> None:
    players = 2 if menu == "dinner-for-two" else 4
    match = new_game("sushi-go-party", players, menu=menu)
    assert len(make_observation(match.view(1))) == {2: 844, 4: 1484}[players]


def test_each_field_has_its_place() -> None:
    for game, players, options in TABLES:
        match = new_game(game, players, **options)
        layout = find_layout(match.game, len(match.names))
        taken = [layout.find(name) for name in layout.table_rows]
        taken += [
            layout.find(name, player)
            for name in layout.player_rows
            for player in range(layout.players)
        ]
        places = [place for field in taken for place in range(field.start, field.stop)]
        assert sorted(places) == list(range(layout.size))


def test_the_seat_itself_comes_first_and_the_robot_last() -> None:
    match = kaiten.deal("sushi-go", 2, 1, variant="robot")
    match = match.answer(dict.fromkeys(match.waiting, 0))
    read = Reader(match.view(1))
    trays = match.view(1).trays
    assert [read.cards("tray", place) for place in range(3)] == [trays[1], trays[0], trays[2]]
    assert not read.cards("hand", 2)


def play_until(match: Match, seat_is_there: Any) -> tuple[Match, int]:
    """Play at random until a seat is where a test wants it."""
    rng = Random(3)
    for step in steps(match, rng):
        for seat in step.waiting:
            if seat_is_there(step.view(seat)):
                return step, seat
    raise AssertionError("no seat came there")


def test_it_tells_how_far_a_pick_has_been_spelled() -> None:
    match, seat = play_until(
        kaiten.deal("sushi-go", 4, 4), lambda view: any(len(one.cards) > 1 for one in view.choices)
    )
    view = match.view(seat)
    first = legal_actions(view)[0]
    before, after = Reader(view), Reader(view, (first,))
    assert (before.row("slot"), after.row("slot")) == ([1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0])
    assert (before.row("spelled"), after.row("spelled")) == ([0] * 6, [first + 1, 0, 0, 0, 0, 0])
    assert after.cards("picked") == {view.game.kinds[first]: 1}
    whole = Reader(view, (first, legal_actions(view, (first,))[0]))
    assert whole.row("slot") == whole.row("spelled") == [0] * 6


def test_cards_seen_in_the_deck_are_told_to_the_seat_alone() -> None:
    match = new_game("sushi-go-party", 3, menu="maki,tempura,eel,tofu,menu,chopsticks,fruit")
    match, seat = play_until(match, lambda view: view.prompt and view.prompt.id == "menu")
    assert Reader(match.view(seat)).cards("deck").total() == 4
    other = next(one for one in match.seats if one != seat)
    assert not Reader(match.view(other)).cards("deck")
    assert Reader(match.view(other)).row("prompt") != Reader(match.view(seat)).row("prompt")


def test_a_seat_knows_what_its_own_tokens_are_worth() -> None:
    match = new_game("sushi-draft", 4)
    while match.round < 3:
        match = match.answer(dict.fromkeys(match.waiting, 0))
    for seat in match.seats:
        view, read = match.view(seat), Reader(match.view(seat))
        for pile, rule in enumerate(view.game.piles):
            own = [token.worth or 0 for token in view.tokens[seat] if token.pile == rule.id]
            assert read.row("own_worth")[pile] == sum(own)
            unseen = sorted(view.unseen_tokens[rule.id], reverse=True)
            assert read.row("unseen_worth")[3 * pile :][: len(unseen)] == unseen


def test_a_spectator_has_no_observation() -> None:
    with pytest.raises(BadPlayers, match="A spectator has no observation"):
        make_observation(new_game("sushi-go", 2).view(None))


def test_a_number_that_does_not_fit_is_written_as_the_nearest() -> None:
    assert write_bytes([-9, 255, 256, 1000]) == bytes([0, 255, 255, 255])
