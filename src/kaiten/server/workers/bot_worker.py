"""A process in which bots run: it reads jobs and answers each with a choice or with advice.

`python -m kaiten.server.workers.bot_worker` starts one. Jobs are pickled on its standard input;
answers are JSON lines on its standard output.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import sys
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from random import Random
from threading import Thread
from typing import IO, Any

from ...analysis.advice import advise
from ...bots import LADDER, find_bot
from ...bots.fallback import choose_legally, describe_failure
from ...engine.jit import JIT, cache_folder
from ...engine.rng import SEEDS
from ...games import list_games
from ...match.match import Match, deal
from ...match.view import View
from .job import Job

if sys.platform != "win32":
    import fcntl

CACHED_MATCHES = 256  # matches in progress that a worker keeps
HINT_WORLDS = 4_000 if JIT else 160  # rollouts for a hint: about a tenth of a second
WARM_UP = "--warm-up"
WARM_UP_WORLDS = 4  # rollouts per choice, enough to compile everything
# exit status of a warm-up that could not fill the cache: the next process would compile again
NO_CACHE = 3


class MatchCache:
    """The matches of the latest jobs: normally a worker only has to play the last turn."""

    def __init__(self, room: int = CACHED_MATCHES) -> None:
        self._room = room
        self._latest: OrderedDict[str, tuple[Job, Match]] = OrderedDict()

    def match_for(self, job: Job) -> Match:
        """Return the match at the choice that the job asks for."""
        played, match = self._find_earlier(job)
        for turn in job.answers[played:]:
            for seat, answer in enumerate(turn):
                if answer is not None:
                    match = match.choose(seat, answer)
        self._latest[job.table] = job, match
        self._latest.move_to_end(job.table)
        if len(self._latest) > self._room:
            self._latest.popitem(last=False)
        return match

    def _find_earlier(self, job: Job) -> tuple[int, Match]:
        """Return how many turns of the job's game are cached, and the match after them."""
        if job.table in self._latest:
            earlier, match = self._latest[job.table]
            played = len(earlier.answers)
            if earlier.deal_key == job.deal_key and earlier.answers == job.answers[:played]:
                return played, match
        return 0, deal(job.game, job.names, job.seed, **job.options)


def choose_with(bot: str, view: View, rng: Random) -> str:
    """Return the bot's choice. A bot gets nothing but its seat's view."""
    return str(choose_legally(find_bot(bot), view, rng))


def make_advice(view: View, rng: Random) -> dict[str, Any]:
    """Return the advice for a hint, as data without a language, from the seat's view alone."""
    return advise(view, iterations=HINT_WORLDS, seed=rng.randrange(SEEDS)).data(None)


def first_legal_choice(job: Job) -> str:
    """Return a legal choice at once."""
    return str(MatchCache().match_for(job).choices(job.seat)[0])


def run_job(job: Job, matches: MatchCache) -> dict[str, Any]:
    """Return the answer to a job, or the reason why it failed."""
    try:
        view, rng = matches.match_for(job).view(job.seat), Random(job.rng_seed)
        if job.bot:
            return {"choice": choose_with(job.bot, view, rng)}
        return {"advice": make_advice(view if job.memory else view.without_memory(), rng)}
    except Exception as error:
        return {"failed": str(describe_failure(error))}


def compile_bots() -> None:
    """Play every game with every bot on a small budget: afterwards nothing is left to compile or
    load.
    """
    # the levels use these bots too
    rng, bots = Random(0), [find_bot(name, iterations=WARM_UP_WORLDS) for name in LADDER]
    for game in list_games():
        # `unseen` is played without views, as `MatchCache` replays earlier turns
        match = unseen = deal(game.id, min(game.hand_sizes), 0)
        while not match.over:
            for seat in match.waiting:
                view = match.view(seat)
                *_, choice = [bot(view, rng) for bot in bots]
                match, unseen = match.choose(seat, choice), unseen.choose(seat, choice)
        advise(view, iterations=WARM_UP_WORLDS)


@contextmanager
def compile_lock() -> Iterator[None]:
    """Wait until no other process compiles; after the wait everything is in the cache."""
    folder = cache_folder()
    if sys.platform == "win32" or not folder:
        yield
        return
    with open(folder / "warm-up.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def fill_cache() -> int:
    """Compile everything for later processes and return the exit status."""
    if not cache_folder():
        return NO_CACHE
    with compile_lock():
        compile_bots()
    return 0


def read_jobs(jobs: IO[bytes], inbox: SimpleQueue[Job]) -> None:
    """Put jobs into the inbox. End the process when the server closes its end, even while a bot
    runs.
    """
    try:
        while True:
            inbox.put(pickle.load(jobs))
    finally:
        os._exit(0)


def take_stream(stream: int, mode: str) -> IO[Any]:
    """Take a standard stream away from the bots and return it: what they print is neither an
    answer nor a log line.
    """
    own = os.fdopen(os.dup(stream), mode)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, stream)
    os.close(nowhere)
    return own


def serve_jobs(inbox: SimpleQueue[Job], answers: IO[str]) -> None:
    """Report that the worker is ready, then answer one job after the other."""
    matches = MatchCache()
    message: dict[str, Any] = {"ready": True, "compiled": JIT}
    while True:
        answers.write(json.dumps(message) + "\n")
        answers.flush()
        message = run_job(inbox.get(), matches)


def main() -> None:
    """Run the process until its standard input ends. It ignores Ctrl-C, which is for the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # some supervisors signal the whole group
    inbox: SimpleQueue[Job] = SimpleQueue()
    jobs, answers = take_stream(0, "rb"), take_stream(1, "w")
    Thread(target=read_jobs, args=(jobs, inbox), daemon=True).start()
    if WARM_UP in sys.argv:
        # not sys.exit, here and below: the reading thread cannot be interrupted
        os._exit(fill_cache())
    if JIT:
        compile_bots()
    with suppress(BrokenPipeError):
        serve_jobs(inbox, answers)
    os._exit(0)


if __name__ == "__main__":
    main()
