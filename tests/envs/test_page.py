"""The programs of docs/environments.md run."""

from __future__ import annotations

import pytest

from tests.envs.libraries import needs
from tests.test_docs import blocks

pytestmark = [pytest.mark.once, needs("gymnasium", "pettingzoo", "pyspiel")]
PROGRAMS = blocks("docs/environments.md", "python")


@pytest.mark.parametrize("program", PROGRAMS, ids=range(len(PROGRAMS)))
def test_the_programs_of_the_page_run(program: str) -> None:
    assert len(PROGRAMS) == 5
    exec(compile(program, "docs/environments.md", "exec"), {"__name__": "page"})
