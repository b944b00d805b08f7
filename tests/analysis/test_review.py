"""The analysis of a game: sums that hold, blunders that are found, and nothing judged by hidden
cards.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

import kaiten
from kaiten import Analysis, Match
from kaiten.analysis.accuracy import list_losses, measure_share, rate_accuracy
from kaiten.analysis.choice_estimates import estimate_choices
from kaiten.analysis.consequences import Consequences
from kaiten.analysis.explain import Explainer
from kaiten.analysis.review import find_answers, judge_decisions, name_loss
from kaiten.bots import BOTS, Bot
from kaiten.bots.budget import Budget
from kaiten.bots.tree.rollouts import ChoiceStatistics
from kaiten.cli.main import app, main
from kaiten.match.events import Script
from kaiten.match.replay import replay_steps
from kaiten.text import find_languages, translate_data
from tests.playing import every_table, play_out, steps


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


@pytest.fixture(scope="module")
def finished() -> Match:
    return play_out("sushi-draft", 3, 1)


@pytest.fixture(scope="module")
def analysis(finished: Match) -> Analysis:
    return kaiten.analyse(finished, iterations=30)


def broken_off(game: str, players: int, seed: int, turns: int, **options: Any) -> Match:
    """A match after some turns of players who choose anything."""
    for match in steps(kaiten.deal(game, players, seed, **options), Random(seed)):
        if match.turn > turns and match.waiting == tuple(match.seats):
            return match
    raise AssertionError


# --- Sums ---


def check_sums(analysis: Analysis) -> None:
    for moment in analysis.moments:
        assert sum(moment.chances) == pytest.approx(1)
    for player in analysis.players:
        assert player.start - player.lost + player.gained + player.luck == pytest.approx(player.end)
        assert player.end == analysis.moments[-1].chances[player.seat]
        assert player.lost == pytest.approx(
            sum(pick.loss for pick in analysis.picks if pick.seat == player.seat)
        )
    assert sum(player.luck for player in analysis.players) == pytest.approx(0)
    assert sum(player.lost for player in analysis.players) == pytest.approx(
        sum(player.gained for player in analysis.players)
    )


def test_start_luck_and_losses_add_up_to_the_result(finished: Match, analysis: Analysis) -> None:
    check_sums(analysis)
    ended = finished.outcome()
    assert ended
    assert [player.end for player in analysis.players] == [
        (seat in ended.winners) / len(ended.winners) for seat in finished.seats
    ]
    assert analysis.over
    assert any(pick.loss for pick in analysis.picks)


@every_table
def test_every_game_can_be_analysed_and_a_broken_off_one_too(
    game: str, players: int, options: dict[str, Any]
) -> None:
    match = broken_off(game, players, 1, 1, **options)
    analysis = kaiten.analyse(match, iterations=1)
    check_sums(analysis)
    assert not analysis.over
    assert analysis.moments[-1].chances == analysis.moments[-2].chances
    assert {pick.seat for pick in analysis.picks} <= set(match.seats)


def test_there_is_a_pick_for_every_decision_and_a_moment_for_every_question(
    finished: Match, analysis: Analysis
) -> None:
    replayed = list(kaiten.replay(finished.record()))
    decisions = [
        (match.round, match.turn, seat)
        for match in replayed
        for seat in match.waiting
        if len(match.choices(seat)) > 1
    ]
    assert [(pick.round, pick.turn, pick.seat) for pick in analysis.picks] == decisions
    assert [(moment.round, moment.turn) for moment in analysis.moments[:-1]] == [
        (match.round, match.turn) for match in replayed[:-1]
    ]
    assert analysis.moments[-1].prompt is None


def test_a_step_is_the_frame_of_the_replay_at_which_a_pick_was_made(
    finished: Match, analysis: Analysis
) -> None:
    from kaiten.match.replay import replay_steps as frames

    replayed = list(frames(finished.record()))
    for pick in analysis.picks:
        match = replayed[pick.step]
        assert (match.round, match.turn) == (pick.round, pick.turn)
        assert find_answers(match, replayed[pick.step + 1]).choices[pick.seat] == pick.played.text


# --- Picks ---


@pytest.mark.unmeasured
def test_a_squid_that_is_not_put_on_the_wasabi_is_a_blunder() -> None:
    hands = (
        ("wasabi", *["maki_1"] * 6, *["tempura"] * 3),
        ("dumpling", "squid_nigiri", *["pudding"] * 8),
    )
    match = kaiten.deal("sushi-go", ["Ana", "Bo"], script=Script({1: hands}, {}))
    match = match.answer({0: "wasabi", 1: "dumpling"}).answer({0: "pudding", 1: "maki_1"})
    analysis = kaiten.analyse(match, iterations=1000)
    (pick,) = [pick for pick in analysis.costliest if pick.seat == 0 and pick.turn == 2]
    assert (pick.played.text, str(pick.better), pick.judgement) == (
        "pudding",
        "squid_nigiri",
        "blunder",
    )
    assert pick.loss == pytest.approx(pick.best - pick.win)
    assert pick.words
    assert "Goes on the wasabi" in pick.words.to("en")
    assert analysis.players[0].judgements["blunder"] == 1
    assert analysis.costliest[0] is pick


def test_the_costliest_picks_are_three_and_the_worst_is_first(analysis: Analysis) -> None:
    losses = [pick.loss for pick in analysis.costliest]
    assert losses == sorted((pick.loss for pick in analysis.picks if pick.loss), reverse=True)[:3]
    for pick in analysis.picks:
        assert (pick.loss > 0) == (pick.better is not None) == (pick.words is not None)
        assert (pick.words is None) == (pick.words_to_player is None)
        assert pick.better != pick.played


def test_losses_have_the_names_of_lichess_scaled_by_the_number_of_players() -> None:
    assert [name_loss(loss, 2) for loss in (0.049, 0.05, 0.1, 0.15)] == [
        None,
        "inaccuracy",
        "mistake",
        "blunder",
    ]
    assert [name_loss(loss, 4) for loss in (0.024, 0.025, 0.05, 0.075)] == [
        None,
        "inaccuracy",
        "mistake",
        "blunder",
    ]


def test_a_pick_is_judged_alike_whatever_is_hidden() -> None:
    rng = Random(1)
    match = broken_off("sushi-go", 3, 2, 1)
    for seat in match.seats:
        other = match.view(seat).sample(rng)
        judgements = []
        for one in (match, other):
            following = one.answer(
                {
                    place: match.choices(place)[0] if place == seat else one.choices(place)[0]
                    for place in one.seats
                }
            )
            picks = judge_decisions(0, one, find_answers(one, following), Budget(iterations=20))
            judgements.append([pick for pick in picks if pick.seat == seat])
        assert other.hands != match.hands
        assert judgements[0] == judgements[1]


@pytest.mark.unmeasured
def test_the_same_game_is_analysed_alike_from_a_match_and_from_its_record(
    finished: Match, analysis: Analysis
) -> None:
    assert kaiten.analyse(finished.record().text(), iterations=30) == analysis


def test_progress_is_told_decision_by_decision(finished: Match) -> None:
    match, told = broken_off("sushi-go", 2, 1, 1), []
    kaiten.analyse(match, iterations=1, progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 2), (1, 2)]


# --- Accuracy ---


def estimates(*wins: float, error: float = 0.0) -> list[ChoiceStatistics]:
    """The statistics of choices with these win probabilities."""
    return [ChoiceStatistics(100, win, error, 0.0, 0.0) for win in wins]


def test_a_choice_costs_its_gap_to_the_best_and_nothing_within_the_errors() -> None:
    assert list_losses(estimates(0.5, 0.75, 0.25)) == [0.25, 0.0, 0.5]
    assert list_losses(estimates(0.5, 0.52, 0.2, error=0.05)) == [0.0, 0.0, pytest.approx(0.32)]


@given(st.floats(0, 9), st.floats(0, 9), st.floats(0.01, 9))
def test_accuracy_falls_with_what_was_lost_and_stays_between_its_bounds(
    lost: float, more: float, stake: float
) -> None:
    assert rate_accuracy(0, stake) == 100
    one, other = rate_accuracy(lost, stake), rate_accuracy(lost + more, stake)
    assert one is not None
    assert other is not None
    assert 0 <= other <= one <= 100


def test_where_nothing_was_at_stake_there_is_no_accuracy() -> None:
    assert measure_share(0, 0) is None
    assert rate_accuracy(0, 0) is None


def test_neither_forced_moves_nor_decisions_that_decide_nothing_count(
    finished: Match, analysis: Analysis
) -> None:
    replayed = list(replay_steps(finished.record()))
    assert all(len(replayed[pick.step].choices(pick.seat)) > 1 for pick in analysis.picks)
    assert any(not pick.stake for pick in analysis.picks)
    for player in analysis.players:
        own = [pick for pick in analysis.picks if pick.seat == player.seat and pick.stake]
        assert player.accuracy == rate_accuracy(
            sum(pick.loss for pick in own), sum(pick.stake for pick in own)
        )


@pytest.mark.unmeasured
def test_in_the_same_decisions_better_players_are_more_accurate() -> None:
    rng, lost, stakes = Random(1), Counter[str](), 0.0
    players: dict[str, Bot] = {
        "first": lambda view, rng: view.choices[0],
        **{name: BOTS[name] for name in ("easy", "medium")},
    }
    for match in islice(steps(kaiten.deal("sushi-go", 2, 4), rng), 24):
        for seat in match.waiting:
            view = match.view(seat)
            losses = list_losses(estimate_choices(view, Budget(iterations=200), 0))
            stakes += sum(losses) / len(losses)
            for name, bot in players.items():
                lost[name] += losses[view.choices.index(bot(view, Random(7)))]
    rated = {name: rate_accuracy(lost[name], stakes) or 0.0 for name in players}
    assert rated["first"] < rated["easy"] < rated["medium"] <= 100


# --- What a better choice leads to, and to whom it is said ---


def sure_sashimi() -> Match:
    """Two sashimi lie there, and the third comes back for certain."""
    hands = (
        ("sashimi", "sashimi", "salmon_nigiri", *["maki_1"] * 6, "maki_2"),
        ("sashimi", "sashimi", "egg_nigiri", *["dumpling"] * 7),
    )
    match = kaiten.deal("sushi-go", ["Ana", "Bo"], script=Script({1: hands}, {}))
    return match.answer({0: "sashimi", 1: "dumpling"}).answer({0: "sashimi", 1: "maki_1"})


def test_a_better_choice_is_explained_by_what_it_leads_to() -> None:
    view = sure_sashimi().view(0)
    places = [[one.text for one in view.choices].index(text) for text in ("sashimi", "maki_1")]
    words = Consequences(view, *places).describe(now=10)
    assert words
    assert re.match(
        r"In the end it is usually worth about \d+ points more \(Sashimi \+\d+", str(words)
    )
    behind = Consequences(view, *places).describe(now=-2)
    assert str(behind).startswith("It scores 2 points less at once, but is usually worth about ")
    assert Consequences(view, places[0], places[0]).describe(now=0) is None
    back = Consequences(view, *reversed(places)).describe(now=-10)
    assert "Sashimi +" not in str(back)


def test_tokens_that_change_hands_are_named() -> None:
    hands = (
        ("tuna", "shrimp", "shrimp", "salmon", "mackerel", "cucumber"),
        ("tuna", "shrimp", "salmon", "salmon", "mackerel", "cucumber"),
        ("tuna", "shrimp", "salmon", "salmon_wasabi", "tuna_wasabi", "cucumber"),
    )
    match = kaiten.deal("sushi-draft", ["Ana", "Bo", "Cy"], script=Script({1: hands}, {}))
    view = match.answer({0: "tuna", 1: "shrimp", 2: "cucumber"}).view(0)
    places = [[one.text for one in view.choices].index(text) for text in ("tuna", "salmon")]
    words = str(Consequences(view, *places).describe(now=0))
    wins = re.search(r"It wins the token for Tuna (\d+) times in 100 instead of (\d+)\.", words)
    assert wins
    assert int(wins[1]) > int(wins[2])
    leaves = re.search(
        r"It leaves the token for .+ to (?:Bo|Cy) (\d+) times in 100 instead of (\d+)\.", words
    )
    assert leaves is None or int(leaves[1]) < int(leaves[2])


@every_table
def test_sentences_call_the_player_by_name_and_never_you(
    game: str, players: int, options: dict[str, Any]
) -> None:
    match = broken_off(game, players, 3, 2, **options)
    for seat in match.waiting:
        view = match.view(seat)
        about, to_player = Explainer(view, names_player=True), Explainer(view)
        for choice in view.choices:
            sentence = about.explain(choice).to("en")
            assert not re.search(r"\byou(r)?\b", sentence, re.IGNORECASE)
            if sentence != to_player.explain(choice).to("en"):
                assert match.names[seat] in sentence


def test_another_player_s_pick_is_explained_with_that_player_s_name() -> None:
    match = sure_sashimi()
    (dumpling,) = [one for one in match.choices(1) if one.text == "dumpling"]
    told = Explainer(match.view(1), names_player=True).explain(dumpling).to("en")
    said = Explainer(match.view(1)).explain(dumpling).to("en")
    assert "Bo has seen" in told
    assert "you have seen" in said


# --- As data, and on the command line ---


def test_an_analysis_as_data(analysis: Analysis) -> None:
    data = json.loads(json.dumps(analysis.data(), allow_nan=False))
    assert list(data) == ["game", "names", "over", "moments", "picks", "costliest", "players"]
    assert list(data["moments"][0]) == ["step", "round", "turn", "prompt", "chances"]
    assert list(data["picks"][0]) == [
        "step",
        "round",
        "turn",
        "prompt",
        "seat",
        "played",
        "better",
        "win",
        "best",
        "loss",
        "stake",
        "judgement",
        "words",
        "words_to_player",
    ]
    assert list(data["players"][0]) == [
        "seat",
        "name",
        "picks",
        "accuracy",
        "average_loss",
        "judgements",
        "start",
        "lost",
        "gained",
        "luck",
        "end",
    ]
    worst = data["picks"][data["costliest"][0]]
    assert worst["loss"] == max(pick["loss"] for pick in data["picks"])
    kept = json.loads(json.dumps(analysis.data(None), allow_nan=False))
    for language in find_languages():
        told = translate_data(kept, language)
        assert told == analysis.data(language)
        assert told["picks"][0]["played"]["name"] == analysis.picks[0].played.words.to(language)


def run(*words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(app, list(words), input=typed)


@pytest.mark.unmeasured
def test_the_command_line_prints_the_curve_the_players_and_the_costliest_picks(
    finished: Match, analysis: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    typed = finished.record().json()
    english = run("analyse", "-", "--iterations", "30", typed=typed).stdout
    french = run("analyse", "-", "--iterations", "30", "--lang", "fr", typed=typed).stdout
    worst = analysis.costliest[0]
    assert worst.better
    for text, language in ((english, "en"), (french, "fr")):
        assert all(len(line) <= 80 for line in text.splitlines())
        assert all(name in text for name in finished.names)
        assert worst.better.words.to(language) in text
    assert "The costliest picks" in english
    assert "Les choix les plus coûteux" in french
    assert "Round 3" in english
    data = json.loads(run("analyse", "-", "--iterations", "30", "--json", typed=typed).stdout)
    assert data == json.loads(json.dumps(analysis.data()))


def test_the_command_line_takes_one_game_out_of_many_and_says_where_a_record_breaks_off() -> None:
    matches = [broken_off("sushi-go", 2, seed, 1, variant="robot") for seed in (1, 2)]
    typed = "\n".join(match.record().json() for match in matches)
    shown = run("analyse", "-", "--game", "2", "--iterations", "1", typed=typed)
    assert "The record stops before the game ends" in shown.stdout
    assert run("analyse", "-", "--game", "3", typed=typed).exit_code == 2


@pytest.mark.parametrize(("damage", "said"), [
    (("maki_1", "maki_9"), "Manche 1"),
    (('"kaiten":1', '"kaiten":9'), "archive"),
])  # fmt: skip
def test_a_broken_record_is_refused_politely(
    damage: tuple[str, str],
    said: str,
    tmp_path: Any,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "game.json"
    file.write_text(broken_off("sushi-go", 2, 1, 1).record().json().replace(*damage))
    monkeypatch.setattr("sys.argv", ["kaiten", "analyse", str(file), "--lang", "fr"])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
    assert said in capsys.readouterr().err
