"""The server is killed again and again, and no acknowledged choice is lost, no table is stuck,
every game verifies.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kaiten
from kaiten.match.fairness import Contribution, JointSeed, hash_secret

from .chaos_players import evening
from .promise_log import Moment, PromiseLog
from .server_process import ServerProcess

SEED = 4


def spend(servers: list[ServerProcess], kills: int, tables: int) -> None:
    try:
        spent = asyncio.run(evening(servers, kills, tables, SEED))
    finally:
        for server in servers:
            server.close()
    assert spent.complaints == []
    assert spent.games >= tables
    assert spent.acknowledged > spent.turns
    for server in servers:
        assert server.mishaps() == []


@pytest.mark.unmeasured
def test_killing_the_server_loses_no_acknowledged_choice(tmp_path: Path) -> None:
    spend(
        [ServerProcess(f"sqlite:///{tmp_path}/tables.db", tmp_path / "log", bot_workers=0)],
        kills=8,
        tables=6,
    )


@pytest.mark.unmeasured
def test_killing_one_of_two_servers_that_share_a_database_loses_none_either(
    tmp_path: Path, postgres_database: str
) -> None:
    spend(
        [
            ServerProcess(postgres_database, tmp_path / name, bot_workers=0)
            for name in ("first", "second")
        ],
        kills=5,
        tables=6,
    )


# --- The judge itself: a promise that is not kept does not go unnoticed ---


def promise(secret: str) -> JointSeed:
    """What a server's secret and the contribution of a player make."""
    contribution = Contribution((0,), hash_secret("a1" * 32), "a1" * 32)
    return JointSeed(hash_secret(secret), secret, (contribution,))


def played() -> dict[str, Any]:
    """The record of a whole game, as a server gives it."""
    fair = promise("5e" * 32)
    match, rng = kaiten.deal("sushi-go", 2, seed=fair.seed), Random(5)
    while not match.over:
        for seat in match.waiting:
            match = match.choose(seat, kaiten.find_bot("chance")(match.view(seat), rng))
    record: dict[str, Any] = json.loads(replace(match.record(), fair=fair).json())
    return record


def honest(record: dict[str, Any]) -> PromiseLog:
    """The promises_made of a table at which every promise of that game was kept."""
    promises_made = PromiseLog("K7QX2M")
    promises_made.hashed(1, record["fair"]["hash"])
    for place, event in enumerate(record["events"]):
        for seat, answer in enumerate(event.get("answers", ())):
            promises_made.promise(Moment(1, place, seat)).sent(answer)
            promises_made.promise(Moment(1, place, seat)).kept(answer)
    return promises_made


FIRST = Moment(1, 1, 0)


def settled(promises_made: PromiseLog, record: dict[str, Any]) -> str:
    promises_made.settle(1, record, {0, 1})
    return "\n".join(promises_made.complaints)


def test_the_judge_is_content_when_every_promise_was_kept() -> None:
    record = played()
    assert settled(honest(record), record) == ""


def test_the_judge_notices_another_answer_than_the_acknowledged_one() -> None:
    record = played()
    promises_made = honest(record)
    promises_made.promises[FIRST].kept("a card of another kind")
    assert "(number=1, place=1, seat=0): the record says" in settled(promises_made, record)


def test_the_judge_notices_an_answer_that_nobody_gave_or_that_was_taken_back() -> None:
    record = played()
    promises_made, other = honest(record), honest(record)
    del promises_made.promises[FIRST]
    other.promises[FIRST].kept(None)
    assert "(number=1, place=1, seat=0): the record says" in settled(promises_made, record)
    assert "(number=1, place=1, seat=0): the record says" in settled(other, record)


def test_the_judge_notices_a_choice_that_is_missing_in_the_record() -> None:
    record = played()
    promises_made = honest(record)
    promises_made.promise(Moment(1, 0, 1)).kept("tempura")
    assert "the record has no answer there" in settled(promises_made, record)


def test_the_judge_lets_a_choice_stand_or_not_that_was_never_answered() -> None:
    record = played()
    promises_made = honest(record)
    promises_made.promises[FIRST].sent("tempura")
    promises_made.shown(FIRST, "tempura", in_flight=False)
    promises_made.promises[FIRST].sent(record["events"][1]["answers"][0])
    assert settled(promises_made, record) == ""
    promises_made.shown(FIRST, "sashimi", in_flight=False)
    assert "shows 'sashimi'" in promises_made.complaints[0]


def test_the_judge_notices_a_game_that_is_not_the_one_whose_hash_was_shown() -> None:
    record = played()
    promises_made = honest(record)
    later = promise("7a" * 32)  # when the cards were known
    record["fair"] |= {"hash": later.hash, "secret": later.secret}
    complaints = settled(promises_made, record)
    assert "the secret does not give" in complaints
    assert "the seed does not come from" in complaints
    promises_made.hashed(1, "another hash")
    assert "game 1 has changed its hash" in promises_made.complaints[-1]


def test_the_judge_notices_a_game_that_breaks_the_rules_or_was_broken_off() -> None:
    record = played()
    promises_made, other = honest(record), honest(record)
    record["result"]["scores"][0] += 1
    assert "game 1: Round" in settled(promises_made, record)
    record["result"], record["events"] = None, record["events"][:3]
    assert "game 1 has a record and is not over" in settled(other, record)
