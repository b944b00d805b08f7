"""Deals that nobody chooses: cards come from a seed of 256 bits, which comes from a secret of the
server and from contributions of players, and a record proves it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from random import Random
from typing import Any

import pytest

import kaiten
from kaiten.engine.state import to_dict
from kaiten.match.events import Dealt, Drew
from kaiten.match.fairness import Contribution, JointSeed, commit, draw_secret, hash_secret
from kaiten.match.replay import load_match
from kaiten.match.shuffle import Shuffler
from kaiten.match.verdict import judge
from tests.playing import Table

SECRET, ANAS, BENS = "5a" * 32, "a1" * 32, "be" * 32
TABLES: list[Table] = [
    ("sushi-go", 3, {}),
    ("sushi-go", 2, {"variant": "robot"}),
    ("sushi-go-party", 2, {"menu": "dinner-for-two"}),
    ("sushi-go-party", 5, {"menu": "big-banquet", "edition": "en"}),
    ("sushi-go-party", 3, {"menu": "random"}),
    ("sushi-draft", 4, {"advanced": True}),
]


def contribution(revealed: str, *seats: int) -> Contribution:
    return Contribution(seats, hash_secret(revealed), revealed)


JOINT = JointSeed(hash_secret(SECRET), SECRET, (contribution(ANAS, 0), contribution(BENS, 1, 2)))


def play_out(game: str, players: int, seed: str, **options: Any) -> kaiten.Match:
    match, rng = kaiten.deal(game, players, seed, **options), Random(seed)
    while not match.over:
        seat = rng.choice(match.waiting)
        match = match.choose(seat, rng.choice(match.choices(seat)))
    return match


GOOD = replace(play_out("sushi-go", 3, JOINT.seed).record(), fair=JOINT)


def test_the_seed_is_the_hash_of_the_secret_and_of_what_was_revealed() -> None:
    text = f"deal:{SECRET}:{ANAS}:{BENS}"
    assert JOINT.seed == sha256(text.encode()).hexdigest()
    late = replace(JOINT, contributions=(replace(JOINT.contributions[0], revealed=None),))
    assert late.seed == sha256(f"deal:{SECRET}".encode()).hexdigest()


def test_no_published_hash_is_the_seed() -> None:
    """The seed of a deal to which nobody contributes must not be the hash that everyone sees."""
    alone = JointSeed(hash_secret(SECRET), SECRET)
    assert alone.seed != alone.hash
    assert len({draw_secret() for _ in range(50)}) == 50
    assert len(bytes.fromhex(draw_secret())) == 32


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_the_same_seed_deals_the_same_game_and_its_record_needs_no_seed(
    game: str, players: int, options: dict[str, Any]
) -> None:
    for number in range(3):
        match = play_out(game, players, f"{number:064x}", **options)
        again = play_out(game, players, f"{number:064x}", **options)
        record = match.record()
        assert again.record() == record
        assert load_match(record).record() == record
        assert load_match(record.text()).record() == record
        assert load_match(record.json()).record() == record
        # hands, draws and tokens fit the box: a replay from them alone goes the same way
        assert load_match(replace(record, seed=None)).scores == match.scores


def test_one_digit_more_or_less_deals_other_cards() -> None:
    seeds = [f"{1 << bit:064x}" for bit in range(256)]
    dealt = {kaiten.deal("sushi-go", 5, seed).record().events[0] for seed in seeds}
    assert len(dealt) == 256


def test_every_card_is_equally_likely_in_every_hand() -> None:
    games = 300
    copies = kaiten.find_game("sushi-go").copies
    for hand in (0, 4):
        dealt: Counter[str] = Counter()
        for number in range(games):
            first = kaiten.deal("sushi-go", 5, f"{number:064x}").log[0]
            assert isinstance(first, Dealt)
            dealt.update(first.hands[hand])
        expected = {kind: games * 7 * count / 108 for kind, count in copies.items()}
        chi_square = sum((dealt[kind] - expected[kind]) ** 2 / expected[kind] for kind in expected)
        assert chi_square < 31.3  # eleven degrees of freedom, one in a thousand


def test_the_robots_card_is_the_first_of_its_shuffled_pile() -> None:
    for seed in (f"{number:064x}" for number in range(20)):
        dealt, drew = kaiten.deal("sushi-go", 2, seed, variant="robot").log[:2]
        assert isinstance(dealt, Dealt)
        pile = Shuffler(seed).shuffle("draw 1 1 0 0", dealt.hands[2])
        assert drew == Drew(0, (pile[0],))


def test_a_shuffle_is_the_order_of_hashes() -> None:
    things = ["tuna", "eel", "eel", "maki"]
    by_hand = sorted(
        enumerate(sorted(things)),
        key=lambda one: sha256(f"{SECRET} deal 1 {one[0]}".encode()).hexdigest(),
    )
    assert Shuffler(SECRET).shuffle("deal 1", things) == [thing for _, thing in by_hand]
    assert SECRET not in repr(Shuffler(SECRET)) + repr(JOINT)


def test_a_view_holds_nothing_of_the_seed() -> None:
    match = kaiten.deal("sushi-go", 3, JOINT.seed)
    for seat in (0, 1, 2, None):
        view = match.view(seat)
        assert to_dict(view.state)["deal_rng"] == [0]
        assert JOINT.seed not in repr(view) + repr(view.facts())


@pytest.mark.parametrize("seed", ["", "7", "A1" * 32, "a1" * 31, "a1" * 33, "g1" * 32])
def test_a_seed_in_words_has_64_hexadecimal_digits(seed: str) -> None:
    with pytest.raises(kaiten.KaitenError, match="seed"):
        kaiten.deal("sushi-go", 3, seed)


# --- What a record proves ---


def tampered(change: Callable[[dict[str, Any]], Any]) -> str:
    data = json.loads(GOOD.json())
    change(data)
    return json.dumps(data)


def said(source: str, *known: str) -> str:
    verdict = judge(source, *known)
    return " ".join(words.to("en") for words in (*verdict.proved, *verdict.doubts))


def test_a_good_record_is_proved_with_all_that_a_player_may_know() -> None:
    for text in (GOOD.json(), GOOD.text()):
        assert judge(text).ok
        assert judge(text, JOINT.hash, BENS.upper()).ok
    words = said(GOOD.json(), JOINT.hash, ANAS)
    assert "the contributions of: Player 1, Player 2, Player 3." in words
    assert "Your contribution is among them." in words
    assert f"its hash is the one published before the game, {JOINT.hash}" in words


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda data: data["fair"].update(secret="00" * 32), "The secret is not the promised one"),
        (lambda data: data["fair"].update(hash="00" * 32), "The secret is not the promised one"),
        (
            lambda data: data["fair"]["contributions"][1].update(contribution="00" * 32),
            "What Player 2, Player 3 contributed is not what was promised.",
        ),
        (
            lambda data: data["fair"]["contributions"][0].update(contribution=None),
            "The seed does not come from the secret and the contributions.",
        ),
        (
            lambda data: data["fair"]["contributions"].reverse(),
            "The seed does not come from the secret and the contributions.",
        ),
        (
            lambda data: data["fair"].update(contributions=[]),
            "The seed does not come from the secret and the contributions.",
        ),
        (lambda data: data.update(seed="00" * 32), "The game does not follow the rules."),
        (lambda data: data.update(seed=7), "The game does not follow the rules."),
        (lambda data: data["fair"].pop("contributions"), "This is not a record of a game"),
        (lambda data: data["fair"].update(secret="5a" * 31), "This is not a record of a game"),
    ],
)
def test_what_somebody_has_tampered_with_is_found(
    change: Callable[[dict[str, Any]], Any], reason: str
) -> None:
    verdict = judge(tampered(change))
    assert not verdict.ok
    assert reason in said(tampered(change))


def test_cards_that_the_seed_does_not_deal_are_found() -> None:
    other = play_out("sushi-go", 3, "00" * 32).record()
    assert not judge(replace(other, seed=JOINT.seed, fair=JOINT).json()).rules


def test_a_player_whose_contribution_was_left_out_is_told() -> None:
    verdict = judge(GOOD.json(), JOINT.hash, "cc" * 32)
    assert (verdict.ok, verdict.rules, verdict.fair) == (False, True, False)
    assert "Your contribution was left out of this deal." in said(
        GOOD.json(), JOINT.hash, "cc" * 32
    )


def test_a_record_says_whose_contribution_came_too_late() -> None:
    late = replace(JOINT, contributions=(contribution(ANAS, 0), Contribution((1,), "0" * 64, None)))
    record = replace(play_out("sushi-go", 3, late.seed).record(), fair=late)
    for text in (record.json(), record.text()):
        assert judge(text).ok
        assert "revealed too late for the deal: the contributions of Player 2." in said(text)
    alone = JointSeed(hash_secret(SECRET), SECRET)
    record = replace(play_out("sushi-go", 3, alone.seed).record(), fair=alone)
    assert "The seed comes from the server's secret alone" in said(record.text())


def test_a_promise_of_a_seed_proves_no_joint_one() -> None:
    assert not judge(replace(GOOD, fair=commit(7)).json()).ok
