"""A table keeps what its next deal comes from: a secret, and what players promise to contribute."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("tables", sql.Column("lots", sql.Text))
