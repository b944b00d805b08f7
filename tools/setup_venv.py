"""Set up the virtual environment: `python3 tools/setup_venv.py play` or `... test`.

The Makefile calls this before every target that needs `.venv`; it returns at once if nothing has
changed. An environment that is half-made, moved, or left behind by an upgrade of Python is made
again. Each failure is one line with its cause and remedy; pip's own output goes to a log file.
"""

from __future__ import annotations

import argparse
import errno
import json
import os
import re
import subprocess
import sys
import tempfile
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from compile_catalogues import FOLDERS, find_stale

ROOT = Path(__file__).resolve().parent.parent
# What is installed for each purpose. Numba comes with `fast`, which may be missing.
EXTRAS = {
    "play": ["fast", "server"],
    "test": ["fast", "cli", "server", "postgres", "envs", "dev"],
}
OPTIONAL = "fast"
WITHOUT_NUMBA = "Numba could not be installed; continuing without it (slower)."
# Entries of an environment; a folder with others is not ours to clear.
ENTRIES = {"bin", "include", "lib", "lib64", "share", "etc", "man", "pyvenv.cfg", ".gitignore"}
NOTE, LOG = "kaiten-setup.json", "kaiten-setup.log"
LOOK = """
import json, sys
from importlib.util import find_spec
print(json.dumps([list(sys.version_info[:2]), find_spec("pip.__main__") is not None]))
"""


class CannotSetUp(Exception):
    """The environment cannot be set up: the cause and the remedy in one line."""

    def __init__(self, line: str, output: str = "", is_final: bool = True) -> None:
        super().__init__(line)
        self.output = output
        # whether leaving out Numba would not help
        self.is_final = is_final


# --- The environment ---


class Environment:
    """A virtual environment in a folder, and a note of what was installed there."""

    def __init__(self, folder: Path) -> None:
        self.folder = Path(os.path.abspath(folder))
        self.python = self.folder / "bin/python"

    def read_note(self) -> dict[str, str]:
        try:
            note = json.loads((self.folder / NOTE).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return note if isinstance(note, dict) else {}

    def write_note(self, note: dict[str, str]) -> None:
        (self.folder / NOTE).write_text(json.dumps(note), encoding="utf-8")

    def is_sound(self, version: tuple[int, int] | None) -> bool:
        """Whether Python and pip run there, in this place and of this version."""
        if "unfinished" in self.read_note() or not self.is_in_place():
            return False
        try:
            done = run([self.python, "-c", LOOK])
            found, has_pip = json.loads(done.stdout)
        except (OSError, ValueError):
            return False
        fits = version is None or tuple(found) == version
        return has_pip and fits and self.has_packages_of(found)

    def is_in_place(self) -> bool:
        """Whether scripts name this environment's Python: not after the folder was moved."""
        try:
            head = (self.folder / "bin/pip").read_text(encoding="utf-8", errors="replace")[:2000]
        except OSError:
            return False
        # With spaces in the path, or a long one, a shell script takes the place of the first line.
        found = re.search(r"^'''exec' \"?(.+?)\"? \"\$0\"", head, re.M) or re.match(r"#!(.+)", head)
        named = Path(found[1].strip().strip('"')).parent if found else Path()
        return named.exists() and named.samefile(self.folder / "bin")

    def has_packages_of(self, version: list[int]) -> bool:
        """Whether the packages are this Python's: not after an upgrade of the system's Python."""
        return (self.folder / "lib/python{}.{}/site-packages".format(*version)).is_dir()

    def make(self) -> None:
        """Make the environment, in place of what is there."""
        self.refuse_to_clear_other_things()
        if not (find_spec("venv") and find_spec("ensurepip")):
            raise CannotSetUp(NO_VENV)
        base = getattr(sys, "_base_executable", None) or sys.executable
        # venv would install pip too, but would not show why that fails.
        done = run([base, "-m", "venv", "--clear", "--without-pip", self.folder])
        if done.returncode == 0:
            done = run([self.python, "-Im", "ensurepip", "--upgrade", "--default-pip"])
        if done.returncode:
            raise CannotSetUp(*explain(done.stdout, self.folder))

    def refuse_to_clear_other_things(self) -> None:
        if self.folder.is_dir():
            try:
                others = {path.name for path in self.folder.iterdir()} - ENTRIES - {NOTE, LOG}
            except OSError as problem:
                raise CannotSetUp(UNWRITABLE.format(place=self.folder)) from problem
            if others and not (self.folder / "pyvenv.cfg").exists():
                raise CannotSetUp(
                    f"{self.folder} is no virtual environment, and stays as it is:"
                    " move it away, or choose another folder with VENV=..."
                )

    def install(self, extras: list[str]) -> None:
        """Install the checkout with these extras."""
        wanted = f".[{','.join(extras)}]" if extras else "."
        pip = [self.python, "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
        done = run([*pip, "-e", wanted])
        if done.returncode:
            raise CannotSetUp(*explain(done.stdout, self.folder))
        done = run([self.python, "-c", "import kaiten"])
        if done.returncode:
            raise CannotSetUp("Kaiten was installed, but cannot be imported", done.stdout)


# pip names the network as the cause only if it may retry. The browser client is not built here but
# afterwards, by web/build_client.py, so that what it lacks does not stop the rest.
QUIET = {
    "PYTHONIOENCODING": "utf-8",
    "PIP_NO_COLOR": "1",
    "PIP_RETRIES": "2",
    "HATCH_BUILD_NO_HOOKS": "true",
}


def run(command: list[str | Path]) -> subprocess.CompletedProcess[str]:
    """Run a command in the checkout and return its whole output as one text."""
    return subprocess.run(
        [str(word) for word in command],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        env={**os.environ, **QUIET},
        check=False,
    )


def set_up(purpose: str, folder: Path, version: tuple[int, int] | None = None) -> None:
    """Make the environment and install what the purpose needs, unless that was done."""
    environment, extras = Environment(folder), EXTRAS[purpose]
    sound = environment.is_sound(version)
    if sound and has_extras(environment.read_note(), extras):
        return
    check_folder(environment.folder)
    print("Setting up Kaiten (once, a minute or two) ...", flush=True)
    if not sound:
        environment.make()
    before = environment.read_note()
    # An interrupted installation leaves this behind: then everything is made again.
    environment.write_note({**before, "unfinished": purpose})
    try:
        install_with_or_without_numba(environment, extras)
    except CannotSetUp as problem:
        if NO_SPACE not in str(problem):
            environment.write_note(before)  # pip has failed in order, and can go on from here
        raise
    environment.write_note({**before, purpose: digest(extras)})


def compile_catalogues(environment: Environment) -> None:
    """Compile the catalogues of other languages that have changed since the last time."""
    if any(map(find_stale, FOLDERS)):
        done = run([environment.python, "tools/compile_catalogues.py"])
        if done.returncode:
            raise CannotSetUp("The catalogues of other languages cannot be compiled", done.stdout)


def has_extras(note: dict[str, str], extras: list[str]) -> bool:
    """Whether these extras were installed, for this purpose or for one that needs more."""
    return any(
        set(extras) <= set(others) and note.get(purpose) == digest(others)
        for purpose, others in EXTRAS.items()
    )


def digest(extras: list[str]) -> str:
    """Return a hash of what an installation with these extras depends on."""
    return sha256((ROOT / "pyproject.toml").read_bytes() + repr(extras).encode()).hexdigest()


def install_with_or_without_numba(environment: Environment, extras: list[str]) -> None:
    try:
        environment.install(extras)
    except CannotSetUp as problem:
        if problem.is_final:
            raise
        environment.install([extra for extra in extras if extra != OPTIONAL])
        print(WITHOUT_NUMBA, flush=True)


def check_folder(folder: Path) -> None:
    place = folder if folder.exists() else folder.parent
    if not os.access(place, os.W_OK | os.X_OK):
        raise CannotSetUp(UNWRITABLE.format(place=place))


# --- Causes and remedies ---

PYTHON = "python{}.{}".format(*sys.version_info[:2])
NO_VENV = (
    "Python's venv module is not complete: install it (Debian, Ubuntu:"
    f" sudo apt-get install {PYTHON}-venv) and try again"
)
UNWRITABLE = "{place} is not writable: change its owner or its permissions, and try again"
NO_SPACE = "There is no space left on the disk"
NO_NETWORK = (
    "The package index cannot be reached: check the network (or PIP_INDEX_URL and HTTPS_PROXY),"
    " and try again"
)
UNTRUSTED = (
    "The package index has a certificate that is not trusted: name the certificates of your network"
    " with PIP_CERT, and try again"
)
NO_COMPILER = (
    "{package} must be compiled for this Python, and there is no compiler: install one"
    f" (Debian, Ubuntu: sudo apt-get install build-essential {PYTHON}-dev; macOS: xcode-select"
    " --install), or use another Python: make play PYTHON=python3.12"
)
NO_PACKAGE = (
    f"{{package}} has no release for Python {PYTHON[6:]} on this machine: use another Python, for"
    " example make play PYTHON=python3.12"
)
# What pip and venv print, by cause; the first that is found counts.
SIGNS = {
    "space": rf"\[Errno ({errno.ENOSPC}|{errno.EDQUOT})\]|No space left on device|ENOSPC",
    "unwritable": rf"\[Errno ({errno.EACCES}|{errno.EROFS})\][^'\n]*(?:'(?P<place>[^']+)')?",
    "venv": r"ensurepip is not\s+available|No module named '?(venv|ensurepip)",
    "untrusted": r"CERTIFICATE_VERIFY_FAILED",
    "network": r"NewConnectionError|Failed to establish a new connection|name resolution|"
    r"ConnectTimeoutError|ReadTimeoutError|ProxyError|Connection refused|Network is unreachable|"
    r"ProtocolError|Max retries exceeded",
    "compiler": r"command '[^']*(gcc|cc|clang)[^']*' failed: No such file|"
    r"No such file or directory: '[^']*(gcc|cc|clang)'|Unable to find .*compiler|"
    r"[Rr]ust(c| compiler)?.{0,40}not (found|installed)|Python\.h: No such file|"
    r"can't find Rust compiler|invalid active developer path|"
    r"no acceptable C compiler|Unknown compiler|No CMAKE_C\w*_COMPILER",
    "package": r"No matching distribution found for (?P<name>[\w.-]+)",
}
BUILT = re.compile(r"Failed (?:building wheel for|to build:?) '?([\w.-]+)|building '([\w.-]+)'")


def explain(output: str, folder: Path) -> tuple[str, str, bool]:
    """Return the cause that the output tells, the output, and whether Numba cannot be to blame."""
    for cause, pattern in SIGNS.items():
        found = re.search(pattern, output)
        if found:
            return name_cause(cause, found, output, folder), output, cause not in MAYBE_NUMBA
    errors = re.findall(r"^\s*(?:ERROR|error|Error): ?(.+)", output, re.M)
    last = errors[-1] if errors else (output.strip().splitlines() or ["no reason given"])[-1]
    return f"pip failed: {last.strip()}", output, False


MAYBE_NUMBA = ("compiler", "package")


def name_cause(cause: str, found: re.Match[str], output: str, folder: Path) -> str:
    if cause == "space":
        return f"{NO_SPACE} of {folder} (or of {tempfile.gettempdir()}): make room, and try again"
    if cause == "unwritable":
        return UNWRITABLE.format(place=found["place"] or folder)
    if cause == "package":
        return NO_PACKAGE.format(package=found["name"])
    if cause == "compiler":
        built = BUILT.search(output)
        package = next(filter(None, built.groups()), None) if built else None
        return NO_COMPILER.format(package=package or "A package")
    return {"venv": NO_VENV, "untrusted": UNTRUSTED, "network": NO_NETWORK}[cause]


def keep_log(output: str, folder: Path) -> str:
    """Write the output to a file and return where it is; nothing if it cannot be written."""
    for place in (folder / LOG, Path(tempfile.gettempdir()) / f"kaiten-setup-{os.getpid()}.log"):
        try:
            place.write_text(output, encoding="utf-8")
        except OSError:
            continue
        return f" (the whole output: {place})"
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("purpose", choices=EXTRAS)
    parser.add_argument("--folder", type=Path, default=ROOT / ".venv")
    parser.add_argument("--this-python", action="store_true", help="make it of this Python only")
    asked = parser.parse_args()
    try:
        version = sys.version_info[:2] if asked.this_python else None
        set_up(asked.purpose, asked.folder, version)
        compile_catalogues(Environment(asked.folder))
    except CannotSetUp as problem:
        log = keep_log(problem.output, asked.folder) if problem.output else ""
        sys.exit(f"Kaiten cannot be set up. {problem}{log}.")
    except OSError as problem:
        line = explain(f"{problem}", asked.folder)[0]
        sys.exit(f"Kaiten cannot be set up. {line}.")
    except KeyboardInterrupt:
        sys.exit("Interrupted. The next run starts over.")


if __name__ == "__main__":
    main()
