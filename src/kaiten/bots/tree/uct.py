"""Searching: imagined worlds are played to the end of the round, and what went well is tried more
often.

Everybody chooses at once, so every seat has a tree of its own over the same worlds and learns from
its own results alone (decoupled UCT). A branch is all that everybody has seen so far and what the
seat chooses next; it is kept in a table under a number made of these. Worlds differ in what the
seat cannot see, so at a fork only what is legal there is compared. Beyond the branches that are
known, everybody follows their habits, loosely; and as long as the seat knows its way, the others
mostly pick what the bot `heuristic` would from hands that the seat knows.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Annotated, Any

from ...engine import draft, rng
from ...engine.jit import JIT, compiled, entry
from ...engine.picks import KIND, PICK
from ...engine.state import KINDS, PLAYERS, PLAYING, State, blank_record
from ...match.sampling import sample_world
from ..heuristic.dish_table import Cookbook
from ..heuristic.evaluate import likely_pick
from ..heuristic.forecast import Outlook
from .win_model import look_ahead

DEPTH = 128  # decisions of one seat in a round
ANY = -1  # the search itself decides what the seat begins with
BRANCHES = 1 << 19 if JIT else 1 << 15  # that can be known, a power of two
# what is kept of a branch, and where: its own number, how often taken, what came of it
ROW, VISITS, TOTAL = (3, 1, 2)
GRAINS = 1 << 20  # results are kept as whole numbers of these parts, so that they add up exactly
# habits are told apart by what was asked, the card, how many of it lie there, and a card beside it
HABITS = 16 * (KIND + 1)
# kept of each choice that the seat may begin with: worlds, chance to win and its square, margin and
# its square
FIGURES = 5
# what a point of margin is worth beside winning to those who learn: wins alone are too few to learn
# from
HUNGER = 0.01
CURIOSITY = 2.2  # how much of what is seldom tried is tried again, beside how much results differ
# how much more broadly the others choose, for every player beyond two: nobody knows them that well
DOUBT = 5.0
GUESSES = 1 << 15 if JIT else 1 << 10  # that are remembered, a power of two
SURE = 1000  # trust in guesses that is never disappointed
TRIES = 3  # answers that come to mind beyond the branches that are known, of which habit takes one


class Notes:
    """Where a search writes what it learns."""

    branches: Annotated[list[int], ROW * BRANCHES]  # those that are known
    room: int  # how many may stand in the table
    known: int  # how many do
    path: Annotated[list[list[int]], PLAYERS, DEPTH]  # by seat: the branches taken in this world
    depth: Annotated[list[int], PLAYERS]  # by seat: how many they are
    lost: Annotated[list[int], PLAYERS]  # by seat: 1 beyond the branches that are known
    seen: Annotated[list[int], PLAYERS]  # by hand: 1 if the seat knows what is in it
    # by player: how often they are thought to pick as was guessed
    trust: Annotated[list[int], PLAYERS]
    # the number of what somebody met, and what they are likely to pick then
    guesses: Annotated[list[int], 2 * GUESSES]
    history: int  # a number made of all that was seen in this world
    found: Annotated[list[int], draft.CHOICES]  # choices at a fork
    slots: Annotated[list[int], draft.CHOICES]  # where their branches stand
    # by seat: what its answers in this world were about
    habits: Annotated[list[list[int]], PLAYERS, DEPTH]
    decided: Annotated[list[int], PLAYERS]  # by seat: how many they are
    tried: Annotated[list[list[int]], PLAYERS, HABITS]  # by seat and habit: how often in all worlds
    fared: Annotated[list[list[int]], PLAYERS, HABITS]  # what came of it
    worlds: int  # from how many everybody has learnt
    results: Annotated[list[float], PLAYERS]  # by seat: what came of all of them
    squares: Annotated[list[float], PLAYERS]  # the same, squared
    wins: Annotated[list[float], PLAYERS]  # by seat: how this world has ended
    margins: Annotated[list[float], PLAYERS]
    tally: Annotated[list[float], FIGURES * draft.CHOICES]  # the figures of each choice


def blank_notes(worlds: int, seats: int) -> Notes:
    """Notes with room for so many worlds."""
    notes: Notes = blank_record(Notes)
    # a power of two, at most half of it used
    notes.room = min(2 << (worlds * seats).bit_length(), BRANCHES)
    return notes


@entry
def explore(
    worlds: Any,
    notes: Notes,
    book: Cookbook,
    look: Outlook,
    seat: int,
    looked_at: int,
    seed: int,
    first: int,
    count: int,
    begin: int,
    learns: bool,
) -> None:
    """Play so many worlds to the end of the round; the seat begins with a given choice, or any;
    everybody learns, or nobody.
    """
    for number in range(first, first + count):
        sample_world(worlds, seat, looked_at, rng.mix_seed(seed, 2 * number), notes.found)
        state = worlds[1]
        rng.start_rng(state.player_rng, rng.mix_seed(seed, 2 * number + 1))
        notes.history = 0
        for player in range(state.seats):
            notes.depth[player] = notes.decided[player] = 0
            notes.lost[player] = not learns
        place, foresees = fork(state, notes, seat, begin, CURIOSITY), learns
        while state.stage == PLAYING:
            for player in range(state.seats):
                if player != seat and state.asked[player] > 0:
                    guess = likely(state, notes, book, look, player) if foresees else -1
                    decide(state, notes, player, DOUBT * (state.seats - 2), guess)
                elif state.asked[player] > 0 and state.answers[player] < 0:
                    decide(state, notes, player, 0.0, -1)
            foresees = notes.lost[seat] == 0
            remember(state, notes)
            state.pending = 0
            draft.resolve(state)
        look_ahead(state, notes.wins, notes.margins, True)
        if learns:
            learn(state, notes)
        note(notes, seat, place)


@compiled
def likely(state: State, notes: Notes, book: Cookbook, look: Outlook, player: int) -> int:
    """What a player is likely to pick from a hand that the seat knows, or -1; whoever meets the
    same cards again picks the same.
    """
    if state.asked[player] != PICK or not notes.seen[state.holding[player]]:
        return -1
    if rng.below(state.player_rng, SURE) >= notes.trust[player]:
        return -1
    key = met(state, player)
    place = (key - 1) % (2 * GUESSES)
    if notes.guesses[place] != key:
        notes.guesses[place + 1] = likely_pick(book, look, state, player, notes.found)
        notes.guesses[place] = key
    pick = notes.guesses[place + 1]
    return pick if draft.is_legal(state, player, pick) else -1


@compiled
def met(state: State, player: int) -> int:
    """A number made of what a player goes by: the turn, the hand, what lies in front of everybody,
    and on the player's wasabi; zero is none.
    """
    number = PLAYERS * state.turn + player
    for kind in state.menu[: state.kind_count]:
        number = add_to(number, state.hands[state.holding[player]][kind])
        number = add_to(number, state.dipped[player][kind])
        for other in range(state.players):
            number = add_to(number, state.trays[other][kind])
    return rng.mix_seed(number, player) | 1


@compiled
def add_to(number: int, count: int) -> int:
    """Another count in a number made of many, which stays within 63 bits."""
    return (31 * number + count) & (1 << 58) - 1


@compiled
def decide(state: State, notes: Notes, player: int, doubt: float, guess: int) -> None:
    """Let a seat answer as was guessed, or by what it has learnt, or beyond that by habit."""
    if guess >= 0:
        state.answers[player] = guess
    elif notes.lost[player]:
        state.answers[player] = habitual(state, notes, player)
    else:
        fork(state, notes, player, ANY, CURIOSITY + doubt)


@compiled
def habitual(state: State, notes: Notes, player: int) -> int:
    """Of some random answers the one that has fared best so far, or one that nobody has tried."""
    best, chosen = -1e18, -1
    for _ in range(TRIES):
        choice = draft.choose_at_random(state, player)
        habit = habit_of(state, player, choice)
        if notes.tried[player][habit] == 0:
            return choice
        hope = notes.fared[player][habit] / notes.tried[player][habit]
        if hope > best:
            best, chosen = hope, choice
    return chosen


@compiled
def habit_of(state: State, player: int, choice: int) -> int:
    """What an answer is about: its first card, how many of these the player has, up to three,
    whether it is the only one, and whether it is a pick.
    """
    kind = choice & KIND
    count = min(state.trays[player][kind], 3) if kind < KINDS else 0
    return 16 * kind + 4 * count + 2 * (choice > KIND) + (state.asked[player] == PICK)


@compiled
def remember(state: State, notes: Notes) -> None:
    """Everybody sees what everybody has chosen."""
    for player in range(state.seats):
        if state.asked[player] > 0:
            notes.habits[player][notes.decided[player]] = habit_of(
                state, player, state.answers[player]
            )
            notes.decided[player] += 1
            notes.history = went_by(notes.history, player, state.answers[player])


@compiled
def went_by(history: int, player: int, answer: int) -> int:
    """The number made of all that was seen when somebody has answered too."""
    return rng.mix_seed(history, 8 * answer + player)


@compiled
def fork(state: State, notes: Notes, player: int, begin: int, curiosity: float) -> int:
    """Let a seat answer what is given, or something that it has not tried here, or what has done
    well and not often.
    """
    count = draft.list_legal_choices(state, player, notes.found)
    total, fresh, place = 0, 0, 0
    for other in range(count):
        slot = slot_of(notes, branch(notes, player, notes.found[other]))
        notes.slots[other] = slot
        visits = notes.branches[slot + VISITS]
        total += visits
        if visits == 0:
            fresh += 1
            if rng.below(state.player_rng, fresh) == 0:
                place = other
    if begin >= 0:
        place = begin
    elif fresh == 0:
        place = promising(notes, player, count, total, curiosity)
    take(notes, player, place)
    state.answers[player] = notes.found[place]
    return place


@compiled
def take(notes: Notes, player: int, place: int) -> None:
    """Let a seat take a branch; from one that nobody has taken before it does not know the way."""
    slot = notes.slots[place]
    if notes.branches[slot + VISITS] == 0:
        notes.lost[player] = 1
        if 4 * notes.known > 3 * notes.room:
            return
        notes.known += notes.branches[slot] == 0
        notes.branches[slot] = branch(notes, player, notes.found[place])
    notes.path[player][notes.depth[player]] = slot
    notes.depth[player] += 1
    if notes.depth[player] == DEPTH:
        notes.lost[player] = 1


@compiled
def promising(notes: Notes, player: int, count: int, total: int, curiosity: float) -> int:
    """The choice with the best result, raised for those seldom tried."""
    best, place = -1e18, 0
    eagerness = curiosity * curiosity * variance(notes, player) * log(total)
    for other in range(count):
        visits = notes.branches[notes.slots[other] + VISITS]
        hope = notes.branches[notes.slots[other] + TOTAL] / (GRAINS * visits) + sqrt(
            eagerness / visits
        )
        if hope > best:
            best, place = hope, other
    return place


@compiled
def variance(notes: Notes, player: int) -> float:
    """How much a player's results have differed."""
    mean = notes.results[player] / notes.worlds
    # rounding may make less of nothing
    return max(notes.squares[player] / notes.worlds - mean * mean, 0.0)


@compiled
def branch(notes: Notes, player: int, choice: int) -> int:
    """The number of a branch; zero is none."""
    return went_by(notes.history, player, choice) | 1


@compiled
def slot_of(notes: Notes, key: int) -> int:
    """Where a branch stands, or would stand."""
    last = notes.room - 1
    slot = (key >> 1) & last
    while notes.branches[ROW * slot] != 0 and notes.branches[ROW * slot] != key:
        slot = (slot + 1) & last
    return ROW * slot


@compiled
def learn(state: State, notes: Notes) -> None:
    """Let every seat remember how the branches that it took, and its habits, have fared."""
    notes.worlds += 1
    for player in range(state.seats):
        worth = notes.wins[player] + HUNGER * notes.margins[player]
        notes.results[player] += worth
        notes.squares[player] += worth * worth
        result = int(GRAINS * worth)
        for slot in notes.path[player][: notes.depth[player]]:
            notes.branches[slot + VISITS] += 1
            notes.branches[slot + TOTAL] += result
        for habit in notes.habits[player][: notes.decided[player]]:
            notes.tried[player][habit] += 1
            notes.fared[player][habit] += result


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
