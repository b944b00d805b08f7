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

import psutil
import pytest
import uvloop

import kaiten
from kaiten import Match
from kaiten.bots import BOTS, LADDER, USUAL_LEVEL, find_bot
from kaiten.server.run import default_bot_workers
from kaiten.server.workers import bot_worker, pool
from kaiten.server.workers.bot_worker import MatchCache, first_legal_choice
from kaiten.server.workers.pool import Job, WorkerPool, run_worker_process
from tests.long_run import LONG
from tests.playing import Table

ROOT = Path(__file__).parents[2]
BAD_BOT_WORKER = "tests.server.bad_bot_worker"
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


def job_for(
    match: Match, answers: list[tuple[str | None, ...]], seat: int, bot: str | None, seconds: float
) -> Job:
    assert match.seed is not None
    return Job(
        table="K7QX2M",
        game=match.game.id,
        names=match.names[: len(match.seats)],
        options=match.options,
        seed=match.seed,
        answers=tuple(answers),
        seat=seat,
        bot=bot,
        rng_seed=f"K7QX2M:{seat}:{len(answers)}",
        seconds=seconds,
    )


def jobs(table: Table, bot: str | None, seconds: float = SLOW_MACHINE) -> Iterator[Job]:
    """Every choice of a game, to be made by a bot; what is played is left to chance."""
    game, players, options = table
    match, answers = kaiten.deal(game, players, 1234567, **options), list[tuple[str | None, ...]]()
    while not match.over:
        turn: list[str | None] = [None] * players
        for seat in match.waiting:
            job = job_for(match, answers, seat, bot, seconds)
            yield job
            turn[seat] = str(find_bot("chance")(match.view(seat), Random(job.rng_seed)))
        for seat in match.waiting:
            match = match.choose(seat, str(turn[seat]))
        answers.append(tuple(turn))


def a_job(bot: str | None, seconds: float = SLOW_MACHINE) -> Job:
    return job_for(kaiten.deal("sushi-go", 5, 7654321), [], 3, bot, seconds)


async def own_answers(asked: list[Job]) -> list[str]:
    """What the same bots choose in this very process."""
    async with WorkerPool(workers=0) as own:
        return [await own.choose(job) for job in asked]


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
def worker_pids(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], set[int]]:
    """The processes of bad bot workers that have been started; nothing is compiled."""
    monkeypatch.setattr(pool, "find_spec", lambda name: None)
    monkeypatch.setenv("WORKER_PIDS", str(tmp_path))
    monkeypatch.setattr(pool, "HANG_SECONDS", 0.5)
    monkeypatch.setenv(
        "PYTHONPATH", os.pathsep.join([str(ROOT), str(Path(kaiten.__file__).parents[1])])
    )
    return lambda: {int(path.name) for path in tmp_path.iterdir()}


WorkerPids = Callable[[], set[int]]


@pytest.mark.unmeasured
@pytest.mark.parametrize("bot", BOTS if LONG else [*LADDER, USUAL_LEVEL])
def test_a_plain_worker_chooses_what_the_bot_chooses(bot: str, worker_pids: WorkerPids) -> None:
    asked = [job for table in TABLES for job in list(jobs(table, bot))[::12]]

    async def play() -> tuple[list[str], int]:
        async with WorkerPool(workers=1) as workers:
            return [await workers.choose(job) for job in asked], workers.failures

    assert asyncio.run(play()) == (asyncio.run(own_answers(asked)), 0)


@pytest.mark.sweep
@pytest.mark.skipif(
    find_spec("numba") is None, reason="without Numba there are no compiled workers"
)
def test_compiled_workers_take_over_and_choose_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who do not search, that is: compiled, the others imagine more worlds."""
    asked = [job for table in TABLES for bot in QUICK for job in jobs(table, bot)]

    async def play() -> tuple[list[str], int]:
        async with WorkerPool(workers=1) as workers:
            # about a minute where nothing has been compiled yet
            await until(lambda: workers.compiled, 600)
            monkeypatch.setattr(workers._plain, "run", None)  # nobody else may choose
            for bot in set(BOTS) - set(QUICK):
                assert await workers.choose(a_job(bot)) in kaiten.deal(
                    "sushi-go", 5, 7654321
                ).choices(3)
            return [await workers.choose(job) for job in asked], workers.failures

    assert asyncio.run(play()) == (asyncio.run(own_answers(asked)), 0)


COMPILED = """
from numba.core import event
from kaiten.server.workers import bot_worker
from tests.server.test_workers import QUICK, TABLES, jobs

class Listener(event.Listener):
    def on_start(self, what):
        print(what.data["dispatcher"])
    def on_end(self, what):
        pass

bot_worker.compile_bots()
event.register("numba:compile", Listener())
for table in TABLES:
    for bot in (*QUICK, "hard", "chef", None):
        *_, job = list(jobs(table, bot))[:20]
        answer = bot_worker.run_job(job, bot_worker.MatchCache())
        assert "failed" not in answer, answer
"""


@pytest.mark.sweep
@pytest.mark.skipif(find_spec("numba") is None, reason="without Numba nothing is compiled")
def test_after_the_warm_up_nothing_is_left_to_compile() -> None:
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


@pytest.mark.unmeasured
def test_a_worker_gives_the_advice_that_the_seat_would_get_anywhere(
    worker_pids: WorkerPids,
) -> None:
    asked = [job for table in TABLES for job in list(jobs(table, None))[::40]]

    async def advice(workers: int) -> list[dict[str, Any] | None]:
        async with WorkerPool(workers) as worker_pool:
            return [await worker_pool.advise(job) for job in asked]

    told = asyncio.run(advice(1))
    assert told == asyncio.run(advice(0))
    for job, one in zip(asked, told, strict=True):
        choices = MatchCache().match_for(job).choices(job.seat)
        assert one
        assert {prospect["choice"] for prospect in one["prospects"]} == {
            str(choice) for choice in choices
        }


def test_where_nobody_can_think_there_is_no_advice(
    worker_pids: WorkerPids, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> tuple[dict[str, Any] | None, int]:
        async with WorkerPool(workers=1, module="kaiten.server.nowhere") as workers:
            return await workers.advise(a_job(None, seconds=0.2)), workers.failures

    assert asyncio.run(play()) == (None, 0)  # no bot owes anything
    assert [record.getMessage() for record in caplog.records if "hint" in record.getMessage()] == [
        "hint failed"
    ]


def test_a_start_that_is_cancelled_leaves_no_process() -> None:
    """A server may end at any moment, with uvloop too, which leaves such a start unfinished."""
    started: set[int] = set()

    async def start() -> None:
        async with run_worker_process("kaiten.server.nowhere", False):
            pytest.fail("the start was cancelled")

    async def cancel_while_starting() -> None:
        task = asyncio.create_task(start())
        await asyncio.sleep(0)  # the task begins
        await asyncio.sleep(0)  # the start begins
        started.update(child.pid for child in psutil.Process().children())
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    before = {child.pid for child in psutil.Process().children()}
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(cancel_while_starting())
    assert started - before, "nothing was started"
    assert not [pid for pid in started - before if psutil.pid_exists(pid)]


@pytest.mark.parametrize(
    ("cores", "workers", "expected"),
    [(1, 1, 1), (2, 1, 2), (2, 2, 1), (4, 1, 2), (16, 1, 8), (16, 4, 2)],
)
def test_there_are_as_many_workers_as_the_machine_can_use(
    cores: int, workers: int, expected: int
) -> None:
    assert default_bot_workers(cores, workers) == expected


def test_bots_answer_before_anything_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "find_spec", lambda name: "compile, please")

    async def play() -> tuple[str, int, int, float]:
        async with WorkerPool(workers=2) as workers:
            choice, compiled = await workers.choose(a_job("greedy")), workers.compiled
            begun = time.monotonic()
        return choice, compiled, workers.failures, time.monotonic() - begun

    choice, compiled, failures, stopping = asyncio.run(play())
    assert [choice] == asyncio.run(own_answers([a_job("greedy")]))
    assert (compiled, failures) == (0, 0)
    assert stopping < 2


def test_where_compiling_would_be_in_vain_there_are_more_plain_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KAITEN_CACHE", str(tmp_path / "file"))

    async def play() -> int:
        async with WorkerPool(workers=3) as workers:
            await until(lambda: workers.plain == 3)
            return workers.compiled

    assert asyncio.run(play()) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such locks")
def test_one_process_compiles_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from fcntl import LOCK_EX, LOCK_NB, flock

    monkeypatch.setattr(bot_worker, "cache_folder", lambda: tmp_path)
    with (
        bot_worker.compile_lock(),
        open(tmp_path / "warm-up.lock") as another,
        pytest.raises(BlockingIOError),
    ):
        flock(another, LOCK_EX | LOCK_NB)
    with open(tmp_path / "warm-up.lock") as another:
        flock(another, LOCK_EX | LOCK_NB)


@pytest.mark.parametrize("bot", ["raises", "cheats", "nobody"])
def test_a_bot_that_fails_is_replaced_by_the_default_bot(
    bot: str, worker_pids: WorkerPids, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> tuple[str, int]:
        async with WorkerPool(workers=1, module=BAD_BOT_WORKER) as workers:
            return await workers.choose(a_job(bot)), workers.failures

    choice, failures = asyncio.run(play())
    assert [choice] == asyncio.run(own_answers([a_job("greedy")]))
    assert failures == 1
    assert len(worker_pids()) == 1  # the process is not to blame
    (warning,) = caplog.records
    assert (warning.name, warning.levelno) == ("kaiten.server", logging.WARNING)
    said = {key: getattr(warning, key) for key in ("table", "seat", "bot")}
    assert said == {"table": "K7QX2M", "seat": 3, "bot": bot}
    expected = {
        "raises": "ValueError at bad_bot_worker.py",
        "cheats": "it returned something that is not one of its choices",
        "nobody": "UnknownBot",
    }
    assert warning.reason.startswith(expected[bot])  # type: ignore[attr-defined]


@pytest.mark.parametrize("bot", ["hangs", "dies", "raises"])
def test_no_card_and_no_seed_is_logged(
    bot: str, worker_pids: WorkerPids, caplog: pytest.LogCaptureFixture
) -> None:
    job = a_job(bot, seconds=0.5)

    async def play() -> None:
        async with WorkerPool(workers=1, module=BAD_BOT_WORKER) as workers:
            await until(worker_pids)
            await workers.choose(job)

    asyncio.run(play())
    assert caplog.records
    written = "".join(f"{record.getMessage()} {vars(record)}" for record in caplog.records)
    hand = kaiten.deal("sushi-go", 5, job.seed).view(job.seat).hand
    assert not any(card in written for card in (*hand, str(job.seed)))


@pytest.mark.parametrize("bot", ["hangs", "dies"])
def test_a_worker_that_does_not_answer_is_replaced_and_the_job_answered_in_time(
    bot: str, worker_pids: WorkerPids
) -> None:
    async def play() -> tuple[str, float, int]:
        async with WorkerPool(workers=2, module=BAD_BOT_WORKER) as workers:
            await until(lambda: workers.plain == 2)
            before = worker_pids()
            begun = time.monotonic()
            choice = await workers.choose(a_job(bot, seconds=1))
            took, failures = time.monotonic() - begun, workers.failures
            await until(lambda: len(worker_pids()) == 3 and workers.plain == 2)
            assert sum(ended(process) for process in before) == 1
            assert [await workers.choose(a_job("greedy"))] == await own_answers([a_job("greedy")])
            return choice, took, failures

    choice, took, failures = asyncio.run(play())
    assert choice in kaiten.deal("sushi-go", 5, 7654321).choices(3)
    assert took < 2
    assert failures in (1, 2)  # two where the machine is too busy for the default bot


def test_a_worker_killed_while_it_waits_for_jobs_is_replaced(worker_pids: WorkerPids) -> None:
    async def play() -> None:
        async with WorkerPool(workers=1, module=BAD_BOT_WORKER) as workers:
            await workers.choose(a_job("last"))
            (process,) = worker_pids()
            os.kill(process, signal.SIGKILL)
            await until(lambda: not workers.plain)
            assert await workers.choose(a_job("last")) == last_choice()
            assert workers.failures == 0

    asyncio.run(play())
    assert len(worker_pids()) == 2


def last_choice() -> str:
    return str(kaiten.deal("sushi-go", 5, 7654321).choices(3)[-1])


def test_where_no_worker_can_start_any_legal_choice_is_made_in_time(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def play() -> tuple[str, float, int]:
        async with WorkerPool(workers=2, module="kaiten.server.nowhere") as workers:
            begun = time.monotonic()
            choice = await workers.choose(a_job("greedy", seconds=0.3))
            return choice, time.monotonic() - begun, workers.failures

    choice, took, failures = asyncio.run(play())
    assert choice == str(kaiten.deal("sushi-go", 5, 7654321).choices(3)[0])
    assert took < 1.3
    assert failures == 2
    reasons = [record.reason for record in caplog.records if record.getMessage() == "bot failed"]  # type: ignore[attr-defined]
    assert reasons == ["no worker was free in time"] * 2


def test_a_worker_is_not_blamed_for_jobs_that_came_too_late(worker_pids: WorkerPids) -> None:
    async def play() -> list[str]:
        async with WorkerPool(workers=1, module=BAD_BOT_WORKER) as workers:
            await workers.choose(a_job("last"))
            late = [workers.choose(a_job("dawdles", seconds=0.4)) for _ in range(3)]
            choices = await asyncio.gather(workers.choose(a_job("dawdles")), *late)
            assert workers.failures >= 2
            assert await workers.choose(a_job("last")) == last_choice()
            return choices

    assert asyncio.run(play())[0] == last_choice()
    assert len(worker_pids()) == 1


def test_a_job_that_nobody_waits_for_any_more_disturbs_no_other(worker_pids: WorkerPids) -> None:
    async def play() -> None:
        async with WorkerPool(workers=1, module=BAD_BOT_WORKER) as workers:
            await workers.choose(a_job("last"))
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.1):
                    await workers.choose(a_job("dawdles"))
            greedy = await own_answers([a_job("greedy")])
            assert greedy != [last_choice()]
            assert [await workers.choose(a_job("greedy"))] == greedy

    asyncio.run(play())
    assert len(worker_pids()) == 1


@pytest.mark.parametrize("bot", ["chatters", "peeks"])
def test_a_bot_gets_a_view_and_its_printing_is_no_answer(bot: str, worker_pids: WorkerPids) -> None:
    async def play() -> list[str]:
        async with WorkerPool(workers=1, module=BAD_BOT_WORKER) as workers:
            return [await workers.choose(a_job(bot)) for _ in range(3)]

    assert asyncio.run(play()) == [last_choice()] * 3


def test_workers_ignore_an_interruption_meant_for_the_server(worker_pids: WorkerPids) -> None:
    async def play() -> None:
        async with WorkerPool(workers=1, module=BAD_BOT_WORKER) as workers:
            await workers.choose(a_job("last"))
            (process,) = worker_pids()
            os.kill(process, signal.SIGINT)
            os.kill(process, signal.SIGTERM)
            assert await workers.choose(a_job("last")) == last_choice()

    asyncio.run(play())
    (process,) = worker_pids()
    assert ended(process)  # but not the end of the workers


INTERRUPTED = """
import asyncio, os, signal, sys
from kaiten.server.workers.pool import BOT_WORKER, Worker, run_worker_process

async def start():
    async with run_worker_process(BOT_WORKER, False) as child:
        os.killpg(0, signal.SIGINT)
        print(await Worker(child).read_message())

signal.signal(signal.SIGINT, lambda *_: None)
if sys.argv[1] == "uvloop":
    import uvloop as asyncio
asyncio.run(start())
"""


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_a_worker_that_starts_does_not_notice_an_interruption_of_the_server(loop: str) -> None:
    pytest.importorskip(loop)
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, loop],
        start_new_session=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("{'ready': True, 'compiled': False}\n", "")


SERVER = f"""
import asyncio, sys
from kaiten.server.workers import pool
from tests.server.test_workers import a_job

async def serve():
    async with pool.WorkerPool(workers=2, module={BAD_BOT_WORKER!r}) as open:
        await asyncio.gather(open.choose(a_job("hangs", 60)), open.choose(a_job("hangs", 60)))

pool.find_spec = lambda name: sys.argv[1] == "compiling" or None
asyncio.run(serve())
"""


@pytest.mark.parametrize("busy", ["thinking", "compiling"])
def test_no_worker_outlives_a_server_that_was_killed(busy: str, worker_pids: WorkerPids) -> None:
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER, busy], env={**os.environ, "KAITEN_JIT": "0"}
    )
    try:
        asyncio.run(until(lambda: len(worker_pids()) == 2))
        time.sleep(0.5)  # time to begin with what never ends
        assert not any(ended(process) for process in worker_pids())
    finally:
        server.kill()
        server.wait()
    asyncio.run(until(lambda: all(ended(process) for process in worker_pids())))


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
    asked = list(jobs(TABLES[0], "chance"))
    turns = sum(answer is not None for turn in asked[-1].answers for answer in turn)
    played.clear()
    matches = MatchCache()
    for job in asked:
        match = matches.match_for(job)
    assert len(played) == turns
    assert match.view(None) == MatchCache().match_for(asked[-1]).view(None)


def test_another_game_at_the_same_table_is_another_match() -> None:
    first, *_, last = jobs(TABLES[0], "greedy")
    *_, draft = jobs(TABLES[4], "greedy")
    matches = MatchCache(room=1)
    # also an earlier moment of the same game
    for job in (last, first, draft, last, draft, first):
        assert matches.match_for(job).view(job.seat) == MatchCache().match_for(job).view(job.seat)


def test_a_job_shows_no_secret() -> None:
    *_, job = jobs(TABLES[0], "greedy")
    shown = repr(job)
    assert "K7QX2M" in shown
    assert not any(secret in shown for secret in ("1234567", "maki", "K7QX2M:", "answers"))


def test_the_last_resort_is_a_legal_choice_at_any_moment() -> None:
    for table in TABLES:
        for job in list(jobs(table, "chance"))[::20]:
            assert first_legal_choice(job) in MatchCache().match_for(job).choices(job.seat)
