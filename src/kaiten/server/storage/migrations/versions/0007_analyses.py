"""Forget the analyses of earlier versions, which hold their words in two languages.

A game is analysed again when it is next asked for, and then its texts can be read in any language.
"""

from __future__ import annotations

from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.execute("DELETE FROM analyses")
