"""The exact versions that the container installs are complete, and within the package's ranges."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.constraints import (
    BUILD,
    HEADERS,
    SERVER,
    build_requirements,
    normalize,
    read_constraints,
    server_requirements,
    write_constraints,
)
from tests.dockerfile import read_python_version

pytestmark = pytest.mark.once

FILES = pytest.mark.parametrize(
    ("path", "required"),
    [(SERVER, server_requirements()), (BUILD, build_requirements())],
    ids=["server", "build"],
)
# The container, where markers such as python_version are read.
CONTAINER = {
    "implementation_name": "cpython",
    "os_name": "posix",
    "platform_machine": "x86_64",
    "platform_python_implementation": "CPython",
    "platform_system": "Linux",
    "python_full_version": read_python_version(),
    "python_version": read_python_version().rpartition(".")[0],
    "sys_platform": "linux",
}


def choose(requirements: Iterable[str], extras: Iterable[str] = ("",)) -> Iterator[Requirement]:
    """Yield the requirements that the container has to meet, for these extras of a package."""
    for requirement in map(Requirement, requirements):
        marker = requirement.marker
        if not marker or any(marker.evaluate({**CONTAINER, "extra": one}) for one in extras):
            yield requirement


def read_requirements(name: str, version: str) -> list[str]:
    """Return what this version of a package requires, if it is the one that is installed here."""
    try:
        found = distribution(name)
    except PackageNotFoundError:
        return []
    return found.requires or [] if found.version == version else []


@FILES
def test_each_line_is_a_name_with_an_exact_version(path: Path, required: list[str]) -> None:
    header, *lines = path.read_text(encoding="utf-8").splitlines()
    assert header == HEADERS[path]
    assert list(read_constraints(path)) == sorted(read_constraints(path))
    for line in lines:
        assert re.fullmatch(r"[a-z0-9-]+==[0-9][0-9a-z.]*", line)  # no address, no file, no hash


@FILES
def test_every_requirement_has_a_version_in_its_range(path: Path, required: list[str]) -> None:
    versions = read_constraints(path)
    seen: set[str] = set()
    waiting = list(choose(required))
    assert waiting
    while waiting:
        requirement = waiting.pop()
        name = normalize(requirement.name)
        assert versions[name] in requirement.specifier, requirement
        if str(requirement) not in seen:
            seen.add(str(requirement))
            below = read_requirements(name, versions[name])
            waiting += choose(below, {"", *requirement.extras})


def test_an_extra_brings_the_extras_that_it_includes() -> None:
    names = {normalize(Requirement(one).name) for one in server_requirements()}
    assert {"numba", "typer", "fastapi", "psycopg"} <= names
    assert "kaitenzushi" not in names


@FILES
def test_what_is_written_can_be_read(
    path: Path, required: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / path.name
    monkeypatch.setitem(HEADERS, copy, HEADERS[path])
    write_constraints(copy, dict(reversed(read_constraints(path).items())))
    assert copy.read_text() == path.read_text()
