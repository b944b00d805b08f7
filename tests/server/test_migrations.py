"""A database of an older revision: what was played there goes on."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import sqlalchemy as sql

from kaiten.server.protocol.requests import Choose, OpenTable, Set, Start
from kaiten.server.storage.store import Store
from kaiten.server.storage.transaction import Transaction
from kaiten.server.tables.commands import Effects, create_table, run_command
from kaiten.server.tables.snapshot import Snapshot, apply_effects, write_transition
from kaiten.server.tables.table import Table

from .table_client import Server, play

BOTS = [None, "heuristic", "greedy", "heuristic"]
RENAME = """
    UPDATE events SET data = replace(data, '"greedy","heuristic"', '"greedy","rules"')
    WHERE code = 'ABCDEF' AND kind IN ('opened', 'set')
"""
RENAME_FIRST = """
    UPDATE events SET data = replace(data, 'null,"heuristic"', 'null,"rules"')
    WHERE code = 'ABCDEF' AND kind IN ('opened', 'set')
"""


def write_effects(transaction: Transaction, snapshot: Snapshot, effects: Effects) -> Snapshot:
    now = time.time()
    transition = apply_effects(snapshot, effects, now)
    # which tables did not have yet
    transition = transition._replace(after=replace(transition.after, lots=None))
    assert write_transition(transaction, transition, now)
    return transition.after


def make_old_database(database: str) -> str:
    """Write a game in progress against the bot `rules` at revision 0003; return the host's token."""
    store = Store(database)
    store.migrate("0003")
    now = time.time()
    opening = create_table(OpenTable(name="rules", game="sushi-go", seats=BOTS))
    line = "('ABCDEF', 0, 0, 'open', false, :now)"
    insert = f"INSERT INTO tables (code, version, changes, stage, listed, touched) VALUES {line}"
    with store.engine.begin() as connection:
        connection.execute(sql.text(insert), {"now": now})
    with store.transaction() as transaction:
        snapshot = write_effects(transaction, Snapshot(Table("ABCDEF"), 0), opening)
        for request in (Set(do="set", timer=600), Start(do="start")):
            effects = run_command(snapshot.context(1, now), request)
            snapshot = write_effects(transaction, snapshot, effects)
        assert snapshot.table.match is not None
        choice = snapshot.table.match.choices(0)[0].text
        choose = Choose(do="choose", choice=choice, version=snapshot.table.version)
        write_effects(transaction, snapshot, run_command(snapshot.context(1, now), choose))
    with store.engine.begin() as connection:
        for statement in (RENAME, RENAME_FIRST):
            assert connection.execute(sql.text(statement)).rowcount == 2
    store.close()
    token: str = opening.reply["token"]
    return token


def read_events(database: str) -> dict[int, tuple[str, str]]:
    store = Store(database)
    with store.engine.connect() as connection:
        rows = connection.execute(sql.text("SELECT version, kind, data FROM events")).all()
    store.close()
    return {version: (kind, data) for version, kind, data in rows}


def test_the_bot_rules_is_called_heuristic_in_stored_tables_and_nothing_else_changes(
    database: str,
) -> None:
    make_old_database(database)
    before = read_events(database)
    store = Store(database)
    store.migrate()
    store.close()
    after = read_events(database)
    assert before[1][1].count('"rules"') == before[3][1].count('"rules"') == 2
    assert '"name":"rules"' in after[2][1]  # a person may be called so
    for version, (kind, data) in before.items():
        renamed = data.replace('"rules"', '"heuristic"') if kind in ("opened", "set") else data
        assert after[version] == (kind, renamed)


def test_a_game_in_progress_against_the_bot_rules_goes_on_to_its_end(
    database: str, serve: Callable[..., Server]
) -> None:
    token = make_old_database(database)
    server = serve(database)
    ana = server.connect_client("ABCDEF", token)
    assert [seat["bot"] for seat in ana.table["seats"]] == BOTS
    ana.see(lambda table: table["views"][0]["turn"] == 2)  # the bots have chosen
    play([ana])
    assert ana.table["stage"] == "over"
    ana.do("start")
    play([ana], turns=1)
