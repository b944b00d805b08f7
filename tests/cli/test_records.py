"""Selecting one record in a file of many, and tables in a file of one or many."""

from __future__ import annotations

import pytest
import typer

from kaiten.cli.records import select_record
from kaiten.cli.score import read_tables

MANY = '{"seed": 1}\n\n{"seed": 2}\n'


def test_a_file_of_many_records_has_one_per_line() -> None:
    assert select_record(MANY, 2) == '{"seed": 2}'
    with pytest.raises(typer.BadParameter, match="the file holds 2 games"):
        select_record(MANY, 3)


@pytest.mark.parametrize("text", ['{"seed": 1}', '{\n"seed": 1\n}', "kaiten 1\nsushi-go\n"])
def test_a_file_with_one_record_is_taken_as_a_whole(text: str) -> None:
    assert select_record(text, 1) == text


def test_tables_come_with_the_numbers_of_their_lines() -> None:
    assert list(read_tables(MANY)) == [(1, {"seed": 1}), (3, {"seed": 2})]
    assert list(read_tables('{\n"seed": 1\n}')) == [(1, {"seed": 1})]


def test_a_line_that_is_no_json_is_an_error_among_the_tables() -> None:
    (_, first), (number, error) = read_tables('{"seed": 1}\nnonsense\n')
    assert (first, number) == ({"seed": 1}, 2)
    assert isinstance(error, ValueError)
