"""A server in a process of its own, which can be killed and opened again at the same
address.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

SERVE = "import sys; from kaiten.cli.main import main; sys.argv[0] = 'kaiten'; main()"
GENEROUS = {  # a crowd that comes from one address
    "KAITEN_CONNECTIONS": "1000000",
    "KAITEN_CONNECTIONS_PER_ADDRESS": "1000000",
    "KAITEN_TABLES_PER_HOUR": "1000000",
    "KAITEN_REQUESTS_PER_SECOND": "1000000",
    "KAITEN_MESSAGES_PER_SECOND": "1000000",
    "KAITEN_CONNECTIONS_PER_TABLE": "1000000",
    "KAITEN_CHANGES_PER_SECOND": "1000000",
    "KAITEN_JOINS_PER_MINUTE": "1000000",
}
PATIENCE = 30.0  # seconds; a busy machine may need ten times the usual


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


class ServerProcess:
    """`kaiten serve` as a host would start it, with its log in a file, and with room for a crowd."""

    def __init__(
        self, db: str, log: Path, workers: int = 1, bot_workers: int | None = None
    ) -> None:
        self.db, self.log, self.workers = db, log, workers
        self.environment = GENEROUS | (
            {} if bot_workers is None else {"KAITEN_BOT_WORKERS": str(bot_workers)}
        )
        self.families: list[int] = []  # groups of processes, one for each start of the server
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the process, without waiting until it answers."""
        assert self.process is None
        command = [sys.executable, "-c", SERVE, "serve", "--port", str(self.port), "--db", self.db]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--workers", str(self.workers)],
                env={**os.environ, **self.environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # so that what it has started can be told from everything else
            )
        self.families.append(self.process.pid)

    async def open(self) -> None:
        """Start the process if it is not running, and wait until it answers."""
        if self.process is None:
            self.start()
        given_up = time.monotonic() + PATIENCE
        while not await self.answers():
            assert self.process is not None
            if self.process.poll() is not None or time.monotonic() > given_up:
                raise RuntimeError(
                    f"The server does not answer. Its log:\n{self.log.read_text()[-4000:]}"
                )
            await asyncio.sleep(0.02)

    async def answers(self) -> bool:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:
            return False
        try:
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            return b" 200 " in await reader.readline()
        except OSError:
            return False
        finally:
            writer.close()

    def kill(self) -> None:
        """Pull the plug: the server can neither say nor write anything any more. What it has
        started must end by itself.
        """
        self.end(signal.SIGKILL)

    def close(self) -> None:
        """Ask the server to stop, and insist where it does not."""
        self.end(signal.SIGTERM)
        for family in self.families:
            with suppress(ProcessLookupError):
                os.killpg(family, signal.SIGKILL)

    def end(self, how: signal.Signals) -> None:
        process, self.process = self.process, None
        for sent in (how, signal.SIGKILL):
            with suppress(subprocess.TimeoutExpired):
                if process is not None:
                    process.send_signal(sent)
                    process.wait(timeout=10)
                return

    def mishaps(self) -> list[str]:
        """The lines of the log that hold a traceback, but for those about clients that speak no
        UTF-8.
        """
        lines = self.log.read_text().splitlines()
        return [
            line
            for line in lines
            if "Traceback" in line and "Invalid UTF-8 sequence received" not in line
        ]

    def orphans(self) -> int:
        """How many of the ended servers have left processes behind."""
        return sum(alive(family) for family in self.families)


def alive(family: int) -> bool:
    try:
        os.killpg(family, 0)
    except ProcessLookupError:
        return False
    return True
