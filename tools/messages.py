"""Update the catalogues of other languages: `make messages`, or `make messages NEW=de`.

This collects the messages of the sources, updates every catalogue and lists what is missing. With a
language, it begins the catalogues of that language where there are none.
"""

from __future__ import annotations

import ast
import json
import re
import string
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from babel.messages import Catalog
    from babel.messages.catalog import Message

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent.parent / "web"))
import build_client
from compile_catalogues import FOLDERS, MARKET_LOCALE, PACKAGE_LOCALE, ROOT, compile_catalogues

# The functions that take a message, and which argument is what; "c" is the context.
KEYWORDS: dict[str, Any] = {
    "Text": (1,),
    "plural": (1, 2),
    "in_context": ((1, "c"), 2),
    "plural_in_context": ((1, "c"), 2, 3),
}
HEADER = """\
# Messages of {project}.
# This file is distributed under the license of {project}.
#"""


# --- Extraction ---


def extract_folder(folder: Path, project: str, base: Path = ROOT) -> Catalog:
    """Return the messages of the Python sources in a folder, as a template."""
    from babel.messages import Catalog
    from babel.messages.extract import extract_from_file

    template = Catalog(project=project, header_comment=HEADER.format(project=project))
    for path in sorted(folder.rglob("*.py")):
        found = extract_from_file(
            "python", path, KEYWORDS, ["Translators:"], strip_comment_tags=True
        )
        for _, message, comments, context in found:
            place = [(path.relative_to(base).as_posix(), 0)]
            template.add(message, locations=place, auto_comments=comments, context=context)
    return template


def extract_package() -> Catalog:
    """Return the messages of the package, with the help of its commands."""
    template = extract_folder(ROOT / "src/kaiten", "Kaiten")
    for place, text in list_help_texts():
        template.add(text, locations=[(place, 0)])
    return template


def list_help_texts() -> Iterator[tuple[str, str]]:
    """Yield the help of each command, argument and option, with the file of the command."""
    import typer

    from kaiten.cli.main import app

    program: Any = typer.main.get_command(app)
    for command in (program, *program.commands.values()):
        place = f"src/{command.callback.__module__.replace('.', '/')}.py"
        parameters = command.get_params(typer.Context(command))
        for text in (command.help, *(getattr(one, "help", None) for one in parameters)):
            if text:
                yield place, " ".join(text.split())


def extract_market() -> Catalog:
    """Return the messages of the example of a package."""
    return extract_folder(MARKET_LOCALE.parent, "Night Market")


def extract_client() -> Catalog:
    """Return the messages of the browser client, which Node reads."""
    from babel.messages import Catalog

    template = Catalog(project="Kaiten", header_comment=HEADER.format(project="Kaiten"))
    for one in read_client()["messages"]:
        message = (one["message"], one["many"]) if "many" in one else one["message"]
        template.add(message, locations=[(one["place"], 0)], context=one.get("context"))
    return template


def read_client() -> dict[str, Any]:
    """Return the messages of the client's sources, and the texts in them that are no message."""
    build_client.install()
    command = [build_client.require_node(), build_client.WEB / "plugins/messages.js"]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


CLIENT_LOCALE = ROOT / "web/locale"
SOURCES: list[tuple[Path, Callable[[], Catalog]]] = [
    (PACKAGE_LOCALE, extract_package),
    (MARKET_LOCALE, extract_market),
]
CLIENT = (CLIENT_LOCALE, extract_client)

# --- Catalogues ---


def read_catalogue(path: Path) -> Catalog:
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


def write_catalogue(path: Path, catalogue: Catalog) -> None:
    """Write a catalogue without what changes every time: dates and line numbers."""
    from babel.messages.pofile import write_po

    text = BytesIO()
    write_po(text, catalogue, width=100, sort_by_file=True, include_lineno=False)
    lines = text.getvalue().decode().splitlines(keepends=True)
    dates = ('"POT-Creation-Date:', '"PO-Revision-Date:', '"Last-Translator:', '"Generated-By:')
    defaults = ('"Report-Msgid-Bugs-To:', '"Language-Team:')
    path.parent.mkdir(exist_ok=True)
    kept = "".join(line for line in lines if not line.startswith((*dates, *defaults)))
    title = f'"Project-Id-Version: {catalogue.project}\\\\n"'
    path.write_text(re.sub('"Project-Id-Version: .*"', title, kept, count=1), encoding="utf-8")


def update_catalogues(folder: Path, template: Catalog, begin: str = "") -> list[str]:
    """Update every catalogue in a folder, and begin one for a new language. Return the problems."""
    from babel.messages import Catalog

    problems = []
    for path in sorted({*folder.glob("*.po"), *([folder / f"{begin}.po"] if begin else [])}):
        catalogue = read_catalogue(path) if path.exists() else Catalog(locale=path.stem)
        catalogue.project, catalogue.header_comment = template.project, template.header_comment
        catalogue.update(template, no_fuzzy_matching=False, update_header_comment=True)
        catalogue.obsolete.clear()
        catalogue.fuzzy = False
        typeset(catalogue, path.stem)
        write_catalogue(path, catalogue)
        problems += check_catalogue(path, template)
    return problems


def check_catalogue(path: Path, template: Catalog) -> list[str]:
    """Return what is wrong in a catalogue, a line for each message."""
    catalogue = read_catalogue(path)
    known = {key_of(message) for message in catalogue if message.id}
    wanted = {key_of(message) for message in template if message.id}
    problems = [f"{path.name}: not in the catalogue: {show_key(key)}" for key in wanted - known]
    problems += [f"{path.name}: not in the sources: {show_key(key)}" for key in known - wanted]
    for message in catalogue:
        fault = find_fault(message, catalogue.num_plurals, path.stem) if message.id else ""
        if fault:
            problems.append(f"{path.name}: {fault}: {show_key(key_of(message))}")
    return sorted(problems)


def find_fault(message: Message, plurals: int, language: str) -> str:
    """Return what is wrong with a translation, or nothing."""
    forms = message.string if isinstance(message.string, list | tuple) else [message.string]
    if not all(forms) or (message.pluralizable and len(forms) != plurals):
        return "missing"
    if message.fuzzy:
        return "fuzzy"
    ids = message.id if message.pluralizable else [message.id]
    wanted = [find_values(text) for text in ids]
    for form in forms:
        if find_values(form) not in wanted:
            return f"other values than the message ({', '.join(sorted(find_values(form)))})"
    spaces = KEPT_SPACES.get(language)
    return "a line may break before a sign" if spaces and any(map(spaces.search, forms)) else ""


def find_values(text: str) -> set[str]:
    """Return the `{values}` of a message, with their formats."""
    try:
        parts = list(string.Formatter().parse(text))
    except ValueError:
        return {"not a message"}
    return {f"{name}:{form}" if form else name for _, name, form, _ in parts if name is not None}


def key_of(message: Message) -> tuple[str, ...]:
    ids = message.id if message.pluralizable else (message.id,)
    return (message.context or "", *ids)


def show_key(key: tuple[str, ...]) -> str:
    context, *ids = key
    return " / ".join(ids) + (f" [{context}]" if context else "")


# --- Typography ---

# Where the space is one at which no line breaks, by language. French has one before the signs of two
# parts, before a percent sign, and inside its quotation marks.
NO_BREAK = "\u00a0"
KEPT_SPACES = {"fr": re.compile(r"(?<=«) | (?=[:;!?»…%])")}


def typeset(catalogue: Catalog, language: str) -> None:
    """Write the spaces of a catalogue as its language does."""
    spaces = KEPT_SPACES.get(language)
    for message in catalogue if spaces else ():
        if message.id and spaces:
            forms = message.string
            if isinstance(forms, list | tuple):
                message.string = tuple(spaces.sub(NO_BREAK, form) for form in forms)
            else:
                message.string = spaces.sub(NO_BREAK, forms or "")


# --- Messages that cannot be extracted ---


def find_hidden_messages(paths: Iterable[Path]) -> list[str]:
    """Return the calls whose message is no literal, so that it is in no catalogue."""
    found = []
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and not all(map(is_literal, messages_of(node))):
                found.append(f"{path.name}:{node.lineno}: {ast.unparse(node)}")
    return found


def messages_of(call: ast.Call) -> list[ast.expr]:
    """Return the arguments of a call that are messages."""
    function = call.func
    name = getattr(function, "id", None) or getattr(function, "attr", "")
    return call.args if name in KEYWORDS else []


def is_literal(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def main(words: list[str]) -> None:
    begin = re.sub(r"[^\w]", "", words[0]) if words else ""
    problems = []
    for folder, extract in (*SOURCES, CLIENT):
        try:
            template = extract()
        except build_client.CannotBuild as problem:
            problems.append(f"{folder.relative_to(ROOT)}: {problem}")
            continue
        lines = update_catalogues(folder, template, begin)
        problems += [f"{folder.relative_to(ROOT)}/{line}" for line in lines]
    compile_catalogues(*FOLDERS)
    print("\n".join(problems) or "Every message is translated.")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main(sys.argv[1:])
