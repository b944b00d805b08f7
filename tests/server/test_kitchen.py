"""Bots think in processes of their own, and whatever becomes of them, a choice is made."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kaiten
from kaiten import Match
from kaiten.bots import BOTS, find_bot
from kaiten.server.run import usual_cooks
from kaiten.server.workers import bot_worker
from kaiten.server.workers import pool as kitchen_module
from kaiten.server.workers.bot_worker import Matches, first_choice
from kaiten.server.workers.pool import Kitchen, Order
from tests.playing import Table

ROOT = Path(__file__).parents[2]
BAD_COOK = "tests.server.bad_cook"
TABLES: list[Table] = [
    ("sushi-go", 3, {}),
    ("sushi-go", 2, {"variant": "robot"}),
    ("sushi-go-party", 4, {"menu": "party-sampler"}),
    ("sushi-go-party", 2, {"menu": "dinner-for-two", "edition": "en"}),
    ("sushi-draft", 3, {"advanced": True}),
]
# they choose alike however fast the machine
QUICK = ["chance", "greedy", "heuristic", "easy", "medium"]
SLOW_MACHINE = 30.0  # seconds in which anything happens, however busy the machine


def order_for(
    match: Match, answers: list[tuple[str | None, ...]], seat: int, bot: str | None, seconds: float
) -> Order:
    assert match.seed is not None
    return Order(
        table="K7QX2M",
        game=match.game.id,
        names=match.names[: len(match.seats)],
        options=match.options,
        seed=match.seed,
        answers=tuple(answers),
        seat=seat,
        bot=bot,
        luck=f"K7QX2M:{seat}:{len(answers)}",
        seconds=seconds,
    )


def orders(table: Table, bot: str | None, seconds: float = SLOW_MACHINE) -> Iterator[Order]:
    """Every choice of a game, to be made by a bot; what is played is left to chance."""
    game, players, options = table
    match, answers = kaiten.deal(game, players, 1234567, **options), list[tuple[str | None, ...]]()
    while not match.over:
        turn: list[str | None] = [None] * players
        for seat in match.waiting:
            order = order_for(match, answers, seat, bot, seconds)
            yield order
            turn[seat] = str(find_bot("chance")(match.view(seat), Random(order.luck)))
        for seat in match.waiting:
            match = match.choose(seat, str(turn[seat]))
        answers.append(tuple(turn))


def an_order(bot: str | None, seconds: float = SLOW_MACHINE) -> Order:
    return order_for(kaiten.deal("sushi-go", 5, 7654321), [], 3, bot, seconds)


async def own_answers(asked: list[Order]) -> list[str]:
    """What the same bots choose in this very process."""
    async with Kitchen(workers=0) as own:
        return [await own.choose(order) for order in asked]


async def until(condition: Callable[[], object], seconds: float = SLOW_MACHINE) -> None:
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.02)


def ended(process: int) -> bool:
    """Whether a process is gone, or only its entry is left."""
    state = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False
    )
    return state.stdout.strip() == "" or state.stdout.startswith("Z")


@pytest.fixture
def cooks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], set[int]]:
    """The processes of bad cooks that have been started; nothing is compiled."""
    monkeypatch.setattr(kitchen_module, "find_spec", lambda name: None)
    monkeypatch.setenv("COOKS", str(tmp_path))
    monkeypatch.setattr(kitchen_module, "HANGS", 0.5)
    monkeypatch.setenv(
        "PYTHONPATH", os.pathsep.join([str(ROOT), str(Path(kaiten.__file__).parents[1])])
    )
    return lambda: {int(path.name) for path in tmp_path.iterdir()}


Cooks = Callable[[], set[int]]


@pytest.mark.parametrize("bot", BOTS)
def test_a_plain_worker_chooses_what_the_bot_chooses(bot: str, cooks: Cooks) -> None:
    asked = [order for table in TABLES for order in list(orders(table, bot))[::12]]

    async def play() -> tuple[list[str], int]:
        async with Kitchen(workers=1) as kitchen:
            return [await kitchen.choose(order) for order in asked], kitchen.failures

    assert asyncio.run(play()) == (asyncio.run(own_answers(asked)), 0)


@pytest.mark.sweep
@pytest.mark.skipif(
    find_spec("numba") is None, reason="without Numba there are no compiled workers"
)
def test_compiled_workers_take_over_and_choose_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who do not search, that is: compiled, the others imagine more worlds."""
    asked = [order for table in TABLES for bot in QUICK for order in orders(table, bot)]

    async def play() -> tuple[list[str], int]:
        async with Kitchen(workers=1) as kitchen:
            # about a minute where nothing has been compiled yet
            await until(lambda: kitchen.compiled, 600)
            monkeypatch.setattr(kitchen._plain, "answer", None)  # nobody else may choose
            for bot in set(BOTS) - set(QUICK):
                assert await kitchen.choose(an_order(bot)) in kaiten.deal(
                    "sushi-go", 5, 7654321
                ).choices(3)
            return [await kitchen.choose(order) for order in asked], kitchen.failures

    assert asyncio.run(play()) == (asyncio.run(own_answers(asked)), 0)


COMPILED = """
from numba.core import event
from kaiten.server.workers import bot_worker as cook
from tests.server.test_kitchen import QUICK, TABLES, orders

class Listener(event.Listener):
    def on_start(self, what):
        print(what.data["dispatcher"])
    def on_end(self, what):
        pass

cook.rehearse()
event.register("numba:compile", Listener())
for table in TABLES:
    for bot in (*QUICK, "hard", "chef", None):
        *_, order = list(orders(table, bot))[:20]
        answer = cook.answer(order, cook.Matches())
        assert "failed" not in answer, answer
"""


@pytest.mark.sweep
@pytest.mark.skipif(find_spec("numba") is None, reason="without Numba nothing is compiled")
def test_after_the_rehearsal_nothing_is_left_to_compile() -> None:
    environment = {
        **os.environ,
        "KAITEN_JIT": "1",
        "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]),
    }
    run = subprocess.run(
        [sys.executable, "-c", COMPILED],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout) == (0, ""), run.stderr[-2000:]


def test_a_worker_gives_the_advice_that_the_seat_would_get_anywhere(cooks: Cooks) -> None:
    asked = [order for table in TABLES for order in list(orders(table, None))[::40]]

    async def advice(workers: int) -> list[dict[str, Any] | None]:
        async with Kitchen(workers) as kitchen:
            return [await kitchen.advise(order) for order in asked]

    told = asyncio.run(advice(1))
    assert told == asyncio.run(advice(0))
    for order, one in zip(asked, told, strict=True):
        choices = Matches().at(order).choices(order.seat)
        assert one
        assert {prospect["choice"] for prospect in one["prospects"]} == {
            str(choice) for choice in choices
        }


def test_where_nobody_can_think_there_is_no_advice(
    cooks: Cooks, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> tuple[dict[str, Any] | None, int]:
        async with Kitchen(workers=1, module="kaiten.server.nowhere") as kitchen:
            return await kitchen.advise(an_order(None, seconds=0.2)), kitchen.failures

    assert asyncio.run(play()) == (None, 0)  # no bot owes anything
    assert [record.getMessage() for record in caplog.records if "hint" in record.getMessage()] == [
        "no hint"
    ]


@pytest.mark.parametrize(
    ("cores", "workers", "cooks"),
    [(1, 1, 1), (2, 1, 2), (2, 2, 1), (4, 1, 2), (16, 1, 8), (16, 4, 2)],
)
def test_there_are_as_many_workers_as_the_machine_can_use(
    cores: int, workers: int, cooks: int
) -> None:
    assert usual_cooks(cores, workers) == cooks


def test_bots_answer_before_anything_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kitchen_module, "find_spec", lambda name: "compile, please")

    async def play() -> tuple[str, int, int, float]:
        async with Kitchen(workers=2) as kitchen:
            choice, compiled = await kitchen.choose(an_order("greedy")), kitchen.compiled
            begun = time.monotonic()
        return choice, compiled, kitchen.failures, time.monotonic() - begun

    choice, compiled, failures, stopping = asyncio.run(play())
    assert [choice] == asyncio.run(own_answers([an_order("greedy")]))
    assert (compiled, failures) == (0, 0)
    assert stopping < 2


def test_where_compiling_would_be_in_vain_there_are_more_plain_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KAITEN_CACHE", str(tmp_path / "file"))

    async def play() -> int:
        async with Kitchen(workers=3) as kitchen:
            await until(lambda: kitchen.plain == 3)
            return kitchen.compiled

    assert asyncio.run(play()) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such locks")
def test_one_process_compiles_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from fcntl import LOCK_EX, LOCK_NB, flock

    monkeypatch.setattr(bot_worker, "CACHE", tmp_path)
    with (
        bot_worker.alone(),
        open(tmp_path / "rehearsal") as another,
        pytest.raises(BlockingIOError),
    ):
        flock(another, LOCK_EX | LOCK_NB)
    with open(tmp_path / "rehearsal") as another:
        flock(another, LOCK_EX | LOCK_NB)


@pytest.mark.parametrize("bot", ["raises", "cheats", "nobody"])
def test_a_bot_that_fails_is_replaced_by_the_default_bot(
    bot: str, cooks: Cooks, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> tuple[str, int]:
        async with Kitchen(workers=1, module=BAD_COOK) as kitchen:
            return await kitchen.choose(an_order(bot)), kitchen.failures

    choice, failures = asyncio.run(play())
    assert [choice] == asyncio.run(own_answers([an_order("greedy")]))
    assert failures == 1
    assert len(cooks()) == 1  # the process is not to blame
    (warning,) = caplog.records
    assert (warning.name, warning.levelno) == ("kaiten.server", logging.WARNING)
    said = {key: getattr(warning, key) for key in ("table", "seat", "bot")}
    assert said == {"table": "K7QX2M", "seat": 3, "bot": bot}
    expected = {
        "raises": "ValueError at bad_cook.py",
        "cheats": "an answer that is none of its choices",
        "nobody": "UnknownBot",
    }
    assert warning.reason.startswith(expected[bot])  # type: ignore[attr-defined]


@pytest.mark.parametrize("bot", ["hangs", "dies", "raises"])
def test_no_card_and_no_seed_is_logged(
    bot: str, cooks: Cooks, caplog: pytest.LogCaptureFixture
) -> None:
    order = an_order(bot, seconds=0.5)

    async def play() -> None:
        async with Kitchen(workers=1, module=BAD_COOK) as kitchen:
            await until(cooks)
            await kitchen.choose(order)

    asyncio.run(play())
    assert caplog.records
    written = "".join(f"{record.getMessage()} {vars(record)}" for record in caplog.records)
    hand = kaiten.deal("sushi-go", 5, order.seed).view(order.seat).hand
    assert not any(card in written for card in (*hand, str(order.seed)))


@pytest.mark.parametrize("bot", ["hangs", "dies"])
def test_a_worker_that_does_not_answer_is_replaced_and_the_order_answered_in_time(
    bot: str, cooks: Cooks
) -> None:
    async def play() -> tuple[str, float, int]:
        async with Kitchen(workers=2, module=BAD_COOK) as kitchen:
            await until(lambda: kitchen.plain == 2)
            before = cooks()
            begun = time.monotonic()
            choice = await kitchen.choose(an_order(bot, seconds=1))
            took, failures = time.monotonic() - begun, kitchen.failures
            await until(lambda: len(cooks()) == 3 and kitchen.plain == 2)
            assert sum(ended(process) for process in before) == 1
            assert [await kitchen.choose(an_order("greedy"))] == await own_answers(
                [an_order("greedy")]
            )
            return choice, took, failures

    choice, took, failures = asyncio.run(play())
    assert choice in kaiten.deal("sushi-go", 5, 7654321).choices(3)
    assert took < 2
    assert failures in (1, 2)  # two where the machine is too busy for the default bot


def test_a_worker_killed_while_it_waits_for_orders_is_replaced(cooks: Cooks) -> None:
    async def play() -> None:
        async with Kitchen(workers=1, module=BAD_COOK) as kitchen:
            await kitchen.choose(an_order("last"))
            (process,) = cooks()
            os.kill(process, signal.SIGKILL)
            await until(lambda: not kitchen.plain)
            assert await kitchen.choose(an_order("last")) == last_choice()
            assert kitchen.failures == 0

    asyncio.run(play())
    assert len(cooks()) == 2


def last_choice() -> str:
    return str(kaiten.deal("sushi-go", 5, 7654321).choices(3)[-1])


def test_where_no_worker_can_start_any_legal_choice_is_made_in_time(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def play() -> tuple[str, float, int]:
        async with Kitchen(workers=2, module="kaiten.server.nowhere") as kitchen:
            begun = time.monotonic()
            choice = await kitchen.choose(an_order("greedy", seconds=0.3))
            return choice, time.monotonic() - begun, kitchen.failures

    choice, took, failures = asyncio.run(play())
    assert choice == str(kaiten.deal("sushi-go", 5, 7654321).choices(3)[0])
    assert took < 1.3
    assert failures == 2
    reasons = [record.reason for record in caplog.records if record.getMessage() == "bot failed"]  # type: ignore[attr-defined]
    assert reasons == ["nobody was free in time"] * 2


def test_a_worker_is_not_blamed_for_orders_that_came_too_late(cooks: Cooks) -> None:
    async def play() -> list[str]:
        async with Kitchen(workers=1, module=BAD_COOK) as kitchen:
            await kitchen.choose(an_order("last"))
            late = [kitchen.choose(an_order("dawdles", seconds=0.4)) for _ in range(3)]
            choices = await asyncio.gather(kitchen.choose(an_order("dawdles")), *late)
            assert kitchen.failures >= 2
            assert await kitchen.choose(an_order("last")) == last_choice()
            return choices

    assert asyncio.run(play())[0] == last_choice()
    assert len(cooks()) == 1


def test_an_order_that_nobody_waits_for_any_more_disturbs_no_other(cooks: Cooks) -> None:
    async def play() -> None:
        async with Kitchen(workers=1, module=BAD_COOK) as kitchen:
            await kitchen.choose(an_order("last"))
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.1):
                    await kitchen.choose(an_order("dawdles"))
            greedy = await own_answers([an_order("greedy")])
            assert greedy != [last_choice()]
            assert [await kitchen.choose(an_order("greedy"))] == greedy

    asyncio.run(play())
    assert len(cooks()) == 1


@pytest.mark.parametrize("bot", ["chatters", "peeks"])
def test_a_bot_gets_a_view_and_its_printing_is_no_answer(bot: str, cooks: Cooks) -> None:
    async def play() -> list[str]:
        async with Kitchen(workers=1, module=BAD_COOK) as kitchen:
            return [await kitchen.choose(an_order(bot)) for _ in range(3)]

    assert asyncio.run(play()) == [last_choice()] * 3


def test_workers_ignore_an_interruption_meant_for_the_server(cooks: Cooks) -> None:
    async def play() -> None:
        async with Kitchen(workers=1, module=BAD_COOK) as kitchen:
            await kitchen.choose(an_order("last"))
            (process,) = cooks()
            os.kill(process, signal.SIGINT)
            os.kill(process, signal.SIGTERM)
            assert await kitchen.choose(an_order("last")) == last_choice()

    asyncio.run(play())
    (process,) = cooks()
    assert ended(process)  # but not the end of the kitchen


SERVER = f"""
import asyncio, sys
from kaiten.server.workers import pool as kitchen
from tests.server.test_kitchen import an_order

async def serve():
    async with kitchen.Kitchen(workers=2, module={BAD_COOK!r}) as open:
        await asyncio.gather(open.choose(an_order("hangs", 60)), open.choose(an_order("hangs", 60)))

kitchen.find_spec = lambda name: sys.argv[1] == "compiling" or None
asyncio.run(serve())
"""


@pytest.mark.parametrize("busy", ["thinking", "compiling"])
def test_no_worker_outlives_a_server_that_was_killed(busy: str, cooks: Cooks) -> None:
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER, busy], env={**os.environ, "KAITEN_JIT": "0"}
    )
    try:
        asyncio.run(until(lambda: len(cooks()) == 2))
        time.sleep(0.5)  # time to begin with what never ends
        assert not any(ended(process) for process in cooks())
    finally:
        server.kill()
        server.wait()
    asyncio.run(until(lambda: all(ended(process) for process in cooks())))


def test_the_server_itself_loads_no_compiler() -> None:
    script = "import sys, kaiten.server.workers.pool; print(sorted({'numba', 'numpy', 'kaiten.match.match'} & set(sys.modules)))"
    environment = {**os.environ, "KAITEN_JIT": "0"}
    loaded = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert loaded.stdout == "['kaiten.match.match']\n"


def test_only_the_turns_that_are_new_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Any] = []
    choose = Match.choose
    monkeypatch.setattr(
        Match,
        "choose",
        lambda match, seat, choice: played.append(seat) or choose(match, seat, choice),
    )
    asked = list(orders(TABLES[0], "chance"))
    turns = sum(answer is not None for turn in asked[-1].answers for answer in turn)
    played.clear()
    matches = Matches()
    for order in asked:
        match = matches.at(order)
    assert len(played) == turns
    assert match.view(None) == Matches().at(asked[-1]).view(None)


def test_another_game_at_the_same_table_is_another_match() -> None:
    first, *_, last = orders(TABLES[0], "greedy")
    *_, draft = orders(TABLES[4], "greedy")
    matches = Matches(room=1)
    # also an earlier moment of the same game
    for order in (last, first, draft, last, draft, first):
        assert matches.at(order).view(order.seat) == Matches().at(order).view(order.seat)


def test_an_order_shows_no_secret() -> None:
    *_, order = orders(TABLES[0], "greedy")
    shown = repr(order)
    assert "K7QX2M" in shown
    assert not any(secret in shown for secret in ("1234567", "maki", "K7QX2M:", "answers"))


def test_the_last_resort_is_a_legal_choice_at_any_moment() -> None:
    for table in TABLES:
        for order in list(orders(table, "chance"))[::20]:
            assert first_choice(order) in Matches().at(order).choices(order.seat)
