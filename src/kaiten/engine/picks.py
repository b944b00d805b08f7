"""How a pick, or an answer to a question, is encoded as one number."""

from __future__ import annotations

from .jit import compiled

PICK = 1  # the question that opens every turn; the games' own questions have higher numbers

# A pick is one number with room for several kinds of card, SLOT bits each. The card taken stands
# first, as it is; the others are raised by one, so that zero means none. The top bit of a slot
# marks a card that acts as this kind.
SLOT = 7
TAKE, SECOND, GIVE, AS, WITH, USING = range(6)
# TAKE, SECOND and GIVE come out of the hand: a card for oneself, another one for oneself, one for
# another player. AS, WITH and USING point at what lies in front of the player: AS at a dish, by its
# first kind, which the card taken joins; WITH and USING at a certain card, the tool that is used.
KIND = 63  # the part of a slot, an answer or a place in the landing row that says which kind
COPY = 64  # a card that acts as the kind, in a slot or in the landing row
NOTHING = KIND  # the answer "none" to a question
OTHER = KIND - 1  # an answer that is neither a kind nor "none"
MAX_KINDS = OTHER  # kinds of card that a game may have: their numbers are below these two
DIPS = 128  # in the landing row: such a card that is to lie on another one


@compiled
def read_slot(choice: int, which: int) -> int:
    """The kind in one of a choice's slots, -1 for none."""
    return ((choice >> (SLOT * which)) & KIND) - (1 if which > 0 else 0)


@compiled
def is_copy(choice: int, which: int) -> bool:
    """Whether a slot names a card that only acts as its kind."""
    return (choice >> (SLOT * which)) & COPY > 0


@compiled
def fill_slot(which: int, kind: int) -> int:
    """What to add to a choice so that one of its later slots names this kind."""
    return (kind + 1) << (SLOT * which)
