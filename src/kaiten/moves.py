"""What a rule may do at the table: hold, take, give back, draw, lay, ask, and put a card on the turn's agenda."""

from __future__ import annotations

from . import dice
from .jit import compiled
from .state import State

PICK = 1  # the question that opens every turn; the games' own questions have higher numbers

# A pick is one number with room for several kinds of card, SLOT bits each. The card taken stands first, as it is;
# the others are raised by one, so that zero means none.
SLOT = 6
TAKE, SECOND, GIVE, AS, WITH = range(5)
# TAKE, SECOND and GIVE come out of the hand: a card for oneself, another one for oneself, one for somebody else.
# AS and WITH point at a kind that lies in front of the player: what a card acts as, which tool is used.
MASK = (1 << SLOT) - 1
NOTHING = MASK  # the answer "none" to a question


@compiled
def slot(choice: int, which: int) -> int:
    """The kind in one of a choice's slots, -1 for none."""
    return ((choice >> (SLOT * which)) & MASK) - (1 if which > 0 else 0)


@compiled
def fill(which: int, kind: int) -> int:
    """What to add to a choice so that one of its later slots names this kind."""
    return (kind + 1) << (SLOT * which)


@compiled
def hand(state: State, player: int) -> list[int]:
    return state.hands[state.holding[player]]


@compiled
def size(state: State, player: int) -> int:
    return state.sizes[state.holding[player]]


@compiled
def take(state: State, player: int, kind: int) -> int:
    """Take a card out of a player's hand."""
    held = state.holding[player]
    state.hands[held][kind] -= 1
    state.sizes[held] -= 1
    return kind


@compiled
def put(state: State, player: int, kind: int) -> None:
    """Put a card into a player's hand."""
    held = state.holding[player]
    state.hands[held][kind] += 1
    state.sizes[held] += 1


@compiled
def draw(state: State) -> int:
    """Take any card from the deck."""
    place = dice.below(state.random, state.left)
    kind = state.deck[place]
    state.left -= 1
    state.deck[place] = state.deck[state.left]
    return kind


@compiled
def bury(state: State, kind: int) -> None:
    """Shuffle a card into the deck."""
    state.deck[state.left] = kind
    state.left += 1


@compiled
def any_of(random: list[int], cards: list[int], total: int) -> int:
    """One of `total` cards that are counted by kind, each equally likely."""
    kind = 0
    skip = dice.below(random, total) - cards[0]
    while skip >= 0:
        kind += 1
        skip -= cards[kind]
    return kind


@compiled
def lay(state: State, player: int, kind: int) -> None:
    """Put a card down to land in front of a player, after those laid before it."""
    state.lane[player][state.laid[player]] = kind
    state.laid[player] += 1


@compiled
def play(state: State, player: int, kind: int) -> None:
    """Lay a card from the hand."""
    held = state.holding[player]
    state.hands[held][kind] -= 1
    state.sizes[held] -= 1
    state.lane[player][state.laid[player]] = kind
    state.laid[player] += 1


@compiled
def ask(state: State, player: int, question: int) -> None:
    """Wait for a player's answer."""
    state.asked[player] = question
    state.answers[player] = -1
    state.thinking += 1


@compiled
def call_on(state: State, player: int, kind: int) -> None:
    """Let a player's card act once everything laid so far has landed, in its kind's place of the order."""
    if not state.agenda[kind] >> player & 1:
        state.agenda[kind] += 1 << player
        state.due += 1


@compiled
def saw(state: State, player: int, kind: int) -> None:
    """Note that a player drew a card which the others did not see."""
    state.drawn[player][state.draws[player]] = kind
    state.draws[player] += 1
