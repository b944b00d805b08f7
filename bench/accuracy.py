"""How accurately bots play by the analysis of their games: fits ACCURACY_SPAN of
`kaiten.analysis.accuracy` to one set of deals, and reports the accuracy on another.

`python -m bench.accuracy fit sushi-go` prints the constant under which random play and the bot `easy`
come closest to their targets at the tables of Sushi Go!. `python -m bench.accuracy report` prints the
mean accuracy of every bot at every table, as rows of docs/bots.md. Words select tables. Games that
were played before are read from files in the user's cache: remove them when a bot or the search has
changed. A set takes about ten minutes on one core with compiled rules.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import astuple
from itertools import islice
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

import kaiten
from kaiten import Match
from kaiten.analysis.accuracy import (
    ACCURACY_SPAN,
    list_losses,
    measure_share,
    scale_accuracy,
)
from kaiten.analysis.choice_estimates import estimate_choices
from kaiten.analysis.review import ANALYSIS_WORLDS
from kaiten.bots import BOTS, Bot, Budget
from kaiten.bots.tree.rollouts import ChoiceStatistics
from kaiten.folders import find_user_cache
from kaiten.games import find_game
from kaiten.games.sushi_go_party.menus import MENUS
from kaiten.match.choice import Choice
from kaiten.match.view import View

PLAYERS = ("chance", "first", "easy", "medium", "chef")
TARGETS = {"chance": 40, "easy": 60}
GAMES_EACH = {"fit": 6, "report": 10}  # of every bot at every table
SEEDS = {"fit": "x", "report": "report "}  # of the deals
SPANS = [tenth / 2 for tenth in range(60, 161)]


class Table(NamedTuple):
    """A game, a number of players, and the options that are tried in turn, deal by deal."""

    game: str
    players: int
    options: Sequence[dict[str, Any]] = ({},)
    variant: str = ""

    @property
    def name(self) -> str:
        return f"{self.game} {self.players} {self.variant}".strip()


def list_menus(players: int) -> list[dict[str, Any]]:
    """The printed menus for a number of players."""
    limits = find_game("sushi-go-party").limits
    return [
        {"menu": menu.id}
        for menu in MENUS
        if all(players in limits.get(dish, [players]) for dish in menu.dishes.split(","))
    ]


TABLES = [
    *(Table("sushi-go", players) for players in (2, 3, 4, 5)),
    Table("sushi-go", 2, [{"variant": "robot"}], "robot"),
    *(Table("sushi-draft", players) for players in (3, 4, 5)),
    *(Table("sushi-draft", players, [{"advanced": True}], "advanced") for players in (3, 4, 5)),
    *(Table("sushi-go-party", players, list_menus(players)) for players in range(2, 9)),
]


def first(view: View, rng: Random) -> Choice:
    """Take the first card of the hand."""
    return view.choices[0]


def find_player(name: str) -> Bot:
    return first if name == "first" else BOTS[name]


# --- Games, and what their analysis finds ---

Decisions = list[tuple[int, list[ChoiceStatistics]]]  # what was played, and all choices


def play_game(match: Match, bots: Sequence[Bot], seed: int) -> list[Decisions]:
    """The decisions of each seat between several choices."""
    rngs = [Random(f"{seed} {seat}") for seat in match.seats]
    found: list[Decisions] = [[] for _ in match.seats]
    while not match.over:
        answers = {}
        for seat in match.waiting:
            view = match.view(seat)
            choice = answers[seat] = bots[seat](view, rngs[seat])
            if len(view.choices) > 1:
                place = [one.text for one in view.choices].index(choice.text)
                budget = Budget(iterations=ANALYSIS_WORLDS)
                found[seat].append((place, estimate_choices(view, budget, 0, [place])))
        match = match.answer(answers)
    return found


def seat_bots(rng: Random, players: int) -> Iterator[list[str]]:
    """The bots of one table after another, each of them equally often."""
    waiting: list[str] = []
    while True:
        while len(waiting) < players:
            waiting += rng.sample(PLAYERS, len(PLAYERS))
        yield waiting[:players]
        waiting = waiting[players:]


class Played(NamedTuple):
    """What a bot decided in a game."""

    bot: str
    decisions: Decisions


def read_games(table: Table, which: str) -> list[Played]:
    """The games of a set; those that are missing are played first."""
    file = find_user_cache() / "accuracy" / f"{which} {table.name} {ANALYSIS_WORLDS}.jsonl"
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = file.read_text().splitlines() if file.exists() else []
    rng = Random(SEEDS[which] + table.name)
    count = -(-len(PLAYERS) * GAMES_EACH[which] // table.players)
    with file.open("a") as kept:
        for deal, names in enumerate(islice(seat_bots(rng, table.players), count)):
            seed = rng.randrange(2**40)
            if deal < len(lines):
                continue
            options = table.options[deal % len(table.options)]
            match = kaiten.deal(table.game, table.players, seed, **options)
            found = play_game(match, [find_player(name) for name in names], seed)
            lines.append(json.dumps(list(zip(names, found, strict=True)), default=astuple))
            print(lines[-1], file=kept, flush=True)
    return [
        Played(name, [(place, [ChoiceStatistics(*one) for one in row]) for place, row in decisions])
        for line in lines[:count]
        for name, decisions in json.loads(line)
    ]


def list_shares(played: Sequence[Played], bot: str) -> list[float]:
    """What a bot lost in each of its games, as a share of what random play loses."""
    shares = []
    for one in played:
        losses = [list_losses(row) for _, row in one.decisions]
        lost = sum(row[place] for (place, _), row in zip(one.decisions, losses, strict=True))
        share = measure_share(lost, sum(map(fmean, losses)))
        if one.bot == bot and share is not None:
            shares.append(share)
    return shares


# --- Fit and report ---


def measure_misfit(shares: dict[str, list[list[float]]], span: float) -> float:
    """How far the bots are from their targets, squared, over all tables."""
    return sum(
        (fmean(scale_accuracy(share, span) for share in row) - target) ** 2
        for bot, target in TARGETS.items()
        for row in shares[bot]
    )


def fit(tables: Sequence[Table]) -> None:
    played = [read_games(table, "fit") for table in tables]
    shares = {bot: [list_shares(one, bot) for one in played] for bot in TARGETS}
    best = min(SPANS, key=lambda span: measure_misfit(shares, span))
    print(f"best span {best:.1f}, in use {ACCURACY_SPAN}")


def report(tables: Sequence[Table]) -> None:
    for table in tables:
        played, cells = read_games(table, "report"), []
        for bot in PLAYERS:
            row = [scale_accuracy(share) for share in list_shares(played, bot)]
            cells.append(f"{fmean(row):.0f} ± {stdev(row) / len(row) ** 0.5:.0f}")
        print(f"| {table.name} | {' | '.join(cells)} |", flush=True)


def main() -> None:
    command, *words = sys.argv[1:]
    tables = [table for table in TABLES if set(words) <= set(table.name.split())]
    {"fit": fit, "report": report}[command](tables)


if __name__ == "__main__":
    main()
