"""The hall: all tables that this process has to do with. Other processes may have to do with the
same ones.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any, TypeVar

from sqlalchemy.exc import IntegrityError

from ...errors import KaitenError
from ..metrics import BOT_CHOICES, GAMES_FINISHED, GAMES_STARTED, TURNS, command_counter
from ..protocol import requests
from ..protocol.errors import BadToken, Busy, UnknownNumber, UnknownTable
from ..storage.executor import Clerks
from ..storage.notify import Telegraph
from ..storage.store import Book, Store, Twice
from ..workers.pool import Job, WorkerPool
from . import commands, snapshot
from .commands import Done, Moment
from .signal import Bell
from .snapshot import Scene
from .table import Table

T = TypeVar("T")
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6
THINK = 1.5  # seconds that people wait for a bot, or for a hint: others may be served first
TICK = 0.5  # seconds between two looks at what is due and what other processes have changed
HEARTBEAT, DEAD = 3.0, 12.0  # seconds between two signs of life, and without one
SOON = 0.4  # seconds after which people are told who has chosen: several choices make one message
SIGN_OF_LIFE = 5.0  # seconds after which somebody who only looks is noted again
CLERKS = 8  # threads that may wait for the database
CHECKPOINT = 1.0
HOUR = 3600.0
KEEP_OPEN, KEEP_PLAYING = 24 * HOUR, 60 * 24 * HOUR  # how long a table waits for anybody
ADVICE = 500  # pieces of advice that may be asked for again
SCENES = 2_000  # tables kept in mind that nobody watches
log = logging.getLogger("kaiten.server")


class Hall:
    """Tables, those who watch them, and everything that happens at them without being asked."""

    def __init__(self, store: Store, worker_pool: WorkerPool, alone: bool = True) -> None:
        """`alone`: no other process works with the same database."""
        self.store, self.worker_pool = store, worker_pool
        self.process = secrets.token_hex(8)
        self.scenes: dict[str, Scene] = {}
        self.watchers: dict[str, set[Bell]] = {}
        # connections of each person at each table
        self.guests: Counter[tuple[str, int]] = Counter()
        # people of whom the store does not know whether they are here
        self._unsure: set[tuple[str, int]] = set()
        self.telegraph = Telegraph(store, self.process, self.heard)
        self._clerks = Clerks(0 if alone and not store.shared else CLERKS)
        self._busy: set[str] = set()  # tables at which bots are choosing
        self._advice: dict[
            tuple[str, int, int, int], asyncio.Task[Any]
        ] = {}  # by table, game, moment and seat
        self._soon: dict[str, asyncio.TimerHandle] = {}  # tables of which people will be told soon
        self._tasks: set[asyncio.Task[Any]] = set()

    # --- From the first guest to the last ---

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Hall]:
        """The hall while it is open."""
        await self.at_store(self.store.migrate)
        await self.at_store(self._beat)
        await self.worker_pool.start()
        self.telegraph.start()
        rounds = (
            (TICK, self._look_round),
            (HEARTBEAT, self._live),
            (CHECKPOINT, self._save),
            (HOUR, self._tidy),
        )
        for seconds, job in rounds:
            self._spawn(self._again_and_again(seconds, job))
        try:
            yield self
        finally:
            await self._close()

    async def _again_and_again(self, seconds: float, job: Callable[[], Awaitable[None]]) -> None:
        """Do something at intervals, whatever went wrong the last time."""
        while True:
            await asyncio.sleep(seconds)
            try:
                await job()
            except Busy:
                pass  # has been logged
            except Exception:
                log.exception("a round failed")

    async def _close(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.telegraph.stop()
        await self.worker_pool.stop()
        with suppress(Busy):
            await self.at_store(self._say_goodbye)
        self._clerks.stop()
        self.store.close()

    def _say_goodbye(self) -> None:
        now = time.time()
        with self.store.writing() as book:
            book.beat(self.process, now)
            book.bury(self.process, now, now)

    async def at_store(self, job: Callable[..., T], *arguments: Any) -> T:
        """Do something in the store: beside the event loop where it would have to wait."""
        try:
            return await self._clerks.do(job, *arguments)
        except self.store.errors as error:
            log.error("database", extra={"reason": type(error).__name__})
            raise Busy from error

    # --- Tables ---

    async def open(self, wish: requests.OpenTable) -> tuple[Scene, Mapping[str, Any]]:
        """Open a table; its host has joined."""
        opening = commands.opened(wish)
        opened = await self.at_store(self._open, opening)
        self._keep(opened)
        return opened, opening.reply

    def _open(self, opening: Done) -> Scene:
        while True:
            code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
            now = time.time()
            with suppress(IntegrityError), self.store.writing() as book:
                book.open(code, False, now)
                seen = {opening.reply["person"]: now}
                book.visit(code, opening.reply["person"], self.process, now)
                step = snapshot.step(Scene(Table(code), 0, {}, seen), opening, now)
                snapshot.write(book, step, now)
                return step.after

    async def look(self, code: str) -> Scene:
        """A table as it stands."""
        seen, known = await self.at_store(self._read, code), self.scenes.get(code)
        return known if known and known.changes >= seen.changes else self._keep(seen)

    def _read(self, code: str) -> Scene:
        with self.store.reading() as book:
            return snapshot.read(book, code, self.scenes.get(code))

    async def do(
        self, code: str, person: int | None, wish: requests.Command
    ) -> tuple[Scene, Mapping[str, Any]]:
        """Do what somebody asks; refused, nothing has changed."""
        try:
            after, done = await self.change(code, lambda at: commands.done(at, wish), person)
        except Exception:
            command_counter(wish.do, "refused").inc()
            raise
        command_counter(wish.do, "done").inc()
        seat = next(iter(done.choices), None)
        return after, done.reply if seat is None else {
            "seat": seat,
            "chosen": after.chosen.get(seat),
        }

    async def hint(
        self, code: str, person: int | None, wish: requests.Hint
    ) -> tuple[Scene, int, Mapping[str, Any]]:
        """Advice for a seat that may have it; it counts when it can be given."""
        seen = await self.look(code)
        seat = commands.done(seen.moment(person, time.time()), wish).reply["seat"]
        moment = code, seen.table.number, seen.table.moved, seat
        # the next step tells more of the same, and whoever asks twice waits for one answer
        if moment not in self._advice:
            asked = self.worker_pool.advise(self._job_for(seen.table, seat, None))
            self._advice[moment] = asyncio.create_task(asked)
            if len(self._advice) > ADVICE:
                del self._advice[next(iter(self._advice))]
        advice = await asyncio.shield(self._advice[moment])
        if advice is None:
            self._advice.pop(moment, None)
            raise Busy
        after, _ = await self.do(code, person, wish)
        return after, seat, advice

    async def change(
        self,
        code: str,
        act: Callable[[Moment], Done],
        person: int | None = None,
        moves: bool = False,
    ) -> tuple[Scene, Done]:
        """Change a table: `act` says what follows from the table as it stands; `moves`: the person
        comes, or goes.
        """
        after, done = await self._changed(code, act, person, moves)
        self._serve(after)
        return after, done

    async def _changed(
        self,
        code: str,
        act: Callable[[Moment], Done],
        person: int | None = None,
        moves: bool = False,
    ) -> tuple[Scene, Done]:
        known = self.scenes.get(code)
        try:
            before, after, done = await self.at_store(self._change, code, act, person, moves)
        except Twice as error:  # somebody else has written that line of the log
            self.scenes.pop(code, None)
            raise Busy from error
        self._keep(
            after,
            soon=known is not None and after.table is known.table and after.visits is known.visits,
        )
        self.telegraph.tell(code)
        self._count(before, after)
        return after, done

    def _change(
        self, code: str, act: Callable[[Moment], Done], person: int | None, moves: bool
    ) -> tuple[Scene, Scene, Done]:
        now, known = time.time(), self.scenes.get(code)
        sure = known and not moves and (person is None or person in known.here)
        changed = (known and sure and self._swap(known, act, person, now)) or self._hold(
            code, act, person, moves, now
        )
        self._remember(changed[1])
        return changed

    def _swap(
        self, known: Scene, act: Callable[[Moment], Done], person: int | None, now: float
    ) -> tuple[Scene, Scene, Done] | None:
        """Change a table that is as we know it; None if it is not, or if it is and the answer is
        no: let the store say so.
        """
        try:
            done = act(known.moment(person, now))
            step = snapshot.step(known, done, now)
        except KaitenError:
            return None
        with self.store.writing(one_word=not step.lines) as book:
            return (known, step.after, done) if snapshot.write(book, step, now) else None

    def _hold(
        self, code: str, act: Callable[[Moment], Done], person: int | None, moves: bool, now: float
    ) -> tuple[Scene, Scene, Done]:
        """Change a table as it stands in the store."""
        with self.store.writing() as book:
            before = snapshot.held(book, code, self.scenes.get(code))
            if person is not None and person not in before.table.people:
                raise BadToken  # has left, or was sent away
            seen = before if person is None else self._noticed(book, before, person, moves, now)
            done = act(seen.moment(person, now))
            step = snapshot.step(seen, done, now)
            snapshot.write(book, step, now)
        return before, step.after, done

    def _noticed(self, book: Book, before: Scene, person: int, moves: bool, now: float) -> Scene:
        """The scene with whoever asks in it: connected to this process, or seen just now."""
        if person in before.here and not moves:
            return before
        code = before.table.code
        book.visit(code, person, self.process, None if self.guests[code, person] else now)
        return replace(before, visits=book.visits(code))

    async def record(self, code: str, number: int) -> str:
        """The record of a finished game."""
        found = await self.at_store(self._record, code, number)
        if found is None:
            raise UnknownNumber
        return found

    def _record(self, code: str, number: int) -> str | None:
        with self.store.reading() as book:
            book.find(code)
            return book.record(code, number)

    async def reach(self) -> None:
        """Ask the database something, or be told that it cannot be reached."""
        await self.at_store(self._listed)

    async def listed(self) -> list[Scene]:
        """The tables that wait for people, for everybody to see."""
        found = [await self.look(code) for code in await self.at_store(self._listed)]
        return [scene for scene in found if scene.here and scene.table.free_seat() is not None]

    def _listed(self) -> list[str]:
        with self.store.reading() as book:
            return book.listed(time.time() - KEEP_OPEN)

    # --- Those who watch ---

    @asynccontextmanager
    async def watching(self, code: str) -> AsyncIterator[Bell]:
        """A bell that is rung whenever something has changed at a table."""
        news = Bell()
        self.watchers.setdefault(code, set()).add(news)
        try:
            yield news
        finally:
            self.watchers[code].discard(news)
            if not self.watchers[code]:
                del self.watchers[code]

    async def arrive(self, code: str, person: int) -> None:
        """Somebody has connected."""
        self.guests[code, person] += 1  # at once: an older connection may be going just now
        await self._move(code, person)

    async def _move(self, code: str, person: int) -> None:
        """Let the store know whether somebody is here; if it cannot be told now, it will be later."""
        here = self.guests[code, person] > 0
        try:
            await self.change(
                code, commands.returned if here else lambda at: Done(), person, moves=True
            )
        except Busy:
            self._unsure.add((code, person))

    async def seen(self, code: str, person: int) -> None:
        """A sign of life of somebody who is not connected."""
        known = self.scenes.get(code)
        if (
            known
            and person not in known.here
            and time.time() > (known.visits.get(person) or 0) + SIGN_OF_LIFE
        ):
            await self.change(code, lambda at: Done(), person)

    async def depart(self, code: str, person: int) -> None:
        """A connection of somebody is gone, perhaps the last one."""
        self.guests[code, person] -= 1
        if not self.guests[code, person]:
            del self.guests[code, person]
            with suppress(BadToken, UnknownTable):
                await self._move(code, person)

    def _remember(self, seen: Scene) -> Scene:
        """The newest scene of a table that is known; threads call this too."""
        known = self.scenes.get(seen.table.code)
        if known and known.changes >= seen.changes:
            return known
        self.scenes[seen.table.code] = seen
        return seen

    def _keep(self, seen: Scene, soon: bool = False) -> Scene:
        """Keep the newest scene of a table in mind, and wake those who watch it, now or soon."""
        newest = self._remember(seen)
        if not soon:
            self._wake(seen.table.code)
        elif seen.table.code not in self._soon:
            loop = asyncio.get_running_loop()
            self._soon[seen.table.code] = loop.call_later(SOON, self._wake, seen.table.code)
        if len(self.scenes) > 2 * SCENES + len(self.watchers):
            idle = [code for code in list(self.scenes) if code not in self.watchers]
            for code in idle[:SCENES]:
                del self.scenes[code]
        return newest

    def _wake(self, code: str) -> None:
        """Let everybody who watches a table look at it."""
        waiting = self._soon.pop(code, None)
        if waiting:
            waiting.cancel()
        for news in self.watchers.get(code, ()):
            news.ring()

    def _count(self, before: Scene, after: Scene) -> None:
        old, new = before.table, after.table
        if new is old:
            return
        GAMES_STARTED.inc(new.number - old.number)
        GAMES_FINISHED.inc(len(new.results) - len(old.results))
        if new.moved > old.moved and new.number == old.number:
            TURNS.inc()

    # --- Bots, timers, absent people ---

    def _serve(self, seen: Scene) -> None:
        """Let bots choose where they are waited for, beside everything else."""
        code = seen.table.code
        if seen.due is not None and code not in self._busy and seen.late(time.time()):
            self._busy.add(code)
            self._spawn(self._let_bots_choose(code))

    def _spawn(self, job: Any) -> None:
        task = asyncio.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception():
            log.error("a task failed", exc_info=task.exception())

    async def _let_bots_choose(self, code: str) -> None:
        try:
            while True:
                seen = self.scenes.get(code) or await self.look(code)
                bots = seen.late(time.time())
                if not bots:
                    return
                choices = await asyncio.gather(
                    *(self._ask_bot(seen.table, *bot) for bot in bots.items())
                )
                answers, moved = dict(zip(bots, choices, strict=True)), seen.table.moved
                await self._bots_chose(code, answers, moved)
                BOT_CHOICES.inc(len(answers))
        except (Busy, UnknownTable):
            pass  # it is still due, and somebody will look again
        finally:
            self._busy.discard(code)

    async def _ask_bot(self, table: Table, seat: int, bot: str) -> str:
        return await self.worker_pool.choose(self._job_for(table, seat, bot))

    def _job_for(self, table: Table, seat: int, bot: str | None) -> Job:
        match, fair = table.match, table.fair
        assert match is not None
        assert match.seed is not None
        assert fair is not None
        return Job(
            table=f"{table.code}-{table.number}",
            game=match.game.id,
            names=match.names[: len(match.seats)],
            options=dict(match.options),
            seed=match.seed,
            answers=table.answers,
            seat=seat,
            bot=bot,
            rng_seed=f"{fair.salt}:{seat}:{table.moved}",
            seconds=THINK,
            memory=table.settings.memory,
        )

    async def _bots_chose(self, code: str, answers: Mapping[int, str], moved: int) -> None:
        def act(at: Moment) -> Done:
            """What bots chose counts where it was meant for this moment and nobody has chosen or
            come back meanwhile.
            """
            if at.table.moved != moved or at.table.match is None:
                return Done()
            late = Scene(at.table, chosen=at.chosen).late(at.now)
            return Done(choices={seat: choice for seat, choice in answers.items() if seat in late})

        await self._changed(code, act)

    async def attend(self, code: str) -> None:
        """Do what is due at a table."""
        await self.change(code, commands.given_up)

    async def _look_round(self) -> None:
        """What is due, and what have others changed?"""
        due, changed = await self.at_store(self._news, list(self.watchers))
        for code in changed:
            await self._carefully(self.refresh, code)
        for code in due:
            await self._carefully(self.attend, code)

    async def _carefully(self, job: Callable[[str], Awaitable[None]], code: str) -> None:
        """Do something at one table, whatever is wrong with it, and let others have their turn."""
        try:
            await job(code)
        except (UnknownTable, Busy):
            pass
        except Exception:
            log.exception("table cannot be attended", extra={"table": code})
            await self.at_store(self._put_off, code)
        await asyncio.sleep(0)

    def _put_off(self, code: str) -> None:
        """Let a table wait that cannot be read, so that it does not keep the others waiting."""
        with self.store.writing() as book:
            book.put_off(code, time.time() + HOUR)

    def _news(self, watched: list[str]) -> tuple[list[str], list[str]]:
        with self.store.reading() as book:
            due = book.due(time.time())
            changes = book.changes(watched) if watched else {}
        known = {code: seen.changes for code, seen in self.scenes.copy().items()}
        return due, [code for code, number in changes.items() if number > known.get(code, -1)]

    async def refresh(self, code: str) -> None:
        """Read a table again that somebody else has changed."""
        with suppress(UnknownTable, Busy):
            await self.look(code)

    def heard(self, codes: list[str]) -> None:
        """Another process says that these tables have changed."""
        for code in codes:
            if code in self.watchers:
                self._spawn(self.refresh(code))

    # --- Signs of life, and tidying up ---

    async def _live(self) -> None:
        """Give a sign of life, and tell the store again of people whom it has missed."""
        if not await self.at_store(self._beat):
            # the others thought that we were gone, and our guests with us
            self._unsure |= set(self.guests)
        for code, person in list(self._unsure):
            self._unsure.discard((code, person))
            with suppress(BadToken, UnknownTable):
                await self._move(code, person)

    def _beat(self) -> bool:
        """Give a sign of life, and see to the guests of processes that give none; whether ours was
        still known.
        """
        now = time.time()
        with self.store.writing() as book:
            known = book.beat(self.process, now)
            dead = book.dead(now - DEAD)
        for process, seen in dead:
            log.warning("another process is gone", extra={"gone": process})
            with self.store.writing() as book:
                book.bury(process, seen, now)
        return known

    async def _save(self) -> None:
        """Let what was written ahead go to its place, beside everything else: that waits for the
        disk.
        """
        await asyncio.to_thread(self.store.checkpoint)

    async def _tidy(self) -> None:
        cleared = await self.at_store(self.tidy, time.time())
        if cleared:
            log.info("old tables cleared away", extra={"tables": cleared})

    def tidy(self, now: float) -> int:
        """Clear old empty tables away; how many."""
        with self.store.writing() as book:
            return book.forget(now - KEEP_OPEN, now - KEEP_PLAYING)
