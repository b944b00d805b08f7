"""Write the tables of what a seat is told into the docs: python -m tests.view_tables.

Those of a view are made of `kaiten.match.facts` and of the docstrings of `View`: docs/library.md
describes the Python object, docs/protocol.md what the server sends. That of docs/environments.md is
made of the fields of an observation.
"""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from kaiten.match.facts import FACTS, explain_fact
from kaiten.match.observations import SEAT_FIELDS, TABLE_FIELDS
from kaiten.match.view import View
from kaiten.server.protocol import schemas

DOCS = Path(__file__).parent.parent / "docs"
BEGIN, END = "<!-- `make protocol` writes this table. -->\n", "<!-- End of the table. -->"
SHAPES = {
    "str": "text",
    "int": "number",
    "CardCounts": "{card: number}",
    "OptionValues": "{option: value}",
    "SeatNumbers": "list of number",
    'Literal["left", "right"]': '"left" or "right"',
}


def name_shape(type: str) -> str:
    """Return what the data of a fact looks like in JSON."""
    if type.endswith(" | None"):
        return name_shape(type.removesuffix(" | None")) + " or null"
    if part := re.fullmatch(r"list\[(.*)\]", type):
        return "list of " + name_shape(part[1])
    if part := re.fullmatch(r"dict\[str, (.*)\]", type):
        return f"{{name: {name_shape(part[1])}}}"
    if part := re.fullmatch(r"tuple\[(.*)\]", type):
        return f"[{', '.join(map(name_shape, part[1].split(', ')))}]"
    return SHAPES.get(type) or list_keys(getattr(schemas, type))


def list_keys(schema: type[schemas.Schema]) -> str:
    """Return the keys of an object, those first that are always there."""
    fields = sorted(schema.model_fields.items(), key=lambda field: not field[1].is_required())
    return "{" + ", ".join(f'"{field.alias or name}"' for name, field in fields) + "}"


def make_table(*rows: tuple[str, ...]) -> str:
    """Return rows as a table, the head first."""
    cells = [[cell.replace("|", "\\|") for cell in row] for row in rows]
    lines = [f"| {' | '.join(row)} |" for row in [cells[0], ["---"] * len(cells[0]), *cells[1:]]]
    return "\n".join(lines) + "\n"


def call_of(name: str) -> str:
    """Return an attribute of a view as it is written in Python."""
    found = getattr(View, name, None)
    if not inspect.isfunction(found):
        return name
    parameters = [one for one in inspect.signature(found).parameters if one != "self"]
    return f"{name}({', '.join(parameters)})"


def library_table() -> str:
    """Return everything that a view has in Python, the facts first."""
    facts = [fact.name for fact in FACTS]
    names = {name for name in {*dir(View), *View.__dataclass_fields__} if not name.startswith("_")}
    others = sorted(names - set(facts))
    rows = ((f"`{call_of(name)}`", explain_fact(name)) for name in [*facts, *others])
    return make_table(("field", "what it is"), *rows)


def protocol_table() -> str:
    """Return everything that a view has on the wire."""
    rows = [
        (f"`{fact.name}`", f"`{name_shape(fact.type)}`", explain_fact(fact.name)) for fact in FACTS
    ]
    own = {
        name: field
        for name, field in schemas.SeatView.model_fields.items()
        if name not in {fact.name for fact in FACTS}
    }
    shapes = {"chosen": "text or null", "state": "object"}
    rows += [
        (f"`{name}`", f"`{shapes[name]}`", field.description or "") for name, field in own.items()
    ]
    return make_table(("field", "JSON", "what it is"), *rows)


def observation_table() -> str:
    """Return every field of an observation, those of each player first."""
    rows = [
        (owner, f"`{field.name}`", field.size, field.means, field.only_with)
        for owner, fields in (("each player", SEAT_FIELDS), ("the table", TABLE_FIELDS))
        for field in fields
    ]
    return make_table(("of", "field", "size", "what it is", "only with"), *rows)


TABLES = {
    DOCS / "library.md": library_table,
    DOCS / "protocol.md": protocol_table,
    DOCS / "environments.md": observation_table,
}


def read_table(page: Path) -> str:
    """Return the table that stands on a page."""
    return page.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]


def write_table(page: Path, table: str) -> None:
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    page.write_text(before + BEGIN + table + END + rest.partition(END)[2], encoding="utf-8")


if __name__ == "__main__":
    for page, make in TABLES.items():
        write_table(page, make())
