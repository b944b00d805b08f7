"""The commands that read a record: `kaiten replay`, `analyse` and `verify`."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from ..text import Text, plural
from .files import ask_line, print_json, print_line, progress_bar, read_input
from .options import JsonOption, LanguageOption, bad_parameter

RecordArgument = Annotated[
    str, typer.Argument(metavar="FILE", help="A record, as JSON or text; - reads standard input.")
]
GameNumberOption = Annotated[
    int, typer.Option("--game", min=1, help="Which game, if the file holds several.")
]


def show_replay(
    language: LanguageOption,
    file: RecordArgument,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after every turn.")] = False,
    number: GameNumberOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Show a recorded game turn by turn, and check it against the rules."""
    from ..match.replay import replay as steps
    from ..terminal.screen import Screen, reveal_all

    shown = None
    for view in map(reveal_all, steps(select_record(read_input(file), number))):
        screen = Screen(view, language)
        if not as_json:
            if shown is None:
                screen.show_title()
            screen.show_since(shown, view)
            if step and not view.over and ask_line(NEXT_TURN.to(language), "") == "q":
                return
        shown = view
    assert shown is not None
    if as_json:
        print_json({"ok": True, "over": shown.over, "scores": shown.scores})
    elif shown.over:
        screen.show_end(shown)
    else:
        screen.say(RECORD_ENDS)


NEXT_TURN = Text("Enter: next, q: quit")
RECORD_ENDS = Text("The record ends here.")


def show_analysis(
    language: LanguageOption,
    file: RecordArgument,
    number: GameNumberOption = 1,
    think: Annotated[
        float | None, typer.Option(help="Thinking time per decision, in seconds.")
    ] = None,
    iterations: Annotated[
        int | None,
        typer.Option(help="Rounds imagined per decision; reproducible, unlike seconds."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Analyse a recorded game: win chances by turn, the costliest picks, and luck."""
    from ..analysis.review import analyse
    from ..analysis.warm_up import prepare_bots
    from ..terminal.analysis import print_analysis

    prepare_bots(language)
    with progress_bar(1) as progress:
        analysis = analyse(select_record(read_input(file), number), think, iterations, progress)
    if as_json:
        print_json(analysis.data(language))
    else:
        print_analysis(analysis, language)


def verify_record(
    language: LanguageOption,
    file: RecordArgument,
    published: Annotated[
        str | None, typer.Option("--hash", help="The hash shown at the start.")
    ] = None,
    contributed: Annotated[
        str | None,
        typer.Option("--contribution", help="What your client contributed to the deal."),
    ] = None,
    number: GameNumberOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Check that a recorded game follows the rules and that its deal is the one promised at the
    start.
    """
    from ..match.verdict import judge

    for option, digits in (("--hash", published), ("--contribution", contributed)):
        if digits is not None:
            check_digits(option, digits)
    verdict = judge(select_record(read_input(file), number), published, contributed)
    if as_json:
        print_json(verdict.data(language))
    else:
        for text in verdict.proved:
            print_line(text.to(language))
        for text in verdict.doubts:
            print_line(text.to(language), err=True)
    if not verdict.ok:
        raise typer.Exit(2)


def check_digits(option: str, digits: str) -> None:
    """Raise if this cannot be the hash of a deal, or a contribution to one."""
    if not re.fullmatch("[0-9a-f]{64}", digits.strip(), re.IGNORECASE):
        raise bad_parameter(NO_SUCH_HASH, option)


NO_SUCH_HASH = Text("enter 64 hexadecimal digits, as shown at the start")


def select_record(text: str, number: int) -> str:
    """Return one record out of a file that may hold many, one per line."""
    records = split_records(text)
    if number > len(records):
        raise bad_parameter(HOLDS.format(n=len(records)), "--game")
    return records[number - 1]


HOLDS = plural("the file holds {n} game", "the file holds {n} games")


def split_records(text: str) -> list[str]:
    """Return the records of a text: its lines if each looks like one in JSON, else the whole."""
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) < 2 or not all(
        line.startswith("{") and line.rstrip().endswith("}") for line in lines
    ):
        return [text]
    return lines
