"""How strong the bots are, contest by contest, as rows of the table in docs/bots.md: `python -m
bench.strength [word ...]`.

With words, only the contests whose command has them all. The whole takes about three quarters of an
hour on two cores.
"""

from __future__ import annotations

import sys
from typing import NamedTuple

import kaiten
from kaiten.games.sushi_go_party.menus import MENUS

SEED = 11


class Contest(NamedTuple):
    """The first bot against a table of the second one."""

    game: str
    players: int
    bot: str
    other: str
    games: int
    menu: str = ""

    @property
    def bots(self) -> list[str]:
        return [self.bot, *[self.other] * (self.players - 1)]

    @property
    def command(self) -> str:
        menu = f" --menu {self.menu}" if self.menu else ""
        return f"--game {self.game}{menu} --players {self.players} --bots {','.join(self.bots)} --games {self.games} --seed {SEED}"


PARTY = "sushi-go-party"
CONTESTS = [
    Contest("sushi-go", 2, "heuristic", "chance", 1000),
    Contest("sushi-go", 4, "heuristic", "chance", 1000),
    Contest("sushi-go", 4, "search", "heuristic", 400),
    Contest("sushi-go", 5, "search", "heuristic", 400),
    Contest("sushi-go", 2, "search", "heuristic", 1000),
    Contest("sushi-go", 2, "search", "greedy", 200),
    Contest("sushi-go", 4, "search", "greedy", 200),
    Contest("sushi-draft", 4, "heuristic", "chance", 1000),
    Contest("sushi-draft", 4, "search", "heuristic", 200),
    *[Contest(PARTY, 4, "heuristic", "chance", 200, menu.id) for menu in MENUS],
    Contest(PARTY, 2, "heuristic", "chance", 200, "dinner-for-two"),
    Contest(PARTY, 2, "search", "heuristic", 100, "dinner-for-two"),
    *[Contest(PARTY, 4, "search", "heuristic", 100, menu.id) for menu in MENUS],
    Contest("sushi-go", 2, "search@5000", "search@1000", 400),
]


def row(contest: Contest) -> str:
    """What came of a contest, as a row of a table."""
    options = {"menu": contest.menu} if contest.menu else {}
    results = kaiten.run_contest(
        contest.game, contest.bots, games=contest.games, seed=SEED, options=options
    )
    first = results.standings[0]
    return (
        f"| `{contest.command}` | {100 * first.win_share.mean:.1f} ± {100 * first.win_share.error:.1f} % "
        f"| {first.margin.mean:+.1f} ± {first.margin.error:.1f} |"
    )


def main() -> None:
    for contest in CONTESTS:
        if all(word in contest.command for word in sys.argv[1:]):
            print(row(contest), flush=True)


if __name__ == "__main__":
    main()
