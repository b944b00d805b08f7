"""Kills the server hundreds of times under people who play, and checks that nothing which was
acknowledged is lost.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from random import randrange

from tests.postgres import open_postgres
from tests.server.chaos_players import Evening, evening
from tests.server.server_process import ServerProcess


def spend(name: str, servers: list[ServerProcess], kills: int, asked: argparse.Namespace) -> bool:
    """An evening at these servers; whether everything went well."""
    print(
        f"{name}, {kills} kills, which takes some {kills // 20 + 1} minutes; seed {asked.seed}",
        flush=True,
    )
    try:
        spent: Evening = asyncio.run(evening(servers, kills, asked.tables, asked.seed))
    finally:
        for server in servers:
            server.close()
    print(spent)
    mishaps = [mishap for server in servers for mishap in server.mishaps()]
    if mishaps:
        print(f"{len(mishaps)} mishaps in the logs, the first of them:\n{mishaps[0]}")
    return not spent.complaints and not mishaps


def main() -> None:
    parser = argparse.ArgumentParser(prog="chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=300, help="of a server with SQLite")
    parser.add_argument(
        "--postgres-kills", type=int, default=100, help="of one of two servers with one PostgreSQL"
    )
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seed", type=int, default=randrange(1_000_000))
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder, fine = Path(name), True
        if asked.kills:
            servers = [ServerProcess(f"sqlite:///{folder}/tables.db", folder / "log")]
            fine &= spend("SQLite", servers, asked.kills, asked)
        if asked.postgres_kills:
            with open_postgres() as server:
                db = server.create_database()
                servers = [ServerProcess(db, folder / server) for server in ("first", "second")]
                fine &= spend("PostgreSQL, two servers", servers, asked.postgres_kills, asked)
    sys.exit(not fine)


if __name__ == "__main__":
    main()
