"""Fair deals: a seed that was promised is told from any other, and a record proves what it can and
no more.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

import kaiten
from kaiten.match.fairness import Fair, commit, is_kept
from kaiten.match.verdict import judge
from tests.playing import Table, play_out

SALT = "00112233445566778899aabbccddeeff"
HASH = "67a2d6f58235c6c4e604ba449b2af8b938dc0249652651bc324e70403ad8db4a"
SEVEN = Fair(HASH, SALT)
GOOD = replace(play_out("sushi-go", 3, 7).record(), fair=SEVEN)
TABLES: list[Table] = [
    ("sushi-go", 2, {"variant": "robot"}),
    ("sushi-go-party", 5, {"menu": "big-banquet", "edition": "en"}),
    ("sushi-draft", 4, {"advanced": True}),
]


def tampered(change: Callable[[dict[str, Any]], Any]) -> str:
    """The good record with changed data."""
    data = json.loads(GOOD.json())
    change(data)
    return json.dumps(data)


def test_the_hash_is_that_of_salt_and_seed_in_decimal_digits() -> None:
    assert sha256(b"00112233445566778899aabbccddeeff:7").hexdigest() == HASH
    promised = commit(9223372036854775807)
    assert promised.hash == sha256(f"{promised.salt}:9223372036854775807".encode()).hexdigest()
    assert len(bytes.fromhex(promised.salt)) == 16


def test_every_promise_has_a_salt_of_its_own() -> None:
    assert len({commit(7).salt for _ in range(50)}) == 50
    assert len({commit(7).hash for _ in range(50)}) == 50


def test_a_promise_holds_for_its_seed_salt_and_hash_alone() -> None:
    assert is_kept(SEVEN, 7)
    assert is_kept(commit(0), 0)
    assert not is_kept(SEVEN, 8)
    assert not is_kept(SEVEN, 77)
    assert not is_kept(replace(SEVEN, salt=SALT[::-1]), 7)
    assert not is_kept(replace(SEVEN, hash=HASH[::-1]), 7)


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_a_game_whose_seed_was_promised_is_proved(
    game: str, players: int, options: dict[str, Any]
) -> None:
    promised = commit(5)
    record = replace(play_out(game, players, 5, **options).record(), fair=promised)
    for text in (record.json(), record.text()):
        for published in (None, promised.hash, f" {promised.hash.upper()}\n"):
            assert judge(text, published).data("en") == {
                "ok": True,
                "rules": True,
                "fair": True,
                "reason": None,
            }
        other = judge(text, commit(5).hash)
        assert (other.ok, other.rules, other.fair) == (False, True, False)


RULES, DEAL = "The game does not follow the rules.", "The seed is not the promised one"


@pytest.mark.parametrize(
    ("change", "rules", "fair", "reasons"),
    [
        (
            lambda data: data.update(seed=8),
            False,
            False,
            [RULES, "Round 1: the record says “deal", DEAL],
        ),
        (lambda data: data["fair"].update(salt=SALT[::-1]), True, False, [DEAL]),
        (lambda data: data["fair"].update(hash=HASH[::-1]), True, False, [DEAL]),
        (
            lambda data: data["events"][1]["answers"].reverse(),
            False,
            None,
            [RULES, "Round 1, turn "],
        ),
        (
            lambda data: data["events"][0]["deal"].reverse(),
            False,
            None,
            [RULES, "Round 1: the record says “deal"],
        ),
        (
            lambda data: data["result"]["scores"].reverse(),
            False,
            None,
            [RULES, "the result is not that of the game"],
        ),
        (lambda data: data.pop("fair"), True, None, ["cannot be proved", "no published hash"]),
        (
            lambda data: data.update(seed=None),
            True,
            None,
            ["cannot be checked", "does not contain its seed"],
        ),
        (lambda data: data.update(version=0), True, None, ["cannot be checked here", "version 0"]),
        (lambda data: data.update(game="chess"), False, None, [RULES, "There is no game “chess”."]),
        (lambda data: data.pop("players"), False, None, ["This is not a record of a game"]),
        (
            lambda data: data["fair"].update(salt=""),
            False,
            None,
            ["This is not a record of a game"],
        ),
    ],
)
def test_what_somebody_has_tampered_with_is_found(
    change: Callable[[dict[str, Any]], Any], rules: bool, fair: bool | None, reasons: list[str]
) -> None:
    verdict = judge(tampered(change))
    assert (verdict.ok, verdict.rules, verdict.fair) == (False, rules, fair)
    for reason in reasons:
        assert reason in verdict.data("en")["reason"]


def test_cards_that_the_promised_seed_does_not_deal_prove_nothing_under_an_older_version() -> None:
    """A server promises a seed, deals otherwise, and calls the record one of another version."""
    swapped = replace(play_out("sushi-go", 3, 8).record(), seed=7, version=0, fair=SEVEN)
    verdict = judge(swapped.json(), HASH)
    assert (verdict.ok, verdict.rules, verdict.fair) == (False, True, None)


def test_another_seed_that_deals_its_own_game_is_not_the_promised_one() -> None:
    verdict = judge(replace(play_out("sushi-go", 3, 8).record(), fair=SEVEN).text())
    assert (verdict.rules, verdict.fair) == (True, False)
    assert "graine et sel ne donnent pas l'empreinte" in verdict.data("fr")["reason"]


def test_a_verdict_says_who_won() -> None:
    def said(record: kaiten.Record) -> str:
        return " ".join(words.to("en") for words in judge(record.json()).proved)

    ended = kaiten.load_match(GOOD).outcome()
    assert ended is not None
    assert f"Winner: {ended.ranking[0].name}, {ended.ranking[0].score} points." in said(GOOD)
    unfinished = replace(kaiten.deal("sushi-go", 3, 7).record(), fair=SEVEN)
    assert "ends in round 1, turn 1: nobody has won yet" in said(unfinished)
    assert judge(unfinished.text()).ok
    level = next(record for record in map(drawn, range(100)) if record)
    assert "are tied at" in said(level)


def drawn(seed: int) -> kaiten.Record | None:
    """The record of a game, if two were level in it."""
    match = play_out("sushi-draft", 3, seed)
    ended = match.outcome()
    return match.record() if ended and ended.tie_break else None
