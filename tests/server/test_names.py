"""Names at a table: what they consist of, and that no person can be taken for another."""

from __future__ import annotations

import pytest

from kaiten.server.protocol.errors import BadName, NameTaken
from kaiten.server.tables.names import clean_name, look_alike

from .tables_in_memory import open_snapshot, send

INVISIBLE = [
    "\ufe0f",
    "\u034f",
    "\u180b",
    "\U000e0100",
    "\u200b",
    "\u200d",
    "\u00ad",
    "\u2060",
    "\u202e",
]


@pytest.mark.parametrize("hidden", INVISIBLE, ids=ascii)
def test_nobody_hides_a_character_in_a_name(hidden: str) -> None:
    for name in ("Ben" + hidden, "Be" + hidden + "n", hidden + "Ben"):
        with pytest.raises(BadName):
            clean_name(name)


@pytest.mark.parametrize(
    "name", ["", "  ", "\u3164", "\u2800", "\u2800Ben", "\u0301", "x" * 25, "B\u0000"]
)
def test_a_name_can_be_seen_and_is_not_too_long(name: str) -> None:
    with pytest.raises(BadName):
        clean_name(name)


def test_many_accents_are_refused_at_once() -> None:
    with pytest.raises(BadName):
        clean_name("a" + "\u0301" * 1_000_000)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("  Ana  Maria ", "Ana Maria"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("\uff22\uff45\uff4e", "Ben"),  # wide letters
        ("Ana \u2764\ufe0f", "Ana \u2764"),  # a heart as phones write it
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f468\U0001f469\U0001f467"),
        ("Li Wei \u674e\u4f1f", "Li Wei \u674e\u4f1f"),
        ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"),  # Persian needs it
        ("<b>Ana</b>", "<b>Ana</b>"),
    ],
)  # fmt: skip
def test_a_name_is_shown_in_one_way(name: str, shown: str) -> None:
    assert clean_name(name) == shown


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ben", "ben"),
        ("Ben", "B\u0435n"),  # Cyrillic
        ("Ben", "\u0392en"),  # Greek
        ("BEN", "\u0392\u0395\u039d"),
        ("Ben", "\u0392\u0395\u039d"),
        ("Ben", "\U0001d401\U0001d41e\U0001d427"),  # mathematical
        ("Ian", "lan"),
        ("Bo", "B0"),
        ("Emma", "Ernrna"),
        ("Stra\u00dfe", "STRASSE"),
        ("Ana", "\u0410n\u0430"),
    ],
)
def test_names_that_look_alike_are_one(name: str, other: str) -> None:
    assert look_alike(name, other)
    assert look_alike(other, name)
    snapshot = open_snapshot(seats=[None] * 3)
    seated = send(snapshot, None, "join", name=name) if name != "Ana" else snapshot
    with pytest.raises(NameTaken):
        send(seated, None, "join", name=other)


@pytest.mark.parametrize(
    ("name", "other"),
    [("Ana", "Anna"), ("Ben", "Bea"), ("Zo\u00eb", "Zoe"), ("Li", "Lu"), ("P1", "P2"), ("\u674e", "\u738b")],
)  # fmt: skip
def test_names_that_can_be_told_apart_may_both_sit(name: str, other: str) -> None:
    assert not look_alike(name, other)
