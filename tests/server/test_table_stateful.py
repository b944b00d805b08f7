"""A table's commands in any order: Hypothesis plays the people, and what must always hold is
checked after each of them.

The machine drives the pure functions of `kaiten.server.tables`; no store, no clock and no network.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import fields, replace
from random import Random
from typing import Any
from unittest.mock import patch

import orjson
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import kaiten
from kaiten import Choice, Match
from kaiten.engine.state import to_dict
from kaiten.match.fairness import JointSeed
from kaiten.match.match import rank_seats
from kaiten.match.verdict import judge
from kaiten.server.protocol import errors, requests, serialize
from kaiten.server.protocol.emotes import EMOTES
from kaiten.server.storage.entry import Entry, Stage
from kaiten.server.tables import commands, lots
from kaiten.server.tables.commands import Effects
from kaiten.server.tables.log_fold import fold_log
from kaiten.server.tables.snapshot import Snapshot, apply_effects
from kaiten.server.tables.summary import summarise_table
from kaiten.server.tables.table import Table
from tests.long_run import examples

# --- The adapter: everything that depends on how the server's functions are called ---


class LocalTable:
    """A table and its log as the service keeps them, in memory."""

    def __init__(self, seed: int, now: float, **settings: Any) -> None:
        self.rng, self.now = Random(seed), now
        self.log: list[Entry] = []
        self.snapshot = Snapshot(Table("TESTED"))
        wish = requests.OpenTable.model_validate({"name": "Ana", **settings})
        effects = commands.create_table(wish)
        self.apply(effects)
        self.host_token = str(effects.reply["token"])

    @property
    def table(self) -> Table:
        return self.snapshot.table

    def ask(self, token: str | None, **message: Any) -> Mapping[str, Any]:
        """Carry out a command as it comes over the wire. Return the reply, or raise the refusal."""
        command = requests.parse_command(orjson.dumps(message))
        person = commands.recognise(self.table, token)
        with self.drawing():
            effects = commands.run_command(self.snapshot.context(person, self.now), command)
        self.apply(effects)
        return effects.reply

    def drawing(self) -> AbstractContextManager[object]:
        """Let the secrets of deals come from this table's random numbers."""
        return patch.object(lots, "draw_secret", lambda: f"{self.rng.getrandbits(256):064x}")

    def apply(self, effects: Effects) -> None:
        """Let effects happen, and log them as JSON like the store does."""
        with self.drawing():
            transition = apply_effects(self.snapshot, effects, self.now)
        for entry in transition.entries:
            self.log.append(entry._replace(data=orjson.loads(orjson.dumps(entry.data))))
        self.snapshot = transition.after

    def connect(self, person: int) -> None:
        self._see(person, None)
        self.apply(commands.return_to_table(self.snapshot.context(person, self.now)))

    def disconnect(self, person: int) -> None:
        self._see(person, self.now)
        self.apply(Effects())

    def _see(self, person: int, left: float | None) -> None:
        visits = {**self.snapshot.visits, person: left}
        self.snapshot = replace(self.snapshot, visits=visits)

    def replace_absent(self) -> None:
        """Let bots play for people who have been away too long."""
        self.apply(commands.replace_absent_players(self.snapshot.context(None, self.now)))

    def late_bots(self) -> dict[int, str]:
        return self.snapshot.bots_to_move(self.now)

    def move_bots(self) -> None:
        """Let the bots that have to choose choose anything."""
        late = self.late_bots()
        if late:
            self.apply(Effects(choices={seat: self.any_choice(seat) for seat in late}))

    def any_choice(self, seat: int) -> Choice:
        assert self.table.match is not None
        return self.rng.choice(self.table.match.choices(seat))

    def chosen(self) -> dict[int, str]:
        """What has been chosen this turn, as texts."""
        return {seat: choice.text for seat, choice in self.snapshot.chosen.items()}

    def is_due(self) -> bool:
        return self.snapshot.due is not None

    def message(self, person: int | None, seen: Snapshot) -> str:
        """Return the whole table as a person is sent it."""
        return serialize.encode_text(
            serialize.make_table_message(seen, person, "en", self.now, 0, state=True)
        )

    def ready_message(self, person: int | None, seen: Snapshot) -> Mapping[str, Any]:
        return serialize.make_ready_message(seen, person)


# --- What is compared ---


def facts(table: Table) -> dict[str, Any]:
    """Return everything that a table is, in values that can be compared."""
    values = {field.name: getattr(table, field.name) for field in fields(table)}
    match: Match | None = values.pop("match")
    if match is not None:
        values["state"] = to_dict(match._state)
        values["record"], values["sheet"] = match.record(), match.sheet()
        values["memories"] = [to_dict(match.view(seat).state) for seat in match.seats]
    return values


def elsewhere(seen: Snapshot, seat: int | None, rng: Random) -> Snapshot:
    """Return another table that looks the same from a seat: other hidden cards, other choices of
    the others.
    """
    match = seen.table.match
    assert match is not None
    other = match.view(seat).sample(rng)
    chosen = {
        place: choice if place == seat else rng.choice(other.choices(place))
        for place, choice in seen.chosen.items()
    }
    return replace(seen, table=replace(seen.table, match=other), chosen=chosen)


# --- The machine ---

GAMES: list[tuple[str, dict[str, Any], int]] = [
    ("sushi-draft", {}, 3),
    ("sushi-draft", {"advanced": True}, 4),
    ("sushi-go", {"variant": "robot"}, 2),
    ("sushi-go", {"direction": "alternate"}, 3),
    (
        "sushi-go-party",
        {"menu": "maki,tofu,miso_soup,eel,menu,spoon,pudding", "edition": "en"},
        3,
    ),
    ("sushi-go-party", {"menu": "random"}, 4),
]
people = st.sampled_from([1, 2, 3, 4, 5, 6, 0])  # 0 is a stranger; the others wrap round
places = st.integers(0, 4)
maybe_places = st.none() | places
names = st.sampled_from(["Dan", "Eve", "Fay", "Gil", "bo", "Ana", "Robot", "", "x" * 25])
seat_plans = st.lists(st.sampled_from([None, None, "heuristic", "easy"]), min_size=5, max_size=5)
settings_changes = st.fixed_dictionaries(
    {},
    optional={
        "timer": st.sampled_from([None, 5, 60]),
        "grace": st.sampled_from([None, 0, 60]),
        "hints": st.booleans(),
        "memory": st.booleans(),
        "listed": st.booleans(),
    },
)
wrong_choices = st.sampled_from(["", "pizza", "tuna tuna", "nothing", "joker as:pizza", "maki_9"])


class TableMachine(RuleBasedStateMachine):
    local: LocalTable

    @initialize(
        seed=st.integers(0, 2**32),
        game=st.sampled_from(GAMES),
        bots=seat_plans,
        more=settings_changes,
        guests=st.integers(0, 2),
    )
    def open_table(
        self, seed: int, game: Any, bots: list[str | None], more: Mapping[str, Any], guests: int
    ) -> None:
        id, options, players = game
        seats = [None, *bots[: players - 1]]
        self.local = LocalTable(seed, 1000.0, game=id, options=options, seats=seats, **more)
        self.tokens: list[str | None] = [None, self.local.host_token]
        self.checked_entries = self.checked_results = 0
        self.last_checked: Snapshot | None = None
        self.local.connect(1)
        for name in ("Bo", "Cleo")[:guests]:
            self.join(0, name, None)

    def token(self, who: int) -> str | None:
        return self.tokens[who % len(self.tokens)]

    def person(self, who: int) -> int | None:
        """The number of a person who has ever joined: the tokens are in the order of joining."""
        return (who % len(self.tokens)) or None

    def ask(self, who: int, **message: Any) -> Mapping[str, Any] | None:
        """Return the reply to a command; None if it was refused, which changes nothing."""
        before, entries = self.local.snapshot, len(self.local.log)
        known = facts(before.table), dict(before.chosen)
        with suppress(kaiten.KaitenError):
            return self.local.ask(self.token(who), **message)
        assert self.local.snapshot is before
        assert len(self.local.log) == entries
        assert (facts(before.table), dict(before.chosen)) == known
        return None

    # --- People come and go ---

    @rule(who=people, name=names, seat=maybe_places)
    def join(self, who: int, name: str, seat: int | None) -> None:
        before = self.local.table
        reply = self.ask(who, do="join", name=name, seat=seat)
        if reply is None:
            return
        assert self.person(who) is None
        self.tokens.append(reply["token"])
        assert reply["person"] == len(self.tokens) - 1 == self.local.table.came
        if before.stage == Stage.PLAYING:
            assert reply["seat"] is None
        elif seat is not None:
            assert before.seats[seat].is_free
            assert reply["seat"] == seat
        self.local.connect(reply["person"])

    @rule(who=people, seat=places, name=st.none() | names)
    def sit(self, who: int, seat: int, name: str | None) -> None:
        before = self.local.table
        if self.ask(who, do="sit", seat=seat, name=name) is not None:
            assert before.stage != Stage.PLAYING
            assert before.seats[seat].is_free
            assert self.local.table.seats[seat].person == self.person(who)

    @rule(who=people, seat=maybe_places)
    def stand(self, who: int, seat: int | None) -> None:
        before = self.local.table
        if self.ask(who, do="stand", seat=seat) is not None:
            (held,) = set(before.seats_of(self.person(who))) - set(
                self.local.table.seats_of(self.person(who))
            )
            assert seat in (None, held)

    @precondition(lambda self: len(self.local.table.people) > 1)
    @rule(who=people)
    def leave(self, who: int) -> None:
        if self.ask(who, do="leave") is not None:
            self.check_gone(self.person(who))

    @rule(who=people, other=people)
    def kick(self, who: int, other: int) -> None:
        host, unwanted = self.local.table.host, self.person(other)
        if unwanted and self.ask(who, do="kick", person=unwanted) is not None:
            assert self.person(who) == host or self.is_long_gone(host)
            self.check_gone(unwanted)

    def check_gone(self, person: int | None) -> None:
        assert person not in self.local.table.people
        assert not self.local.table.seats_of(person)
        with pytest.raises(errors.BadToken):
            self.local.ask(self.tokens[person or 0], do="leave")

    def is_long_gone(self, person: int | None) -> bool:
        snapshot, grace = self.local.snapshot, self.local.table.settings.grace
        return person not in snapshot.here and grace is not None

    @rule(who=people)
    def connect(self, who: int) -> None:
        person = self.person(who)
        if person in self.local.table.people:
            self.local.connect(person)
            assert not any(
                seat.away in ("absent", "replaced")
                for seat in self.local.table.seats
                if seat.person == person
            )

    @rule(who=people)
    def disconnect(self, who: int) -> None:
        person = self.person(who)
        if person in self.local.table.people:
            self.local.disconnect(person)

    # --- Between games ---

    @rule(
        who=people, game=st.none() | st.sampled_from(GAMES), bots=seat_plans, more=settings_changes
    )
    def set_up(self, who: int, game: Any, bots: list[str | None], more: Mapping[str, Any]) -> None:
        before = self.local.table
        wish = dict(more)
        if game:
            wish |= {"game": game[0], "options": game[1], "seats": [None, *bots[: game[2] - 1]]}
        if self.ask(who, do="set", **wish) is None:
            return
        table = self.local.table
        assert before.stage != Stage.PLAYING
        assert all(getattr(table.settings, name) == value for name, value in more.items())
        assert (table.results, table.people) == (before.results, before.people)
        if game:
            assert [seat.bot for seat in table.seats] == wish["seats"]

    @rule(who=people)
    def start(self, who: int) -> None:
        before = self.local.table
        if self.ask(who, do="start") is not None:
            assert before.stage != Stage.PLAYING
            assert self.person(who) == before.host or self.is_long_gone(before.host)
            assert self.local.table.stage == Stage.PLAYING
            assert self.local.table.number == before.number + 1
            assert not self.local.snapshot.chosen

    @precondition(lambda self: self.local.table.stage != Stage.PLAYING and self.local.table.people)
    @rule()
    def start_as_host(self) -> None:
        assert self.local.table.host is not None
        assert self.ask(self.local.table.host, do="start") is not None

    # --- In a game ---

    @precondition(lambda self: self.people_asked())
    @rule(number=st.integers(0, 20))
    def choose_as_asked(self, number: int) -> None:
        """One of the people who are asked chooses something legal."""
        table, seats = self.local.table, self.people_asked()
        seat = seats[number % len(seats)]
        message = {
            "choice": self.local.any_choice(seat).text,
            "version": table.version,
            "seat": seat,
        }
        assert self.ask(table.seats[seat].person or 0, do="choose", **message) is not None

    def people_asked(self) -> list[int]:
        """The seats that have not chosen yet and at which people choose for themselves."""
        table, chosen = self.local.table, self.local.snapshot.chosen
        return [
            seat for seat in table.waiting if not table.seats[seat].player and seat not in chosen
        ]

    @precondition(lambda self: self.local.table.stage == Stage.PLAYING)
    @rule(who=people, seat=maybe_places, late=st.integers(0, 9), number=st.integers(0, 20))
    def choose(self, who: int, seat: int | None, late: int, number: int) -> None:
        """Choose one of the legal choices of some seat, perhaps having seen an old version only."""
        before = self.local.table
        assert before.match is not None
        asked = seat if seat in before.waiting else before.waiting[0]
        legal = before.match.choices(asked)
        choice = str(legal[number % len(legal)])
        version = before.version - max(0, late - 6)
        if self.ask(who, do="choose", choice=choice, version=version, seat=seat) is None:
            return
        (held,) = before.seats_of(self.person(who)) if seat is None else (seat,)
        assert before.seats[held].person == self.person(who)
        assert held in before.waiting
        assert choice in before.match.choices(held)
        assert before.moved <= version
        table = self.local.table
        assert table.moved > before.moved or self.local.chosen()[held] == choice

    @precondition(lambda self: self.local.table.stage == Stage.PLAYING)
    @rule(who=people, seat=maybe_places, choice=wrong_choices)
    def choose_illegally(self, who: int, seat: int | None, choice: str) -> None:
        match = self.local.table.match
        assert match is not None
        if not any(choice in match.choices(place) for place in match.waiting):
            version = self.local.table.version
            reply = self.ask(who, do="choose", choice=choice, version=version, seat=seat)
            assert reply is None

    @precondition(lambda self: self.local.snapshot.chosen)
    @rule(who=people, seat=maybe_places)
    def unchoose(self, who: int, seat: int | None) -> None:
        before = dict(self.local.snapshot.chosen)
        version = self.local.table.version
        if self.ask(who, do="unchoose", version=version, seat=seat) is not None:
            (taken_back,) = before.keys() - self.local.snapshot.chosen.keys()
            assert taken_back in self.local.table.seats_of(self.person(who))

    @precondition(lambda self: self.local.table.stage == Stage.PLAYING)
    @rule(who=people, seat=maybe_places, step=st.integers(1, 3))
    def hint(self, who: int, seat: int | None, step: int) -> None:
        before = self.local.table
        reply = self.ask(who, do="hint", step=step, version=before.version, seat=seat)
        if reply is not None:
            assert before.settings.hints
            assert reply["seat"] in before.seats_of(self.person(who))
            assert self.local.table.hint_step(reply["seat"]) >= step

    @precondition(lambda self: self.local.table.stage == Stage.PLAYING)
    @rule(who=people, seat=maybe_places)
    def go_away(self, who: int, seat: int | None) -> None:
        if self.ask(who, do="away", seat=seat) is not None:
            held = self.local.table.seats_of(self.person(who)) if seat is None else (seat,)
            assert all(self.local.table.seats[place].away for place in held)

    @precondition(lambda self: self.local.table.stage == Stage.PLAYING)
    @rule(who=people, seat=maybe_places)
    def come_back(self, who: int, seat: int | None) -> None:
        if self.ask(who, do="back", seat=seat) is not None:
            held = self.local.table.seats_of(self.person(who)) if seat is None else (seat,)
            assert not any(self.local.table.seats[place].away for place in held)

    @precondition(lambda self: self.local.table.stage == Stage.PLAYING)
    @rule(who=people, seat=places)
    def replace(self, who: int, seat: int) -> None:
        before = self.local.snapshot
        if self.ask(who, do="replace", seat=seat) is not None:
            assert before.table.seats[seat].person not in before.here
            assert self.local.table.seats[seat].away == "replaced"

    @rule(who=people, emote=st.sampled_from(sorted(EMOTES)))
    def emote(self, who: int, emote: str) -> None:
        if self.ask(who, do="emote", emote=emote) is not None:
            recent = [
                when
                for _, person, _, when in self.local.table.emotes
                if person == self.person(who) and when > self.local.now - 10
            ]
            assert 1 <= len(recent) <= 3

    # --- The server's part ---

    @rule(seconds=st.sampled_from([1, 5, 30, 61, 3600]))
    def wait(self, seconds: int) -> None:
        self.local.now += seconds
        self.local.replace_absent()
        if self.local.late_bots():
            assert self.local.is_due()

    @rule()
    def move_bots(self) -> None:
        self.local.move_bots()

    @precondition(lambda self: self.local.table.stage == Stage.PLAYING)
    @rule(turns=st.integers(1, 30))
    def play_on(self, turns: int) -> None:
        """Everyone who is asked chooses, several times."""
        goal = self.local.table.version + turns
        while self.local.table.stage == Stage.PLAYING and self.local.table.version < goal:
            self.local.move_bots()
            if self.people_asked():
                self.choose_as_asked(0)

    # --- What always is_kept ---

    @invariant()
    def the_log_folds_into_the_table(self) -> None:
        log, checked = self.local.log, self.checked_entries
        if len(log) == checked:
            return
        assert [entry.version for entry in log] == [*range(1, len(log) + 1)]
        assert [entry.at for entry in log] == sorted(entry.at for entry in log)
        expected = facts(self.local.table)
        assert facts(fold_log(Table("TESTED"), log)) == expected
        middle = fold_log(Table("TESTED"), log[:checked])
        assert facts(fold_log(middle, log[checked:])) == expected
        self.checked_entries = len(log)

    @invariant()
    def a_summary_says_all_that_the_log_says(self) -> None:
        table = self.local.table
        summary = Entry(
            table.version + 1, "summary", orjson.loads(orjson.dumps(summarise_table(table))), 0.0
        )
        changed = {"version": summary.version, "summarised": summary.version}
        assert facts(fold_log(Table("TESTED"), [summary])) == facts(table) | changed
        assert facts(fold_log(table, [summary])) == facts(table) | changed

    @invariant()
    def seats_and_choices_fit_the_table(self) -> None:
        seen, table = self.local.snapshot, self.local.table
        assert 0 < table.moved <= table.version if table.match else table.moved == 0
        assert {seat.person for seat in table.seats if seat.person} <= set(table.people)
        assert all(not (seat.bot and seat.person) for seat in table.seats)
        seated = [seat.name.casefold() for seat in table.seats if seat.person]
        assert len(seated) == len(set(seated))
        assert len(set(table.names)) == len(table.seats)
        assert set(seen.chosen) <= set(table.waiting)
        assert not table.waiting or set(seen.chosen) != set(table.waiting)
        assert bool(table.waiting) == (table.stage == Stage.PLAYING)
        assert len(table.results) == table.number - (table.stage == Stage.PLAYING)

    @invariant()
    def nobody_is_sent_a_secret(self) -> None:
        seen, rng = self.local.snapshot, Random(1)
        if seen is self.last_checked or seen.table.stage != Stage.PLAYING:
            return
        self.last_checked = seen
        match, fair = seen.table.match, seen.table.fair
        assert match is not None
        assert isinstance(fair, JointSeed)
        assert seen.lots is not None
        for person in (*seen.table.people, None):
            sent = self.local.message(person, seen)
            own = seen.table.seats_of(person)
            assert [view["seat"] for view in orjson.loads(sent)["views"]] == list(own or [None])
            assert str(match.seed) not in sent
            assert fair.secret not in sent
            assert seen.lots.secret not in sent
            assert not any(known.digest in sent for known in seen.table.people.values())
            assert not any(token in sent for token in self.tokens if token)
            assert self.local.ready_message(person, seen)["chosen"] == {
                seat: text for seat, text in self.local.chosen().items() if seat in own
            }
            if len(own) < 2:
                other = elsewhere(seen, own[0] if own else None, rng)
                assert self.local.message(person, other) == sent

    @invariant()
    def a_finished_game_can_be_replayed(self) -> None:
        table = self.local.table
        if table.stage != Stage.OVER or len(table.results) == self.checked_results:
            return
        self.checked_results = len(table.results)
        record, result, match = table.record(), table.results[-1], table.match
        again = kaiten.load_match(record.json())
        outcome = again.outcome()
        assert match is not None
        assert outcome is not None
        assert again.over
        assert again.scores == result.scores == match.scores
        assert rank_seats(outcome) == result.ranking
        assert replace(again.record(), fair=record.fair) == record
        assert record.fair is not None
        assert judge(record.json(), record.fair.hash).ok


@pytest.mark.sweep
def test_a_table_holds_whatever_people_do() -> None:
    run_state_machine_as_test(TableMachine, settings=examples(40, stateful_step_count=50))
