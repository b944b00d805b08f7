"""Whole games in the terminal, played by typing numbers."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

import kaiten
from kaiten.cli.main import app
from kaiten.terminal.play import Terminal
from tests.long_run import plain_unless_long
from tests.playing import SPREAD


def typed_game(*words: str, keys: list[str], columns: int = 160, game: str = "sushi-go") -> str:
    answer = CliRunner(env={"COLUMNS": str(columns), "LC_ALL": "C.UTF-8"}).invoke(
        app, ["play", game, *words], input="\n".join(keys) + "\n"
    )
    assert answer.exit_code == 0, answer.output
    return answer.stdout


ANYTHING = ["1", "", "2", "", "1", ""] * 200


@pytest.mark.parametrize("players", ["2", "3", "5"])
def test_a_whole_game_can_be_played(players: str) -> None:
    shown = typed_game("--players", players, "--seed", "5", keys=ANYTHING)
    for words in (
        "Round 1 of 3 · turn 1 of",
        "You take",
        "Aki takes",
        "After round 1",
        "After round 3",
        f"kaiten play sushi-go --players {players} --seed 5",
    ):
        assert words in shown
    assert "symbols: the most" in shown


def test_a_whole_game_with_the_robot_in_french() -> None:
    shown = typed_game("--variant", "robot", "--seed", "5", "--lang", "fr", keys=ANYTHING)
    for words in (
        "Manche 1 sur 3",
        "Et une pour le robot\u00a0:",
        "Après la manche 3",
        "Robot",
        "Vous prenez",
        "Aki prend",
    ):
        assert words in shown


@pytest.mark.parametrize("columns", [60, 80, 100, 160])
def test_every_card_of_the_hand_is_one_line_with_its_number_and_name(columns: int) -> None:
    view = kaiten.deal("sushi-go", 3, 5).view(0)
    held = [card for card in view.game.kinds if view.hand[card]]
    lines = (
        typed_game("--seed", "5", keys=["q"], columns=columns).replace("\u00a0", " ").splitlines()
    )
    for number, card in enumerate(held, 1):
        start = f"│ {number}   {view.game.kind_names[card].to('en')}"
        assert [line for line in lines if line.startswith(start)], start


def test_a_game_can_be_recorded_and_replayed(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    typed_game("--seed", "5", "--record", str(file), keys=ANYTHING)
    assert CliRunner().invoke(app, ["replay", str(file), "--json"]).exit_code == 0
    shown = CliRunner().invoke(app, ["replay", str(file), "--lang", "fr"]).stdout
    assert "Vous prenez" in shown  # the record was made in English, where the player is called You
    assert "You" not in shown.split("Après la manche")[0].split("Tour 1")[1]


def test_the_player_who_serves_the_robot_is_told_and_cannot_serve_the_card_just_taken() -> None:
    view = kaiten.deal("sushi-go", 2, 5, variant="robot").view(0)
    held = [card for card in view.game.kinds if view.hand[card]]
    only_one = str(1 + next(place for place, card in enumerate(held) if view.hand[card] == 1))
    shown = typed_game("--variant", "robot", "--seed", "5", keys=[only_one, only_one, "q"])
    assert "You control the robot this turn." in shown
    assert "You have just taken your only one; choose another." in shown


def test_hands_pass_the_other_way_on_every_second_round() -> None:
    shown = typed_game("--direction", "alternate", "--seed", "5", keys=ANYTHING)
    assert "hands pass to the left, yours to Aki" in shown
    assert "hands pass to the right, yours to Mei" in shown


def test_typing_errors_are_met_with_help_and_q_leaves() -> None:
    shown = typed_game("--seed", "5", keys=["99", "?", "tempura", "²", "q"])
    assert shown.count("Type the number of a card in your hand.") == 3
    assert "Type the number of the card to keep." in shown
    assert "Goodbye." in shown


def test_the_end_of_the_input_ends_the_game_politely() -> None:
    assert "Goodbye." in typed_game("--seed", "5", keys=["1"])


def test_the_same_seed_is_the_same_game() -> None:
    assert typed_game("--seed", "8", keys=ANYTHING) == typed_game("--seed", "8", keys=ANYTHING)


@pytest.mark.parametrize("players", ["-2", "1", "6", "20"])
def test_a_table_of_the_wrong_size_is_refused(players: str) -> None:
    answer = CliRunner().invoke(app, ["play", "sushi-go", "--players", players])
    assert str(answer.exception) == f"Sushi Go! is for 2 to 5 players, not {players}."


def test_chance_can_sit_at_the_table_too() -> None:
    assert "After round 3" in typed_game("--seed", "8", "--bot", "chance", keys=ANYTHING)


@pytest.mark.parametrize(
    ("words", "title", "option"),
    [
        ([], "(English edition)", "--edition en"),
        (["--lang", "fr"], "(édition française)", "--edition fr"),
        (["--edition", "fr"], "(French edition)", "--edition fr"),
        (["--lang", "fr", "--edition", "en"], "(édition anglaise)", "--edition en"),
    ],
    ids=str,
)
def test_a_party_is_played_in_the_edition_of_the_language_unless_another_is_asked_for(
    words: list[str], title: str, option: str
) -> None:
    given = [*words, "--players", "2", "--seed", "5", "--bot", "chance"]
    shown = typed_game(*given, keys=PARTY_KEYS, game="sushi-go-party")
    assert f"Sushi Go Party! {title}" in shown
    assert option in shown.splitlines()[-1]  # the same deal again
    other = typed_game("--players", "2", "--seed", "5", "--bot", "chance", keys=ANYTHING)
    assert "edition" not in other  # of a game that has one only


PARTY_KEYS = ["1", "1", "2", "", "1", "3", ""] * 400


@pytest.mark.unmeasured
@plain_unless_long
@pytest.mark.parametrize(("players", "menu"), SPREAD)
@pytest.mark.parametrize("edition", ["fr", "en"])
def test_a_whole_game_of_every_menu_can_be_played(players: int, menu: str, edition: str) -> None:
    words = [
        "--players",
        str(players),
        "--menu",
        menu,
        "--edition",
        edition,
        "--seed",
        "5",
        "--bot",
        "chance",
    ]
    shown = typed_game(*words, keys=PARTY_KEYS, game="sushi-go-party")
    for text in (
        f"Sushi Go Party! ({'French' if edition == 'fr' else 'English'} edition)",
        "Nigiri, ",
        "After round 3",
        f"--players {players} --seed 5",
    ):
        assert text in shown
    turns = {2: 10, 3: 10, 4: 9, 5: 9, 6: 8, 7: 8, 8: 7}[players]
    for number in (1, 2, 3):  # the person is asked on every turn, and once
        for turn in range(1, turns + 1):
            assert shown.count(f"Round {number} of 3 · turn {turn} of {turns} ") == 1


def test_the_events_of_a_party_are_shown() -> None:
    words = [
        "--players",
        "4",
        "--menu",
        "master-menu",
        "--seed",
        "1",
        "--bot",
        "chance",
        "--lang",
        "fr",
    ]
    shown = typed_game(*words, keys=[*"987654321"] * 400, game="sushi-go-party")
    for text in ("Menu gourmet", "Annoncer une cuillère", "Que demandez-vous\u00a0?", "· Cuillère · demande\u00a0: ", "· annoncé\u00a0:", "(la cuillère en échange)", "Personne n'en a.", "face cachée", "Défaussé\u00a0:"):  # fmt: skip
        assert text in shown


def test_points_scored_at_once_and_looks_at_the_deck_are_shown() -> None:
    words = ["--players", "4", "--menu", "dinner-for-two", "--seed", "3", "--bot", "greedy"]
    shown = typed_game(*words, keys=PARTY_KEYS, game="sushi-go-party")
    assert "· Uramaki: +8 at once" in shown
    assert "looks at 4 cards of the deck" in shown


def test_a_game_of_every_menu_can_be_replayed_on_the_screen(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    words = [
        "--players",
        "4",
        "--menu",
        "dinner-for-two",
        "--seed",
        "3",
        "--bot",
        "chance",
        "--record",
        str(file),
    ]
    typed_game(*words, keys=PARTY_KEYS, game="sushi-go-party")
    shown = CliRunner().invoke(app, ["replay", str(file)], catch_exceptions=False).stdout
    assert "· Menu · plays: " in shown
    assert "· Special order · copies: " in shown


def test_a_question_can_be_answered_wrongly_and_helped_with() -> None:
    words = ["--players", "2", "--menu", "dinner-for-two", "--seed", "4"]
    shown = typed_game(
        *words,
        keys=["9", "8", "7", "6", "5", "²", "?", "4", "3", "2", "1"] * 100,
        game="sushi-go-party",
    )
    assert "Type the number of an answer." in shown
    assert "Which of these cards will you play?" in shown
    assert "You look at:" in shown


@pytest.mark.unmeasured
@pytest.mark.parametrize("columns", [60, 80, 200])
def test_many_players_have_a_readable_sheet(columns: int) -> None:
    words = ["--players", "8", "--menu", "my-first-meal", "--seed", "4"]
    shown = typed_game(*words, keys=PARTY_KEYS, game="sushi-go-party", columns=columns)
    assert "symbols: the most" in shown.replace("\n", " ")


# --- Sushi Draft ---


def draft_game(*words: str, keys: list[str], columns: int = 160) -> str:
    return typed_game(*words, keys=keys, columns=columns, game="sushi-draft").replace("\u00a0", " ")


@pytest.mark.unmeasured
@pytest.mark.parametrize("players", ["3", "5"])
@pytest.mark.parametrize("rules", [[], ["--advanced"]])
@pytest.mark.parametrize("columns", [60, 160])
def test_a_whole_game_of_sushi_draft_can_be_played(
    players: str, rules: list[str], columns: int
) -> None:
    words = ["--players", players, "--seed", "5", *rules]
    shown = draft_game(*words, keys=["1", "2"] * 100, columns=columns)
    told = " ".join(shown.split())
    for text in (
        "takes the token",
        "token: 3, 4 or 5 ·",
        "After round 3",
        f"kaiten play sushi-draft {' '.join(words)}",
    ):
        assert text in told
    assert ("Sushi Draft, advanced rules" in told) is bool(rules)
    assert ("with wasabi" in told) is bool(rules)  # the mark means nothing in the basic rules
    # no tie-break by dessert cards
    assert "dessert" not in told.split("After round 3")[1].replace("Dessert", "")


def test_what_others_tokens_are_worth_is_shown_when_the_game_is_over() -> None:
    _, first, *_, last = draft_game("--players", "3", "--seed", "1", keys=["1", "2"] * 100).split(
        "After round"
    )
    first = first.split("Press Enter")[0]
    assert re.search(r"^  You take( +\w+ \d)+ *$", first, re.M)
    assert re.search(r"^  (Aki|Mei) takes( +\w+ \?)+ *$", first, re.M)
    assert re.search(r"^  Left on the pile: \w+", first, re.M)
    assert re.search(r"^  (Aki|Mei) takes( +\w+ \d)+ *$", last, re.M)
    assert "?" not in last


@pytest.mark.parametrize("columns", [50, 80, 120])
def test_no_label_is_broken_over_two_lines(columns: int) -> None:
    shown = draft_game(
        "--players", "4", "--seed", "5", "--advanced", keys=["1", "2"] * 100, columns=columns
    )
    tables = [part.split("╭─")[0] for part in shown.split("This round")[1:]]
    assert len(tables) == 15
    for table in tables:
        assert not re.search(r"with *$|^ *(wasabi|\?|\d|\(joker\)) ", table, re.M)


def test_a_joker_asks_for_its_category_and_cannot_be_the_first_card() -> None:
    seed = next(
        seed for seed in range(100) if kaiten.deal("sushi-draft", 3, seed).view(0).hand["joker"]
    )
    hand = kaiten.deal("sushi-draft", 3, seed).view(0).hand
    joker = str(len({card.removesuffix("_wasabi") for card in hand}))  # the last one shown
    assert "It cannot be your first card" in draft_game("--seed", str(seed), keys=[joker, "q"])
    played = draft_game(
        "--seed", "36", "--bot", "chance", keys=["6", "5", "4", "3", "2", "1"] * 100
    )
    assert "Onto which category:" in played
    assert "(Joker)" in played


def test_help_and_replay_know_the_tokens(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    words = [
        "--players",
        "4",
        "--seed",
        "5",
        "--tokens",
        "tuna:0,0,9",
        "--record",
        str(file),
        "--lang",
        "fr",
    ]
    shown = draft_game(*words, keys=["?", *["1", "2"] * 100])
    assert "jeton : 0 ou 9 · Le joueur qui en a le plus" in shown
    told = " ".join(shown.split())
    assert told.count("le suivant qui le prend. Le signe wasabi") == 1
    assert "--tokens tuna:0,0,9/shrimp:2,4,4" in "".join(shown.split("\n"))
    assert "Archivé dans" in shown
    replayed = (
        CliRunner()
        .invoke(app, ["replay", str(file)], catch_exceptions=False)
        .stdout.replace("\u00a0", " ")
    )
    assert replayed.startswith("Sushi Draft\n")
    assert re.search(r"^  Aki takes( +\w+ \d)+", replayed, re.M)
    assert "?" not in replayed


def test_a_record_can_be_left_and_one_that_breaks_off_says_so(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    draft_game("--seed", "5", "--record", str(file), keys=["1", "1", "q"])
    assert CliRunner().invoke(app, ["replay", str(file)]).stdout.endswith("The record ends here.\n")
    left = CliRunner().invoke(app, ["replay", str(file), "--step"], input="\nq\n").stdout
    assert "Turn 1" in left
    assert "Turn 2" not in left


# --- Hints ---


def test_a_hint_tells_more_each_time_and_is_counted_at_the_end() -> None:
    shown = typed_game(
        "--seed", "5", "--players", "5", keys=["h", "h", "h", "1", "hint", *ANYTHING], columns=120
    )
    nudge, best, everything = re.split(r"Your card \(\? for help\): ", shown)[1:4]
    names = set(hand_names(5, 5))
    assert not any(name in nudge for name in names)
    assert "Press h again for more." in nudge
    assert [line[0] for line in best.splitlines() if re.match(r"\d\. ", line)] == ["1", "2", "3"]
    assert re.search(r"\d+% ± \d+\.\d", everything)
    assert re.search(r"[+-]\d+\.\d ± \d+\.\d", everything)
    assert all(name in everything for name in names)
    assert "Press h again for more." not in everything
    assert "2 hints in this game" in shown


def hand_names(players: int, seed: int) -> list[str]:
    view = kaiten.deal("sushi-go", players, seed).view(0)
    return [view.game.kind_names[card].to("en") for card in view.hand]


def test_a_hint_in_french_and_none_at_all() -> None:
    shown = typed_game("--seed", "5", "--players", "5", "--lang", "fr", keys=["conseil", *ANYTHING])
    assert "Encore h pour en savoir plus." in shown
    assert "1 conseil dans cette partie" in shown
    assert "in this game" not in typed_game("--seed", "5", "--players", "5", keys=ANYTHING)


def test_a_hint_for_what_a_card_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    match = kaiten.deal("sushi-go-party", 2, 4, menu="dinner-for-two")
    while not (0 in match.waiting and match.prompt(0).id != "pick" and len(match.choices(0)) > 1):  # type: ignore[union-attr]
        asking = {
            seat: [one for one in match.choices(seat) if "menu" in one.text]
            for seat in match.waiting
        }
        match = match.answer(
            {seat: (found or match.choices(seat))[0] for seat, found in asking.items()}
        )
    screen, typed = StringIO(), iter(["h", "h", "1"])
    terminal = Terminal(match.view(0), "en", Console(file=screen, width=120))
    monkeypatch.setattr(terminal, "read_line", lambda question: next(typed))
    assert terminal.ask_choice(match.view(0)) in match.choices(0)
    assert re.search(r"^1\. ", screen.getvalue(), re.MULTILINE)
    assert list(terminal.hint_steps.values()) == [2]


def test_the_terminal_recalls_what_was_seen_of_the_others_hands() -> None:
    shown = typed_game(
        "--seed", "5", "--players", "3", keys=["r", "1", "r", "q"], columns=120
    ).replace("\u00a0", " ")
    first, second = (lines.splitlines() for lines in shown.split("Hands you have seen")[1:])
    for name in ("Aki", "Mei"):
        assert [line.strip("│ ") for line in first if line.startswith(f"│ {name}")] == [
            f"{name}  + 9 ?"
        ]
    assert [line.strip("│ ") for line in second if line.startswith("│ Mei")] == ["Mei  + 8 ?"]
    view = kaiten.deal("sushi-go", 3, 5).view(0)
    kept, *passed = [
        view.game.kind_names[card].to("en")
        for card in view.game.kinds
        for _ in range(view.hand[card])
    ]
    (aki,) = (line for line in second if line.startswith("│ Aki"))
    assert "?" not in aki
    assert all(name in aki for name in passed)
    assert (kept in aki) == (kept in passed)


def test_the_terminal_says_against_whom_one_plays() -> None:
    assert "Against: Medium. Knows the odds" in typed_game("--seed", "5", keys=["q"])
    shown = typed_game(
        "--seed", "5", "--players", "5", "--bot", "easy", "--lang", "fr", keys=ANYTHING
    )
    assert "Contre\u00a0: Facile." in shown
    assert "kaiten play sushi-go --players 5 --seed 5 --bot easy" in shown
