"""The score helper over HTTP: the same tables as in the terminal, and whatever else may be sent."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from kaiten.scoring.score import score_table

from .table_client import Server

PAGES = Path(__file__).parents[2] / "docs"


def tables_of(page: str) -> list[Any]:
    """The JSON that a page shows."""
    blocks = re.findall(
        r"^```json\n(.*?)^```", (PAGES / page).read_text(encoding="utf-8"), re.M | re.S
    )
    return [json.loads(block) for block in blocks]


def asked(server: Server, table: Any, language: str = "en") -> httpx.Response:
    return server.http.post("/api/score", params={"lang": language}, json=table)


def test_the_table_of_the_page_is_counted_as_the_page_says(shared_sqlite_server: Server) -> None:
    told = [block for block in tables_of("protocol.md") if "players" in block]
    assert len(told) == 2
    assert asked(shared_sqlite_server, told[0]).json() == told[1]


@pytest.mark.parametrize("table", tables_of("rules.md"), ids=lambda table: table["game"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_tables_of_the_rules_are_counted_as_in_the_terminal(
    shared_sqlite_server: Server, table: Any, language: str
) -> None:
    assert asked(shared_sqlite_server, table, language).json() == {
        "ok": True,
        **score_table(table).data(language),
    }


def eel(*cards: str, **fields: Any) -> Any:
    """A table of the party at which Ana has these cards."""
    return {
        "game": "sushi-go-party",
        "players": [{"name": "Ana", "cards": cards, **fields}, {"name": "Bo"}],
    }


def test_every_way_to_spell_a_card_is_understood(shared_sqlite_server: Server) -> None:
    cards = [
        "squid_nigiri",
        "wasabi",
        "special_order>squid_nigiri@wasabi",
        "tempura",
        "special_order>tempura",
    ]
    first = asked(
        shared_sqlite_server, eel(*cards, uramaki=[8], kept=["pudding"], before=12) | {"round": 2}
    ).json()
    assert [first["players"][0][field] for field in ("round", "final", "total")] == [
        3 + 9 + 5 + 8,
        0,
        37,
    ]
    turned = asked(shared_sqlite_server, eel("eel", "eel", "face_down")).json()
    assert turned["players"][0]["round"] == 7 + 2


@pytest.mark.parametrize(
    ("table", "code", "sentence"),
    [
        (eel(*["eel"] * 9), "bad-table", "Ana\u00a0: Anguille numéro 9, mais la boîte n'en a que 8."),
        (eel("special_order>eel"), "bad-table", "Ana\u00a0: il n'y a pas de carte Anguille avant Commande spéciale en Anguille."),
        (eel("uramaki_5", "uramaki_5"), "bad-table", "Ana\u00a0: 10 symboles prennent une place aussitôt"),
        (eel("eel") | {"round": 9}, "bad-table", "«\u00a0round\u00a0» doit valoir 1, 2 ou 3."),
        (eel(pizza=[1]), "bad-table", "Ana\u00a0: un joueur n'a pas de champ «\u00a0pizza\u00a0»"),
        (eel("eel") | {"players": [{"name": "Ana"}]}, "bad-players", "Sushi Go Party! se joue de 2 à 8 joueurs, pas à 1."),
        (eel("eel") | {"players": []}, "bad-table", "Une table doit avoir une liste"),
        (eel("eel") | {"game": "chess"}, "unknown-game", ""),
        (eel("eel") | {"options": {"menu": "pizza"}}, "bad-option", ""),
        (eel(1), "bad-message", "«\u00a0players\u00a0» a une valeur incorrecte"),
        (eel(pizza="all"), "bad-message", "«\u00a0players\u00a0» a une valeur incorrecte"),
        (eel("eel") | {"spice": 1}, "bad-message", "il n'y a pas de champ «\u00a0spice\u00a0»"),
        ({"game": "sushi-go"}, "bad-message", "«\u00a0players\u00a0» manque"),
        ([], "bad-message", ""),
    ],
)  # fmt: skip
def test_a_table_that_cannot_be_is_refused_in_the_players_words(
    shared_sqlite_server: Server, table: Any, code: str, sentence: str
) -> None:
    answer = asked(shared_sqlite_server, table, "fr")
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert sentence in answer.json()["error"]


@pytest.mark.parametrize(
    "half",
    [r'{"name": "\ud800"}', r'{"cards": ["\ud800"]}', r'{"\ud800": [1]}', '{"before": 1e400}'],
)
def test_half_letters_and_numbers_beyond_all_numbers_are_refused(
    shared_sqlite_server: Server, half: str
) -> None:
    body = f'{{"game": "sushi-go", "players": [{half}, {{"name": "Bo"}}]}}'
    answer = shared_sqlite_server.http.post(
        "/api/score", content=body, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 400
