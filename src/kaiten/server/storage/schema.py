"""The relations of the database, in the form of the newest migration."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Integer,
    MetaData,
    String,
)
from sqlalchemy import Table as Relation
from sqlalchemy import Text as LongText

METADATA = MetaData()
TABLE_RELATION = Relation(
    "tables",
    METADATA,
    Column("code", String(12), primary_key=True),
    Column("version", Integer, nullable=False),  # of the last entry in the log
    # grows with every visible change, choices and visits too
    Column("changes", BigInteger, nullable=False),
    Column("stage", String(8), nullable=False),
    Column("listed", Boolean, nullable=False),
    # when the server has to act here: for a bot, a timer or an absent player
    Column("due", Float, index=True),
    Column("touched", Float, nullable=False, index=True),
    Column("chosen", LongText),  # the choices of this turn by seat, as JSON; null if there are none
    # what the next deal comes from, as JSON; null at tables that nothing has happened at since
    # there are any
    Column("lots", LongText),
)
EVENT_RELATION = Relation(
    "events",
    METADATA,
    Column("code", String(12), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("data", LongText, nullable=False),
    Column("at", Float, nullable=False),
)
VISIT_RELATION = Relation(
    "visits",
    METADATA,
    Column("code", String(12), primary_key=True),
    Column("person", Integer, primary_key=True),
    Column("process", String(32), primary_key=True, index=True),
    Column("left_at", Float),  # null while the person is connected to that process
    Column("number", Integer),  # how many watch who have not joined: these count as person 0
)
# public tables that wait for players at a free seat
LOBBY_RELATION = Relation(
    "lobby",
    METADATA,
    Column("code", String(12), primary_key=True),
    # where the table was opened: the places in the lobby are shared by it
    Column("opener", String(12), nullable=False),
)
PROCESS_RELATION = Relation(
    "processes",
    METADATA,
    Column("process", String(32), primary_key=True),
    Column("seen", Float, nullable=False),  # the last heartbeat
)
RECORD_RELATION = Relation(
    "records",
    METADATA,
    Column("code", String(12), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("game", String(32), nullable=False),
    Column("at", Float, nullable=False),
    Column("record", LongText, nullable=False),
)
ANALYSIS_RELATION = Relation(
    "analyses",
    METADATA,
    Column("code", String(12), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", Float, nullable=False),  # when a process last reported progress
    Column("progress", Float),  # from 0 to 1; null if the analysis failed
    Column("analysis", LongText),  # as JSON; a coarse one until the progress is 1
)
