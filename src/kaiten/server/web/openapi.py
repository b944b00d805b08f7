"""The description of the protocol as text, on which clients build: `python -m
kaiten.server.web.openapi`.
"""

from __future__ import annotations

import json

from ..storage.store import Store
from ..tables.service import Hall
from ..workers.pool import WorkerPool
from .app import make_app


def description() -> str:
    """What /api/openapi.json says, told by a server that never opens, in an order that changes only
    with the shapes.
    """
    described = make_app(Hall(Store("sqlite://"), WorkerPool(0))).openapi()
    return json.dumps(described, indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    print(description(), end="")
