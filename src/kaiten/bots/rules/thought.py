"""What a seat thinks of its choices: what they add to its own tray, and what they leave to its neighbour."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from math import exp

from ... import draft
from ...card import Card, Rule
from ...choice import slot
from ...game import Game
from ...games.sushi_go_party.specials import FACE_DOWN, ON_WASABI
from ...moves import AS, COPY, DIPS, GIVE, KIND, NOTHING, PICK, SECOND, TAKE, USING, WITH
from ...state import copy
from ...view import View
from .outlook import Outlook
from .tastes import ACROSS, DEEDS, TASTES, TURN, a_race, lay, lift, named, points_now

FACE_DOWN_CARD = 2.0  # points


class Thought:
    """What a seat thinks of its choices."""

    def __init__(self, view: View) -> None:
        self.view, self.look = view, Outlook(view)
        self.seat, self.question = self.look.seat, int(view.state.asked[self.look.seat])
        self.dishes = dishes(view.game)
        self.across = [rule for rule in across(view.game) if rule.first < 0 or view.state.stock[rule.first]]
        self.hand = [kind for kind in self.look.menu if self.look.hands[self.seat][kind]]
        self.gains: dict[tuple[int, ...], float] = {}
        self.temptations: list[tuple[float, int]] | None = None

    def worth(self, number: int) -> float:
        """What an answer promises, in points."""
        if self.question == PICK:
            return self.pick(number)
        answer = ANSWERS.get(self.view.game.asked(self.question).id)
        return answer(self, number) if answer else draft.points_after(copy(self.view.state), self.seat, number)

    # --- What cards promise ---

    def gain(self, player: int, *cards: int) -> float:
        """What these cards, laid down in this order, add to what a player may expect; ~card takes one away."""
        note = (player, *cards)
        if note not in self.gains:
            apart = len(cards) > 1 and self.apart(cards)
            self.gains[note] = sum([self.gain(player, card) for card in cards]) if apart else self._gain(player, cards)
        return self.gains[note]

    def apart(self, cards: tuple[int, ...]) -> bool:
        """Whether cards have nothing to do with each other: several dishes, none of which others change."""
        ids = {self.dishes[card].id for card in cards}
        return len(ids) == len(cards) and ids.isdisjoint(ACROSS)

    def _gain(self, player: int, cards: tuple[int, ...]) -> float:
        done = [self.do(player, card) for card in cards if self.acts(card)]
        laid = [card for card in cards if not self.acts(card)]
        if not laid:
            return sum(done)
        look, dishes = self.look, [self.dishes[(card if card >= 0 else ~card) & KIND] for card in laid]
        touched = dict.fromkeys([*self.across, *dishes])
        rows = look.trays[player], look.dipped[player], look.copied[player]
        before, total = [row[:] for row in rows], sum(done) - self.promise(player, touched)
        for card in laid:
            if card >= 0:
                lay(look, player, card)
            else:
                lift(look, player, ~card)
        total += self.promise(player, touched)
        for row, cards_there in zip(rows, before, strict=True):
            row[:] = cards_there
        return total

    def promise(self, player: int, rules: Iterable[Rule]) -> float:
        return sum([TASTES.get(rule.id, points_now)(self.look, player, rule) for rule in rules])

    def acts(self, card: int) -> bool:
        """Whether a card does something as it lands."""
        return card >= 0 and self.dishes[card & KIND].id in DEEDS

    def do(self, player: int, card: int) -> float:
        """What a card brings that does something; whatever else may do something by that is an ordinary card."""
        rule = self.dishes[card & KIND]
        return DEEDS[rule.id](
            self.look, player, rule, lambda other: TURN if self.acts(other) else self.gain(player, other)
        )

    # --- The pick ---

    def pick(self, number: int) -> float:
        seat = self.seat
        first, second, given, onto, tool, spoon = (
            slot(number, which) for which in (TAKE, SECOND, GIVE, AS, WITH, USING)
        )
        taken = [kind for kind in (first, second, given) if kind >= 0]
        total = -self.look.envy * self.left(taken)
        if onto >= 0:
            return total + self.gain(seat, onto | COPY)
        total += self.gain(seat, first) if second < 0 else self.gain(seat, first, second)
        if second >= 0 or tool >= 0:
            total += self.gain(seat, ~(tool if tool >= 0 else named(self.view.game, "chopsticks").first))
            if second < 0:
                total += self.best_second(first)
        if spoon >= 0:
            total += self.gain(seat, ~spoon) + self.spoonful()
        if given >= 0 and TASTES.get(self.dishes[given].id) is a_race:
            total -= self.gain(self.look.players - 1, given) / 2
        return total

    def left(self, taken: list[int]) -> float:
        """What the best card that is left in the hand promises to whoever gets it next."""
        look = self.look
        if not look.turns_left:
            return 0.0
        if self.temptations is None:
            self.temptations = sorted([(self.gain(look.neighbour, kind), kind) for kind in self.hand], reverse=True)
        cards = look.hands[self.seat]
        return next((points for points, kind in self.temptations if cards[kind] > taken.count(kind)), 0.0)

    def best_second(self, first: int) -> float:
        """What chopsticks will add to a pick whose second card is chosen later."""
        cards = self.look.hands[self.seat]
        seconds = [kind for kind in self.hand if cards[kind] > (kind == first)]
        return max([self.gain(self.seat, first, kind) for kind in seconds], default=0.0) - self.gain(self.seat, first)

    def spoonful(self) -> float:
        """What asking for the best card will bring."""
        worth = self.look.notes.get("spoonful")
        if worth is None:
            named_cards = [self.odds([kind]) * self.gain(self.seat, kind) for kind in self.look.menu]
            worth = self.look.notes["spoonful"] = max(named_cards)
        return worth  # type: ignore[no-any-return]

    def odds(self, kinds: list[int]) -> float:
        """The odds that anybody else holds a card of these kinds."""
        others = [hand for player, hand in enumerate(self.look.hands) if player != self.seat]
        certain = any(hand[kind] >= 1 for hand in others for kind in kinds)
        return 1.0 if certain else 1 - exp(-sum([hand[kind] for hand in others for kind in kinds]))


@cache
def dishes(game: Game) -> dict[int, Card]:
    """The dish of every kind."""
    return {number: card for card in game.cards for number in card.kinds.values()}


@cache
def across(game: Game) -> list[Rule]:
    """The rules that cards of other dishes concern too."""
    return [rule for rule in game.rules if rule.id in ACROSS]


# --- The other questions ---


def take_second(thought: Thought, answer: int) -> float:
    return thought.gain(thought.seat, answer) - thought.look.envy * thought.left([answer])


def ask_for(thought: Thought, answer: int) -> float:
    """A card that is worth it and that somebody has; of a whole dish one gets the worst."""
    kind = answer & KIND
    kinds = [kind] if answer == kind else list(range(kind, kind + len(thought.dishes[kind].copies)))
    return thought.odds(kinds) * min(thought.gain(thought.seat, one) for one in kinds)


def give(thought: Thought, answer: int) -> float:
    asker = int(thought.view.state.errand[thought.seat])
    return -thought.look.envy * (thought.gain(asker, answer) + thought.left([answer]))


def play_drawn(thought: Thought, answer: int) -> float:
    return thought.gain(thought.seat, answer)


def copy_card(thought: Thought, answer: int) -> float:
    if answer == FACE_DOWN:
        return FACE_DOWN_CARD
    return thought.gain(thought.seat, (answer & KIND) | COPY | (DIPS if answer >= ON_WASABI else 0))


def turn_over(thought: Thought, answer: int) -> float:
    return 0.0 if answer == NOTHING else FACE_DOWN_CARD + thought.gain(thought.seat, ~answer)


ANSWERS: dict[str, Callable[[Thought, int], float]] = {
    "chopsticks": take_second,
    "spoon": ask_for,
    "give": give,
    "menu": play_drawn,
    "special_order": copy_card,
    "takeout_box": turn_over,
}
