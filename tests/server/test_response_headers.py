"""The headers that every answer has, so that no other page can do harm with it."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from kaiten.server.settings import Limits
from kaiten.server.tables import commands

from .conftest import Clock
from .raw_connection import EVIL
from .table_client import Server


def test_every_kind_of_answer_has_the_headers_that_keep_a_page_safe(
    shared_sqlite_server: Server,
) -> None:
    opened = shared_sqlite_server.open()
    commands_at = f"/api/tables/{opened['table']}/commands"
    pages = (
        "/",
        f"/t/{opened['table']}",
        "/api/docs",
        "/style.css",
        "/api/games",
        "/api/tables",
        "/api/openapi.json",
        "/healthz",
        "/metrics",
    )
    answers = {
        (path, 200): shared_sqlite_server.http.get(path)
        for path in (*pages, f"/api/tables/{opened['table']}")
    }
    answers |= {
        ("open", 201): shared_sqlite_server.http.post(
            "/api/tables", json={"name": "Ben", "game": "sushi-go"}
        ),
        ("slash", 307): shared_sqlite_server.http.get("/api/games/"),
        ("not JSON", 400): shared_sqlite_server.http.post(commands_at, content=b"{"),
        ("no token", 401): shared_sqlite_server.http.post(commands_at, json={"do": "leave"}),
        ("elsewhere", 403): shared_sqlite_server.http.post(
            commands_at, json={"do": "leave"}, headers={"Origin": EVIL}
        ),
        ("nowhere", 404): shared_sqlite_server.http.get("/nowhere"),
        ("no code", 404): shared_sqlite_server.http.get("/t/<b>"),
        ("no table", 404): shared_sqlite_server.http.get("/api/tables/AAAAAA"),
        ("no game", 404): shared_sqlite_server.http.get(f"/api/tables/{opened['table']}/games/1"),
        ("method", 405): shared_sqlite_server.http.delete("/api/games"),
        ("head", 405): shared_sqlite_server.http.head("/api/games"),
        ("stage", 409): shared_sqlite_server.post(opened["table"], "away", opened["token"]),
        ("size", 413): shared_sqlite_server.http.post(commands_at, content=b"x" * 70_000),
    }
    for (what, status), answer in answers.items():
        assert answer.status_code == status, what
        check_headers(answer)


def check_headers(answer: httpx.Response) -> None:
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert (
        answer.headers["Cross-Origin-Opener-Policy"]
        == answer.headers["Cross-Origin-Resource-Policy"]
        == "same-origin"
    )
    assert "camera=()" in answer.headers["Permissions-Policy"]
    check_policy(answer.headers["Content-Security-Policy"])
    assert "access-control-allow-origin" not in answer.headers
    if answer.url.path.startswith("/api"):
        assert answer.headers["Cache-Control"] == "no-store"


def check_policy(policy: str) -> None:
    """Nothing from elsewhere, and nothing that stands in the page itself."""
    sources = {
        name: values.split()
        for name, _, values in (part.strip().partition(" ") for part in policy.split(";"))
    }
    assert (
        sources["default-src"]
        == sources["script-src"]
        == sources["style-src"]
        == sources["connect-src"]
        == ["'self'"]
    )
    assert sources["object-src"] == sources["base-uri"] == sources["frame-ancestors"] == ["'none'"]
    assert sources["form-action"] == ["'self'"]
    everything = {source for values in sources.values() for source in values}
    assert everything <= {"'self'", "'none'", "data:"}


def test_an_answer_to_too_many_requests_has_them_too(
    limited: Callable[[Limits], Server], clock: Clock
) -> None:
    server = limited(Limits(requests_per_second=1))
    answers = [server.http.get("/healthz") for _ in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    check_headers(answers[-1])


def test_what_nobody_foresaw_is_told_in_the_one_shape_and_with_the_headers(
    shared_sqlite_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = shared_sqlite_server.open()["table"]

    def fail(*_: object) -> None:
        raise RuntimeError("tempura")

    monkeypatch.setattr(commands, "recognise", fail)
    answer = shared_sqlite_server.http.get(f"/api/tables/{code}?lang=fr")
    assert answer.status_code == 503
    assert answer.json()["code"] == "busy"
    assert answer.json()["error"] == "Le serveur est occupé\u00a0; réessayez dans un instant."
    check_headers(answer)
    assert "tempura" not in answer.text
