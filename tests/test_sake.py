"""A package that adds dishes of several kinds to Sushi Go Party!, among them a dessert: the cards
that ask for any dish, and those that turn any over, know them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.long_run import long_run_only
from tests.packages import run_with
from tests.plugins import install_sake

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]

SPOON = "maki,tempura,eel,tofu,spoon,sake,daifuku"
BOX = "maki,tempura,eel,tofu,special_order,takeout_box,daifuku"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install_sake(tmp_path_factory.mktemp("sake"))


def play_all(folder: Path, menu: str) -> list[str]:
    """Return every answer that is offered in a few random games."""
    script = f"""
from random import Random
import kaiten

rng, offered = Random(1), {{}}
for seed in range(12):
    match = kaiten.deal("sushi-go-party", 3, seed, menu="{menu}")
    while not match.over:
        for seat in match.waiting:
            if match.prompt(seat).id != "pick":
                offered.update({{one.text: one.words for one in match.choices(seat)}})
        match = match.answer(
            {{seat: rng.randrange(len(match.choices(seat))) for seat in match.waiting}})
for text, words in offered.items():
    print(text, "|", words)
"""
    done = run_with(folder, script)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_spoon_may_ask_for_any_card_of_the_dish_or_for_one_kind(folder: Path) -> None:
    offered = play_all(folder, SPOON)
    assert {"sake | Any Sake", "warm_sake | Warm sake", "daifuku | Any Daifuku"} <= {*offered}


def test_a_box_may_turn_over_a_special_order_that_copies_the_dessert(folder: Path) -> None:
    offered = play_all(folder, BOX)
    assert "special_order>red_daifuku | Red daifuku (Special order)" in offered


@long_run_only  # the card of tests/test_mochi.py passes them in every run
@pytest.mark.sweep
def test_they_pass_the_checks_for_authors(folder: Path) -> None:
    script = """
import kaiten.testing

for card in ("sake", "daifuku"):
    kaiten.testing.check_card(card, "sushi-go-party", iterations=2)
"""
    done = run_with(folder, script)
    assert done.returncode == 0, done.stderr
