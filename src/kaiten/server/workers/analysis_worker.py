"""A process that looks at a finished game again: `python -m kaiten.server.workers.analysis_worker
[WORLDS]` reads a record, says how far it is, and at last what it has found.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from contextlib import suppress
from typing import Any

from ...analysis.review import analyse
from ...bots.fallback import reason


def say(**said: Any) -> None:
    print(json.dumps(said), flush=True)


def report(record: str, worlds: int | None) -> None:
    """Say how far the analysis is after each decision, and then what it has found, be it only why
    nothing.
    """
    done = 0

    def progress(steps: int, total: int) -> None:
        nonlocal done
        done += steps
        say(progress=done / total)

    try:
        say(analysis=analyse(record, iterations=worlds, progress=progress).data())
    except BrokenPipeError:
        raise
    except Exception as error:
        say(failed=str(reason(error)))


def main() -> None:
    """The life of the process; when nobody listens any more, it ends with its next word."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(BrokenPipeError):
        report(sys.stdin.read(), int(sys.argv[1]) if len(sys.argv) > 1 else None)
    os._exit(0)


if __name__ == "__main__":
    main()
