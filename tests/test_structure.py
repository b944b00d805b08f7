"""The package stays easy to navigate: `python -m tests.structure` prints what is counted here."""

from __future__ import annotations

import pytest

from . import structure

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]


@pytest.mark.parametrize("name", ["told", "worked_out", "_held", "named", "seen_by"])
def test_participles_are_recognised(name: str) -> None:
    assert structure.is_participle(name)


@pytest.mark.parametrize("name", ["tell", "need_cards", "seed", "is_told", "feed", "put", "read"])
def test_verbs_are_no_participles(name: str) -> None:
    assert not structure.is_participle(name)


@pytest.mark.parametrize("name", structure.LIMITS)
def test_the_package_keeps_to_its_limits(name: str) -> None:
    assert structure.counts()[name] <= structure.LIMITS[name], "\n".join(structure.report())
