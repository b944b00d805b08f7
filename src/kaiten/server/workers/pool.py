"""A pool of worker processes in which bots choose, hints are computed and games are analysed.

The event loop never waits for a bot: it sends jobs to the workers and gives up on late answers.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from importlib.util import find_spec
from typing import Any

from ...bots.fallback import DEFAULT_BOT
from ..metrics import BOT_FAILURES
from . import bot_worker
from .job import Job

__all__ = ["Job", "WorkerFailed", "WorkerPool"]

log = logging.getLogger("kaiten.server")

BOT_WORKER = "kaiten.server.workers.bot_worker"
ANALYSIS_WORKER = "kaiten.server.workers.analysis_worker"
# Seconds after a job's own time limit until its worker counts as hung. The margin is wide: on a
# busy machine many workers are late, and a new process would be later still.
HANG_SECONDS = 5.0
# Seconds for the default bot when a bot has failed: less than a second, as it may fail too.
FALLBACK_SECONDS = 0.6
START_ERRORS = (OSError, NotImplementedError)  # some event loops of Windows start no processes
LOW_PRIORITY = 10  # niceness: about a tenth of the CPU share of a normal process
# Bytes in one line of a worker's answer: with two cards to pick, advice covers hundreds of choices.
MAX_LINE_BYTES = 2**24
ANALYSIS_SECONDS = 1800.0  # an analysis that takes longer is given up
MAX_RESTART_PAUSE = 60.0  # seconds between two attempts to start a worker that does not start


class WorkerFailed(Exception):
    """A job has no answer. The text says why, and names no card."""


def check_answer(answer: dict[str, Any]) -> dict[str, Any]:
    """Return the answer. Raise `WorkerFailed` if it is an error report."""
    if "failed" in answer:
        raise WorkerFailed(answer["failed"])
    return answer


@asynccontextmanager
async def run_worker_process(
    module: str, compiled: bool, *arguments: str
) -> AsyncIterator[Process]:
    """Start `python -m module` and yield the process; kill it when the block ends.

    It has a session of its own: a Ctrl-C in the terminal is for the server alone.
    """
    environment = {**os.environ, "KAITEN_JIT": "1" if compiled else "0"}
    command = [sys.executable, "-P", "-m", module, *arguments]
    child = await start_process(
        asyncio.create_subprocess_exec(
            *command,
            stdin=PIPE,
            stdout=PIPE,
            env=environment,
            limit=MAX_LINE_BYTES,
            start_new_session=True,
        )
    )
    try:
        yield child
    finally:
        await end_process(child)


async def start_process(start: Coroutine[Any, Any, Process]) -> Process:
    """Return the process that is started. A start that is cancelled goes on, and the process is
    then ended: left half-way, it would outlive the event loop.
    """
    starting = asyncio.create_task(start)
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        with suppress(*START_ERRORS):
            await end_process(await starting)
        raise


async def end_process(child: Process) -> None:
    with suppress(ProcessLookupError):
        child.kill()
    await child.wait()


def lower_priority(child: Process) -> None:
    """Let other processes use the CPU first."""
    if sys.platform != "win32":
        with suppress(ProcessLookupError):
            os.setpriority(os.PRIO_PROCESS, child.pid, LOW_PRIORITY)


class Worker:
    """The server's end of one worker process, which runs one job at a time."""

    def __init__(self, child: Process) -> None:
        self._child = child

    @property
    def is_alive(self) -> bool:
        return self._child.returncode is None

    def kill(self) -> None:
        """End the process; its group starts a new one."""
        with suppress(ProcessLookupError):
            self._child.kill()

    async def read_message(self) -> dict[str, Any]:
        """Return the next message of the process."""
        assert self._child.stdout is not None
        line = await self._child.stdout.readline()
        if not line:
            raise WorkerFailed("the process has died")
        return json.loads(line)  # type: ignore[no-any-return]

    async def run(self, job: Job) -> dict[str, Any]:
        """Send a job and return its answer."""
        assert self._child.stdin is not None
        try:
            self._child.stdin.write(pickle.dumps(job))
            return await self.read_message()
        except (OSError, RuntimeError, ValueError) as error:  # a closed pipe, or no JSON
            raise WorkerFailed(f"the process is broken: {type(error).__name__}") from error


class WorkerGroup:
    """Bot workers of one kind, compiled or plain. The next free worker takes the next job."""

    def __init__(self, module: str, compiled: bool) -> None:
        self._module, self._compiled = module, compiled
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        self._running: set[asyncio.Task[dict[str, Any]]] = set()
        self.ready = 0  # workers that are free or run a job

    async def run(self, job: Job, seconds: float) -> dict[str, Any]:
        """Return a job's answer. Raise `WorkerFailed` if there is none in that many seconds."""
        started = False
        try:
            async with asyncio.timeout(seconds):
                worker, started = await self._take_free_worker(), True
                return check_answer(await asyncio.shield(self._start_job(worker, job)))
        except TimeoutError:
            reason = "no answer in time" if started else "no worker was free in time"
            raise WorkerFailed(reason) from None

    def _start_job(self, worker: Worker, job: Job) -> asyncio.Task[dict[str, Any]]:
        """Run a job in a task that goes on when the caller gives up: lateness kills no worker."""
        task = asyncio.create_task(self._finish_job(worker, job))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def _finish_job(self, worker: Worker, job: Job) -> dict[str, Any]:
        """Return the worker's answer and set it free. Kill a worker that hangs or is broken."""
        try:
            async with asyncio.timeout(job.seconds + HANG_SECONDS):
                answer = await worker.run(job)
        except (TimeoutError, WorkerFailed) as error:
            worker.kill()
            return {"failed": str(error) or "no answer"}
        self._free.put_nowait(worker)
        return answer

    async def _take_free_worker(self) -> Worker:
        """Wait for a free worker whose process is alive."""
        while True:
            worker = await self._free.get()
            if worker.is_alive:
                return worker

    async def keep_worker_running(self) -> None:
        """Run one worker, and start another one whenever it exits."""
        pause = 0.0
        while True:
            try:
                async with run_worker_process(self._module, self._compiled) as child:
                    await Worker(child).read_message()
                    pause = 0.0
                    await self._offer_until_exit(child)
            except (*START_ERRORS, ValueError, WorkerFailed) as error:
                pause = min(2 * pause or 1.0, MAX_RESTART_PAUSE)
                log.warning(
                    "bot worker cannot start",
                    extra={"compiled": self._compiled, "reason": str(error)},
                )
            await asyncio.sleep(pause)

    async def _offer_until_exit(self, child: Process) -> None:
        """Give jobs to a worker that has started, until its process exits."""
        self.ready += 1
        try:
            self._free.put_nowait(Worker(child))
            await child.wait()
            log.warning(
                "bot worker exited",
                extra={"pid": child.pid, "compiled": self._compiled, "status": child.returncode},
            )
        finally:
            self.ready -= 1


class InlineWorker:
    """Runs jobs in the server's own thread, for a pool without worker processes."""

    def __init__(self) -> None:
        self._matches = bot_worker.MatchCache()

    async def run(self, job: Job, seconds: float) -> dict[str, Any]:
        """Return a job's answer; the time limit is ignored."""
        return check_answer(bot_worker.run_job(job, self._matches))


class WorkerPool:
    """The bot workers of a server: one plain worker at first, compiled ones when they are ready."""

    def __init__(self, workers: int = 1, module: str = BOT_WORKER) -> None:
        """Without workers, bots run in the server's own thread. Each worker runs `module`."""
        self.failures = 0  # choices that a bot did not make
        self._workers, self._module = workers, module
        self._compiled = WorkerGroup(module, compiled=True)
        self._plain = WorkerGroup(module, compiled=False)
        self._inline = InlineWorker()
        self._analysis_lock = asyncio.Lock()  # one analysis at a time
        # Arguments of the analysis worker, such as a number of worlds; its defaults if empty.
        self.analysis_budget: tuple[str, ...] = ()
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> WorkerPool:
        await self.start()
        return self

    async def __aexit__(self, *trouble: object) -> None:
        await self.stop()

    @property
    def compiled(self) -> int:
        """The number of compiled workers that are ready."""
        return self._compiled.ready

    @property
    def plain(self) -> int:
        """The number of plain workers that are ready."""
        return self._plain.ready

    async def start(self) -> None:
        """Start the workers. Jobs may come at once; they wait for the first worker."""
        if self._workers:
            self._spawn(self._plain.keep_worker_running())
            self._spawn(self._start_more_workers())

    async def stop(self) -> None:
        """Kill all worker processes, also those that run a job."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()

    async def choose(self, job: Job) -> str:
        """Return a legal choice within the job's seconds and one more.

        It is the bot's choice, else the default bot's, else the first legal one.
        """
        fallback = replace(job, bot=DEFAULT_BOT)
        for group, attempt, seconds in (
            (self._best_group(), job, job.seconds),
            (self._plain_group(), fallback, FALLBACK_SECONDS),
        ):
            try:
                return str((await group.run(attempt, seconds))["choice"])
            except WorkerFailed as failure:
                self._log_failure(attempt, failure)
        return await asyncio.to_thread(bot_worker.first_legal_choice, job)

    async def advise(self, job: Job) -> dict[str, Any] | None:
        """Return advice as in `Advice.data`, or None if there is none within the job's seconds."""
        try:
            advice: dict[str, Any] = (await self._best_group().run(job, job.seconds))["advice"]
        except WorkerFailed as failure:
            log.warning(
                "hint failed", extra={"table": job.table, "seat": job.seat, "reason": str(failure)}
            )
            return None
        return advice

    async def analyse(
        self,
        record: str,
        tell: Callable[[float], None],
        show: Callable[[dict[str, Any]], None],
    ) -> dict[str, Any]:
        """Analyse a finished game in a process of its own; return it as in `Analysis.data`.

        `tell` is called with the progress, from 0 to 1, and `show` with a first, coarse analysis.
        """
        async with (
            self._analysis_lock,
            run_worker_process(ANALYSIS_WORKER, self.compiled > 0, *self.analysis_budget) as child,
        ):
            lower_priority(child)
            assert child.stdin is not None
            worker = Worker(child)
            try:
                child.stdin.write(record.encode())
                child.stdin.close()
                async with asyncio.timeout(ANALYSIS_SECONDS):
                    while "analysis" not in (message := check_answer(await worker.read_message())):
                        if "first" in message:
                            show(message["first"])
                        else:
                            tell(message["progress"])
            except (TimeoutError, OSError, ValueError) as error:
                raise WorkerFailed(str(error) or type(error).__name__) from error
        analysis: dict[str, Any] = message["analysis"]
        return analysis

    def _best_group(self) -> WorkerGroup | InlineWorker:
        return self._compiled if self._compiled.ready else self._plain_group()

    def _plain_group(self) -> WorkerGroup | InlineWorker:
        return self._plain if self._workers else self._inline

    def _log_failure(self, job: Job, failure: WorkerFailed) -> None:
        self.failures += 1
        BOT_FAILURES.inc()
        where = {"table": job.table, "seat": job.seat, "bot": job.bot}
        log.warning("bot failed", extra={**where, "reason": str(failure)})

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self._tasks.append(asyncio.create_task(work))

    async def _start_more_workers(self) -> None:
        """Start compiled workers after the warm-up; more plain ones where it is impossible."""
        compiled = await self._warm_up()
        for _ in range(self._workers if compiled else self._workers - 1):
            group = self._compiled if compiled else self._plain
            self._spawn(group.keep_worker_running())

    async def _warm_up(self) -> bool:
        """Compile everything in a process at low priority. Return whether the cache is filled."""
        if find_spec("numba") is None:
            return False
        begun = asyncio.get_running_loop().time()
        try:
            async with run_worker_process(self._module, True, bot_worker.WARM_UP) as child:
                lower_priority(child)
                status = await child.wait()
        except START_ERRORS:
            return False
        seconds = round(asyncio.get_running_loop().time() - begun, 1)
        log.info("warm-up finished", extra={"seconds": seconds, "status": status})
        return status == 0
