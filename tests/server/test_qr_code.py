"""The link of a table as a picture."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
import segno

from .table_client import Server

SVG = "{http://www.w3.org/2000/svg}"


def modules(drawing: str) -> set[tuple[int, int]]:
    """The dark squares (column, row) of a path made of horizontal strokes."""
    dark, x, y = set[tuple[int, int]](), 0.0, 0.0
    for command, numbers in re.findall(r"([Mmh])([-\d. ]+)", drawing):
        steps = [float(number) for number in numbers.split()]
        if command == "h":
            dark |= {(int(x) + step, int(y)) for step in range(int(steps[0]))}
            x += steps[0]
        else:
            x, y = (steps[0], steps[1]) if command == "M" else (x + steps[0], y + steps[1])
    return dark


def test_the_picture_is_the_link_of_the_table(shared_sqlite_server: Server) -> None:
    opened = shared_sqlite_server.open()
    answer = shared_sqlite_server.http.get(f"/api/tables/{opened['table']}/qr.svg")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
    assert "max-age" in answer.headers["cache-control"]
    background, code = ElementTree.fromstring(answer.content)
    expected = segno.make_qr(opened["link"])
    border = 4  # that readers need around it
    assert modules(code.attrib["d"]) == {
        (x + border, y + border)
        for y, row in enumerate(expected.matrix)
        for x, dark in enumerate(row)
        if dark
    }
    assert (background.attrib["fill"], code.attrib["stroke"]) == ("#fff", "#000")


def test_the_picture_brings_nothing_along_that_a_page_forbids(shared_sqlite_server: Server) -> None:
    answer = shared_sqlite_server.http.get(
        f"/api/tables/{shared_sqlite_server.open()['table']}/qr.svg"
    )
    for element in ElementTree.fromstring(answer.content).iter():
        assert element.tag in (SVG + "svg", SVG + "path")
        assert set(element.attrib) <= {"viewBox", "fill", "stroke", "d"}


@pytest.mark.parametrize("code", ["AAAAAA", "nonsense"])
def test_there_is_no_picture_of_a_table_that_does_not_exist(
    shared_sqlite_server: Server, code: str
) -> None:
    answer = shared_sqlite_server.http.get(f"/api/tables/{code}/qr.svg")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown-table")
    assert answer.headers["cache-control"] == "no-store"


def test_a_link_that_nobody_could_have_makes_no_picture(shared_sqlite_server: Server) -> None:
    code = shared_sqlite_server.open()["table"]
    answer = shared_sqlite_server.http.get(
        f"/api/tables/{code}/qr.svg", headers={"Host": "a" * 2000}
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-message")
