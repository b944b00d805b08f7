"""Checks of what the rules do: cards and tokens, choices, points."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ..engine.state import State
from ..errors import IllegalChoice
from ..match.choice import Choice
from ..match.match import Match
from .playing import fail, play_through, require_choices


def check_conservation(match: Match) -> None:
    """Check at every step that no card and no token is lost or made."""
    for step in play_through(match):
        _check_cards(step)
        _check_hand_sizes(step)
        _check_tokens(step)


def count_cards(state: State) -> list[int]:
    """Count all physical cards by kind, wherever they are."""
    counts = state.discard[:]
    piles = [
        state.deck[: state.deck_size],
        state.dessert_reserve[: state.dessert_reserve_size],
        *_cards_about_to_land(state),
    ]
    for kind in (kind for pile in piles for kind in pile):
        counts[kind] += 1
    for player in range(state.players):
        for table in (state.hands, state.trays, state.kept, state.flipped):
            for kind, count in enumerate(table[player]):
                counts[kind] += count
        for table in (state.copied, state.kept_copied):
            for kind, count in enumerate(table[player]):
                counts[kind] -= count
                counts[state.mimic] += count
    return counts


def _cards_about_to_land(state: State) -> Iterator[list[int]]:
    for player in range(state.players):
        yield state.landing[player][state.landed[player] : state.laid[player]]


def _check_cards(match: Match) -> None:
    state, kinds = match._state, match.game.kinds
    for name in ("hands", "trays", "discard", "kept", "flipped", "copied"):
        table = getattr(state, name)
        for row in table if name != "discard" else [table]:
            if min(row) < 0:
                kind = kinds[row.index(min(row))]
                fail(
                    match, f"there are {min(row)} of “{kind}” in `{name}`: a rule took one too many"
                )
    for kind, (there, boxed) in enumerate(zip(count_cards(state), state.stock, strict=True)):
        if there != boxed:
            verb = "made" if there > boxed else "lost"
            fail(match, f"a card was {verb}: {there} of “{kinds[kind]}”, and the box has {boxed}")


def _check_hand_sizes(match: Match) -> None:
    state = match._state
    for hand in range(state.players):
        size, held = state.sizes[hand], sum(state.hands[hand])
        if size != held:
            fail(match, f"hand {hand} holds {held} cards, and its size says {size}")


def _check_tokens(match: Match) -> None:
    """Each pile keeps its tokens, gives them from the top, and one a round at most."""
    state = match._state
    scored = match.round if match.over or match.scored else match.round - 1
    for pile, rule in enumerate(match.game.piles):
        worth, tokens = sorted(state.worth[pile]), sorted(state.tokens[pile])
        if worth != tokens:
            fail(match, f"the tokens of “{rule.id}” are worth {tokens}, and the box has {worth}")
        takers = state.takers[pile]
        taken = sum(taker > 0 for taker in takers)
        if taken > scored:
            fail(match, f"{taken} tokens of “{rule.id}” are taken after {scored} rounds")
        if not all(0 < taker <= state.players for taker in takers[:taken]):
            fail(match, f"the tokens of “{rule.id}” were not taken from the top: {takers}")
    view = match.view(None)
    there = sum(view.piles.values()) + sum(map(len, view.tokens))
    boxed = sum(len(state.worth[pile]) for pile in range(len(match.game.piles)))
    if there != boxed:
        fail(match, f"{there} tokens lie on the table, and the box has {boxed}")


# --- Choices ---


def check_choices(match: Match) -> None:
    """Check at every step that those who are waited for can answer: choices are all different, each
    can be made by its text and its place, and no other can be made.
    """
    rng = Random(match.seed)
    for step in play_through(match):
        if step.over:
            if step.waiting:
                fail(step, f"the game is over, and seat {step.waiting[0]} is waited for")
            continue
        require_choices(step)
        for seat in step.waiting:
            _check_choices_of(step, seat)
        _check_refusals(step, rng)


def _check_choices_of(match: Match, seat: int) -> None:
    if match.prompt(seat) is None:
        fail(match, f"seat {seat} is waited for, and there is no prompt")
    seen = set[str]()
    for place, choice in enumerate(match.choices(seat)):
        if choice.text in seen:
            fail(match, f"seat {seat} has the choice “{choice}” twice")
        seen.add(choice.text)
        for named in (choice.text, place):
            try:
                found: Choice | str = match.check(seat, named)
            except IllegalChoice as error:
                found = f"an error: {error}"
            if found != choice:
                fail(match, f"seat {seat} has the choice “{choice}”, but {named!r} means {found}")


def _check_refusals(match: Match, rng: Random) -> None:
    seat, kinds = rng.choice(match.waiting), match.game.kinds
    legal = {choice.text for choice in match.choices(seat)}
    pairs = [f"{rng.choice(kinds)}+{rng.choice(kinds)}" for _ in range(9)]
    for text in {*kinds, *pairs, "nothing"} - legal:
        try:
            made = match.check(seat, text)
        except IllegalChoice:
            continue
        if made.text not in legal:
            fail(match, f"seat {seat} may make the choice “{text}”, which is not in its choices")


# --- Sheets ---


def check_sheets(match: Match) -> None:
    """Check that the sheet adds up to the scores, and that every point has a reason in every
    language, at the end and whenever the points so far are counted.
    """
    for step in play_through(match):
        told = step.view(None).count()
        for line in (*told.lines, *told.final):
            _check_reason(step, line.card, tuple(line.reason.translations().values()))
    end = play_through(match)[-1]
    for line in end.sheet():
        _check_reason(end, line.card, tuple(line.reason.translations().values()))
    for seat, score in enumerate(end.scores):
        told_points = end.sheet().of(seat=seat).points
        by_round = [end.sheet(number).of(seat=seat).points for number in range(1, end.round + 1)]
        if not told_points == sum(by_round) == score:
            fail(end, f"seat {seat} has {score} points; its sheet says {told_points}, {by_round}")


def _check_reason(match: Match, card: str, reasons: tuple[str, ...]) -> None:
    if not all(reasons):
        fail(match, f"“{card}” brings points without a reason in every language: {reasons}")
