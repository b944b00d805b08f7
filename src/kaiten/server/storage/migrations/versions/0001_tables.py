"""Tables with their logs, the choices of a turn, who is there, and the records of finished games."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sql.Column("code", sql.String(12), primary_key=True),
        sql.Column("version", sql.Integer, nullable=False),
        sql.Column("changes", sql.BigInteger, nullable=False),
        sql.Column("stage", sql.String(8), nullable=False),
        sql.Column("listed", sql.Boolean, nullable=False),
        sql.Column("due", sql.Float, index=True),
        sql.Column("touched", sql.Float, nullable=False, index=True),
    )
    op.create_table(
        "events",
        sql.Column("code", sql.String(12), primary_key=True),
        sql.Column("version", sql.Integer, primary_key=True),
        sql.Column("kind", sql.String(16), nullable=False),
        sql.Column("data", sql.Text, nullable=False),
        sql.Column("at", sql.Float, nullable=False),
    )
    op.create_table(
        "choices",
        sql.Column("code", sql.String(12), primary_key=True),
        sql.Column("seat", sql.Integer, primary_key=True),
        sql.Column("moved", sql.Integer, nullable=False),
        sql.Column("choice", sql.Text),
    )
    op.create_table(
        "visits",
        sql.Column("code", sql.String(12), primary_key=True),
        sql.Column("person", sql.Integer, primary_key=True),
        sql.Column("process", sql.String(32), primary_key=True, index=True),
        sql.Column("left_at", sql.Float),
    )
    op.create_table(
        "processes",
        sql.Column("process", sql.String(32), primary_key=True),
        sql.Column("seen", sql.Float, nullable=False),
    )
    op.create_table(
        "records",
        sql.Column("code", sql.String(12), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True),
        sql.Column("game", sql.String(32), nullable=False),
        sql.Column("at", sql.Float, nullable=False),
        sql.Column("record", sql.Text, nullable=False),
    )
