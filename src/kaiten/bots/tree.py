"""Searching: imagined worlds are played to the end of the round, and what went well is tried more often.

Everybody chooses at once, so every seat has a tree of its own over the same worlds and learns from its own results alone
(decoupled UCT). A branch is all that everybody has seen so far and what the seat chooses next; it is kept in a table under
a number made of these. Worlds differ in what the seat cannot see, so at a fork only what is legal there is compared.
Beyond the branches that are known, everybody plays at random.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, NamedTuple

from .. import dice, draft
from ..jit import compiled, entry
from ..moves import KIND, PICK
from ..state import KINDS, PLAYERS, PLAYING, State, fractions, numbers
from ..worlds import imagine
from .outlook import GREED, look_ahead

DEPTH = 128  # decisions of one seat in a round
ANY = -1  # the search itself decides what the seat begins with
ROW, VISITS, TOTAL = 3, 1, 2  # what is kept of a branch, and where
GRAINS = 1 << 20  # results are kept as whole numbers of these parts, so that they add up exactly
FIGURES = (
    5  # kept of each choice that the seat may begin with: worlds, chance to win and its square, margin and its square
)


class Notes(NamedTuple):
    """Where a search writes what it learns."""

    branches: Any  # those that are known, three numbers each: its own number, how often it was taken, what came of it
    known: Any  # how many they are
    path: Any  # by seat: the branches taken in this world
    depth: Any  # by seat: how many they are
    lost: Any  # by seat: 1 beyond the branches that are known
    history: Any  # a number made of all that was seen in this world
    found: Any  # choices at a fork
    slots: Any  # where their branches stand
    picks: Any  # by seat: the kinds that it took in this world, in the tree and beyond
    picked: Any  # by seat: how many they are
    tried: Any  # by seat and kind: how often it was taken in all worlds
    fared: Any  # what came of it
    wins: Any  # by seat: how this world has ended
    margins: Any
    tally: Any  # the figures of each choice


def blank_notes(worlds: int, seats: int) -> Notes:
    """Notes with room for so many worlds."""
    room = 2 << (worlds * seats).bit_length()  # a power of two, at most half of it used
    return Notes(
        numbers(ROW * room), numbers(1), numbers(PLAYERS * DEPTH), numbers(PLAYERS), numbers(PLAYERS),
        numbers(1), numbers(draft.CHOICES), numbers(draft.CHOICES), numbers(PLAYERS * DEPTH), numbers(PLAYERS),
        numbers(PLAYERS * KINDS), numbers(PLAYERS * KINDS), fractions(PLAYERS), fractions(PLAYERS),
        fractions(FIGURES * draft.CHOICES),
    )  # fmt: skip


@entry
def explore(
    worlds: Any,
    notes: Notes,
    seat: int,
    looked_at: int,
    seed: int,
    first: int,
    count: int,
    begin: int,
    curiosity: float,
) -> None:
    """Play so many worlds to the end of the round; the seat begins with a given choice, or any; without curiosity, nobody learns."""
    for number in range(first, first + count):
        imagine(worlds, seat, looked_at, dice.mix(seed, 2 * number), notes.found)
        state = worlds[1]
        dice.start(state.whim, dice.mix(seed, 2 * number + 1))
        notes.history[0] = 0
        for player in range(state.seats):
            notes.depth[player] = notes.picked[player] = 0
            notes.lost[player] = curiosity == 0.0
        place = fork(state, notes, seat, begin, curiosity)
        while state.stage == PLAYING:
            for player in range(state.seats):
                if state.asked[player] > 0 and (player != seat or state.answers[player] < 0):
                    if notes.lost[player]:
                        state.answers[player] = habitual(state, notes, player)
                    else:
                        fork(state, notes, player, ANY, curiosity)
            remember(state, notes)
            state.thinking = 0
            draft.resolve(state)
        look_ahead(state, notes.wins, notes.margins)
        if curiosity > 0.0:
            learn(state, notes)
        note(notes, seat, place)


@compiled
def habitual(state: State, notes: Notes, player: int) -> int:
    """Of two random picks the one whose card has fared better so far; to a question, any answer."""
    best, chosen = -1e9, -1
    for _ in range(2):
        choice = draft.random_choice(state, player)
        if state.asked[player] != PICK:
            return choice
        habit = KINDS * player + (choice & KIND)
        hope = notes.fared[habit] / notes.tried[habit] if notes.tried[habit] > 0 else 1e9
        if hope > best:
            best, chosen = hope, choice
    return chosen


@compiled
def remember(state: State, notes: Notes) -> None:
    """Everybody sees what everybody has chosen."""
    for player in range(state.seats):
        if state.asked[player] == PICK:
            notes.picks[DEPTH * player + notes.picked[player]] = state.answers[player] & KIND
            notes.picked[player] += 1
        if state.asked[player] > 0:
            notes.history[0] = dice.mix(notes.history[0], 8 * state.answers[player] + player)


@compiled
def fork(state: State, notes: Notes, player: int, begin: int, curiosity: float) -> int:
    """Let a seat answer what is given, or something that it has not tried here, or what has done well and not often."""
    count = draft.choices(state, player, notes.found)
    total, fresh, place = 0, 0, 0
    for other in range(count):
        slot = slot_of(notes, branch(notes, player, notes.found[other]))
        notes.slots[other] = slot
        visits = notes.branches[slot + VISITS]
        total += visits
        if visits == 0:
            fresh += 1
            if dice.below(state.whim, fresh) == 0:
                place = other
    if begin >= 0:
        place = begin
    elif fresh == 0:
        place = promising(notes, count, total, curiosity)
    take(notes, player, place)
    state.answers[player] = notes.found[place]
    return place


@compiled
def take(notes: Notes, player: int, place: int) -> None:
    """Let a seat take a branch; from one that nobody has taken before it does not know the way."""
    slot = notes.slots[place]
    if notes.branches[slot + VISITS] == 0:
        notes.lost[player] = 1
        if 4 * ROW * notes.known[0] > 3 * len(notes.branches):
            return
        notes.known[0] += notes.branches[slot] == 0
        notes.branches[slot] = branch(notes, player, notes.found[place])
    notes.path[DEPTH * player + notes.depth[player]] = slot
    notes.depth[player] += 1
    if notes.depth[player] == DEPTH:
        notes.lost[player] = 1


@compiled
def promising(notes: Notes, count: int, total: int, curiosity: float) -> int:
    """The choice with the best result, raised for those seldom tried."""
    best, place = -1e9, 0
    eagerness = curiosity * curiosity * log(total)
    for other in range(count):
        visits = notes.branches[notes.slots[other] + VISITS]
        hope = notes.branches[notes.slots[other] + TOTAL] / (GRAINS * visits) + sqrt(eagerness / visits)
        if hope > best:
            best, place = hope, other
    return place


@compiled
def branch(notes: Notes, player: int, choice: int) -> int:
    """The number of a branch; zero is none."""
    return dice.mix(notes.history[0], 8 * choice + player) | 1


@compiled
def slot_of(notes: Notes, key: int) -> int:
    """Where a branch stands, or would stand."""
    last = len(notes.branches) // ROW - 1
    slot = (key >> 1) & last
    while notes.branches[ROW * slot] != 0 and notes.branches[ROW * slot] != key:
        slot = (slot + 1) & last
    return ROW * slot


@compiled
def learn(state: State, notes: Notes) -> None:
    """Let every seat remember how the branches that it took, and the kinds, have fared."""
    for player in range(state.seats):
        result = int(GRAINS * (notes.wins[player] + GREED * notes.margins[player]))
        for place in range(DEPTH * player, DEPTH * player + notes.depth[player]):
            notes.branches[notes.path[place] + VISITS] += 1
            notes.branches[notes.path[place] + TOTAL] += result
        for place in range(DEPTH * player, DEPTH * player + notes.picked[player]):
            notes.tried[KINDS * player + notes.picks[place]] += 1
            notes.fared[KINDS * player + notes.picks[place]] += result


@compiled
def note(notes: Notes, seat: int, place: int) -> None:
    """Add this world to the figures of the choice that the seat began with."""
    figures = FIGURES * place
    win, margin = notes.wins[seat], notes.margins[seat]
    notes.tally[figures] += 1.0
    notes.tally[figures + 1] += win
    notes.tally[figures + 2] += win * win
    notes.tally[figures + 3] += margin
    notes.tally[figures + 4] += margin * margin
