"""Playing a record again, and checking that it follows the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from ..engine.game import Game
from ..errors import BadRecord, KaitenError
from ..games import find_game
from ..text import LABELLED, Text
from .events import Answered, Dealt, Drew, Event, Hands, Script, Took, drop_effects
from .match import Match, deal, rank_seats
from .record import Record, event_text, parse_record


def load_match(source: str | Mapping[str, Any] | Record) -> Match:
    """The match that a record tells, in either of its forms; refuses one that does not follow the
    rules.
    """
    *_, match = replay(source)
    return match


def replay(source: str | Mapping[str, Any] | Record) -> Iterator[Match]:
    """The match after the deal and after each set of answers."""
    return (match for match in replay_steps(source) if not match.scored)


def replay_steps(source: str | Mapping[str, Any] | Record) -> Iterator[Match]:
    """Yield the matches of a replay, and at the end of a round also the match before the next deal."""
    record = source if isinstance(source, Record) else parse_record(source)
    game = find_game(record.game)
    options = game.options(record.options)
    record = replace(record, events=tuple(sort_event(event, game) for event in record.events))
    if record.edition != options.get("edition", game.edition):
        raise BadRecord(
            Text("There is no edition “{name}” of {game}.").format(
                name=record.edition, game=game.title
            )
        )
    own_dice = record.seed is not None and record.version == game.version
    match = deal(
        record.game,
        record.players,
        record.seed if own_dice else None,
        script=None if own_dice else script_for(record.events),
        **options,
    )
    check_log(match.log, record)
    yield match
    for event in record.events:
        if isinstance(event, Answered):
            match = answer_as_recorded(match, event)
            check_log(match.log, record)
            yield match
            if match.scored:
                match = match.deal_on()
                check_log(match.log, record)
                yield match
    finish_replay(match, record)


def sort_event(event: Event, game: Game) -> Event:
    """A deal with its hands in the order of the box: the order in which a record lists them means
    nothing.
    """
    if not isinstance(event, Dealt):
        return event
    return Dealt(
        tuple(
            tuple(sorted(hand, key=lambda card: game.numbers.get(card, -1))) for hand in event.hands
        )
    )


def script_for(events: tuple[Event, ...]) -> Script:
    """The hands, draws and tokens of a record."""
    hands: dict[int, Hands] = {}
    draws: dict[tuple[int, int, int], tuple[str, ...]] = {}
    tokens: dict[str, tuple[int, ...]] = {}
    opening = any(
        isinstance(before, Dealt) and isinstance(after, Drew) for before, after in pairwise(events)
    )
    picks = 0
    for event in events:
        if isinstance(event, Dealt):
            hands[len(hands) + 1] = event.hands
            picks = 0
        elif isinstance(event, Drew):
            turn = picks + opening  # the robot's card opens a turn, a menu's follow the pick
            moment = (len(hands), turn, event.seat)
            draws[moment] = draws.get(moment, ()) + event.cards
        elif isinstance(event, Answered):
            picks += event.prompt == "pick"
        elif isinstance(event, Took) and event.worth is not None:
            tokens[event.token] = (*tokens.get(event.token, ()), event.worth)
    return Script(hands, draws, tokens)


def answer_as_recorded(match: Match, event: Answered) -> Match:
    """Carry out the answers of one moment; where they end a round, the next one is not dealt yet."""
    where = (match.round, match.turn)
    answers = {seat: choice for seat, choice in enumerate(event.choices) if choice is not None}
    if len(event.choices) != len(match.seats) or tuple(answers) != match.waiting:
        raise record_error(
            where,
            Text("the wrong seats answer."),
        )
    for seat, choice in answers.items():
        try:
            match.check(seat, choice)
        except KaitenError as error:
            raise record_error(
                where,
                LABELLED.format(label=match.names[seat], words=error.text),
            ) from error
    return match.carry_out(answers)


def check_log(log: tuple[Event, ...], record: Record) -> None:
    """Compare what happened with what the record says happened."""
    for place, (ours, theirs) in enumerate(zip(drop_effects(log), record.events, strict=False)):
        if ours != theirs:
            rounds = sum(isinstance(event, Dealt) for event in log[: place + 1])
            raise BadRecord(
                Text(
                    "Round {round}: the record says “{theirs}”, but a replay gives “{ours}”."
                ).format(round=rounds, theirs=event_text(theirs), ours=event_text(ours))
            )


def finish_replay(match: Match, record: Record) -> None:
    """Check that nothing is missing at the end, and the result."""
    if len(drop_effects(match.log)) != len(record.events):
        raise record_error(
            (match.round, match.turn),
            Text("the record has too many or too few events."),
        )
    ended = match.outcome()
    expected = (match.scores, rank_seats(ended)) if ended else (None, None)
    if (record.scores, record.ranking) != expected:
        raise record_error(
            (match.round, match.turn),
            Text("the result is not that of the game."),
        )


def record_error(where: tuple[int, int], reason: Text) -> BadRecord:
    return BadRecord(
        Text("Round {round}, turn {turn}: {reason}").format(
            round=where[0], turn=where[1], reason=reason
        )
    )
