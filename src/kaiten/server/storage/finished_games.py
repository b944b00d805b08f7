"""The queries about finished games: their records and their analyses."""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sql
from sqlalchemy import bindparam

from .driver import ThreadConnection
from .schema import ANALYSIS_RELATION, RECORD_RELATION


class StoredAnalysis(NamedTuple):
    """The analysis of a game, and its progress: until that is 1, the analysis is a coarse one."""

    at: float
    progress: float | None
    analysis: str | None

    @property
    def is_done(self) -> bool:
        return self.progress == 1 and self.analysis is not None


FIND_RECORD = sql.select(RECORD_RELATION.c.record).where(
    RECORD_RELATION.c.code == bindparam("c"), RECORD_RELATION.c.number == bindparam("n")
)
OF_GAME = (ANALYSIS_RELATION.c.code == bindparam("c"), ANALYSIS_RELATION.c.number == bindparam("n"))
IS_UNFINISHED = sql.or_(
    ANALYSIS_RELATION.c.progress.is_(None),
    ANALYSIS_RELATION.c.progress < 1,
    ANALYSIS_RELATION.c.analysis.is_(None),
)
FIND_ANALYSIS = sql.select(*(ANALYSIS_RELATION.c[name] for name in StoredAnalysis._fields)).where(
    *OF_GAME
)
RECLAIM_ANALYSIS = (
    sql.update(ANALYSIS_RELATION)
    .where(*OF_GAME, ANALYSIS_RELATION.c.at == bindparam("known"))
    .values(at=bindparam("at"), progress=bindparam("progress"))
)
UPDATE_ANALYSIS = (
    sql.update(ANALYSIS_RELATION)
    .where(*OF_GAME, IS_UNFINISHED)
    .values(at=bindparam("at"), progress=bindparam("progress"))
)
SHOW_ANALYSIS = UPDATE_ANALYSIS.values(analysis=bindparam("analysis"))
INSERT_RECORD, INSERT_ANALYSIS = map(sql.insert, (RECORD_RELATION, ANALYSIS_RELATION))


class FinishedGames(ThreadConnection):
    """The queries about finished games, on the connection of one thread."""

    def insert_record(self, code: str, number: int, game: str, record: str, now: float) -> None:
        row = {"code": code, "number": number, "game": game, "record": record, "at": now}
        self.execute(INSERT_RECORD, row)

    def find_record(self, code: str, number: int) -> str | None:
        row = self.execute(FIND_RECORD, {"c": code, "n": number}).fetchone()
        return row[0] if row else None

    def find_analysis(self, code: str, number: int) -> StoredAnalysis | None:
        row = self.execute(FIND_ANALYSIS, {"c": code, "n": number}).fetchone()
        return StoredAnalysis(*row) if row else None

    def claim_analysis(
        self, code: str, number: int, known: StoredAnalysis | None, now: float
    ) -> bool:
        """Claim an analysis for this process, if it is still as known. Return whether it was.

        Raise DuplicateEntry if none was known and another process has claimed it meanwhile.
        """
        progress = {"at": now, "progress": 0.0}
        if known is None:
            row = {"code": code, "number": number, **progress, "analysis": None}
            self.execute(INSERT_ANALYSIS, row)
            return True
        values = {"c": code, "n": number, "known": known.at, **progress}
        claimed: int = self.execute(RECLAIM_ANALYSIS, values).rowcount
        return claimed > 0

    def update_analysis(
        self,
        code: str,
        number: int,
        progress: float | None,
        now: float,
        analysis: str | None = None,
    ) -> None:
        """Note the progress of an analysis, and what there is to see of it, if that is new; a result
        is never overwritten.
        """
        values = {"c": code, "n": number, "at": now, "progress": progress}
        if analysis is None:
            self.execute(UPDATE_ANALYSIS, values)
        else:
            self.execute(SHOW_ANALYSIS, {**values, "analysis": analysis})
