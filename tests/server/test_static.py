"""The browser client as the server hands it out: one page for all addresses, and files in the form
that a browser takes.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kaiten.server.settings import Limits
from kaiten.server.web import static
from kaiten.text import find_languages

from .conftest import small_client
from .raw_connection import send_raw
from .table_client import Server
from .test_response_headers import check_headers

SCRIPT, STYLE = "/assets/app-1a2b.js", "/assets/app-3c4d.css"
ADDRESSES = [
    "/",
    "/new",
    "/score",
    "/rules",
    "/rules/sushi-go",
    "/t/AAAAAA",
    "/t/AAAAAA/screen",
    "/t/AAAAAA/games/1",
]
FILES = {
    "/icon.svg": "image/svg+xml",
    "/app.webmanifest": "application/manifest+json",
    "/worker.js": "text/javascript; charset=utf-8",
    SCRIPT: "text/javascript; charset=utf-8",
    STYLE: "text/css; charset=utf-8",
}


@pytest.fixture
def fronted(
    shared_sqlite_server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Server:
    """A server that has a browser client."""
    monkeypatch.setitem(
        shared_sqlite_server.app.state._state,
        "client",
        static.read_client_files(small_client(tmp_path / "client")),
    )
    return shared_sqlite_server


def test_every_address_of_ours_shows_the_one_page(fronted: Server) -> None:
    pages = [fronted.http.get(path) for path in ADDRESSES]
    assert {page.status_code for page in pages} == {200}
    assert {page.headers["Content-Type"] for page in pages} == {"text/html; charset=utf-8"}
    assert {page.headers["Cache-Control"] for page in pages} == {"no-cache"}
    assert len({page.text for page in pages}) == 1
    assert '<div id="app">' in pages[0].text


@pytest.mark.parametrize("path", ["/t/aaaaa0", "/t/nonsense/screen", "/t/AAAAA0/games/1"])
def test_a_code_that_no_table_can_have_is_not_found_and_the_page_says_so(
    fronted: Server, path: str
) -> None:
    page = fronted.http.get(path)
    assert (page.status_code, page.headers["Content-Type"]) == (404, "text/html; charset=utf-8")
    again = fronted.http.get(path, headers={"If-None-Match": page.headers["ETag"]})
    assert again.status_code == 404


@pytest.mark.parametrize("path", ["/nowhere", "/assets/nothing.js", "/deep/down/nowhere"])
def test_whoever_goes_astray_with_a_browser_gets_the_page_and_a_program_the_error(
    fronted: Server, path: str
) -> None:
    page = fronted.http.get(path, headers={"Accept": "text/html,*/*;q=0.8"})
    assert (page.status_code, page.headers["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert '<div id="app">' in page.text
    error = fronted.http.get(path, headers={"Accept": "*/*"})
    assert (error.status_code, error.json()["code"]) == (404, "not-found")


def test_files_say_what_they_are_and_how_long_they_last(fronted: Server) -> None:
    for path, media_type in FILES.items():
        file = fronted.http.get(path, headers={"Accept-Encoding": "identity"})
        assert (file.status_code, file.headers["Content-Type"]) == (200, media_type)
        lasts = "public, max-age=31536000, immutable" if path.startswith("/assets/") else "no-cache"
        assert file.headers["Cache-Control"] == lasts


@pytest.mark.parametrize("path", ["/", "/icon.svg", SCRIPT])
def test_what_a_browser_has_already_is_not_sent_again(fronted: Server, path: str) -> None:
    tag = fronted.http.get(path).headers["ETag"]
    for known in (tag, tag.removeprefix("W/"), f'"other", {tag}'):
        again = fronted.http.get(path, headers={"If-None-Match": known})
        assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
        check_headers(again)
    assert fronted.http.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


@pytest.mark.parametrize(
    ("accepted", "packing"),
    [
        ("gzip, deflate, br, zstd", "br"), ("gzip, deflate", "gzip"), ("BR;q=0.5, gzip;q=1", "br"), ("br;q=0, gzip", "gzip"), ("br;q=0.0", None),
        ("identity", None), ("", None), ("zstd", None), ("nonsense;;q=,=", None),
    ],
)  # fmt: skip
def test_a_file_comes_in_the_smallest_form_that_the_browser_takes(
    fronted: Server, accepted: str, packing: str | None
) -> None:
    with fronted.http.stream("GET", SCRIPT, headers={"Accept-Encoding": accepted}) as file:
        assert b"".join(file.iter_raw()) == fronted.app.state.client[SCRIPT].variants[packing or ""]
        assert file.headers.get("Content-Encoding") == packing
        assert file.headers["Vary"] == "Accept-Encoding"
        assert file.headers["Content-Type"].startswith("text/javascript")


@pytest.mark.parametrize("path", ["/", "/t/nonsense", "/icon.svg", SCRIPT])
def test_whoever_asks_for_the_headers_alone_gets_them(fronted: Server, path: str) -> None:
    plain = {"Accept-Encoding": "identity"}
    asked, got = fronted.http.head(path, headers=plain), fronted.http.get(path, headers=plain)
    assert asked.content == b""
    assert asked.status_code == got.status_code
    for name in ("Content-Type", "Content-Length", "ETag", "Cache-Control"):
        assert asked.headers[name] == got.headers[name]


def test_everything_has_the_headers_that_keep_a_page_safe(fronted: Server) -> None:
    for path in (*ADDRESSES, *FILES, "/t/nonsense", "/nowhere", "/assets/nowhere.js"):
        check_headers(fronted.http.get(path))


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../routes.py", "/assets/../../../../etc/passwd", "/../front.py", "/assets/%2e%2e/routes.py", "/assets/..%2froutes.py",
        "//etc/passwd", "/assets//etc/passwd", "/assets/%00", "/assets", "/app-1a2b.js", "/assets/app-1a2b.js.br", "/assets/icon.svg/..",
    ],
)  # fmt: skip
def test_no_address_leads_out_of_the_client(fronted: Server, path: str) -> None:
    answer = send_raw(
        fronted, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode()
    )
    assert answer.split(b" ")[1] in (b"404", b"400")


def test_without_a_client_there_is_a_page_that_helps(
    shared_sqlite_server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(
        shared_sqlite_server.app.state._state,
        "client",
        static.read_client_files(tmp_path / "nothing"),
    )
    assert "kaiten open" in shared_sqlite_server.http.get("/").text
    assert "kaiten join" in shared_sqlite_server.http.get("/t/AAAAAA").text
    assert shared_sqlite_server.http.get("/t/nonsense").status_code == 404
    assert shared_sqlite_server.http.head("/").status_code == 200
    assert shared_sqlite_server.http.get(SCRIPT).json()["code"] == "not-found"


def test_files_do_not_count_as_requests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    client = static.read_client_files(small_client(tmp_path / "client"))
    monkeypatch.setattr(static, "read_client_files", lambda: client)
    server = request.getfixturevalue("serve")(
        f"sqlite:///{tmp_path / 'tables.db'}", Limits(requests_per_second=1)
    )
    assert {server.http.get(SCRIPT).status_code for _ in range(20)} == {200}
    assert 429 in {server.http.get("/").status_code for _ in range(20)}


# --- The client as it was built ---

FIRST_PAGE = 150_000  # bytes; a phone on a slow network has it in a few seconds
REAL = static.read_client_files()
built = pytest.mark.skipif(
    "/index.html" not in REAL, reason="the browser client is not built (make client)"
)


def text_of(path: str) -> str:
    return REAL[path].variants[""].decode()


def first_page() -> set[str]:
    """Everything that is loaded before the first page is shown, with its font."""
    found: set[str] = set()
    new = {"/index.html", *re.findall(r'(?:src|href)="(/assets/[^"]+)"', text_of("/index.html"))}
    while new:
        found |= new
        scripts = [path for path in new if path.endswith(".js")]
        imported = {
            f"/assets/{name}"
            for path in scripts
            for name in re.findall(r'(?:from|import)\s*["\']\./([^"\']+)', text_of(path))
        }
        styles = [path for path in new if path.endswith(".css")]
        fonts = {
            font for path in styles for font in re.findall(r"/assets/[^)\"]+\.woff2", text_of(path))
        }
        new = (imported | fonts) - found
    return found


def find_catalogues() -> dict[str, str]:
    """The words of each language but English, which are loaded before the first page is shown."""
    found = {path: re.match("/assets/words-(.+)-.{8}[.]js$", path) for path in REAL}
    return {match[1]: path for path, match in found.items() if match}


@built
def test_no_page_comes_with_the_words_of_a_language() -> None:
    assert find_catalogues().keys() == set(find_languages()) - {"en"}
    assert not first_page() & set(find_catalogues().values())


@built
@pytest.mark.parametrize("language", find_languages())
def test_the_first_page_is_small(language: str) -> None:
    words = [path for one, path in find_catalogues().items() if one == language]
    loaded = [*first_page(), *words]
    sizes = {path: len(next(iter(REAL[path].variants.values()))) for path in loaded}
    assert len(sizes) >= 3
    assert len([path for path in sizes if path.endswith(".woff2")]) == 1
    assert sum(sizes.values()) < FIRST_PAGE, sizes


@built
def test_what_is_worth_it_was_packed() -> None:
    for path, file in REAL.items():
        if path.endswith((".js", ".css", ".svg")) and len(file.variants[""]) > 1000:
            assert list(file.variants) == ["br", "gzip", ""], path


@built
def test_the_page_has_no_script_and_nothing_from_elsewhere_in_it() -> None:
    page = text_of("/index.html")
    assert not re.findall(r"<style|<script(?![^>]*src=)|style=|\son\w+=", page)
    assert not re.findall(r'(?:src|href)="(?!/)', page)


@built
def test_the_worker_knows_every_file() -> None:
    listed = re.findall(r'"(/[^"]+)"', re.search(r"const FILES = (.*?);", text_of("/worker.js"))[1])  # type: ignore[index]
    assert set(listed) == set(REAL) - {"/worker.js", "/sources.sha256"}
    assert "__" not in text_of("/worker.js")
