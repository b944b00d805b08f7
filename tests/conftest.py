"""The trial game joins the table before the kernel is compiled, and compiled code of tests has a cache of its own."""

import os
import tempfile
from hashlib import sha256
from pathlib import Path

TRIAL = Path(__file__).with_name("trial.py")
os.environ.setdefault(
    "KAITEN_CACHE", str(Path(tempfile.gettempdir()) / f"kaiten-tests-{sha256(TRIAL.read_bytes()).hexdigest()[:8]}")
)

from hypothesis import settings  # noqa: E402

from kaiten.games import GAMES  # noqa: E402
from tests import trial  # noqa: E402

GAMES.append(trial.buffet)

settings.register_profile("kaiten", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("kaiten")
