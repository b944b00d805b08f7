"""The worked examples of the browser's rules page are counted by the rules."""

import json
from pathlib import Path
from typing import Any

import pytest

import kaiten
from kaiten.games import list_games
from kaiten.scoring.score import score_table

pytestmark = pytest.mark.once

FOLDER = Path(__file__).parent.parent / "web/src/rules"
EXAMPLES = json.loads((FOLDER / "examples.json").read_text(encoding="utf-8"))
RULINGS = json.loads((FOLDER / "rulings.json").read_text(encoding="utf-8"))
COUNTED = [
    pytest.param(game, card, example, id=f"{game}-{card}-{number}")
    for game, cards in EXAMPLES.items()
    for card, examples in cards.items()
    for number, example in enumerate(examples)
]


@pytest.mark.parametrize(("game", "card", "example"), COUNTED)
def test_an_example_is_right(game: str, card: str, example: dict[str, Any]) -> None:
    rows = [row for row in example["rows"] if "points" in row or "takes" in row]
    assert bool(rows) != example.get("story", False)
    if not rows:
        return
    told = score_table(table(game, example, rows)).data("en")["players"]
    counts = example.get("counts", card)
    for row, player in zip(rows, told, strict=False):
        lines = [line["points"] for line in player["lines"] if line["card"] == counts]
        assert row.get("points", 0) == (0 if "takes" in row else sum(lines)), row
        assert row.get("takes", False) == (counts in player["takes"]), row


def table(game: str, example: dict[str, Any], rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The example as a table of the score helper; players without cards make up the number."""
    final = example.get("final", False)
    players = [
        {"name": f"{place}", "kept" if final else "cards": row["cards"]}
        | ({"uramaki": row["uramaki"]} if "uramaki" in row else {})
        for place, row in enumerate(rows)
    ]
    while len(players) < min(kaiten.find_game(game).hand_sizes):
        players.append({"name": f"{len(players)}", "cards": []})
    return {"game": game, "final": final, "options": example.get("options", {}), "players": players}


def test_every_card_has_an_example() -> None:
    for game in list_games():
        assert {card.id for card in game.cards} <= set(EXAMPLES[game.id])


def test_every_game_has_its_rulings_and_they_are_about_cards_of_it() -> None:
    for game in list_games():
        cards = {card.id for card in game.cards}
        for ruling in RULINGS[game.id]:
            assert set(ruling["cards"]) <= cards
            assert ruling["cards"] or ruling["about"]
            assert ruling["words"]
