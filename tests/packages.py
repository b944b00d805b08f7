"""Packages that add something to Kaiten, as an installer leaves them in a folder of `sys.path`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).parents[1]


def install(folder: Path, name: str, entry_points: str, sources: Mapping[str, str]) -> Path:
    """Write a package into a folder: its entry points, and its modules by file name."""
    metadata = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(dedent(entry_points))
    for file, source in sources.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(dedent(source))
    return folder


def run_with(
    folder: Path, script: str, jit: str = "0", **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run a script in a new process that finds what is installed in this folder."""
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    return subprocess.run(
        [sys.executable, "-c", dedent(script)],
        env={**os.environ, "KAITEN_JIT": jit, "LC_ALL": "C", **variables, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
