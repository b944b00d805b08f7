"""Tables of Sushi Go Party! for the tests of its rules: counted as they lie, or played by plan."""

from collections import Counter

import kaiten
from kaiten.match.events import Script
from kaiten.scoring.score import score_table

BOX = {
    "nigiri": {"egg_nigiri": 4, "salmon_nigiri": 5, "squid_nigiri": 3},
    "maki": {"maki_1": 4, "maki_2": 5, "maki_3": 3},
    "temaki": {"temaki": 12},
    "uramaki": {"uramaki_3": 4, "uramaki_4": 4, "uramaki_5": 4},
    "tempura": {"tempura": 8},
    "sashimi": {"sashimi": 8},
    "dumpling": {"dumpling": 8},
    "eel": {"eel": 8},
    "tofu": {"tofu": 8},
    "onigiri": {
        "onigiri_round": 2,
        "onigiri_triangle": 2,
        "onigiri_square": 2,
        "onigiri_rectangle": 2,
    },
    "edamame": {"edamame": 8},
    "miso_soup": {"miso_soup": 8},
    "chopsticks": {"chopsticks_1": 1, "chopsticks_2": 1, "chopsticks_3": 1},
    "spoon": {"spoon_4": 1, "spoon_5": 1, "spoon_6": 1},
    "menu": {"menu_7": 1, "menu_8": 1, "menu_9": 1},
    "takeout_box": {"takeout_box_10": 1, "takeout_box_11": 1, "takeout_box_12": 1},
    "soy_sauce": {"soy_sauce": 3},
    "tea": {"tea": 3},
    "special_order": {"special_order": 3},
    "wasabi": {"wasabi": 3},
    "pudding": {"pudding": 15},
    "green_tea_ice_cream": {"green_tea_ice_cream": 15},
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
ROLLS = ("maki", "temaki", "uramaki")
APPETIZERS = ("tempura", "sashimi", "dumpling", "eel", "tofu", "onigiri", "edamame", "miso_soup")
SPECIALS = (
    "chopsticks",
    "spoon",
    "menu",
    "takeout_box",
    "soy_sauce",
    "tea",
    "special_order",
    "wasabi",
)
DESSERTS = ("pudding", "green_tea_ice_cream", "fruit")
# The groups of a menu, how many dishes of each there are, and which are taken where a test does not
# care.
GROUPS = (
    (ROLLS, 1, ("maki",)),
    (APPETIZERS, 3, ("tempura", "sashimi", "dumpling")),
    (SPECIALS, 2, ("tea", "soy_sauce")),
    (DESSERTS, 1, ("pudding",)),
)
MENUS = {
    "my-first-meal": "maki,tempura,sashimi,miso_soup,tea,wasabi,green_tea_ice_cream",
    "sushi-go": "maki,tempura,sashimi,dumpling,chopsticks,wasabi,pudding",
    "party-sampler": "temaki,tempura,dumpling,tofu,menu,wasabi,green_tea_ice_cream",
    "master-menu": "temaki,sashimi,tofu,onigiri,spoon,takeout_box,fruit",
    "points-platter": "uramaki,dumpling,onigiri,edamame,tea,special_order,green_tea_ice_cream",
    "cutthroat-combo": "temaki,eel,tofu,miso_soup,spoon,soy_sauce,pudding",
    "big-banquet": "maki,tempura,dumpling,eel,chopsticks,spoon,green_tea_ice_cream",
    "dinner-for-two": "uramaki,tofu,onigiri,miso_soup,menu,special_order,fruit",
}
HAND_SIZES = {2: 10, 3: 10, 4: 9, 5: 9, 6: 8, 7: 8, 8: 7}
# What fills up hands in which only some cards matter, and what is played where it does not matter,
# mildest first.
PLAIN = [
    "tempura", "sashimi", "dumpling", "maki_1", "maki_2", "maki_3", "temaki", "tea", "soy_sauce",
    "egg_nigiri", "salmon_nigiri", "squid_nigiri",
]  # fmt: skip
MILDEST_FIRST = PLAIN + [
    kind
    for dish in (
        "eel",
        "tofu",
        "onigiri",
        "edamame",
        *DESSERTS,
        "wasabi",
        *SPECIALS,
        "uramaki",
        "miso_soup",
    )
    for kind in BOX[dish]
]
NAMES = "ABCDEFGHI"


# --- A table that is counted ---


def count(*trays, kept=(), before=(), uramaki=(), final=False, **options):
    """The points of a table: for each player the cards in the order played, and what there is from
    earlier.
    """
    players = [
        {"name": name, "cards": tray.split()} for name, tray in zip(NAMES, trays, strict=False)
    ]
    for field, values in (
        ("kept", [cards.split() for cards in kept]),
        ("before", before),
        ("uramaki", uramaki),
    ):
        for player, value in zip(players, values, strict=False):
            player[field] = value
    table = {
        "game": "sushi-go-party",
        "options": options,
        "round": 3,
        "final": final,
        "players": players,
    }
    return score_table(table).data("en")


def points(dish, *trays, **more):
    """What a dish brings each player."""
    return [
        sum(line["points"] for line in player["lines"] if line["card"] == dish)
        for player in count(*trays, **more)["players"]
    ]


def worth(tray, players=2, **more):
    """What a player has for a tray in a round in which the others have nothing."""
    return count(tray, *[""] * (players - 1), **more)["players"][0]["round"]


def desserts(dish, *kept, **more):
    """What a dessert brings each player at the end of the game."""
    return points(dish, *[""] * len(kept), kept=kept, final=True, **more)


def ranking(before, kept):
    """Ranks and names at the end of a game, from everybody's points and desserts."""
    places = count(*[""] * len(kept), kept=kept, before=before, final=True)["ranking"]
    return [(place["rank"], place["name"]) for place in places]


# --- A match that is played ---


def box(menu):
    """All cards of a menu, which is a list of dishes."""
    return Counter(
        {
            kind: copies
            for dish in ("nigiri", *menu.split(","))
            for kind, copies in BOX[dish].items()
        }
    )


def menu_with(dishes):
    """A menu with these dishes and plain ones."""
    chosen = []
    for group, size, usual in GROUPS:
        wanted = [dish for dish in group if dish in dishes]
        wanted += [dish for dish in usual if dish not in wanted][: size - len(wanted)]
        assert len(wanted) == size, f"no menu has all of {dishes}"
        chosen += sorted(wanted, key=group.index)
    return ",".join(chosen)


def filled(hands, size, menu, named, drawn):
    """These hands filled up with plain cards of dishes that the test does not name, and that are
    not drawn.
    """
    spare = box(menu) - Counter(card for hand in hands for card in hand) - drawn
    plain = [kind for kind in PLAIN if DISH[kind] not in named and spare[kind]]
    for hand in hands:
        while len(hand) < size:
            trio = [kind for kind in plain if kind in PLAIN[:3] and spare[kind]]
            kind = max(trio, key=spare.get) if trio else next(kind for kind in plain if spare[kind])
            spare[kind] -= 1
            hand.append(kind)
    return tuple(map(tuple, hands))


def steps(plan):
    """A plan turn by turn: each time the pick and the answers to what is asked afterwards."""
    return [[part.strip() or "." for part in turn.split("/")] for turn in plan.split(";")]


def play(*plans, hold=(), hands=None, draws=None, dishes="", players=2, **options):
    """A match of which the first turns were played by plan, on a menu that has what the test names.

    A plan has a seat's turns, as in “eel; .; special_order / eel”: a pick, and after “/” its
    answers on that turn. “.” is a card that does not matter, “~eel” an eel that was not dealt but
    comes around. Who runs out of plans plays what does not matter; who runs out of answers on the
    last turn is left thinking. `hold` is what the seats have in hand besides on the last of these
    turns, `hands` what they are dealt besides in a round, `draws` what they draw for menus, by turn
    and seat, `dishes` what else must be on the menu.
    """
    people = max(players, len(plans), len(hold))
    planned = [steps(plan) for plan in (*plans, *[""] * (people - len(plans)))]
    turns = max(map(len, planned))
    dealt = {
        round: [cards.split() for cards in (*given, *[""] * (people - len(given)))]
        for round, given in {1: (), **(hands or {})}.items()
    }
    for seat, plan in enumerate(planned):
        for number, (pick, *_answers) in enumerate(plan):
            cards = [card for card in pick.split()[0].split("+") if card[0] not in ".~"]
            dealt[1][(seat - number) % people] += cards
    for seat, cards in enumerate(hold):
        dealt[1][(seat - turns + 1) % people] += cards.split()
    drawn = {(1, *when): tuple(cards.split()) for when, cards in (draws or {}).items()}
    piled = Counter(card for cards in drawn.values() for card in cards)
    named = {DISH[card] for given in dealt.values() for hand in given for card in hand} | set(
        dishes.split()
    )
    menu = menu_with(named | {DISH[card] for card in piled})
    stacked = {
        round: filled(given, HAND_SIZES[people], menu, named, piled)
        for round, given in dealt.items()
    }
    match = kaiten.deal(
        "sushi-go-party", people, script=Script(stacked, drawn), menu=menu, **options
    )
    avoided = [kind for kind in DISH if DISH[kind] in named or kind in piled]
    for number in range(turns):
        match = carry_out(
            match, [plan[number] if number < len(plan) else ["."] for plan in planned], avoided
        )
    return match


def carry_out(match, told, avoided=()):
    """One turn of everybody, or as much of it as was told."""
    now = match.round, match.turn
    for seat, (pick, *_answers) in enumerate(told):
        card, *tools = pick.replace("~", "").split()
        match = match.choose(
            seat, " ".join([dull(match, seat, avoided) if card == "." else card, *tools])
        )
    answers = {seat: list(rest) for seat, (_pick, *rest) in enumerate(told)}
    while (match.round, match.turn) == now and any(answers[seat] for seat in match.waiting):
        seat = next(seat for seat in match.waiting if answers[seat])
        match = match.choose(seat, answers[seat].pop(0))
    assert not any(answers.values()), f"never asked for {answers}"
    return match


def turn(match, *told):
    """The next turn, as in a plan, in the order of the seats."""
    return carry_out(
        match, [steps(step)[0] for step in told] + [["."]] * (len(match.seats) - len(told))
    )


def dull(match, seat, avoided=()):
    """A card of the hand that does not matter."""
    hand = match.view(seat).hand

    def harm(kind):
        return kind in avoided, max(MILDEST_FIRST.index(kind), 2), -hand[kind]

    return min(hand, key=harm)


def calm(match, seat):
    """An answer that does little."""
    if match.prompt(seat).id == "pick":
        return dull(match, seat)
    return "nothing" if "nothing" in match.choices(seat) else match.choices(seat)[0]


def step(match):
    """The match after the next answers of all who are waited for."""
    for seat in match.waiting:
        match = match.choose(seat, calm(match, seat))
    return match


def until(match, turn):
    """The match at a later turn of its round."""
    while match.turn < turn:
        match = step(match)
    return match


def rest_of_round(match):
    round = match.round
    while match.round == round and not match.over:
        match = step(match)
    return match


def rest_of_game(match):
    while not match.over:
        match = rest_of_round(match)
    return match


# --- What is seen of it ---


def asked(match):
    """Who is asked what."""
    return {seat: match.prompt(seat).id for seat in match.waiting}


def texts(match, seat):
    """What a seat may answer."""
    return {str(choice) for choice in match.choices(seat)}


def offers(match, seat, tool):
    """Whether a seat may announce a tool: “with:” for chopsticks, “using:” for spoons."""
    return any(f" {tool}" in text for text in texts(match, seat))


def hands(match):
    return [match.view(seat).hand for seat in match.seats]


def trays(match):
    return match.view(None).trays


def dipped(match, seat):
    return match.view(None).dipped[seat]


def face_down(match):
    return match.view(None).face_down


def kept(match, seat):
    return match.view(None).kept[seat]


def unseen(match):
    return match.view(None).unseen


def earned(match, round, dish):
    """What a dish brought everybody in a round."""
    return [
        sum(line.points for line in match.sheet(round).of(seat=seat) if line.card == dish)
        for seat in match.seats
    ]
