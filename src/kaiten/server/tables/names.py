"""Names of people: how they are written, which are refused, and which look alike.

PRECIS (RFC 8266) says what a name may consist of, so nobody can hide a character in one. Unicode's
table of confusable characters (UTS 39) says which names people cannot tell apart.
"""

from __future__ import annotations

import unicodedata
from functools import cache

from confusable_homoglyphs.confusables import confusables_data
from precis_i18n import get_profile

from ...match.match import ROBOT_NAME
from ..protocol.errors import BadName, NameTaken
from .table import Table

NAME_LENGTH = 24
BLANK = set("\u2800")  # a sign without a shape that PRECIS allows
# between and after emoji: how phones write hearts in colour, and families
EMOJI_JOINERS, EMOJI = set("\ufe0e\ufe0f\u200d"), ("So", "Sk")
NICKNAME = get_profile("NicknameCasePreserved")


def clean_name(name: str) -> str:
    """Return a name as it is shown: composed letters, single spaces, nothing invisible."""
    if len(name) > 10 * NAME_LENGTH:
        # normalising thousands of accents takes seconds, during which the server does nothing else
        raise BadName
    try:
        clean = NICKNAME.enforce(join_emoji(unicodedata.normalize("NFC", name)))
    except UnicodeEncodeError:
        raise BadName from None
    if BLANK & set(clean) or not any(map(is_visible_alone, clean)) or len(clean) > NAME_LENGTH:
        raise BadName
    return clean


def join_emoji(name: str) -> str:
    """Return a name without the invisible characters that belong to emoji."""
    kept: list[str] = []
    for letter in name:
        after_emoji = bool(kept) and unicodedata.category(kept[-1]) in EMOJI
        if not (letter in EMOJI_JOINERS and after_emoji):
            kept.append(letter)
    return "".join(kept)


def is_visible_alone(letter: str) -> bool:
    """Return whether a character can be seen by itself; an accent cannot."""
    return unicodedata.category(letter)[0] not in "MZ"


def check_new_name(table: Table, name: str, own: int | None = None) -> str:
    """Return the cleaned name, or raise if another person at the table has one like it."""
    clean = clean_name(name)
    taken = {person.name for person in table.people.values() if person.number != own}
    taken |= {ROBOT_NAME, *(seat.name for seat in table.seats)}
    if any(look_alike(clean, other) for other in taken):
        raise NameTaken
    return clean


def look_alike(name: str, other: str) -> bool:
    """Return whether people could take one name for the other."""
    return fold_case(name) == fold_case(other) or draw_skeleton(name) == draw_skeleton(other)


def fold_case(name: str) -> str:
    """Return a form that is equal for names that differ in case, width or style."""
    return unicodedata.normalize("NFKC", name).casefold()


def draw_skeleton(name: str) -> str:
    """Return a form that is equal for names whose letters look alike, in capitals or not."""
    drawn = replace_lookalikes(unicodedata.normalize("NFKC", name))
    return replace_lookalikes(drawn.casefold())


def replace_lookalikes(name: str) -> str:
    """Return the name with one letter in place of all that look like it."""
    return unicodedata.normalize(
        "NFD", "".join(map(find_prototype, unicodedata.normalize("NFD", name)))
    )


@cache
def find_prototype(letter: str) -> str:
    """Return the characters that stand for all that look like this one.

    The table lists at each prototype all that look like it, and at these the prototype alone.
    """
    alike: list[str] = [entry["c"].strip("\u200e") for entry in confusables_data.get(letter, ())]
    if len(alike) != 1:
        return letter
    other = alike[0]
    is_prototype = len(other) > 1 or len(confusables_data.get(other, ())) > 1
    return other if is_prototype else min(letter, other)
