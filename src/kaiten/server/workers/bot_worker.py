"""A process in which bots think: it reads orders and answers each with a choice, or with advice.
`python -m kaiten.server.workers.bot_worker` starts one.
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
from ...bots.fallback import legal, reason
from ...engine.jit import CACHE, JIT
from ...engine.rng import SEEDS
from ...games import GAMES
from ...match.match import Match, deal
from ...match.view import View
from .job import Order

if sys.platform != "win32":
    import fcntl

MATCHES = 256  # matches under way that a process remembers
HINT = 4_000 if JIT else 160  # worlds imagined for a hint: about a tenth of a second
REHEARSE = "--rehearse"
FEW = 4  # worlds imagined for the sake of it
# the exit status of a rehearsal after which the next process would have to compile as well
NOTHING_KEPT = 3


class Matches:
    """The matches of the latest orders, so that normally only the last turn has to be played."""

    def __init__(self, room: int = MATCHES) -> None:
        self._room = room
        self._latest: OrderedDict[str, tuple[Order, Match]] = OrderedDict()

    def at(self, order: Order) -> Match:
        """The match in which the choice of an order is to be made."""
        played, match = self._before(order)
        for turn in order.answers[played:]:
            for seat, answer in enumerate(turn):
                if answer is not None:
                    match = match.choose(seat, answer)
        self._latest[order.table] = order, match
        self._latest.move_to_end(order.table)
        if len(self._latest) > self._room:
            self._latest.popitem(last=False)
        return match

    def _before(self, order: Order) -> tuple[int, Match]:
        """How many turns of the order's game have been played already, and the match after them."""
        if order.table in self._latest:
            earlier, match = self._latest[order.table]
            played = len(earlier.answers)
            if earlier.deal == order.deal and earlier.answers == order.answers[:played]:
                return played, match
        return 0, deal(order.game, order.names, order.seed, **order.options)


def chosen(bot: str, view: View, rng: Random) -> str:
    """What the bot chooses; a bot never gets anything but its seat's view."""
    return str(legal(find_bot(bot), view, rng))


def advised(view: View, rng: Random) -> dict[str, Any]:
    """What may be said to whoever asks for a hint, from that seat's view alone."""
    return advise(view, iterations=HINT, seed=rng.randrange(SEEDS)).data()


def first_choice(order: Order) -> str:
    """A legal choice, without any thinking."""
    return str(Matches().at(order).choices(order.seat)[0])


def answer(order: Order, matches: Matches) -> dict[str, Any]:
    """The answer to an order, be it only why there is none."""
    try:
        view, rng = matches.at(order).view(order.seat), Random(order.luck)
        if order.bot:
            return {"choice": chosen(order.bot, view, rng)}
        return {"advice": advised(view if order.memory else view.at_sight(), rng)}
    except Exception as error:
        return {"failed": str(reason(error))}


def rehearse() -> None:
    """Let every bot play every game without much thought, so that nothing is left to compile, or to
    load, when people wait.
    """
    # the levels are these
    rng, bots = (Random(0), [find_bot(name, iterations=FEW) for name in LADDER])
    for game in GAMES:
        # at one of them nobody looks, as where orders are caught up with
        match = unseen = deal(game.id, min(game.hand_sizes), 0)
        while not match.over:
            for seat in match.waiting:
                view = match.view(seat)
                *_, choice = [bot(view, rng) for bot in bots]
                match, unseen = match.choose(seat, choice), unseen.choose(seat, choice)
        advise(view, iterations=FEW)


@contextmanager
def alone() -> Iterator[None]:
    """Wait until no other process compiles; whoever had to wait finds everything done."""
    if sys.platform == "win32" or not CACHE:
        yield
        return
    with open(CACHE / "rehearsal", "w") as place:
        fcntl.flock(place, fcntl.LOCK_EX)
        yield


def fill_the_cache() -> int:
    """Compile everything for the processes that come later."""
    if not CACHE:
        return NOTHING_KEPT
    with alone():
        rehearse()
    return 0


def listen(orders: IO[bytes], inbox: SimpleQueue[Order]) -> None:
    """Pass orders on, and end the process when nobody is there any more who could give some,
    whatever it is busy with.
    """
    try:
        while True:
            inbox.put(pickle.load(orders))
    finally:
        os._exit(0)


def private(stream: int, mode: str) -> IO[Any]:
    """A stream of the process for itself alone: what bots print must not be taken for an answer,
    nor end up in a log.
    """
    own = os.fdopen(os.dup(stream), mode)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, stream)
    os.close(nowhere)
    return own


def work(inbox: SimpleQueue[Order], answers: IO[str]) -> None:
    """Say that everything is ready, then answer one order after the other."""
    matches = Matches()
    said: dict[str, Any] = {"ready": True, "compiled": JIT}
    while True:
        answers.write(json.dumps(said) + "\n")
        answers.flush()
        said = answer(inbox.get(), matches)


def main() -> None:
    """The life of the process. It ends with its standard input; Ctrl-C at the server's terminal is
    not meant for it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # some supervisors send it to the whole family
    inbox: SimpleQueue[Order] = SimpleQueue()
    orders, answers = private(0, "rb"), private(1, "w")
    Thread(target=listen, args=(orders, inbox), daemon=True).start()
    if REHEARSE in sys.argv:
        # at once, as below: the thread that listens cannot be interrupted
        os._exit(fill_the_cache())
    if JIT:
        rehearse()
    with suppress(BrokenPipeError):
        work(inbox, answers)
    os._exit(0)


if __name__ == "__main__":
    main()
