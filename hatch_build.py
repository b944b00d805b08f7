"""The package's build makes the browser client and compiles the catalogues of other languages."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent / "web"))
sys.path.insert(0, str(Path(__file__).parent / "tools"))
import build_client
from compile_catalogues import PACKAGE_LOCALE, compile_catalogues


class ClientHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the client and the catalogues before they are packed.

    A wheel can do without the client: it is made on the machine that installs it, often for the library alone.
    A source distribution cannot: it is what a release is made from.
    """

    def dependencies(self) -> list[str]:
        return build_client.requires()

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        compile_catalogues(PACKAGE_LOCALE)
        try:
            build_client.build()
        except build_client.CannotBuild as problem:
            if self.target_name == "sdist":
                self.app.abort(str(problem))
            self.app.display_warning(f"{problem} The server will have a plain page instead.")
