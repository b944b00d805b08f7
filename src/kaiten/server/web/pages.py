"""The few pages that the server renders itself, and the QR code of a link."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from html import escape
from io import BytesIO
from typing import Any

import segno

from ...text import Text, language_tag

STYLE = """
:root { color-scheme: light dark; --ink: #22303a; --paper: #fbf8f2; --soft: #8a7f70; --line: #e4dccd; --accent: #b3402e; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece6da; --paper: #1c2126; --soft: #a59c8d; --line: #39424a; --accent: #f08a6c; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: 1.9rem; margin: 0 0 .25rem; letter-spacing: .01em; }
h2 { font-size: 1.15rem; margin: 2.2rem 0 .4rem; }
p { margin: .4rem 0; }
a { color: var(--accent); }
code, pre { font: .92rem/1.5 ui-monospace, monospace; }
pre { border: 1px solid var(--line); border-radius: .5rem; padding: .7rem .9rem; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; }
td, th { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); }
section { border-top: 1px solid var(--line); margin-top: 1.6rem; }
.soft { color: var(--soft); }
"""
HOME_TITLE = Text("Kaiten: the table is set")
LEAD = Text(
    "The server is running. Play at its tables from the terminal, or with any client that "
    "speaks the protocol."
)
JOIN = Text("Join this table")
OPEN = Text("Open a table")
PLAY = Text("Play alone against bots")
DOCUMENTS = Text("API documentation")
NOTE = Text(
    "Kaiten is not affiliated with the makers of Sushi Go!, Sushi Go Party! or Sushi Draft."
)


def render_page(title: str, body: str, language: str = "en") -> str:
    return (
        f'<!doctype html><html lang="{language_tag(language)}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{escape(title)}</title><link rel="stylesheet" href="/style.css"></head><body><main>{body}</main></body></html>'
    )


def render_home(language: str, code: str | None, base: str) -> str:
    """Return the home page of a server without the browser client."""
    commands = [(PLAY, "kaiten play")]
    if code:
        commands.insert(0, (JOIN, f"kaiten join {base}t/{code}"))
    else:
        commands.insert(0, (OPEN, f"kaiten open sushi-go --server {base.rstrip('/')}"))
    steps = "".join(
        f"<h2>{said.to(language)}</h2><pre>{escape(line)}</pre>" for said, line in commands
    )
    body = (
        f"<h1>{HOME_TITLE.to(language)}</h1><p>{LEAD.to(language)}</p>{steps}"
        f'<h2>{DOCUMENTS.to(language)}</h2><p><a href="/api/docs">/api/docs</a></p>'
        f'<p class="soft">{NOTE.to(language)}</p>'
    )
    return render_page(HOME_TITLE.to(language), body, language)


@lru_cache(maxsize=64)
def draw_qr_code(link: str) -> bytes:
    """Return a link's QR code as SVG, black on white also on a dark page: phones read nothing else."""
    picture = BytesIO()
    code = segno.make_qr(link)
    code.save(
        picture,
        kind="svg",
        light="white",
        xmldecl=False,
        omitsize=True,
        svgclass=None,
        lineclass=None,
        nl=False,
    )
    return picture.getvalue()


# --- The description of the HTTP side ---


def render_documentation(openapi: Mapping[str, Any]) -> str:
    """Return the API description as a page without scripts."""
    info = openapi["info"]
    parts = [
        f"<h1>{escape(info['title'])} "
        f"{escape(info['version'])}</h1><p>{escape(info['description'])}</p>"
        '<p>For machines: <a href="/api/openapi.json">/api/openapi.json</a></p>'
    ]
    for path, methods in openapi["paths"].items():
        for method, operation in methods.items():
            parts.append("".join(render_operation(path, method, operation)))
    parts.append("<h2>Shapes</h2>")
    for name, schema in sorted(openapi["components"]["schemas"].items()):
        parts.append(render_schema(name, schema))
    return render_page("Kaiten: HTTP", "".join(parts))


def render_operation(path: str, method: str, operation: Mapping[str, Any]) -> Iterator[str]:
    yield f"<section><h2><code>{method.upper()} {escape(path)}</code></h2><p>{escape(operation.get('description', ''))}</p>"
    for given in operation.get("parameters", ()):
        told = escape(given.get("description", ""))
        yield f"<p><code>{escape(given['name'])}</code> in {given['in']}: {render_type(given['schema'])} {told}</p>"
    body = (
        operation.get("requestBody", {})
        .get("content", {})
        .get("application/json", {})
        .get("schema")
    )
    if body:
        yield f"<p>Body: {render_type(body)}</p>"
    for status, answer in operation["responses"].items():
        if status.startswith("2"):
            found = answer.get("content", {}).get("application/json", {}).get("schema", {})
            yield f"<p>{status}: {render_type(found)}</p>"
    refusals = ", ".join(status for status in operation["responses"] if not status.startswith("2"))
    yield f'<p class="soft">Otherwise {refusals}: {render_link("Error")}</p></section>'


def render_schema(name: str, schema: Mapping[str, Any]) -> str:
    """Return a schema with its fields, or with its alternatives."""
    needed = schema.get("required", ())
    rows = "".join(
        f"<tr><td><code>{escape(field)}</code></td><td>{render_type(found)}{'' if field in needed else ', optional'}</td>"
        f"<td>{escape(found.get('description', ''))}</td></tr>"
        for field, found in schema.get("properties", {}).items()
    )
    fields = f"<table>{rows}</table>" if rows else f"<p>{render_type(schema)}</p>"
    told = escape(schema.get("description", ""))
    return f'<h2 id="{escape(name)}">{escape(name)}</h2><p>{told}</p>{fields}'


def render_link(name: str) -> str:
    return f'<a href="#{escape(name)}">{escape(name)}</a>'


def render_type(schema: Mapping[str, Any]) -> str:
    """Return a short description of a type."""
    if "$ref" in schema:
        return render_link(schema["$ref"].rpartition("/")[2])
    for word in ("anyOf", "oneOf"):
        if word in schema:
            return " or ".join(render_type(part) for part in schema[word])
    if "const" in schema or "enum" in schema:
        values = schema.get("enum", [schema.get("const")])
        return ", ".join(f"<code>{escape(str(value))}</code>" for value in values)
    if schema.get("type") == "array":
        return f"list of {render_type(schema.get('items', {}))}"
    return escape(str(schema.get("type", "anything")))
