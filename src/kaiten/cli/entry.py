"""Where the program `kaiten` starts: it imports the command line, or says what to install."""

from __future__ import annotations

import sys

from ..extras import NEEDS_EXTRA, find_extra
from ..text import Text
from .language import find_language, skip_language

NEEDS_EITHER = Text(
    "The command kaiten needs more packages: pip install 'kaitenzushi[server]', or "
    "'kaitenzushi[cli]' for the terminal alone"
)


def main() -> None:
    """Run the command line. If a package of an extra is missing, name the extra and exit with
    status 2; any other import that fails is a bug, and shows as one. Ctrl-C during the imports ends
    the program as silently as later.
    """
    try:
        from .main import main as run_command_line

        run_command_line()
    except ModuleNotFoundError as error:
        extra = find_extra(error)
        if not extra:
            raise
        words = sys.argv[1:]
        print(explain_missing(words, extra).to(find_language(words)), file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


def explain_missing(words: list[str], extra: str) -> Text:
    """Return what to install for these arguments of `kaiten`, which need at least this extra."""
    rest = skip_language(words)
    if not rest and extra == "cli":
        return NEEDS_EITHER
    command = rest[0] if rest and not rest[0].startswith("-") else ""
    needed = "server" if command == "serve" else extra
    return NEEDS_EXTRA.format(what=f"kaiten {command}".strip(), extra=needed)
