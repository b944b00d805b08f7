"""Every message is in every catalogue, whole: nothing missing, nothing uncertain, no value lost."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from babel import Locale
from babel.messages import Catalog
from tools import messages
from tools.compile_catalogues import FOLDERS, compile_catalogues
from tools.messages import (
    CLIENT_LOCALE,
    ROOT,
    SOURCES,
    check_catalogue,
    find_fault,
    find_hidden_messages,
    read_catalogue,
    update_catalogues,
)

from kaiten.text import AND, COMMA, OR, find_languages

pytestmark = pytest.mark.once


@pytest.mark.parametrize("place", range(len(SOURCES)), ids=[folder.name for folder, _ in SOURCES])
def test_every_catalogue_is_complete(place: int) -> None:
    folder, extract = SOURCES[place]
    template, paths = extract(), sorted(folder.glob("*.po"))
    assert paths
    assert [line for path in paths for line in check_catalogue(path, template)] == []


def test_every_language_has_all_catalogues() -> None:
    folders = [*(folder for folder, _ in SOURCES), CLIENT_LOCALE]
    languages = [{path.stem for path in folder.glob("*.po")} for folder in folders]
    assert languages == [languages[0]] * len(folders)
    assert set(find_languages()) == {"en"} | languages[0]


def test_every_message_is_a_literal() -> None:
    paths = [path for path in (ROOT / "src").rglob("*.py") if path.name != "text.py"]
    assert find_hidden_messages([*paths, *(ROOT / "examples").rglob("*.py")]) == []


@pytest.mark.parametrize("language", find_languages()[1:])
def test_lists_are_written_as_unicode_says(language: str) -> None:
    patterns = Locale.parse(language).list_patterns
    places = {"first": "{0}", "next": "{1}"}
    assert COMMA.format(**places).to(language) == patterns["standard"]["middle"]
    assert AND.format(**places).to(language) == patterns["standard"]["2"]
    assert OR.format(**places).to(language) == patterns["or"]["2"]


def test_no_line_of_the_client_breaks_before_a_sign() -> None:
    for path in CLIENT_LOCALE.glob("*.po"):
        catalogue = read_catalogue(path)
        faults = [find_fault(one, catalogue.num_plurals, path.stem) for one in catalogue if one.id]
        assert set(faults) == {""}, path


def test_a_catalogue_that_is_up_to_date_does_not_change(tmp_path: Path) -> None:
    for folder, extract in SOURCES:
        for path in folder.glob("*.po"):
            (tmp_path / path.name).write_bytes(path.read_bytes())
        update_catalogues(tmp_path, extract())
        for path in folder.glob("*.po"):
            assert (tmp_path / path.name).read_bytes() == path.read_bytes()


# --- Each fault is found ---


@pytest.fixture
def template() -> Catalog:
    catalogue = Catalog(project="Test")
    catalogue.add("Your hand", locations=[("a.py", 1)])
    catalogue.add("{name} wins.", locations=[("a.py", 2)])
    catalogue.add(("{n} card of {name}", "{n} cards of {name}"), locations=[("b.py", 1)])
    catalogue.add("Menu", context="a card", locations=[("b.py", 2)])
    return catalogue


GOOD = {
    "Your hand": "Votre main",
    "{name} wins.": "{name} gagne.",
    "Menu": "Menu",
    "{n} card of {name}": ("{n} carte de {name}", "{n} cartes de {name}"),
}


def write_french(folder: Path, template: Catalog, **changes: object) -> list[str]:
    """Write a French catalogue that is complete but for these changes. Return its problems."""
    update_catalogues(folder, template, begin="fr")
    catalogue = messages.read_catalogue(folder / "fr.po")
    wanted = {**GOOD, **changes}
    for message in catalogue:
        id = message.id[0] if message.pluralizable else message.id
        if id:
            message.string = wanted[id]
    messages.write_catalogue(folder / "fr.po", catalogue)
    return check_catalogue(folder / "fr.po", template)


def test_a_complete_catalogue_has_no_fault(tmp_path: Path, template: Catalog) -> None:
    assert write_french(tmp_path, template) == []


@pytest.mark.parametrize(
    ("id", "string", "fault"),
    [
        ("Your hand", "", "missing"),
        ("{n} card of {name}", ("{n} carte de {name}", ""), "missing"),
        ("{name} wins.", "Gagné !", "other values than the message ()"),
        ("{name} wins.", "{nom} gagne.", "other values than the message (nom)"),
        ("{name} wins.", "{name gagne.", "other values than the message (not a message)"),
        ("{name} wins.", "{name:d} gagne.", "other values than the message (name:d)"),
        ("Your hand", "Main\u00a0: la vôtre !", "a line may break before a sign"),
        ("Your hand", "La «\u00a0main »", "a line may break before a sign"),
        ("{n} card of {name}", ("{n} carte", "{n} cartes de {name}"), "other values"),
        ("{n} card of {name}", ("{n} carte de {name}", "{name}"), "other values"),
    ],
)
def test_a_fault_is_found(
    id: str, string: object, fault: str, tmp_path: Path, template: Catalog
) -> None:
    (problem,) = write_french(tmp_path, template, **{id: string})
    assert problem.startswith(f"fr.po: {fault}")
    assert id in problem


def test_spaces_before_signs_break_no_line(tmp_path: Path, template: Catalog) -> None:
    loose = {
        "Your hand": "La « main » : ici !",
        "{n} card of {name}": ("{n} carte de {name} ?", "{n} cartes de {name} ?"),
    }
    assert len(write_french(tmp_path, template, **loose)) == 2
    assert update_catalogues(tmp_path, template) == []
    words = [message.string for message in messages.read_catalogue(tmp_path / "fr.po")]
    assert "La «\u00a0main\u00a0»\u00a0: ici\u00a0!" in words
    assert ("{n} carte de {name}\u00a0?", "{n} cartes de {name}\u00a0?") in words


def test_an_edited_message_asks_for_another_look(tmp_path: Path, template: Catalog) -> None:
    write_french(tmp_path, template)
    edited = Catalog(project="Test")
    for message in template:
        if message.id and message.id != "Your hand":
            edited.add(message.id, locations=message.locations, context=message.context)
    edited.add("Your hands", locations=[("a.py", 1)])
    assert update_catalogues(tmp_path, edited) == ["fr.po: fuzzy: Your hands"]


def test_messages_come_and_go(tmp_path: Path, template: Catalog) -> None:
    write_french(tmp_path, template)
    other = Catalog(project="Test")
    other.add("Nothing in common", locations=[("a.py", 1)])
    assert check_catalogue(tmp_path / "fr.po", other) == [
        "fr.po: not in the catalogue: Nothing in common",
        "fr.po: not in the sources: Menu [a card]",
        "fr.po: not in the sources: Your hand",
        "fr.po: not in the sources: {name} wins.",
        "fr.po: not in the sources: {n} card of {name} / {n} cards of {name}",
    ]


def test_a_message_that_is_no_literal_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text('Text("Menu")\nText(menu)\nplural("{n} card", f"{n} cards")\n')
    assert find_hidden_messages([tmp_path / "a.py"]) == [
        "a.py:2: Text(menu)",
        "a.py:3: plural('{n} card', f'{n} cards')",
    ]


# --- Compiling ---


def test_only_what_has_changed_is_compiled(tmp_path: Path, template: Catalog) -> None:
    write_french(tmp_path, template)
    made = tmp_path / "fr.mo"
    compile_catalogues(tmp_path)
    first = made.stat().st_mtime_ns
    (tmp_path / "xx.mo").touch()
    compile_catalogues(tmp_path)
    assert made.stat().st_mtime_ns == first
    assert [path.name for path in tmp_path.glob("*.mo")] == ["fr.mo"]


def test_compiling_again_does_not_even_import_babel() -> None:
    compile_catalogues(*FOLDERS)
    code = (
        "import sys; sys.path.insert(0, 'tools'); import compile_catalogues as c;"
        "c.compile_catalogues(*c.FOLDERS); print('babel' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "False\n"
