"""What a client contributes to the deals of its table, so that nobody chooses them.

docs/protocol.md, *Fair deals*, describes the messages.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..match.fairness import draw_secret, hash_secret
from ..text import Text

DealCommand = dict[str, str]
LEFT_OUT_OF_DEAL = Text(
    "Your device's contribution was left out of this deal. If that happens often, the server may "
    "be picking the deals."
)
OTHER_DEAL_THAN_PROMISED = Text(
    "This deal does not match what was promised. Do not trust the server."
)


class DealContributor:
    """Promises a contribution to each deal, reveals it in time, and checks that it was used."""

    def __init__(self) -> None:
        self._own: dict[str, str] = {}  # by the hash of the server's secret
        self._hashes: dict[int, str] = {}  # those secrets' hashes, by the number of the game
        self._closed: dict[str, list[str]] = {}  # what everyone had promised when we revealed ours
        self.contribution: str | None = None  # ours to the deal of the newest game
        self.problem: Text | None = None  # what the player should know of that deal

    def answer(self, message: Mapping[str, Any], sits: bool) -> DealCommand | None:
        """Return the command that a `deal` message asks for. `sits`: whether we have a seat."""
        if message["dealt"]:
            self._check(message["dealt"], sits)
        return self._contribute(message["next"], sits) if message["next"] else None

    def _contribute(self, deal: Mapping[str, Any], sits: bool) -> DealCommand | None:
        hash = deal["hash"]
        if not deal["closed"]:
            if not sits or hash in self._own:
                return None
            self._own[hash] = draw_secret()
            self._hashes.setdefault(deal["number"], hash)
            return {"do": "commit", "hash": hash, "commitment": hash_secret(self._own[hash])}
        promised = [one["commitment"] for one in deal["contributions"]]
        if hash not in self._own or hash_secret(self._own[hash]) not in promised:
            return None
        # what was promised first counts: another list would be another deal
        if self._closed.setdefault(hash, promised) != promised:
            return None
        return {"do": "reveal", "hash": hash, "contribution": self._own[hash]}

    def _check(self, deal: Mapping[str, Any], sits: bool) -> None:
        """Find out whether the deal comes from what was promised, with our contribution."""
        own = self._own.get(deal["hash"])
        used = deal["contributions"]
        revealed = [one["contribution"] for one in used]
        self.contribution = own if own in revealed else None
        self.problem = None
        if not sits:
            return
        kept = all(
            one["contribution"] is None or hash_secret(one["contribution"]) == one["commitment"]
            for one in used
        )
        promised = [one["commitment"] for one in used]
        if (
            not kept
            or self._hashes.get(deal["number"], deal["hash"]) != deal["hash"]
            or self._closed.get(deal["hash"], promised) != promised
        ):
            self.problem = OTHER_DEAL_THAN_PROMISED
        elif own is not None and self.contribution is None:
            self.problem = LEFT_OUT_OF_DEAL
