"""How many connections each person has to this process."""

from __future__ import annotations

import secrets
from collections import Counter


class ConnectionCount:
    """Counts the connections of each person at each table to this process, which it names."""

    def __init__(self) -> None:
        self.process = secrets.token_hex(8)
        self._count: Counter[tuple[str, int]] = Counter()

    def add(self, code: str, person: int) -> None:
        self._count[code, person] += 1

    def remove(self, code: str, person: int) -> bool:
        """Remove one connection; return whether it was the person's last one."""
        self._count[code, person] -= 1
        if self._count[code, person]:
            return False
        del self._count[code, person]
        return True

    def is_connected(self, code: str, person: int) -> bool:
        return self._count[code, person] > 0

    def people(self) -> set[tuple[str, int]]:
        """Return everyone who is connected, by table and person."""
        return set(self._count)
