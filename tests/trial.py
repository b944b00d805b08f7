"""A small game that tries the kernel: what the finished games do not need, and Sushi Draft will.

Trial buffet has a joker whose category is chosen with the pick, tokens, and a card that is never played.
"""

from __future__ import annotations

from kaiten.card import Counts, Points, Tray, highest, tied
from kaiten.game import Game
from kaiten.moves import AS, TAKE, slot
from kaiten.state import State
from kaiten.words import Words, same

buffet = Game(
    id="trial-buffet",
    title=same("Trial buffet"),
    rule=same("A game for tests."),
    version=1,
    edition="fr",
    hand_sizes={3: 4, 4: 4, 5: 4},
    options={"direction": ("left", "alternate")},
    unplayed=1,
    reshuffles=True,
)

tuna = buffet.card("tuna", same("Tuna"), same("Most tuna takes a token."), "red", {"tuna": 10}, serves=1 << AS)
shrimp = buffet.card("shrimp", same("Shrimp"), same("Counts for variety."), "pink", {"shrimp": 10}, serves=1 << AS)
joker = buffet.card("joker", same("Joker"), same("Goes onto a category begun."), "teal", {"joker": 3}, mimic=True)
TUNA, SHRIMP, JOKER = tuna.kind, shrimp.kind, joker.kind


@tuna.counts(same("tuna"), same("tuna"))
def pieces(tray: Tray) -> int:
    return tray[TUNA]


@tuna.compares
def a_token_for_the_most(state: State, counted: Counts, players: int, points: Points) -> None:
    most = highest(counted, players, 1000)
    for player in range(players):
        if most > 0 and counted[player] == most and tied(counted, players, most) == 1:
            state.tokens[player][0] += state.round_number
            points[player] = 0


@joker.opens
def onto_something(state: State, player: int) -> int:
    return 1 << AS if state.trays[player][TUNA] + state.trays[player][SHRIMP] > 0 else 0


@joker.allows
def joker_needs_a_category(state: State, player: int, choice: int) -> bool:
    return (slot(choice, TAKE) == JOKER) == (slot(choice, AS) >= 0)


@joker.lands
def join_the_category(state: State, player: int, kind: int) -> None:
    category = slot(state.chosen[player], AS)
    state.trays[player][JOKER] -= 1
    state.trays[player][category] += 1
    state.copied[player][category] += 1


tokens = buffet.printed_nowhere("tokens", same("Tokens"), same("Counted at the end."), final=True)


@tokens.scores
def worth(state: State, player: int) -> int:
    return state.tokens[player][0]


@tokens.explains
def tokens_in_words(state: State, player: int) -> Words:
    return same(f"tokens: {state.tokens[player][0]}")
