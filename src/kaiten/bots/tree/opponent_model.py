"""The opponent model: what the other players are expected to pick.

The other players are expected to pick what the bot `heuristic` would, where the seat knows their
hands, and as far as they have done so before. To find out, the game is replayed with the hands that
are known by now, and each pick is compared with what `heuristic` might have picked.

A hand that was dealt face down is known after its cards have been played, or have passed by. Where
cards move in ways that cannot be followed from the log, nothing is counted: after cards that fetch
others, with a robot, where tokens are taken, and where cards do what the bots do not know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from ...engine.game import Game
from ...engine.picks import SECOND, TAKE, WITH
from ...engine.state import State
from ...match.choice import is_copy_in_pick, parse_pick, slot_of_pick
from ...match.events import (
    Answered,
    Dealt,
    Event,
    Hands,
    Happened,
    Scored,
    Script,
    cards_of,
)
from ...match.knowledge import passes_right
from ...match.match import Match, deal
from ...match.view import View
from ..heuristic import best_choices
from ..heuristic.action_values import has_unknown_effect

# the game, the players' names, the options
TableKey = tuple[str, tuple[str, ...], tuple[tuple[str, Any], ...]]
RoundAnswers = tuple[Answered, ...]

# Likelihoods of a pick that `heuristic` might have made, from a player who plays like it (chosen by
# hand) and from any other player (measured: `greedy` and `search` do in 52 to 59 % of their picks).
HEURISTIC_MATCH_RATE = 0.95
STRANGER_MATCH_RATE = 0.55
# Picks after which the current round is no longer replayed: they leave hardly a doubt.
ENOUGH_PICKS = 8
# Questions after which it is still clear where every card is, by their idea.
TRACEABLE = ("pick", "second_card", "gift", "drawn_card", "copy", "turn_over")


class Agreement(NamedTuple):
    """How many picks with a real choice a player has made, and how many of them `heuristic` might
    have made.
    """

    picks: int = 0
    matches: int = 0


class OpponentModel(NamedTuple):
    """What a seat expects of the other players."""

    hands: tuple[
        int, ...
    ]  # the hands that the seat knows, by the number under which they were dealt
    trust: tuple[float, ...]  # by player: the probability that a prediction of their pick is right


def model_opponents(view: View, rng: Random) -> OpponentModel:
    """Return what a seat can expect of the other players."""
    now = view.sample(rng)
    hands = tuple(hand for hand, hidden in enumerate(view.memory.hidden) if not hidden)
    agreements = measure_agreements(view, now)
    return OpponentModel(hands, tuple(estimate_trust(one, len(now.seats)) for one in agreements))


def estimate_trust(agreement: Agreement, players: int) -> float:
    """Return the probability that a prediction is right: the posterior that the player plays like
    `heuristic`, with even prior odds. A stranger is predicted too, the more the more players there
    are: at two players it pays to expect the best answer instead.
    """
    matches, others = agreement.matches, agreement.picks - agreement.matches
    alike = HEURISTIC_MATCH_RATE**matches * (1 - HEURISTIC_MATCH_RATE) ** others
    stranger = STRANGER_MATCH_RATE**matches * (1 - STRANGER_MATCH_RATE) ** others
    posterior = alike / (alike + stranger)
    return posterior + (1 - posterior) * STRANGER_MATCH_RATE * (players - 2) / (players - 1)


# --- How the players have played ---


class KnownRound(NamedTuple):
    """A round as the seat can reconstruct it."""

    hands: Hands  # as they were dealt
    known: frozenset[int]  # the hands of these that are certain
    answers: RoundAnswers


def measure_agreements(view: View, now: Match) -> Sequence[Agreement]:
    """Return each player's agreement with `heuristic`; the match is one that fits the view."""
    people, rounds = len(now.seats), reconstruct_rounds(view, now)
    if not rounds:
        return (Agreement(),) * people
    table = view.game.id, view.names[:people], tuple(view.options.items())
    earlier = replay_rounds(table, rounds[:-1])[1] if len(rounds) > 1 else ()
    return (
        earlier
        if earlier and all(one.picks >= ENOUGH_PICKS for one in earlier)
        else replay_rounds(table, rounds)[1]
    )


# --- What was dealt ---


def reconstruct_rounds(view: View, now: Match) -> tuple[KnownRound, ...]:
    """Return the rounds so far, or nothing if their cards cannot be followed."""
    game, state = view.game, now._state
    if state.players > state.seats or not all(is_traceable(game, event) for event in view.log):
        return ()
    if any(has_unknown_effect(card) and state.stock[card.first] for card in game.cards):
        return ()
    *past, present = split_answers(view.log)
    everything, nothing = frozenset(now.seats), [Counter[str]() for _ in now.seats]
    known = frozenset(hand for hand in now.seats if not view.memory.hidden[hand])
    left = [Counter(cards_of(game, state.hands[hand])) for hand in now.seats]
    rounds = [
        *(
            KnownRound(
                reconstruct_hands(game, state, number, answers, nothing), everything, answers
            )
            for number, answers in enumerate(past, 1)
        ),
        KnownRound(reconstruct_hands(game, state, view.round, present, left), known, present),
    ]
    complete = all(len(hand) == state.hand_size for one in rounds for hand in one.hands)
    return tuple(rounds) if complete else ()


def split_answers(log: Sequence[Event]) -> list[RoundAnswers]:
    """Return the answers of each round."""
    rounds: list[RoundAnswers] = []
    for event in log:
        if isinstance(event, Dealt):
            rounds.append(())
        elif isinstance(event, Answered):
            rounds[-1] += (event,)
    return rounds


def is_traceable(game: Game, event: Event) -> bool:
    """Return whether the answers tell which hand every card came from and went to."""
    return isinstance(event, Dealt | Scored | Happened) or (
        isinstance(event, Answered) and find_idea(game, event.prompt) in TRACEABLE
    )


def find_idea(game: Game, prompt: str) -> str:
    """Return what the bots see in a question, by its id; the pick is one of them."""
    return next((one.idea for one in game.questions if one.id == prompt), prompt)


def reconstruct_hands(
    game: Game, state: State, number: int, answers: RoundAnswers, left: Sequence[Counter[str]]
) -> Hands:
    """Return the hands that a round began with: the cards taken out of them, less those put back,
    plus those that are left.
    """
    hands = [Counter(cards) for cards in left]
    step, turn = -1 if passes_right(state, number) else 1, -1
    for answer in answers:
        turn += answer.prompt == "pick"
        for seat, text in enumerate(answer.choices):
            if text is not None:
                hand = hands[(seat - step * turn) % len(hands)]
                taken, back = find_moved_cards(game, answer.prompt, text)
                hand.update(taken)
                hand.subtract(back)
    return tuple(tuple(sorted(hand.elements())) for hand in hands)


def find_moved_cards(game: Game, prompt: str, text: str) -> tuple[list[str], list[str]]:
    """Return the cards that an answer takes out of a hand, and those that it puts back."""
    if find_idea(game, prompt) == "second_card":
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
    tools = [game.kinds[card.first] for card in game.cards if card.idea == "second_card"]
    return taken, tools * (len(taken) - 1)


# --- The replay ---


@lru_cache(maxsize=512)
def replay_rounds(
    table: TableKey, rounds: tuple[KnownRound, ...]
) -> tuple[Match, tuple[Agreement, ...]]:
    """Return the match after these rounds, and each player's agreement with `heuristic`."""
    *earlier, last = rounds
    if not last.answers:
        return start_round(table, tuple(earlier), last.hands)
    *before, answer = last.answers
    match, agreements = replay_rounds(table, (*earlier, last._replace(answers=tuple(before))))
    if answer.prompt == "pick":
        agreements = tuple(
            count_pick(one, match.view(seat), answer.choices[seat], last.known)
            for seat, one in enumerate(agreements)
        )
    return match.carry_out(
        {seat: text for seat, text in enumerate(answer.choices) if text is not None}
    ), agreements


def start_round(
    table: TableKey, earlier: tuple[KnownRound, ...], hands: Hands
) -> tuple[Match, tuple[Agreement, ...]]:
    """Return the match at the deal of the round after these."""
    game, names, options = table
    script = Script({len(earlier) + 1: hands}, {})
    if not earlier:
        return deal(game, names, script=script, **dict(options)), (Agreement(),) * len(names)
    match, agreements = replay_rounds(table, earlier)
    return replace(match, _source=script).deal_on(), agreements


def count_pick(so_far: Agreement, view: View, text: str | None, known: frozenset[int]) -> Agreement:
    """Return the agreement with one pick more. A pick tells nothing where all choices were equally
    good, or where it depended on a hand that is not known.
    """
    seen = {hand for hand, hidden in enumerate(view.memory.hidden) if not hidden}
    if not seen <= known:
        return so_far
    best = [choice.text for choice in best_choices(view)]
    if len(best) == len(view.choices):
        return so_far
    return Agreement(so_far.picks + 1, so_far.matches + (text in best))
