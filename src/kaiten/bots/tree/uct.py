"""Decoupled UCT over information sets: sampled worlds are played to the end of the round.

All seats choose at once, so every seat has a tree of its own over the same worlds and updates it
from its own results alone. An edge is everything that all players have seen so far plus the seat's
next choice; its key is a hash of these, and its statistics are in a transposition table. Worlds
differ in what the seat cannot see, so a node compares only the choices that are legal in the world
at hand. Outside the tree, players follow a playout policy with move-average statistics (MAST). While
the seat is inside its tree, the other players mostly pick what the bot `heuristic` would pick from
hands that the seat knows.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Annotated, NamedTuple

from ...engine import draft, rng
from ...engine.jit import JIT, compiled
from ...engine.picks import KIND, PICK
from ...engine.state import MAX_PLAYERS, PLAYING, State, blank_record
from ...match.sampling import sample_world
from ..heuristic.dish_table import DishTable
from ..heuristic.evaluate import find_best_pick
from ..heuristic.forecast import Forecast
from ..heuristic.sizes import KIND_ROOM
from .win_model import predict_result

# --- Sizes ---

MAX_DEPTH = 128  # decisions of one seat in a round
# Edges that the transposition table has room for: a power of two. Chosen by hand: 12 MB compiled.
TABLE_SIZE = 1 << 19 if JIT else 1 << 15
# An edge is three numbers in the table: its key, its visit count and the sum of its values.
EDGE_SIZE, VISIT_COUNT, VALUE_SUM = 3, 1, 2
VALUE_SCALE = 1 << 20  # values are stored as integers in these parts, so that sums are exact
# Playout statistics are kept by the kind of question, the card, how many of it the player has, and
# whether the choice names a second card.
FEATURES = 16 * (KIND + 1)
# Statistics of each first choice: worlds, win probability, its square, margin, its square.
STATISTICS = 5
PREDICTIONS = 1 << 15 if JIT else 1 << 10  # entries of the prediction cache: a power of two
ANY_CHOICE = -1  # the search decides with which choice the seat begins
PROBABILITY_SCALE = 1000  # `trust` is a probability in these parts

# --- Search constants ---

# Reward shaping: what a point of margin adds to a won game's reward of 1. Measured: 0.01 wins 97.1 ±
# 1.0 % instead of the 93.8 ± 1.6 % of 0.05, in the same 240 games at four players (docs/bots.md).
MARGIN_WEIGHT = 0.01
# Exploration constant of UCB1, in standard deviations of the player's results, so that one value
# does for all games. Chosen by hand.
EXPLORATION = 2.2
# Added to the exploration constant of the other players, for every player beyond two: a search that
# trusts its model of three others plays worse the longer it runs. Chosen by hand.
OPPONENT_EXPLORATION = 5.0
# Random choices among which the playout policy takes the one with the best average. Chosen by hand.
PLAYOUT_CANDIDATES = 3


class SearchTree:
    """The statistics that a search collects, and its place in the world that it plays."""

    edges: Annotated[list[int], EDGE_SIZE * TABLE_SIZE]  # the transposition table
    capacity: int  # edges that may be stored in it
    size: int  # edges that are
    # by seat: the edges taken in this world
    path: Annotated[list[list[int]], MAX_PLAYERS, MAX_DEPTH]
    depth: Annotated[list[int], MAX_PLAYERS]  # by seat: how many edges
    off_tree: Annotated[list[int], MAX_PLAYERS]  # by seat: 1 after it has left its tree
    known_hands: Annotated[list[int], MAX_PLAYERS]  # by hand: 1 if the seat knows what is in it
    # by player: the probability that a prediction of their pick is followed
    trust: Annotated[list[int], MAX_PLAYERS]
    # the prediction cache: the key of a position, and the pick that `heuristic` makes there
    predictions: Annotated[list[int], 2 * PREDICTIONS]
    history: int  # a hash of all choices that were made in this world
    choices: Annotated[list[int], draft.CHOICES]  # the legal choices at a node
    slots: Annotated[list[int], draft.CHOICES]  # where their edges are in the table
    # by seat: the features of its choices in this world
    features: Annotated[list[list[int]], MAX_PLAYERS, MAX_DEPTH]
    choice_count: Annotated[list[int], MAX_PLAYERS]  # by seat: how many choices
    # by seat and feature, over all worlds: how often, and the sum of the values
    feature_visits: Annotated[list[list[int]], MAX_PLAYERS, FEATURES]
    feature_values: Annotated[list[list[int]], MAX_PLAYERS, FEATURES]
    lead_scale: float  # the game's scale in the win model
    worlds: int  # worlds that have been backpropagated
    results: Annotated[list[float], MAX_PLAYERS]  # by seat: the sum of the rewards
    squares: Annotated[list[float], MAX_PLAYERS]  # by seat: the sum of their squares
    # by seat: the win probability at the end of this world
    wins: Annotated[list[float], MAX_PLAYERS]
    margins: Annotated[list[float], MAX_PLAYERS]  # by seat: the margin there
    totals: Annotated[list[float], STATISTICS * draft.CHOICES]  # the sums for each first choice


def blank_tree(worlds: int, seats: int, lead_scale: float) -> SearchTree:
    """Return an empty tree with room for this number of worlds."""
    tree: SearchTree = blank_record(SearchTree)
    tree.lead_scale = lead_scale
    # a power of two, at most half of it used
    tree.capacity = min(2 << (worlds * seats).bit_length(), TABLE_SIZE)
    return tree


class Search(NamedTuple):
    """Everything that one search of one seat works with."""

    boards: list[State]  # what the seat knows, and the world that is being played
    tree: SearchTree
    dishes: DishTable
    forecast: Forecast  # scratch space for predictions of the other players' picks
    seat: int
    looked_at: int  # cards that the seat knows to be in the deck
    seed: int  # decides all worlds
    learns: bool  # whether players use what earlier worlds have shown; otherwise all play at random


@compiled
def explore(search: Search, first: int, count: int, choice: int) -> None:
    """Play the worlds numbered from `first` on to the end of the round. The seat begins with the
    choice at this place of its list, or with ANY_CHOICE.
    """
    # Only records are passed on: the boards are an array, whose references each call would count.
    tree, dishes, forecast, seat = search.tree, search.dishes, search.forecast, search.seat
    for number in range(first, first + count):
        sample_world(
            search.boards,
            seat,
            search.looked_at,
            rng.mix_seed(search.seed, 2 * number),
            tree.choices,
        )
        state = search.boards[1]
        rng.start_rng(state.player_rng, rng.mix_seed(search.seed, 2 * number + 1))
        tree.history = 0
        for player in range(state.seats):
            tree.depth[player] = tree.choice_count[player] = 0
            tree.off_tree[player] = not search.learns
        place = select(state, tree, seat, choice, EXPLORATION)
        predicts = search.learns
        while state.stage == PLAYING:
            for player in range(state.seats):
                if player != seat and state.asked[player] > 0:
                    prediction = -1
                    if predicts:
                        prediction = predict_pick(tree, dishes, forecast, state, player)
                    make_decision(
                        state, tree, player, OPPONENT_EXPLORATION * (state.seats - 2), prediction
                    )
                elif state.asked[player] > 0 and state.answers[player] < 0:
                    make_decision(state, tree, player, 0.0, -1)
            predicts = tree.off_tree[seat] == 0
            observe(state, tree)
            state.pending = 0
            draft.resolve(state)
        predict_result(state, tree.wins, tree.margins, tree.lead_scale, True)
        if search.learns:
            backpropagate(state, tree)
        add_result(tree, seat, place)


@compiled
def predict_pick(
    tree: SearchTree, dishes: DishTable, forecast: Forecast, state: State, player: int
) -> int:
    """Return what a player is expected to pick from a hand that the seat knows, or -1. A
    position always gives the same prediction.
    """
    if state.asked[player] != PICK or not tree.known_hands[state.holding[player]]:
        return -1
    if rng.below(state.player_rng, PROBABILITY_SCALE) >= tree.trust[player]:
        return -1
    key = hash_position(state, player)
    place = (key - 1) % (2 * PREDICTIONS)
    if tree.predictions[place] != key:
        tree.predictions[place + 1] = find_best_pick(dishes, forecast, state, player, tree.choices)
        tree.predictions[place] = key
    pick = tree.predictions[place + 1]
    return pick if draft.is_legal(state, player, pick) else -1


@compiled
def hash_position(state: State, player: int) -> int:
    """Return a hash of what a player's pick depends on: the turn, the hand, what lies in front of
    all players, and on what multiplies. It is never zero.
    """
    number = MAX_PLAYERS * state.turn + player
    for kind in state.menu[: state.kind_count]:
        number = add_count(number, state.hands[state.holding[player]][kind])
        number = add_count(number, state.dipped[player][kind])
        for other in range(state.players):
            number = add_count(number, state.trays[other][kind])
    return rng.mix_seed(number, player) | 1


@compiled
def add_count(number: int, count: int) -> int:
    """Return the hash with another count in it, within 63 bits."""
    return (31 * number + count) & (1 << 58) - 1


@compiled
def make_decision(
    state: State, tree: SearchTree, player: int, extra: float, prediction: int
) -> None:
    """Let a player follow the prediction, if there is one; otherwise the tree, with this much extra
    exploration; outside the tree, the playout policy.
    """
    if prediction >= 0:
        state.answers[player] = prediction
    elif tree.off_tree[player]:
        state.answers[player] = choose_in_playout(state, tree, player)
    else:
        select(state, tree, player, ANY_CHOICE, EXPLORATION + extra)


# --- The playout policy ---


@compiled
def choose_in_playout(state: State, tree: SearchTree, player: int) -> int:
    """Return the one of some random choices whose feature has the best average so far, or the first
    whose feature has no visits.
    """
    best, chosen = -1e18, -1
    for _ in range(PLAYOUT_CANDIDATES):
        choice = draft.choose_at_random(state, player)
        feature = feature_of(state, player, choice)
        if tree.feature_visits[player][feature] == 0:
            return choice
        mean = tree.feature_values[player][feature] / tree.feature_visits[player][feature]
        if mean > best:
            best, chosen = mean, choice
    return chosen


@compiled
def feature_of(state: State, player: int, choice: int) -> int:
    """Return the feature of a choice: its first card, how many of these the player has, up to
    three, whether it names another card, and whether it is a pick.
    """
    kind = choice & KIND
    count = min(state.trays[player][kind], 3) if kind < KIND_ROOM else 0
    return 16 * kind + 4 * count + 2 * (choice > KIND) + (state.asked[player] == PICK)


@compiled
def observe(state: State, tree: SearchTree) -> None:
    """Add the choices of this step to the history that all players share."""
    for player in range(state.seats):
        if state.asked[player] > 0:
            tree.features[player][tree.choice_count[player]] = feature_of(
                state, player, state.answers[player]
            )
            tree.choice_count[player] += 1
            tree.history = extend_history(tree.history, player, state.answers[player])


@compiled
def extend_history(history: int, player: int, answer: int) -> int:
    """Return the hash of a history after one more answer."""
    return rng.mix_seed(history, 8 * answer + player)


# --- The tree ---


@compiled
def select(state: State, tree: SearchTree, player: int, choice: int, exploration: float) -> int:
    """Let a player make the given choice, or one without visits, or the one with the highest upper
    confidence bound. Return its place in the list of choices.
    """
    count = draft.list_legal_choices(state, player, tree.choices)
    total, unvisited, place = 0, 0, 0
    for other in range(count):
        slot = find_slot(tree, hash_edge(tree, player, tree.choices[other]))
        tree.slots[other] = slot
        visits = tree.edges[slot + VISIT_COUNT]
        total += visits
        if visits == 0:
            unvisited += 1
            if rng.below(state.player_rng, unvisited) == 0:
                place = other
    if choice >= 0:
        place = choice
    elif unvisited == 0:
        place = find_highest_bound(tree, player, count, total, exploration)
    follow_edge(tree, player, place)
    state.answers[player] = tree.choices[place]
    return place


@compiled
def follow_edge(tree: SearchTree, player: int, place: int) -> None:
    """Let a player follow an edge. One without visits is added to the table, and the player leaves
    the tree behind it.
    """
    slot = tree.slots[place]
    if tree.edges[slot + VISIT_COUNT] == 0:
        tree.off_tree[player] = 1
        if 4 * tree.size > 3 * tree.capacity:
            return
        tree.size += tree.edges[slot] == 0
        tree.edges[slot] = hash_edge(tree, player, tree.choices[place])
    tree.path[player][tree.depth[player]] = slot
    tree.depth[player] += 1
    if tree.depth[player] == MAX_DEPTH:
        tree.off_tree[player] = 1


@compiled
def find_highest_bound(
    tree: SearchTree, player: int, count: int, total: int, exploration: float
) -> int:
    """Return the place of the choice with the highest upper confidence bound (UCB1)."""
    best, place = -1e18, 0
    width = exploration * exploration * compute_variance(tree, player) * log(total)
    for other in range(count):
        visits = tree.edges[tree.slots[other] + VISIT_COUNT]
        bound = tree.edges[tree.slots[other] + VALUE_SUM] / (VALUE_SCALE * visits) + sqrt(
            width / visits
        )
        if bound > best:
            best, place = bound, other
    return place


@compiled
def compute_variance(tree: SearchTree, player: int) -> float:
    """Return the variance of a player's rewards so far."""
    mean = tree.results[player] / tree.worlds
    # rounding may make less of nothing
    return max(tree.squares[player] / tree.worlds - mean * mean, 0.0)


@compiled
def hash_edge(tree: SearchTree, player: int, choice: int) -> int:
    """Return the key of an edge from here. It is never zero, which marks an empty slot."""
    return extend_history(tree.history, player, choice) | 1


@compiled
def find_slot(tree: SearchTree, key: int) -> int:
    """Return where an edge is stored in the table, or would be."""
    last = tree.capacity - 1
    slot = (key >> 1) & last
    while tree.edges[EDGE_SIZE * slot] != 0 and tree.edges[EDGE_SIZE * slot] != key:
        slot = (slot + 1) & last
    return EDGE_SIZE * slot


@compiled
def backpropagate(state: State, tree: SearchTree) -> None:
    """Add each player's reward to the edges that the player followed and to the features of all
    choices that the player made.
    """
    tree.worlds += 1
    for player in range(state.seats):
        reward = tree.wins[player] + MARGIN_WEIGHT * tree.margins[player]
        tree.results[player] += reward
        tree.squares[player] += reward * reward
        value = int(VALUE_SCALE * reward)
        for slot in tree.path[player][: tree.depth[player]]:
            tree.edges[slot + VISIT_COUNT] += 1
            tree.edges[slot + VALUE_SUM] += value
        for feature in tree.features[player][: tree.choice_count[player]]:
            tree.feature_visits[player][feature] += 1
            tree.feature_values[player][feature] += value


@compiled
def add_result(tree: SearchTree, seat: int, place: int) -> None:
    """Add the result of this world to the statistics of the choice that the seat began with."""
    first = STATISTICS * place
    win, margin = tree.wins[seat], tree.margins[seat]
    tree.totals[first] += 1.0
    tree.totals[first + 1] += win
    tree.totals[first + 2] += win * win
    tree.totals[first + 3] += margin
    tree.totals[first + 4] += margin * margin
