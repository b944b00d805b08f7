"""The example game and new cards for two other games, installed as anybody would, and a server that
has them.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.packages import ROOT, install
from tests.server.server_process import SERVE, ServerProcess
from tests.server.table_client import WAIT, Server

SOURCE = ROOT / "examples/night_market"
CARDS = {
    f"kaiten_{card}.py": ROOT / f"tests/plugins/kaiten_{card}.py" for card in ("mochi", "dango")
}
PARTY_MENU = "maki,tempura,eel,mochi,wasabi,chopsticks,pudding"


def copy_package(folder: Path) -> Path:
    """Copy the example package, so that nothing is built among our sources."""
    return Path(shutil.copytree(SOURCE, folder / "source", ignore=shutil.ignore_patterns("__*")))


def install_plugins(folder: Path) -> Path:
    """Let pip install the example game into a folder, and add the cards."""
    site = folder / "site"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    offline = ["--no-deps", "--no-build-isolation", "--no-index", "--target", str(site)]
    subprocess.run([*pip, *offline, str(copy_package(folder))], check=True)
    cards = "[kaiten.cards]\nmochi = kaiten_mochi\ndango = kaiten_dango\n"
    sources = {name: source.read_text() for name, source in CARDS.items()}
    return install(site, "kaiten-cards", cards, sources)


def run_kaiten(site: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command of Kaiten where the plug-ins are installed."""
    return subprocess.run(
        [sys.executable, "-c", SERVE, *words],
        env={**os.environ, "PYTHONPATH": str(site), "KAITEN_JIT": "0", "LC_ALL": "C.UTF-8"},
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )


class FarServer(Server):
    """A server in another process, with the means of one in this process."""

    def __init__(self, process: ServerProcess) -> None:
        self.process, self.url = process, process.url
        self.http = httpx.Client(base_url=self.url, timeout=WAIT)
        self.clients = []

    def stop(self) -> None:
        self.empty()
        self.http.close()
        self.process.close()


@contextmanager
def serve_plugins(folder: Path) -> Iterator[FarServer]:
    """A server, and a process of its own for its bots, where the plug-ins are installed."""
    site = install_plugins(folder)
    process = ServerProcess(f"sqlite:///{folder / 'tables.db'}", folder / "log", bot_workers=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(site))
        patch.setenv("KAITEN_JIT", "0")
        with ThreadPoolExecutor() as thread:  # Playwright has a loop of its own in this one
            thread.submit(asyncio.run, process.open()).result()
    server = FarServer(process)
    yield server
    server.stop()
    assert not process.mishaps()
