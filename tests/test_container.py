"""The container's image, built without Docker: the steps of the Dockerfile in an empty venv.

The venv stands for the Python of the base image, and folders of the image lie in a temporary one.
What needs root is left out: the user, and the folder of the data.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import distributions
from importlib.util import find_spec
from pathlib import Path

import pytest
from tools import setup_venv

from tests.constraints import BUILD, SERVER, normalize, read_constraints
from tests.dockerfile import ROOT, Step, find_last, list_context, read_environment, read_stages
from tests.long_run import LONG
from tests.server.server_process import PATIENCE, free_port

# The image is one of Linux, and has Numba.
can_install = sys.platform == "linux" and find_spec("numba")
pytestmark = [
    pytest.mark.once,
    pytest.mark.sweep,
    # it installs everything again; tests/test_constraints.py compares the lists with pyproject.toml
    pytest.mark.skipif(not LONG, reason="make test-long runs it"),
    pytest.mark.skipif(not can_install, reason="the image's packages do not fit this machine"),
]

NO_NETWORK = (setup_venv.SIGNS["network"], "npm registry cannot be reached")
# An image has no use for pip's cache; here it saves downloads.
QUICKLY = {"PIP_NO_CACHE_DIR": "0", "PIP_NO_COMPILE": "1", "PIP_RETRIES": "2"}


class Image:
    """What the Dockerfile makes, in a folder that stands for the root of the image."""

    def __init__(self, root: Path) -> None:
        self.root, self.work = root, root
        self.built, self.served = read_stages()
        self.base, self.venv = root / "usr", root / "opt/kaiten"

    def build(self) -> None:
        """Perform the steps of the first stage."""
        subprocess.run([sys.executable, "-m", "venv", self.base], check=True)
        (self.base / "bin/sh").symlink_to("/bin/sh")
        for step in self.built:
            self.perform(step)

    def perform(self, step: Step) -> None:
        if step.instruction == "WORKDIR":
            self.work = self.find(step.text)
            self.work.mkdir(parents=True)
        elif step.instruction == "COPY":
            self.copy(*shlex.split(step.text))
        elif step.instruction == "RUN":
            self.run(step.text)
        else:
            assert step.instruction in ("FROM", "ENV")

    def find(self, path: str) -> Path:
        """Return where a path of the image lies here."""
        return self.root / path.lstrip("/")

    def copy(self, *words: str) -> None:
        *sources, target = words
        for source in map(Path, sources):
            found = [path for path in list_context() if path == source or source in path.parents]
            assert found, f"{source} does not exist, or is in .dockerignore"
            for path in found:
                inside = path.name if path == source else path.relative_to(source)
                place = self.work / target / inside
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / path, place)

    def run(self, text: str) -> None:
        """Run a command as Docker would; skip the tests if it needs a network that is missing."""
        command = text.replace("/opt/", f"{self.find('/opt')}/")
        settings = {**read_environment(self.built), **QUICKLY}
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=self.work,
            env={**os.environ, **settings, "PATH": str(self.base / "bin")},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        if done.returncode and any(re.search(sign, done.stdout) for sign in NO_NETWORK):
            pytest.skip("the image's packages cannot be installed without a network")
        assert done.returncode == 0, f"{text}\n{done.stdout}"

    @contextmanager
    def serve(self, port: int) -> Iterator[subprocess.Popen[bytes]]:
        """Run the command of the image, at another port."""
        settings = self.settings(port)
        with (self.root / "log").open("wb") as log:
            process = subprocess.Popen(
                json.loads(find_last("CMD")), env=settings, stdout=log, stderr=log
            )
            try:
                yield process
            finally:
                process.terminate()
                process.wait(timeout=PATIENCE)

    def settings(self, port: int) -> dict[str, str]:
        """Return the environment of a container, with KAITEN_PORT set."""
        set_there = read_environment(self.served)
        for name in ("KAITEN_DATA", "KAITEN_CACHE"):
            set_there[name] = str(self.find(set_there[name]))
        return {**set_there, "PATH": str(self.venv / "bin"), "KAITEN_PORT": str(port)}

    def is_healthy(self, port: int) -> bool:
        """Whether the health check of a container with this KAITEN_PORT passes."""
        command = json.loads(find_last("HEALTHCHECK").partition("CMD ")[2])
        done = subprocess.run(command, env=self.settings(port), capture_output=True, check=False)
        assert done.returncode in (0, 1)  # Docker knows no others
        return done.returncode == 0


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    image = Image(tmp_path_factory.mktemp("image"))
    image.build()
    return image


def list_installed(venv: Path) -> dict[str, str]:
    """Return version by name of what is installed in a venv, without pip."""
    places = [str(place) for place in venv.glob("lib/python3*/site-packages")]
    found = {normalize(one.name): one.version for one in distributions(path=places)}
    return {name: version for name, version in found.items() if name not in ("pip", "setuptools")}


def test_exactly_the_versions_of_the_lists_are_installed(image: Image) -> None:
    served = list_installed(image.venv)
    assert served.pop("kaitenzushi")
    assert served == read_constraints(SERVER)
    assert list_installed(image.base) == read_constraints(BUILD)


def test_the_package_has_the_browser_client(image: Image) -> None:
    (package,) = image.venv.glob("lib/python3*/site-packages/kaiten")
    assert (package / "server/client/index.html").exists()


def test_the_health_check_follows_the_port(image: Image) -> None:
    port, other = free_port(), free_port()
    assert not image.is_healthy(port)
    with image.serve(port) as server:
        given_up = time.monotonic() + PATIENCE
        while not image.is_healthy(port):
            assert server.poll() is None, (image.root / "log").read_text()
            assert time.monotonic() < given_up
        assert not image.is_healthy(other)
    assert not image.is_healthy(port)
