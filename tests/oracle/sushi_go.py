"""Test oracle for Sushi Go! (base game, two variants): the rulebook read literally, without any
hurry.

Cards are strings. A tray is a list of stacks in the order they were laid: ("tempura",) is a card on
its own, ("wasabi",) a wasabi still free, ("wasabi", "egg_nigiri") a nigiri lying on its wasabi.
"""

from collections import Counter
from itertools import permutations

Pick = tuple[tuple[str, ...], str | None]
Tray = list[tuple[str, ...]]

DECK = (
    Counter(tempura=14, sashimi=14, dumpling=14, pudding=10, wasabi=6, chopsticks=4)
    + Counter(maki_1=6, maki_2=12, maki_3=8)
    + Counter(egg_nigiri=5, salmon_nigiri=10, squid_nigiri=5)
)
HAND_SIZE = {2: 10, 3: 9, 4: 8, 5: 7}
ROUNDS = 3
NIGIRI = {"egg_nigiri": 1, "salmon_nigiri": 2, "squid_nigiri": 3}
MAKI = {"maki_1": 1, "maki_2": 2, "maki_3": 3}
DUMPLINGS = [0, 1, 3, 6, 10, 15]


def land(tray: Tray, card: str) -> None:
    """A nigiri has to go onto the oldest wasabi that is still free; anything else lies on its own."""
    if card in NIGIRI and ("wasabi",) in tray:
        tray[tray.index(("wasabi",))] = ("wasabi", card)
    else:
        tray.append((card,))


def nigiri_points(tray: Tray) -> int:
    """A nigiri is worth its number, three times that on wasabi; a bare wasabi is worth nothing."""
    return sum(NIGIRI.get(stack[-1], 0) * (3 if stack[0] == "wasabi" else 1) for stack in tray)


def own_points(tray: Tray) -> dict[str, int]:
    """5 for each pair of tempura, 10 for each three sashimi, a rising scale up to five dumplings."""
    return {
        "tempura": tray.count(("tempura",)) // 2 * 5,
        "sashimi": tray.count(("sashimi",)) // 3 * 10,
        "dumpling": DUMPLINGS[min(tray.count(("dumpling",)), 5)],
        "nigiri": nigiri_points(tray),
    }


def shared(points: int, counts: list[int], count: int) -> list[int]:
    """Those who have exactly this count divide the points, each share rounded down; the others get
    0.
    """
    return [points // counts.count(count) if own == count else 0 for own in counts]


def maki_points(symbols: list[int]) -> list[int]:
    """Most symbols: 6. Second most: 3, but not if the first place is tied. A place needs a symbol."""
    most = max(symbols)
    if most == 0:
        return [0] * len(symbols)
    first = shared(6, symbols, most)
    runner_up = max((count for count in symbols if count < most), default=0)
    if symbols.count(most) > 1 or runner_up == 0:
        return first
    return [a + b for a, b in zip(first, shared(3, symbols, runner_up), strict=True)]


def pudding_points(puddings: list[int]) -> list[int]:
    """Most: win 6. Fewest: lose 6. All equal: nothing. Two at the table: no loss (the robot makes
    three).
    """
    if max(puddings) == min(puddings):
        return [0] * len(puddings)
    gain = shared(6, puddings, max(puddings))
    if len(puddings) == 2:
        return gain
    return [a - b for a, b in zip(gain, shared(6, puddings, min(puddings)), strict=True)]


class SushiGo:
    """One game. Seats run clockwise; with the robot, seat 2 is its tray and hands[2] its face-down
    pile.
    """

    def __init__(self, players: int, *, alternate: bool = False, robot: bool = False) -> None:
        if players not in HAND_SIZE or (robot and players != 2):
            raise ValueError("2 to 5 people; exactly 2 with the robot")
        self.players, self.alternate, self.robot = players, alternate, robot
        # The robot counts as a third player, for the deal as for every comparison.
        self.seats = 3 if robot else players
        self.deck = Counter(DECK)
        self.rounds_dealt = self.turns_played = 0
        self.drawn = False
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.trays: list[Tray] = [[] for _ in range(self.seats)]
        self.puddings = [0] * self.seats
        self.finished_rounds: list[list[dict[str, int]]] = []

    @property
    def round_over(self) -> bool:
        """A round lasts until every hand, and the robot's pile, has been played."""
        return self.rounds_dealt > 0 and not any(self.hands)

    @property
    def over(self) -> bool:
        """The game lasts three rounds."""
        return self.rounds_dealt == ROUNDS and self.round_over

    @property
    def controller(self) -> int | None:
        """Control of the robot changes sides every turn, from seat 0, on through all rounds."""
        return self.turns_played % 2 if self.robot else None

    def deal(self, hands: list[list[str]]) -> None:
        """Each round is dealt from what the earlier rounds left of the one deck; only puddings
        stay.
        """
        if self.over or any(self.hands):
            raise ValueError("not between two rounds")
        if [len(hand) for hand in hands] != [HAND_SIZE[self.seats]] * self.seats:
            raise ValueError("wrong number or size of hands")
        dealt = Counter(card for hand in hands for card in hand)
        if any(number > self.deck[card] for card, number in dealt.items()):
            raise ValueError("these cards are not in the deck any more")
        self.deck -= dealt
        self.hands = [list(hand) for hand in hands]
        self.trays = [[] for _ in range(self.seats)]
        self.rounds_dealt += 1

    def draw(self, card: str) -> None:
        """Once a turn, the player who controls the robot takes a card of its pile into the hand."""
        controller = self.controller
        if controller is None or self.drawn or card not in self.hands[2]:
            raise ValueError("cannot draw this card now")
        self.hands[2].remove(card)
        self.hands[controller].append(card)
        self.drawn = True

    def choices(self, seat: int) -> set[Pick]:
        """Every legal pick: none for the robot itself, none for anybody before its card is drawn."""
        if seat not in range(self.players) or (self.robot and not self.drawn):
            return set()
        # One card, or two in the order of one's choice with chopsticks laid on an earlier turn.
        sizes = [1, 2] if ("chopsticks",) in self.trays[seat] else [1]
        hand = self.hands[seat]
        if seat == self.controller:  # one card more, for the robot
            return {
                (cards[:-1], cards[-1]) for size in sizes for cards in permutations(hand, size + 1)
            }
        return {(cards, None) for size in sizes for cards in permutations(hand, size)}

    def play(self, picks: list[Pick]) -> None:
        """One turn: everybody picks, all reveal together, used chopsticks go back, the hands go
        round.
        """
        if len(picks) != self.players:
            raise ValueError("one pick for each person")
        for seat, pick in enumerate(picks):
            if pick not in self.choices(seat):
                raise ValueError(f"illegal pick of seat {seat}: {pick}")
        for seat, (own, given) in enumerate(picks):
            for card in own:
                self._put(seat, seat, card)
            if given is not None:
                self._put(seat, 2, given)
            # A second card costs one pair of chopsticks, which leaves with the hand.
            if len(own) == 2:
                self.trays[seat].remove(("chopsticks",))
                self.hands[seat].append("chopsticks")
        self._pass_hands()
        self.turns_played += 1
        self.drawn = False
        if self.round_over:
            self.finished_rounds.append(self.round_points())

    def _put(self, hand: int, tray: int, card: str) -> None:
        """A card goes from a hand to a tray; puddings are counted over the whole game."""
        self.hands[hand].remove(card)
        land(self.trays[tray], card)
        if card == "pudding":
            self.puddings[tray] += 1

    def _pass_hands(self) -> None:
        """Hands go left, or right in round 2 of the alternating variant; the robot's pile stays."""
        step = -1 if self.alternate and self.rounds_dealt == 2 else 1
        passed = list(self.hands)
        for seat in range(self.players):
            passed[(seat + step) % self.players] = self.hands[seat]
        self.hands = passed

    def round_points(self) -> list[dict[str, int]]:
        """The points of the round just played, by seat and dish."""
        if not self.round_over:
            raise ValueError("the round is not over")
        maki = maki_points([sum(MAKI.get(stack[0], 0) for stack in tray) for tray in self.trays])
        return [{"maki": maki[seat]} | own_points(tray) for seat, tray in enumerate(self.trays)]

    def dessert_points(self) -> list[int]:
        """Puddings are scored once, after the third round."""
        if not self.over:
            raise ValueError("the game is not over")
        return pudding_points(self.puddings)

    def totals(self) -> list[int]:
        """All finished rounds together, and the desserts once the game is over."""
        totals = self.dessert_points() if self.over else [0] * self.seats
        for points in self.finished_rounds:
            totals = [
                total + sum(dishes.values()) for total, dishes in zip(totals, points, strict=True)
            ]
        return totals

    def ranking(self) -> list[list[int]]:
        """Most points first, more puddings break a tie, else the place is shared; people only."""
        if not self.over:
            raise ValueError("the game is not over")
        totals = self.totals()
        standing = [(totals[seat], self.puddings[seat]) for seat in range(self.players)]
        places = sorted(set(standing), reverse=True)
        return [
            [seat for seat in range(self.players) if standing[seat] == place] for place in places
        ]
