"""A process that analyses a finished game.

`python -m kaiten.server.workers.analysis_worker [WORLDS]` reads a record from its standard input
and writes JSON lines: its progress, soon a first, coarse analysis, and at last the analysis. Both
are without a language.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from contextlib import suppress
from typing import Any

from ...analysis.review import ANALYSIS_WORLDS, FIRST_WORLDS, analyse
from ...bots.fallback import describe_failure


def write_message(**message: Any) -> None:
    print(json.dumps(message), flush=True)


def write_analysis(record: str, worlds: int) -> None:
    """Write the progress after each decision, the analyses, or why there is none."""
    done = 0.0
    passes = [FIRST_WORLDS, worlds] if worlds > FIRST_WORLDS else [worlds]

    def progress(steps: int, total: int) -> None:
        nonlocal done
        done += steps * share / total
        write_message(progress=done)

    try:
        for number in passes:
            share = number / sum(passes)
            analysis = analyse(record, iterations=number, progress=progress).data(None)
            write_message(**{"analysis" if number == worlds else "first": analysis})
    except BrokenPipeError:
        raise
    except Exception as error:
        write_message(failed=str(describe_failure(error)))


def main() -> None:
    """Run the process. It ends at its next message when the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(BrokenPipeError):
        write_analysis(sys.stdin.read(), int(sys.argv[1]) if len(sys.argv) > 1 else ANALYSIS_WORLDS)
    os._exit(0)


if __name__ == "__main__":
    main()
