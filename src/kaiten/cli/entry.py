"""Where the program `kaiten` starts: it imports the command line, or says what to install.

Its imports are in functions, so that Ctrl-C works meanwhile.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..text import Text


def main() -> None:
    """Run the command line. If a package of an extra is missing, name the extra and exit with
    status 2; any other import that fails is a bug, and shows as one. Ctrl-C during the imports ends
    the program as silently as later.
    """
    try:
        repeat_lost_interruptions()
        from .main import main as run_command_line

        run_command_line()
    except ModuleNotFoundError as error:
        from ..extras import find_extra
        from .language import find_language

        extra = find_extra(error)
        if not extra:
            raise
        words = sys.argv[1:]
        print(explain_missing(words, extra).to(find_language(words)), file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


def repeat_lost_interruptions() -> None:
    """Hear Ctrl-C wherever it comes.

    Python ignores what is raised in a finalizer or a callback, such as those of its import locks.
    """
    import os
    from _thread import start_new_thread
    from signal import SIGINT
    from time import sleep

    def interrupt_again() -> None:
        sleep(0.05)  # until the callback is over
        os.kill(os.getpid(), SIGINT)

    def hear(lost: sys.UnraisableHookArgs) -> None:
        if issubclass(lost.exc_type, KeyboardInterrupt):
            start_new_thread(interrupt_again, ())
        else:
            sys.__unraisablehook__(lost)

    sys.unraisablehook = hear


def explain_missing(words: list[str], extra: str) -> Text:
    """Return what to install for these arguments of `kaiten`, which need at least this extra."""
    from ..extras import NEEDS_EXTRA
    from ..text import Text
    from .language import skip_language

    rest = skip_language(words)
    if not rest and extra == "cli":
        return Text(
            "The kaiten command needs more packages: pip install 'kaitenzushi[server]', or "
            "'kaitenzushi[cli]' for the terminal alone"
        )
    command = rest[0] if rest and not rest[0].startswith("-") else ""
    needed = "server" if command == "serve" else extra
    return NEEDS_EXTRA.format(what=f"kaiten {command}".strip(), extra=needed)
