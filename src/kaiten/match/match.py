"""A match: an immutable value that knows who is waited for, what they are asked, and what follows
from their choices.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import index
from secrets import randbelow
from types import MappingProxyType
from typing import Any, SupportsIndex, overload

from ..engine import draft
from ..engine.game import Game
from ..engine.picks import GIVE, PICK, SECOND, TAKE
from ..engine.rng import SEEDS
from ..engine.state import OVER, PLAYING, SCORED, State, copy_state, replace_fields
from ..errors import BadOption, BadPlayers, IllegalChoice, KaitenError
from ..games import find_game, lay_table
from ..text import Text, join_texts
from . import events, knowledge, sheet, tokens
from .choice import TOOLS, Choice, describe_choice, parse_choice, slot_of_pick, spell_extra
from .events import (
    Answered,
    Dealt,
    Drew,
    Event,
    Gave,
    Happened,
    Scored,
    Script,
    Source,
    Took,
    cards_of,
    drop_effects,
)
from .knowledge import Memory
from .laid import LaidTable, lay_out
from .pickling import Picklable
from .record import Record
from .sheet import Outcome, Sheet
from .shuffle import SEED_PATTERN, Shuffler, start_shuffled_game
from .tokens import Token
from .view import (
    NOT_AN_ANSWER,
    Cards,
    Choices,
    Prompt,
    View,
    count_out_of_sight,
    describe_progress,
    legal_choices,
    list_scores,
    mask_state,
    prompt_for,
)

ROBOT_NAME = "Robot"
AnyChoice = Choice | str | SupportsIndex  # a choice, its text, or its place among the legal ones
PUBLIC = (Answered, Gave, Scored, Happened)  # what happens in plain sight


def deal(
    game: str,
    players: SupportsIndex | Iterable[str],
    seed: SupportsIndex | str | None = None,
    *,
    script: Script | None = None,
    **options: Any,
) -> Match:
    """Begin a match, for a number of players or for players with these names. A number as the seed
    deals quickly; one of 64 hexadecimal digits, as text, deals so that no hand reveals anything about
    another. Without a seed, the system's random generator draws a number.
    """
    played, seated = find_game(game), read_players(players)
    people = seated if isinstance(seated, int) else len(seated)
    if seed is None and script is None:
        seed = randbelow(SEEDS)
    checked = None if seed is None else check_seed(seed)
    source = Shuffler(checked) if isinstance(checked, str) else script
    dice = source.number("options") if isinstance(source, Shuffler) else int(checked or 0)
    chosen = played.decide_options(played.options(options), people, dice)
    state = lay_table(played, people, chosen)
    if isinstance(source, Shuffler):
        start_shuffled_game(played, state, source)
    else:
        draft.start_game(state, dice)
    told = events.deal_round(played, state, source)
    return Match(
        game=played,
        options=MappingProxyType(chosen),
        names=seat_names(seated, int(state.players)),
        seed=checked,
        log=tuple(told),
        _state=state,
        _memories=fresh_memories(state),
        _source=source,
    )


@overload
def check_seed(seed: SupportsIndex) -> int: ...
@overload
def check_seed(seed: SupportsIndex | str) -> int | str: ...
def check_seed(seed: SupportsIndex | str) -> int | str:
    """Return the seed as an int, or as it is if it is one of 64 hexadecimal digits. Raise if it is
    none.
    """
    if isinstance(seed, str) and SEED_PATTERN.fullmatch(seed):
        return seed
    number = read_integer(seed)
    if number is None or not 0 <= number < SEEDS:
        raise BadOption(Text("A seed is a whole number from 0 to 2^63 - 1."))
    return number


def read_integer(value: object) -> int | None:
    """Return a whole number, of Python or NumPy, as an int; None for all else, truth values included."""
    if type(value) is int:
        return value
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        return None
    try:
        return index(value)
    except TypeError:  # an array of several numbers
        return None


def read_players(players: object) -> int | list[str]:
    """Return how many players there are, or their names. Raise if it is neither."""
    number = read_integer(players)
    if number is not None:
        return number
    if isinstance(players, Iterable) and not isinstance(players, str | bytes):
        names = list(players)
        if all(isinstance(name, str) for name in names):
            return names
    raise BadPlayers(
        Text("Give the players as a number or a list of names, not {players}.").format(
            players=repr(players)
        )
    )


def no_seat(seat: object) -> BadPlayers:
    return BadPlayers(Text("There is no seat {seat}.").format(seat=seat))


def seat_names(players: int | Sequence[str], trays: int) -> tuple[str, ...]:
    """The people's names, and the robot's."""
    names = (
        [f"Player {seat + 1}" for seat in range(players)]
        if isinstance(players, int)
        else list(players)
    )
    names += [ROBOT_NAME] * (trays - len(names))
    if any(not name.strip() for name in names) or len(set(names)) < len(names):
        raise BadPlayers(Text("Every player needs a different name."))
    return tuple(names)


def fresh_memories(state: State) -> tuple[Memory, ...]:
    """What everyone knows when a round has been dealt; the last one is a spectator's."""
    return tuple(knowledge.memory_at_deal(state, seat) for seat in (*range(state.seats), -1))


def match_from_view(view: View, state: State) -> Match:
    """A match that could lie behind a view."""
    memories = [
        view.memory if seat == view.seat else knowledge.memory_without_past(state, seat)
        for seat in range(state.seats)
    ]
    return Match(
        game=view.game,
        options=view.options,
        names=view.names,
        seed=None,
        log=view.log,
        imagined=True,
        _state=state,
        _memories=(
            *memories,
            view.memory if view.seat is None else knowledge.memory_at_deal(state, -1),
        ),
        _sheet=view.sheet,
        _laid=view.laid,
    )


@dataclass(frozen=True, eq=False, repr=False)
class Match(Picklable):
    """A game in progress, or over. It never changes: `choose` answers with the match that follows."""

    game: Game
    options: Mapping[str, Any]
    names: tuple[str, ...]
    seed: int | str | None
    log: tuple[Event, ...]
    imagined: bool = False  # dealt from a view, so that its log has gaps
    _state: State = field(kw_only=True)
    _memories: tuple[Memory, ...] = field(kw_only=True)
    _sheet: Sheet = field(default=Sheet(), kw_only=True)
    _source: Source | None = field(default=None, kw_only=True)
    # the table of the round that was scored last, until the first turn of the next one is over
    _laid: LaidTable | None = field(default=None, kw_only=True)
    # by seat, once listed
    _choices: dict[int, Choices] = field(default_factory=dict, init=False)
    # by seat, once looked at
    _views: dict[int | None, View] = field(default_factory=dict, init=False)
    # by seat and text, once checked: these need not be parsed again
    _checked: dict[tuple[int, str], Choice] = field(default_factory=dict, init=False)

    def __repr__(self) -> str:
        return f"<Match: {self.game.id}, {describe_progress(self)}>"

    @property
    def seats(self) -> range:
        """The seats of the people."""
        return range(self._state.seats)

    @property
    def round(self) -> int:
        return int(self._state.round_number)

    @property
    def turn(self) -> int:
        return int(self._state.turn)

    @property
    def over(self) -> bool:
        return bool(self._state.stage == OVER)

    @property
    def scored(self) -> bool:
        """Whether a round was just scored, and the next one is not dealt yet; only a replay stops
        there.
        """
        return bool(self._state.stage == SCORED)

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The cards that each person holds. Everything that has the match can read them."""
        state = self._state
        return tuple(
            Counter(cards_of(self.game, state.hands[state.holding[seat]])) for seat in self.seats
        )

    def list_dealt_hands(self) -> tuple[tuple[str, ...], ...]:
        """The hands as they were dealt in this round; the robot's pile comes last."""
        return next(event.hands for event in reversed(self.log) if isinstance(event, Dealt))

    def list_deck_before_deal(self) -> list[str]:
        """The cards of which this round's hands were dealt, sorted, as long as nothing was chosen."""
        state = self._state
        left = [self.game.kinds[kind] for kind in state.deck[: state.deck_size]]
        return sorted([*left, *(card for hand in self.list_dealt_hands() for card in hand)])

    @property
    def tokens(self) -> tuple[tuple[Token, ...], ...]:
        """The tokens that each player has taken, turned over as they are when the game is over."""
        return tokens.tokens_of_players(self.game, replace_fields(self._state, stage=OVER), None)

    @property
    def scores(self) -> tuple[int, ...]:
        """Everyone's points so far, the robot's included."""
        return list_scores(self._state)

    @cached_property
    def waiting(self) -> tuple[int, ...]:
        """The seats that have not answered yet."""
        state = self._state
        return tuple(seat for seat in self.seats if state.asked[seat] and state.answers[seat] < 0)

    def prompt(self, seat: int) -> Prompt | None:
        """What the seat is asked, also when it has answered and the others have not."""
        return prompt_for(self.game, self._state, self.choices(seat), index(seat))

    def choices(self, seat: int) -> Choices:
        """What the seat may answer."""
        number = read_integer(seat)
        if number is None:
            raise no_seat(seat)
        if number not in self._choices:
            self._choices[number] = legal_choices(self.game, self._state, number)
        return self._choices[number]

    def check(self, seat: int, choice: AnyChoice) -> Choice:
        """The choice, if the seat may make it now; otherwise the error says why not."""
        number = self._legal_number(seat, choice)
        question, variant = int(self._state.asked[seat]), int(self._state.variant)
        checked = describe_choice(self.game, question, number, variant)
        self._checked[seat, checked.text] = checked
        return checked

    def choose(self, seat: int, choice: AnyChoice) -> Match:
        """The match after a seat's answer: a choice, its text, or its place in `choices`. Until the last one has answered, an answer can be
        replaced by another.
        """
        return self.answer({seat: choice})

    def answer(self, choices: Mapping[int, AnyChoice]) -> Match:
        """The match after the answers of several seats, all of them to what is asked now."""
        match = self.carry_out(choices)
        return match.deal_on() if match.scored else match

    def carry_out(self, choices: Mapping[int, AnyChoice]) -> Match:
        """Like `answer`, but if the answers end a round, its cards are still on the table, and the next one
        is not dealt.
        """
        if not choices:
            return self
        numbers = {seat: self._legal_number(seat, choice) for seat, choice in choices.items()}
        state = copy_state(self._state)
        for seat, number in numbers.items():
            state.pending -= int(state.answers[seat] < 0)
            state.answers[seat] = number
        if state.pending:
            return replace(self, _state=state)
        told = events.resolve_answers(self.game, state, self._source)
        if state.stage == PLAYING:
            return self._went_on(state, told)
        return self._score_round(state, told)

    def _went_on(self, state: State, told: list[Event]) -> Match:
        """The match in the same round."""
        moves = knowledge.movements(self.game, self._state, state)
        memories = tuple(
            knowledge.update_memory(known, seat, moves, self._state, state)
            for seat, known in zip((*self.seats, -1), self._memories, strict=True)
        )
        laid = self._laid if state.turn == 1 else None
        return replace(self, _state=state, _memories=memories, _laid=laid, log=(*self.log, *told))

    def _score_round(self, state: State, told: list[Event]) -> Match:
        """The match when a round was just scored."""
        lines = self._sheet + sheet.sheet_of_round(
            self.game, state, desserts=bool(state.stage == OVER)
        )
        return replace(
            self,
            _state=state,
            _memories=fresh_memories(state),
            _sheet=lines,
            _laid=lay_out(self.game, state),
            log=(*self.log, *told),
        )

    def deal_on(self) -> Match:
        """The match with the next round dealt, after one that was scored."""
        state = copy_state(self._state)
        told = events.deal_round(self.game, state, self._source)
        return replace(self, _state=state, _memories=fresh_memories(state), log=(*self.log, *told))

    def _legal_number(self, seat: int, choice: AnyChoice) -> int:
        """Return the number of a choice, or raise the reason why it may not be made.

        A choice that `check` returned is neither parsed nor checked again.
        """
        if isinstance(choice, Choice) and self._checked.get((seat, choice.text)) is choice:
            return choice.number
        if read_integer(seat) is None:
            raise no_seat(seat)
        if seat not in self.seats or not self._state.asked[seat]:
            raise IllegalChoice(Text("Seat {seat} has nothing to choose now.").format(seat=seat))
        place = None if isinstance(choice, Choice | str) else read_integer(choice)
        if place is not None:
            return self.choices(seat).number_at(place)
        question = int(self._state.asked[seat])
        number = parse_choice(self.game, question, str(choice))
        listed = self._choices.get(seat)
        if not (
            listed.has(number) if listed is not None else draft.is_legal(self._state, seat, number)
        ):
            raise IllegalChoice(self._objection(seat, question, number))
        return number

    def _objection(self, seat: int, question: int, number: int) -> Text:
        """Why a choice is not legal."""
        if question != PICK:
            return NOT_AN_ANSWER
        hand = self._state.hands[self._state.holding[seat]]
        taken = [
            slot_of_pick(number, which)
            for which in (TAKE, SECOND, GIVE)
            if slot_of_pick(number, which) >= 0
        ]
        for kind in taken:
            if taken.count(kind) > hand[kind]:
                return (NOT_HELD if hand[kind] == 0 else HELD_ONCE).format(
                    card=self.game.kind_names[self.game.kinds[kind]]
                )
        choices = self.choices(seat)
        first = self.game.kinds[taken[0]]
        refusal = self.game.card_of(first).refusal
        if refusal:
            picks = ", ".join(choice.text for choice in choices if choice.cards[0] == first)
            return join_texts([refusal, POSSIBLE.format(picks=picks)], " ") if picks else refusal
        gives = any(choice.given for choice in choices)
        if gives != (slot_of_pick(number, GIVE) >= 0):
            return GIVE_MISSING if gives else GIVE_EXTRA
        if slot_of_pick(number, SECOND) >= 0 and not any(
            len(choice.cards) > 1 for choice in choices
        ):
            return ONE_CARD
        tools = {
            spell_extra(self.game, label, card, label in choice.mimics)
            for choice in choices
            for label, card in choice.extras.items()
            if label in TOOLS
        }
        return WHICH_TOOL.format(tools=", ".join(sorted(tools))) if tools else NOT_POSSIBLE_NOW

    def view(self, seat: int | None) -> View:
        """What the seat may know; None for a spectator."""
        place = read_integer(seat)
        if seat is not None and (place is None or place not in self.seats):
            raise no_seat(seat)
        if place not in self._views:
            self._views[place] = self._view(place)
        return self._views[place]

    def _view(self, seat: int | None) -> View:
        place = -1 if seat is None else seat
        return View(
            game=self.game,
            options=self.options,
            names=self.names,
            seat=seat,
            waiting=self.waiting,
            choices=self.choices(place),
            sheet=self._sheet,
            log=self._log_of(seat),
            memory=self._memories[place],
            laid=self._laid,
            _hidden=self._hidden,
            state=mask_state(self._state, place),
        )

    def _log_of(self, seat: int | None) -> tuple[Event, ...]:
        """The log as a seat knows it."""
        log, over = list(self.log), self.over
        for place in self._not_public:
            log[place] = mask_event(log[place], seat, over)
        return tuple(log)

    @cached_property
    def _hidden(self) -> list[int]:
        """The copies of each kind that do not lie in plain sight."""
        return count_out_of_sight(self._state)

    @cached_property
    def _not_public(self) -> list[int]:
        """The places in the log of what some know better than others."""
        return [place for place, event in enumerate(self.log) if not isinstance(event, PUBLIC)]

    def sheet(self, round: int | None = None) -> Sheet:
        """The score sheet so far, or of one round."""
        return self._sheet.of(round=round)

    def outcome(self) -> Outcome | None:
        """The final ranking, once the match is over."""
        return sheet.find_outcome(self.game, self._state, self.names) if self.over else None

    def record(self) -> Record:
        """The match as a record, which others can replay."""
        if self.imagined:
            raise KaitenError(Text("An imagined match has no record."))
        ended = self.outcome()
        return Record(
            game=self.game.id,
            version=self.game.version,
            edition=self.options.get("edition", self.game.edition),
            options=dict(self.options),
            players=self.names[: len(self.seats)],
            seed=self.seed,
            events=drop_effects(self.log),
            scores=self.scores if ended else None,
            ranking=rank_seats(ended) if ended else None,
        )


def rank_seats(ended: Outcome) -> tuple[tuple[int, ...], ...]:
    """Seats by rank, best first."""
    ranks = sorted({place.rank for place in ended.ranking})
    return tuple(
        tuple(sorted(place.seat for place in ended.ranking if place.rank == rank)) for rank in ranks
    )


def mask_event(event: Event, seat: int | None, over: bool) -> Event:
    """An event as a seat knows it: other hands and other people's draws are face down, their tokens
    until the game is over.
    """
    if isinstance(event, Dealt):
        return Dealt(
            tuple(cards if player == seat else () for player, cards in enumerate(event.hands))
        )
    if isinstance(event, Drew) and event.seat != seat:
        return Drew(event.seat, ())
    if isinstance(event, Took) and event.seat != seat and not over:
        return replace(event, worth=None)
    return event


NOT_HELD = Text("Not in your hand: {card}.")
HELD_ONCE = Text("Only one in your hand: {card}.")
GIVE_MISSING = Text("Pick a card for the robot too: add “give:CARD”.")
GIVE_EXTRA = Text("You do not control the robot on this turn.")
ONE_CARD = Text("You may take only one card on this turn.")
WHICH_TOOL = Text("That pick is not possible now. What you may announce: {tools}.")
POSSIBLE = Text("Possible: {picks}.")
NOT_POSSIBLE_NOW = Text("That pick is not possible now.")
