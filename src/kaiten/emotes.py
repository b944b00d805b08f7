"""The faces that people make at each other across the table."""

from __future__ import annotations

from typing import Literal

from .text import Text

Face = Literal["yum", "wow", "oops", "thanks", "hurry", "bravo", "hello", "sorry"]

EMOTES: dict[Face, Text] = {
    "yum": Text("Yum!", "Miam !"),
    "wow": Text("Wow!", "Oh !"),
    "oops": Text("Oops!", "Oups !"),
    "thanks": Text("Thanks!", "Merci !"),
    "hurry": Text("Hurry up!", "Plus vite !"),
    "bravo": Text("Well done!", "Bravo !"),
    "hello": Text("Hello!", "Bonjour !"),
    "sorry": Text("Sorry!", "Désolé !"),
}
