"""What happens in a game, told in order: hands dealt, cards drawn, answers given, points scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from ..engine import draft
from ..engine.game import Game
from ..engine.picks import PICK
from ..engine.state import GONE_PLAYER, MAX_PLAYERS, OVER, PLAYING, SCORED, State
from ..errors import BadRecord
from ..text import Text
from .choice import describe_choice
from .pickling import Picklable
from .shuffle import Shuffler, deal_shuffled_hands, draw_shuffled_cards

Hands = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Dealt:
    """A round begins with these hands; after the people's hands comes the robot's pile, where there
    is one.
    """

    hands: Hands


@dataclass(frozen=True)
class Drew:
    """A seat drew cards that the others did not see."""

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Gave:
    """A card went from one player's hand to the table in front of another."""

    seat: int
    to: int
    card: str


@dataclass(frozen=True)
class Answered:
    """Everyone who was asked has answered; None for those who were not asked."""

    prompt: str
    choices: tuple[str | None, ...]


@dataclass(frozen=True)
class Took:
    """A seat took the top token of a pile; what it is worth, None for those who may not know."""

    seat: int
    token: str
    worth: int | None


@dataclass(frozen=True)
class Scored(Picklable):
    """Points by card and player: of a round, or of what is counted at the end of the game."""

    points: Mapping[str, tuple[int, ...]]
    final: bool = False


@dataclass(frozen=True)
class Happened:
    """What answers led to of itself, in plain sight. A record does not have it, since it
    follows from the rest.
    """

    what: str  # one of those below
    seat: int
    card: str
    points: int = 0


CARD_GONE = "discarded"  # a card in front of a seat left the round
CARD_DIPPED = "dipped"  # a card landed on one that multiplies it
POINTS_AT_ONCE = "scored"  # a seat took points in the middle of a round

Event = Dealt | Drew | Gave | Answered | Took | Scored | Happened


def drop_effects(log: Sequence[Event]) -> tuple[Event, ...]:
    """Return what a record has of a log."""
    return tuple(event for event in log if not isinstance(event, Happened))


@dataclass(frozen=True)
class Script:
    """Hands, draws and tokens that are known beforehand, instead of the dice's."""

    hands: Mapping[int, Hands]  # by round
    draws: Mapping[tuple[int, int, int], tuple[str, ...]]  # by round, turn and seat
    # the top ones of each pile, in order
    tokens: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


Source = Script | Shuffler  # where cards come from, if not from the engine's dice


def cards_of(game: Game, counts: Sequence[int]) -> tuple[str, ...]:
    """Counted cards, one by one."""
    return tuple(
        kind for kind, count in zip(game.kinds, counts, strict=False) for _ in range(count)
    )


def prompt_id(game: Game, question: int) -> str:
    return "pick" if question == PICK else game.question_of(question).id


NOTHING_DRAWN = (0,) * MAX_PLAYERS


def deal_round(game: Game, state: State, source: Source | None = None) -> list[Event]:
    """Deal the next round and begin its first turn."""
    if isinstance(source, Shuffler):
        deal_shuffled_hands(game, state, source)
    else:
        draft.deal_hands(state)
    if isinstance(source, Script):
        stack_deck(game, state, source)
        arrange_tokens(game, state, source)
    dealt = Dealt(tuple(cards_of(game, state.hands[player]) for player in range(state.players)))
    draft.begin_turn(state)
    redraw(game, state, source, NOTHING_DRAWN)
    return [dealt, *draw_events(game, state, NOTHING_DRAWN)]


def stack_deck(game: Game, state: State, script: Script) -> None:
    """Replace the hands just dealt by those of the script."""
    if int(state.round_number) not in script.hands:
        return
    hands = script.hands[int(state.round_number)]
    if len(hands) != state.players or any(len(cards) != state.hand_size for cards in hands):
        raise BadRecord(
            Text("Round {round}: this table deals {players} hands of {size} cards.").format(
                round=int(state.round_number), players=int(state.players), size=int(state.hand_size)
            )
        )
    pool = list_undealt(state)
    for player in range(state.players):
        pool += [kind for kind, count in enumerate(state.hands[player]) for _ in range(count)]
    for player, cards in enumerate(hands):
        for kind in range(len(game.kinds)):
            state.hands[player][kind] = 0
        for card in cards:
            remove_from_pool(game, pool, card, int(state.round_number))
            state.hands[player][game.numbers[card]] += 1
    put_back_cards(state, pool)


def arrange_tokens(game: Game, state: State, script: Script) -> None:
    """Put the tokens of the script on top of their piles, before the first of them is taken."""
    for pile, rule in enumerate(game.piles if state.round_number == 1 else ()):
        top, others = script.tokens.get(rule.id, ()), state.tokens[pile][:]
        for worth in top:
            if worth not in others:
                raise BadRecord(
                    Text(
                        "Tokens worth {top} are taken from the pile “{name}”, which has {all}."
                    ).format(
                        name=rule.id, top=list_numbers(top), all=list_numbers(state.worth[pile])
                    )
                )
            others.remove(worth)
        for place, worth in enumerate([*top, *others]):
            state.tokens[pile][place] = worth


def list_numbers(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def list_undealt(state: State) -> list[int]:
    """The cards of the deck, and the desserts that wait beside it."""
    return state.deck[: state.deck_size] + state.dessert_reserve[: state.dessert_reserve_size]


def put_back_cards(state: State, pool: list[int], on_top: Sequence[int] = ()) -> None:
    """Let as many desserts of the pool wait beside the deck as there must, and put the others into
    it.
    """
    waiting = [kind for kind in pool if state.dessert[kind]][: state.dessert_reserve_size]
    if len(waiting) < state.dessert_reserve_size:
        raise BadRecord(
            Text("Round {round}: more desserts than have joined the deck.").format(
                round=int(state.round_number)
            )
        )
    for place, kind in enumerate(waiting):
        state.dessert_reserve[place] = kind
        pool.remove(kind)
    refill_deck(state, [*pool, *on_top])


def refill_deck(state: State, deck: Sequence[int]) -> None:
    """Let these cards be the deck."""
    state.deck_size = len(deck)
    for place, kind in enumerate(deck):
        state.deck[place] = kind


def remove_from_pool(game: Game, pool: list[int], card: str, round: int) -> None:
    if game.numbers.get(card) not in pool:
        raise BadRecord(
            Text("Round {round}: there is no “{card}” left.").format(round=round, card=card)
        )
    pool.remove(game.numbers[card])


def redraw(game: Game, state: State, source: Source | None, before: Sequence[int]) -> None:
    """Replace the cards just drawn, if they do not come from the engine's dice."""
    if isinstance(source, Shuffler):
        draw_shuffled_cards(game, state, source, before)
    elif source:
        follow_script(game, state, source, before)


def follow_script(game: Game, state: State, script: Script, before: Sequence[int]) -> None:
    """Replace the cards just drawn by those of the script."""
    replace = take_from_the_pile if state.players > state.seats else look_at_cards
    for player in range(state.seats):
        cards = script.draws.get((int(state.round_number), int(state.turn), player), ())
        replace(
            game, state, player, before[player], cards[before[player] : int(state.draws[player])]
        )


def take_from_the_pile(
    game: Game, state: State, player: int, first: int, cards: Sequence[str]
) -> None:
    """Draw other cards than were drawn from the robot's pile, which is the last hand."""
    pile, hand = state.hands[state.players - 1], state.hands[state.holding[player]]
    for place, card in enumerate(cards, first):
        old = int(state.drawn[player][place])
        pile[old] += 1
        hand[old] -= 1
        remove_from_pool(
            game, [kind for kind, count in enumerate(pile) if count], card, int(state.round_number)
        )
        new = state.drawn[player][place] = game.numbers[card]
        pile[new] -= 1
        hand[new] += 1


def look_at_cards(game: Game, state: State, player: int, first: int, cards: Sequence[str]) -> None:
    """Look at other cards of the deck than those that were looked at; they stay there until one of
    them is played.
    """
    pool, seen = list_undealt(state), [game.numbers.get(card, -1) for card in cards]
    for place, card in enumerate(cards, first):
        remove_from_pool(game, pool, card, int(state.round_number))
        state.drawn[player][place] = game.numbers[card]
    put_back_cards(state, pool, seen)


def gift_events(game: Game, state: State) -> list[Event]:
    """What the seats gave each other when the last answers were carried out."""
    gifts = state.gifts[: state.gift_count]
    return [Gave(giver, receiver, game.kinds[kind]) for giver, receiver, kind in gifts]


def effect_events(
    game: Game, state: State, dipped: Sequence[Sequence[int]], at_once: Sequence[int]
) -> list[Event]:
    """What happened of itself since the counts of dipped cards and of points taken at once were
    `dipped` and `at_once`.
    """
    told: list[Event] = []
    for player, before in enumerate(dipped):
        now = state.dipped[player]
        for kind in range(len(game.kinds)) if now != before else ():
            told += [Happened(CARD_DIPPED, player, game.kinds[kind])] * (now[kind] - before[kind])
    race = game.race(int(state.variant))
    for player in range(state.players if race else 0):
        points = int(state.at_once[player] - at_once[player])
        if race and points:
            told.append(Happened(POINTS_AT_ONCE, player, race[0].id, points))
    for gone in state.gone[: state.gone_count]:
        player, kind = divmod(int(gone), GONE_PLAYER)
        told.append(Happened(CARD_GONE, player, game.kinds[kind]))
    return told


def draw_events(game: Game, state: State, before: Sequence[int]) -> list[Event]:
    """What the seats drew this turn after their first `before` cards."""
    return [
        Drew(player, tuple(game.kinds[kind] for kind in state.drawn[player][old:new]))
        for player, (old, new) in enumerate(zip(before, state.draws, strict=True))
        if new > old
    ]


def answer_event(game: Game, state: State) -> Answered:
    """The answers that are about to be carried out."""
    asked = state.asked[: state.seats]
    choices = tuple(
        describe_choice(game, question, answer, int(state.variant)).text if question else None
        for question, answer in zip(asked, state.answers, strict=False)
    )
    return Answered(prompt_id(game, max(asked)), choices)


def token_events(game: Game, state: State) -> list[Event]:
    """The tokens that the round just scored gave away."""
    told: list[Event] = []
    for pile, rule in enumerate(game.piles):
        if state.just_taken[pile]:
            top = sum(taker > 0 for taker in state.takers[pile]) - 1
            told.append(
                Took(int(state.just_taken[pile]) - 1, rule.id, int(state.tokens[pile][top]))
            )
    return told


def scoring_event(game: Game, state: State, final: bool) -> Scored:
    """The rows of the sheet that bring points: at the end of a round, or of the game."""
    rows = {
        rule.id: tuple(state.points[row][: state.players])
        for row, rule in game.scoring_rows(state)
        if rule.final == final and rule.pile < 0
    }
    return Scored(MappingProxyType(rows), final)


def resolve_answers(game: Game, state: State, source: Source | None = None) -> list[Event]:
    """Everyone has answered: what they answered and what followed; the next round is not dealt
    yet.
    """
    told: list[Event] = [answer_event(game, state)]
    turn, before, at_once = int(state.turn), state.draws[:], state.at_once[:]
    dipped = [row[:] for row in state.dipped[: state.players]]
    draft.resolve(state)
    told += gift_events(game, state)
    told += effect_events(game, state, dipped, at_once)
    if state.stage == PLAYING:
        before = before if state.turn == turn else list(NOTHING_DRAWN)
        redraw(game, state, source, before)
        return told + draw_events(game, state, before)
    told += [*token_events(game, state), scoring_event(game, state, final=False)]
    if state.stage == OVER:
        told.append(scoring_event(game, state, final=True))
    return told


def answer_randomly(game: Game, state: State) -> list[Event]:
    """Play a game that has just been shuffled to its end at random, and tell it."""
    told: list[Event] = []
    while state.stage != OVER:
        if state.stage == SCORED:
            told += deal_round(game, state)
        draft.answer_at_random(state)
        told += resolve_answers(game, state)
    return told
