"""The emotes that players can send each other, and their texts."""

from __future__ import annotations

from typing import Literal

from ...text import Text

EmoteId = Literal["yum", "wow", "oops", "thanks", "hurry", "bravo", "hello", "sorry"]

EMOTES: dict[EmoteId, Text] = {
    "yum": Text("Yum!", "Miam !"),
    "wow": Text("Wow!", "Oh !"),
    "oops": Text("Oops!", "Oups !"),
    "thanks": Text("Thanks!", "Merci !"),
    "hurry": Text("Hurry up!", "Plus vite !"),
    "bravo": Text("Well done!", "Bravo !"),
    "hello": Text("Hello!", "Bonjour !"),
    "sorry": Text("Sorry!", "Désolé !"),
}
