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
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
import yaml
from typer.testing import CliRunner

from kaiten.cli.main import app
from kaiten.server.settings import Limits, choose_database

ROOT = Path(__file__).parents[2]
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


class Step(NamedTuple):
    instruction: str
    text: str


def steps() -> list[Step]:
    """The instructions of the Dockerfile, each on one line."""
    lines = [
        line
        for line in (ROOT / "Dockerfile").read_text().splitlines()
        if not line.lstrip().startswith("#")
    ]
    joined = re.sub(r"\\\n\s*", " ", "\n".join(lines))
    return [Step(*line.split(maxsplit=1)) for line in joined.splitlines() if line.strip()]


def the_last(instruction: str) -> str:
    return [step.text for step in steps() if step.instruction == instruction][-1]


def compose() -> Any:
    return yaml.safe_load((ROOT / "compose.yaml").read_text())


def check_command(command: list[str]) -> None:
    """A command that Kaiten has, with options that it has."""
    assert command[0] == "kaiten"
    helped = CliRunner().invoke(app, [command[1], "--help"])
    assert helped.exit_code == 0
    for option in (word for word in command if word.startswith("--")):
        assert option in helped.output


def test_the_dockerfile_has_known_instructions_and_begins_with_an_image() -> None:
    assert {step.instruction for step in steps()} <= KNOWN
    assert steps()[0] == Step("FROM", "python:3.12-slim AS build")
    assert [step.text.split()[0] for step in steps() if step.instruction == "FROM"] == [
        "python:3.12-slim"
    ] * 2


def test_what_the_image_is_built_from_exists_and_is_not_ignored() -> None:
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    stages = set(
        re.findall(
            r"AS (\w+)", "\n".join(step.text for step in steps() if step.instruction == "FROM")
        )
    )
    copied = []
    for words in (shlex.split(step.text) for step in steps() if step.instruction == "COPY"):
        if words[0].startswith("--from="):
            assert words[0].removeprefix("--from=") in stages
        else:
            copied += words[:-1]
    assert {"pyproject.toml", "src"} <= set(copied)
    assert "*" in ignored
    for source in copied:
        assert (ROOT / source).exists()
        assert f"!{source}" in ignored
    needed = re.findall(
        r'(?:readme = |license-files = \[)"(.*?)"', (ROOT / "pyproject.toml").read_text()
    )
    assert len(needed) == 2
    assert set(needed) <= set(copied)


def test_the_image_has_the_compiler_and_the_driver_of_postgresql() -> None:
    (install,) = [
        step.text for step in steps() if step.instruction == "RUN" and "pip install" in step.text
    ]
    assert '".[fast,postgres]"' in install


def test_the_container_does_not_run_as_root_and_keeps_its_data_in_a_volume() -> None:
    names = [step.instruction for step in steps()]
    assert the_last("USER") == "kaiten"
    assert names.index("USER") < names.index("CMD")
    assert the_last("VOLUME") == "/data"
    assert {"KAITEN_DATA=/data", "KAITEN_CACHE=/data/cache"} <= set(shlex.split(the_last("ENV")))
    assert "/data" in next(step.text for step in steps() if "useradd" in step.text)
    assert the_last("EXPOSE") == "8000"


def test_the_container_serves() -> None:
    check_command(json.loads(the_last("CMD")))
    assert json.loads(the_last("CMD"))[:2] == ["kaiten", "serve"]


def test_health_is_asked_for_in_python() -> None:
    program, flag, script = json.loads(the_last("HEALTHCHECK").partition("CMD ")[2])
    assert (program, flag) == ("python", "-c")
    assert "/healthz" in {
        node.value for node in ast.walk(ast.parse(script)) if isinstance(node, ast.Constant)
    }


def test_compose_serves_with_two_workers_on_postgresql() -> None:
    kaiten, postgres = compose()["services"]["kaiten"], compose()["services"]["postgres"]
    check_command(kaiten["command"])
    assert kaiten["command"][-2:] == ["--workers", "2"]
    assert kaiten["build"] == "."
    assert postgres["image"] == "postgres:17"
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
