"""Explanations of choices, in a player's words: what a choice brings as the table lies, what may
still come, whom it feeds.

An explanation says only what the seat could find out for itself: points are those of its sheet
before and after the choice, cards that may come are those of hands that it has seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ..bots.heuristic.action_values import has_unknown_effect
from ..bots.heuristic.dish_values import value_lasting_set, value_set, value_tool
from ..bots.heuristic.evaluate import Evaluation
from ..bots.heuristic.rule_values import find_value
from ..engine import draft
from ..engine.card import Card, Rule
from ..engine.picks import AS, KIND, PICK, SECOND, TAKE
from ..engine.state import ROUNDS, State, copy_state
from ..match.choice import TOOLS, Choice, slot_of_pick
from ..match.sheet import POINTS
from ..match.view import View
from ..text import OR, Text, join_texts, list_texts, plain_text, plural

SET_VALUES = (value_set, value_lasting_set)
TOKEN_POINTS = 3.5  # about what a token is worth; chosen by hand
USEFUL_POINTS = 3.0  # what a card must add for a neighbour to be mentioned; chosen by hand


class Wording(NamedTuple):
    """A sentence as it is said to the player who chooses, and as it is said about that player."""

    to_player: Text
    about_player: Text


COMPLETES = Text("Completes a set: {points} at once ({line})")
# What the block of a card may say in other words, in its `sayings`.
SAYINGS = {
    # a card that goes on one which multiplies it
    "multiplied": Text("Is multiplied: {points} at once ({line})"),
    # a card that multiplies, and has nothing on it yet
    "waits": Text("Waits for a card to go on it; {seen}"),
    "in_vain": Text("No card is left to put on it"),
    # a tool that is used on a later turn
    "tool": Text("Useful on a later turn; {turns} left"),
}
BRINGS = Text("Worth {points} as things stand ({line})")
COSTS = Text("Costs {points} as things stand ({line})")
EVENS_OUT = Text("Gains as much as it costs, as things stand ({line})")
TAKES_TOKEN = Text("Would take the token as things stand ({line})")
LOSES_TOKEN = Text("Would lose the token as things stand ({line})")
STANDS = Wording(
    Text("{own} in front of you, at most {most} in front of anyone else ({dish})"),
    Text("{own} in front of {player}, at most {most} in front of anyone else ({dish})"),
)
ALONE = Wording(
    Text("{own} in front of you, and nobody else has any ({dish})"),
    Text("{own} in front of {player}, and nobody else has any ({dish})"),
)
NEEDS = Text("{dish}: {number} more needed; {seen}")
GROWS = Text("{dish}: {points} now, {more} more with the next; {seen}")
SEEN = Wording(
    Text("you have seen {number} in hands that will reach you"),
    Text("{player} has seen {number} in hands still to come"),
)
NOT_SEEN = Wording(
    Text("you have seen none in hands that will reach you"),
    Text("{player} has seen none in hands still to come"),
)
IN_VAIN = Text("{dish}: too few are left to complete it")
TURNS_LEFT = plural("{n} turn", "{n} turns")
TOO_LATE = Text("No turns are left to use it")
PROMISES = Text("About {points} in the end, as a rule of thumb")
NOTHING_NOW = Text("Does nothing right away")
HELPS = Text("Worth about {points} to {name}, as a rule of thumb")
HOLDERS = Wording(
    Text("You know that {names} can give it"), Text("{player} knows that {names} can give it")
)
NO_HOLDER = Wording(
    Text("You have not seen it in anyone's hand"), Text("{player} has not seen anyone hold it")
)
DENIES = Text("keeps {card} from {name}, who could use it")
FEEDS = Text("leaves {card} for {name}, who could use it")

ONE_REASON = Text("{reason}.")
TWO_REASONS = Text("{reason}; {other}.")
ROW = Text("{dish}, {reason}")
CHANGE = Text("{dish} {points}")

ONCE = Text("Which card scores most right now?")
WITHIN_REACH = Text("You can finish something you have started.")
SOMETHING_WAITS = Text("A card in front of you is waiting for another.")
RACES = Text("Compare what each player has on the table.")
SEVERAL = Text("Some dishes score in sets: count how many of each can still reach you.")
PREPARES = Text(
    "A card that scores nothing yet can prepare another: remember the hands you have seen."
)
SERVES = Text("A card that scores nothing now can help on a later turn: count the turns left.")
PAYS = Text("A card that costs points now may pay off with more of its kind.")
PASSES_ON = Text("Little here helps you: look at what you pass to {name}.")
THE_END = Text("Think of the end of the game: compare the desserts that each player keeps.")
NEIGHBOUR = Text("Think of what {name} could use.")
OTHERS = Text("Think of what the others hold.")


class Reason(NamedTuple):
    """A part of a sentence, how much it matters, and a hint at it that names no card."""

    weight: float  # in points
    words: Text
    nudge: Text


class CardsToCome:
    """What a seat knows of the cards that it may still get this round."""

    def __init__(
        self, view: View, evaluation: Evaluation, direction: int, player: str | None
    ) -> None:
        self.player = player
        self.view, self.evaluation, self.direction = view, evaluation, direction
        self.seat, self.turns_left = evaluation.seat, evaluation.turns_left
        self.seats = int(view.state.seats)

    def describe(self, kinds: Sequence[int], choice: Choice) -> Text:
        """Return how many cards of these kinds the seat has seen in hands to come, in words."""
        number = self.count_seen(kinds, choice)
        return word(SEEN if number else NOT_SEEN, self.player, number=number)

    def count_seen(self, kinds: Sequence[int], choice: Choice) -> int:
        """Return how many cards of these kinds the seat knows in hands that it will hold this round."""
        coming = min(self.turns_left, self.seats - 1)
        holders = [
            (self.seat - self.direction * turn) % self.seats for turn in range(1, coming + 1)
        ]
        own = self.count_remaining(kinds, choice) if self.turns_left >= self.seats else 0
        return own + sum(self.count_known(holder, kinds) for holder in holders)

    def count_known(self, holder: int, kinds: Sequence[int]) -> int:
        """Return how many cards of these kinds the seat knows in a player's hand."""
        hand = self.view.memory.known[int(self.view.state.holding[holder])]
        return sum(hand[kind] for kind in kinds)

    def count_remaining(self, kinds: Sequence[int], choice: Choice) -> int:
        """Return how many cards of these kinds stay in the hand that the seat passes on."""
        return self.count_known(self.seat, kinds) - sum(
            list_taken_kinds(self.view, choice).count(kind) for kind in kinds
        )

    def is_out_of_reach(self, kinds: Sequence[int], wanted: int, choice: Choice) -> bool:
        """Return whether the seat certainly cannot get `wanted` more of these kinds this round."""
        view, state = self.view, self.view.state
        if (
            choice.extras
            or self.evaluation.question != PICK
            or any(state.stock[kind] for kind in self.wild)
        ):
            return False
        if not self.turns_left:
            return True
        own = self.count_remaining(kinds, choice) if self.turns_left >= self.seats else 0
        others = sum(
            self.count_known(holder, kinds) for holder in range(self.seats) if holder != self.seat
        )
        dark = any(view.memory.hidden) or state.players > state.seats
        return (
            own
            + others
            + (sum(int(self.evaluation.forecast.unseen[kind]) for kind in kinds) if dark else 0)
            < wanted
        )

    @property
    def wild(self) -> list[int]:
        """Kinds that bring cards from elsewhere or act as others: with these on the menu nothing is
        certain.
        """
        cards = [card for card in self.view.game.cards if is_wild(card)]
        return [kind for card in cards for kind in card.kinds.values()]


class Explainer:
    """Explains what speaks for or against the choices of a seat.

    It speaks to the player who chooses; or, for other readers, about the player, by name.
    """

    def __init__(self, view: View, names_player: bool = False) -> None:
        self.view, self.evaluation = view, Evaluation(view)
        self.seat, self.turns_left, self.seats = (
            self.evaluation.seat,
            self.evaluation.turns_left,
            int(view.state.seats),
        )
        self.direction = 1 if view.passes == "left" else -1
        self.neighbour = (self.seat + self.direction) % self.seats
        self.player = view.names[self.seat] if names_player else None
        self.coming = CardsToCome(view, self.evaluation, self.direction, self.player)
        self.before = score_position(view.state, self.seat)

    def explain(self, choice: Choice) -> Text:
        """Return one sentence: what weighs most for the seat itself, and what matters to the neighbour."""
        own = max(self.find_own_reasons(choice), key=lambda reason: reason.weight)
        others = max(
            self.find_neighbour_reasons(choice), key=lambda reason: abs(reason.weight), default=None
        )
        if others:
            return TWO_REASONS.format(reason=own.words, other=others.words)
        return ONE_REASON.format(reason=own.words)

    def is_surprising(self, choice: Choice) -> bool:
        """Return whether nothing that a choice does for the seat can be seen on the table."""
        return all(reason.words is NOTHING_NOW for reason in self.find_own_reasons(choice))

    def count_points_now(self, choice: Choice) -> int:
        """Return the seat's points of the round if the game ended as soon as it has chosen."""
        after = score_position(self.view.state, self.seat, choice.number)
        return sum(int(row[self.seat]) for row in after.points[: int(after.rows)])

    def give_nudge(self, choice: Choice) -> Text:
        """Return a hint at what to look at in order to find this choice."""
        denied = [reason for reason in self.find_neighbour_reasons(choice) if reason.weight > 0]
        return max(
            [*self.find_own_reasons(choice), *denied], key=lambda reason: reason.weight
        ).nudge

    # --- For the seat itself ---

    def find_own_reasons(self, choice: Choice) -> Iterator[Reason]:
        """Yield what a choice does for the seat itself."""
        yield Reason(-1.0, NOTHING_NOW, ONCE)
        yield from self.find_request_reasons(choice)
        after = score_position(self.view.state, self.seat, choice.number)
        laid = self.list_laid_kinds(choice)
        dishes = list(dict.fromkeys(self.evaluation.cards[kind] for kind in laid))
        rows = self.view.game.scoring_rows(after)
        changes = {rule.name: self.measure_rise(row, rule, after) for row, rule in rows}
        if min(changes.values()) < 0 < max(changes.values()) and not self.view.game.piles:
            yield sum_up_changes(changes)
        else:
            for row, rule in rows:
                yield from self.explain_row(row, rule, after, laid if rule in dishes else [])
        for dish in dishes:
            yield from self.explain_future(dish, after, choice, laid)

    def list_laid_kinds(self, choice: Choice) -> list[int]:
        """Return the kinds that a choice lays down in front of the seat."""
        question = self.evaluation.question
        if question != PICK:
            return (
                [choice.number]
                if choice.number in self.evaluation.cards and question in self.laying_questions
                else []
            )
        onto = slot_of_pick(choice.number, AS)
        if onto >= 0:
            return [onto & KIND]
        return [
            slot_of_pick(choice.number, which)
            for which in (TAKE, SECOND)
            if slot_of_pick(choice.number, which) >= 0
        ]

    @property
    def laying_questions(self) -> list[int]:
        """The questions whose answer is a card that the player lays down."""
        return [
            one.number for one in self.view.game.questions if one.plays or one.idea == "drawn_card"
        ]

    def explain_row(
        self, row: int, rule: Rule, after: State, laid: Sequence[int]
    ) -> Iterator[Reason]:
        """Yield what a rule would give at the end of the round if nothing else happened."""
        rise = self.measure_rise(row, rule, after)
        compared = self.is_compared(rule)
        if not rise and not (laid and compared):
            return
        weight = max(self.estimate_gain(laid) if laid else 0.0, 0.5) if compared else abs(rise)
        words, nudge = self.choose_wording(rule, rise, after)
        if not rise or (compared and self.is_alone(rule, after)):
            yield Reason(weight, self.describe_standing(rule, after), nudge)
            return
        line = name_line(rule.name, rule.reason(after, self.seat, after.points[row]))
        yield Reason(weight, words.format(points=POINTS.format(n=abs(int(rise))), line=line), nudge)

    def is_alone(self, rule: Rule, state: State) -> bool:
        """Return whether no other player has begun with something that is compared, so that what it
        would bring now says little.
        """
        return self.turns_left > 0 and not any(
            number for player, number in enumerate(rule.numbers(state)) if player != self.seat
        )

    def describe_standing(self, rule: Rule, after: State) -> Text:
        """Return how many the seat has of something that is compared, and the best other player."""
        numbers, variant = rule.numbers(after), int(self.view.state.variant)
        others = max(number for player, number in enumerate(numbers) if player != self.seat)
        own = rule.describe_count(numbers[self.seat], variant)
        if not others:
            return word(ALONE, self.player, dish=rule.name, own=own)
        most = rule.describe_count(others, variant)
        return word(STANDS, self.player, dish=rule.name, own=own, most=most)

    def estimate_gain(self, laid: Sequence[int]) -> float:
        """Return what these cards add in the end, by the heuristic."""
        return self.evaluation.find_gain(self.seat, *laid)

    def measure_rise(self, row: int, rule: Rule, after: State) -> float:
        """Return how much more a row of the seat's sheet says than before."""
        if rule.pile >= 0:
            return TOKEN_POINTS * (
                self.count_taken_tokens(rule, after) - self.count_taken_tokens(rule, self.before)
            )
        if self.view.game.piles:
            return 0.0
        return int(after.points[row][self.seat]) - int(self.before.points[row][self.seat])

    def count_taken_tokens(self, rule: Rule, state: State) -> int:
        """Return how many tokens of a rule's pile the seat has."""
        return sum(taker == self.seat + 1 for taker in state.takers[rule.pile])

    def is_compared(self, rule: Rule) -> bool:
        """Return whether players compare what they have."""
        return "counts" in rule.part("counts", int(self.view.state.variant)).verbs

    def choose_wording(self, rule: Rule, rise: float, after: State) -> tuple[Text, Text]:
        """Return the words for a row that rises, falls or stays, and the hint at it."""
        if self.is_compared(rule):
            nudge = THE_END if rule.final else RACES
            gains, loses = (TAKES_TOKEN, LOSES_TOKEN) if rule.pile >= 0 else (BRINGS, COSTS)
            return gains if rise > 0 else loses, nudge
        if rise < 0:
            return COSTS, PAYS
        if rule.idea == "multiplied" and sum(after.dipped[self.seat]) > sum(
            self.before.dipped[self.seat]
        ):
            return find_saying(rule, "multiplied"), SOMETHING_WAITS
        if find_value(rule) in SET_VALUES and completes_set(
            self.evaluation.set_values(rule), self.count_cards(rule, after)
        ):
            return COMPLETES, WITHIN_REACH
        return BRINGS, THE_END if rule.final else ONCE

    def count_cards(self, rule: Rule, state: State) -> int:
        """Return how many cards of a dish with one kind lie in front of the seat."""
        return int(state.trays[self.seat][rule.first]) + int(state.kept[self.seat][rule.first])

    def explain_future(
        self, dish: Card, after: State, choice: Choice, laid: Sequence[int]
    ) -> Iterator[Reason]:
        """Yield what a card may bring later."""
        value_function, gain = find_value(dish), self.estimate_gain(laid)
        if value_function in SET_VALUES:
            yield from self.explain_set(dish, after, choice, gain)
        elif dish.idea == "multiplier":
            yield from self.explain_multiplier(dish, choice, gain)
        elif value_function is value_tool:
            yield from self.explain_tool(dish, gain)
        elif dish not in self.view.game.rows and gain >= 1:
            yield Reason(gain, PROMISES.format(points=POINTS.format(n=round(gain))), SERVES)

    def explain_tool(self, dish: Card, gain: float) -> Iterator[Reason]:
        """Yield what a tool is good for: it needs a later turn that is not the last."""
        turns = self.turns_left - 1
        if turns <= 0:
            yield Reason(0.1, TOO_LATE, self.pass_on)
        else:
            words = find_saying(dish, "tool").format(turns=TURNS_LEFT.format(n=turns))
            yield Reason(max(gain, 0.1), words, SERVES)

    @property
    def pass_on(self) -> Text:
        """The hint where the seat's own cards decide little."""
        return PASSES_ON.format(name=self.view.names[self.neighbour]) if self.turns_left else ONCE

    def explain_set(
        self, dish: Card, after: State, choice: Choice, gain: float
    ) -> Iterator[Reason]:
        row, number = self.evaluation.set_values(dish), self.count_cards(dish, after)
        wanted = next(
            (more for more in range(1, len(row) - number) if row[number + more] > row[number]), 0
        )
        if not number or not wanted or completes_set(row, number):
            return
        seen = self.coming.describe([dish.first], choice)
        if row[number] > row[number - 1]:
            points, more = (int(row[place] - row[place - 1]) for place in (number, number + wanted))
            if len(choice.cards) < 2 and wanted == 1 and self.turns_left:
                yield Reason(
                    gain,
                    GROWS.format(
                        dish=dish.name, points=POINTS.format(n=points), more=more, seen=seen
                    ),
                    SEVERAL,
                )
        elif not dish.dessert and self.coming.is_out_of_reach([dish.first], wanted, choice):
            yield Reason(0.1, IN_VAIN.format(dish=dish.name), self.pass_on)
        else:
            yield Reason(
                max(gain, 0.1), NEEDS.format(dish=dish.name, number=wanted, seen=seen), SEVERAL
            )

    def explain_multiplier(self, dish: Card, choice: Choice, gain: float) -> Iterator[Reason]:
        cards = self.evaluation.cards.items()
        multiplied = [kind for kind, card in cards if card.idea == "multiplied"]
        if len(choice.cards) > 1:
            return
        if self.coming.is_out_of_reach(multiplied, 1, choice):
            yield Reason(0.1, find_saying(dish, "in_vain"), self.pass_on)
        else:
            seen = self.coming.describe(multiplied, choice)
            yield Reason(max(gain, 0.1), find_saying(dish, "waits").format(seen=seen), PREPARES)

    # --- Questions of cards, and the neighbour ---

    def find_request_reasons(self, choice: Choice) -> Iterator[Reason]:
        """Yield what speaks for asking for a card, or for giving one."""
        view, kind = self.view, choice.number & KIND
        if self.evaluation.question == PICK or kind not in self.evaluation.cards:
            return
        idea = view.game.question_of(self.evaluation.question).idea
        if idea == "gift":
            asker = int(view.state.context[self.seat])
            points = POINTS.format(n=max(round(self.evaluation.find_gain(asker, kind)), 0))
            yield Reason(
                1.0,
                HELPS.format(points=points, name=view.names[asker]),
                NEIGHBOUR.format(name=view.names[asker]),
            )
        elif idea == "request":
            kinds = (
                [kind]
                if choice.number == kind
                else list(self.evaluation.cards[kind].kinds.values())
            )
            names = [
                plain_text(view.names[seat])
                for seat in range(self.seats)
                if seat != self.seat and self.coming.count_known(seat, kinds)
            ]
            yield Reason(
                1.0,
                word(HOLDERS, self.player, names=list_texts(names, OR))
                if names
                else word(NO_HOLDER, self.player),
                OTHERS,
            )

    def find_neighbour_reasons(self, choice: Choice) -> Iterator[Reason]:
        """Yield what a pick keeps from the player who gets the hand next, or leaves to them."""
        evaluation = self.evaluation
        if evaluation.question != PICK or not self.turns_left:
            return
        taken, name = list_taken_kinds(self.view, choice), self.view.names[self.neighbour]
        hand = {self.view.game.numbers[card]: count for card, count in self.view.hand.items()}
        gains = [
            (evaluation.find_gain(self.neighbour, kind), kind)
            for kind in hand
            if self.can_use(kind)
        ]
        wanted = [(points, kind) for points, kind in gains if points >= USEFUL_POINTS]
        for points, kind in sorted(wanted, reverse=True):
            gone = hand[kind] <= taken.count(kind)
            if gone or not choice.extras.keys() & set(TOOLS):  # a tool may still take it
                card = self.view.game.kind_names[self.view.game.kinds[kind]]
                words = (DENIES if gone else FEEDS).format(card=card, name=name)
                yield Reason(
                    points / (self.seats - 1) * (1 if gone else -1),
                    words,
                    NEIGHBOUR.format(name=name),
                )

    def can_use(self, kind: int) -> bool:
        """Return whether the neighbour has begun the dish of a kind, or something that multiplies it."""
        tray, dish = self.view.trays[self.neighbour], self.evaluation.cards[kind]
        if dish.idea == "multiplied":
            multipliers = [
                other for other, card in self.evaluation.cards.items() if card.idea == "multiplier"
            ]
            kinds = self.view.game.kinds
            free = sum(tray[kinds[other]] for other in multipliers)
            return free > self.view.dipped[self.neighbour].total()
        return any(tray[other] for other in dish.kinds)


def is_wild(card: Card) -> bool:
    """Return whether a card may bring cards from elsewhere, or act as another one."""
    return card.mimic or card.fetches or has_unknown_effect(card)


def word(wording: Wording, player: str | None, **values: object) -> Text:
    """Return a sentence said to the player, or about the one with this name."""
    if player is None:
        return wording.to_player.format(**values)
    return wording.about_player.format(player=player, **values)


def find_saying(rule: Rule, key: str) -> Text:
    """Return a sentence in the words of a card's block, or in the usual ones."""
    return rule.sayings.get(key, SAYINGS[key])


def score_position(state: State, seat: int, answer: int | None = None) -> State:
    """Return the position, scored as if the game ended now, or as soon as the seat has answered."""
    table = copy_state(state)
    for pile in range(table.piles):
        table.just_taken[pile] = 0
    if answer is None:
        table.round_number = ROUNDS
        draft.finish_round(table)
    else:
        draft.points_if_chosen(table, seat, answer)
    return table


def name_line(dish: Text, reason: Text) -> Text:
    """Return a row of the sheet in words, with its dish's name where the reason does not say it."""
    is_said = str(dish).lower().removesuffix("s") in str(reason).lower()
    return reason if is_said else ROW.format(dish=dish, reason=reason)


def sum_up_changes(changes: Mapping[Text, float]) -> Reason:
    """Return the sum of rows of which some rise and some fall."""
    total = int(sum(changes.values()))
    words = BRINGS if total > 0 else COSTS if total else EVENS_OUT
    line = join_texts(
        CHANGE.format(dish=name, points=f"{change:+.0f}")
        for name, change in changes.items()
        if change
    )
    return Reason(abs(total), words.format(points=POINTS.format(n=abs(total)), line=line), ONCE)


def completes_set(row: Sequence[float], number: int) -> bool:
    """Return whether the last of `number` cards brings points and the one before brought none."""
    return 1 < number < len(row) and row[number - 2] >= row[number - 1] < row[number]


def list_taken_kinds(view: View, choice: Choice) -> list[int]:
    """Return the kinds that a pick takes out of the hand."""
    return [view.game.numbers[card] for card in (*choice.cards, choice.given) if card]
