"""What strangers wrote, in an address or a name, never acts in a page."""

from __future__ import annotations

import json
from html.parser import HTMLParser

import httpx
import pytest

from kaiten.text import find_languages

from .raw_connection import send_raw
from .table_client import Server


class Markup(HTMLParser):
    """What in a page could act, or come from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.suspicious: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        given = dict(attrs)
        if tag == "style" or (tag == "script" and "src" not in given) or "style" in given:
            self.suspicious.append(tag)
        self.suspicious += [name for name in given if name.startswith("on")]
        for name in ("href", "src", "action"):
            if not (given.get(name) or "/").startswith(("/", "#")):
                self.suspicious.append(str(given[name]))


def markup(page: httpx.Response) -> Markup:
    assert page.headers["Content-Type"].startswith("text/html")
    found = Markup()
    found.feed(page.text)
    return found


@pytest.mark.parametrize("language", find_languages())
def test_no_page_has_a_script_or_a_style_in_it(fronted: Server, language: str) -> None:
    code = fronted.open()["table"]
    for path in ("/", f"/t/{code}", "/t/nonsense", "/api/docs"):
        found = markup(fronted.http.get(path, params={"lang": language}))
        assert {"html", "body", "link"} <= found.tags
        assert not found.suspicious


STRANGE = (
    "<script>",
    "%3Cscript%3Ealert(1)%3C%2Fscript%3E",
    '"><img src=x onerror=alert(1)>',
    "K7QX2M;rm -rf ~",
    "AAAAAA%0a",
    "%00",
)


def test_what_stands_in_an_address_stands_in_no_page(fronted: Server) -> None:
    for code in STRANGE:
        page = fronted.http.get(f"/t/{code}")
        assert page.status_code == 404
        for part in ("<script>", "&lt;script", "onerror", "rm -rf", "AAAAAA", "\0"):
            assert part not in page.text


def test_a_host_with_markup_is_escaped(fronted: Server) -> None:
    page = send_raw(fronted, b"GET / HTTP/1.1\r\nHost: x<script>alert(1)</script>\r\n\r\n")
    assert b"<script>" not in page


def test_names_with_markup_are_told_as_data_alone(fronted: Server) -> None:
    name = '<img src=x> & "Ana"'
    opened = fronted.open(name, listed=True)
    fronted.connect_client(opened["table"], opened["token"])
    for path in (f"/api/tables/{opened['table']}", "/api/tables"):
        answer = fronted.http.get(path)
        assert answer.headers["Content-Type"] == "application/json"
        assert json.dumps(name) in answer.text
    for path in ("/", f"/t/{opened['table']}"):
        assert "<img" not in fronted.http.get(path).text
