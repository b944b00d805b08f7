"""Test oracle for Sushi Draft: the rule sheet read literally, without any hurry.

Cards are strings; "tuna_wasabi" is a tuna card that bears the wasabi mark. A tray is a list of
picks in the order they were laid: ("tuna", None) is a card of its own category, ("joker", "tuna") a
joker that counts as tuna. The oracle shuffles nothing: the test tells it which hands were dealt and
which number a taken token shows.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

Pick = tuple[str, str | None]

CATEGORIES = ("tuna", "shrimp", "salmon", "cucumber", "mackerel")
PILES = (*CATEGORIES, "dessert")
CARDS: Counter[str] = (
    Counter(tuna=5, shrimp=4, salmon=4, cucumber=3, mackerel=3)
    + Counter(tuna_wasabi=3, shrimp_wasabi=3, salmon_wasabi=2, cucumber_wasabi=2, mackerel_wasabi=1)
    + Counter(joker=2)
)
TOKENS: dict[str, tuple[int, ...]] = {
    "tuna": (3, 4, 5),
    "shrimp": (2, 4, 4),
    "salmon": (2, 2, 4),
    "cucumber": (1, 3, 3),
    "mackerel": (1, 2, 3),
    "dessert": (2, 3, 5),
}
PLAYERS = (3, 4, 5)
HAND_SIZE = 6
ROUNDS = 3
TURNS = 5
HALF = Fraction(1, 2)


def category(pick: Pick) -> str:
    """A joker counts as the category it was laid onto, any other card as the one printed on it."""
    card, onto = pick
    return card.removesuffix("_wasabi") if onto is None else onto


def cards_of(tray: list[Pick], wanted: str, advanced: bool) -> Fraction:
    """How many cards of a category lie on a tray; with the advanced rules a joker is only half a
    card.
    """
    cards = [pick[0] for pick in tray if category(pick) == wanted]
    return sum(
        (HALF if advanced and card == "joker" else Fraction(1) for card in cards), Fraction(0)
    )


def variety(tray: list[Pick], advanced: bool) -> Fraction:
    """How many categories lie on a tray; with the advanced rules one wasabi mark makes a category a
    half.
    """
    count = Fraction(0)
    for wanted in CATEGORIES:
        cards = [pick[0] for pick in tray if category(pick) == wanted]
        marked = any(card.endswith("_wasabi") for card in cards)
        if cards:
            count += HALF if advanced and marked else 1
    return count


def winner(counts: list[Fraction]) -> int | None:
    """The highest count that only one seat has; those who tie cancel each other out, and zero never
    wins.
    """
    for count in sorted(set(counts), reverse=True):
        if count > 0 and counts.count(count) == 1:
            return counts.index(count)
    return None


class SushiDraft:
    """One game. Seats run clockwise: the neighbour to the left of seat 0 is seat 1."""

    def __init__(
        self,
        players: int,
        *,
        alternate: bool = False,
        advanced: bool = False,
        tokens: Mapping[str, Sequence[int]] | None = None,
    ) -> None:
        if players not in PLAYERS:
            raise ValueError("3 to 5 players")
        self.players, self.alternate, self.advanced = players, alternate, advanced
        self.box = TOKENS | {pile: tuple(values) for pile, values in (tokens or {}).items()}
        # Other numbers may be printed on the tokens, but there are six piles with one token for
        # each round.
        if set(self.box) != set(PILES) or any(
            len(values) != ROUNDS for values in self.box.values()
        ):
            raise ValueError("three tokens in each of the six piles")
        self.rounds_dealt = self.turns_played = 0  # the turns are those of this round
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.trays: list[list[Pick]] = [[] for _ in range(players)]
        self.taken: list[list[tuple[str, int]]] = [[] for _ in range(players)]
        self.taken_this_round: set[str] = set()

    @property
    def round_over(self) -> bool:
        """A round lasts five turns; each seat is then left with a sixth card that nobody plays."""
        return self.rounds_dealt > 0 and self.turns_played == TURNS

    @property
    def over(self) -> bool:
        """The game lasts three rounds and ends when the last tokens have been taken."""
        return self.rounds_dealt == ROUNDS and self.round_over and not self._due()

    def _due(self) -> set[str]:
        """The piles whose taker of this round has not yet taken the token."""
        return {
            pile for pile, seat in self.takers().items() if seat is not None
        } - self.taken_this_round

    def deal(self, hands: list[list[str]]) -> None:
        """Six cards each, from all 32 cards in every round; the tokens of the round before have
        been taken.
        """
        if self.rounds_dealt == ROUNDS:
            raise ValueError("all rounds have been dealt")
        if self.rounds_dealt > 0 and (not self.round_over or self._due()):
            raise ValueError("the round before is not finished")
        if [len(hand) for hand in hands] != [HAND_SIZE] * self.players:
            raise ValueError("wrong number or size of hands")
        dealt = Counter(card for hand in hands for card in hand)
        if any(number > CARDS[card] for card, number in dealt.items()):
            raise ValueError("these cards are not in the box")
        self.hands = [list(hand) for hand in hands]
        self.trays = [[] for _ in range(self.players)]
        self.taken_this_round = set()
        self.rounds_dealt += 1
        self.turns_played = 0

    def choices(self, seat: int) -> set[Pick]:
        """Any card of the hand; a joker only onto a category begun on an earlier turn, so never as
        first card.
        """
        if seat not in range(self.players) or self.rounds_dealt == 0 or self.round_over:
            return set()
        begun = {category(pick) for pick in self.trays[seat]}
        picks: set[Pick] = set()
        for card in self.hands[seat]:
            if card == "joker":
                picks |= {(card, onto) for onto in begun}
            else:
                picks.add((card, None))
        return picks

    def play(self, picks: list[Pick]) -> None:
        """One turn: everybody lays one card, all reveal together, the hands go round."""
        if len(picks) != self.players:
            raise ValueError("one pick for each seat")
        for seat, pick in enumerate(picks):
            if pick not in self.choices(seat):
                raise ValueError(f"illegal pick of seat {seat}: {pick}")
        for seat, pick in enumerate(picks):
            self.hands[seat].remove(pick[0])
            self.trays[seat].append(pick)
        self._pass_hands()
        self.turns_played += 1

    def _pass_hands(self) -> None:
        """Hands go left after every turn, the fifth too; right in round 2 where the direction
        changes.
        """
        step = -1 if self.alternate and self.rounds_dealt == 2 else 1
        passed = list(self.hands)
        for seat in range(self.players):
            passed[(seat + step) % self.players] = self.hands[seat]
        self.hands = passed

    def takers(self) -> dict[str, int | None]:
        """Most cards of a category takes its token, most categories the dessert; None where it
        stays.
        """
        if not self.round_over:
            raise ValueError("the round is not over")
        takers: dict[str, int | None] = {}
        for pile in CATEGORIES:
            takers[pile] = winner([cards_of(tray, pile, self.advanced) for tray in self.trays])
        takers["dessert"] = winner([variety(tray, self.advanced) for tray in self.trays])
        return takers

    def take(self, seat: int, pile: str, worth: int) -> None:
        """The taker of a pile takes one token of it, once a round; the test tells which number it
        shows.
        """
        if seat not in range(self.players) or self.takers().get(pile) != seat:
            raise ValueError("this seat does not take this token")
        if pile in self.taken_this_round:
            raise ValueError("already taken this round")
        if worth not in self.left(pile):
            raise ValueError("no such token is left in the pile")
        self.taken_this_round.add(pile)
        self.taken[seat].append((pile, worth))

    def left(self, pile: str) -> list[int]:
        """The values of a pile without those that players have taken, in any round."""
        values = list(self.box[pile])
        for held in self.taken:
            for origin, worth in held:
                if origin == pile:
                    values.remove(worth)
        return sorted(values)

    def tokens(self, seat: int) -> list[tuple[str, int]]:
        """All that a seat has taken so far; tokens are kept from round to round."""
        return sorted(self.taken[seat])

    def known(self, seat: int | None, owner: int) -> list[tuple[str, int | None]]:
        """The back of a token shows its pile to all; the value is its owner's secret until the game
        is over.
        """
        held = sorted(self.taken[owner], key=lambda token: (PILES.index(token[0]), token[1]))
        shown = seat == owner or self.over
        return [(pile, worth if shown else None) for pile, worth in held]

    def totals(self) -> list[int]:
        """The sum of each seat's tokens, which nobody may add up before the game is over."""
        if not self.over:
            return [0] * self.players
        return [sum(worth for _, worth in held) for held in self.taken]

    def ranking(self) -> list[list[int]]:
        """Most points first; a tie is a shared place, nothing breaks it."""
        if not self.over:
            raise ValueError("the game is not over")
        totals = self.totals()
        places = sorted(set(totals), reverse=True)
        return [[seat for seat in range(self.players) if totals[seat] == place] for place in places]
