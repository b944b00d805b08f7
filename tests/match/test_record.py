"""Records: what is written can be read, and what breaks the rules is refused, saying where."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import kaiten
from kaiten.engine.state import to_dict
from kaiten.match.events import Answered, Dealt, Drew, Scored, Script
from kaiten.match.fairness import commit
from kaiten.match.record import parse_record
from kaiten.match.replay import replay_steps
from tests.playing import play_out

GOOD = play_out("sushi-go", 3, 7).record()
ROBOT = play_out("sushi-go", 2, 7, variant="robot").record()
# with menus, special orders and fruit
DINNER = play_out("sushi-go-party", 2, 7, menu="dinner-for-two").record()
# with spoons and takeout boxes
MASTER = play_out("sushi-go-party", 4, 7, menu="master-menu", edition="en").record()

HASH, SALT = "0123456789abcdef" * 4, "0123456789abcdef" * 2


def edited(change: Callable[[dict[str, Any]], Any], record: kaiten.Record = GOOD) -> str:
    """A record with changed data."""
    data = json.loads(record.json())
    change(data)
    return json.dumps(data)


def test_a_record_says_everything() -> None:
    data = json.loads(GOOD.json())
    assert list(data) == [
        "kaiten",
        "game",
        "version",
        "edition",
        "options",
        "players",
        "seed",
        "events",
        "result",
    ]
    kinds = [type(event) for event in GOOD.events]
    assert [kinds.count(kind) for kind in (Dealt, Drew, Answered, Scored)] == [3, 0, 27, 4]
    assert data["result"]["scores"] == [
        sum(column) for column in zip(*point_rows(data), strict=True)
    ]


def point_rows(data: dict[str, Any]) -> list[list[int]]:
    tables = [event.get("points") or event.get("final") or {} for event in data["events"]]
    return [row for rows in tables for row in rows.values()]


every_record = pytest.mark.parametrize(
    "record", [GOOD, ROBOT, DINNER, MASTER], ids=["three", "robot", "dinner", "master"]
)


@every_record
def test_a_record_whose_seed_was_promised_round_trips_in_both_forms(record: kaiten.Record) -> None:
    promised = replace(record, fair=commit(7))
    assert parse_record(promised.json()) == parse_record(promised.text()) == promised
    assert parse_record(json.loads(promised.json())) == promised
    assert kaiten.load_match(promised.text()).record() == record  # a match makes no promises


def test_a_promise_stands_behind_the_seed_and_changes_nothing_else() -> None:
    fair = commit(7)
    promised = replace(GOOD, fair=fair)
    written = f'"seed":7,"fair":{{"hash":"{fair.hash}","salt":"{fair.salt}"}},'
    assert promised.json() == GOOD.json().replace('"seed":7,', written)
    assert promised.text() == GOOD.text().replace(
        "seed 7\n", f"seed 7\nfair {fair.hash} {fair.salt}\n"
    )
    assert "fair" not in GOOD.json() + GOOD.text()


@pytest.mark.parametrize(
    "fair",
    [
        {}, [], "", 0, True, [HASH, SALT], {"hash": HASH}, {"salt": SALT}, {"hash": None, "salt": SALT},
        {"hash": HASH, "salt": 5}, {"hash": HASH[1:], "salt": SALT}, {"hash": HASH.upper(), "salt": SALT},
        {"hash": HASH, "salt": ""}, {"hash": HASH, "salt": f"{SALT[1:]} "}, {"hash": f"{HASH}\n", "salt": SALT},
    ],
)  # fmt: skip
def test_a_promise_that_is_none_is_refused(fair: Any) -> None:
    with pytest.raises(kaiten.BadRecord, match="not a record"):
        parse_record(edited(lambda data: data.update(fair=fair)))


@pytest.mark.parametrize(
    "line", ["fair", "fair ", f"fair {HASH}", f"fair {SALT} {HASH}", f"fair {HASH} {SALT} {SALT}"]
)
def test_a_line_that_is_no_promise_is_refused(line: str) -> None:
    with pytest.raises(kaiten.BadRecord, match="not a record"):
        parse_record(GOOD.text().replace("seed 7\n", f"seed 7\n{line}\n"))


def test_a_promise_anywhere_else_or_twice_is_refused() -> None:
    line = f"fair {HASH} {SALT}\n"
    for text in (
        GOOD.text() + line,
        GOOD.text().replace("seed 7\n", f"seed 7\n{line}{line}"),
        line + GOOD.text(),
    ):
        with pytest.raises(kaiten.BadRecord, match="not a record"):
            parse_record(text)


def test_no_promise_may_be_written_as_null() -> None:
    assert parse_record(edited(lambda data: data.update(fair=None))) == GOOD


@every_record
def test_a_game_without_a_seed_is_replayed_from_its_hands(record: kaiten.Record) -> None:
    anonymous = replace(record, seed=None)
    for text in (anonymous.json(), anonymous.text()):
        again = kaiten.load_match(text)
        assert again.scores == record.scores
        assert again.record() == anonymous


def test_a_record_of_another_version_is_replayed_from_its_hands() -> None:
    older = kaiten.load_match(edited(lambda data: data.update(version=0, seed=99)))
    assert older.scores == GOOD.scores


def test_replay_goes_turn_by_turn() -> None:
    matches = list(kaiten.replay(GOOD))
    assert len(matches) == 28
    assert [match.round for match in matches[::9]] == [1, 2, 3, 3]


def test_its_steps_show_a_scored_round_with_its_cards_still_on_the_table() -> None:
    matches = list(replay_steps(GOOD))
    scored = [match for match in matches if match.scored]
    assert len(matches) == 28 + len(scored)
    assert [match.round for match in scored] == [1, 2]
    for match in scored:
        view = match.view(None)
        assert (match.waiting, match.hands) == ((), ({}, {}, {}))
        assert sum(map(Counter.total, view.trays)) > 0
        assert match.sheet(match.round).points > 0
        assert match.deal_on().turn == 1
    assert [match.log for match in matches if not match.scored] == [
        match.log for match in kaiten.replay(GOOD)
    ]


def test_a_match_shows_everybodys_hands_and_tokens() -> None:
    for match in replay_steps(play_out("sushi-draft", 3, 7).record()):
        views = [match.view(seat) for seat in match.seats]
        assert match.hands == tuple(view.hand for view in views)
        assert match.tokens == tuple(view.tokens[seat] for seat, view in enumerate(views))


def test_an_unfinished_game_can_be_read_and_played_on() -> None:
    match = kaiten.deal("sushi-go", ["Zoé", "a, b / c"], seed=3, direction="alternate")
    match = match.choose(0, match.choices(0)[0]).choose(1, match.choices(1)[0])
    again = kaiten.load_match(match.record().text())
    assert again.names == ("Zoé", "a, b / c")
    assert again.turn == 2
    assert again.choices(0)[:] == match.choices(0)[:]


def pick(data: dict[str, Any], place: int) -> list[str]:
    answers: list[str] = [event for event in data["events"] if "ask" in event][place]["answers"]
    return answers


def set_pick(place: int, text: str | None) -> Callable[[dict[str, Any]], Any]:
    return lambda data: pick(data, place).__setitem__(0, text)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (set_pick(0, "wasabi"), "Round 1, turn 1: Player 1: Not in your hand: Wasabi."),
        (set_pick(10, "pizza"), "Round 2, turn 2: Player 1: “pizza” is not a card of this game."),
        (set_pick(0, None), "Round 1, turn 1: the wrong seats answer."),
        (lambda data: pick(data, 0).pop(), "Round 1, turn 1: the wrong seats answer."),
        (lambda data: data["events"][0]["deal"].reverse(), "Round 1: the record says “deal"),
        (lambda data: data["events"][0]["deal"][0].__setitem__(0, "pizza"), "Round 1: the record says “deal"),
        (lambda data: data["events"][0]["deal"][0].__setitem__(0, 3), "This is not a record of a game"),
        (lambda data: data["events"][0]["deal"].__setitem__(0, None), "This is not a record of a game"),
        (lambda data: data.update(players=[1, 2, 3]), "This is not a record of a game"),
        (lambda data: data.update(players="abc"), "This is not a record of a game"),
        (lambda data: data.update(options={"seed": 1}), "no option “seed”"),
        (lambda data: data.update(options=[]), "This is not a record of a game"),
        (lambda data: data.update(version=1.0), "This is not a record of a game"),
        (lambda data: data.update(kaiten=99), "This is not a record of a game"),
        (lambda data: data.update(edition="zz"), "There is no edition “zz” of Sushi Go!."),
        (lambda data: data.update(seed=8), "Round 1: the record says “deal"),
        (lambda data: data["events"][10]["points"]["maki"].__setitem__(0, 99), "Round 1: the record says “points"),
        (lambda data: data["events"][-1]["final"]["pudding"].__setitem__(0, 99), "Round 3: the record says “final"),
        (lambda data: data["result"]["scores"].__setitem__(0, 99), "the result is not that of the game"),
        (lambda data: data.update(result=None), "the result is not that of the game"),
        (lambda data: data["events"].pop(), "the record has too many or too few events"),
        (lambda data: data["events"].append(data["events"][-1]), "the record has too many or too few events"),
        (lambda data: data["events"].append(data["events"][1]), "the wrong seats answer"),
        (lambda data: data.update(players=["Ana"]), "Sushi Go! is for 2 to 5 players, not 1."),
        (lambda data: data.update(game="chess"), "There is no game “chess”."),
        (lambda data: data.update(options={"spice": 1}), "no option “spice”"),
        (lambda data: data.pop("players"), "This is not a record of a game"),
        (lambda data: data["events"].append({"sneeze": 1}), "This is not a record of a game"),
        (lambda data: data.update(seed=-1), "A seed is a whole number from 0"),
        (lambda data: data.update(seed="seven"), "This is not a record of a game"),
    ],
)  # fmt: skip
def test_a_record_that_breaks_the_rules_is_refused_saying_where(
    change: Callable[[dict[str, Any]], Any], message: str
) -> None:
    with pytest.raises(kaiten.KaitenError) as refused:
        kaiten.load_match(edited(change))
    assert message in str(refused.value)


def test_hands_that_cannot_come_from_the_box_are_refused() -> None:
    def cheat(data: dict[str, Any]) -> None:
        data["seed"] = None
        data["events"][0]["deal"][0] = ["chopsticks"] * 9

    with pytest.raises(kaiten.BadRecord, match="Round 1: there is no “chopsticks” left"):
        kaiten.load_match(edited(cheat))


@pytest.mark.parametrize(
    "hands", [[["tempura"], ["tempura"], []], [["tempura"] * 9] * 2, [["pizza"] * 9] * 3, [[]] * 12]
)
def test_hands_of_the_wrong_size_or_number_are_refused(hands: list[list[str]]) -> None:
    def cheat(data: dict[str, Any]) -> None:
        data["seed"] = None
        data["events"][0]["deal"] = hands

    with pytest.raises(kaiten.BadRecord, match="Round 1: "):
        kaiten.load_match(edited(cheat))


def test_the_order_of_the_cards_in_a_hand_means_nothing() -> None:
    def shuffle(data: dict[str, Any]) -> None:
        for event in data["events"]:
            for hand in event.get("deal", []):
                hand.reverse()

    assert kaiten.load_match(edited(shuffle)).record() == GOOD
    assert (
        kaiten.load_match(edited(lambda data: [shuffle(data), data.update(seed=None)])).scores
        == GOOD.scores
    )


def test_any_name_survives_in_both_forms() -> None:
    names = ["a\u2028b", "c\u0085d", "e\nf", 'g"h\\']
    record = kaiten.deal("sushi-go", names, seed=1).record()
    assert (
        kaiten.load_match(record.text()).names
        == kaiten.load_match(record.json()).names
        == tuple(names)
    )


def test_a_draw_that_is_not_in_the_pile_is_refused() -> None:
    def cheat(data: dict[str, Any]) -> None:
        data["seed"] = None
        missing = set(kaiten.find_game("sushi-go").kinds) - set(data["events"][0]["deal"][2])
        data["events"][1]["cards"] = [missing.pop()]

    with pytest.raises(kaiten.BadRecord, match="left"):
        kaiten.load_match(edited(cheat, ROBOT))


def test_a_card_that_a_menu_cannot_have_shown_is_refused() -> None:
    def cheat(data: dict[str, Any]) -> None:
        data["seed"] = None
        draw = next(event for event in data["events"] if "draw" in event)
        draw["cards"] = ["squid_nigiri"] * 4

    with pytest.raises(kaiten.BadRecord, match="left"):
        kaiten.load_match(edited(cheat, DINNER))


def test_more_desserts_than_have_joined_the_deck_are_refused() -> None:
    def cheat(data: dict[str, Any]) -> None:
        data["seed"] = None
        data["events"][0]["deal"] = [
            ["fruit_wp", "fruit_po", "fruit_wo"] * 3 + ["tofu"],
            ["onigiri_round", *["tofu"] * 7, *["miso_soup"] * 2],
        ]

    with pytest.raises(kaiten.BadRecord, match="more desserts than have joined"):
        kaiten.load_match(edited(cheat, DINNER))


def test_a_gift_that_was_not_given_is_refused() -> None:
    def cheat(data: dict[str, Any]) -> None:
        gift = next(event for event in data["events"] if "give" in event)
        gift["to"], gift["give"] = gift["give"], gift["to"]

    with pytest.raises(kaiten.BadRecord, match="the record says “give"):
        kaiten.load_match(edited(cheat, MASTER))


def test_the_edition_of_a_record_is_that_of_its_options() -> None:
    assert MASTER.edition == "en"
    with pytest.raises(kaiten.BadRecord, match="edition"):
        kaiten.load_match(edited(lambda data: data.update(edition="fr"), MASTER))


DRAFT = play_out("sushi-draft", 4, 3, advanced=True).record()


def test_a_record_of_tokens_can_be_replayed_without_its_seed() -> None:
    unseeded = kaiten.load_match(edited(lambda data: data.update(seed=None), DRAFT))
    assert (unseeded.scores, unseeded.log) == (DRAFT.scores, DRAFT.events)


@pytest.mark.parametrize("seed", [3, None])
@pytest.mark.parametrize(
    ("field", "value"),
    [("worth", 77), ("take", 9), ("token", "dessert"), ("token", "pizza"), ("worth", None)],
)
def test_a_token_that_was_not_taken_is_refused(seed: int | None, field: str, value: Any) -> None:
    def cheat(data: dict[str, Any]) -> None:
        data["seed"] = seed
        next(event for event in data["events"] if "take" in event)[field] = value

    with pytest.raises(kaiten.BadRecord):
        kaiten.load_match(edited(cheat, DRAFT))


def test_a_token_that_is_not_in_its_pile_is_refused_saying_so() -> None:
    def cheat(data: dict[str, Any]) -> None:
        data["seed"] = None
        next(event for event in data["events"] if event.get("token") == "tuna")["worth"] = 2

    with pytest.raises(kaiten.BadRecord, match="from the pile “tuna”, which has 3, 4, 5"):
        kaiten.load_match(edited(cheat, DRAFT))


def test_the_older_name_of_the_final_points_is_understood() -> None:
    old = GOOD.text().replace("\nfinal ", "\ndesserts ")
    assert old != GOOD.text()
    assert kaiten.load_match(old).record() == GOOD
    assert kaiten.load_match(GOOD.json().replace('"final":', '"desserts":')).record() == GOOD


def test_the_tokens_that_a_record_without_a_seed_does_not_tell_are_shuffled() -> None:
    dealt = kaiten.deal("sushi-draft", 3, script=Script({}, {}, {"tuna": (5,)}))
    tokens = to_dict(dealt._state)["tokens"]
    assert tokens[0][0] == 5
    assert tokens != [[5, 3, 4], [2, 4, 4], [2, 2, 4], [1, 3, 3], [1, 2, 3], [2, 3, 5]]


def test_more_cards_than_any_box_has_are_refused() -> None:
    with pytest.raises(kaiten.BadRecord, match="not a record"):
        kaiten.load_match(GOOD.text().replace("deal ", "deal 1000000000000000000000*", 1))


@pytest.mark.parametrize(
    "text", ["", "hello", "{}", "[1]", '{"game": 3}', "kaiten 1\ngame sushi-go", "\0"]
)
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(kaiten.BadRecord, match="not a record"):
        kaiten.load_match(text)
