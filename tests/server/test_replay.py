"""A finished game step by step: every frame is the table as it was, and the answers lead from one
to the next.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import kaiten
from kaiten import Match
from kaiten.match.events import Dealt, Drew, Took
from kaiten.match.fairness import Fair, commit, is_kept
from kaiten.match.shuffle import Shuffler
from kaiten.server.protocol import schemas
from kaiten.server.protocol.serialize import encode_json
from kaiten.server.web import replays
from kaiten.server.web.replays import Replays, build_replay
from tests.playing import TABLES, play_out

from .table_client import Message, Server, begin, play

every_table = pytest.mark.parametrize(("game", "players", "options"), TABLES)


def filmed(match: Match, language: str = "en") -> Message:
    """The replay of a match, as a client gets it."""
    record = replace(match.record(), fair=commit(int(match.seed or 0)))
    told = asyncio.run(build_replay(record.json(), language))
    return schemas.GameReplay.model_validate_json(encode_json(told)).model_dump(by_alias=True)


@every_table
def test_the_answers_of_each_frame_are_legal_and_lead_to_the_next(
    game: str, players: int, options: dict[str, Any]
) -> None:
    played = play_out(game, players, 1, **options)
    told = filmed(played)
    match = kaiten.deal(game, list(played.names[:players]), int(told["seed"]), **options)
    for frame in told["frames"]:
        if not frame["waiting"] and frame["outcome"] is None:
            continue  # a round that was just scored: the next frame has the deal
        assert frame["waiting"] == list(match.waiting)
        assert [seat for seat, prompt in enumerate(frame["prompts"]) if prompt] == frame["waiting"]
        assert frame["trays"] == [dict(tray) for tray in match.view(None).trays]
        assert frame["hands"] == [dict(match.view(seat).hand) for seat in match.seats]
        given = {seat: answer["choice"] for seat, answer in enumerate(frame["answers"]) if answer}
        assert list(given) == frame["waiting"]
        for seat, choice in given.items():
            assert frame["answers"][seat]["words"] == match.check(seat, choice).words.to("en")
        match = match.answer(given)
    assert match.over
    assert match.scores == played.scores


@every_table
def test_the_last_frame_has_the_result_and_the_sheet_is_told_once(
    game: str, players: int, options: dict[str, Any]
) -> None:
    played = play_out(game, players, 2, **options)
    told = filmed(played, "fr")
    *others, last = told["frames"]
    outcome = played.outcome()
    assert outcome
    assert last["scores"] == list(played.scores)
    assert [place["seat"] for place in last["outcome"]["ranking"]] == [
        place.seat for place in outcome.ranking
    ]
    assert not any(frame["outcome"] for frame in others)
    lines = [line for frame in told["frames"] for line in frame["sheet"]["lines"]]
    assert [(line["card"], line["points"], line["reason"]) for line in lines] == [
        (line.card, line.points, line.reason.to("fr")) for line in played.sheet()
    ]
    assert is_kept(Fair(**told["fair"]), int(told["seed"]))
    assert [round["hands"] for round in told["rounds"]] == [
        [list(hand) for hand in event.hands] for event in played.log if isinstance(event, Dealt)
    ]
    for round in told["rounds"]:
        assert not Counter(card for hand in round["hands"] for card in hand) - Counter(
            round["deck"]
        )


def in_sight(frame: Message) -> int:
    """How many cards a frame shows."""
    piles = [*frame["hands"], *frame["trays"], *frame["kept"], frame["discarded"]]
    return sum(sum(pile.values()) for pile in piles) + sum(frame["face_down"])


@every_table
def test_no_card_is_lost_from_one_pick_to_the_next(
    game: str, players: int, options: dict[str, Any]
) -> None:
    played = play_out(game, players, 3, **options)
    box = Counter(played.game.copies)
    shown: dict[int, set[int]] = {}
    for frame in filmed(played)["frames"]:
        held = sum((Counter(hand) for hand in frame["hands"]), Counter())
        assert held <= box
        if not frame["waiting"] or (frame["prompts"][0] and frame["prompts"][0]["id"] == "pick"):
            shown.setdefault(frame["round"], set()).add(in_sight(frame))
    if not any(isinstance(event, Drew) for event in played.log):
        assert [len(numbers) for numbers in shown.values()] == [1, 1, 1]


def test_a_round_is_shown_when_it_was_scored_and_when_the_next_one_is_dealt() -> None:
    frames = filmed(play_out("sushi-go", 3, 4))["frames"]
    ends = [place for place, frame in enumerate(frames) if frame["sheet"]["lines"]]
    assert [frames[place]["round"] for place in ends] == [1, 2, 3]
    for place in ends:
        assert frames[place]["waiting"] == []
        assert not any(map(any, frames[place]["hands"]))
        assert all(
            sum(tray.values()) + sum(kept.values()) >= 9
            for tray, kept in zip(frames[place]["trays"], frames[place]["kept"], strict=True)
        )
    for place in ends[:-1]:
        assert frames[place]["answers"] == [None] * 3
        assert frames[place + 1]["round"] == frames[place]["round"] + 1
        assert [sum(hand.values()) for hand in frames[place + 1]["hands"]] == [9] * 3


def test_tokens_lie_open_from_the_moment_they_are_taken() -> None:
    played = play_out("sushi-draft", 4, 5)
    worth = [(event.token, event.worth) for event in played.log if isinstance(event, Took)]
    frames = filmed(played)["frames"]
    last = [tuple(token) for held in frames[-1]["tokens"] for token in held]
    assert sorted(last) == sorted(worth)
    assert all(
        value is not None for frame in frames for held in frame["tokens"] for _, value in held
    )


# --- Over HTTP ---


@pytest.mark.parametrize(
    ("game", "people", "options"),
    [
        ("sushi-go", 2, {"variant": "robot"}),
        ("sushi-go-party", 3, {"menu": "maki,eel,tofu,miso_soup,spoon,special_order,pudding"}),
        ("sushi-draft", 3, {}),
    ],
)
def test_the_replay_of_a_game_is_there_when_it_is_over(
    shared_server: Server, game: str, people: int, options: dict[str, Any]
) -> None:
    clients = shared_server.party(people, game=game, options=options)
    address = f"/api/tables/{clients[0].code}/games/1"
    begin(clients)
    assert shared_server.http.get(f"{address}/replay").json()["code"] == "unknown-game-number"
    play(clients, Random(1), liked=("using:", "spoon", "special"))
    record = shared_server.http.get(address).json()
    told = shared_server.http.get(f"{address}/replay").json()
    schemas.GameReplay.model_validate(told)
    assert told["frames"][-1]["scores"] == record["result"]["scores"]
    assert (told["seed"], told["fair"]) == (record["seed"], record["fair"])
    for number, dealt in enumerate(told["rounds"], 1):
        top = Shuffler(record["seed"]).shuffle(f"deal {number}", dealt["deck"])
        size = len(dealt["hands"][0])
        for seat, hand in enumerate(dealt["hands"]):
            assert sorted(hand) == sorted(top[seat * size : (seat + 1) * size])
    assert told["names"][:people] == record["players"]
    french = shared_server.http.get(f"{address}/replay", params={"lang": "fr"}).json()
    assert french["frames"][0]["prompts"][0]["words"].startswith("Choisissez une carte.")
    assert shared_server.http.get(f"{address}/replay").json() == told


@pytest.mark.parametrize("number", ["2", "0", "one", "99999999999999"])
def test_a_game_that_was_not_played_has_no_replay(
    shared_sqlite_server: Server, number: str
) -> None:
    code = shared_sqlite_server.open()["table"]
    answer = shared_sqlite_server.http.get(f"/api/tables/{code}/games/{number}/replay")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown-game-number")


def test_a_table_that_does_not_exist_has_no_replay(shared_sqlite_server: Server) -> None:
    answer = shared_sqlite_server.http.get("/api/tables/ZZZZZZ/games/1/replay")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown-table")


def test_a_replay_is_made_once_and_the_oldest_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    async def counted(record: str, language: str) -> Message:
        made.append(record)
        await asyncio.sleep(0)
        return {"record": record}

    async def several() -> None:
        shown = Replays()
        await asyncio.gather(*(shown.get("first", "en") for _ in range(3)))
        assert made == ["first"]
        for number in range(replays.CACHED_REPLAYS):
            await shown.get(str(number), "en")
        assert await shown.get("first", "en") == b'{"record":"first"}'
        assert made.count("first") == 2

    monkeypatch.setattr(replays, "build_replay", counted)
    asyncio.run(several())
