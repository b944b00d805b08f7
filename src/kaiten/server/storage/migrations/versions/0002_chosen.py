"""The choices of a turn stand on the table's own line, so that one statement changes both."""

from __future__ import annotations

import json

import sqlalchemy as sql
from alembic import op

revision = "0002"
down_revision = "0001"

PENDING = """
    SELECT choices.code, choices.seat, choices.choice FROM choices
    JOIN (SELECT code, max(version) AS moved FROM events WHERE kind IN ('started', 'turn') GROUP BY code) AS last
    ON last.code = choices.code AND last.moved = choices.moved
    WHERE choices.choice IS NOT NULL
"""


def upgrade() -> None:
    op.add_column("tables", sql.Column("chosen", sql.Text))
    connection = op.get_bind()
    chosen: dict[str, dict[int, str]] = {}
    for code, seat, choice in connection.execute(sql.text(PENDING)):
        chosen.setdefault(code, {})[seat] = choice
    for code, choices in chosen.items():
        line = {"code": code, "chosen": json.dumps(choices)}
        connection.execute(sql.text("UPDATE tables SET chosen = :chosen WHERE code = :code"), line)
    op.drop_table("choices")
