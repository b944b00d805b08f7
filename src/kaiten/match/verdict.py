"""What a record proves: that the game followed the rules, and that its deal was settled before
anyone chose, or that nobody chose it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..errors import BadRecord, KaitenError
from ..text import Text, join_texts, plain_text
from .fairness import Contribution, Fair, JointSeed, hash_secret, is_kept
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


def judge(source: str, published: str | None = None, contributed: str | None = None) -> Verdict:
    """Play a record again, and compare its deal with what was promised: with the hash that was
    published and with one's own contribution, if they are given.
    """
    try:
        record = parse_record(source)
    except BadRecord as error:
        return Verdict(rules=False, fair=None, doubts=(error.text,))
    against = objection(record, published, contributed)
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
    described = describe_commitment(record, published, contributed)
    return Verdict(rules=True, fair=True, proved=(*proved, *described))


def objection(record: Record, published: str | None, contributed: str | None) -> Text | None:
    """What speaks against the deal of a record: it does not come from what was promised."""
    fair = record.fair
    if fair is None:
        return None
    if isinstance(fair, JointSeed):
        against = objection_to_joint_seed(record, fair)
        if against:
            return against
    elif isinstance(record.seed, str) or (
        record.seed is not None and not is_kept(fair, record.seed)
    ):
        return OTHER_SEED
    if published is not None and tidy(published) != fair.hash:
        return OTHER_HASH.format(hash=fair.hash)
    revealed = [one.revealed for one in list_contributions(record)]
    if contributed is not None and tidy(contributed) not in revealed:
        return LEFT_OUT
    return None


def objection_to_joint_seed(record: Record, fair: JointSeed) -> Text | None:
    """What shows that a seed does not come from the secret and the contributions, or these are
    others than were promised.
    """
    if hash_secret(fair.secret) != fair.hash:
        return OTHER_SECRET
    for one in fair.contributions:
        if not one.is_kept:
            return OTHER_CONTRIBUTION.format(name=name_contributor(record, one))
    if record.seed is not None and record.seed != fair.seed:
        return OTHER_JOINT_SEED
    return None


def tidy(digits: str) -> str:
    return digits.strip().lower()


def list_contributions(record: Record) -> tuple[Contribution, ...]:
    return record.fair.contributions if isinstance(record.fair, JointSeed) else ()


def name_contributor(record: Record, one: Contribution) -> Text:
    """The names at the seats of the player who contributed."""
    names = [record.players[seat] for seat in one.seats if 0 <= seat < len(record.players)]
    return join_texts([plain_text(name) for name in names])


def gap(record: Record, match: Match) -> Text | None:
    """What a record lacks to prove its deal."""
    if record.fair is None:
        return NO_HASH
    if record.seed is None:
        return NO_SEED
    # dealt as the record says
    return OTHER_VERSION.format(version=record.version) if match.seed is None else None


def describe_commitment(
    record: Record, published: str | None, contributed: str | None
) -> tuple[Text, ...]:
    """What is proved of the deal."""
    assert record.fair is not None
    dealt = DEALT.format(seed=record.seed)
    if isinstance(record.fair, Fair):
        return dealt, (PROMISED if published else COMPARE).format(hash=record.fair.hash)
    last = (SECRET_PROMISED if published else COMPARE_SECRET).format(hash=record.fair.hash)
    included = [YOURS_INCLUDED] if contributed else []
    return dealt, *describe_contributions(record), *included, last


def describe_contributions(record: Record) -> list[Text]:
    """Who has contributed to the seed, and whose contribution was left out."""
    used, late = (
        [
            name_contributor(record, one)
            for one in list_contributions(record)
            if (one.revealed is None) == is_late
        ]
        for is_late in (False, True)
    )
    found = [CONTRIBUTED.format(names=join_texts(used)) if used else NOBODY_CONTRIBUTED]
    return found + ([OTHERS_LEFT_OUT.format(names=join_texts(late))] if late else [])


def describe_ending(match: Match) -> Text:
    """Who has won, or that nobody has yet."""
    ended = match.outcome()
    if ended is None:
        return GAME_BROKEN_OFF.format(round=match.round, turn=match.turn)
    points = POINTS.format(n=ended.ranking[0].score)
    return ended.tie_break or WINS_WITH.format(name=ended.ranking[0].name, points=points)


FOLLOWS_RULES = Text("A replay by the rules of {game} matches the record.")
BREAKS_RULES = Text("The game does not follow the rules.")
WINS_WITH = Text("Winner: {name}, {points}.")
GAME_BROKEN_OFF = Text("The record ends in round {round}, turn {turn}: nobody has won yet.")
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
    "The seed is not the promised one: the hash in the record, {hash}, is not the one published "
    "at the start."
)
CONTRIBUTED = Text("The seed comes from the server's secret and the contributions of: {names}.")
NOBODY_CONTRIBUTED = Text(
    "The seed comes from the server's secret alone: no player's client contributed."
)
OTHERS_LEFT_OUT = Text(
    "Promised, but revealed too late for the deal: the contributions of {names}."
)
YOURS_INCLUDED = Text("Your contribution is among them.")
SECRET_PROMISED = Text(
    "The secret is the promised one: its hash is the one published before the game, {hash}."
)
COMPARE_SECRET = Text(
    "The secret matches the hash {hash}. Compare it with the one shown at the start (--hash)."
)
OTHER_SECRET = Text("The secret is not the promised one: it does not give the hash in the record.")
OTHER_CONTRIBUTION = Text("What {name} contributed is not what was promised.")
OTHER_JOINT_SEED = Text("The seed does not come from the secret and the contributions.")
LEFT_OUT = Text("Your contribution was left out of this deal.")
NO_HASH = Text("The record has no published hash, so a fair deal cannot be proved.")
NO_SEED = Text("The record does not contain its seed, so the deal cannot be checked.")
OTHER_VERSION = Text(
    "The record was made with version {version} of the game, not this one, so its deal cannot be "
    "checked here."
)
