"""The turn: deal, ask, reveal, land, act, pass, score. No card is named here.

A turn opens with a question to every seat: the pick. When the last answer is in, the picked cards
land, player by player and in the order laid; then the cards on the agenda act, in the menu's order
and by seat. A card that lands or acts may ask its player something, and the turn waits for the
answer before it goes on.
"""

from __future__ import annotations

from . import dispatch, rng
from .jit import compiled
from .operations import draw_card, hand_count, hand_of, lay, play_card, random_card, return_to_deck
from .picks import (
    AS,
    COPY,
    GIVE,
    KIND,
    OTHER,
    PICK,
    SECOND,
    SLOT,
    USING,
    fill_slot,
    is_copy,
    read_slot,
)
from .state import OVER, PLAYING, ROUNDS, SCORED, State

FLAGS = 3  # an answer to a question is a kind, NOTHING or OTHER, without a flag or with one of two
CHOICES = 4096  # room for all choices that one player may have
TIES = 840  # a win, in parts that any number of winners can share

# --- Dealing ---


@compiled
def start_game(state: State, seed: int) -> None:
    """Begin a game at a table that is laid, or where a game was played out: all cards into the
    deck, the deal to come.
    """
    rng.start_rng(state.deal_rng, seed)
    gather(state)
    state.round_number = 0
    state.stage = SCORED
    state.deck_size = state.cards - state.reserve_count
    for place in range(state.deck_size):
        state.deck[place] = state.box[place]
    state.dessert_reserve_size = state.reserve_count
    for place in range(state.reserve_count):
        state.dessert_reserve[place] = state.box[state.deck_size + place]
    for kind in state.menu[: state.kind_count]:
        state.discard[kind] = 0
    for player in range(state.players):
        for kind in state.menu[: state.kind_count]:
            state.kept[player][kind] = state.kept_copied[player][kind] = 0
        state.scores[player] = 0
        for row in range(state.rows):
            state.points[row][player] = 0
    stack_tokens(state)


@compiled
def deal_hands(state: State) -> None:
    """Clear the table for the next round, and deal."""
    open_round(state)
    deal_from_deck(state)


@compiled
def open_round(state: State) -> None:
    """Clear the table for the next round: the deck is whole, and nobody holds a card of it yet."""
    if state.round_number > 0:
        gather(state)
    serve_desserts(state, state.servings[state.round_number])
    state.round_number += 1
    state.turn = state.claimed = 0


@compiled
def deal_from_deck(state: State) -> None:
    """Give every player a hand."""
    for player in range(state.players):
        state.at_once[player] = 0
        state.denied[player] = 0
        cards = state.hands[player]
        for _ in range(state.hand_size):
            cards[draw_card(state)] += 1
        state.sizes[player] = state.hand_size
        state.holding[player] = player


@compiled
def stack_tokens(state: State) -> None:
    """Put every token back on its pile, face down, and shuffle each pile."""
    for pile in range(state.piles):
        for place in range(ROUNDS):
            other = rng.below(state.deal_rng, place + 1)
            state.tokens[pile][place] = state.tokens[pile][other]
            state.tokens[pile][other] = state.worth[pile][place]
            state.takers[pile][place] = 0


@compiled
def serve_desserts(state: State, count: int) -> None:
    """Shuffle some of the desserts that wait beside the deck into the deck, drawn at random."""
    for _ in range(count):
        place = rng.below(state.deal_rng, state.dessert_reserve_size)
        return_to_deck(state, state.dessert_reserve[place])
        state.dessert_reserve_size -= 1
        state.dessert_reserve[place] = state.dessert_reserve[state.dessert_reserve_size]


@compiled
def gather(state: State) -> None:
    """Collect what lies on the table: out of the game, or back into the deck with all other cards."""
    for player in range(state.players):
        tray = state.trays[player]
        for kind in state.menu[: state.kind_count]:
            state.discard[kind] += tray[kind] - state.copied[player][kind]
            state.discard[state.mimic] += state.copied[player][kind]
            tray[kind] = state.copied[player][kind] = state.dipped[player][kind] = 0
    if state.reshuffles:
        reshuffle(state)


@compiled
def reshuffle(state: State) -> None:
    """Put everything but the desserts that players keep back into the deck."""
    for kind in state.menu[: state.kind_count]:
        for player in range(state.players):
            state.discard[kind] += state.hands[player][kind] + state.flipped[player][kind]
            state.hands[player][kind] = state.flipped[player][kind] = 0
        for _ in range(state.discard[kind]):
            return_to_deck(state, kind)
        state.discard[kind] = 0


@compiled
def begin_turn(state: State) -> None:
    """Ask every seat to pick."""
    state.stage = PLAYING
    state.turn += 1
    for player in range(state.players):
        state.laid[player] = state.landed[player] = state.draws[player] = state.claims[player] = 0
    dispatch.begins(state)
    for player in range(state.seats):
        state.asked[player] = PICK
        state.answers[player] = -1
    state.pending = state.seats


# --- Choosing ---


@compiled
def is_legal(state: State, player: int, choice: int) -> bool:
    """Whether the player may answer so to what is asked."""
    if state.asked[player] != PICK:
        return dispatch.allows_answer(state, player, state.asked[player], choice)  # type: ignore[no-any-return]
    return (
        has_only_open_slots(choice, dispatch.opens(state, player))
        and has_all_cards(state, player, choice)
        and dispatch.allows(state, player, choice)
    )


@compiled
def has_only_open_slots(choice: int, open_slots: int) -> bool:
    """Whether a pick fills no slot that is closed to the player, and marks as copies only what it
    points at.
    """
    for which in range(USING + 1):
        if which > 0 and read_slot(choice, which) >= 0 and not open_slots >> which & 1:
            return False
        if is_copy(choice, which) and (which <= GIVE or read_slot(choice, which) < 0):
            return False
    return choice >> SLOT * (USING + 1) == 0


@compiled
def has_all_cards(state: State, player: int, choice: int) -> bool:
    """Whether the hand holds every card that a pick takes, and what it points at lies in front of
    the player.
    """
    for which in range(USING + 1):
        if read_slot(choice, which) >= 0 and not has_card_in_slot(state, player, choice, which):
            return False
    return True


@compiled
def has_card_in_slot(state: State, player: int, choice: int, which: int) -> bool:
    """Whether what stands in a slot of a pick is there, besides what the slots before it take."""
    kind = read_slot(choice, which)
    if which > GIVE:
        return is_in_front(state, player, kind, which, is_copy(choice, which))
    wanted = 1
    for other in range(which):
        wanted += read_slot(choice, other) == kind
    return hand_of(state, player)[kind] >= wanted


@compiled
def is_in_front(state: State, player: int, kind: int, which: int, copy: bool) -> bool:
    """Whether what may stand in a slot lies in front of a player: a dish, or a certain card, real
    or acting as it.
    """
    if not state.serves[kind] >> which & 1:
        return False
    if which == AS:
        return not copy and has_dish(state, player, kind)
    copies = state.copied[player][kind]
    return (copies if copy else state.trays[player][kind] - copies) > 0


@compiled
def has_dish(state: State, player: int, first: int) -> bool:
    """Whether any card of the dish that begins with this kind lies in front of a player."""
    if state.dish[first] == first:
        for kind in range(first, first + state.variations[first]):
            if state.trays[player][kind] > 0:
                return True
    return False


@compiled
def list_legal_answers(state: State, player: int, found: list[int]) -> int:
    """List what the player may answer to a question between two picks."""
    count = 0
    for answer in range(FLAGS * (KIND + 1)):
        found[count] = answer
        count += dispatch.allows_answer(state, player, state.asked[player], answer)
    return count


@compiled
def list_legal_choices(state: State, player: int, found: list[int]) -> int:
    """List what the player may answer now, and say how many answers there are."""
    if state.asked[player] != PICK:
        return list_legal_answers(state, player, found)
    count = 0
    for kind in state.menu[: state.kind_count]:
        found[count] = kind
        count += hand_of(state, player)[kind] > 0
    return extend_picks(state, player, found, count)


@compiled
def extend_picks(state: State, player: int, found: list[int], count: int) -> int:
    """List the legal picks that begin with one of the cards that are listed, in their place, and say
    how many picks there are.
    """
    open_slots = dispatch.opens(state, player)
    for which in range(SECOND, USING + 1):
        if open_slots >> which & 1:
            for shorter in range(count):
                for kind in state.menu[: state.kind_count]:
                    for copy in range(2 if which > GIVE else 1):
                        found[count] = found[shorter] + fill_slot(which, kind + COPY * copy)
                        count += has_card_in_slot(state, player, found[count], which)
    legal = 0
    for place in range(count):
        if dispatch.allows(state, player, found[place]):
            found[legal] = found[place]
            legal += 1
    return legal


# --- The turn ---


@compiled
def resolve(state: State) -> None:
    """Every player has answered: go on until another question comes up or the round is over."""
    state.gift_count = state.gone_count = 0
    for player in range(state.seats):
        question = state.asked[player]
        # an answer may ask another player, who has not answered yet
        if question > 0 and state.answers[player] >= 0:
            state.asked[player] = 0
            state.last_answers[player] = state.answers[player]
            if question == PICK:
                reveal(state, player, state.answers[player])
            else:
                dispatch.resolve_answer(state, player, question, state.answers[player])
    settle(state)
    if state.pending == 0:
        end_turn(state)


@compiled
def settle(state: State) -> None:
    """Let laid cards land and cards on the agenda act, until nothing is left to do or a player
    is asked.
    """
    while True:
        for player in range(state.players):
            land(state, player)
        if state.pending > 0 or state.agenda_size == 0:
            return
        act(state)


@compiled
def reveal(state: State, player: int, choice: int) -> None:
    """Lay the picked cards down."""
    state.chosen[player] = choice
    play_card(state, player, choice & KIND)
    if choice > KIND:
        if read_slot(choice, SECOND) >= 0:
            play_card(state, player, read_slot(choice, SECOND))
        dispatch.picked(state, player, choice)


@compiled
def land(state: State, player: int) -> None:
    """Let a player's laid cards land, one by one, until one of them asks something."""
    for place in range(state.landed[player], state.laid[player]):
        if state.asked[player] > 0:
            return
        kind = state.landing[player][place] & KIND
        state.landed[player] = place + 1
        state.trays[player][kind] += 1
        if state.landing[player][place] & COPY:
            state.copied[player][kind] += 1
        dispatch.lands(state, player, kind)


@compiled
def act(state: State) -> None:
    """Let the first card on the agenda act: the first of its kinds, then the first of its players."""
    place, player = 0, 0
    while state.agenda[state.menu[place]] == 0:
        place += 1
    kind = state.menu[place]
    while not state.agenda[kind] >> player & 1:
        player += 1
    state.agenda[kind] -= 1 << player
    state.agenda_size -= 1
    dispatch.acts(state, player, kind)


@compiled
def end_turn(state: State) -> None:
    dispatch.watches(state)
    if state.turn == state.turns:
        finish_round(state)
    else:
        pass_hands(state)
        begin_turn(state)


@compiled
def pass_hands(state: State) -> None:
    """To the left: seat p's hand goes to seat p + 1; to the right every second round where that is
    played.
    """
    last = state.seats - 1
    if state.alternate and state.round_number % 2 == 0:
        first_hand = state.holding[0]
        for player in range(last):
            state.holding[player] = state.holding[player + 1]
        state.holding[last] = first_hand
    else:
        last_hand = state.holding[last]
        for player in range(last, 0, -1):
            state.holding[player] = state.holding[player - 1]
        state.holding[0] = last_hand


# --- Scoring ---


@compiled
def finish_round(state: State) -> None:
    """Score the round, put the desserts aside, and after the last round score what is counted at
    the end.
    """
    for pile in range(state.piles):
        state.just_taken[pile] = 0
    dispatch.score_round(state)
    keep_desserts(state)
    state.stage = SCORED
    if state.round_number == ROUNDS:
        dispatch.score_game(state)
        state.stage = OVER
    for row in range(state.rows):
        for player in range(state.players):
            state.scores[player] += state.points[row][player]


@compiled
def put_on_tray(state: State, player: int, kind: int) -> None:
    """Let a card land in front of a player outside of any turn."""
    state.laid[player] = state.landed[player] = 0
    lay(state, player, kind)
    land(state, player)


@compiled
def keep_desserts(state: State) -> None:
    for kind in state.menu[: state.kind_count]:
        if state.dessert[kind]:
            for player in range(state.players):
                state.kept[player][kind] += state.trays[player][kind]
                state.kept_copied[player][kind] += state.copied[player][kind]
                state.just_kept[player][kind] = state.trays[player][kind]
                state.trays[player][kind] = state.copied[player][kind] = 0


@compiled
def count_desserts(state: State, player: int) -> int:
    """How many dessert cards a player has kept: the tie-break."""
    count = 0
    for kind in state.menu[: state.kind_count]:
        count += state.kept[player][kind]
    return count


@compiled
def points_if_chosen(state: State, player: int, choice: int) -> int:
    """What a player's sheet would show if this answer alone were carried out and the game ended as
    soon as its cards landed.
    """
    question = state.asked[player]
    state.asked[player] = 0
    if question == PICK:
        reveal(state, player, choice)
    else:
        dispatch.resolve_answer(state, player, question, choice)
    land(state, player)
    dispatch.score_round(state)
    keep_desserts(state)
    dispatch.score_game(state)
    total = 0
    for row in range(state.rows):
        total += state.points[row][player]
    return total


# --- Playing at random ---


@compiled
def choose_at_random(state: State, player: int) -> int:
    """Each card in hand equally likely, other things every second time; to a question, any answer
    that is allowed.
    """
    if state.asked[player] != PICK:
        return choose_random_answer(state, player)
    open_slots = dispatch.opens(state, player)
    held = state.holding[player]
    while True:
        choice = random_card(state, state.player_rng, state.hands[held], state.sizes[held])
        if open_slots > 0:
            choice += add_random_extras(state, player, choice, open_slots)
        if dispatch.allows(state, player, choice):
            return choice


@compiled
def add_random_extras(state: State, player: int, first: int, open_slots: int) -> int:
    """Fill some of the open slots of a pick: from the rest of the hand, or with what lies in front
    of the player.
    """
    cards, left = hand_of(state, player), hand_count(state, player) - 1
    extras = 0
    cards[first] -= 1
    for which in range(SECOND, USING + 1):
        if open_slots >> which & 1 and rng.below(state.player_rng, 2) == 0:
            if which > GIVE:
                extras += choose_random_tool(state, player, which)
            elif left > 0:
                kind = random_card(state, state.player_rng, cards, left)
                cards[kind] -= 1
                left -= 1
                extras += fill_slot(which, kind)
    cards[first] += 1
    for which in range(SECOND, GIVE + 1):
        if read_slot(extras, which) >= 0:
            cards[read_slot(extras, which)] += 1
    return extras


@compiled
def choose_random_tool(state: State, player: int, which: int) -> int:
    """Any of the cards in front of a player that may stand in a slot."""
    tool, found = 0, 0
    for kind in state.menu[: state.kind_count]:
        if state.serves[kind]:
            for copy in range(2):
                if is_in_front(state, player, kind, which, copy == 1):
                    found += 1
                    if rng.below(state.player_rng, found) == 0:
                        tool = fill_slot(which, kind + COPY * copy)
    return tool


@compiled
def choose_random_answer(state: State, player: int) -> int:
    """Any of the allowed answers to a question, each equally likely."""
    cards = state.kind_count + 2  # the kinds in the box, NOTHING and OTHER
    while True:
        candidate = rng.below(state.player_rng, cards * FLAGS)
        place, flag = candidate // FLAGS, candidate % FLAGS
        kind = state.menu[place] if place < state.kind_count else OTHER + place - state.kind_count
        answer = kind + (KIND + 1) * flag
        if dispatch.allows_answer(state, player, state.asked[player], answer):
            return answer


@compiled
def answer_at_random(state: State) -> None:
    """Let every seat that is asked answer at random."""
    for player in range(state.seats):
        if state.asked[player]:
            state.answers[player] = choose_at_random(state, player)
    state.pending = 0


@compiled
def play_out(state: State) -> None:
    """Play the rest of the game at random; the players' random generator must have been started."""
    while state.stage != OVER:
        if state.stage != PLAYING:
            deal_hands(state)
            begin_turn(state)
        while state.stage == PLAYING:
            answer_at_random(state)
            resolve(state)


@compiled
def simulate_games(state: State, seed: int, first: int, count: int, tally: list[int]) -> None:
    """Play games number `first` and on at random, and add to the tally: points, their squares, wins
    of each seat.
    """
    for number in range(first, first + count):
        start_game(state, game_seed(seed, number))
        start_player_rng(state, seed, number)
        play_out(state)
        add_to_tally(state, tally)


@compiled
def add_to_tally(state: State, tally: list[int]) -> None:
    """Add a finished game to the tally."""
    winners = mark_winners(state)
    for player in range(state.seats):
        points = state.scores[player]
        tally[0] += points
        tally[1] += points * points
        tally[2 + player] += state.counted[player] * (TIES // winners)


@compiled
def mark_winners(state: State) -> int:
    """Count 1 for each seat that has won a finished game and 0 for the others, and say how many have
    won.
    """
    best, winners = -1000000, 0
    for player in range(state.seats):
        standing = 256 * state.scores[player] + count_desserts(state, player)
        if standing > best:
            best, winners = standing, 0
        winners += standing == best
        state.counted[player] = standing
    for player in range(state.seats):
        state.counted[player] = int(state.counted[player] == best)
    return winners


@compiled
def game_seed(seed: int, number: int) -> int:
    """The seed of one game out of many."""
    return rng.mix_seed(seed, 2 * number)


@compiled
def start_player_rng(state: State, seed: int, number: int) -> None:
    """Start the random choices of one game out of many."""
    rng.start_rng(state.player_rng, rng.mix_seed(seed, 2 * number + 1))
