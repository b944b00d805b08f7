"""Replays of finished games with open hands, as docs/protocol.md describes them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from ...match.choice import read_answers
from ...match.events import Answered
from ...match.facts import Extent, encode_choice, encode_prompt, list_facts
from ...match.match import Match
from ...match.record import fairness_data, parse_record
from ...match.replay import replay_steps
from ..protocol import serialize
from ..protocol.schemas import FRAME_FACTS
from ..protocol.serialize import Message

CACHED_REPLAYS = 16


class Replays:
    """Builds replays, one at a time, and caches the last ones: records never change."""

    def __init__(self) -> None:
        self._cache: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._lock = asyncio.Lock()

    async def get(self, record: str, language: str) -> bytes:
        """Return the replay of a record, as JSON."""
        key = record, language
        async with self._lock:
            if key not in self._cache:
                self._cache[key] = serialize.encode_json(await build_replay(record, language))
            self._cache.move_to_end(key)
            if len(self._cache) > CACHED_REPLAYS:
                self._cache.popitem(last=False)
            return self._cache[key]


async def build_replay(text: str, language: str) -> Message:
    """Return a game as a list of frames. The event loop runs other tasks between two of them."""
    record = parse_record(text)
    assert record.fair is not None  # of a game that was played here
    frames: list[Message] = []
    before: Match | None = None
    rounds: list[Message] = []
    for match in replay_steps(record):
        if before is None or before.scored:
            rounds.append(
                {"deck": match.list_deck_before_deal(), "hands": match.list_dealt_hands()}
            )
        if before:
            frames[-1]["answers"] = answers_between(before, match, language)
        frames.append(build_frame(before, match, language))
        before = match
        await asyncio.sleep(0)
    assert before is not None
    return {
        "ok": True,
        "game": record.game,
        "options": dict(before.options),
        "names": list(before.names),
        "seed": str(record.seed),
        "fair": fairness_data(record.fair),
        "rounds": rounds,
        "frames": frames,
    }


def build_frame(before: Match | None, match: Match, language: str) -> Message:
    """Return the table after one step, with the sheet's lines that are new since the step before."""
    extent = Extent(language, sheet=len(before.sheet()) if before else 0)
    facts = list_facts(match.view(None), FRAME_FACTS, extent)
    asked = [match.prompt(seat) for seat in match.seats]
    return facts | {
        "hands": match.hands,
        "tokens": [[(token.pile, token.worth) for token in held] for held in match.tokens],
        "prompts": [encode_prompt(prompt, language) for prompt in asked],
        "answers": [None] * len(match.seats),
    }


def answers_between(before: Match, match: Match, language: str) -> list[Message | None]:
    """Return what each seat chose between two steps, None for all if cards were only dealt."""
    answered = next(
        (event for event in match.log[len(before.log) :] if isinstance(event, Answered)), None
    )
    if answered is None:
        return [None] * len(match.seats)
    answers = read_answers(
        match.game, answered.prompt, answered.choices, match.game.variant(dict(match.options))
    )
    return [encode_choice(answer, language) if answer else None for answer in answers]
