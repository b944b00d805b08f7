"""What commands read and write: input files, output files, errors, progress."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import typer

from ..terminal.console import fit_encoding, has_colours

if TYPE_CHECKING:
    from ..errors import KaitenError


def read_input(file: str) -> str:
    """Return the text of a file, or of standard input for `-`."""
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise OSError(0, "this is not text in UTF-8", file) from error


def print_line(text: str, err: bool = False) -> None:
    """Print a text on standard output or standard error, in letters that its encoding has."""
    typer.echo(fit_encoding(text, sys.stderr if err else sys.stdout), err=err)


def ask_line(question: str, default: str | None = None) -> str:
    """Ask for a line of text; Enter alone gives the default, if there is one."""
    answer: str = typer.prompt(fit_encoding(question, sys.stdout), default, show_default=False)
    return answer


def print_json(data: object) -> None:
    """Print data as one line of JSON, with escapes if standard output is not UTF-8."""
    escaped = not (sys.stdout.encoding or "").lower().startswith("utf")
    print_line(json.dumps(data, ensure_ascii=escaped))


def print_error(error: KaitenError, language: str, where: str = "") -> None:
    """Print an error's message on standard error."""
    print_line(f"{where}{error.text.to(language)}", err=True)


class LazyFile:
    """A file that is created by the first write, so that a refused run leaves an old one alone."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.file: TextIO | None = None

    def __enter__(self) -> LazyFile:
        return self

    def write(self, text: str) -> None:
        self.file = self.file or self.path.open("w", encoding="utf-8")
        self.file.write(text)

    def __exit__(self, *_: object) -> None:
        if self.file:
            self.file.close()


@contextmanager
def progress_bar(total: int) -> Iterator[Callable[..., None]]:
    """Yield a function that advances a bar on standard error, if that is a terminal.

    The caller may pass another total.
    """
    if not (sys.stderr.isatty() and has_colours()):
        yield lambda games, total=total: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=total)
        yield lambda games, total=total: progress.update(task, advance=games, total=total)
