"""All pages of the client, in one place: how to come to each of them."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext

from .people import Server, finished, open_table, playing

Path = Callable[[BrowserContext, Server], str]


def at(path: str) -> Path:
    return lambda context, house: path


PAGES: dict[str, Path] = {
    "home": at("/"),
    "new": at("/new"),
    "score": at("/score"),
    "rules": at("/rules"),
    "rules of Sushi Go!": at("/rules/sushi-go"),
    "rules of Sushi Go Party!": at("/rules/sushi-go-party"),
    "rules of Sushi Draft": at("/rules/sushi-draft"),
    "lobby": lambda context, house: f"/t/{open_table(context)}",
    "lobby of another": lambda context, house: f"/t/{house.open()['table']}",
    "game": lambda context, house: f"/t/{playing(context)}",
    "game of others": lambda context, house: f"/t/{finished(house)}",
    "screen": lambda context, house: f"/t/{playing(context)}/screen",
    "replay": lambda context, house: f"/t/{finished(house)}/games/1",
}
