"""Where bots think: beside the server, in processes of their own, so that nobody at a table ever
waits for them in vain.
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
from .job import Order

__all__ = ["Kitchen", "Order"]

log = logging.getLogger("kaiten.server")

COOK, CRITIC = "kaiten.server.workers.bot_worker", "kaiten.server.workers.analysis_worker"
# seconds for which nobody waits any more before a bot is taken to hang: where many are late, a new
# process is later
HANGS = 5.0
# seconds that the default bot gets in its place: less than one, for the case that it fails too
PATIENCE = 0.6
CANNOT_START = (OSError, NotImplementedError)  # some event loops of Windows know no processes
LOW_PRIORITY = 10  # a tenth of what others get, where they want all
# bytes that a process may say at once: with two cards to pick, there are hundreds of choices to
# advise on
LONGEST_LINE = 2**24
ANALYSIS = 1800.0  # seconds after which there will be none any more
LONGEST_PAUSE = 60.0  # seconds between two attempts at starting a process that does not start


class Spoiled(Exception):
    """There is no answer; the text says why, without anybody's cards."""


def good(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer that is one."""
    if "failed" in answer:
        raise Spoiled(answer["failed"])
    return answer


@asynccontextmanager
async def process(module: str, compiled: bool, *arguments: str) -> AsyncIterator[Process]:
    """A process for bots, which ends with the block at the latest."""
    environment = {**os.environ, "KAITEN_JIT": "1" if compiled else "0"}
    command = [sys.executable, "-P", "-m", module, *arguments]
    child = await asyncio.create_subprocess_exec(
        *command, stdin=PIPE, stdout=PIPE, env=environment, limit=LONGEST_LINE
    )
    try:
        yield child
    finally:
        with suppress(ProcessLookupError):
            child.kill()
        await child.wait()


def step_back(child: Process) -> None:
    """Let the others go first."""
    if sys.platform != "win32":
        with suppress(ProcessLookupError):
            os.setpriority(os.PRIO_PROCESS, child.pid, LOW_PRIORITY)


class Cook:
    """One process that bots think in, from this side. It takes one order at a time."""

    def __init__(self, child: Process) -> None:
        self._child = child

    @property
    def alive(self) -> bool:
        return self._child.returncode is None

    def dismiss(self) -> None:
        """End the process; a new one takes its place."""
        with suppress(ProcessLookupError):
            self._child.kill()

    async def said(self) -> dict[str, Any]:
        """The next thing that the process says."""
        assert self._child.stdout is not None
        line = await self._child.stdout.readline()
        if not line:
            raise Spoiled("the process has died")
        return json.loads(line)  # type: ignore[no-any-return]

    async def answer(self, order: Order) -> dict[str, Any]:
        assert self._child.stdin is not None
        try:
            self._child.stdin.write(pickle.dumps(order))
            return await self.said()
        except (OSError, RuntimeError, ValueError) as error:  # a closed pipe, or no JSON
            raise Spoiled(f"the process is broken: {type(error).__name__}") from error


class Brigade:
    """Cooks of one sort. Whoever is free takes the next order."""

    def __init__(self, module: str, compiled: bool) -> None:
        self._module, self._compiled = module, compiled
        self._free: asyncio.Queue[Cook] = asyncio.Queue()
        self._under_way: set[asyncio.Task[dict[str, Any]]] = set()
        self.ready = 0  # cooks that are at work

    async def answer(self, order: Order, seconds: float) -> dict[str, Any]:
        """The answer to an order, in time or not at all."""
        taken = False
        try:
            async with asyncio.timeout(seconds):
                cook, taken = await self._next(), True
                return good(await asyncio.shield(self._begin(cook, order)))
        except TimeoutError:
            raise Spoiled("no answer in time" if taken else "nobody was free in time") from None

    def _begin(self, cook: Cook, order: Order) -> asyncio.Task[dict[str, Any]]:
        """An order under way. It goes on when nobody waits for it any more: that is no reason to
        dismiss a cook.
        """
        work = asyncio.create_task(self._serve(cook, order))
        self._under_way.add(work)
        work.add_done_callback(self._under_way.discard)
        return work

    async def _serve(self, cook: Cook, order: Order) -> dict[str, Any]:
        """What a cook answers; one who is silent for far longer than anybody waits, or who is dead,
        is dismissed.
        """
        try:
            async with asyncio.timeout(order.seconds + HANGS):
                answer = await cook.answer(order)
        except (TimeoutError, Spoiled) as error:
            cook.dismiss()
            return {"failed": str(error) or "no answer"}
        self._free.put_nowait(cook)
        return answer

    async def _next(self) -> Cook:
        """A cook who is free and has not died meanwhile."""
        while True:
            cook = await self._free.get()
            if cook.alive:
                return cook

    async def keep(self) -> None:
        """Have one cook at work, and another one whenever that one is gone."""
        pause = 0.0
        while True:
            try:
                async with process(self._module, self._compiled) as child:
                    await Cook(child).said()
                    pause = 0.0
                    await self._employ(child)
            except (*CANNOT_START, ValueError, Spoiled) as error:
                pause = min(2 * pause or 1.0, LONGEST_PAUSE)
                log.warning(
                    "cook cannot start", extra={"compiled": self._compiled, "reason": str(error)}
                )
            await asyncio.sleep(pause)

    async def _employ(self, child: Process) -> None:
        self.ready += 1
        try:
            self._free.put_nowait(Cook(child))
            await child.wait()
            log.warning(
                "cook is gone", extra={"compiled": self._compiled, "status": child.returncode}
            )
        finally:
            self.ready -= 1


class OwnThread:
    """The server's own thread, where bots think when there are no processes for them."""

    def __init__(self) -> None:
        self._matches = bot_worker.Matches()

    async def answer(self, order: Order, seconds: float) -> dict[str, Any]:
        return good(bot_worker.answer(order, self._matches))


class Kitchen:
    """Bots choose here: at first in a plain process, in compiled ones as soon as everything has
    been compiled.
    """

    def __init__(self, workers: int = 1, module: str = COOK) -> None:
        """With no workers at all, bots think in the server's own thread; the module is what each
        worker runs.
        """
        self.failures = 0  # times that a bot owed a choice
        self._workers, self._module = workers, module
        self._compiled, self._plain = (
            Brigade(module, compiled=True),
            Brigade(module, compiled=False),
        )
        self._own = OwnThread()
        self._critic = asyncio.Lock()  # one game after the other
        self.budget: tuple[
            str, ...
        ] = ()  # for an analysis, such as a number of worlds; the usual one if nothing is said
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Kitchen:
        await self.start()
        return self

    async def __aexit__(self, *trouble: object) -> None:
        await self.stop()

    @property
    def compiled(self) -> int:
        """How many compiled workers are at work."""
        return self._compiled.ready

    @property
    def plain(self) -> int:
        """How many plain workers are at work."""
        return self._plain.ready

    async def start(self) -> None:
        """Open the kitchen. Orders may come at once; they wait for the first worker."""
        if self._workers:
            self._run(self._plain.keep())
            self._run(self._staff())

    async def stop(self) -> None:
        """End all processes, whatever they are doing."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()

    async def choose(self, order: Order) -> str:
        """A legal choice within the order's seconds and one more: the bot's, or the default bot's,
        or any.
        """
        substitute = replace(order, bot=DEFAULT_BOT)
        for who, asked, seconds in (
            (self._best(), order, order.seconds),
            (self._spare(), substitute, PATIENCE),
        ):
            try:
                return str((await who.answer(asked, seconds))["choice"])
            except Spoiled as spoiled:
                self._note(asked, spoiled)
        return await asyncio.to_thread(bot_worker.first_choice, order)

    async def advise(self, order: Order) -> dict[str, Any] | None:
        """Advice within the order's seconds, as `Advice.data` has it; None where nobody has the
        time.
        """
        try:
            advice: dict[str, Any] = (await self._best().answer(order, order.seconds))["advice"]
        except Spoiled as spoiled:
            log.warning(
                "no hint", extra={"table": order.table, "seat": order.seat, "reason": str(spoiled)}
            )
            return None
        return advice

    async def analyse(self, record: str, tell: Callable[[float], None]) -> dict[str, Any]:
        """A finished game looked at again, as `Analysis.data` has it, in a process of its own for
        which nobody else waits.
        """
        async with self._critic, process(CRITIC, self.compiled > 0, *self.budget) as child:
            step_back(child)
            assert child.stdin is not None
            critic = Cook(child)
            try:
                child.stdin.write(record.encode())
                child.stdin.close()
                async with asyncio.timeout(ANALYSIS):
                    while "analysis" not in (said := good(await critic.said())):
                        tell(said["progress"])
            except (TimeoutError, OSError, ValueError) as error:
                raise Spoiled(str(error) or type(error).__name__) from error
        analysis: dict[str, Any] = said["analysis"]
        return analysis

    def _best(self) -> Brigade | OwnThread:
        return self._compiled if self._compiled.ready else self._spare()

    def _spare(self) -> Brigade | OwnThread:
        return self._plain if self._workers else self._own

    def _note(self, order: Order, spoiled: Spoiled) -> None:
        self.failures += 1
        BOT_FAILURES.inc()
        where = {"table": order.table, "seat": order.seat, "bot": order.bot}
        log.warning("bot failed", extra={**where, "reason": str(spoiled)})

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        self._tasks.append(asyncio.create_task(work))

    async def _staff(self) -> None:
        """Let compiled workers take over when everything has been compiled; where that cannot be,
        have more plain ones.
        """
        compiled = await self._rehearsed()
        for _ in range(self._workers if compiled else self._workers - 1):
            self._run((self._compiled if compiled else self._plain).keep())

    async def _rehearsed(self) -> bool:
        """Compile everything in a process for which nobody waits, and say whether others can use
        what it leaves.
        """
        if find_spec("numba") is None:
            return False
        try:
            async with process(self._module, True, bot_worker.REHEARSE) as child:
                step_back(child)
                status = await child.wait()
        except CANNOT_START:
            return False
        log.info("rehearsal is over", extra={"status": status})
        return status == 0
