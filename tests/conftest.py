"""How tests run: Hypothesis tries the same in every `make test` and others in every `make test-long`;
with Numba, matches follow the compiled rules. The user's terminal and language
play no part.
"""

import os
from pathlib import Path

import pytest
from hypothesis import settings
from tools.compile_catalogues import FOLDERS, compile_catalogues

from kaiten.engine.jit import JIT
from tests.compiled_rules import follow_compiled_rules
from tests.long_run import LONG

for setting in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR"):
    os.environ.pop(setting, None)
os.environ["TERM"] = "xterm-256color"
for setting in ("LC_ALL", "LC_MESSAGES", "LANG"):
    if os.environ.get(setting, "").lower().startswith("fr"):
        os.environ[setting] = "en_US.UTF-8"

# What follows matches and does not play by the rules itself: in `make test`, once is enough.
FOLLOWERS = {Path(__file__).parent / name for name in ("client", "match", "scoring", "terminal")}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the followers' tests plain alone; their sweeps, which take longer so, compiled alone."""
    for item in items if not LONG else []:
        if item.path.parent in FOLLOWERS and not item.get_closest_marker("sweep"):
            item.add_marker(pytest.mark.once)


settings.register_profile("kaiten", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("kaiten-long", deadline=None, max_examples=1000, print_blob=True)
settings.load_profile("kaiten-long" if LONG else "kaiten")

compile_catalogues(*FOLDERS)

if JIT:
    follow_compiled_rules()
