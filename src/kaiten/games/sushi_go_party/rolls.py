"""Nigiri, which every menu has, and the rolls, of which a menu has one."""

from __future__ import annotations

from ...engine.card import (
    MOST,
    NO_PLACE,
    Counts,
    Points,
    Race,
    Tray,
    award,
    count_tied,
    highest_below,
    lowest_count,
)
from ...engine.jit import compiled
from ...engine.operations import discard_card
from ...engine.state import State
from ...text import NO_TEXT, Text, in_context, join_texts, plain_text, plural
from .. import shared_cards
from ..shared_cards import SYMBOLS
from .box import ENGLISH, FRENCH, game

nigiri = shared_cards.nigiri(
    game,
    [
        in_context("Sushi Go Party!", "Egg nigiri"),
        in_context("Sushi Go Party!", "Salmon nigiri"),
        in_context("Sushi Go Party!", "Squid nigiri"),
    ],
    egg=4,
    salmon=5,
    squid=3,
)
EGG, SALMON, SQUID = nigiri.kinds.values()

# --- Maki rolls ---

maki = shared_cards.maki(
    game,
    in_context("Sushi Go Party!", "Maki rolls"),
    Text(
        "6 points for the most maki symbols, 3 for the second most; with six players or more, 6, "
        "4 and 2 for three places. Tied players each score in full, and the next place scores "
        "too. You need at least one symbol."
    ),
    copies=(4, 5, 3),
    course="roll",
)


@maki.compares
def two_or_three_places(counted: Counts, players: int, points: Points) -> None:
    number = 1000
    for place in range(3 if players >= 6 else 2):
        number = highest_below(counted, players, number)
        if number == 0:
            return
        award(6 - 2 * place if players >= 6 else 6 - 3 * place, counted, players, number, points)


# --- Temaki ---

temaki = game.card(
    "temaki",
    Text("Temaki"),
    Text(
        "The most temaki score 4 points; the fewest (or none) lose 4. With two players, nobody "
        "loses points. Tied players each gain or lose in full. If everyone is tied, nothing "
        "happens; two tied players both score if they have any."
    ),
    colour="magenta",
    values=[plain_text("+4 / −4")],
    copies={"temaki": 12},
    course="roll",
)
TEMAKI = temaki.kind
temaki.idea = "race"


@temaki.counts(plural("{n} temaki", "{n} temaki"))
def temakis(tray: Tray) -> int:
    return tray[TEMAKI]


@temaki.compares
def four_for_most_and_fewest(counted: Counts, players: int, points: Points) -> None:
    most_and_fewest(4, counted, players, points)


@compiled
def most_and_fewest(prize: int, counted: Counts, players: int, points: Points) -> None:
    """The most gain the prize, the fewest lose it, ties in full; with two players nobody loses."""
    most, fewest = highest_below(counted, players, 1000), lowest_count(counted, players)
    if most > fewest or (players == 2 and most > 0):
        award(prize, counted, players, most, points)
    if most > fewest and players > 2:
        award(-prize, counted, players, fewest, points)


# --- Uramaki ---

uramaki = game.card(
    "uramaki",
    Text("Uramaki"),
    Text(
        "The first to reach ten symbols scores 8 points at once, the second 6. They then "
        "discard their uramaki. Players who get there on the same turn share the place, each in"
        " full. At the end of the round, the most symbols (at least one) score 2, ties in full."
    ),
    colour="orange",
    values=[plain_text("10 = 8")],
    copies={"uramaki_3": 4, "uramaki_4": 4, "uramaki_5": 4},
    names=[
        Text("Uramaki 3"),
        Text("Uramaki 4"),
        Text("Uramaki 5"),
    ],
    course="roll",
)
URAMAKI_3, URAMAKI_4, URAMAKI_5 = uramaki.kinds.values()
uramaki.idea = "running_race"
uramaki.sayings = {
    "discarded": NO_TEXT,  # the points are told
    "scored": Text("{names}: ten uramaki symbols, {points} points."),
}
GOAL, FRENCH_PLACES, ENGLISH_PLACES = 10, (8, 6), (8, 5, 2)


@uramaki.counts(SYMBOLS)
def uramaki_symbols(tray: Tray) -> int:
    return 3 * tray[URAMAKI_3] + 4 * tray[URAMAKI_4] + 5 * tray[URAMAKI_5]


@compiled
def clear_uramaki(state: State, player: int) -> None:
    """All uramaki in front of a player are discarded, special orders that act as uramaki among
    them.
    """
    for kind in range(URAMAKI_3, URAMAKI_5 + 1):
        while state.trays[player][kind] > 0:
            discard_card(state, player, kind, state.copied[player][kind] > 0)


french_uramaki = uramaki.as_in(FRENCH, race=Race(GOAL, FRENCH_PLACES, skips=False))


@french_uramaki.lands
def first_to_ten(state: State, player: int, kind: int) -> None:
    """8 for the first place, 6 for the second. A player who gets there twice in one turn takes
    the next place too.
    """
    place = state.claimed + state.claims[player]
    if place < len(FRENCH_PLACES) and uramaki_symbols(state.trays[player]) >= GOAL:
        state.at_once[player] += FRENCH_PLACES[place]
        state.claims[player] += 1
        clear_uramaki(state, player)


@french_uramaki.watches
def close_the_places(state: State) -> None:
    """The places that were taken this turn are gone."""
    most = 0
    for player in range(state.players):
        most = max(most, state.claims[player])
    state.claimed += most


@french_uramaki.compares
def two_for_the_most(state: State, counted: Counts, players: int, points: Points) -> None:
    most = highest_below(counted, players, 1000)
    if most > 0:
        award(2, counted, players, most, points)
    add_what_was_scored_at_once(state, players, points)


@compiled
def add_what_was_scored_at_once(state: State, players: int, points: Points) -> None:
    for player in range(players):
        points[player] += state.at_once[player]


english_uramaki = uramaki.as_in(
    ENGLISH,
    Text(
        "8, 5 and 2 points for the first three to reach ten symbols. Places are awarded at the "
        "end of each turn, the highest total first; tied players share a place in full, and the "
        "next place is skipped. Those players discard their uramaki. At the end of the round, "
        "the most symbols take the best place still open."
    ),
    Race(GOAL, ENGLISH_PLACES, skips=True),
)


@english_uramaki.watches
def higher_totals_first(state: State) -> None:
    for player in range(state.players):
        symbols = uramaki_symbols(state.trays[player])
        state.counted[player] = symbols if symbols >= GOAL else 0
    best = highest_below(state.counted, state.players, 1000)
    while best > 0 and state.claimed < len(ENGLISH_PLACES):
        award(ENGLISH_PLACES[state.claimed], state.counted, state.players, best, state.at_once)
        for player in range(state.players):
            if state.counted[player] == best:
                clear_uramaki(state, player)
        state.claimed += 2 if count_tied(state.counted, state.players, best) > 1 else 1
        best = highest_below(state.counted, state.players, best)


@english_uramaki.compares
def best_place_still_open(state: State, counted: Counts, players: int, points: Points) -> None:
    most = highest_below(counted, players, 1000)
    if most > 0 and state.claimed < len(ENGLISH_PLACES):
        award(ENGLISH_PLACES[state.claimed], counted, players, most, points)
    add_what_was_scored_at_once(state, players, points)


@uramaki.lacks
def symbols_to_the_goal(state: State, player: int) -> Text | None:
    """How far the next place is, as long as there is one to race for."""
    prizes = FRENCH_PLACES if state.variant == FRENCH else ENGLISH_PLACES
    if state.claimed >= len(prizes):
        return None
    missing = GOAL - int(uramaki_symbols(state.trays[player]))
    return TO_THE_GOAL.format(n=missing, points=prizes[state.claimed])


TO_THE_GOAL = plural("{n} more symbol: +{points}", "{n} more symbols: +{points}")


@uramaki.explains
def uramaki_in_words(state: State, player: int, points: Points) -> Text:
    cashed = int(state.at_once[player])
    left = int(uramaki_symbols(state.trays[player]))
    parts = [Text("{n} during the round").format(n=cashed)] if cashed else []
    if left:
        place = MOST if points[player] > cashed else NO_PLACE
        parts.append(place.format(count=SYMBOLS.format(n=left)))
    return join_texts(parts)
