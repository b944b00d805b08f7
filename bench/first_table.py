"""How long it takes from the command to a served table, and to the first bot's choice, while the
rules are still being compiled.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import suppress
from typing import Any

GAMES = {
    "sushi-go": {},
    "sushi-go-party": {"menu": "master-menu"},
    "sushi-draft": {"advanced": True},
}


def ask(url: str, data: dict[str, Any] | None = None, token: str = "") -> Any:
    headers = {
        "Content-Type": "application/json",
        **({"Authorization": f"Bearer {token}"} if token else {}),
    }
    request = urllib.request.Request(url, json.dumps(data).encode() if data else None, headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


def until(ready: Any, since: float) -> float:
    """Seconds since a moment until something is so."""
    while True:
        with suppress(OSError):
            if ready():
                return time.perf_counter() - since
        time.sleep(0.005)


def first_game(base: str, game: str) -> list[float]:
    """How long bots take in each turn of a game's first round, from the moment they are asked until
    all have chosen.
    """
    opened = ask(
        f"{base}/api/tables",
        {
            "name": "Ana",
            "game": game,
            "options": GAMES[game],
            "seats": [None, "greedy", "greedy", "chance"],
        },
    )
    table, token = f"{base}/api/tables/{opened['table']}", opened["token"]
    ask(f"{table}/commands", {"do": "start"}, token)
    waits = []
    while True:
        began = time.perf_counter()

        def asked() -> bool:
            shown = ask(table, token=token)
            return bool(
                shown["views"][0]["choices"]
                or shown["views"][0]["round"] > 1
                or shown["table"]["stage"] == "over"
            ) and set(shown["views"][0]["waiting"]) <= {0, *shown["table"]["ready"]}

        waits.append(until(asked, began))
        shown = ask(table, token=token)
        if shown["views"][0]["round"] > 1:
            return waits
        choice = shown["views"][0]["choices"][0]["choice"]
        ask(
            f"{table}/commands",
            {"do": "choose", "choice": choice, "version": shown["version"]},
            token,
        )


def main() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    base = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "KAITEN_DATA": folder,
            "KAITEN_CACHE": f"{folder}/cache",
            "KAITEN_REQUESTS_PER_SECOND": "10000",
        }
        environment.pop("KAITEN_DB", None)
        began = time.perf_counter()
        command = [
            sys.executable,
            "-c",
            "from kaiten.cli.main import main; main()",
            "serve",
            "--port",
            str(port),
        ]
        server = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
        try:
            up = until(lambda: ask(f"{base}/healthz")["ok"], began)
            print(f"the server answers after {up:.2f} s; nothing is compiled yet")
            for game in GAMES:
                waits = first_game(base, game)
                print(
                    f"{game}: three bots have chosen after {max(waits):.3f} s at most, in {len(waits)} turns"
                )
            compiled = until(lambda: ask(f"{base}/healthz")["bots"]["compiled"] > 0, began)
            print(f"compiled workers took over after {compiled:.0f} s")
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
