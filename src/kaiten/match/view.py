"""What one seat may know, and nothing else. Bots, clients and learners get a View, never a Match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, reduce
from itertools import compress
from operator import add, or_, sub
from random import Random
from typing import TYPE_CHECKING, Any, overload

from ..engine import draft
from ..engine.game import Game
from ..engine.picks import AS, GIVE, PICK, SECOND, USING, WITH
from ..engine.rng import SEEDS
from ..engine.state import (
    OVER,
    PLAYING,
    State,
    replace_fields,
)
from ..errors import IllegalChoice
from ..text import Text, join_texts
from . import sampling, tokens
from .choice import Choice, describe_choice, name_in_sentence, parse_choice, slot_of_pick
from .events import Event
from .facts import FACTS, OPEN_FACTS, OWN_FACTS, Extent, list_facts
from .knowledge import Memory, memory_at_deal, passes_right
from .laid import LaidTable
from .pickling import Picklable
from .sheet import Count, Outcome, Sheet, count_so_far, find_outcome
from .standing import DishNote, Majority, Standing, find_standing
from .story import StoryLine, tell_story
from .tokens import Token

if TYPE_CHECKING:
    from .match import Match

Cards = Counter[str]


@dataclass(frozen=True)
class Prompt:
    """What a seat is asked."""

    id: str
    words: Text


class Choices(Sequence[Choice]):
    """The legal choices of a seat: count them, walk through them, ask whether one is among them."""

    def __init__(self, game: Game, question: int, legal: Sequence[int], variant: int) -> None:
        self._game, self._question, self._legal, self._variant = game, question, legal, variant

    @property
    def numbers(self) -> tuple[int, ...]:
        """The choices as the kernel writes them."""
        return tuple(self._legal)

    @property
    def are_picks(self) -> bool:
        """Whether they are picks, and not answers to a card's question."""
        return self._question == PICK

    def __len__(self) -> int:
        return len(self._legal)

    @overload
    def __getitem__(self, place: int) -> Choice: ...

    @overload
    def __getitem__(self, place: slice) -> list[Choice]: ...

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self[index] for index in range(*place.indices(len(self)))]
        return self.with_number(self._legal[place])

    def __iter__(self) -> Iterator[Choice]:
        return map(self.with_number, self._legal)

    def __contains__(self, choice: object) -> bool:
        try:
            return parse_choice(self._game, self._question, str(choice)) in self._legal
        except IllegalChoice:
            return False

    def has(self, number: int) -> bool:
        """Whether the choice that the kernel writes as this number is among them."""
        return number in self._legal

    def find(self, choice: Choice | str) -> int:
        """Return the number of one of these choices. Raise if it is not among them."""
        number = parse_choice(self._game, self._question, str(choice))
        if number not in self._legal:
            raise IllegalChoice(NOT_AN_ANSWER)
        return number

    def with_number(self, number: int) -> Choice:
        """Return the choice that the kernel writes as this number."""
        return describe_choice(self._game, self._question, number, self._variant)

    def number_at(self, place: int) -> int:
        """Return the number of the choice at a place. Raise if there is no such place."""
        if not 0 <= place < len(self):
            raise IllegalChoice(NO_SUCH_CHOICE.format(place=place, last=len(self) - 1))
        return self._legal[place]

    def __repr__(self) -> str:
        return f"Choices({[choice.text for choice in self]})"

    def fill(self, which: int) -> bool:
        """Whether any of these picks names a card in one of its slots."""
        return slot_of_pick(reduce(or_, self._legal, 0), which) >= 0


def legal_choices(game: Game, state: State, seat: int) -> Choices:
    """What a seat may answer now; nothing where it is not asked."""
    if not 0 <= seat < state.seats or not state.asked[seat]:
        return Choices(game, PICK, (), int(state.variant))
    found = [0] * draft.CHOICES
    count = draft.list_legal_choices(state, seat, found)
    return Choices(game, int(state.asked[seat]), tuple(found[:count]), int(state.variant))


NOT_AN_ANSWER = Text("That is not one of the answers.")
NO_SUCH_CHOICE = Text("There is no choice {place}: they are numbered from 0 to {last}.")


def describe_progress(match: Match | View) -> str:
    """Return round, turn and who is waited for, as `repr` has them."""
    if match.over:
        return "over"
    waiting = ", ".join(match.names[seat] for seat in match.waiting)
    return f"round {match.round}, turn {match.turn}, waiting for {waiting or 'nobody'}"


PICK_PROMPT = Text("Pick a card.")
TWO_PROMPT = Text("You may take two.")
TOOL_PROMPT = Text("You may use a card in front of you.")
AS_PROMPT = Text("Say which dish your {mimic} joins.")
ANY_CARD = Text("card")
GIVE_PROMPT = Text("Pick one for the robot too.")


def prompt_for(game: Game, state: State, choices: Choices, seat: int) -> Prompt | None:
    """What a seat is asked now, if anything."""
    question = int(state.asked[seat]) if 0 <= seat < state.seats else 0
    if not question:
        return None
    if question != PICK:
        asked = game.question_of(question)
        return Prompt(asked.id, asked.words)
    return pick_prompt(
        name_in_sentence(game, game.mimic) if game.mimic else ANY_CARD,
        choices.fill(SECOND),
        choices.fill(WITH) or choices.fill(USING),
        choices.fill(AS),
        choices.fill(GIVE),
    )


@cache
def pick_prompt(mimic: Text, *possible: bool) -> Prompt:
    """What a player who picks is asked. Each flag says whether that is possible: two cards, a tool,
    a card that joins others, a card for the robot.
    """
    onto = AS_PROMPT.format(mimic=mimic)
    sentences = compress((TWO_PROMPT, TOOL_PROMPT, onto, GIVE_PROMPT), possible)
    return Prompt("pick", join_texts([PICK_PROMPT, *sentences], " "))


@dataclass(frozen=True)
class Hand:
    """What the seat knows of a player's hand: some cards for certain, and how many others there
    are.
    """

    known: Cards
    hidden: int


@dataclass(frozen=True, repr=False)
class View(Picklable):
    """A match as one seat sees it; seat None is a spectator."""

    game: Game = field(metadata={"means": "The game that is played."})
    options: Mapping[str, Any] = field(metadata={"means": "All its options."})
    names: tuple[str, ...] = field(metadata={"means": "The players' names, by seat."})
    seat: int | None = field(
        metadata={"means": "Whose view it is; empty for a spectator, who sees the public side."}
    )
    waiting: tuple[int, ...] = field(metadata={"means": "The seats that are waited for."})
    choices: Choices = field(
        compare=False, metadata={"means": "What the seat may answer; one of them is sent back."}
    )
    sheet: Sheet = field(
        metadata={"means": "Where every point and every token came from, line by line."}
    )
    log: tuple[Event, ...] = field(
        metadata={"means": "What happened, as events, with everything hidden taken out."}
    )
    memory: Memory = field(
        metadata={"means": "What the seat remembers of hands and deck, by number of the kind."}
    )
    laid: LaidTable | None = field(
        metadata={
            "means": "The table as it lay when the last round was scored, to see it counted; on the "
            "first turn of the next round, and when the game is over."
        }
    )
    # copies that do not lie in sight, by kind
    _hidden: Sequence[int] = field(compare=False)
    state: State = field(
        compare=False,
        metadata={
            "means": "The kernel's state with everything hidden taken out; copy it with "
            "`kaiten.engine.state.copy_state` to change it."
        },
    )

    def __repr__(self) -> str:
        who = "spectator" if self.seat is None else f"seat {self.seat}"
        return f"<View: {who}, {self.game.id}, {describe_progress(self)}>"

    @property
    def round(self) -> int:
        """The round, from 1."""
        return int(self.state.round_number)

    @property
    def turn(self) -> int:
        """The turn of the round, from 1."""
        return int(self.state.turn)

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return bool(self.state.stage == OVER)

    def outcome(self) -> Outcome | None:
        """The ranking, once the match is over."""
        return find_outcome(self.game, self.state, self.names) if self.over else None

    def count(self) -> Count:
        """What lies on the table, counted as if the round ended now, in `lines`, and the desserts as
        if the game did, in `final`; the same from every seat. Empty once the match is over.
        """
        return count_so_far(self.game, self.state)

    @cached_property
    def standing(self) -> Standing:
        """The table as it lies, counted."""
        return find_standing(self.game, self.state)

    def story(self, log: int = 0) -> list[StoryLine]:
        """The game in plain sentences, of what happened in plain sight, from an event of the
        log on: the same from every seat.
        """
        return tell_story(self.game, self.names, self.log, int(self.state.variant), log)

    @property
    def on_table(self) -> tuple[int, ...]:
        """Points that the cards on the table are worth as they stand, besides `scores`, by player; desserts
        are not among them.
        """
        return self.standing.on_table

    @property
    def majorities(self) -> tuple[Majority, ...]:
        """How players stand in what is compared between them, where anyone has started it: what they
        have in `counts`, what that is worth as the table stands in `points`, and who has most, or would take the
        token, in `leaders`.
        """
        return self.standing.majorities

    @property
    def lacks(self) -> tuple[tuple[DishNote, ...], ...]:
        """By player, what the dishes in front of them lack, or how they stand, in a few words."""
        return self.standing.lacks

    @cached_property
    def prompt(self) -> Prompt | None:
        """What the seat is asked: an `id`, which is `pick` or the name of a question, and `words`;
        empty when it is asked nothing.
        """
        return prompt_for(
            self.game, self.state, self.choices, -1 if self.seat is None else self.seat
        )

    @property
    def hand(self) -> Cards:
        """The seat's own cards."""
        return (
            Counter()
            if self.seat is None
            else Counter(self._count_by_id(self.memory.known[self._holding[self.seat]]))
        )

    @property
    def hands(self) -> tuple[Hand, ...]:
        """By seat, what is known of the hand held now: the cards `known` for certain, and the number
        of `hidden` others. A hand that the seat has held is known from then on.
        """
        memory = self.memory
        return tuple(
            Hand(Counter(self._count_by_id(memory.known[hand])), memory.hidden[hand])
            for hand in self._holding
        )

    @property
    def trays(self) -> tuple[Cards, ...]:
        """By player, the cards in front of them this round, by what they count as: a joker on tuna is a
        `tuna`.
        """
        return tuple(map(Counter, self._by_player(self.state.trays)))

    @property
    def dipped(self) -> tuple[Cards, ...]:
        """Those cards in front of each player that lie on a wasabi."""
        return tuple(map(Counter, self._by_player(self.state.dipped)))

    @property
    def copies(self) -> tuple[Cards, ...]:
        """Those cards in front of each player that are really another card, a joker or a special
        order, acting as these.
        """
        return tuple(map(Counter, self._by_player(self.state.copied)))

    @property
    def face_down(self) -> tuple[int, ...]:
        """How many cards each player has turned face down this round."""
        return tuple(map(sum, self.state.flipped[: self.state.players]))

    @property
    def discarded(self) -> Cards:
        """Cards out of the game, or of the round, for all to see."""
        return Counter(self._count_by_id(self.state.discard))

    @property
    def deck(self) -> Cards:
        """Cards known to be in the deck, because the seat has looked at them there."""
        return Counter(self._count_by_id(self.memory.deck))

    @property
    def kept(self) -> tuple[Cards, ...]:
        """By player, the desserts of earlier rounds."""
        return tuple(map(Counter, self._by_player(self.state.kept)))

    @property
    def aside(self) -> int:
        """How many desserts lie beside the deck; they are in no hand of this round."""
        return int(self.state.dessert_reserve_size)

    @property
    def to_come(self) -> int:
        """How many of them join the deck before later rounds."""
        return sum(self.state.servings[self.round :])

    @property
    def tokens(self) -> tuple[tuple[Token, ...], ...]:
        """By player, the tokens taken: from which `pile`, and what they are `worth`, which is empty
        where the seat may not know it.
        """
        return tokens.tokens_of_players(self.game, self.state, self.seat)

    @property
    def piles(self) -> dict[str, int]:
        """How many tokens lie on each pile."""
        return {
            rule.id: self.state.takers[pile].count(0) for pile, rule in enumerate(self.game.piles)
        }

    @property
    def unseen_tokens(self) -> dict[str, tuple[int, ...]]:
        """By pile, what the tokens may be worth that the seat cannot see, there and in front of others."""
        piles = enumerate(self.game.piles)
        return {
            rule.id: tuple(tokens.count_face_down(self.state, self.seat, pile)[1])
            for pile, rule in piles
        }

    @property
    def scores(self) -> tuple[int, ...]:
        """Points so far, by player; in Sushi Draft 0 until the game is over."""
        return list_scores(self.state)

    @property
    def passes(self) -> str:
        """Where the hands go this round: "left" or "right"."""
        return "right" if passes_right(self.state) else "left"

    @property
    def unseen(self) -> Cards:
        """Cards that may be anywhere the seat cannot look: in the deck, in a pile, among the hidden
        cards of a hand.
        """
        return Counter(self._count_by_id(subtract_known(self._hidden, self.memory)))

    @property
    def _holding(self) -> list[int]:
        """The hand that each person holds now."""
        return self.state.holding[: self.state.seats]

    def _count_by_id(self, counts: Sequence[int]) -> dict[str, int]:
        """The cards that are there, out of a row with a number for every kind."""
        return (
            dict(compress(zip(self.game.kinds, counts, strict=False), counts))
            if any(counts)
            else {}
        )

    def _by_player(self, table: list[list[int]]) -> list[dict[str, int]]:
        return [self._count_by_id(row) for row in table[: self.state.players]]

    def without_memory(self) -> View:
        """The view of a player who remembers nothing: their own hand, and the sizes of the others."""
        known = memory_at_deal(self.state, -1 if self.seat is None else self.seat)
        return replace(self, memory=known._replace(deck=self.memory.deck))

    def facts(self, language: str = "en", log: int = 0, sheet: int = 0) -> dict[str, Any]:
        """Everything that the seat knows as plain data, ready for JSON, with all words in one
        language; the log and the sheet from these places on.
        """
        return list_facts(self, FACTS, Extent(language, log, sheet))

    def open_facts(self, language: str = "en", sheet: int = 0, log: int = 0) -> dict[str, Any]:
        """The half of the facts that is the same from every seat."""
        return list_facts(self, OPEN_FACTS, Extent(language, log, sheet))

    def own_facts(self, language: str = "en", log: int = 0) -> dict[str, Any]:
        """The half of the facts that is different from another seat."""
        return list_facts(self, OWN_FACTS, Extent(language, log))

    @cached_property
    def known_state(self) -> State:
        """What the seat knows, as the kernel deals from it; copy it to change it."""
        return sampling.build_known_state(
            self.state, self.seat, self.memory, subtract_known(self._hidden, self.memory)
        )

    def sample(self, rng: Random) -> Match:
        """A match that the seat cannot tell from the real one: hidden cards are dealt again from
        those that it has not seen.
        """
        from .match import match_from_view

        state = sampling.sample_state(
            self.known_state, self.seat, sum(self.memory.deck), rng.randrange(SEEDS)
        )
        return match_from_view(self, state)


def list_scores(state: State) -> tuple[int, ...]:
    """Everyone's points so far, those taken during the round included."""
    so_far = zip(state.scores, state.at_once, strict=True)
    return tuple(total + (now if state.stage == PLAYING else 0) for total, now in so_far)[
        : state.players
    ]


def count_out_of_sight(state: State) -> list[int]:
    """Copies in the box less those that lie in plain sight, by kind."""
    tables = (state.trays, state.kept, state.flipped, state.copied, state.kept_copied)
    trays, kept, flipped, copied, kept_copied = (table[: state.players] for table in tables)
    counts = state.stock[: max(state.menu[: state.kind_count]) + 1]
    for in_sight in filter(any, (state.discard, *trays, *kept, *flipped)):
        counts = list(map(sub, counts, in_sight))
    for acting in filter(any, (*copied, *kept_copied)):
        counts = list(map(add, counts, acting))
        counts[state.mimic] -= sum(acting)
    for player in range(state.players):
        for kind in state.landing[player][state.landed[player] : state.laid[player]]:
            counts[kind] -= 1
    return counts


def subtract_known(hidden: Sequence[int], memory: Memory) -> list[int]:
    """Of the copies that are out of sight those of which a seat does not know where they are, by
    kind.
    """
    return list(map(sub, hidden, map(sum, zip(memory.deck, *memory.known, strict=False))))


@cache
def hide_row(size: int) -> list[int]:
    """Return a row of zeros, which all views share, in the place of one that a seat may not see."""
    return [0] * size


def mask_state(state: State, seat: int) -> State:
    """The state without anything that the seat may not know; pending answers of others are
    forgotten.
    """
    held = state.holding[seat] if seat >= 0 else -1
    answers, drawn = state.answers[:], state.drawn[:]
    for player in range(state.players):
        if player != seat:
            answers[player], drawn[player] = -1, hide_row(len(drawn[player]))
    return replace_fields(
        state,
        deal_rng=[0],
        player_rng=[0],
        deck=hide_row(len(state.deck)),
        deck_size=0,
        dessert_reserve=hide_row(len(state.dessert_reserve)),
        hands=[
            cards if hand == held else hide_row(len(cards))
            for hand, cards in enumerate(state.hands)
        ],
        answers=answers,
        pending=sum(asked > 0 > answer for asked, answer in zip(state.asked, answers, strict=True)),
        drawn=drawn,
        tokens=tokens.mask_tokens(state, seat) if state.piles else state.tokens,
    )
