"""The faces that people make at each other across the table."""

from __future__ import annotations

from typing import Literal

from .text import Words

Face = Literal["yum", "wow", "oops", "thanks", "hurry", "bravo", "hello", "sorry"]

EMOTES: dict[Face, Words] = {
    "yum": Words("Yum!", "Miam !"),
    "wow": Words("Wow!", "Oh !"),
    "oops": Words("Oops!", "Oups !"),
    "thanks": Words("Thanks!", "Merci !"),
    "hurry": Words("Hurry up!", "Plus vite !"),
    "bravo": Words("Well done!", "Bravo !"),
    "hello": Words("Hello!", "Bonjour !"),
    "sorry": Words("Sorry!", "Désolé !"),
}
