"""The lobby has its own relation, in which tables share its places by where they were opened; and
how many people watch a table without having joined it.
"""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "lobby",
        sql.Column("code", sql.String(12), primary_key=True),
        sql.Column("opener", sql.String(12), nullable=False),
    )
    # where these were opened is not known: each counts as opened somewhere else
    op.execute(
        "INSERT INTO lobby (code, opener) SELECT code, code FROM tables WHERE listed AND stage <> 'playing'"
    )
    op.add_column("visits", sql.Column("number", sql.Integer))
