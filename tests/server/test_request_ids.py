"""What helps those who host: every line of the log names its request, and HTTPS stays HTTPS."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO

import pytest

from kaiten.server import logs
from kaiten.server.settings import Limits
from kaiten.server.web.network import Network

from .conftest import GENEROUS
from .table_client import Server

WISH = {"name": "Ana", "game": "sushi-go"}
LimitedServer = Callable[[Limits], Server]


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[dict[str, object]]]:
    """The lines that the server logs from now on."""
    import logging

    stream = StringIO()
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    monkeypatch.setattr(root, "handlers", handlers)
    monkeypatch.setattr(root, "level", level)
    logs.set_up_logging(json=True, stream=stream)
    return lambda: [json.loads(line) for line in stream.getvalue().splitlines()]


def test_every_request_has_an_id_in_its_answer_and_in_the_log(
    on_sqlite: Server, lines: Callable[[], list[dict[str, object]]]
) -> None:
    answers = [on_sqlite.http.get("/livez") for _ in range(2)]
    ids = [answer.headers["X-Request-ID"] for answer in answers]
    assert len({*ids}) == 2
    logged = [line["request_id"] for line in lines() if line["event"] == "request"]
    assert logged == ids


def test_the_id_of_a_proxy_is_kept_and_nothing_else_that_a_client_says(on_sqlite: Server) -> None:
    for given, kept in (("abc-123", True), ("x" * 65, False), ("a b", False), ("", False)):
        answer = on_sqlite.http.get("/livez", headers={"X-Request-ID": given})
        assert (answer.headers["X-Request-ID"] == given) is kept


def test_what_a_websocket_logs_has_the_id_of_its_connection(
    on_sqlite: Server,
    lines: Callable[[], list[dict[str, object]]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened = on_sqlite.open()
    ana = on_sqlite.connect_client(
        opened["table"], opened["token"], headers={"X-Request-ID": "of-ana"}
    )

    def fail(*_: object) -> None:
        raise RuntimeError("tempura")

    monkeypatch.setattr(on_sqlite.runtime.tables, "_update", fail)
    assert ana.refused("emote", emote="yum") == "busy"
    failed = [line for line in lines() if line["event"] == "command failed"]
    assert [line["request_id"] for line in failed] == ["of-ana"]


def test_who_comes_over_https_is_told_to_stay_there(on_sqlite: Server) -> None:
    https = on_sqlite.http.post("/api/tables", json=WISH, headers={"X-Forwarded-Proto": "https"})
    assert https.headers["Strict-Transport-Security"].startswith("max-age=")
    assert "; Secure" in https.headers["Set-Cookie"]
    on_sqlite.http.cookies.clear()
    http = on_sqlite.http.post("/api/tables", json=WISH)
    assert "Strict-Transport-Security" not in http.headers
    assert "; Secure" not in http.headers["Set-Cookie"]


def test_a_server_with_an_https_address_has_secure_cookies_whatever_its_proxy_says(
    tmp_path: object, serve: Callable[..., Server]
) -> None:
    network = Network(public_url="https://example.org")
    server = serve(f"sqlite:///{tmp_path}/tables.db", GENEROUS, True, network)
    answer = server.http.post("/api/tables", json=WISH)
    assert answer.headers["Strict-Transport-Security"]
    assert "; Secure" in answer.headers["Set-Cookie"]
