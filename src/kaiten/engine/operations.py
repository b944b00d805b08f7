"""What a rule may do at the table: hold, take, give back, draw, lay, ask, and put a card on the
turn's agenda.
"""

from __future__ import annotations

from . import rng
from .jit import compiled, for_tables
from .picks import COPY, KIND
from .state import GONE_PLAYER, MAX_GONE, State


@compiled
def hand_of(state: State, player: int) -> list[int]:
    return state.hands[state.holding[player]]


@compiled
def hand_count(state: State, player: int) -> int:
    return state.sizes[state.holding[player]]


@compiled
def is_card(state: State, answer: int) -> bool:
    """Whether an answer is a kind of card, and nothing besides."""
    return answer < len(state.stock)


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
def draw_card(state: State) -> int:
    """Take any card from the deck."""
    place = rng.below(state.deal_rng, state.deck_size)
    kind = state.deck[place]
    state.deck_size -= 1
    state.deck[place] = state.deck[state.deck_size]
    return kind


@compiled
def return_to_deck(state: State, kind: int) -> None:
    """Shuffle a card into the deck."""
    state.deck[state.deck_size] = kind
    state.deck_size += 1


@compiled
def take_from_deck(state: State, kind: int) -> int:
    """Take a certain card out of the deck."""
    for place in range(state.deck_size):
        if state.deck[place] == kind:
            state.deck_size -= 1
            state.deck[place] = state.deck[state.deck_size]
            break
    return kind


@compiled
def random_card(state: State, random: list[int], cards: list[int], total: int) -> int:
    """One of `total` cards that are counted by kind, each equally likely."""
    kind = 0
    skip = rng.below(random, total) - cards[0]
    while skip >= 0:
        kind += 1
        skip -= cards[kind]
    return kind


@for_tables(random_card)
def random_card_of_table(state: State, random: list[int], cards: list[int], total: int) -> int:
    """Return what `random_card` returns, without a branch that depends on chance: it looks at every
    kind in the box.
    """
    skip = rng.below(random, total)
    found = 0
    for kind in range(len(state.stock)):
        if state.stock[kind] > 0:
            found = kind if skip >= 0 else found
            skip -= cards[kind]
    return found


@compiled
def lay(state: State, player: int, kind: int) -> None:
    """Put a card down to land in front of a player, after those laid before it."""
    state.landing[player][state.laid[player]] = kind
    state.laid[player] += 1


@compiled
def play_card(state: State, player: int, kind: int) -> None:
    """Lay a card from the hand."""
    held = state.holding[player]
    state.hands[held][kind] -= 1
    state.sizes[held] -= 1
    state.landing[player][state.laid[player]] = kind
    state.laid[player] += 1


@compiled
def give(state: State, giver: int, receiver: int, kind: int) -> None:
    """Let a card go from one player's hand to the table of another, where it will land."""
    gift = state.gifts[state.gift_count]
    gift[0], gift[1], gift[2] = giver, receiver, kind
    state.gift_count += 1
    take(state, giver, kind)
    lay(state, receiver, kind)


@compiled
def deny(state: State, player: int, kind: int) -> None:
    """Note that a player has said, before everyone, to hold no card of a kind."""
    state.denied[state.holding[player]] |= 1 << kind


@compiled
def lay_again(state: State, player: int, card: int) -> None:
    """Let the card that landed last land once more, as another one."""
    state.landing[player][state.landed[player] - 1] = card
    state.landed[player] -= 1


@compiled
def lay_as(state: State, player: int, kind: int) -> None:
    """Let the card that a player laid last land as one of another kind."""
    state.landing[player][state.laid[player] - 1] = kind | COPY


@compiled
def newest_card(state: State, player: int) -> int:
    """The card that landed last in front of a player, with its marks."""
    return state.landing[player][state.landed[player] - 1]


@compiled
def count_new_cards(state: State, player: int, kind: int) -> int:
    """How many cards of a kind landed in front of a player this turn."""
    count = 0
    for place in range(state.landed[player]):
        count += state.landing[player][place] & KIND == kind
    return count


@compiled
def count_older_cards(state: State, player: int, kind: int) -> int:
    """How many cards of a kind lie in front of a player since earlier turns of this round."""
    return max(state.trays[player][kind] - count_new_cards(state, player, kind), 0)


@compiled
def remove_from_tray(state: State, player: int, kind: int, copy: bool) -> int:
    """Take a card from in front of a player, and say what it really is."""
    state.trays[player][kind] -= 1
    if copy:
        state.copied[player][kind] -= 1
        return state.mimic
    return kind


@compiled
def discard_card(state: State, player: int, kind: int, copy: bool) -> None:
    """Take a card from in front of a player out of the round, in plain sight."""
    if state.gone_count < MAX_GONE:
        state.gone[state.gone_count] = GONE_PLAYER * player + kind
        state.gone_count += 1
    state.discard[remove_from_tray(state, player, kind, copy)] += 1


@compiled
def turn_face_down(state: State, player: int, kind: int, copy: bool) -> None:
    """Turn a card in front of a player face down: it counts as nothing any more."""
    state.flipped[player][remove_from_tray(state, player, kind, copy)] += 1


@compiled
def take_token(state: State, player: int, pile: int) -> None:
    """Let a player take the top token of a pile."""
    place = 0
    while state.takers[pile][place] > 0:
        place += 1
    state.takers[pile][place] = state.just_taken[pile] = player + 1


@compiled
def ask(state: State, player: int, question: int) -> None:
    """Wait for a player's answer."""
    state.asked[player] = question
    state.answers[player] = -1
    state.pending += 1


@compiled
def add_to_agenda(state: State, player: int, kind: int) -> None:
    """Let a player's card act once everything laid so far has landed, in its kind's place of the
    order.
    """
    state.agenda[kind] |= 1 << player
    state.agenda_size += 1


@compiled
def note_drawn_card(state: State, player: int, kind: int) -> None:
    """Note that a player drew a card which the others did not see."""
    state.drawn[player][state.draws[player]] = kind
    state.draws[player] += 1
