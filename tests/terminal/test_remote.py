"""The terminal at a remote table: lobby, games, lost connections, the command."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import cycle
from time import monotonic

import pytest
from rich.console import Console
from typer.testing import CliRunner

import kaiten
from kaiten import Refused, Unreachable
from kaiten.cli.main import app
from kaiten.client import connection as connection_module
from kaiten.terminal.play import PlayerLeft
from kaiten.terminal.remote import Keyboard, RemoteSession
from tests.small_table import SmallTable

pytestmark = pytest.mark.once


@dataclass
class Until:
    """Type nothing until a condition holds."""

    holds: Callable[[RemoteSession], object]


Key = str | Until | Callable[[], object]
OVER = Until(lambda session: session.stage == "over")


def until_news_arrived(table: SmallTable) -> Until:
    """Return the wait until the session has everything that the table has sent."""
    return Until(
        lambda session: (
            session.seat.version == table.version
            and session.seat.table["ready"] == sorted(table.chosen)
        )
    )


class Keys(Keyboard):
    """A keyboard that types the lines of a script when the terminal asks, calls its functions
    between them, and then types `anything` in turn.
    """

    def __init__(self, script: Sequence[Key], anything: Sequence[str]) -> None:
        self.script, self.anything = list(script), cycle(anything)
        self.ends = monotonic() + 30
        self.session: RemoteSession

    def has_line(self) -> bool:
        assert monotonic() < self.ends, f"still to be typed: {self.script}"
        if self.script and not isinstance(self.script[0], str):
            self.act(self.script[0])
            return False
        in_lobby = self.session.stage != "playing"
        return self.session.is_asking or (
            in_lobby and (not self.script or self.script[0] in ("", "q"))
        )

    def act(self, key: Until | Callable[[], object]) -> None:
        if not isinstance(key, Until):
            key()
        elif not key.holds(self.session):
            return
        del self.script[0]

    def read_line(self) -> str:
        line = (
            self.script.pop(0)
            if self.script
            else "q"
            if self.session.stage != "playing"
            else next(self.anything)
        )
        if line == "q":
            raise PlayerLeft
        return str(line)


def play_at_table(
    table: SmallTable | str,
    *script: Key,
    anything: Sequence[str] = ("2", "", "1"),
    language: str = "en",
    tty: bool = False,
    columns: int = 140,
    name: str = "Ana",
) -> str:
    """Join a table, type the script, play on, leave after the game, and return the screen."""
    file = StringIO()
    console = Console(file=file, width=columns, force_terminal=tty, highlight=False, markup=False)
    keys = Keys(script, anything)
    link = table if isinstance(table, str) else table.link
    keys.session = RemoteSession(
        kaiten.join(link, name, language=language), language, console, keys
    )
    try:
        keys.session.run()
    finally:
        keys.session.seat.close()
    return file.getvalue().replace("\u00a0", " ")


# --- Whole games ---


def test_a_whole_game_is_played_with_the_screens_of_a_game_at_home() -> None:
    with SmallTable() as table:
        shown = play_at_table(table)
        assert table.match
        assert table.match.over
    for text in ("Sushi Go!\n", "Round 1 of 3 · turn 1 of 9 · hands pass to the left, yours to Aki", "Your hand",
                 "Ana takes", "Aki takes", "After round 1", "symbols: the most", "After round 3", "Goodbye."):  # fmt: skip
        assert text in shown
    assert "You take" not in shown
    assert shown.count("Round 2 of 3 · turn 4 ") == 1
    assert "Press Enter" not in shown


def test_a_party_asks_its_questions_at_a_remote_table_too() -> None:
    with SmallTable("sushi-go-party", bots=3, seed=1, menu="master-menu") as table:
        shown = play_at_table(table, anything="987654321", language="fr")
    for text in ("Menu gourmet", "Annoncer une cuillère", "Que demandez-vous ?", "Ana prend", "Après la manche 3", "À bientôt."):  # fmt: skip
        assert text in shown


def test_tokens_of_others_stay_secret_at_a_remote_table_until_the_end() -> None:
    with SmallTable("sushi-draft") as table:
        _, first, *_, last = play_at_table(table).split("After round")
    first = first.split("Round 2 of 3")[0]
    assert re.search(r"^  Ana takes( +\w+ \d)+ *$", first, re.M)
    assert re.search(r"^  (Aki|Mei) takes( +\w+ \?)+ *$", first, re.M)
    assert "?" not in last.split("Table ")[0]


def test_the_hand_goes_to_the_neighbour_of_ones_own_seat() -> None:
    with SmallTable(people=2, bots=1) as table:
        bo = kaiten.join(table.link, "Bo")
        shown = play_at_table(table, "q")
        assert "hands pass to the left, yours to Aki" in shown
        bo.close()


def test_a_player_named_you_is_called_by_that_name() -> None:
    with SmallTable() as table:
        shown = play_at_table(table, "1", "q", name="You", language="fr")
    assert "You prend" in shown
    assert "Vous prenez" not in shown


def test_the_winner_is_told() -> None:
    with SmallTable(bots=1, seed=3) as table:
        shown = play_at_table(table)
        assert table.match
        ended = table.match.outcome()
        assert ended
        assert ("You win!" in shown) == (ended.winners == (0,))
        assert ("Aki wins" in shown) == (ended.winners == (1,))


# --- The lobby ---


def test_the_lobby_shows_who_sits_where_and_changes_when_a_player_comes() -> None:
    with SmallTable(people=3, bots=1) as table:
        guests: list[kaiten.Seat] = []
        shown = play_at_table(
            table,
            lambda: guests.append(kaiten.join(table.link, "Bo")),
            lambda: guests.append(kaiten.join(table.link, "Cy")),
            "q",
        )
        for guest in guests:
            guest.close()
    first, second = (lobby.split("╰")[0] for lobby in shown.split("Table K7QX2M · Sushi Go!")[1:3])
    assert re.search(r"1 +Ana +host.*\n.*2 +free.*\n.*3 +free.*\n.*4 +Aki +bot", first)
    assert re.search(r"1 +Ana +host.*\n.*2 +Bo.*\n.*3 +free", second)
    assert table.link in shown
    assert "Your hand" in shown  # the third one to come began the game


def test_the_host_starts_with_enter_and_another_player_waits_for_the_host() -> None:
    with SmallTable(people=2, bots=1, begins=False) as table:
        assert "Enter starts the game. q leaves." in play_at_table(table, "", "q")
        assert table.said("start")
    with SmallTable(people=2, bots=1, begins=False) as table:
        bo = kaiten.join(table.link, "Bo")
        shown = play_at_table(table, table.begin, "q")
        assert "Waiting for Bo to start. q leaves." in shown
        assert "Your hand" in shown
        bo.close()


def test_where_the_host_is_gone_enter_tries_to_start() -> None:
    with SmallTable(people=2, bots=1, begins=False) as table:
        bo = kaiten.join(table.link, "Bo")
        table.offline = {1, 2}
        shown = play_at_table(table, "", "q")
        assert (
            "Bo is offline. After a while, Enter starts the game in their place. q leaves." in shown
        )
        assert re.search(r"1 +Bo +host, offline", shown)
        assert re.search(r"2 +Ana +│", shown)  # this player is online
        assert table.said("start")
        bo.close()


def test_enter_starts_nothing_for_another_player() -> None:
    with SmallTable(people=2, bots=1, begins=False) as table:
        bo = kaiten.join(table.link, "Bo")
        play_at_table(table, "", "q")
        assert not table.said("start")
        bo.close()


def test_what_the_table_refuses_in_the_lobby_is_said() -> None:
    with SmallTable(begins=False) as table:
        shown = play_at_table(
            table, lambda: table.refuses.append(("not-now", "Too few people.")), "", "q"
        )
    assert "Too few people." in shown


def test_a_rematch_is_waited_for_and_played() -> None:
    with SmallTable(bots=1) as table:
        turns: list[Key] = [lambda: table.choose_for(0) for _ in range(30)]
        shown = play_at_table(table, *turns, OVER, table.begin, "q")
        assert table.number == 2
    assert shown.count("Sushi Go!\n") == 2
    assert "Enter starts a rematch. q leaves." in shown


def test_a_player_without_a_seat_watches_and_may_sit_down_afterwards() -> None:
    with SmallTable() as table:
        bo = kaiten.join(table.link, "Bo")
        turns: list[Key] = [lambda: table.choose_for(0) for _ in range(27)]
        shown = play_at_table(table, *turns, OVER, bo.leave, until_news_arrived(table), "", "q")
        assert table.said("sit")
    assert "You have no seat in this game. You are watching." in shown
    assert "Your hand" not in shown.split("After round 3")[0]
    for text in ("Round 1 · Turn 1", "Bo takes", "After round 3", "Enter takes the free seat 1."):
        assert text in shown


# --- What happens meanwhile ---


def test_who_is_still_choosing_is_said_on_one_status_line() -> None:
    with SmallTable(people=3, bots=0) as table:
        others = [kaiten.join(table.link, name) for name in ("Bo", "Cy")]
        seen = until_news_arrived(table)
        chosen: list[Key] = [
            seen,
            lambda: table.choose_for(0),
            seen,
            lambda: table.choose_for(1),
            seen,
        ]
        shown = play_at_table(table, "1", *chosen, "q", tty=True)
        for other in others:
            other.close()
    lines = re.sub(r"\x1b\[[\d;]*m", "", shown)
    assert "Still choosing: Bo, Cy\r\x1b[2KStill choosing: Cy\r\x1b[2K" in lines
    assert lines.count("Still choosing") == 2
    assert "\r\x1b[2K  Bo takes" in lines  # the next screen begins on a clean line


def test_a_status_line_fits_on_the_screen() -> None:
    with SmallTable(people=2, bots=0) as table:
        other = kaiten.join(table.link, "B" * 24)
        shown = play_at_table(
            table,
            "1",
            until_news_arrived(table),
            lambda: table.choose_for(0),
            "q",
            tty=True,
            columns=30,
        )
        other.close()
    (status,) = re.findall("Still choosing: B+…", shown)
    assert len(status) == 29


def test_where_no_line_can_be_wiped_the_status_line_is_not_written() -> None:
    with SmallTable(people=2, bots=0) as table:
        other = kaiten.join(table.link, "Bo")
        assert "Still choosing" not in play_at_table(
            table, "1", until_news_arrived(table), lambda: table.choose_for(0), "q"
        )
        other.close()


def test_a_bot_that_stands_in_and_a_player_who_comes_back_or_leaves_are_shown() -> None:
    with SmallTable(people=2, bots=1) as table:
        bo = kaiten.join(table.link, "Bo")
        seen = until_news_arrived(table)
        happens: list[Key] = [
            lambda: table.stand_in(0),
            seen,
            lambda: table.come_back(0),
            seen,
            bo.leave,
            seen,
        ]
        shown = play_at_table(table, *happens, "1", "q")
    texts = ["A bot stands in for Bo.", "Bo is back.", "Bo has left; a bot plays on.", "Bo takes"]
    assert [text for text in texts if text in shown] == texts
    assert sorted(texts, key=shown.index) == texts
    asked = shown.split("Bo takes")[0]
    assert asked.count("Your card (? for help): \n") == 3
    assert asked.count("Your card (? for help): ") == 4  # the question stands below what happened


def test_a_choice_made_elsewhere_ends_the_question() -> None:
    with SmallTable() as table:
        shown = play_at_table(table, lambda: table.choose_for(0), until_news_arrived(table), "q")
    assert "Your card (? for help): \nThe game went on without your answer.\n" in shown
    assert "Ana takes" in shown
    assert "turn 2 of" in shown


def test_a_choice_that_the_table_refuses_can_be_made_again() -> None:
    with SmallTable() as table:
        shown = play_at_table(
            table, lambda: table.refuses.append(("illegal-choice", "Not that one.")), "1", "1", "q"
        )
    assert "Not that one." in shown
    assert shown.count("turn 1 of") == 2
    assert shown.count("turn 2 of") == 1


def test_emotes_are_shown_and_ones_own_are_not() -> None:
    def send(person: int, emote: str) -> Callable[[], None]:
        return lambda: table.tell_all(type="emote", person=person, name="Bo", emote=emote)

    with SmallTable() as table:
        emotes = [send(2, "bravo"), send(1, "oops"), send(2, "new"), lambda: table.stand_in(2)]
        shown = play_at_table(table, *emotes, until_news_arrived(table), "q", language="fr")
    assert "Bo : Bravo !" in shown
    assert "Bo : new" in shown
    assert "Oups" not in shown


@pytest.mark.parametrize("when", ["waits", "chooses"])
def test_a_lost_connection_is_two_short_lines(when: str) -> None:
    with SmallTable() as table:
        breaks = table.hang_up if when == "waits" else lambda: table.drops.append("after")
        there = Until(
            lambda session: (
                session.seat.connected and len(table.visits) == (2 if when == "waits" else 1)
            )
        )
        shown = play_at_table(table, breaks, there, "1", until_news_arrived(table), "q")
    lost, found = "Connection lost; reconnecting ...\n", "Reconnected.\n"
    assert shown.count(lost) == shown.count(found) == 1
    assert shown.index(lost) < shown.index(found) < shown.index("Ana takes")
    assert "turn 2 of" in shown


def test_missed_rounds_are_shown_when_the_connection_is_back() -> None:
    def miss() -> None:
        table.hang_up()
        for _ in range(10):
            table.choose_for(0)

    with SmallTable() as table:
        shown = play_at_table(table, miss, until_news_arrived(table), "q")
    assert shown.count("Ana takes") == 10
    assert "After round 1" in shown
    assert "Round 2 of 3 · turn 2" in shown


def test_a_table_that_does_not_come_back_is_given_up_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connection_module, "GIVE_UP_SECONDS", 0.3)
    with pytest.raises(Unreachable, match="cannot be reached"), SmallTable() as table:
        play_at_table(table, lambda: table.__exit__(), Until(lambda session: False))


def test_a_removed_player_is_told() -> None:
    with SmallTable(begins=False) as table, pytest.raises(Refused, match="no longer at this table"):
        play_at_table(table, lambda: table.kick(1), Until(lambda session: False))


@pytest.mark.parametrize("moment", ["asked", "waiting", "lobby"])
def test_control_c_leaves_politely(moment: str) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    with SmallTable(people=2, bots=0, begins=moment != "lobby") as table:
        bo = kaiten.join(table.link, "Bo")
        shown = play_at_table(table, *["1"] * (moment == "waiting"), interrupt)
        bo.close()
        assert len(table.said("leave")) == 1
    assert shown.endswith(
        "Goodbye.\n" if moment == "lobby" else "\nGoodbye. A bot plays on for you.\n"
    )


def test_the_timer_is_shown_at_the_beginning() -> None:
    with SmallTable() as table:
        table.timer = 30
        assert "30 seconds per choice." in play_at_table(table, "q")


def test_the_hash_of_the_deal_is_shown_at_the_beginning() -> None:
    with SmallTable() as table:
        table.hash = "9f0c" * 16
        assert f"  {table.hash}\n" in play_at_table(table, "q")


# --- The command ---


def test_the_command_joins_a_table_and_the_end_of_the_input_leaves_it() -> None:
    with SmallTable() as table:
        answer = CliRunner(env={"COLUMNS": "140", "LC_ALL": "C.UTF-8"}).invoke(
            app, ["join", table.link, "--name", "Ana", "--seat", "1"], input="1\n"
        )
        assert answer.exit_code == 0, answer.output
        assert table.said("join") == [{"id": "1", "do": "join", "name": "Ana", "seat": 0}]
        assert table.said("leave")
    assert "Your hand" in answer.stdout
    assert "Goodbye." in answer.stdout


def test_the_command_asks_for_a_name() -> None:
    with SmallTable() as table:
        answer = CliRunner().invoke(app, ["join", table.link, "--lang", "fr"], input="Léa\nq\n")
        assert answer.exit_code == 0, answer.output
        assert table.said("join")[0]["name"] == "Léa"
    assert "Votre nom:" in answer.stdout


def test_the_command_is_named_in_the_help() -> None:
    assert re.search(
        r"^ +join +Join a table with its link", CliRunner().invoke(app, ["--help"]).stdout, re.M
    )


def test_the_command_says_what_is_no_link() -> None:
    answer = CliRunner().invoke(app, ["join", "K7QX2M", "--name", "Ana"])
    assert isinstance(answer.exception, kaiten.KaitenError)
    assert "is not a link to a table" in str(answer.exception)


# --- Hints ---


def test_a_hint_of_the_table_tells_more_each_time_and_is_counted() -> None:
    with SmallTable() as table:
        shown = play_at_table(table, "h", "h", "h", "1", "h")
        assert [one["step"] for one in table.said("hint")] == [1, 2, 3, 1]
    assert shown.count("Look around.") == 4
    assert "1. Tempura  Tempura is good." in shown
    assert "50% ± 1.2" in shown
    assert "about equal" in shown
    assert "2 hints in this game" in shown


def test_a_table_without_hints_says_so_and_the_game_goes_on() -> None:
    with SmallTable() as table:

        def refuse() -> None:
            table.refuses.append(("not-now", "This table has no hints."))

        shown = play_at_table(table, until_news_arrived(table), refuse, "h")
    assert "This table has no hints." in shown
    assert "After round 3" in shown
    assert "in this game" not in shown
