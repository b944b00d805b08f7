"""Finished games, step by step and with everybody's cards open, as docs/protocol.md has them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from ...match.choice import understand
from ...match.events import Answered
from ...match.match import Match
from ...match.record import parse
from ...match.replay import steps
from ..protocol import serialize
from ..protocol.serialize import Message

KEPT = 16  # replays that may be asked for again soon


class Replays:
    """Makes replays, one at a time, and keeps the last ones: records never change."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._turn = asyncio.Lock()

    async def of(self, record: str, language: str) -> bytes:
        """The replay of a record, as JSON."""
        asked = record, language
        async with self._turn:
            if asked not in self._kept:
                self._kept[asked] = serialize.as_json(await replay(record, language))
            self._kept.move_to_end(asked)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return self._kept[asked]


async def replay(text: str, language: str) -> Message:
    """A game as a row of frames; between two of them the event loop looks after everybody else."""
    record = parse(text)
    assert record.fair is not None  # of a game that was played here
    frames: list[Message] = []
    before: Match | None = None
    for match in steps(record):
        if before:
            frames[-1]["answers"] = answers(before, match, language)
        frames.append(frame(before, match, language))
        before = match
        await asyncio.sleep(0)
    assert before is not None
    return {
        "ok": True,
        "game": record.game,
        "options": dict(before.options),
        "names": list(before.names),
        "seed": str(record.seed),
        "hash": record.fair.hash,
        "salt": record.fair.salt,
        "frames": frames,
    }


def frame(before: Match | None, match: Match, language: str) -> Message:
    """The table at one moment, with the lines of the sheet that are new since the moment before."""
    facts = serialize.open_facts(match.view(None), language, len(before.sheet()) if before else 0)
    for always in ("game", "options", "names"):
        del facts[always]
    asked = [match.prompt(seat) for seat in match.seats]
    return facts | {
        "hands": match.hands,
        "tokens": [[(token.pile, token.worth) for token in held] for held in match.tokens],
        "prompts": [serialize.prompt(prompt, language) for prompt in asked],
        "answers": [None] * len(match.seats),
    }


def answers(before: Match, match: Match, language: str) -> list[Message | None]:
    """What each seat chose to come from one moment to the next; nothing where cards were only
    dealt.
    """
    told = next(
        (event for event in match.log[len(before.log) :] if isinstance(event, Answered)), None
    )
    if told is None:
        return [None] * len(match.seats)
    variant = match.game.variant(dict(match.options))
    return [
        None
        if text is None
        else serialize.choice(understand(match.game, told.prompt, text, variant), language)
        for text in told.choices
    ]
