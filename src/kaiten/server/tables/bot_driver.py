"""Has bots choose where the table waits for them, and finds advice for players."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import Any

from ..metrics import BOT_CHOICES
from ..protocol import requests
from ..protocol.errors import Busy, UnknownTable
from ..workers.pool import Job, WorkerPool
from . import commands
from .commands import CommandContext, Effects
from .service import TableService
from .snapshot import Snapshot
from .table import Table
from .tasks import BackgroundTasks

ANSWER_TIMEOUT = (
    1.5  # seconds that people wait for a bot, or for a hint: others may be served first
)
ADVICE_KEPT = 500  # pieces of advice that may be asked for again
AdviceData = Mapping[str, Any]
# table, game, version at which the match moved, seat
Position = tuple[str, int, int, int]


class BotDriver:
    """Asks workers for the choices of bots and for advice, and brings them to the table."""

    def __init__(
        self, tables: TableService, worker_pool: WorkerPool, background: BackgroundTasks
    ) -> None:
        self._tables, self._worker_pool, self._background = tables, worker_pool, background
        self._driven: set[str] = set()  # tables at which bots are choosing
        self._advice: dict[Position, asyncio.Task[Any]] = {}

    # --- Bots ---

    def drive(self, snapshot: Snapshot) -> None:
        """Have the bots of a table choose in the background, if any have to."""
        code = snapshot.table.code
        if snapshot.due is None or code in self._driven or not snapshot.bots_to_move(time.time()):
            return
        self._driven.add(code)
        self._background.start(self._drive(code))

    async def _drive(self, code: str) -> None:
        """Have bots choose until none has to."""
        try:
            while True:
                snapshot = self._tables.cache.get(code) or await self._tables.read(code)
                bots = snapshot.bots_to_move(time.time())
                if not bots:
                    return
                table = snapshot.table
                jobs = [make_job(table, seat, bot) for seat, bot in bots.items()]
                choices = await asyncio.gather(*map(self._worker_pool.choose, jobs))
                answers = dict(zip(bots, choices, strict=True))
                await self._apply(code, answers, table.moved)
                BOT_CHOICES.inc(len(answers))
        except (Busy, UnknownTable):
            pass  # the table is still due, and some process will look again
        finally:
            self._driven.discard(code)

    async def _apply(self, code: str, answers: Mapping[int, str], moved: int) -> None:
        def choose_for_bots(context: CommandContext) -> Effects:
            """Choose for the bots that still have to: the match may have moved meanwhile, and a
            person may have chosen or come back.
            """
            match = context.table.match
            if context.table.moved != moved or match is None:
                return Effects()
            bots = Snapshot(context.table, chosen=context.chosen).bots_to_move(context.now)
            chosen = {seat: match.check(seat, answers[seat]) for seat in answers if seat in bots}
            return Effects(choices=chosen)

        await self._tables.update(code, choose_for_bots)

    # --- AdviceData ---

    async def advise(
        self, code: str, person: int | None, request: requests.Hint
    ) -> tuple[Snapshot, int, AdviceData]:
        """Return advice for a seat that may have it; the hint counts when there is advice."""
        snapshot = await self._tables.read(code)
        context = snapshot.context(person, time.time())
        seat = commands.run_command(context, request).reply["seat"]
        advice = await self._find_advice(snapshot.table, seat)
        after, _ = await self._tables.execute(code, person, request)
        return after, seat, advice

    async def _find_advice(self, table: Table, seat: int) -> AdviceData:
        """Return the advice for a seat. All steps of a hint share one, and so do all who wait."""
        position = table.code, table.number, table.moved, seat
        if position not in self._advice:
            job = self._worker_pool.advise(make_job(table, seat, None))
            self._advice[position] = asyncio.create_task(job)
            if len(self._advice) > ADVICE_KEPT:
                del self._advice[next(iter(self._advice))]
        advice: AdviceData | None = await asyncio.shield(self._advice[position])
        if advice is None:
            self._advice.pop(position, None)
            raise Busy
        return advice


def make_job(table: Table, seat: int, bot: str | None) -> Job:
    """Return the job for a worker: the choice of a bot, or advice if there is none."""
    match = table.match
    assert match is not None
    assert match.seed is not None
    return Job(
        table=f"{table.code}-{table.number}",
        game=match.game.id,
        names=match.names[: len(match.seats)],
        options=dict(match.options),
        seed=match.seed,
        answers=table.answers,
        seat=seat,
        bot=bot,
        rng_seed=f"{match.seed}:{seat}:{table.moved}",
        seconds=ANSWER_TIMEOUT,
        memory=table.settings.memory,
    )
