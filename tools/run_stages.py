"""Run stages of the Makefile one after the other, and sum up what ran: `make test` calls this.

A line that begins with `NOT RUN:` in the output of a stage is repeated at the end. The first stage
that fails ends the run; the summary then tells what ran, what failed and what was not reached.
"""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import time
from dataclasses import dataclass, field

STAGES = {
    "lint": "style and format",
    "types": "mypy, strict",
    "plain": "rules, library and terminal in plain Python",
    "compiled": "the same with compiled rules",
    "server": "the server on SQLite and PostgreSQL",
    "coverage": "what plain and server have covered",
    "web": "the browser client's checks and unit tests",
    "browser": "the client in a real browser",
}
ESCAPES = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
# pytest's closing line, and vitest's
CLOSING = re.compile(r"^(?:=+ )?(\d+ \w+(?:, \d+ \w+)*) in [\d.]+s|^\s*Tests\s+(\d+ passed.*)$")
COUNTS = ("passed", "skipped", "failed", "error", "errors", "xfailed")


@dataclass
class Result:
    """What a stage has printed, and how it ended."""

    seconds: float = 0.0
    cpu: float = 0.0  # seconds of all cores: the same on a busy machine
    code: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    not_run: list[str] = field(default_factory=list)

    def read(self, line: str) -> None:
        line = ESCAPES.sub("", line).rstrip()
        if line.startswith("NOT RUN:") and line not in self.not_run:
            self.not_run.append(line)
        closing = CLOSING.match(line)
        if closing:
            for number, kind in re.findall(r"(\d+) (\w+)", closing[1] or closing[2]):
                if kind in COUNTS:
                    self.counts[kind] = self.counts.get(kind, 0) + int(number)

    @property
    def words(self) -> str:
        if self.code:
            counted = ", ".join(f"{n} {kind}" for kind, n in self.counts.items())
            return f"FAILED {counted}".strip()
        counted = ", ".join(f"{n} {kind}" for kind, n in self.counts.items())
        return counted or ("not run" if self.not_run else "passed")


def run_stage(make: str, stage: str) -> Result:
    """Run one target of the Makefile and show its output as it comes."""
    result, start, used = Result(), time.monotonic(), read_cpu()
    process = subprocess.Popen(
        [make, "--no-print-directory", stage],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        env={**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"},
    )
    assert process.stdout
    for line in process.stdout:
        show(line)
        result.read(line)
    result.code, result.seconds = process.wait(), time.monotonic() - start
    result.cpu = read_cpu() - used
    return result


def read_cpu() -> float:
    """Return the seconds of CPU that the processes which have ended took."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def show(text: str) -> None:
    """Write a text, with question marks for what the terminal's encoding lacks."""
    encoding = sys.stdout.encoding or "ascii"
    sys.stdout.write(text.encode(encoding, "replace").decode(encoding))
    sys.stdout.flush()


def run_stages(make: str, stages: list[str]) -> dict[str, Result]:
    """Run the stages up to the first that fails."""
    results: dict[str, Result] = {}
    for number, stage in enumerate(stages, start=1):
        show(f"\n[{number}/{len(stages)}] {stage}: {STAGES.get(stage, stage)} ...\n")
        results[stage] = run_stage(make, stage)
        if results[stage].code:
            break
    return results


def sum_up(stages: list[str], results: dict[str, Result]) -> str:
    lines = [""]
    for number, stage in enumerate(stages, start=1):
        result = results.get(stage)
        words = "not reached"
        if result:
            words = f"{result.words:32} {result.seconds:6.0f} s, {result.cpu:6.0f} s of CPU"
        lines.append(f"[{number}/{len(stages)}] {stage:10} {words}")
    not_run = [line for result in results.values() for line in result.not_run]
    return "\n".join([*lines, *dict.fromkeys(not_run), verdict(stages, results)]) + "\n"


def verdict(stages: list[str], results: dict[str, Result]) -> str:
    seconds = sum(result.seconds for result in results.values())
    took = f"{seconds / 60:.0f} min" if seconds >= 120 else f"{seconds:.0f} s"
    failed = [stage for stage, result in results.items() if result.code]
    if failed:
        return f"FAILED after {took}: make {failed[0]} (see above)."
    which = (
        "All other checks" if any(result.not_run for result in results.values()) else "All checks"
    )
    return f"{which} passed in {took}."


def main() -> None:
    how_long, *stages = sys.argv[1:]
    stages = stages or list(STAGES)
    show(f"{len(stages)} stages, {how_long}.\n")
    results: dict[str, Result] = {}
    try:
        results = run_stages(os.environ.get("MAKE", "make"), stages)
    except KeyboardInterrupt:
        sys.exit("Interrupted.")
    show(sum_up(stages, results))
    sys.exit(any(result.code for result in results.values()))


if __name__ == "__main__":
    main()
