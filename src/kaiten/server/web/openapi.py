"""The API description as text: `python -m kaiten.server.web.openapi` writes web/protocol.json."""

from __future__ import annotations

import json

from ..storage.store import Store
from ..tables.runtime import TableRuntime
from ..workers.pool import WorkerPool
from .app import make_app


def describe_api() -> str:
    """Return what /api/openapi.json contains, with sorted keys."""
    described = make_app(TableRuntime(Store("sqlite://"), WorkerPool(0))).openapi()
    return json.dumps(described, indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    print(describe_api(), end="")
