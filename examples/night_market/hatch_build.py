"""Compiles the catalogues of other languages when the package is built."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for path in Path(self.root).glob("*_locale/*.po"):
            with path.open("rb") as source, path.with_suffix(".mo").open("wb") as made:
                write_mo(made, read_po(source))
