"""Write the exact versions of what the container installs: python -m tests.constraints.

`constraints.txt` lists what the server needs, `constraints-build.txt` what builds the package and
its browser client. pip finds the newest versions that pyproject.toml and the oldest Python allow, and
installs nothing.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from web.build_client import NODE_WHEEL

ROOT = Path(__file__).parent.parent
EXTRAS = "fast,postgres"  # of the package in the container
SERVER, BUILD = ROOT / "constraints.txt", ROOT / "constraints-build.txt"
HEADERS = {
    SERVER: "# What the container's server needs, in exact versions. `make constraints` writes this file.",
    BUILD: "# What builds the container's package, in exact versions. `make constraints` writes this file.",
}
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
OLDEST = ["--python-version", "3.11", "--only-binary", ":all:"]  # newer ones can install them too


def resolve(*requirements: str) -> dict[str, str]:
    """Return version by name of everything that pip would install in an empty venv."""
    words = ["install", "--dry-run", "--target", "unused", "--quiet", "--report", "-"]
    command = [*PIP, *words, *OLDEST, *requirements]
    found = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    packages = [one["metadata"] for one in json.loads(found.stdout)["install"]]
    return {normalize(one["name"]): one["version"] for one in packages}


def normalize(name: str) -> str:
    """Return the name of a package in the form in which names are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def read_constraints(path: Path) -> dict[str, str]:
    """Return version by name of a file of constraints."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return dict(line.split("==") for line in lines if not line.startswith("#"))


def write_constraints(path: Path, versions: dict[str, str]) -> None:
    lines = [f"{name}=={version}" for name, version in sorted(versions.items())]
    path.write_text("\n".join([HEADERS[path], *lines, ""]), encoding="utf-8")


def read_project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def build_requirements() -> list[str]:
    """Return what pip must install before it can build the package and its browser client."""
    listed: list[str] = read_project()["build-system"]["requires"]
    return [*listed, NODE_WHEEL]


def server_requirements(extras: str = EXTRAS) -> list[str]:
    """Return what these extras of the package ask for, those that they include too."""
    project = read_project()["project"]
    listed: list[str] = []
    for extra in extras.split(","):
        for requirement in map(Requirement, project["optional-dependencies"][extra]):
            if requirement.name == project["name"]:
                listed += server_requirements(",".join(requirement.extras))
            else:
                listed.append(str(requirement))
    return listed


if __name__ == "__main__":
    write_constraints(SERVER, resolve(*server_requirements()))
    write_constraints(BUILD, resolve(*build_requirements()))
