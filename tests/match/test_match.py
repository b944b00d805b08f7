"""The friendly face: dealing, asking, refusing."""

from __future__ import annotations

import pytest

import kaiten
from kaiten.engine import draft
from kaiten.engine.picks import COPY, SLOT, USING
from kaiten.engine.state import to_dict
from kaiten.games import list_games
from kaiten.match.events import Script
from tests.playing import play_out

TWO = (
    ("tempura", "tempura", "wasabi", *["sashimi"] * 7),
    ("chopsticks", "pudding", *["maki_1"] * 4, *["dumpling"] * 4),
)


def scripted() -> kaiten.Match:
    return kaiten.deal("sushi-go", ["Ana", "Bo"], script=Script({1: TWO}, {}))


@pytest.mark.parametrize(
    ("seat", "choice", "message"),
    [
        (0, "pudding", "Not in your hand: Pudding."),
        (0, "wasabi+wasabi", "Only one in your hand: Wasabi."),
        (0, "tempura+wasabi", "You may take only one card on this turn."),
        (0, "tempura+wasabi+sashimi", "You can take at most two cards."),
        (0, "tempura give:wasabi", "You do not control the robot on this turn."),
        (0, "tempura as:wasabi", "That pick is not possible now."),
        (0, "tempura for:wasabi", "“for:wasabi”: after the cards, only give:CARD"),
        (0, "tempura give:sashimi give:wasabi", "each once"),
        (0, "", "“” is not a card of this game."),
        (2, "tempura", "Seat 2 has nothing to choose now."),
        (-1, "tempura", "Seat -1 has nothing to choose now."),
    ],
)
def test_an_illegal_choice_is_refused_with_the_reason(seat: int, choice: str, message: str) -> None:
    match = scripted()
    for make in (
        match.choose,
        match.check,
        lambda seat, choice: match.answer({1: "pudding", seat: choice}),
    ):
        with pytest.raises(kaiten.IllegalChoice) as refused:
            make(seat, choice)
        assert message in str(refused.value)
        assert isinstance(refused.value, ValueError)
    assert match.waiting == (0, 1)


def test_checking_a_choice_gives_the_choice_and_makes_it_not() -> None:
    match = scripted()
    checked = match.check(1, "pudding")
    assert (checked.cards, checked.words.to("fr")) == (("pudding",), "Dessert")
    assert match.check(1, checked) == checked
    assert match.waiting == (0, 1)
    # an answer may still be replaced
    assert match.choose(0, "wasabi").check(0, "tempura").text == "tempura"


def test_several_seats_answer_at_once_as_if_one_after_the_other() -> None:
    match = together = kaiten.deal("sushi-go-party", 4, 7, menu="master-menu")
    while not match.over:
        choices = {seat: match.choices(seat)[-1] for seat in match.waiting}
        together = together.answer({seat: choice.text for seat, choice in choices.items()})
        for seat, choice in choices.items():
            match = match.choose(seat, choice)
        assert to_dict(together._state) == to_dict(match._state)
        assert together.view(1).facts() == match.view(1).facts()
    assert together.record() == match.record()


def test_some_answer_and_the_others_are_waited_for() -> None:
    match = kaiten.deal("sushi-go", 3, 1)
    first, second = match.choices(0)[0], match.choices(0)[1]
    some = match.answer({2: match.choices(2)[0], 0: first})
    assert some.waiting == (1,)
    assert some.log == match.log
    done = some.answer({0: second, 1: match.choices(1)[0]})  # changed at the last moment
    assert (done.turn, done.view(1).trays[0]) == (2, {second.text: 1})


def test_when_nobody_answers_nothing_happens() -> None:
    match = scripted()
    assert match.answer({}) is match
    over = play_out("sushi-go", 2, 1)
    assert over.answer({}) is over


WITH_JOKER = (
    ("joker", "tuna", "tuna", "salmon", "salmon", "salmon"),
    ("joker", "tuna", "tuna", "shrimp", "shrimp", "shrimp"),
    ("tuna", "shrimp", "cucumber", "cucumber", "mackerel", "mackerel"),
)


@pytest.mark.parametrize(
    ("picks", "choice", "message"),
    [
        ([], "joker as:tuna", "It cannot be your first card."),
        ([], "joker", "It cannot be your first card."),
        (
            ["tuna", "shrimp", "mackerel"],
            "joker",
            "a category that you have already started. It cannot be your first card. Possible: joker as:shrimp.",
        ),
        (["tuna", "shrimp", "mackerel"], "joker as:tuna", "Possible: joker as:shrimp."),
        (["tuna", "shrimp", "mackerel"], "joker as:joker>shrimp", "Possible: joker as:shrimp."),
        (["tuna", "shrimp", "mackerel"], "tuna as:shrimp", "That pick is not possible now."),
        (["tuna", "shrimp", "mackerel"], "shrimp", "Not in your hand: Shrimp."),
    ],
)
def test_a_joker_is_refused_with_the_reason(picks: list[str], choice: str, message: str) -> None:
    match = kaiten.deal("sushi-draft", 3, script=Script({1: WITH_JOKER}, {}))
    for seat, pick in enumerate(picks):
        match = match.choose(seat, pick)
    with pytest.raises(kaiten.IllegalChoice) as refused:
        match.choose(1, choice)
    assert message in str(refused.value)


def test_the_prompt_says_that_a_joker_needs_a_category() -> None:
    match = kaiten.deal("sushi-draft", 3, script=Script({1: WITH_JOKER}, {}))
    words = [prompt.words.to("en") for prompt in [match.prompt(1)] if prompt]
    assert words == ["Pick a card."]
    for seat, pick in enumerate(["tuna", "shrimp", "mackerel"]):
        match = match.choose(seat, pick)
    words = [prompt.words.to("en") for prompt in [match.prompt(1)] if prompt]
    assert words == ["Pick a card. Say which dish your joker joins."]


def test_whoever_controls_the_robot_must_serve_it() -> None:
    match = kaiten.deal("sushi-go", 2, 1, variant="robot")
    card = match.choices(0)[0].cards[0]
    with pytest.raises(kaiten.IllegalChoice, match="Pick a card for the robot too"):
        match.choose(0, card)


def test_nothing_is_asked_when_the_match_is_over() -> None:
    match = kaiten.deal("sushi-go", 2, 1)
    while not match.over:
        match = match.choose(match.waiting[0], match.choices(match.waiting[0])[0])
    assert match.prompt(0) is None
    assert len(match.choices(0)) == 0
    with pytest.raises(kaiten.IllegalChoice):
        match.choose(0, "tempura")


def test_prompts_say_what_may_be_done() -> None:
    match = scripted()
    assert match.prompt(0) == kaiten.Prompt("pick", kaiten.Text("Pick a card."))
    match = match.choose(0, "tempura").choose(1, "chopsticks")
    after = match.prompt(1)
    assert after is not None
    assert after.words.to("en") == "Pick a card. You may take two."
    robot = kaiten.deal("sushi-go", 2, 1, variant="robot").prompt(0)
    assert robot is not None
    assert robot.words.to("fr") == "Choisissez une carte. Choisissez-en aussi une pour le robot."


def test_a_choice_has_text_to_paste_back_and_words() -> None:
    match = scripted().choose(0, "tempura").choose(1, "chopsticks")
    pair = next(choice for choice in match.choices(1) if choice.text == "wasabi+tempura")
    assert pair.cards == ("wasabi", "tempura")
    assert pair.words.to("en") == "Wasabi, then Tempura"
    assert pair.words.to("fr") == "Wasabi, puis Tempura"
    assert pair in match.choices(1)
    assert "tempura+wasabi" in match.choices(1)
    assert "sashimi" in repr(match.choices(1))
    assert pair not in match.choices(0)
    robot = kaiten.deal("sushi-go", 2, 1, variant="robot").choices(0)[0]
    assert robot.given is not None
    assert robot.words.to("en").endswith("for the robot")


def test_players_may_have_names_and_must_have_their_own() -> None:
    assert scripted().names == ("Ana", "Bo")
    assert kaiten.deal("sushi-go", 2, 1, variant="robot").names == ("Player 1", "Player 2", "Robot")
    for names in (["Ana", "Ana"], ["Ana", " "]):
        with pytest.raises(kaiten.BadPlayers, match="a different name"):
            kaiten.deal("sushi-go", names)


@pytest.mark.parametrize(
    ("players", "options", "error"),
    [
        (1, {}, kaiten.BadPlayers),
        (6, {}, kaiten.BadPlayers),
        (3, {"variant": "robot"}, kaiten.BadPlayers),
        (1, {"variant": "robot"}, kaiten.BadPlayers),
        (3, {"direction": "right"}, kaiten.BadOption),
        (3, {"speed": "fast"}, kaiten.BadOption),
        (3, {"seed": -1}, kaiten.BadOption),
        (3, {"seed": 2**63}, kaiten.BadOption),
    ],
)
def test_what_cannot_be_dealt_is_refused(
    players: int, options: dict[str, object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        kaiten.deal("sushi-go", players, **options)  # type: ignore[arg-type]


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(kaiten.UnknownGame, match="There is no game “chess”"):
        kaiten.deal("chess", 2)


def test_without_a_seed_every_deal_is_another_one() -> None:
    assert kaiten.deal("sushi-go", 2).log != kaiten.deal("sushi-go", 2).log


def test_a_view_is_for_a_seat_or_a_spectator() -> None:
    match = scripted()
    assert match.view(None).hand.total() == 0
    assert match.view(None).prompt is None
    assert match.view(1).passes == "left"
    with pytest.raises(kaiten.BadPlayers, match="There is no seat 5"):
        match.view(5)


def test_public_names_are_all_there() -> None:
    for name in kaiten.__all__:
        assert getattr(kaiten, name) is not None
        assert name in dir(kaiten)
    with pytest.raises(AttributeError):
        kaiten.nonsense  # noqa: B018


def test_only_what_a_pick_points_at_can_be_a_card_that_acts_as_another() -> None:
    match = kaiten.deal("sushi-go-party", 3, 1, menu="big-banquet")
    held = match.game.numbers[match.choices(0)[0].text]
    assert draft.is_legal(match._state, 0, held)
    assert not draft.is_legal(match._state, 0, held + COPY)
    assert not draft.is_legal(match._state, 0, held + (COPY << SLOT * USING))


@pytest.mark.parametrize(
    "menu",
    [
        "my-first-meal",
        "My First Meal",
        ["maki", "tempura", "sashimi", "miso_soup", "tea", "wasabi", "green_tea_ice_cream"],
        "nigiri, Maki, tempura, sashimi, miso-soup, wasabi, tea, green tea ice cream",
    ],
)
def test_a_menu_may_be_written_in_several_ways(menu: str | list[str]) -> None:
    dishes = "maki,tempura,sashimi,miso_soup,tea,wasabi,green_tea_ice_cream"
    assert kaiten.deal("sushi-go-party", 2, 1, menu=menu).options["menu"] == dishes


def test_the_games_look_alike_to_a_client() -> None:
    matches = [play_out(game.id, 3, 1) for game in list_games()]
    assert len({tuple(match.view(0).facts()) for match in matches}) == 1
    assert len({tuple(match.record().data()) for match in matches}) == 1
    for match in matches:
        words = {next(iter(event)) for event in match.record().data()["events"]}
        assert (
            {"deal", "ask", "points", "final"}
            <= words
            <= {"deal", "draw", "ask", "give", "take", "points", "final"}
        )
        assert {line.card for line in match.sheet()} <= {rule.id for rule in match.game.rows}


def test_a_checked_choice_counts_only_where_it_was_checked() -> None:
    match = scripted()
    wasabi = match.check(0, "wasabi")
    assert match.check(0, wasabi) is wasabi
    with pytest.raises(kaiten.IllegalChoice, match="Not in your hand"):
        match.choose(1, wasabi)
    after = match.answer({0: wasabi, 1: match.check(1, "pudding")})
    with pytest.raises(kaiten.IllegalChoice, match="Not in your hand"):
        after.choose(0, wasabi)
    assert after.log == match.answer({0: "wasabi", 1: "pudding"}).log
