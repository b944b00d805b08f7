"""The libraries whose interfaces the environments have: which of them are installed here.

`python -m tests.envs.libraries` says what `make test` cannot run without them.
"""

from __future__ import annotations

from importlib.util import find_spec

import pytest

MODULES = ("gymnasium", "pettingzoo", "pyspiel")
MISSING = [name for name in MODULES if not find_spec(name)]


def needs(*names: str) -> pytest.MarkDecorator:
    """Skip tests where one of these libraries is not installed."""
    missing = ", ".join(name for name in names if name in MISSING)
    return pytest.mark.skipif(bool(missing), reason=f"{missing} is not installed")


if __name__ == "__main__" and MISSING:
    print(f"NOT RUN: tests of the environments, for {', '.join(MISSING)} cannot be installed here.")
