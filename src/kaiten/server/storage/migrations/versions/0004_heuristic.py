"""Rename the bot `rules` to `heuristic` in the logs of tables.

Only the entries `opened` and `set` name bots, in `seats`. Records and analyses name none.
"""

from __future__ import annotations

import orjson
import sqlalchemy as sql
from alembic import op

revision = "0004"
down_revision = "0003"

FIND = """
    SELECT code, version, data FROM events
    WHERE kind IN ('opened', 'set') AND data LIKE '%"rules"%'
"""
UPDATE = "UPDATE events SET data = :data WHERE code = :code AND version = :version"


def upgrade() -> None:
    connection = op.get_bind()
    for code, version, data in connection.execute(sql.text(FIND)).all():
        entry = orjson.loads(data)
        if "rules" in entry["seats"]:
            entry["seats"] = ["heuristic" if bot == "rules" else bot for bot in entry["seats"]]
            row = {"code": code, "version": version, "data": orjson.dumps(entry).decode()}
            connection.execute(sql.text(UPDATE), row)
