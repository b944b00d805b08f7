"""The facts of a view as plain data: what choices and events are made of, without their text."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import kaiten
from kaiten import Match
from kaiten.match.choice import choices_by_number
from kaiten.match.events import Answered
from kaiten.match.facts import FACTS, encode_choice, encode_event, explain_fact
from tests.playing import every_table, play_out, steps

MIMICS = {"menu": "maki,eel,tofu,miso_soup,spoon,special_order,pudding"}


def find_choice(match: Match, text: str) -> dict[str, Any]:
    """The first legal choice with this text, as data, in a random game."""
    for step in steps(match, Random(1)):
        for seat in step.waiting:
            found = [choice for choice in step.choices(seat) if choice.text == text]
            if found:
                return encode_choice(found[0], "en")
    raise AssertionError(text)


def spell(match: Match, choice: dict[str, Any]) -> str:
    """The text of a pick, put together from its parts alone."""
    labels = {
        label: f"{match.game.mimic}>{card}" if label in choice.get("mimics", ()) else card
        for label, card in choice.get("extras", {}).items()
    }
    cards = "+".join(choice.get("cards", [choice["choice"]]))
    return " ".join([cards, *(f"{label}:{card}" for label, card in labels.items())])


@every_table
def test_the_parts_of_a_pick_say_as_much_as_its_text(
    game: str, players: int, options: dict[str, Any]
) -> None:
    for match in steps(kaiten.deal(game, players, seed=players, **options), Random(players)):
        for seat in match.waiting:
            prompt = match.prompt(seat)
            if prompt and prompt.id == "pick":
                for choice in match.choices(seat):
                    assert spell(match, encode_choice(choice, "en")) == choice.text


def test_a_single_card_travels_as_its_text_alone() -> None:
    match = kaiten.deal("sushi-go", 2, 1)
    assert [set(choice) for choice in match.view(0).facts()["choices"]] == [
        {"choice", "words"} for _ in match.choices(0)
    ]


def test_an_answer_brings_the_card_that_shows_it_or_none() -> None:
    menu = "maki,eel,tofu,onigiri,spoon,takeout_box,pudding"
    match = kaiten.deal("sushi-go-party", 4, 3, menu=menu)
    assert find_choice(match, "onigiri").get("cards") is None
    assert find_choice(match, "nothing")["cards"] == []
    assert find_choice(match, "tofu") == {"choice": "tofu", "words": "Tofu"}
    copies = kaiten.deal("sushi-go-party", 4, 3, **MIMICS).game
    shown = {
        choice.text: choice.shown
        for question in copies.questions
        for choice in choices_by_number(copies, question).values()
    }
    assert shown["egg_nigiri@wasabi"] == "egg_nigiri"
    assert shown["wasabi<egg_nigiri"] == "wasabi"
    assert shown["special_order>pudding"] == "pudding"
    assert shown["face_down"] is None


def test_an_event_brings_the_parts_of_the_answers_that_have_some() -> None:
    match = play_out("sushi-go", 2, seed=2, variant="robot")
    event = next(event for event in match.log if isinstance(event, Answered))
    told = encode_event(match.game, event, match.game.variant(dict(match.options)))
    for seat, text in enumerate(told["answers"]):
        parts = told["parts"].get(str(seat), {})
        assert spell(match, {"choice": text, **parts}) == text
        assert ("give" in parts.get("extras", {})) == (" give:" in text)
    assert told["parts"]


def test_facts_are_plain_data_in_one_language() -> None:
    match = play_out("sushi-draft", 3, seed=3, advanced=True)
    facts = match.view(1).facts("fr")
    data = json.loads(json.dumps(facts))
    assert data.pop("log")["events"]
    assert data == {name: fact for name, fact in facts.items() if name != "log"}
    assert facts["sheet"]["lines"][0]["reason"] == match.sheet().lines[0].reason.to("fr")
    assert facts["outcome"]["ranking"][0]["rank"] == 1


def test_log_and_sheet_begin_where_they_shall() -> None:
    view = play_out("sushi-go", 3, seed=3).view(0)
    whole, rest = view.facts(), view.facts(log=4, sheet=2)
    for part, start, name in (("log", 4, "events"), ("sheet", 2, "lines")):
        assert rest[part] == {"from": start, name: whole[part][name][start:]}


def test_the_two_halves_are_the_facts() -> None:
    view = play_out("sushi-go", 3, seed=3).view(2)
    assert view.open_facts() | view.own_facts() == view.facts()
    assert (
        view.open_facts()
        == kaiten.load_match(play_out("sushi-go", 3, seed=3).record()).view(0).open_facts()
    )


@pytest.mark.parametrize("name", [fact.name for fact in FACTS])
def test_every_fact_says_what_it_means(name: str) -> None:
    assert explain_fact(name).endswith(".")
