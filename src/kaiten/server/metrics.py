"""Metrics in the format of Prometheus."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
)

CONNECTIONS = Gauge("kaiten_connections", "WebSockets that are open", multiprocess_mode="livesum")
COMMANDS_DONE = Counter("kaiten_commands", "Commands, by what became of them", ["do", "outcome"])
command_counter = cache(COMMANDS_DONE.labels)
COMMAND_SECONDS = Histogram(
    "kaiten_command_seconds",
    "From a command to its answer",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2),
)
REQUESTS = Counter("kaiten_requests", "HTTP requests, by status", ["status"])
GAMES_STARTED = Counter("kaiten_games_started", "Games that were started")
GAMES_FINISHED = Counter("kaiten_games_finished", "Games that were played to the end")
TURNS = Counter("kaiten_turns", "Turns, and questions between two turns, that were done")
BOT_CHOICES = Counter("kaiten_bot_choices", "Choices that bots made")
BOT_FAILURES = Counter("kaiten_bot_failures", "Choices that a bot owed, and that were made for it")


def render_metrics() -> bytes:
    """Return the metrics of this process, or of all server processes that share a folder."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(REGISTRY)
    remove_dead_processes(Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]))
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def remove_dead_processes(folder: Path) -> None:
    """Remove the gauges of processes that have exited, such as their connections."""
    for file in folder.glob("gauge_live*_*.db"):
        if not is_running(int(file.stem.rpartition("_")[2])):
            file.unlink(missing_ok=True)


def is_running(process: int) -> bool:
    """Return whether a process exists; True where the system cannot tell."""
    try:
        if os.name == "posix":
            os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True
