"""Test oracle for Sushi Go Party! (both editions): the rulebook read literally, without any hurry.

In hands, deck and discard a card is a string, the printed id. In front of a player it becomes a
Card with an identity of its own: what is printed on it, what it counts as, the turn it landed,
whether it is face down, on which wasabi it lies. A round is one generator that stops where
a player has to answer; so the code follows the rules.
"""

from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations

NUMBERED = {
    "chopsticks": (1, 2, 3),
    "spoon": (4, 5, 6),
    "menu": (7, 8, 9),
    "takeout_box": (10, 11, 12),
}
# Every kind of every dish, with the number of cards in the box.
BOX: dict[str, dict[str, int]] = {
    "nigiri": {"egg_nigiri": 4, "salmon_nigiri": 5, "squid_nigiri": 3},
    "maki": {"maki_1": 4, "maki_2": 5, "maki_3": 3},
    "temaki": {"temaki": 12},
    "uramaki": {"uramaki_3": 4, "uramaki_4": 4, "uramaki_5": 4},
    **{
        dish: {dish: 8}
        for dish in ("tempura", "sashimi", "dumpling", "eel", "tofu", "edamame", "miso_soup")
    },
    "onigiri": {
        "onigiri_round": 2,
        "onigiri_triangle": 2,
        "onigiri_square": 2,
        "onigiri_rectangle": 2,
    },
    **{dish: {f"{dish}_{number}": 1 for number in numbers} for dish, numbers in NUMBERED.items()},
    **{dish: {dish: 3} for dish in ("soy_sauce", "tea", "special_order", "wasabi")},
    **{dish: {dish: 15} for dish in ("pudding", "green_tea_ice_cream")},
    "fruit": {
        "fruit_ww": 2,
        "fruit_pp": 2,
        "fruit_oo": 2,
        "fruit_wp": 3,
        "fruit_po": 3,
        "fruit_wo": 3,
    },
}
DISH = {kind: dish for dish, kinds in BOX.items() for kind in kinds}

ROLLS = {"maki", "temaki", "uramaki"}
APPETIZERS = {"tempura", "sashimi", "dumpling", "eel", "tofu", "onigiri", "edamame", "miso_soup"}
SPECIALS = {*NUMBERED, "soy_sauce", "tea", "special_order", "wasabi"}
DESSERTS = {"pudding", "green_tea_ice_cream", "fruit"}
COURSES = {
    "roll": (ROLLS, 1),
    "appetizer": (APPETIZERS, 3),
    "special": (SPECIALS, 2),
    "dessert": (DESSERTS, 1),
}
# Nothing at the end of a round (desserts at the end of the game); the row of the takeout box is the
# cards turned over.
WORTHLESS = DESSERTS | {"chopsticks", "spoon", "menu", "special_order", "wasabi"}
NOT_FOR_TWO = {"spoon", "edamame"}
NOT_ABOVE_SIX = {"menu", "special_order"}

HAND_SIZE = {2: 10, 3: 10, 4: 9, 5: 9, 6: 8, 7: 8, 8: 7}
ROUNDS = 3
NIGIRI = {"egg_nigiri": 1, "salmon_nigiri": 2, "squid_nigiri": 3}
DUMPLINGS = [0, 1, 3, 6, 10, 15]
FRUITS = [-2, 0, 1, 3, 6, 10]
URAMAKI_PLACES = {"fr": [8, 6], "en": [8, 5, 2]}
URAMAKI_GOAL = 10


@dataclass(eq=False)
class Card:
    """A card in front of a player."""

    printed: str
    counts_as: str
    turn: int
    face_down: bool = False
    wasabi: "Card | None" = None  # what a nigiri lies on

    @property
    def shown(self) -> str:
        """What the card counts as now."""
        return "face_down" if self.face_down else self.counts_as

    @property
    def dish(self) -> str | None:
        """The dish it belongs to now; a face-down card belongs to none."""
        return None if self.face_down else DISH[self.counts_as]

    @property
    def name(self) -> str:
        """Where it matters what the card really is: a special order says so."""
        return (
            self.counts_as if self.printed == self.counts_as else f"{self.printed}>{self.counts_as}"
        )


Tray = list[Card]


@dataclass
class Question:
    """What a seat is asked, and every legal answer."""

    prompt: str
    choices: set[str]


Answers = dict[int, str]
Play = Generator[dict[int, Question], Answers, None]


def cards_of(tray: Tray, dish: str) -> Tray:
    """The cards of a dish in front of a player, with special orders acting as one, without
    face-down ones.
    """
    return [card for card in tray if card.dish == dish]


def number_on(kind: str) -> int:
    """The number at the end of a kind: symbols on a roll, or the order of an effect."""
    return int(kind.rpartition("_")[2])


def symbols(tray: Tray, dish: str) -> int:
    """The symbols on a player's maki or uramaki."""
    return sum(number_on(card.counts_as) for card in cards_of(tray, dish))


def free_wasabi(tray: Tray) -> Tray:
    """The wasabi without a nigiri, oldest first."""
    return [
        card for card in cards_of(tray, "wasabi") if not any(other.wasabi is card for other in tray)
    ]


def colour(card: Card) -> str | None:
    """Every dish has a colour of its own, but wasabi and nigiri share one; a face-down card has
    none.
    """
    return "nigiri" if card.dish == "wasabi" else card.dish


def colours(tray: Tray) -> Counter[str]:
    """How many cards of each colour lie in front of a player."""
    return Counter(shade for card in tray if (shade := colour(card)) is not None)


def nigiri_points(tray: Tray) -> int:
    """A nigiri is worth its number, three times that on wasabi."""
    return sum(
        NIGIRI[card.counts_as] * (3 if card.wasabi else 1) for card in cards_of(tray, "nigiri")
    )


def onigiri_points(tray: Tray) -> int:
    """Make sets of different shapes, each as large as possible; a set is worth the square of its
    size.
    """
    shapes = Counter(card.counts_as for card in cards_of(tray, "onigiri"))
    points = 0
    while shapes:
        points += len(shapes) ** 2
        shapes -= Counter(set(shapes))
    return points


def own_points(dish: str, tray: Tray) -> int:
    """The dishes that are worth something whatever the others have; a takeout box is worth what it
    turned over.
    """
    count = len(cards_of(tray, dish))
    return {
        "nigiri": nigiri_points(tray),
        "tempura": count // 2 * 5,
        "sashimi": count // 3 * 10,
        "dumpling": DUMPLINGS[min(count, 5)],
        "eel": [0, -3, 7][min(count, 2)],
        "tofu": [0, 2, 6, 0][min(count, 3)],
        "onigiri": onigiri_points(tray),
        "miso_soup": count * 3,
        "tea": count
        * max(colours(tray).values(), default=0),  # the commonest colour, tea's own included
        "takeout_box": 2 * sum(card.face_down for card in tray),
    }[dish]


def maki_points(counts: list[int]) -> list[int]:
    """6 / 3, with six or more players 6 / 4 / 2. Ties score in full and take no place away; none is
    no place.
    """
    prizes = [6, 3] if len(counts) < 6 else [6, 4, 2]
    places = sorted({count for count in counts if count > 0}, reverse=True)
    prize = dict(zip(places, prizes, strict=False))
    return [prize.get(count, 0) for count in counts]


def best(points: int, counts: list[int]) -> list[int]:
    """The points for everybody who has the most, if that is at least one."""
    return [points if count == max(counts) and count > 0 else 0 for count in counts]


def most_and_fewest(points: int, counts: list[int]) -> list[int]:
    """Most wins, fewest (or none) loses, ties in full; all equal is nothing. Two players: most
    wins, if any, only.
    """
    most = best(points, counts)
    if len(counts) == 2:
        return most
    if max(counts) == min(counts):
        return [0] * len(counts)
    return [
        won - (points if count == min(counts) else 0)
        for won, count in zip(most, counts, strict=True)
    ]


def edamame_points(counts: list[int]) -> list[int]:
    """Each is worth one for every opponent who has any, but no more than four."""
    eaters = sum(count > 0 for count in counts)
    return [count * min(eaters - 1, 4) if count else 0 for count in counts]


def soy_sauce_points(trays: list[Tray]) -> list[int]:
    """4 for each one of those who have the most colours, everybody compared, ties included."""
    shades = [len(colours(tray)) for tray in trays]
    return [
        4 * len(cards_of(tray, "soy_sauce")) if own == max(shades) else 0
        for tray, own in zip(trays, shades, strict=True)
    ]


def dish_points(dish: str, trays: list[Tray]) -> list[int]:
    """What a dish is worth to each seat at the end of a round; not uramaki, which depends on what
    went before.
    """
    counts = [len(cards_of(tray, dish)) for tray in trays]
    match dish:
        case "maki":
            return maki_points([symbols(tray, "maki") for tray in trays])
        case "temaki":
            return most_and_fewest(4, counts)
        case "edamame":
            return edamame_points(counts)
        case "soy_sauce":
            return soy_sauce_points(trays)
        case _:
            return [own_points(dish, tray) for tray in trays]


def fruit_points(desserts: Tray) -> int:
    """Each of the three fruits by its symbols; none at all costs 2."""
    printed = "".join(card.counts_as.removeprefix("fruit_") for card in cards_of(desserts, "fruit"))
    return sum(FRUITS[min(printed.count(fruit), 5)] for fruit in "wpo")


def dessert_points(dessert: str, trays: list[Tray]) -> list[int]:
    """What everybody's desserts of the whole game are worth."""
    if dessert == "fruit":
        return [fruit_points(tray) for tray in trays]
    counts = [len(cards_of(tray, dessert)) for tray in trays]
    return (
        most_and_fewest(6, counts)
        if dessert == "pudding"
        else [count // 4 * 12 for count in counts]
    )


def check_menu(players: int, menu: Sequence[str]) -> None:
    """One roll, three appetizers, two specials, one dessert, all different; some are not for every
    number.
    """
    if players not in HAND_SIZE:
        raise ValueError("2 to 8 players")
    if len(menu) != 7 or len(set(menu)) != 7:
        raise ValueError("seven different dishes besides nigiri")
    for course, (dishes, number) in COURSES.items():
        if len(dishes & set(menu)) != number:
            raise ValueError(f"{number} {course}(s) are needed")
    if players == 2 and NOT_FOR_TWO & set(menu):
        raise ValueError("spoon and edamame are not for two")
    if players > 6 and NOT_ABOVE_SIX & set(menu):
        raise ValueError("menu and special order are for six at most")


class Party:
    """One game. Seats run clockwise; hands go left, from each seat to the next."""

    def __init__(self, players: int, menu: Sequence[str], edition: str = "fr") -> None:
        check_menu(players, menu)
        if edition not in URAMAKI_PLACES:
            raise ValueError("edition is fr or en")
        self.players, self.edition = players, edition
        self.dishes = ["nigiri", *menu]
        self.dessert = next(dish for dish in menu if dish in DESSERTS)
        self.box = Counter(
            {kind: number for dish in self.dishes for kind, number in BOX[dish].items()}
        )
        # Deck and pile of desserts together; how many desserts are in which is known, but not which
        # ones.
        self.unseen = Counter(self.box)
        self.desserts_in_deck, self.desserts_in_pile = 0, 15
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.revealed: list[list[str]] = [[] for _ in range(players)]  # chosen, but not yet landed
        self.drawn: list[str] = []  # by a menu
        self.tables: list[Tray] = [[] for _ in range(players)]
        self.kept_cards: list[Tray] = [[] for _ in range(players)]
        self.discard: list[str] = []
        self.announced: list[tuple[int, Card]] = []
        self.gifts: list[tuple[int, int, str]] = []
        self.rounds_dealt = self.turn = self.places_taken = 0
        self.reached = [0] * players  # how often each seat came to ten uramaki symbols this turn
        self.cashed = [0] * players  # uramaki points of the running round
        self.finished_rounds: list[list[dict[str, int]]] = []
        self.play: Play | None = None
        self.questions: dict[int, Question] = {}

    # What one can see

    @property
    def round_over(self) -> bool:
        """A round lasts until every card has been played and has acted."""
        return self.rounds_dealt > 0 and self.play is None

    @property
    def over(self) -> bool:
        """The game lasts three rounds."""
        return self.rounds_dealt == ROUNDS and self.round_over

    @property
    def asked(self) -> dict[int, str]:
        """Who is asked what."""
        return {
            seat: question.prompt
            for seat, question in self.questions.items()
            if question.prompt != "draw"
        }

    @property
    def drawing(self) -> int | None:
        """Whose menu draws four cards now."""
        return next(
            (seat for seat, question in self.questions.items() if question.prompt == "draw"), None
        )

    def choices(self, seat: int) -> set[str]:
        """Every legal answer of a seat."""
        return set(self.questions[seat].choices) if seat in self.questions else set()

    def table(self, seat: int) -> Counter[str]:
        """What lies in front of a seat this round, as it counts."""
        return Counter(card.shown for card in self.tables[seat])

    def on_wasabi(self, seat: int) -> Counter[str]:
        """The nigiri of a seat that lie on a wasabi."""
        return Counter(card.shown for card in self.tables[seat] if card.wasabi)

    def kept(self, seat: int) -> Counter[str]:
        """A seat's desserts of earlier rounds, as they count."""
        return Counter(card.shown for card in self.kept_cards[seat])

    # Dealing, drawing, answering

    def deal(self, hands: list[list[str]]) -> None:
        """Everything but the desserts played goes back, some more desserts come in, and the hands
        are dealt.
        """
        if self.over or self.play is not None:
            raise ValueError("not between two rounds")
        if [len(hand) for hand in hands] != [HAND_SIZE[self.players]] * self.players:
            raise ValueError("wrong number or size of hands")
        returning = [
            card.printed for tray in self.tables for card in tray if card.dish != self.dessert
        ] + self.discard
        more = ([5, 3, 2] if self.players < 6 else [7, 5, 3])[self.rounds_dealt]
        desserts = self.desserts_in_deck + self._desserts(returning) + more
        self._check_in_deck(
            [card for hand in hands for card in hand], self.unseen + Counter(returning), desserts
        )
        for seat, tray in enumerate(self.tables):
            self.kept_cards[seat] += cards_of(tray, self.dessert)
        self._put_back(returning)
        self.tables = [[] for _ in range(self.players)]
        self.discard = []
        self.desserts_in_pile -= more
        self.desserts_in_deck += more
        for hand in hands:
            self._take_out(hand)
        self.hands = [list(hand) for hand in hands]
        self.rounds_dealt += 1
        self.turn = self.places_taken = 0
        self.play = self._round()
        self._go_on(None)

    def draw(self, cards: list[str]) -> None:
        """A menu draws four cards from what was not dealt."""
        if self.drawing is None or len(cards) != 4:
            raise ValueError("four cards, when a menu draws")
        self._check_in_deck(cards, self.unseen, self.desserts_in_deck)
        self._take_out(cards)
        self.drawn = list(cards)
        self._go_on({})

    def answer(self, answers: Answers) -> None:
        """Everybody who is asked answers; the game goes on to the next question."""
        if not self.asked or set(answers) != set(self.asked):
            raise ValueError(f"asked: {self.asked}")
        for seat, text in answers.items():
            if text not in self.choices(seat):
                raise ValueError(f"illegal answer of seat {seat}: {text}")
        self._go_on(answers)

    def _go_on(self, answers: Answers | None) -> None:
        assert self.play is not None
        try:
            self.questions = next(self.play) if answers is None else self.play.send(answers)
        except StopIteration:
            self.play, self.questions = None, {}
        self.check_conservation()

    # The cards that nobody sees

    def _desserts(self, cards: Iterable[str]) -> int:
        return sum(DISH[card] == self.dessert for card in cards)

    def _check_in_deck(self, cards: list[str], unseen: Counter[str], desserts: int) -> None:
        """Only cards that are not in sight can come, and no more desserts than were shuffled in."""
        if Counter(cards) - unseen:
            raise ValueError("these cards are not in the deck")
        if self._desserts(cards) > desserts:
            raise ValueError("more desserts than were shuffled in")

    def _take_out(self, cards: list[str]) -> None:
        self.unseen -= Counter(cards)
        self.desserts_in_deck -= self._desserts(cards)

    def _put_back(self, cards: list[str]) -> None:
        self.unseen += Counter(cards)
        self.desserts_in_deck += self._desserts(cards)

    def check_conservation(self) -> None:
        """Every card of the box is somewhere, once; and the desserts out of sight are in the deck
        or in the pile.
        """
        everything = Counter(self.unseen)
        for pile in (*self.hands, *self.revealed, self.drawn, self.discard):
            everything.update(pile)
        for tray in (*self.tables, *self.kept_cards):
            everything.update(card.printed for card in tray)
        assert everything == self.box, (everything - self.box, self.box - everything)
        assert self.desserts_in_deck >= 0
        assert self.desserts_in_deck + self.desserts_in_pile == self._desserts(
            self.unseen.elements()
        )

    # A turn

    def _round(self) -> Play:
        """Turns until the hands are empty; then the round is scored."""
        while any(self.hands):
            yield from self._turn()
        self.finished_rounds.append(self._round_points())
        self.cashed = [0] * self.players

    def _turn(self) -> Play:
        """Choose, reveal, let the numbered cards act, spoil the miso soups, pass the hands."""
        self.turn += 1
        self.reached = [0] * self.players
        picks = yield {seat: Question("pick", self._picks(seat)) for seat in range(self.players)}
        self.gifts = []
        self.announced = []
        for seat in range(self.players):
            self._choose(seat, picks[seat])
        yield from self._reveal()
        yield from self._effects()
        self._spoil_miso_soups()
        if self.edition == "en":
            self._settle_english_uramaki()
        self.places_taken += max(self.reached)
        self.hands = [self.hands[seat - 1] for seat in range(self.players)]

    def _tools(self, seat: int, dish: str) -> dict[str, Card]:
        """Chopsticks or spoons that a player may announce: laid on an earlier turn, and not on the
        last turn.
        """
        if len(self.hands[seat]) < 2:
            return {}
        return {
            card.name: card for card in cards_of(self.tables[seat], dish) if card.turn < self.turn
        }

    def _picks(self, seat: int) -> set[str]:
        """A card; with chopsticks two cards (or, in English, the first of two); each with or
        without a spoon.
        """
        hand = self.hands[seat]
        picks = set(hand)
        pairs = {f"{first}+{second}" for first, second in permutations(hand, 2)}
        for tool in self._tools(seat, "chopsticks"):
            picks |= {
                f"{cards} with:{tool}" for cards in (pairs if self.edition == "fr" else set(hand))
            }
        return picks | {
            f"{pick} using:{tool}" for pick in picks for tool in self._tools(seat, "spoon")
        }

    def _choose(self, seat: int, pick: str) -> None:
        """The cards chosen leave the hand; the tools named are announced."""
        cards, *announcements = pick.split(" ")
        tools = self._tools(seat, "chopsticks") | self._tools(seat, "spoon")
        self.announced += [(seat, tools[text.partition(":")[2]]) for text in announcements]
        self.revealed[seat] = cards.split("+")
        for card in self.revealed[seat]:
            self.hands[seat].remove(card)

    def _reveal(self) -> Play:
        """All chosen cards land, each seat's in order; a special order holds up its own seat until
        it has chosen.
        """
        while any(self.revealed):
            undecided: dict[int, Card] = {}
            for seat, cards in enumerate(self.revealed):
                while cards and seat not in undecided:
                    card = self._land(seat, cards.pop(0))
                    if card is not None:
                        undecided[seat] = card
            if undecided:
                answers = yield {
                    seat: Question("special_order", self._copies(seat)) for seat in undecided
                }
                for seat, card in undecided.items():
                    self._copy(seat, card, answers[seat])

    def _effects(self) -> Play:
        """Tools announced, menus and takeout boxes act by number; the lower seat first where
        numbers are equal.
        """
        while acting := self.announced + [
            (seat, card)
            for seat, tray in enumerate(self.tables)
            for card in tray
            if card.dish in ("menu", "takeout_box")
        ]:
            seat, card = min(acting, key=lambda pair: (number_on(pair[1].counts_as), pair[0]))
            match card.dish:
                case "chopsticks":
                    yield from self._use_chopsticks(seat, card)
                case "spoon":
                    yield from self._use_spoon(seat, card)
                case "menu":
                    yield from self._use_menu(seat, card)
                case _:
                    yield from self._use_takeout_box(seat, card)
            self.announced = [pair for pair in self.announced if pair[1] is not card]

    # Cards that land

    def _land(self, seat: int, kind: str) -> Card | None:
        """A card is laid down. Returns a special order that has to choose what it copies.

        A nigiri must go on the oldest free wasabi. A special order without a card of an earlier
        turn is discarded.
        """
        tray = self.tables[seat]
        card = Card(kind, kind, self.turn)
        if kind in NIGIRI and free_wasabi(tray):
            card.wasabi = free_wasabi(tray)[0]
        tray.append(card)
        if card.dish == "special_order":
            if self._earlier(seat):
                return card
            self._throw_away(seat, card)
        self._cash_french_uramaki(seat, card)
        return None

    def _land_and_ask(self, seat: int, kind: str) -> Play:
        """A card that lands after the reveal: if it is a special order, it chooses at once."""
        card = self._land(seat, kind)
        if card is not None:
            answers = yield {seat: Question("special_order", self._copies(seat))}
            self._copy(seat, card, answers[seat])

    def _earlier(self, seat: int) -> Tray:
        """The cards in front of a seat that landed on earlier turns of this round."""
        return [card for card in self.tables[seat] if card.turn < self.turn]

    def _copies(self, seat: int) -> set[str]:
        """Any card of an earlier turn; a nigiri copied from outside a wasabi may be put on a free
        one.
        """
        choices = {card.shown for card in self._earlier(seat)}
        if free_wasabi(self.tables[seat]):
            plain = [
                card
                for card in self._earlier(seat)
                if card.dish == "nigiri" and card.wasabi is None
            ]
            choices |= {f"{card.counts_as}@wasabi" for card in plain}
        return choices

    def _copy(self, seat: int, card: Card, answer: str) -> None:
        """From now on the special order is what it copies, landed this turn; a copy of a face-down
        card is face down.
        """
        if answer == "face_down":
            card.face_down = True
            return
        card.counts_as, _, dipped = answer.partition("@")
        if dipped:
            card.wasabi = free_wasabi(self.tables[seat])[0]
        self._cash_french_uramaki(seat, card)

    def _leave(self, seat: int, card: Card) -> str:
        """A card leaves the table, and is again what is printed on it."""
        self.tables[seat].remove(card)
        return card.printed

    def _throw_away(self, seat: int, card: Card) -> None:
        self.discard.append(self._leave(seat, card))

    # Cards that act

    def _use_chopsticks(self, seat: int, chopsticks: Card) -> Play:
        """In English the second card is chosen only now. The chopsticks go back into the hand."""
        if self.edition == "en":
            answers = yield {seat: Question("chopsticks", set(self.hands[seat]))}
            self.hands[seat].remove(answers[seat])
            yield from self._land_and_ask(seat, answers[seat])
        self.hands[seat].append(self._leave(seat, chopsticks))

    def _wishes(self) -> set[str]:
        """Any dish of this game, or exactly one kind of it, numbered ones apart."""
        kinds = {kind for dish in self.dishes if dish not in NUMBERED for kind in BOX[dish]}
        return set(self.dishes) | kinds

    def _use_spoon(self, seat: int, spoon: Card) -> Play:
        """The first on the left who holds what is named gives it and takes the spoon; else the
        spoon is discarded.
        """
        wish = (yield {seat: Question("spoon", self._wishes())})[seat]
        for step in range(1, self.players):
            giver = (seat + step) % self.players
            fitting = {kind for kind in self.hands[giver] if wish in (kind, DISH[kind])}
            if fitting:
                break
        else:
            self._throw_away(seat, spoon)
            return
        if wish in NUMBERED:
            kind = min(fitting, key=number_on)
        elif len(fitting) > 1:
            kind = (yield {giver: Question("give", fitting)})[giver]
        else:
            kind = fitting.pop()
        self.hands[giver].remove(kind)
        self.gifts.append((giver, seat, kind))
        yield from self._land_and_ask(seat, kind)
        self.hands[giver].append(self._leave(seat, spoon))

    def _use_menu(self, seat: int, menu: Card) -> Play:
        """Of four cards drawn one lands, not a menu; the others go back into the deck, the menu is
        discarded.
        """
        yield {seat: Question("draw", set())}
        kind = (
            yield {seat: Question("menu", {kind for kind in self.drawn if DISH[kind] != "menu"})}
        )[seat]
        self.drawn.remove(kind)
        self._put_back(self.drawn)
        self.drawn = []
        yield from self._land_and_ask(seat, kind)
        self._throw_away(seat, menu)

    def _use_takeout_box(self, seat: int, box: Card) -> Play:
        """Cards of earlier turns are turned over one by one, as many as one likes; the box is
        discarded.
        """
        while turnable := self._turnable(seat):
            answer = (yield {seat: Question("takeout_box", {"nothing", *turnable})})[seat]
            if answer == "nothing":
                break
            card = turnable[answer]
            card.face_down, card.wasabi = True, None
            for nigiri in self._lying_on(seat, card):
                nigiri.wasabi = None
        self._throw_away(seat, box)

    def _lying_on(self, seat: int, wasabi: Card) -> Tray:
        return [card for card in self.tables[seat] if card.wasabi is wasabi]

    def _turnable(self, seat: int) -> dict[str, Card]:
        """What a takeout box may turn over, by name; of cards alike it does not matter which.

        A nigiri that landed on this very turn never lies on an older wasabi here: that would take
        wasabi, takeout box and a third special on one menu.
        """
        turnable: dict[str, Card] = {}
        for card in self._earlier(seat):
            nigiri = self._lying_on(seat, card)
            if card.face_down:
                continue
            if nigiri:
                name = f"wasabi<{nigiri[0].counts_as}"
            elif card.dish in DESSERTS | {"chopsticks", "spoon"}:
                name = card.name
            else:
                name = card.counts_as + ("@wasabi" if card.wasabi else "")
            turnable[name] = card
        return turnable

    # Soup and uramaki

    def _spoil_miso_soups(self) -> None:
        """More than one miso soup landed this turn, wherever and however: all of them are
        discarded.
        """
        fresh = [
            (seat, card)
            for seat, tray in enumerate(self.tables)
            for card in cards_of(tray, "miso_soup")
            if card.turn == self.turn
        ]
        if len(fresh) > 1:
            for seat, card in fresh:
                self._throw_away(seat, card)

    def _cash_uramaki(self, seat: int, place: int) -> None:
        """A place is paid at once and costs all one's uramaki; when none is left nothing happens."""
        prizes = URAMAKI_PLACES[self.edition]
        if place < len(prizes):
            self.cashed[seat] += prizes[place]
            for card in cards_of(self.tables[seat], "uramaki"):
                self._throw_away(seat, card)

    def _cash_french_uramaki(self, seat: int, card: Card) -> None:
        """French: who comes to ten takes the first open place, with all who do so this turn; a
        second time, the next.
        """
        if (
            self.edition == "fr"
            and card.dish == "uramaki"
            and symbols(self.tables[seat], "uramaki") >= URAMAKI_GOAL
        ):
            self._cash_uramaki(seat, self.places_taken + self.reached[seat])
            self.reached[seat] += 1

    def _settle_english_uramaki(self) -> None:
        """English, at the end of a turn: higher totals come first, equal ones share a place and
        skip the next.
        """
        totals = [symbols(tray, "uramaki") for tray in self.tables]
        for total in sorted({total for total in totals if total >= URAMAKI_GOAL}, reverse=True):
            sharing = [seat for seat in range(self.players) if totals[seat] == total]
            for seat in sharing:
                self._cash_uramaki(seat, self.places_taken)
            self.places_taken += 1 if len(sharing) == 1 else 2

    def _uramaki_points(self) -> list[int]:
        """What was cashed, and for most symbols still in front 2 in French, in English the best
        place still open.
        """
        still_open = (
            [2] if self.edition == "fr" else [*URAMAKI_PLACES["en"][self.places_taken :], 0]
        )
        last = best(still_open[0], [symbols(tray, "uramaki") for tray in self.tables])
        return [sum(both) for both in zip(self.cashed, last, strict=True)]

    # Points

    def _round_points(self) -> list[dict[str, int]]:
        """The points of the round just played, by seat and dish."""
        points: list[dict[str, int]] = [{} for _ in range(self.players)]
        for dish in self.dishes:
            if dish in WORTHLESS:
                continue
            row = self._uramaki_points() if dish == "uramaki" else dish_points(dish, self.tables)
            for seat in range(self.players):
                points[seat][dish] = row[seat]
        return points

    def _all_desserts(self) -> list[Tray]:
        """Everybody's desserts of the whole game."""
        if not self.over:
            raise ValueError("the game is not over")
        return [
            self.kept_cards[seat] + cards_of(self.tables[seat], self.dessert)
            for seat in range(self.players)
        ]

    def dessert_points(self) -> list[int]:
        """Desserts are scored once, after the third round."""
        return dessert_points(self.dessert, self._all_desserts())

    def totals(self) -> list[int]:
        """Finished rounds, what was cashed at once in the running one, and the desserts once the
        game is over.
        """
        totals = list(self.cashed)
        if self.over:
            totals = self.dessert_points()
        for points in self.finished_rounds:
            totals = [
                total + sum(dishes.values()) for total, dishes in zip(totals, points, strict=True)
            ]
        return totals

    def ranking(self) -> list[list[int]]:
        """Most points first, more dessert cards break a tie, else the place is shared."""
        desserts = [len(tray) for tray in self._all_desserts()]
        standing = list(zip(self.totals(), desserts, strict=True))
        places = sorted(set(standing), reverse=True)
        return [
            [seat for seat in range(self.players) if standing[seat] == place] for place in places
        ]
