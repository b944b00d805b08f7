"""Deals that nobody chooses, at tables of the real server: with clients that contribute, that
vanish, and over the end of a process.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from threading import Thread
from typing import Any

import kaiten
from kaiten.client.deals import LEFT_OUT_OF_DEAL, OTHER_DEAL_THAN_PROMISED, DealContributor
from kaiten.match.fairness import hash_secret
from kaiten.match.verdict import judge
from kaiten.server.tables.lots import REVEAL_SECONDS

from .table_client import Server, TableClient

Serve = Callable[..., Server]
greedy = kaiten.find_bot("greedy")
ANAS, BENS = "a1" * 32, "be" * 32


def play_on(seat: kaiten.Seat) -> None:
    for view in seat:
        seat.choose(greedy(view, Random(1)))


def listen_until(seat: kaiten.Seat, wanted: Callable[[], bool]) -> None:
    ends = time.monotonic() + 10
    while not wanted():
        seat.listen(0.05)
        assert time.monotonic() < ends


def deal_of(client: TableClient) -> dict[str, Any]:
    return client.server.http.get(f"/api/tables/{client.code}/deal").json()  # type: ignore[no-any-return]


def promise(client: TableClient, contribution: str) -> str:
    """Promise a contribution to the next deal. Return the hash of the server's secret."""
    hash: str = deal_of(client)["next"]["hash"]
    assert client.ask("commit", hash=hash, commitment=hash_secret(contribution))["ok"]
    return hash


def two_who_promise(first: Server, second: Server | None = None) -> tuple[list[TableClient], str]:
    opened = first.open(seats=[None, None])
    ana = first.connect_client(opened["table"], opened["token"], deals="1")
    ben = (second or first).connect_client(opened["table"], deals="1")
    ben.do("join", name="Ben")
    promise(ana, ANAS)
    return [ana, ben], promise(ben, BENS)


def test_the_python_client_contributes_and_its_game_is_proved(on_sqlite: Server) -> None:
    opened = on_sqlite.open(seats=[None, None, "chance"])
    with (
        kaiten.rejoin(opened["link"], opened["token"]) as ana,
        kaiten.join(opened["link"], "Bo") as bo,
    ):
        for number in (1, 2):
            for seat in (ana, bo):
                seat.listen(0.3)
                seat.listen(0.3)
            began = time.monotonic()
            ana.command("start")
            other = Thread(target=play_on, args=[bo])
            other.start()
            listen_until(ana, lambda: ana.table["stage"] == "playing")
            assert time.monotonic() - began < REVEAL_SECONDS
            hash = ana.table["hash"]
            play_on(ana)
            other.join()
            listen_until(ana, lambda: ana.table["stage"] == "over")
            record = on_sqlite.http.get(f"/api/tables/{opened['table']}/games/{number}").text
            for seat in (ana, bo):
                assert seat.deals.problem is None
                assert judge(record, hash, seat.deals.contribution).ok
            assert ana.deals.contribution != bo.deals.contribution


def test_a_client_that_vanishes_after_its_promise_keeps_nobody_waiting(on_sqlite: Server) -> None:
    (ana, ben), hash = two_who_promise(on_sqlite)
    assert ana.ask("start")["ok"]
    ana.hear(lambda message: message["type"] == "deal" and message["next"]["closed"])
    ben.socket.socket.close()  # without a word
    began = time.monotonic()
    assert ana.ask("reveal", hash=hash, contribution=ANAS)["ok"]
    ana.see(lambda table: table["table"]["stage"] == "playing")
    assert time.monotonic() - began < REVEAL_SECONDS + 1
    dealt = deal_of(ana)["dealt"]
    assert (dealt["hash"], ana.newest["table"]["hash"]) == (hash, hash)
    assert [one["contribution"] for one in dealt["contributions"]] == [ANAS, None]


def test_a_client_that_does_not_contribute_hears_nothing_of_it(on_sqlite: Server) -> None:
    opened = on_sqlite.open(seats=[None, "chance"])
    ana = on_sqlite.connect_client(opened["table"], opened["token"])
    ana.do("start")
    ana.see(lambda table: table["table"]["stage"] == "playing")
    assert {message["type"] for message in ana.messages} <= {"table", "ack", "ready"}


def test_a_deal_goes_on_in_another_process(database: str, serve: Serve) -> None:
    """The host starts the game at one process, and a player reveals at the other."""
    first, second = serve(database, alone=False), serve(database, alone=False)
    (ana, ben), hash = two_who_promise(first, second)
    assert ana.ask("start")["ok"]
    for client, contribution in ((ana, ANAS), (ben, BENS)):
        client.hear(lambda message: message["type"] == "deal" and message["next"]["closed"])
        assert client.ask("reveal", hash=hash, contribution=contribution)["ok"]
    for client in (ana, ben):
        client.see(lambda table: table["table"]["stage"] == "playing")
    dealt = deal_of(ben)["dealt"]
    assert [one["contribution"] for one in dealt["contributions"]] == [ANAS, BENS]


def test_a_restart_between_promise_and_deal_changes_neither(database: str, serve: Serve) -> None:
    first = serve(database)
    (ana, _), hash = two_who_promise(first)
    first.stop()
    second = serve(database)
    assert deal_of(second.connect_client(ana.code))["next"]["hash"] == hash
    again = second.connect_client(ana.code, ana.token, deals="1")
    assert again.ask("start")["ok"]
    promised = again.hear(lambda message: message["type"] == "deal" and message["next"]["closed"])
    commitments = [one["commitment"] for one in promised["next"]["contributions"]]
    assert hash_secret(ANAS) in commitments
    second.stop()
    third = serve(database)  # which deals, although nobody comes back
    watcher = third.connect_client(ana.code)
    watcher.see(lambda table: table["table"]["stage"] == "playing")
    dealt = deal_of(watcher)["dealt"]
    assert dealt["hash"] == hash
    assert [one["commitment"] for one in dealt["contributions"]] == commitments


# --- What a client makes of it ---


def message(
    number: int, hash: str, closed: bool, promised: list[str], revealed: list[str | None] | None
) -> dict[str, Any]:
    contributions = [
        {"seats": [seat], "commitment": one, "contribution": None}
        for seat, one in enumerate(promised)
    ]
    if revealed is None:
        coming = {"number": number, "hash": hash, "closed": closed, "contributions": contributions}
        return {"type": "deal", "next": coming, "dealt": None}
    for one, contribution in zip(contributions, revealed, strict=True):
        one["contribution"] = contribution
    dealt = {"number": number, "hash": hash, "contributions": contributions}
    return {"type": "deal", "next": None, "dealt": dealt}


def contributor() -> tuple[DealContributor, str, str]:
    """A client that has revealed what it contributes, beside Ben's client; what both contribute."""
    client = DealContributor()
    command = client.answer(message(1, "0" * 64, False, [], None), sits=True)
    assert command
    assert command["do"] == "commit"
    promised = [command["commitment"], hash_secret(BENS)]
    revealed = client.answer(message(1, "0" * 64, True, promised, None), sits=True)
    assert revealed
    assert revealed["do"] == "reveal"
    assert hash_secret(revealed["contribution"]) == command["commitment"]
    return client, revealed["contribution"], command["commitment"]


def test_a_client_is_content_with_a_deal_that_it_contributed_to() -> None:
    client, own, commitment = contributor()
    used = message(1, "0" * 64, False, [commitment, hash_secret(BENS)], [own, BENS])
    assert client.answer(used, sits=True) is None
    assert (client.problem, client.contribution) == (None, own)
    # another may be late: they are told so themselves
    late = message(1, "0" * 64, False, [commitment, hash_secret(BENS)], [own, None])
    client.answer(late, sits=True)
    assert client.problem is None


def test_a_client_whose_contribution_was_left_out_says_so() -> None:
    client, _, commitment = contributor()
    used = message(1, "0" * 64, False, [commitment, hash_secret(BENS)], [None, BENS])
    client.answer(used, sits=True)
    assert (client.problem, client.contribution) == (LEFT_OUT_OF_DEAL, None)
    client = DealContributor()
    assert client.answer(message(1, "0" * 64, False, [], None), sits=True)
    client.answer(message(1, "0" * 64, False, [], []), sits=True)
    assert client.problem is LEFT_OUT_OF_DEAL
    # not to those who gave their seat up, and not in the next game
    client.answer(message(1, "0" * 64, False, [], []), sits=False)
    assert client.problem is None


def test_a_client_notices_a_deal_that_comes_from_something_else() -> None:
    for hash, promised, revealed in (
        ("1" * 64, 0, BENS),  # another secret
        ("0" * 64, 1, BENS),  # other promises than before we revealed ours
        ("0" * 64, 0, ANAS),  # something that was not promised
    ):
        client, own, commitment = contributor()
        others = ["2" * 64] if promised else [hash_secret(BENS)]
        client.answer(message(1, hash, False, [commitment, *others], [own, revealed]), sits=True)
        assert client.problem is OTHER_DEAL_THAN_PROMISED


def test_a_client_reveals_nothing_when_the_promises_change() -> None:
    client, _, commitment = contributor()
    other = message(1, "0" * 64, True, [commitment, "2" * 64], None)
    assert client.answer(other, sits=True) is None
    # nor what it has not promised itself
    assert client.answer(message(2, "3" * 64, True, [commitment], None), sits=True) is None


def test_a_client_without_a_seat_promises_nothing() -> None:
    assert DealContributor().answer(message(1, "0" * 64, False, [], None), sits=False) is None
