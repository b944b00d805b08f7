"""Whole games in text files, to be read as diffs when something changes. `python -m
tests.games.test_playthroughs` writes them.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import kaiten
from tests.playing import SPREAD, Table, steps

FOLDER = Path(__file__).parent / "playthroughs"
GAMES: dict[str, Table] = {
    "sushi-go-2": ("sushi-go", 2, {}),
    "sushi-go-3-alternate": ("sushi-go", 3, {"direction": "alternate"}),
    "sushi-go-5": ("sushi-go", 5, {}),
    "sushi-go-robot": ("sushi-go", 2, {"variant": "robot"}),
    **{f"party-{menu}": ("sushi-go-party", players, {"menu": menu}) for players, menu in SPREAD},
    "party-english": (
        "sushi-go-party",
        3,
        {"menu": "uramaki,eel,tofu,miso_soup,chopsticks,special_order,pudding", "edition": "en"},
    ),
    "draft-3": ("sushi-draft", 3, {}),
    "draft-4-advanced": ("sushi-draft", 4, {"advanced": True, "direction": "alternate"}),
    "draft-5-other-tokens": ("sushi-draft", 5, {"tokens": "tuna:1,1,9/dessert:0,7,7"}),
}
MANY = 200  # choices that are listed; of more, only their number is told


def playthrough(game: str, players: int, options: dict[str, Any]) -> str:
    """A game, what seat 0 knew and could do at each turn, and where the points came from."""
    lines = []
    told = 0
    for match in steps(kaiten.deal(game, players, 2014, **options), Random(2014)):
        if len(match.log) > told and not match.over:
            told = len(match.log)
            view = match.view(0)
            hands = " | ".join(
                f"{' '.join(sorted(hand.known.elements()))} +{hand.hidden}" for hand in view.hands
            )
            may = (
                ", ".join(map(str, view.choices))
                if len(view.choices) <= MANY
                else f"{len(view.choices)} things"
            )
            lines += [f"round {match.round} turn {match.turn}, seat 0 may: {may}"]
            lines += [f"  knows: {hands}"]
            if any(view.tokens):
                tokens = (
                    " ".join(f"{token.pile}:{token.worth}" for token in held)
                    for held in view.tokens
                )
                lines += [f"  tokens: {' | '.join(tokens)}"]
    sheet = [
        f"round {line.round} {match.names[line.seat]}: {line.card} {line.points} ({line.reason.to('en')} / {line.reason.to('fr')})"
        for line in match.sheet()
    ]
    outcome = match.outcome()
    assert outcome is not None
    places = [
        f"{place.rank}. {place.name} {place.score} ({place.desserts} desserts)"
        for place in outcome.ranking
    ]
    return (
        match.record().text()
        + "\n"
        + "\n".join([*lines, "", *sheet, "", *places, str(outcome.tie_break)])
        + "\n"
    )


@pytest.mark.parametrize("name", GAMES)
def test_the_game_goes_as_it_went(name: str) -> None:
    assert playthrough(*GAMES[name]) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


if __name__ == "__main__":
    for name, table in GAMES.items():
        (FOLDER / f"{name}.txt").write_text(playthrough(*table), encoding="utf-8")
