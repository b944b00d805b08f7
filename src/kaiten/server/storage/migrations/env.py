"""How Alembic reaches the database: by the connection that the store gives it."""

from __future__ import annotations

from alembic import context

from kaiten.server.storage.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
