"""Notes what benchmarks have measured, a line of JSON for each run, in bench/history.jsonl."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
HISTORY = HERE / "history.jsonl"


def find_commit() -> str:
    """Return the commit that was measured, with a + if files have changed; empty if unknown."""
    try:
        done = subprocess.run(
            ["git", "describe", "--always", "--abbrev=12", "--exclude=*", "--dirty=+"],
            cwd=HERE,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()


def find_processor() -> str:
    """Return the name of the machine's processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def note_figures(benchmark: str, figures: dict[str, Any]) -> None:
    """Add a run to the history."""
    line = {
        "benchmark": benchmark,
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
        "commit": find_commit(),
        "machine": find_processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "figures": figures,
    }
    with HISTORY.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
