"""The analyses of finished games, and the progress of those under way."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "analyses",
        sql.Column("code", sql.String(12), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True),
        sql.Column("at", sql.Float, nullable=False),
        sql.Column("progress", sql.Float),
        sql.Column("analysis", sql.Text),
    )
