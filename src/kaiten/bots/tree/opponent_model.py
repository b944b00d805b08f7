"""How often everybody has picked what the bot `heuristic` might have: the game is played over with the
hands that are known by now.

A hand that was dealt face down is known once its cards lie on the table, or have passed by. Where
cards go ways that this does not follow nothing is said: after spoons and menus, with a robot, and
where tokens are taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from ...engine.game import Game
from ...engine.picks import SECOND, TAKE, WITH
from ...engine.state import State, to_ints
from ...match.choice import is_copy_in_pick, parse_pick, slot_of_pick
from ...match.events import Answered, Dealt, Event, Hands, Scored, Script, cards_of
from ...match.knowledge import passes_right
from ...match.match import Match, deal
from ...match.view import View
from ..heuristic import best

# the game, its people, its options
Table = tuple[str, tuple[str, ...], tuple[tuple[str, Any], ...]]
Answers = tuple[Answered, ...]

ENOUGH = 8  # picks that tell how somebody plays


class Likeness(NamedTuple):
    """So many picks somebody has made where there was a choice, and so many of them `heuristic` might
    have made.
    """

    picks: int = 0
    alike: int = 0


class Round(NamedTuple):
    """The hands as they were dealt, those among them that are known, and what was answered."""

    hands: Hands
    known: frozenset[int]
    answers: Answers


def likenesses(view: View, now: Match) -> Sequence[Likeness]:
    """What is to be said of everybody, by seat; the match is one that could lie behind the view."""
    people, rounds = len(now.seats), rounds_of(view, now)
    if not rounds:
        return (Likeness(),) * people
    table = view.game.id, view.names[:people], tuple(view.options.items())
    found = play_over(table, rounds[:-1])[1] if len(rounds) > 1 else ()
    return (
        found
        if found and all(one.picks >= ENOUGH for one in found)
        else play_over(table, rounds)[1]
    )


# --- What was dealt ---


def rounds_of(view: View, now: Match) -> tuple[Round, ...]:
    """The rounds so far, or nothing if their cards cannot be followed."""
    game, state = view.game, now._state
    if state.players > state.seats or not all(map(plain, view.log)):
        return ()
    *past, present = answers_by_round(view.log)
    everything, nothing = frozenset(now.seats), [Counter[str]() for _ in now.seats]
    known = frozenset(hand for hand in now.seats if not view.memory.hidden[hand])
    left = [Counter(cards_of(game, to_ints(state.hands[hand]))) for hand in now.seats]
    rounds = [
        *(
            Round(dealt(game, state, number, answers, nothing), everything, answers)
            for number, answers in enumerate(past, 1)
        ),
        Round(dealt(game, state, view.round, present, left), known, present),
    ]
    followed = all(len(hand) == state.hand_size for one in rounds for hand in one.hands)
    return tuple(rounds) if followed else ()


def answers_by_round(log: Sequence[Event]) -> list[Answers]:
    rounds: list[Answers] = []
    for event in log:
        if isinstance(event, Dealt):
            rounds.append(())
        elif isinstance(event, Answered):
            rounds[-1] += (event,)
    return rounds


def plain(event: Event) -> bool:
    """Whether one can tell by the answers which hand every card came from and went to."""
    return isinstance(event, Dealt | Scored) or (
        isinstance(event, Answered) and event.prompt != "spoon"
    )


def dealt(
    game: Game, state: State, number: int, answers: Answers, left: Sequence[Counter[str]]
) -> Hands:
    """The hands that a round began with: what has been taken out of them, less what was put back,
    and what is left.
    """
    hands = [Counter(cards) for cards in left]
    step, turn = -1 if passes_right(state, number) else 1, -1
    for answer in answers:
        turn += answer.prompt == "pick"
        for seat, text in enumerate(answer.choices):
            if text is not None:
                hand = hands[(seat - step * turn) % len(hands)]
                taken, back = moved(game, answer.prompt, text)
                hand.update(taken)
                hand.subtract(back)
    return tuple(tuple(sorted(hand.elements())) for hand in hands)


def moved(game: Game, prompt: str, text: str) -> tuple[list[str], list[str]]:
    """The cards that an answer takes out of a hand, and those that it puts back."""
    if prompt == "chopsticks":
        return [text], []
    if prompt != "pick":
        return [], []
    pick = parse_pick(game, text)
    taken = [
        game.kinds[slot_of_pick(pick, which)]
        for which in (TAKE, SECOND)
        if slot_of_pick(pick, which) >= 0
    ]
    tool = slot_of_pick(pick, WITH)
    if tool >= 0:
        return taken, [game.mimic if is_copy_in_pick(pick, WITH) else game.kinds[tool]]
    return taken, ["chopsticks"] * (len(taken) - 1)


# --- The game once more ---


@lru_cache(maxsize=512)
def play_over(table: Table, rounds: tuple[Round, ...]) -> tuple[Match, tuple[Likeness, ...]]:
    """The match as it was after these rounds, and what is to be said of everybody by then."""
    *earlier, last = rounds
    if not last.answers:
        return begin(table, tuple(earlier), last.hands)
    *before, answer = last.answers
    match, found = play_over(table, (*earlier, last._replace(answers=tuple(before))))
    if answer.prompt == "pick":
        found = tuple(
            judged(one, match.view(seat), answer.choices[seat], last.known)
            for seat, one in enumerate(found)
        )
    return match.carry_out(
        {seat: text for seat, text in enumerate(answer.choices) if text is not None}
    ), found


def begin(
    table: Table, earlier: tuple[Round, ...], hands: Hands
) -> tuple[Match, tuple[Likeness, ...]]:
    """The match at the deal of the round after these."""
    game, names, options = table
    script = Script({len(earlier) + 1: hands}, {})
    if not earlier:
        return deal(game, names, script=script, **dict(options)), (Likeness(),) * len(names)
    match, found = play_over(table, earlier)
    return replace(match, _script=script).deal_on(), found


def judged(so_far: Likeness, view: View, text: str | None, known: frozenset[int]) -> Likeness:
    """One pick more; unless it shows nothing, since all choices were as good, or it went by a hand
    that is not known.
    """
    seen = {hand for hand, hidden in enumerate(view.memory.hidden) if not hidden}
    if not seen <= known:
        return so_far
    liked = [choice.text for choice in best(view)]
    if len(liked) == len(view.choices):
        return so_far
    return Likeness(so_far.picks + 1, so_far.alike + (text in liked))
