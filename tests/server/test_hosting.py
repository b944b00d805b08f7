"""The files for those who host say what they should; no container is started."""

from __future__ import annotations

import ast
import json
import re
import shlex
import shutil
import subprocess
from dataclasses import fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml
from typer.testing import CliRunner

from kaiten.cli.main import app
from kaiten.server.settings import Limits, choose_database, read_trusted_proxies
from tests.dockerfile import (
    ROOT,
    find_last,
    list_context,
    read_environment,
    read_stages,
    read_steps,
)

KNOWN = {
    "ADD",
    "ARG",
    "CMD",
    "COPY",
    "ENTRYPOINT",
    "ENV",
    "EXPOSE",
    "FROM",
    "HEALTHCHECK",
    "LABEL",
    "ONBUILD",
    "RUN",
    "SHELL",
    "STOPSIGNAL",
    "USER",
    "VOLUME",
    "WORKDIR",
}


def compose() -> Any:
    return yaml.safe_load((ROOT / "compose.yaml").read_text())


def check_command(command: list[str]) -> None:
    """A command that Kaiten has, with options that it has."""
    assert command[0] == "kaiten"
    helped = CliRunner().invoke(app, [*command[1:2], "--help"])
    assert helped.exit_code == 0
    for option in (word for word in command if word.startswith("--")):
        assert option in helped.output


def test_the_dockerfile_has_known_instructions() -> None:
    assert {step.instruction for step in read_steps()} <= KNOWN


def test_base_images_are_pinned() -> None:
    first, second = (stage[0].text for stage in read_stages())
    assert first == f"{second} AS build"
    assert re.fullmatch(r"python:3\.\d+\.\d+-slim-[a-z]+", second)
    image = compose()["services"]["postgres"]["image"]
    assert re.fullmatch(r"postgres:\d+\.\d+-[a-z]+", image)


LISTS = ("constraints-build.txt", "constraints.txt", "web/package.json", "web/package-lock.json")


def test_dependencies_are_installed_before_the_sources_are_copied() -> None:
    steps = read_stages()[0]
    words = [shlex.split(step.text) for step in steps if step.instruction in ("COPY", "RUN")]
    last = max(n for n, step in enumerate(words) if {"--requirement", "packages"} & {*step})
    before = [word for step in words[: last + 1] for word in step]
    assert {*LISTS} <= {*before}
    assert not {"src", "web", "pyproject.toml"} & {*before}


def test_what_the_image_is_built_from_exists_and_is_not_ignored() -> None:
    context = set(list_context())
    copied = [shlex.split(step.text)[:-1] for step in read_steps() if step.instruction == "COPY"]
    sources = {Path(name) for names in copied for name in names if not name.startswith("--from=")}
    sources.remove(Path("/opt/kaiten"))  # from the first stage
    for source in sources:
        assert any(source in (path, *path.parents) for path in context), source
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    needed = re.findall(r'(?:readme = |license-files = \[)"(.*?)"', project)
    assert len(needed) == 2
    assert {Path(name) for name in needed} <= sources


def test_docker_does_not_see_what_was_made_here() -> None:
    found = {path.as_posix() for path in list_context()}
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split()
    assert found <= {*tracked} or not tracked


def test_the_image_has_the_compiler_and_the_driver_of_postgresql() -> None:
    *_, install = (step.text for step in read_stages()[0] if step.instruction == "RUN")
    assert '"kaitenzushi[fast,postgres]"' in install


def test_the_container_does_not_run_as_root_and_keeps_its_data_in_a_volume() -> None:
    names = [step.instruction for step in read_steps()]
    assert find_last("USER") == "kaiten"
    assert names.index("USER") < names.index("CMD")
    assert find_last("VOLUME") == "/data"
    settings = read_environment(read_stages()[-1])
    assert (settings["KAITEN_DATA"], settings["KAITEN_CACHE"]) == ("/data", "/data/cache")
    assert "/data" in next(step.text for step in read_steps() if "useradd" in step.text)
    assert find_last("EXPOSE") == settings["KAITEN_PORT"]


def test_the_container_serves() -> None:
    check_command(json.loads(find_last("CMD")))
    assert json.loads(find_last("CMD"))[:2] == ["kaiten", "serve"]


def test_health_is_asked_for_in_python() -> None:
    program, flag, script = json.loads(find_last("HEALTHCHECK").partition("CMD ")[2])
    assert (program, flag) == ("python", "-c")
    assert "/healthz" in {
        node.value for node in ast.walk(ast.parse(script)) if isinstance(node, ast.Constant)
    }


def test_compose_serves_with_two_workers_on_postgresql() -> None:
    kaiten, postgres = compose()["services"]["kaiten"], compose()["services"]["postgres"]
    check_command(kaiten["command"])
    assert kaiten["command"][-2:] == ["--workers", "2"]
    assert kaiten["build"] == "."
    assert kaiten["init"] is True
    port = read_environment(read_stages()[-1])["KAITEN_PORT"]
    assert kaiten["ports"] == ["${KAITEN_PUBLISH:-8000}:" + port]
    assert postgres["healthcheck"]["test"][:2] == ["CMD", "pg_isready"]
    assert kaiten["depends_on"]["postgres"]["condition"] == "service_healthy"
    assert [service["restart"] for service in (kaiten, postgres)] == ["unless-stopped"] * 2


def test_compose_asks_for_the_password_and_uses_it_on_both_sides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kaiten, postgres = (
        compose()["services"][name]["environment"] for name in ("kaiten", "postgres")
    )
    # without it, compose stops with this text
    secret = re.compile(r"\$\{POSTGRES_PASSWORD:\?[^}]*\.env[^}]*\}")
    assert secret.fullmatch(postgres["POSTGRES_PASSWORD"])
    monkeypatch.setenv("KAITEN_DB", secret.sub("secret", kaiten["KAITEN_DB"]))
    url = urlsplit(choose_database())
    assert (url.scheme, url.hostname, url.password) == ("postgresql", "postgres", "secret")
    assert (url.username, url.path[1:]) == (postgres["POSTGRES_USER"], postgres["POSTGRES_DB"])


def test_compose_keeps_what_must_survive_in_volumes() -> None:
    mounted = {name: service["volumes"] for name, service in compose()["services"].items()}
    assert mounted == {
        "kaiten": ["kaiten:/data"],
        "postgres": ["postgres:/var/lib/postgresql/data"],
    }
    assert set(compose()["volumes"]) == {"kaiten", "postgres"}


def has_compose() -> bool:
    docker = shutil.which("docker")
    return (
        bool(docker)
        and subprocess.run(
            [str(docker), "compose", "version"], capture_output=True, check=False
        ).returncode
        == 0
    )


@pytest.mark.skipif(not has_compose(), reason="there is no docker compose here")
@pytest.mark.parametrize("password", ["secret", ""])
def test_docker_compose_understands_the_file_and_insists_on_a_password(password: str) -> None:
    answer = subprocess.run(
        ["docker", "compose", "--env-file", "/dev/null", "config", "--quiet"],
        cwd=ROOT,
        env={"PATH": "/usr/local/bin:/usr/bin:/bin", "POSTGRES_PASSWORD": password},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (answer.returncode == 0) is bool(password)
    assert password or "docs/hosting.md" in answer.stderr


def test_every_limit_is_documented_with_its_default() -> None:
    page = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `KAITEN_(\w+)` \| (\d+) \|", page, re.M))
    assert rows == {field.name.upper(): str(field.default) for field in fields(Limits)}


def test_the_commands_for_those_who_host_exist() -> None:
    page = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
    commands = re.findall(r"^(?:\w+=\S+ )?(kaiten .*?)(?:#.*)?$", page, re.M)
    assert len(commands) >= 3
    for command in commands:
        check_command(shlex.split(command))


def test_every_container_has_an_init_process() -> None:
    pages = [ROOT / "docs/hosting.md", ROOT / "Dockerfile"]
    runs = [run for page in pages for run in re.findall(r"docker run .*", page.read_text("utf-8"))]
    assert len(runs) >= 3
    assert all(run.startswith("docker run --init") for run in runs)


def test_the_proxies_of_the_page_can_be_trusted() -> None:
    page = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
    values = re.findall(r"KAITEN_TRUSTED_PROXIES=([^\s`]+)", page)
    assert len(values) >= 3
    for value in values:
        assert read_trusted_proxies({"KAITEN_TRUSTED_PROXIES": value})
