"""The process that analyses a finished game, without the server that asks it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

import kaiten
from kaiten.server.workers import analysis_worker
from kaiten.server.workers.pool import ANALYSIS_WORKER
from tests.playing import play_out

WORLDS = 1
COMMAND = [sys.executable, "-m", ANALYSIS_WORKER, str(WORLDS)]


def run_worker(record: str) -> list[dict[str, Any]]:
    """Run the process on a record; return its messages."""
    done = subprocess.run(COMMAND, input=record, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="module")
def record() -> str:
    return play_out("sushi-draft", 3, 1).record().json()


def test_it_writes_its_progress_and_then_the_analysis(record: str) -> None:
    *told, last = run_worker(record)
    progress = [message["progress"] for message in told]
    assert progress == sorted(progress)
    assert progress[-1] == pytest.approx(1)
    analysis = kaiten.analyse(record, iterations=WORLDS).data(None)
    assert last == json.loads(json.dumps({"analysis": analysis}))


def test_a_first_coarse_analysis_comes_early(
    record: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(analysis_worker, "FIRST_WORLDS", WORLDS)
    analysis_worker.write_analysis(record, 4 * WORLDS)
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    place = next(place for place, message in enumerate(told) if "first" in message)
    assert told[place - 1]["progress"] == pytest.approx(1 / 5)
    assert told[place + 1]["progress"] > 1 / 5
    for found, worlds in ((told[place]["first"], WORLDS), (told[-1]["analysis"], 4 * WORLDS)):
        analysis = kaiten.analyse(record, iterations=worlds).data(None)
        assert found == json.loads(json.dumps(analysis))


def test_it_tells_why_there_is_no_analysis() -> None:
    (message,) = run_worker("no record")
    assert message.keys() == {"failed"}
    assert "BadRecord" in message["failed"]


def test_it_ends_silently_when_the_server_is_gone(record: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        COMMAND, input=record.encode(), stdout=writer, stderr=subprocess.PIPE, check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")
