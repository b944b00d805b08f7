"""Whole random games at four players, on one core, in one run: Sushi Go! compiled for all tables, for
its own table, plain, and as a hand-written C loop, and every menu of Sushi Go Party! and Sushi Draft
compiled for all tables, some of them for their own. `python -m bench.speed`

Machines are noisy, so they take turns and each keeps its best time; only the ratios mean something.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from kaiten.games.sushi_go_party.menus import MENUS

from .history import note_figures

HERE = Path(__file__).parent
TURNS = 7
# players whose rules are compiled for their own table, and those of the kernel for all tables
OWN_TABLES = {
    "own table": "compiled",
    "own sushi-draft": "sushi-draft",
    "own master-menu": "master-menu",
}
KAITEN = """
import json, sys, time
from kaiten.engine import draft
from kaiten.engine.jit import kernel
from kaiten.engine.specialise import find_table_kernel
from kaiten.engine.state import MAX_PLAYERS, int_array, kernel_state
from kaiten.games import find_game, lay_table
games, game, options = int(sys.argv[1]), find_game(sys.argv[2]), json.loads(sys.argv[3])
table, tally = lay_table(game, 4, game.options(options)), int_array(2 + MAX_PLAYERS)
play, state = kernel(draft.simulate_games), kernel_state(table)
if sys.argv[4] == "own":
    own = find_table_kernel(draft.simulate_games, table)
    play, state = own.compile(), own.make_boards(1)[0]
play(state, 1, 0, 1, tally)
print("ready", flush=True)
for line in sys.stdin:
    start = time.process_time()
    play(state, 1, 0, games, tally)
    print(games / (time.process_time() - start), flush=True)
"""
STARTS = """
import subprocess, sys, time
start = time.perf_counter()
subprocess.run([sys.executable, "-c", sys.argv[1]], check=True)
print(time.perf_counter() - start)
"""


EVERYTHING = """
from random import Random
import kaiten
from kaiten.simulate import simulate
simulate("sushi-go", 4, 10)
match = kaiten.deal("sushi-go-party", 4, 1)
match.choose(0, kaiten.find_bot("greedy")(match.view(0), Random(1)))
"""


class Player:
    """A process that plays a number of games each time it is told to."""

    def __init__(
        self,
        mode: str,
        games: int,
        cache: str,
        game: str = "sushi-go",
        own: str = "",
        **options: Any,
    ) -> None:
        environment = {**os.environ, "KAITEN_JIT": mode, "KAITEN_CACHE": cache}
        command = [sys.executable, "-c", KAITEN, str(games), game, json.dumps(options), own]
        self.process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.line()

    def line(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline()

    def speed(self) -> float:
        assert self.process.stdin
        self.process.stdin.write("play\n")
        self.process.stdin.flush()
        return float(self.line())


def yardstick(folder: str) -> Path | None:
    """The C loop, compiled where there is a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        return None
    program = Path(folder) / "yardstick"
    subprocess.run(
        [compiler, "-O3", "-march=native", "-o", program, HERE / "yardstick.c"], check=True
    )
    return program


def c_speed(program: Path) -> float:
    answer = json.loads(
        subprocess.run([program, "150000"], capture_output=True, text=True, check=True).stdout
    )
    return float(answer["games"] / answer["seconds"])


def seconds_to(script: str, cache: str) -> float:
    environment = {**os.environ, "KAITEN_JIT": "1", "KAITEN_CACHE": cache}
    return float(
        subprocess.run(
            [sys.executable, "-c", STARTS, script],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    )


def main() -> None:
    simulate = "from kaiten.simulate import simulate; simulate('sushi-go', 4, 10)"
    with tempfile.TemporaryDirectory() as folder:
        cold = seconds_to(EVERYTHING, folder)
        warm = min(seconds_to(simulate, folder) for _ in range(3))
        program = yardstick(folder)
        players = {
            "compiled": Player("1", 30_000, folder),
            "own table": Player("1", 30_000, folder, own="own"),
            "plain": Player("0", 200, folder),
        }
        for menu in MENUS:
            players[menu.id] = Player("1", 6_000, folder, "sushi-go-party", menu=menu.id)
        players["sushi-draft"] = Player("1", 30_000, folder, "sushi-draft")
        players["advanced"] = Player("1", 30_000, folder, "sushi-draft", advanced=True)
        players |= {
            "own sushi-draft": Player("1", 30_000, folder, "sushi-draft", own="own"),
            "own master-menu": Player(
                "1", 6_000, folder, "sushi-go-party", own="own", menu="master-menu"
            ),
        }
        best = dict.fromkeys([*players, "C"], 0.0)
        for _ in range(TURNS):
            for name, player in players.items():
                best[name] = max(best[name], player.speed())
            best["C"] = max(best["C"], c_speed(program) if program else 0.0)
    for name in ("compiled", "own table", "plain", "C"):
        speed = best[name]
        print(
            f"{name:>16}  {speed:>9,.0f} games a second"
            if speed
            else f"{name:>16}  no compiler on this machine"
        )
    print(f"compiled / plain  {best['compiled'] / best['plain']:.0f}")
    for own, general in OWN_TABLES.items():
        print(
            f"{own:>16}  {best[own]:>9,.0f} games a second, {best[own] / best[general]:.2f} times"
        )
    if best["C"]:
        print(f"compiled / C      {best['compiled'] / best['C']:.3f}")
        print(f"own table / C     {best['own table'] / best['C']:.3f}")
    for name in [*(menu.id for menu in MENUS), "sushi-draft", "advanced"]:
        speed = best[name]
        print(
            f"{name:>16}  {speed:>9,.0f} games a second, {speed / best['compiled']:.2f} of Sushi Go!'s speed"
        )
    print(f"first start {cold:.1f} s (compiles everything), later starts {warm:.2f} s")
    figures = {name: round(speed) for name, speed in best.items()}
    note_figures("speed", {"games_per_second": figures, "first start": cold, "later starts": warm})


if __name__ == "__main__":
    main()
