"""The Dockerfile, read: its instructions, and what the image is built from."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent


class Step(NamedTuple):
    """An instruction of the Dockerfile, on one line."""

    instruction: str
    text: str


def read_steps() -> list[Step]:
    """Return the instructions of the Dockerfile."""
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    text = "\n".join(line for line in lines if not line.lstrip().startswith("#"))
    joined = re.sub(r"\\\n\s*", " ", text)
    return [Step(*line.split(maxsplit=1)) for line in joined.splitlines() if line.strip()]


def read_stages() -> list[list[Step]]:
    """Return the instructions of each stage, from its FROM on."""
    stages: list[list[Step]] = []
    for step in read_steps():
        if step.instruction == "FROM":
            stages.append([])
        stages[-1].append(step)
    return stages


def find_last(instruction: str) -> str:
    """Return the text of the last such instruction, which is the one that counts."""
    return [step.text for step in read_steps() if step.instruction == instruction][-1]


def read_environment(stage: list[Step]) -> dict[str, str]:
    """Return what a stage sets by ENV."""
    words = [word for step in stage if step.instruction == "ENV" for word in shlex.split(step.text)]
    return dict(word.split("=", 1) for word in words)


def read_python_version() -> str:
    """Return the version of Python in the image."""
    return re.split("[:-]", find_last("FROM"))[1]


def list_context() -> Iterator[Path]:
    """Yield the files that Docker may copy, relative to the root: those not in .dockerignore."""
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    patterns = [line for line in lines if line and not line.startswith("#")]
    waiting = [path for path in ROOT.iterdir() if not is_ignored(path, patterns)]
    while waiting:
        path = waiting.pop()
        if path.is_file():
            yield path.relative_to(ROOT)
        else:
            waiting += [below for below in path.iterdir() if not is_ignored(below, patterns)]


def is_ignored(path: Path, patterns: list[str]) -> bool:
    """Whether the last pattern that fits the path, or a folder above it, leaves it out."""
    name = path.relative_to(ROOT).as_posix()
    ignored = False
    for pattern in patterns:
        if fits(name, pattern.removeprefix("!")):
            ignored = not pattern.startswith("!")
    return ignored


def fits(name: str, pattern: str) -> bool:
    """Whether a pattern of .dockerignore means this file or folder, or one that it lies in."""
    parts = name.split("/")
    if pattern.startswith("**/"):
        return any(fnmatch(part, pattern[3:]) for part in parts)
    wanted = pattern.split("/")
    return len(wanted) <= len(parts) and all(map(fnmatch, parts, wanted))
