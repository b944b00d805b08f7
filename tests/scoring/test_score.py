"""The score helper: tables as they lie, and tables that cannot lie."""

from __future__ import annotations

import re
from typing import Any

import pytest

import kaiten
from kaiten.scoring.score import score_table


def table(*players: Any, **fields: Any) -> dict[str, Any]:
    return {"game": "sushi-go", "players": list(players), **fields}


def player(name: str, *cards: str, **fields: Any) -> dict[str, Any]:
    return {"name": name, "cards": list(cards), **fields}


def test_a_table_is_counted_card_by_card() -> None:
    ana = player("Ana", "wasabi", "squid_nigiri", "maki_2", kept=["pudding"])
    bo = player("Bo", "tempura", "maki_3", "tempura")
    assert score_table(table(ana, bo, round=3, final=True)).data("en") == {
        "players": [
            {
                "name": "Ana",
                "lines": [
                    {"card": "maki", "points": 3, "reason": "2 symbols: second"},
                    {"card": "nigiri", "points": 9, "reason": "on wasabi: 1 × Squid nigiri"},
                    {"card": "pudding", "points": 6, "reason": "1 pudding: the most"},
                ],
                "round": 12,
                "final": 6,
                "total": 18,
                "takes": [],
            },
            {
                "name": "Bo",
                "lines": [
                    {"card": "tempura", "points": 5, "reason": "2 tempura: 1 pair"},
                    {"card": "maki", "points": 6, "reason": "3 symbols: the most"},
                ],
                "round": 11,
                "final": 0,
                "total": 11,
                "takes": [],
            },
        ],
        "ranking": [
            {"rank": 1, "seat": 0, "name": "Ana", "total": 18},
            {"rank": 2, "seat": 1, "name": "Bo", "total": 11},
        ],
        "tie_break": None,
    }


def test_desserts_count_at_the_end_alone() -> None:
    players = [player("Ana", "pudding"), player("Bo", "egg_nigiri")]
    assert [one["final"] for one in score_table(table(*players)).data("en")["players"]] == [0, 0]
    assert [
        one["final"] for one in score_table(table(*players, final=True)).data("en")["players"]
    ] == [
        6,
        0,
    ]


def test_points_of_earlier_rounds_count_in_the_total() -> None:
    counted = score_table(
        table(player("Ana", "egg_nigiri", before=20), player("Bo", "squid_nigiri", before=19))
    ).data("en")
    assert [place["total"] for place in counted["ranking"]] == [22, 21]


def test_a_tie_is_decided_at_the_end_of_the_game_alone() -> None:
    players = [player("Ana", "maki_3", kept=["pudding"]), player("Bo", "maki_3", before=6)]
    assert score_table(table(*players)).data("en")["tie_break"] is None
    said = score_table(table(*players, final=True)).data("fr")["tie_break"]
    assert said == "Ana et Bo sont à égalité avec 9 points\u00a0; Ana a plus de desserts et gagne."
    said = score_table(table(*players, final=True)).data("en")["tie_break"]
    assert said == "Ana and Bo are tied at 9 points; Ana has more desserts and wins."


def test_a_shared_victory_says_how_many_desserts_each_player_has() -> None:
    players = [
        player("Ana", "egg_nigiri", kept=["pudding"]),
        player("Bo", "egg_nigiri", kept=["pudding"]),
    ]
    said = score_table(table(*players, final=True)).data("en")["tie_break"]
    assert said == "Ana and Bo are tied at 1 point and 1 pudding: a shared victory."


def test_a_table_on_which_nothing_lies_yet_is_counted() -> None:
    for game, players in (("sushi-go", 2), ("sushi-go-party", 8), ("sushi-draft", 3)):
        empty = {"game": game, "players": [{"cards": []} for _ in range(players)]}
        assert [one["lines"] for one in score_table(empty).data("en")["players"]] == [[]] * players
        assert all(
            one["round"] == 0 for one in score_table(empty | {"final": True}).data("fr")["players"]
        )


def test_the_robot_is_the_third_player_and_is_not_ranked() -> None:
    players = [
        player("Ana", "maki_3"),
        player("Bo", "maki_2"),
        player("Robot", "wasabi", "egg_nigiri", "maki_1"),
    ]
    counted = score_table(table(*players, options={"variant": "robot"})).data("en")
    assert [one["round"] for one in counted["players"]] == [6, 3, 3]
    assert [place["name"] for place in counted["ranking"]] == ["Ana", "Bo"]


def test_players_without_a_name_get_one() -> None:
    counted = score_table(table({"cards": ["tempura"]}, {"cards": []})).data("fr")
    assert [one["name"] for one in counted["players"]] == ["Player 1", "Player 2"]


ANA, BO = player("Ana"), player("Bo")


def named_seat(message: str, names: list[str], seats: list[int]) -> int | None:
    """The seat of the player with whose name a message begins."""
    called = dict(zip(names, seats, strict=True))
    begins = re.match(rf"({'|'.join(names)})(:| takes )", message)
    return called[begins[1]] if begins else None


@pytest.mark.parametrize(
    ("impossible", "message"),
    [
        (
            table(player("Ana", *["wasabi"] * 7), BO),
            "Ana: this is Wasabi number 7, but the box has only 6.",
        ),
        (
            table(player("Ana", *["wasabi"] * 4), player("Bo", *["wasabi"] * 3)),
            "Bo: this is Wasabi number 7",
        ),
        (
            table(player("Ana", "pizza"), BO),
            "Ana: there is no card “pizza” in Sushi Go! (Cards: tempura, ",
        ),
        (table(player("Ana", kept=["pizza"]), BO), "Ana: there is no card “pizza”"),
        (table(ANA), "Sushi Go! is for 2 to 5 players, not 1."),
        (table(*[ANA] * 6), "Sushi Go! is for 2 to 5 players, not 6."),
        (
            table(player("Ana", *["tempura"] * 11), BO),
            "Ana: Tempura makes 11 cards; the limit is 10",
        ),
        (
            table(player("Ana", kept=["tempura"]), BO),
            "Ana: Tempura is not kept from round to round.",
        ),
        (
            table(player("Ana", kept=["pudding"]), BO, round=1),
            "Ana: nothing can be kept before round 1",
        ),
        (table(ANA, BO, options={"variant": "robot"}), "Sushi Go! is for 2 to 5 players, not 1."),
        (
            table(*[ANA] * 4, options={"variant": "robot"}),
            "The robot variant is for two players, not 3.",
        ),
        (
            table(ANA, {"name": "Bo", "card": ["tempura"]}),
            "Bo: a player has no field “card”. The fields: name, cards, kept, before.",
        ),
        (
            table(ANA, BO, options={"spice": 1}),
            "Sushi Go! has no option “spice”. Its options: direction, variant.",
        ),
        (
            table(ANA, BO, options={"direction": "up"}),
            "Option “direction” cannot be 'up'. It is one of: left, alternate.",
        ),
        (table(ANA, BO, options=[1]), "“options” must be an object."),
        (table(ANA, BO, round=4), "“round” must be 1, 2 or 3."),
        (table(ANA, BO, round="three"), "“round” must be 1, 2 or 3."),
        (table(ANA, BO, round=2, final=True), "The last round is 3: “final” is not for round 2."),
        (table(ANA, BO, final="yes"), "“final” must be true or false."),
        (table(ANA, "Bo"), "Player 2: a player must be an object with “cards”."),
        (table(ANA, {"name": "Bo", "cards": "tempura"}), "Bo: “cards” must be a list of card ids."),
        (table(ANA, {"name": "Bo", "cards": [1]}), "Bo: “cards” must be a list of card ids."),
        (table(ANA, player("Bo", before="ten")), "Bo: “before” must be a number of points."),
        (table(ANA, player("Bo", before=10**30)), "Bo: “before” must be a number of points."),
        (table(player("Ana", "Squid nigiri"), BO), "Did you mean: squid_nigiri)."),
        (
            table(ANA, BO, robots=2),
            "A table has no field “robots”. Its fields: game, options, round, final, players.",
        ),
        ({"game": "sushi-go"}, "A table needs a list of “players”."),
        ({"players": [ANA, BO]}, "A table must be an object with a “game”."),
        (["sushi-go"], "A table must be an object with a “game”."),
        ({"game": "chess", "players": [ANA, BO]}, "There is no game “chess”."),
    ],
)
def test_an_impossible_table_is_refused_with_the_reason(impossible: Any, message: str) -> None:
    with pytest.raises(kaiten.KaitenError) as refused:
        score_table(impossible)
    assert message in str(refused.value)
    assert refused.value.seat == named_seat(
        str(refused.value), ["Ana", "Bo", "Player 2"], [0, 1, 1]
    )
    assert refused.value.text.to("fr") != refused.value.text.to("en")


def test_a_place_that_is_shared_away_is_still_a_place() -> None:
    players = [
        player("Ana", "maki_3"),
        *(player(name, "maki_2") for name in ("Bo", "Cy", "Di", "Ed")),
    ]
    lines = [one["lines"][0] for one in score_table(table(*players)).data("en")["players"]]
    assert [line["points"] for line in lines] == [6, 0, 0, 0, 0]
    assert lines[1]["reason"] == "2 symbols: second, shared by 4"


def test_puddings_that_are_all_equal_are_said_to_be_equal() -> None:
    counted = score_table(
        table(player("Ana", "pudding"), player("Bo", "pudding"), final=True)
    ).data("fr")
    assert counted["players"][0]["lines"] == [
        {"card": "pudding", "points": 0, "reason": "1 dessert\u00a0: tous à égalité"}
    ]


def party(*players: Any, **options: Any) -> dict[str, Any]:
    return {"game": "sushi-go-party", "options": options, "players": list(players)}


@pytest.mark.parametrize(
    ("impossible", "message"),
    [
        (party(player("Ana", uramaki=[8]), BO, menu="sushi-go"), "Ana: Uramaki is not on this menu."),
        (party(player("Ana", uramaki=[8, 8]), BO), "the places in “Uramaki” are worth 8, 6, and nobody takes one twice"),
        (party(player("Ana", uramaki=[6]), BO), "“Uramaki”: nobody can have taken 6: that place was not open."),
        (party(player("Ana", uramaki=[8]), player("Bo", uramaki=[8, 5]), edition="en"), "nobody can have taken 5"),
        (party(player("Ana", uramaki="8"), BO), "Ana: “uramaki” must be a list of points."),
        (party(player("Ana", "uramaki_5", "uramaki_5"), BO), "10 symbols take a place at once: remove those cards and enter the 8 points for Uramaki instead."),
        (party(player("Ana", "special_order"), BO), "Ana: say what Special order counts as, for example special_order>egg_nigiri."),
        (party(player("Ana", "menu_7"), BO), "Ana: Menu 7 does not stay on the table."),
        (party(player("Ana", "special_order>eel", "eel"), BO), "Ana: there is no Eel before Special order as Eel."),
        (party(player("Ana", "eel", "special_order>eel@wasabi"), BO), "Special order as Eel on wasabi: only a copied nigiri can go on a free wasabi"),
        (party(player("Ana", "maki"), BO), "Did you mean: maki_1, maki_2, maki_3)."),
        (party(player("Ana", "face_down"), BO, menu="sushi-go"), "no card on this menu turns others face down"),
        (party(player("Ana", *["pudding"] * 6, kept=["pudding"] * 5), BO), "11 desserts on this table, but only 10"),
        (party(player("Ana", "eel"), BO, menu="pizza"), "Menu: there is none called “pizza”."),
    ],
)  # fmt: skip
def test_an_impossible_table_of_the_party_is_refused_with_the_reason(
    impossible: Any, message: str
) -> None:
    with pytest.raises(kaiten.KaitenError) as refused:
        score_table(impossible)
    assert message in str(refused.value)
    assert refused.value.seat == named_seat(str(refused.value), ["Ana", "Bo"], [0, 1])
    assert refused.value.text.to("fr") != refused.value.text.to("en")


@pytest.mark.parametrize("options", [{}, {"menu": None}, {"menu": "random"}])
def test_without_a_menu_the_cards_decide_it(options: dict[str, Any]) -> None:
    counted = score_table(
        party(player("Ana", "eel", "eel", "face_down"), player("Bo", "tofu"), **options)
    ).data("en")
    assert [one["round"] for one in counted["players"]] == [9, 2]


def test_tea_and_soy_sauce_count_this_rounds_desserts_in_words_too() -> None:
    ana = player("Ana", "tea", *["green_tea_ice_cream"] * 3, "soy_sauce")
    lines = score_table(party(ana, player("Bo", "eel"))).data("en")["players"][0]["lines"]
    assert {line["card"]: (line["points"], line["reason"]) for line in lines} == {
        "tea": (3, "1 tea: 3 cards of one colour"), "soy_sauce": (4, "3 colours: the most")
    }  # fmt: skip


def draft(*cards: str) -> dict[str, Any]:
    return {"game": "sushi-draft", "players": [player("Ana", *cards), BO, player("Cy")]}


def test_a_joker_is_said_as_a_pick_says_it_or_as_a_special_order_is() -> None:
    answers = [
        score_table(draft("tuna", joker)).data("en")["players"][0]["lines"][0]
        for joker in ("joker>tuna", "joker as:tuna")
    ]
    assert (
        answers[0]
        == answers[1]
        == {"card": "tuna", "points": 0, "reason": "2 cards: the most, takes the token"}
    )


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (["tuna", "joker"], "Ana: say what Joker counts as, for example joker>tuna."),
        (["tuna", "joker>tuna_wasabi"], "Ana: Joker has no mark: write joker>tuna."),
        (["tuna", "joker>tuna@wasabi"], "Ana: there is no card “joker>tuna@wasabi” in Sushi Draft"),
        (["joker>tuna", "tuna"], "Ana: there is no Tuna before Joker as Tuna."),
        (
            ["Tuna"],
            "Ana: there is no card “Tuna” in Sushi Draft (Did you mean: tuna, tuna_wasabi).",
        ),
        (["face_down"], "Ana: there is no card “face_down” in Sushi Draft"),
    ],
)
def test_a_card_of_sushi_draft_that_cannot_lie_there_is_refused_with_the_reason(
    cards: list[str], message: str
) -> None:
    with pytest.raises(kaiten.BadTable) as refused:
        score_table(draft(*cards))
    assert message in str(refused.value)
