"""What a record proves: that the game followed the rules, and that its deal was settled before
anybody chose.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..errors import BadRecord, KaitenError
from ..text import Text, join_texts
from .fairness import is_kept
from .match import Match
from .record import Record, parse_record
from .replay import load_match
from .sheet import POINTS


@dataclass(frozen=True)
class Verdict:
    """What was found out about a record; it is in order when nothing is left to doubt."""

    rules: bool
    fair: bool | None  # None where nothing proves the deal, and nothing speaks against it
    proved: tuple[Text, ...] = ()
    doubts: tuple[Text, ...] = ()

    @property
    def ok(self) -> bool:
        return self.rules and self.fair is True

    def data(self, language: str) -> dict[str, Any]:
        """The verdict as plain data."""
        reason = join_texts(self.doubts, " ").to(language) if self.doubts else None
        return {"ok": self.ok, "rules": self.rules, "fair": self.fair, "reason": reason}


def judge(source: str, published: str | None = None) -> Verdict:
    """Play a record again, and compare its deal with what was promised: with the hash that was
    published, if it is given.
    """
    try:
        record = parse_record(source)
    except BadRecord as error:
        return Verdict(rules=False, fair=None, doubts=(error.text,))
    against = objection(record, published)
    try:
        match = load_match(record)
    except KaitenError as error:
        broken = (BREAKS_RULES, error.text)
        return Verdict(
            rules=False, fair=False if against else None, doubts=(*broken, *filter(None, [against]))
        )
    proved = (FOLLOWS_RULES.format(game=match.game.title), describe_ending(match))
    if against:
        return Verdict(rules=True, fair=False, proved=proved, doubts=(against,))
    missing = gap(record, match)
    if missing:
        return Verdict(rules=True, fair=None, proved=proved, doubts=(missing,))
    return Verdict(rules=True, fair=True, proved=(*proved, *describe_commitment(record, published)))


def objection(record: Record, published: str | None) -> Text | None:
    """What speaks against the deal of a record: the seed or the hash is another one than was
    promised.
    """
    if record.fair is None:
        return None
    if record.seed is not None and not is_kept(record.fair, record.seed):
        return OTHER_SEED
    if published is not None and published.strip().lower() != record.fair.hash:
        return OTHER_HASH.format(hash=record.fair.hash)
    return None


def gap(record: Record, match: Match) -> Text | None:
    """What a record lacks to prove its deal."""
    if record.fair is None:
        return NO_HASH
    if record.seed is None:
        return NO_SEED
    # dealt as the record says
    return OTHER_VERSION.format(version=record.version) if match.seed is None else None


def describe_commitment(record: Record, published: str | None) -> tuple[Text, Text]:
    """What is proved of the deal."""
    assert record.fair is not None
    last = (PROMISED if published else COMPARE).format(hash=record.fair.hash)
    return DEALT.format(seed=record.seed), last


def describe_ending(match: Match) -> Text:
    """Who has won, or that nobody has yet."""
    ended = match.outcome()
    if ended is None:
        return GAME_BROKEN_OFF.format(round=match.round, turn=match.turn)
    points = POINTS.format(n=ended.ranking[0].score)
    return ended.tie_break or WINS_WITH.format(name=ended.ranking[0].name, points=points)


FOLLOWS_RULES = Text("A replay by the rules of {game} matches the record.")
BREAKS_RULES = Text("The game does not follow the rules.")
WINS_WITH = Text("{name} wins with {points}.")
GAME_BROKEN_OFF = Text("The record ends in round {round}, on turn {turn}: nobody has won yet.")
DEALT = Text("The seed {seed} deals exactly these cards.")
PROMISED = Text(
    "The seed is the promised one: its hash is the one published before the game, {hash}."
)
COMPARE = Text(
    "The seed matches the hash {hash}. Compare it with the one shown at the start (--hash)."
)
OTHER_SEED = Text(
    "The seed is not the promised one: seed and salt do not give the hash in the record."
)
OTHER_HASH = Text(
    "The seed is not the promised one: the hash in the record, {hash}, is not the one published"
    " at the start."
)
NO_HASH = Text("The record has no published hash, so a fair deal cannot be proved.")
NO_SEED = Text("The record does not contain its seed, so the deal cannot be checked.")
OTHER_VERSION = Text(
    "The record is of version {version} of the game, not of this one, so its deal cannot be "
    "checked here."
)
