"""Deals that nobody chooses: what the server promises, what clients promise and reveal, and what
happens if some of them do not.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kaiten.errors import KaitenError
from kaiten.match.fairness import JointSeed, draw_secret, hash_secret
from kaiten.match.verdict import judge
from kaiten.server.tables import commands
from kaiten.server.tables.lots import REVEAL_SECONDS, Lots, decode_lots
from kaiten.server.tables.snapshot import Snapshot, apply_effects
from kaiten.server.tables.updates import Recipient, Seen, make_updates
from kaiten.text import Text
from tests.server.tables_in_memory import NOW, choose, open_snapshot, send

ANAS, BENS, EVES = "a1" * 32, "be" * 32, "ef" * 32


def lots_of(snapshot: Snapshot) -> Lots:
    assert snapshot.lots is not None
    return snapshot.lots


def joint(snapshot: Snapshot) -> JointSeed:
    assert isinstance(snapshot.table.fair, JointSeed)
    return snapshot.table.fair


def promise(snapshot: Snapshot, person: int, contribution: str) -> Snapshot:
    hash, commitment = lots_of(snapshot).hash, hash_secret(contribution)
    return send(snapshot, person, "commit", hash=hash, commitment=commitment)


def reveal(snapshot: Snapshot, person: int, contribution: str, **context: Any) -> Snapshot:
    hash = lots_of(snapshot).hash
    return send(snapshot, person, "reveal", hash=hash, contribution=contribution, **context)


def two_at_a_table(**settings: Any) -> Snapshot:
    return send(open_snapshot(**settings), None, "join", name="Ben")


def two_who_promise() -> Snapshot:
    return promise(promise(two_at_a_table(), 1, ANAS), 2, BENS)


def attend(snapshot: Snapshot, now: float) -> Snapshot:
    """What the server does unasked."""
    effects = commands.attend_table(snapshot.context(None, now))
    return apply_effects(snapshot, effects, now).after


def hear(before: Snapshot | None, after: Snapshot, person: int = 1) -> list[dict[str, Any]]:
    """What a client that contributes is sent."""
    seen = Seen(snapshot=before) if before else Seen()
    return make_updates(after, Recipient(person, deals=True), seen, NOW)[0]


def test_the_server_promises_its_secret_when_the_table_is_opened() -> None:
    fresh = open_snapshot()
    deal = hear(None, fresh)[-1]
    assert deal["type"] == "deal"
    assert deal["next"] == {
        "number": 1,
        "hash": hash_secret(lots_of(fresh).secret),
        "closed": False,
        "contributions": [],
    }
    assert deal["dealt"] is None
    # it stays the same whatever people do before the game
    later = promise(send(fresh, 1, "set", options={"direction": "alternate"}), 1, ANAS)
    assert lots_of(later).secret == lots_of(fresh).secret
    assert lots_of(open_snapshot()).secret != lots_of(fresh).secret


def test_a_game_to_which_nobody_contributes_starts_at_once() -> None:
    ready = two_at_a_table()
    started = send(ready, 1, "start")
    assert started.table.stage == "playing"
    fair = joint(started)
    assert (fair.hash, fair.contributions) == (lots_of(ready).hash, ())
    assert started.table.match is not None
    assert started.table.match.seed == fair.seed
    assert lots_of(started).secret not in (fair.secret, fair.seed)


def test_a_game_starts_as_soon_as_all_who_promised_have_revealed() -> None:
    ready = two_who_promise()
    closed = send(ready, 1, "start")
    assert (closed.table.stage, closed.table.version) == ("open", ready.table.version)
    (told,) = hear(ready, closed)
    assert told["next"]["closed"]
    assert told["next"]["contributions"] == [
        {"seats": [0], "commitment": hash_secret(ANAS), "contribution": None},
        {"seats": [1], "commitment": hash_secret(BENS), "contribution": None},
    ]
    waiting = reveal(closed, 2, BENS)
    assert waiting.table.stage == "open"
    assert hear(closed, waiting) == []  # what one reveals nobody sees before the deal
    started = reveal(waiting, 1, ANAS)
    assert started.table.stage == "playing"
    assert [one.revealed for one in joint(started).contributions] == [ANAS, BENS]
    table, deal = hear(waiting, started)
    assert (table["type"], deal["type"]) == ("table", "deal")
    assert deal["dealt"]["hash"] == told["next"]["hash"]
    assert [one["contribution"] for one in deal["dealt"]["contributions"]] == [ANAS, BENS]
    assert deal["next"]["hash"] != told["next"]["hash"]


def test_each_contribution_and_the_secret_decide_the_deal() -> None:
    closed = send(two_who_promise(), 1, "start")
    seeds = {
        joint(reveal(reveal(one, 1, ANAS), 2, BENS)).seed
        for one in (closed, replace(closed, lots=replace(lots_of(closed), secret=draw_secret())))
    }
    late = attend(reveal(closed, 1, ANAS), NOW + REVEAL_SECONDS)
    assert len(seeds | {joint(late).seed}) == 3


def test_the_record_of_the_game_is_proved_to_all_of_them() -> None:
    snapshot = reveal(reveal(send(two_who_promise(), 1, "start"), 1, ANAS), 2, BENS)
    hash = joint(snapshot).hash
    while snapshot.table.stage == "playing":
        snapshot = choose(choose(snapshot, 1), 2)
    record = snapshot.table.record().json()
    for contribution in (ANAS, BENS):
        assert judge(record, hash, contribution).ok
    assert not judge(record, hash, EVES).ok


# --- Those who do not do as they promised ---


def test_a_client_that_vanishes_is_waited_for_a_moment_and_left_out() -> None:
    waiting = reveal(send(two_who_promise(), 1, "start"), 1, ANAS)
    assert waiting.due == NOW + REVEAL_SECONDS
    assert attend(waiting, NOW + REVEAL_SECONDS - 0.1).table.stage == "open"
    started = attend(waiting, NOW + REVEAL_SECONDS)
    assert started.table.stage == "playing"
    assert [one.revealed for one in joint(started).contributions] == [ANAS, None]
    deal = hear(waiting, started)[-1]
    assert deal["dealt"]["contributions"][1] == {
        "seats": [1],
        "commitment": hash_secret(BENS),
        "contribution": None,
    }


def test_a_game_that_cannot_be_dealt_any_more_is_not_shuffled_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    closed = send(two_who_promise(), 1, "start")

    def refuse(*_: Any, **__: Any) -> None:
        raise KaitenError(Text("Another version has no such option."))

    with monkeypatch.context() as patch:
        patch.setattr(commands, "deal", refuse)
        after = attend(closed, NOW + REVEAL_SECONDS)
    assert (after.table.stage, after.due) == ("open", None)
    assert lots_of(after).secret != lots_of(closed).secret
    assert send(after, 1, "start").table.stage == "playing"


def test_a_client_that_is_known_to_be_gone_is_not_waited_for() -> None:
    ready = two_who_promise()
    before = replace(ready, visits={1: None, 2: NOW - 10})
    closed = send(before, 1, "start")
    assert list(lots_of(closed).seats) == [1]
    assert reveal(closed, 1, ANAS).table.stage == "playing"
    # and one that goes between the promise and the deal
    gone = replace(send(ready, 1, "start"), visits={1: None, 2: NOW - 10})
    assert reveal(gone, 1, ANAS).table.stage == "playing"
    left = send(send(ready, 1, "start"), 2, "leave")
    assert reveal(left, 1, ANAS).table.stage == "playing"


def test_nothing_can_be_revealed_that_was_not_promised() -> None:
    closed = send(two_who_promise(), 1, "start")
    for person, contribution in ((1, BENS), (2, EVES)):
        with pytest.raises(KaitenError, match="not what you promised"):
            reveal(closed, person, contribution)
    with pytest.raises(KaitenError, match="another deal"):
        send(closed, 1, "reveal", hash="0" * 64, contribution=ANAS)


def test_nobody_contributes_who_knows_what_others_revealed() -> None:
    closed = send(promise(two_at_a_table(), 1, ANAS), 1, "start")
    with pytest.raises(KaitenError, match="being shuffled"):
        promise(closed, 2, BENS)
    with pytest.raises(KaitenError, match="another deal"):
        reveal(closed, 2, BENS)
    started = reveal(closed, 1, ANAS)
    with pytest.raises(KaitenError, match="another deal"):
        send(started, 1, "reveal", hash=joint(started).hash, contribution=ANAS)


def test_what_is_revealed_too_early_is_refused() -> None:
    with pytest.raises(KaitenError, match="another deal"):
        reveal(two_who_promise(), 1, ANAS)


def test_only_those_who_sit_contribute() -> None:
    watched = send(two_at_a_table(), None, "join", name="Eve")
    with pytest.raises(KaitenError, match="no seat"):
        promise(watched, 3, EVES)
    with pytest.raises(KaitenError, match="not joined"):
        send(watched, None, "commit", hash=lots_of(watched).hash, commitment="0" * 64)
    stood = send(two_who_promise(), 2, "stand", seat=1)
    assert list(lots_of(send(stood, 1, "start")).seats) == [1]


def test_the_table_stays_as_it_is_while_the_cards_are_shuffled() -> None:
    closed = send(two_who_promise(), 1, "start")
    for person, do, fields in (
        (1, "start", {}),
        (1, "set", {"timer": 30}),
        (1, "kick", {"person": 2}),
        (2, "stand", {"seat": 1}),
    ):
        with pytest.raises(KaitenError, match="being shuffled"):
            send(closed, person, do, **fields)
    assert send(closed, None, "join", name="Eve").table.seats_of(3) == ()


# --- One person, several seats; no person; several games ---


def test_at_a_hot_seat_one_client_contributes_for_all_its_seats() -> None:
    both = send(open_snapshot(), 1, "sit", seat=1, name="Bea")
    started = reveal(send(promise(both, 1, ANAS), 1, "start"), 1, ANAS)
    assert [one.seats for one in joint(started).contributions] == [(0, 1)]


def test_among_bots_a_single_player_contributes() -> None:
    alone = promise(open_snapshot(seats=[None, "chance", "chance"]), 1, ANAS)
    assert reveal(send(alone, 1, "start"), 1, ANAS).table.stage == "playing"


def test_a_game_of_bots_alone_is_dealt_from_the_secret() -> None:
    stood = send(open_snapshot(seats=[None, "chance"]), 1, "stand")
    assert joint(send(stood, 1, "start")).contributions == ()


def test_clients_can_promise_what_they_contribute_to_the_next_game_during_this_one() -> None:
    playing = send(two_at_a_table(), 1, "start")
    promised = promise(playing, 2, BENS)
    assert promised.table is playing.table
    while promised.table.stage == "playing":
        promised = choose(choose(promised, 1), 2)
    first = joint(promised)
    closed = send(promised, 1, "start")
    assert lots_of(closed).hash != first.hash
    rematch = reveal(closed, 2, BENS)
    assert (rematch.table.number, rematch.table.stage) == (2, "playing")
    assert [one.revealed for one in joint(rematch).contributions] == [BENS]


def test_a_later_promise_takes_the_place_of_an_earlier_one() -> None:
    """Another device of the same person, or a browser that has forgotten."""
    again = promise(two_who_promise(), 2, EVES)
    closed = send(again, 1, "start")
    assert reveal(reveal(closed, 1, ANAS), 2, EVES).table.stage == "playing"


# --- The store ---


def test_the_store_has_every_phase() -> None:
    for snapshot in (
        two_who_promise(),
        send(two_who_promise(), 1, "start"),
        reveal(send(two_who_promise(), 1, "start"), 1, ANAS),
    ):
        lots = lots_of(snapshot)
        assert decode_lots(lots.encode()) == lots
        assert decode_lots(lots.encode()).draw() == lots.draw()


def test_a_table_of_an_older_server_gets_a_secret_as_soon_as_anything_happens() -> None:
    old = replace(two_at_a_table(), lots=None)
    assert hear(None, old)[-1]["next"] is None
    assert lots_of(send(old, 1, "emote", emote="hello")).hash
    assert send(old, 1, "start").table.stage == "playing"


def test_secrets_are_not_told_to_those_who_do_not_contribute_or_do() -> None:
    closed = reveal(send(two_who_promise(), 1, "start"), 1, ANAS)
    lots = lots_of(closed)
    for deals in (False, True):
        seen = Seen()
        told = repr(make_updates(closed, Recipient(1, deals=deals), seen, NOW))
        assert lots.secret not in told
        assert lots.draw().seed not in told
        assert ANAS not in told
    assert [message["type"] for message in make_updates(closed, Recipient(1), Seen(), NOW)[0]] == [
        "table"
    ]
    assert lots.secret not in repr(closed)
