"""The shuffler: fair, the same for the same seed, another for another."""

from __future__ import annotations

from collections import Counter

import kaiten
from kaiten.engine import rng
from kaiten.match.events import Dealt


def first_hands(seed: int) -> tuple[tuple[str, ...], ...]:
    dealt = kaiten.deal("sushi-go", 5, seed).log[0]
    assert isinstance(dealt, Dealt)
    return dealt.hands


def test_every_card_is_equally_likely_to_be_dealt() -> None:
    games = 600
    dealt = Counter(card for seed in range(games) for hand in first_hands(seed) for card in hand)
    expected = {
        kind: games * 35 * copies / 108
        for kind, copies in kaiten.find_game("sushi-go").copies.items()
    }
    chi_square = sum((dealt[kind] - expected[kind]) ** 2 / expected[kind] for kind in expected)
    assert chi_square < 31.3  # eleven degrees of freedom, one in a thousand


def test_neighbouring_seeds_deal_different_hands() -> None:
    assert len({first_hands(seed) for seed in range(200)}) == 200
    assert len({first_hands(seed << 32) for seed in range(200)}) == 200


def test_a_seed_means_the_same_for_ever() -> None:
    memory = [0]
    rng.start_rng(memory, 2014)
    assert int(memory[0]) == 976637620862678425
    rolls = []
    for _ in range(5):
        rolls.append(int(rng.below(memory, 1000)))
    assert rolls == [986, 917, 935, 98, 574]
