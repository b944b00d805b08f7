"""The command line."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import kaiten
from kaiten.cli.main import app, main
from kaiten.match.fairness import Contribution, JointSeed, commit, hash_secret
from tests.playing import play_out

TABLE: dict[str, Any] = {
    "game": "sushi-go", "options": {}, "round": 3, "final": True,
    "players": [
        {"name": "Ana", "cards": ["wasabi", "squid_nigiri", "maki_2"], "kept": ["pudding"]},
        {"name": "Bo", "cards": ["tempura", "maki_3", "tempura"]},
    ],
}  # fmt: skip


def run(*words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(app, list(words), input=typed)


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


def test_help_names_every_command() -> None:
    answer = run("--help")
    assert answer.exit_code == 0
    for command in ("play", "score", "simulate", "arena", "replay", "analyse", "verify", "cards"):
        assert command in answer.output
    assert kaiten.__version__ in run("--version").output


# --- score ---


def test_score_prints_the_points_as_json_and_as_text(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    file.write_text(json.dumps(TABLE, indent=2))
    data = json.loads(run("score", str(file), "--json").stdout)
    assert [player["total"] for player in data["players"]] == [18, 11]
    text = run("score", str(file), "--lang", "fr").stdout
    assert "sur wasabi\u00a0: 1 × Sushi au calamar" in text
    assert "1. Ana 18   2. Bo 11" in text


DRAFT: dict[str, Any] = {
    "game": "sushi-draft", "options": {"advanced": True},
    "players": [
        {"name": "Ana", "cards": ["tuna", "tuna_wasabi", "joker>tuna"]},
        {"name": "Bo", "cards": ["shrimp", "salmon"]},
        {"name": "Cy", "cards": ["shrimp"]},
    ],
}  # fmt: skip


def test_score_says_who_takes_which_token_and_no_points_before_the_end() -> None:
    data = json.loads(run("score", "-", "--json", typed=json.dumps(DRAFT)).stdout)
    assert [player["takes"] for player in data["players"]] == [["tuna"], ["salmon", "dessert"], []]
    assert [player["total"] for player in data["players"]] == [None, None, None]
    assert data["ranking"] == []
    text = run("score", "-", typed=json.dumps(DRAFT)).stdout
    assert "Tuna: 2½ cards: the most, takes the token" in text
    assert not re.search(r"^ +(Ana|Bo|Cy) +\d", text, re.M)
    tokens = [{"tuna": [3, 5]}, {"salmon": [2], "dessert": [5, 2]}, {}]
    players = [
        {**player, "tokens": held} for player, held in zip(DRAFT["players"], tokens, strict=True)
    ]
    final = run("score", "-", typed=json.dumps({**DRAFT, "final": True, "players": players})).stdout
    assert "Tokens: Salmon 2, Dessert 2, Dessert 5" in final
    assert "1. Bo 9   2. Ana 8   3. Cy 0" in final


def test_the_machines_own_language_is_spoken_unless_another_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert "5 points par paire" in run("cards", "tempura").stdout
    assert "5 points for each pair" in run("cards", "tempura", "--lang", "en").stdout
    assert run("cards", "tempura", "--lang", "tlh").exit_code == 2


def test_score_reads_several_tables_one_per_line() -> None:
    lines = "\n".join([json.dumps(TABLE), json.dumps({**TABLE, "final": False})])
    answer = run("score", "-", "--json", typed=lines)
    totals = [
        [player["total"] for player in json.loads(line)["players"]]
        for line in answer.stdout.splitlines()
    ]
    assert totals == [[18, 11], [12, 11]]


def test_score_refuses_an_impossible_table_and_counts_the_others() -> None:
    bad = {**TABLE, "players": [{"name": "Ana", "cards": ["wasabi"] * 7}, {"name": "Bo"}]}
    answer = run("score", "-", "--json", typed="\n".join(map(json.dumps, (TABLE, bad, TABLE))))
    assert answer.exit_code == 2
    first, second, third = map(json.loads, answer.stdout.splitlines())
    assert first == third
    assert second == {"error": "Ana: this is Wasabi number 7, but the box has only 6."}
    assert answer.stderr == "-:2: Ana: this is Wasabi number 7, but the box has only 6.\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            json.dumps({**TABLE, "players": [{"name": "Ana", "cards": ["pizza"]}, {}]}),
            "Ana: there is no card “pizza”",
        ),
        (json.dumps({**TABLE, "players": TABLE["players"][:1]}), "2 to 5 players, not 1"),
        ("[1, 2]", "an object with a “game”"),
        ("", "This is not JSON"),
        ('{"game": ', "This is not JSON"),
    ],
)
def test_score_says_what_is_wrong_and_exits_with_two(text: str, message: str) -> None:
    answer = run("score", "-", "--json", typed=text)
    assert answer.exit_code == 2
    assert message in answer.stderr
    assert answer.stdout == ""


def test_score_survives_a_broken_line_among_others() -> None:
    answer = run("score", "-", "--json", typed=json.dumps(TABLE) + "\n{nonsense}\n")
    assert answer.exit_code == 2
    assert [list(json.loads(line)) for line in answer.stdout.splitlines()] == [
        ["players", "ranking", "tie_break"],
        ["error"],
    ]


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    for command in ("score", "replay", "verify"):
        answer = run(command, str(tmp_path / "nowhere.json"))
        assert (
            str(answer.exception)
            == f"[Errno 2] No such file or directory: '{tmp_path / 'nowhere.json'}'"
        )


def test_a_name_is_data_and_never_markup() -> None:
    table = {**TABLE, "players": [{"name": "[bold]Ana[/x]"}, {"name": "Bo"}]}
    assert "[bold]Ana[/x]" in run("score", "-", typed=json.dumps(table)).stdout


# --- simulate ---


def simulated(*words: str) -> dict[str, Any]:
    answer = run("simulate", "sushi-go", "--json", *words)
    assert answer.exit_code == 0, answer.output
    data: dict[str, Any] = json.loads(answer.stdout)
    return data


def test_simulate_prints_its_numbers() -> None:
    data = simulated("--players", "4", "--games", "400", "--seed", "1")
    assert list(data) == [
        "games",
        "seconds",
        "games_per_second",
        "mean",
        "sd",
        "win_share",
        "options",
    ]
    assert data["games"] == 400
    assert 27 < data["mean"] < 29.5
    assert sum(data["win_share"]) == pytest.approx(1)
    assert "points" in run("simulate", "-n", "10").stdout


def test_the_same_seed_gives_the_same_games_whatever_the_number_of_jobs(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one", "two")]
    results = [
        simulated("--games", "250", "--seed", "3", "--jobs", jobs, "--records", str(file))
        for jobs, file in zip("12", files, strict=True)
    ]
    assert [results[0][key] for key in ("mean", "sd", "win_share")] == [
        results[1][key] for key in ("mean", "sd", "win_share")
    ]
    assert files[0].read_text() == files[1].read_text()
    lines = files[0].read_text().splitlines()
    assert len(lines) == 250
    assert kaiten.load_match(lines[-1]).over


def test_simulate_plays_the_variants() -> None:
    assert len(simulated("--games", "20", "--variant", "robot")["win_share"]) == 2
    assert (
        len(simulated("--games", "20", "--direction", "alternate", "--players", "5")["win_share"])
        == 5
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--seed", str(2**63)], "A seed is a whole number from 0 to 2^63 - 1."),
        (["--players", "9"], "Sushi Go! is for 2 to 5 players, not 9."),
        (["--records", "/nowhere/at/all"], "/nowhere/at/all: No such file or directory"),
        (["--direction", "up"], "Option “direction” cannot be 'up'."),
        (["--variant", "robot", "--players", "4"], "The robot variant is for two players, not 4."),
        (["--players", "9", "--lang=fr"], "Sushi Go! se joue de 2 à 5 joueurs, pas à 9."),
    ],
)
def test_what_cannot_be_simulated_is_said_in_a_sentence(
    words: list[str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.argv", ["kaiten", "simulate", "sushi-go", *words])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    assert message in capsys.readouterr().err


# --- replay ---


def test_replay_shows_a_record_in_either_form(tmp_path: Path) -> None:
    record = play_out("sushi-go", 2, 1, variant="robot").record()
    for name, text in (("game.json", record.json()), ("game.txt", record.text())):
        file = tmp_path / name
        file.write_text(text)
        shown = run("replay", str(file))
        assert shown.exit_code == 0, shown.output
        for words in ("Round 3", "After round 3", "Player 1 takes", "Robot", "symbols"):
            assert words in shown.stdout
        assert json.loads(run("replay", str(file), "--json").stdout) == {
            "ok": True, "over": True, "scores": list(record.scores or ()),
        }  # fmt: skip


def test_replay_waits_between_turns_when_asked(tmp_path: Path) -> None:
    match = kaiten.deal("sushi-go", 2, 1)
    match = match.choose(0, match.choices(0)[0]).choose(1, match.choices(1)[0])
    file = tmp_path / "game.txt"
    file.write_text(match.record().text())
    assert run("replay", str(file), "--step", typed="\n\n").exit_code == 0
    assert run("replay", str(file), "--step", typed="\n").exit_code == 1


def test_replay_takes_one_game_out_of_many(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    simulated("--games", "3", "--records", str(file))
    scores = [
        json.loads(run("replay", str(file), "--json", "--game", number).stdout)["scores"]
        for number in "123"
    ]
    assert scores == [
        json.loads(line)["result"]["scores"] for line in file.read_text().splitlines()
    ]
    assert run("replay", str(file), "--game", "4").exit_code == 2


def test_a_refused_simulation_leaves_old_records_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("precious")
    assert run("simulate", "--players", "9", "--records", str(file)).exit_code != 0
    assert file.read_text() == "precious"


def test_replay_refuses_a_record_that_breaks_the_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads(play_out("sushi-go", 2, 1).record().json())
    data["events"][1]["answers"][0] = "pizza"
    file = tmp_path / "game.json"
    file.write_text(json.dumps(data))
    monkeypatch.setattr("sys.argv", ["kaiten", "replay", str(file), "--json", "--lang", "fr"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    assert (
        capsys.readouterr().err
        == "Manche 1, tour 1\u00a0: Player 1\u00a0: «\u00a0pizza\u00a0» n'est pas une carte de ce jeu.\n"
    )


# --- verify ---


def test_verify_says_what_it_has_checked(tmp_path: Path) -> None:
    promised = commit(1)
    record = replace(play_out("sushi-go", 2, 1).record(), fair=promised)
    for name, text in (("game.json", record.json()), ("game.txt", record.text())):
        file = tmp_path / name
        file.write_text(text)
        shown = run("verify", str(file), "--hash", promised.hash)
        assert (shown.exit_code, shown.stderr) == (0, "")
        for words in (
            "A replay by the rules of Sushi Go!",
            "Winner: ",
            "The seed 1 deals exactly these cards.",
            promised.hash,
        ):
            assert words in shown.stdout
        assert "Compare it with the one shown at the start" in run("verify", str(file)).stdout
        answer = run("verify", str(file), "--json")
        assert answer.exit_code == 0
        assert json.loads(answer.stdout) == {
            "ok": True,
            "rules": True,
            "fair": True,
            "reason": None,
        }


def test_verify_looks_for_what_a_client_contributed() -> None:
    own = "a1" * 32
    contributions = (Contribution((0,), hash_secret(own), own),)
    fair = JointSeed(hash_secret("5a" * 32), "5a" * 32, contributions)
    record = replace(kaiten.deal("sushi-go", 2, fair.seed).record(), fair=fair).json()
    known = ("verify", "-", "--hash", fair.hash, "--contribution")
    right = run(*known, own, typed=record)
    assert (right.exit_code, right.stderr) == (0, "")
    assert "Your contribution is among them." in right.stdout
    wrong = run(*known, "0" * 64, "--lang", "fr", typed=record)
    assert wrong.exit_code == 2
    assert wrong.stderr == "Votre contribution n'a pas été retenue pour cette donne.\n"
    assert "64 hexadecimal digits" in run(*known, "a1", typed=record).stderr


def test_verify_says_what_does_not_hold_and_exits_with_two() -> None:
    record = replace(play_out("sushi-go", 2, 1).record(), fair=commit(1))
    wrong = run("verify", "-", "--hash", "0" * 64, "--lang", "fr", typed=record.json())
    assert wrong.exit_code == 2
    assert "Rejouée selon les règles de Sushi Go!" in wrong.stdout
    assert wrong.stderr.startswith("La graine n'est pas celle qui avait été promise")
    data = json.loads(record.json())
    data["events"][1]["answers"][0] = "pizza"
    broken = run("verify", "-", "--json", typed=json.dumps(data))
    assert (broken.exit_code, broken.stderr) == (2, "")
    assert json.loads(broken.stdout) == {
        "ok": False,
        "rules": False,
        "fair": None,
        "reason": "The game does not follow the rules. Round 1, turn 1: Player 1: “pizza” is not a card of this game.",
    }


def test_verify_proves_nothing_of_a_record_without_a_promised_seed() -> None:
    answer = run("verify", "-", typed=play_out("sushi-go", 2, 1).record().text())
    assert answer.exit_code == 2
    assert "Winner: " in answer.stdout
    assert answer.stderr.endswith("so a fair deal cannot be proved.\n")


def test_verify_takes_one_game_out_of_many() -> None:
    first, second = (
        play_out("sushi-go", 2, 1).record(),
        replace(play_out("sushi-go", 2, 2).record(), fair=commit(2)),
    )
    lines = f"{first.json()}\n{second.json()}\n"
    assert [run("verify", "-", "--game", number, typed=lines).exit_code for number in "12"] == [
        2,
        0,
    ]
    assert "the file holds 2 games" in run("verify", "-", "--game", "3", typed=lines).stderr


# --- cards ---


def test_cards_explains_each_card_from_the_one_place_where_it_is_written() -> None:
    everything = " ".join(run("cards").stdout.split())
    for card in kaiten.find_game("sushi-go").cards:
        assert card.rule.to("en") in everything
        for kind, copies in card.copies.items():
            assert f"{kind} ×{copies}" in everything
    for name in ("maki", "maki_2", "Double maki", "double MAKI"):
        assert "6 points for the most maki symbols" in run("cards", name).stdout
    (data,) = json.loads(run("cards", "sashimi", "--json", "--lang", "fr").stdout)
    assert data["copies"] == {"sashimi": 14}
    assert data["rule"].startswith("10 points par trio")


def test_an_unknown_card_is_answered_with_the_known_ones() -> None:
    answer = run("cards", "pizza")
    assert answer.exit_code == 2
    assert "tempura" in answer.stderr


# --- Sushi Go Party! ---


def test_the_cards_and_menus_of_the_party_are_listed() -> None:
    text = run("cards", "--game", "sushi-go-party", "--lang", "fr").stdout
    for words in (
        "Anguille",
        "Boite à emporter",
        "2 suppléments: chopsticks, spoon",
        "--menu dinner-for-two",
        "Menu d'amour",
    ):
        assert words in text
    served = json.loads(
        run("cards", "--game", "sushi-go-party", "--menu", "sushi-go", "--json").stdout
    )
    assert {card["id"] for card in served} == {
        "nigiri", "maki", "tempura", "sashimi", "dumpling", "chopsticks", "wasabi", "pudding"
    }  # fmt: skip


def test_a_card_that_editions_play_differently_is_described_for_each() -> None:
    texts = [
        run("cards", "uramaki", "--game", "sushi-go-party", "--edition", edition).stdout
        for edition in ("fr", "en")
    ]
    assert "scores 8 points at once, the second 6" in " ".join(texts[0].split())
    assert "8, 5 and 2" in " ".join(texts[1].split())


def test_the_party_is_simulated_with_a_menu_by_name_by_dishes_or_at_random() -> None:
    dishes = "maki,tempura,eel,tofu,tea,menu,fruit"
    for menu in ("master-menu", dishes, "random"):
        words = [
            "simulate",
            "sushi-go-party",
            "--players",
            "4",
            "-n",
            "5",
            "--menu",
            menu,
            "--edition",
            "en",
        ]
        data = json.loads(run(*words, "--json").stdout)
        assert len(data["options"]["menu"].split(",")) == 7
        assert f"menu {data['options']['menu']}" in run(*words).stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--menu", "pizza"], "Menu: there is none called “pizza”."),
        (
            ["--menu", "maki,temaki,tempura,eel,tofu,tea,menu,fruit"],
            "Menu: it needs 1 roll, not 2 (maki, temaki).",
        ),
        (
            ["--menu", "big-banquet", "--players", "2"],
            "This menu has spoon, which is for 3 to 8 players, not 2.",
        ),
        (["--menu", "random", "--players", "9"], "Sushi Go Party! is for 2 to 8 players, not 9."),
        (["--direction", "alternate"], "Sushi Go Party! has no option “direction”."),
        (["--edition", "de"], "Option “edition” cannot be 'de'."),
    ],
)
def test_a_party_that_cannot_be_is_refused(words: list[str], message: str) -> None:
    answer = run("simulate", "sushi-go-party", *words)
    assert message in str(answer.exception)


def test_a_table_of_the_party_is_scored() -> None:
    players = [
        {
            "name": "Ana",
            "cards": ["uramaki_3", "tofu", "special_order>tofu", "face_down"],
            "uramaki": [8],
        },
        {"name": "Bo", "cards": ["uramaki_5"]},
    ]
    text = run(
        "score", "-", typed=json.dumps({"game": "sushi-go-party", "players": players})
    ).stdout
    assert "8 during the round, 3 symbols: no place" in text
    assert "1 card face down" in text
    assert "1. Ana 16   2. Bo 2" in text


# --- Sushi Draft ---


def test_cards_tell_the_rules_that_stand_on_no_card_and_what_tokens_are_worth() -> None:
    text = run("cards", "--game", "sushi-draft", "--lang", "en").stdout
    for words in (
        "(tuna ×5, tuna_wasabi ×3, tokens 3 4 5)",
        "Dessert  (tokens 2 3 5)",
        "Tokens\n",
        "Joker  (joker ×2)",
    ):
        assert words in text
    assert "A category with a wasabi mark counts as half" in " ".join(
        run("cards", "dessert", "--game", "sushi-draft", "--advanced").stdout.split()
    )
    (tuna,) = json.loads(run("cards", "sushi thon", "--tokens", "tuna:1,1,1", "--json").stdout)
    assert tuna["tokens"] == [1, 1, 1]
    assert (
        " ".join(text.split()).count(
            "If players tie, the next highest takes it instead. The wasabi"
        )
        == 1
    )
    assert "Three to five players get six cards each." in " ".join(text.split())
    assert "A category with a wasabi mark counts as half" not in " ".join(
        run("cards", "dessert", "--game", "sushi-draft").stdout.split()
    )
    assert "The robot scores like a third player" in " ".join(run("cards", "robot").stdout.split())


def test_sushi_draft_is_simulated_with_its_options() -> None:
    words = (
        "simulate",
        "sushi-draft",
        "--games",
        "20",
        "--advanced",
        "--tokens",
        "tuna:9,9,9",
        "--json",
    )
    data = json.loads(run(*words).stdout)
    assert data["options"]["advanced"] is True
    assert data["options"]["tokens"].startswith("tuna:9,9,9/shrimp:2,4,4/")
    assert len(data["win_share"]) == 4
    refused = run("simulate", "sushi-draft", "--tokens", "tuna:9,9")
    assert "Each pile has three tokens, worth 0 to 99" in str(refused.exception)
    assert "has no option “advanced”" in str(run("play", "sushi-go", "--advanced").exception)
