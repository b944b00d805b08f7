"""How tests run: Hypothesis tries the same in every `make test` and others in every `make test-long`;
with Numba, matches follow the compiled rules. The user's terminal and language
play no part.
"""

import os

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

settings.register_profile("kaiten", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("kaiten-long", deadline=None, max_examples=1000, print_blob=True)
settings.load_profile("kaiten-long" if LONG else "kaiten")

compile_catalogues(*FOLDERS)

if JIT:
    follow_compiled_rules()
