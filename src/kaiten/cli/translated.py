"""Typer's commands, with help and usage errors in the language of `--lang`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from ..terminal.console import fit_encoding
from ..text import Text, find_text, in_context, plain_text
from .files import print_line
from .language import error_language, find_language, set_language

# Typer has changed where these two are defined: its own parts lead to them in every version.
UsageError: type[Exception] = typer.BadParameter.__bases__[0]
HelpFormatter: Any = typer.Context.formatter_class


class TranslatedFormatter(HelpFormatter):  # type: ignore[misc]
    """Writes the help that it is given in English, in the language of `--lang`."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        begin = USAGE.to(error_language())
        super().write_usage(prog, translate_usage(args), prefix or f"{begin} ")

    def write_heading(self, heading: str) -> None:
        label = find_text(f"{heading}:").to(error_language())
        super().write_heading(label.removesuffix(":"))

    def write_text(self, text: str) -> None:
        super().write_text(translate_help(text))

    def write_dl(self, rows: Sequence[tuple[str, str]], *more: Any, **settings: Any) -> None:
        super().write_dl([translate_row(*row) for row in rows], *more, **settings)


def translate_help(english: str) -> str:
    """Return a help text in the language of `--lang`."""
    return find_text(" ".join(english.split())).to(error_language())


def translate_usage(usage: str) -> str:
    """Return the words of a usage line, or of the left column, in the language of `--lang`."""
    for word in USAGE_WORDS:
        usage = usage.replace(word.message, word.to(error_language()))
    return usage


def translate_row(name: str, meaning: str) -> tuple[str, str]:
    """Return a row of the help; remarks in brackets follow the meaning of an option."""
    meaning = meaning.replace("\\[", "[")  # older versions of Typer escape it
    text, gap, remarks = meaning.partition("  [")
    if meaning.startswith("["):
        text, gap, remarks = "", "[", meaning[1:]
    for remark in REMARKS:
        remarks = remarks.replace(remark.message, remark.to(error_language()))
    return translate_usage(name), translate_help(text) + gap + remarks


class TranslatedContext(typer.Context):
    """What a command is called with; its help is in the language of `--lang`."""

    def make_formatter(self) -> Any:
        if error_language() == "en":
            return super().make_formatter()
        return TranslatedFormatter(width=self.terminal_width, max_width=self.max_content_width)

    def get_help(self) -> str:
        return fit_encoding(super().get_help(), sys.stdout)


@contextmanager
def name_command(context: Any) -> Iterator[None]:
    """Let every usage error know its command: Typer leaves it out of some."""
    try:
        yield
    except UsageError as error:
        vars(error)["ctx"] = vars(error).get("ctx") or context
        raise


class TranslatedCommand(TyperCommand):
    """A command whose help follows `--lang`."""

    context_class = TranslatedContext

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        with name_command(ctx):
            return super().parse_args(ctx, args)

    def get_short_help_str(self, limit: int = 45) -> str:
        if not self.help or error_language() == "en":
            return super().get_short_help_str(limit)
        english = self.help
        try:
            self.help = translate_help(english)
            return super().get_short_help_str(limit)
        finally:
            self.help = english


class TranslatedGroup(TyperGroup):
    """The program: it decides on the language before anything else, and prints wrong use in it."""

    context_class = TranslatedContext

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        with name_command(ctx):
            return super().parse_args(ctx, args)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        words = sys.argv[1:] if args is None else list(args)
        set_language(find_language(words))
        try:
            status = super().main(words, prog_name, complete_var, standalone_mode=False, **extra)
        except UsageError as error:
            print_usage_error(error)
            status = 2
        except typer.Abort:
            print_line(ABORTED.to(error_language()), err=True)
            status = 1
        sys.exit(status or 0)


def print_usage_error(error: Any) -> None:
    """Print what is wrong with the arguments, below the usage of the command."""
    language, context = error_language(), error.ctx
    if context:
        command = f"{context.command_path} {context.help_option_names[0]}"
        print_line(context.get_usage(), err=True)
        print_line(TRY_HELP.format(command=command).to(language) + "\n", err=True)
    problem = explain_usage_error(error.format_message())
    print_line(ERROR.format(problem=problem).to(language), err=True)


def explain_usage_error(message: str) -> Text:
    """Return Typer's message in plain words; as it is, if it is not known.

    What the versions of Typer say differently reads the same here.
    """
    message = re.sub(r" \(env var: '(\w+)'\)", r" (\1)", message, count=1)
    wrong_value = re.fullmatch(r"Invalid value for (.+?): (.*)", message, re.DOTALL)
    if wrong_value:
        option, problem = wrong_value.groups()
        return WRONG_VALUE.format(
            option=name_parameter(option), problem=explain_usage_error(problem)
        )
    for pattern, text in USAGE_ERRORS.items():
        found = re.fullmatch(pattern, message, re.DOTALL)
        if found:
            parts = found.groupdict("")
            return text.format(
                **{
                    key: name_parameter(part) if key == "parameter" else part
                    for key, part in parts.items()
                }
            )
    return plain_text(message)


def name_parameter(name: str) -> str:
    """Return the name of an argument or an option, as the help has it."""
    return translate_usage(name)


USAGE = Text("Usage:")
# The headings of the help; Typer writes the colon itself.
HEADINGS = (Text("Arguments:"), Text("Options:"), Text("Commands:"))
# What stands in the usage line and in the left column.
USAGE_WORDS = (
    Text("[OPTIONS]"),
    Text("COMMAND [ARGS]..."),
    Text("GAME"),
    Text("FILE"),
    Text("LINK"),
    Text("NAME=VALUE"),
    Text("CARD"),
    # as newer and older versions of Typer name the kinds of values
    Text("<str>"),
    Text("<int>"),
    Text("<int range>"),
    Text("<float>"),
    Text("<path>"),
    Text("TEXT"),
    Text("INTEGER RANGE"),
    Text("INTEGER"),
    Text("FLOAT RANGE"),
    Text("FLOAT"),
    Text("PATH"),
)
# What stands in brackets behind the meaning of an option.
REMARKS = (
    in_context("a remark on an option", "default: "),
    in_context("a remark on an option", "env var: "),
    in_context("a remark on an option", "required"),
    in_context("a remark on an option", "; "),
)
ERROR = Text("Error: {problem}")
ABORTED = Text("Aborted!")
TRY_HELP = Text("Try '{command}' for help.")
WRONG_VALUE = Text("Invalid value for {option}: {problem}")
WHOLE_NUMBER = Text("this is not a whole number")
DECIMAL_NUMBER = Text("this is not a number")
# by the message that Typer has
USAGE_ERRORS = {
    r"Missing argument (?P<parameter>.+?)\.": Text("Missing argument {parameter}."),
    r"Missing command\.": Text("Missing command."),
    r"No such option:? (?P<name>\S+?)\.?": Text("No such option: {name}"),
    r"No such option:? (?P<name>\S+?)\.? \(Possible options: (?P<others>.+)\)": Text(
        "No such option: {name} (Possible options: {others})"
    ),
    r"No such option:? (?P<name>\S+?)\.? Did you mean (?P<others>.+)\?": Text(
        "No such option: {name} (Possible options: {others})"
    ),
    r"No such command (?P<name>'[^']*')\.?": Text("No such command {name}."),
    r"No such command (?P<name>'[^']*')\. Did you mean (?P<others>.+)\?": Text(
        "No such command {name}. Did you mean {others}?"
    ),
    r"Option (?P<name>.+) requires an argument\.": Text("Option {name} requires an argument."),
    r"Option (?P<name>.+) does not take a value\.": Text("Option {name} does not take a value."),
    r"Got unexpected extra arguments?(?:\(s\))? \((?P<words>.*)\)": Text(
        "Too many arguments: {words}"
    ),
    r"Input should be a valid integer.*|.* is not a valid int(?:eger)?\.?": WHOLE_NUMBER,
    r".* is not a valid int(?:eger)? range\.?": WHOLE_NUMBER,
    r"Input should be a valid number.*|.* is not a valid float\.?": DECIMAL_NUMBER,
    r"(?:Input should be greater than or equal to |.* is not in the range x>=)(?P<least>\S+?)\.?": (
        Text("at least {least}")
    ),
    r"(?:Input should be less than or equal to |.* is not in the range x<=)(?P<most>\S+?)\.?": (
        Text("at most {most}")
    ),
    r".* is not in the range (?P<least>\S+?)<=x<=(?P<most>\S+?)\.?": Text("{least} to {most}"),
}
