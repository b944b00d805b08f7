"""What is sent to a client that has seen some version of its table: a pure function."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import orjson
import pytest

from kaiten.server.protocol import serialize
from kaiten.server.tables.snapshot import Snapshot
from kaiten.server.tables.updates import Recipient, Seen, make_updates

from .tables_in_memory import NOW, choose, open_snapshot, send, start_for_two

pytestmark = pytest.mark.once
ANA, BEN, SPECTATOR = Recipient(1), Recipient(2), Recipient()


def update(
    snapshot: Snapshot, recipient: Recipient, seen: Seen
) -> tuple[list[dict[str, Any]], Seen]:
    """The messages as the client reads them, and what it has seen then."""
    messages, after = make_updates(snapshot, recipient, seen, NOW)
    return [orjson.loads(serialize.encode_text(message)) for message in messages], after


def show(snapshot: Snapshot, recipient: Recipient) -> Seen:
    """What a client has seen that was shown a snapshot."""
    return update(snapshot, recipient, Seen())[1]


def test_a_new_client_is_sent_the_whole_table() -> None:
    snapshot = start_for_two()
    (message,), seen = update(snapshot, ANA, Seen())
    assert (message["type"], message["version"]) == ("table", snapshot.table.version)
    assert message["views"][0]["seat"] == 0
    assert message["views"][0]["log"]["from"] == 0
    assert seen == Seen(snapshot.table.version, snapshot, snapshot.chosen)


def test_the_same_snapshot_is_not_sent_twice() -> None:
    snapshot = start_for_two()
    assert update(snapshot, ANA, show(snapshot, ANA)) == ([], show(snapshot, ANA))


def test_an_older_snapshot_is_not_sent() -> None:
    snapshot = start_for_two()
    newer = choose(snapshot, 2)
    assert update(snapshot, ANA, show(newer, ANA))[0] == []


def test_a_choice_of_another_player_is_a_short_message_without_the_choice() -> None:
    snapshot = start_for_two()
    chosen = choose(snapshot, 2)
    (message,), seen = update(chosen, ANA, show(snapshot, ANA))
    version = snapshot.table.version
    assert message == {"type": "ready", "version": version, "ready": [1], "chosen": {}}
    assert seen.chosen == chosen.chosen


def test_an_own_choice_that_was_acknowledged_is_not_sent_again() -> None:
    snapshot = start_for_two()
    chosen = choose(snapshot, 1)
    seen = show(snapshot, ANA).with_choice(chosen, 0)
    assert update(chosen, ANA, seen)[0] == []
    (message,), _ = update(chosen, ANA, show(snapshot, ANA))  # on her other device
    assert message["chosen"] == {"0": chosen.chosen[0].text}


def test_an_acknowledged_choice_that_was_replaced_elsewhere_is_sent() -> None:
    snapshot = start_for_two()
    seen = show(snapshot, ANA).with_choice(choose(snapshot, 1), 0)
    other = choose(choose(snapshot, 1), 1, place=1)
    (message,), _ = update(other, ANA, seen)
    assert message["chosen"] == {"0": other.chosen[0].text}


def test_a_choice_taken_back_is_acknowledged_too() -> None:
    chosen = choose(start_for_two(), 1)
    taken_back = send(chosen, 1, "unchoose", version=chosen.table.version)
    seen = show(chosen, ANA).with_choice(taken_back, 0)
    assert seen.chosen == {}
    assert update(taken_back, ANA, seen)[0] == []


def test_an_ack_for_a_table_that_was_not_shown_yet_changes_nothing() -> None:
    snapshot = start_for_two()
    turn = choose(choose(snapshot, 1), 2)
    seen = show(snapshot, ANA)
    assert seen.with_choice(choose(turn, 1), 0) == seen
    assert Seen().with_choice(choose(snapshot, 1), 0) == Seen()


def test_after_a_turn_only_the_new_part_of_the_log_is_sent() -> None:
    snapshot = start_for_two()
    turn = choose(choose(snapshot, 1), 2)
    (message,), _ = update(turn, ANA, show(snapshot, ANA))
    log = message["views"][0]["log"]
    assert log["from"] > 0
    assert log["events"]
    (whole,), _ = update(turn, ANA, Seen())
    everything = whole["views"][0]["log"]["events"]
    assert everything[log["from"] :] == log["events"]


def test_a_client_that_connects_again_is_sent_what_is_new_since_its_version() -> None:
    snapshot = start_for_two()
    turn = choose(choose(snapshot, 1), 2)
    (message,), _ = update(turn, ANA, Seen(snapshot.table.version))
    assert message["views"][0]["log"]["from"] > 0


def test_from_another_seat_the_log_is_sent_from_its_beginning() -> None:
    over = start_for_two(seats=[None, None, "chance"])
    seen = show(over, BEN)
    ana_leaves = send(over, 1, "leave")
    (message,), _ = update(ana_leaves, BEN, seen)
    assert message["views"][0]["log"]["from"] > 0
    (message,), _ = update(ana_leaves, SPECTATOR, show(over, ANA))
    assert message["views"][0]["seat"] is None
    moved = replace(
        ana_leaves, table=ana_leaves.table.with_seats({1: over.table.seats[0]}), changes=99
    )
    (message,), _ = update(
        replace(moved, table=replace(moved.table, version=99)), BEN, show(ana_leaves, BEN)
    )
    assert message["views"][0]["log"]["from"] == 0


def test_who_is_connected_is_news_without_a_new_version() -> None:
    snapshot = start_for_two()
    gone = replace(snapshot, visits={1: None, 2: NOW}, changes=snapshot.changes + 1)
    (message,), _ = update(gone, ANA, show(snapshot, ANA))
    assert [person["here"] for person in message["table"]["people"]] == [True, False]
    assert message["views"][0]["log"]["events"] == []


def test_emotes_come_before_the_table_and_once() -> None:
    snapshot = open_snapshot()
    seen = show(snapshot, ANA)
    waved = send(send(snapshot, 1, "emote", emote="yum"), 1, "emote", emote="wow")
    messages, seen = update(waved, ANA, seen)
    assert [message["type"] for message in messages] == ["emote", "emote", "table"]
    assert [message["emote"] for message in messages[:2]] == ["yum", "wow"]
    again = send(waved, 1, "emote", emote="yum", now=NOW + 20)
    messages, _ = update(again, ANA, seen)
    assert [message["type"] for message in messages] == ["emote", "table"]


def test_a_new_client_is_not_sent_old_emotes() -> None:
    waved = send(open_snapshot(), 1, "emote", emote="yum")
    assert [message["type"] for message in update(waved, ANA, Seen())[0]] == ["table"]


def test_the_language_and_the_packed_state_are_the_recipients() -> None:
    snapshot = start_for_two()
    (english,), _ = update(snapshot, Recipient(1, "en"), Seen())
    (french,), _ = update(snapshot, Recipient(1, "fr", state=True), Seen())
    assert english["views"][0]["prompt"]["words"] != french["views"][0]["prompt"]["words"]
    assert "state" in french["views"][0]
    assert "state" not in english["views"][0]
