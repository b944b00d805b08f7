"""The emotes that players can send each other, and their texts."""

from __future__ import annotations

from typing import Literal

from ...text import Text

EmoteId = Literal["yum", "wow", "oops", "thanks", "hurry", "bravo", "hello", "sorry"]

EMOTES: dict[EmoteId, Text] = {
    "yum": Text("Yum!"),
    "wow": Text("Wow!"),
    "oops": Text("Oops!"),
    "thanks": Text("Thanks!"),
    "hurry": Text("Hurry up!"),
    "bravo": Text("Well done!"),
    "hello": Text("Hello!"),
    "sorry": Text("Sorry!"),
}
