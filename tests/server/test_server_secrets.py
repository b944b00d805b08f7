"""Nobody is ever sent what they may not know: whole games, every word that anybody heard, held
against the record.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx
import orjson
import pytest

import kaiten
from kaiten import Match, View
from kaiten.engine.state import to_dict
from kaiten.match.choice import Choice, read_answers
from kaiten.match.codec import decode_view
from kaiten.match.events import Answered, Dealt, Drew, Event, Gave, Happened, Took
from kaiten.match.fairness import JointSeed
from kaiten.match.laid import LaidTable
from kaiten.server.storage.entry import Entry

from .table_client import WAIT, Message, Server, TableClient, bearer

TABLE = {
    "code",
    "stage",
    "game",
    "options",
    "number",
    "hash",
    "timer",
    "grace",
    "listed",
    "host",
    "people",
    "seats",
    "ready",
    "seconds_left",
    "games",
    "hints",
    "memory",
    "helps",
    "watching",
    "outdated",
}
FIELDS = {
    "table": {"type", "version", "table", "you", "views"},
    "ready": {"type", "version", "ready", "chosen"},
    "emote": {"type", "version", "person", "name", "emote"},
    "error": {"type", "version", "id", "ok", "code", "seat", "error"},
}
PARTS = {
    "people": {"person", "name", "here"},
    "seats": {"name", "person", "bot", "away"},
    "games": {"number", "scores", "ranking", "helps", "record"},
}
GIVES = {
    "join": {"person", "seat", "token"},
    "choose": {"seat", "chosen"},
    "unchoose": {"seat", "chosen"},
}
TOOLS = ("spoon", "menu", "takeout_box", "special_order")
ENOUGH = 60  # seconds in which any game is over


# --- Guests who forget nothing ---


class Witness(TableClient):
    """A client who keeps every message as it came, and remembers what they asked for."""

    def __init__(self, server: Server, code: str, token: str | None = None, **query: Any) -> None:
        self.heard: list[Message] = []
        self.asked: dict[str, str] = {}  # the commands by id
        self.picks: set[tuple[int, int, str]] = set()  # what they chose: version, seat, choice
        self.query = query
        server.clients.append(self)
        super().__init__(server, code, token, **query)

    def receive(self, timeout: float = WAIT) -> Message:
        message = super().receive(timeout)
        # a client goes on writing on its newest table
        self.heard.append(orjson.loads(orjson.dumps(message)))
        return message

    def ask(self, do: str, **fields: Any) -> Message:
        answer = super().ask(do, **fields)
        self.asked[answer["id"]] = do
        if do == "choose" and answer["ok"]:
            self.picks.add((fields["version"], answer["seat"], fields["choice"]))
        return answer

    def catch_up(self) -> None:
        """Hear what has been said already."""
        try:
            while True:
                self.receive(timeout=0)
        except TimeoutError:
            return

    @property
    def known_token(self) -> str | None:
        """Their token; a person who has left is forgotten."""
        return self.token if self.newest["you"] else None

    def open_questions(self) -> list[Message]:
        """Their views that ask something which they have not answered."""
        return [view for view in self.newest["views"] if view["choices"] and view["chosen"] is None]


@dataclass
class Evening:
    """A table, everybody who was there, and what was seen over HTTP."""

    server: Server
    code: str
    rng: Random
    clients: list[Witness] = field(default_factory=list)
    gone: list[Witness] = field(default_factory=list)  # connections that broke
    held: dict[str, list[int]] = field(default_factory=dict)  # the seats that belong to a token
    person: dict[str, int] = field(default_factory=dict)  # whose token it is
    answers: list[str] = field(default_factory=list)  # everything that came over HTTP
    # who, what, since when, language
    looks: list[tuple[str | None, Message, int, str]] = field(default_factory=list)

    def come(self, token: str | None = None, **query: Any) -> Witness:
        self.clients.append(Witness(self.server, self.code, token, **query))
        return self.clients[-1]

    def join(self, name: str, **query: Any) -> Witness:
        client = self.come(**query)
        answer = client.do("join", name=name)
        self.person[answer["token"]] = answer["person"]
        self.held[answer["token"]] = [] if answer["seat"] is None else [answer["seat"]]
        return client

    def sit_besides(self, client: Witness, seat: int, name: str) -> None:
        client.do("sit", seat=seat, name=name)
        self.held[str(client.token)].append(seat)

    def come_back(self, client: Witness) -> None:
        """Lose the connection and come again with the last version that was seen."""
        client.go()
        self.gone.append(client)
        query = client.query | {"since": client.version}
        again = Witness(self.server, self.code, client.known_token, **query)
        again.picks |= client.picks
        self.clients[self.clients.index(client)] = again

    def get(self, path: str, token: str | None = None) -> httpx.Response:
        answer = self.server.http.get(path, headers=bearer(token))
        assert "set-cookie" not in answer.headers
        self.answers.append(answer.text)
        return answer

    def look(self) -> None:
        """A person looks at the table over HTTP."""
        client = self.rng.choice(self.clients)
        token = client.known_token
        since, language = (
            self.rng.choice((0, self.rng.randint(0, client.version))),
            self.rng.choice(("en", "fr")),
        )
        seen = self.get(f"/api/tables/{self.code}?since={since}&lang={language}", token)
        self.looks.append((token, seen.json(), since, language))

    def record(self, number: int) -> httpx.Response:
        return self.server.http.get(f"/api/tables/{self.code}/games/{number}")


def sit_down(
    server: Server, seats: Sequence[str | None], people: int, seed: int, **wish: Any
) -> Evening:
    """A table with a number of people, each at a seat, and a spectator; they differ in language
    and in what they ask for.
    """
    names = ["Ana", "Ben", "Cleo", "Dan"]
    opened = server.open(names[0], seats=list(seats), **wish)
    evening = Evening(server, opened["table"], Random(seed))
    evening.person[opened["token"]], evening.held[opened["token"]] = (
        opened["person"],
        [opened["seat"]],
    )
    evening.come(opened["token"], lang="en", state=1)
    for place, name in enumerate(names[1:people]):
        evening.join(name, lang=("fr", "en")[place % 2], state=place % 2)
    evening.come(lang="fr", state=1)
    return evening


# --- Playing ---


def play(evening: Evening) -> None:
    """Play a game from its deal to its end."""
    evening.clients[0].do("start")
    finish(evening)


def finish(evening: Evening) -> None:
    """Play to the end: players choose anything, and now and then a person does something else."""
    ends = time.monotonic() + ENOUGH
    number = evening.clients[0].table["number"]
    while not all(is_over(client, number) for client in evening.clients):
        assert time.monotonic() < ends, "the game does not end"
        for client in evening.rng.sample(evening.clients, len(evening.clients)):
            client.catch_up()
            version = client.version
            for view in client.open_questions():
                decide(client, view, version, evening.rng)
        if evening.rng.random() < 0.25:
            evening.look()
        if evening.rng.random() < 0.1:
            disturb(evening)
        time.sleep(0.001)


def is_over(client: Witness, number: int) -> bool:
    return bool(client.table["stage"] == "over" and client.table["number"] == number)


def decide(client: Witness, view: Message, version: int, rng: Random) -> None:
    """Choose, perhaps after second thoughts; if the table has gone on meanwhile, there will be
    other cards to look at.
    """
    for step in rng.choice((["choose"], ["choose", "choose"], ["choose", "unchoose", "choose"])):
        about = {"choice": anything(view["choices"], rng)} if step == "choose" else {}
        answer = client.ask(step, **about, version=version, seat=view["seat"])
        assert answer["ok"] or answer["code"] in ("stale", "not-now"), answer
        if not answer["ok"]:
            return


def anything(choices: list[Message], rng: Random) -> str:
    """Any choice, but rather one with a card that does something: those have the most to hide."""
    texts = [choice["choice"] for choice in choices]
    tools = [text for text in texts if any(tool in text for tool in TOOLS)]
    return rng.choice(tools if tools and rng.random() < 0.8 else texts)


def disturb(evening: Evening) -> None:
    """A person sends an emote, wants the record too early, loses the connection, looks around,
    tries something foolish.
    """
    client = evening.rng.choice(evening.clients)
    what = evening.rng.randrange(5)
    if what == 0:
        client.ask("emote", emote="wow")
    elif what == 1:
        early = evening.record(client.table["number"])
        if early.status_code != 200:
            evening.answers.append(early.text)
        assert early.status_code == 404 or early.json()["result"]
    elif what == 2:
        evening.come_back(client)
    elif what == 3:
        for path in ("/api/tables", "/metrics", "/healthz", f"/t/{evening.code}", "/api/games"):
            evening.get(path)
    else:
        client.ask(
            "choose",
            choice="squid_nigiri+tuna",
            version=client.version,
            seat=evening.rng.randrange(3),
        )


# --- What really happened ---


def moments(entries: list[Entry]) -> Iterator[tuple[int, int] | None]:
    """After each entry of a table's log, the game, and how many turns of it have been done."""
    game, turns = -1, 0
    for entry in entries:
        if entry.kind == "started":
            game, turns = game + 1, 0
        turns += entry.kind == "turn"
        yield (game, turns) if game >= 0 else None


class Truth:
    """The games of a table from their records, and at which version of the table each moment was."""

    def __init__(self, evening: Evening) -> None:
        with evening.server.runtime.store.transaction(autocommit=True) as transaction:
            self.entries: list[Entry] = transaction.read_log(evening.code, 0)
        self.started = [entry for entry in self.entries if entry.kind == "started"]
        self.records = [evening.record(number + 1).json() for number in range(len(self.started))]
        self.games = [list(kaiten.replay(record)) for record in self.records]
        self.moments = [None, *moments(self.entries)]
        self.views: dict[tuple[int, int, int | None], View] = {}

    def moment(self, version: int) -> tuple[int, int] | None:
        """The game at a version of the table, and how many turns of it had been done; None before
        the first one.
        """
        return self.moments[version]

    def match(self, version: int) -> Match | None:
        moment = self.moment(version)
        return self.games[moment[0]][moment[1]] if moment else None

    def view(self, version: int, seat: int | None) -> View:
        """What a seat may know at a version of the table."""
        moment = self.moment(version)
        assert moment
        if (*moment, seat) not in self.views:
            self.views[*moment, seat] = self.games[moment[0]][moment[1]].view(seat)
        return self.views[*moment, seat]

    def seen(self, since: int, version: int) -> tuple[int, int]:
        """How much of a game's log and sheet a person had who has seen one version and now gets
        another.
        """
        before, now = self.moment(since), self.moment(version)
        if not before or not now or before[0] != now[0] or since > version:
            return 0, 0
        match = self.games[before[0]][before[1]]
        return len(match.log), len(match.sheet())

    def secrets(self) -> Iterator[str]:
        for entry in self.started:
            yield from (str(entry.data["seed"]), entry.data["secret"])


def parts(choice: Choice) -> Message:
    """What a choice is made of, as docs/protocol.md writes it."""
    cards = [*choice.cards] if choice.cards else [choice.shown] if choice.shown else []
    written: Message = {} if cards == [choice.text] else {"cards": cards}
    written |= {"extras": dict(choice.extras)} if choice.extras else {}
    return written | ({"mimics": [*choice.mimics]} if choice.mimics else {})


def told(event: Event) -> Message:
    """An event as docs/records.md writes it."""
    if isinstance(event, Dealt):
        return {"deal": [list(hand) for hand in event.hands]}
    if isinstance(event, Drew):
        return {"draw": event.seat, "cards": list(event.cards)}
    if isinstance(event, Gave):
        return {"give": event.seat, "to": event.to, "card": event.card}
    if isinstance(event, Answered):
        return {"ask": event.prompt, "answers": list(event.choices)}
    if isinstance(event, Took):
        return {"take": event.seat, "token": event.token, "worth": event.worth}
    if isinstance(event, Happened):
        points = {"points": event.points} if event.points else {}
        return {"happened": event.what, "seat": event.seat, "card": event.card, **points}
    return {
        "final" if event.final else "points": {
            card: list(points) for card, points in event.points.items()
        }
    }


def told_in_view(event: Event, view: View) -> Message:
    """An event as a view has it: with what its answers are made of."""
    if not isinstance(event, Answered):
        return told(event)
    variant = view.game.variant(dict(view.options))
    answers = read_answers(view.game, event.prompt, event.choices, variant)
    made = {f"{seat}": parts(answer) for seat, answer in enumerate(answers) if answer}
    some = {seat: of_which for seat, of_which in made.items() if of_which}
    return told(event) | ({"parts": some} if some else {})


def lying(laid: LaidTable) -> Message:
    """The cards of a round that was counted, by player."""
    rows = ("trays", "dipped", "copies", "face_down", "kept")
    return {"round": laid.round} | {name: [*getattr(laid, name)] for name in rows}


def facts(view: View, language: str) -> Message:
    """What a seat may be sent, as the protocol has it, without what is sent bit by bit."""
    prompt, outcome = view.prompt, view.outcome()
    return {
        "game": view.game.id,
        "options": dict(view.options),
        "names": [*view.names],
        "seat": view.seat,
        "round": view.round,
        "turn": view.turn,
        "passes": view.passes,
        "waiting": [*view.waiting],
        "prompt": {"id": prompt.id, "words": prompt.words.to(language)} if prompt else None,
        "choices": [
            {"choice": str(choice), "words": choice.words.to(language), **parts(choice)}
            for choice in view.choices
        ],
        "hands": [{"known": dict(hand.known), "hidden": hand.hidden} for hand in view.hands],
        "trays": [*map(dict, view.trays)],
        "dipped": [*map(dict, view.dipped)],
        "copies": [*map(dict, view.copies)],
        "face_down": [*view.face_down],
        "kept": [*map(dict, view.kept)],
        "deck": dict(view.deck),
        "discarded": dict(view.discarded),
        "unseen": dict(view.unseen),
        "scores": [*view.scores],
        "on_table": [*view.on_table],
        "lacks": [
            [{"card": note.card, "words": note.words.to(language)} for note in notes]
            for notes in view.lacks
        ],
        "majorities": [
            {
                "card": found.card,
                "counts": [count.to(language) for count in found.counts],
                "points": [*found.points],
                "leaders": [*found.leaders],
            }
            for found in view.majorities
        ],
        "laid": view.laid and lying(view.laid),
        "piles": view.piles,
        "tokens": [[[token.pile, token.worth] for token in held] for held in view.tokens],
        "aside": view.aside,
        "to_come": view.to_come,
        "unseen_tokens": {pile: [*worth] for pile, worth in view.unseen_tokens.items()},
        "outcome": outcome
        and {
            "ranking": [
                {
                    "rank": place.rank,
                    "seat": place.seat,
                    "name": place.name,
                    "score": place.score,
                    "desserts": place.desserts,
                }
                for place in outcome.ranking
            ],
            "tie_break": outcome.tie_break.to(language) if outcome.tie_break else None,
        },
    }


# --- Holding what was said against it ---


def check_view(sent: Message, truth: Truth, version: int, since: int, listener: Listener) -> None:
    """A view has all that its seat may know, in the right language, and nothing else."""
    view, language = truth.view(version, sent["seat"]), listener.language
    log, sheet = truth.seen(since, version)
    lines = [
        {
            "round": line.round,
            "card": line.card,
            "seat": line.seat,
            "points": line.points,
            "reason": line.reason.to(language),
            "won": line.won,
        }
        for line in view.sheet
    ]
    story = [
        {
            "event": line.event,
            "round": line.round,
            "turn": line.turn,
            "kind": line.kind,
            "seats": [*line.seats],
            "words": line.words.to(language),
        }
        for line in view.story()
    ]
    expected = facts(view, language) | {
        "chosen": sent["chosen"],
        "log": {"from": log, "events": [told_in_view(event, view) for event in view.log][log:]},
        "story": {"from": log, "lines": [line for line in story if line["event"] >= log]},
        "sheet": {"from": sheet, "lines": lines[sheet:]},
    }
    if listener.state:
        check_parcel(sent["state"], view)
        expected["state"] = sent["state"]
    assert sent == expected
    check_face_down(sent["log"]["events"], view.seat, view.over)


def check_parcel(sent: Message, view: View) -> None:
    arrived = decode_view(sent)
    assert arrived == view
    assert to_dict(arrived.state) == to_dict(view.state)
    assert [*map(str, arrived.choices)] == [*map(str, view.choices)]
    assert (
        [told(event) for event in arrived.log] == sent["log"] == [told(event) for event in view.log]
    )


def check_face_down(events: list[Message], seat: int | None, over: bool) -> None:
    """What nobody else may see, whatever the engine thinks of it."""
    for event in events:
        assert not any(cards for place, cards in enumerate(event.get("deal", ())) if place != seat)
        assert not event.get("cards") or event["draw"] == seat
        assert over or event.get("worth") is None or event["take"] == seat


@dataclass(frozen=True)
class Listener:
    """The recipient of a message: the holder of a token, or a stranger."""

    token: str | None
    language: str
    state: bool
    picks: set[tuple[int, int, str]]  # what they chose: version, seat, choice


def check_chosen(
    chosen: dict[int, str], ready: list[int], listener: Listener, truth: Truth, version: int
) -> None:
    """What is shown as chosen is what one has chosen oneself, on this turn."""
    now = truth.moment(version)
    for seat, choice in chosen.items():
        assert seat in ready
        assert any(
            (truth.moment(at), place, pick) == (now, seat, choice)
            for at, place, pick in listener.picks
        )
    match = truth.match(version)
    assert set(ready) <= set(match.waiting if match else ())


def check_table(
    sent: Message, truth: Truth, evening: Evening, listener: Listener, since: int
) -> None:
    table, you, version = sent["table"], sent["you"], sent["version"]
    assert set(sent) == FIELDS["table"]
    assert set(table) == TABLE
    for shown, fields in PARTS.items():
        assert all(set(one) == fields for one in table[shown])
    check_public(sent, truth)
    check_you(you, evening, listener.token)
    own = you["seats"] if you else []
    assert [view["seat"] for view in sent["views"]] == (
        (own or [None]) if truth.match(version) else []
    )
    for view in sent["views"]:
        check_view(view, truth, version, since, listener)
    chosen = {view["seat"]: view["chosen"] for view in sent["views"] if view["chosen"] is not None}
    assert set(chosen) == set(own) & set(table["ready"])
    check_chosen(chosen, table["ready"], listener, truth, version)


def check_you(you: Message | None, evening: Evening, token: str | None) -> None:
    if you:
        assert token
        assert set(you) == {"person", "name", "seats"}
        assert you["person"] == evening.person[token]
        assert set(you["seats"]) <= set(evening.held[token])


def check_public(sent: Message, truth: Truth) -> None:
    """The deal is promised by its hash while it is played, and finished games alone are told about."""
    moment, table = truth.moment(sent["version"]), sent["table"]
    if moment is None:
        assert (table["stage"], table["hash"], table["number"], table["games"]) == (
            "open",
            None,
            0,
            [],
        )
        return
    game, turns = moment
    over = truth.games[game][turns].over
    dealt = truth.started[game].data
    promise = hashlib.sha256(f"commit:{dealt['secret']}".encode()).hexdigest()
    assert (table["stage"], table["hash"], table["number"]) == (
        "over" if over else "playing",
        promise,
        game + 1,
    )
    assert [one["number"] for one in table["games"]] == list(range(1, game + 1 + over))
    assert [one["scores"] for one in table["games"]] == [
        record["result"]["scores"] for record in truth.records[: game + over]
    ]


def check_heard(client: Witness, truth: Truth, evening: Evening) -> None:
    """Everything that came over one connection."""
    listener = Listener(
        client.token, client.query["lang"], bool(client.query.get("state")), client.picks
    )
    since, before = int(client.query.get("since", 0)), None
    for message in client.heard:
        kind, version = message["type"], message["version"]
        if kind == "ack":
            assert set(message) == {"type", "version", "id", "ok"} | GIVES.get(
                client.asked[message["id"]], set()
            )
        elif kind == "table":
            person = message["you"]["person"] if message["you"] else 0
            # another person now, who is told everything
            since = since if before in (None, person) else 0
            check_table(message, truth, evening, listener, since)
            since, before = version, person
        else:
            assert set(message) == FIELDS[kind]
        if kind == "ready":
            own = {int(seat): choice for seat, choice in message["chosen"].items()}
            check_chosen(own, message["ready"], listener, truth, version)


def check(evening: Evening) -> Truth:
    """Hold everything that was said at a table against what really happened there."""
    truth = Truth(evening)
    everybody = [*evening.clients, *evening.gone]
    for client in everybody:
        check_heard(client, truth, evening)
    for token, seen, since, language in evening.looks:
        picks = {pick for client in everybody for pick in client.picks if client.token == token}
        check_table(seen, truth, evening, Listener(token, language, False, picks), since)
    said = [orjson.dumps(message).decode() for client in everybody for message in client.heard]
    check_nothing_slipped_out(evening, truth, [*said, *evening.answers])
    return truth


def check_nothing_slipped_out(evening: Evening, truth: Truth, said: list[str]) -> None:
    """Seeds and secrets are in the records alone; a token is in the answer that gives it, once."""
    everything = "\n".join(said)
    assert not [secret for secret in truth.secrets() if secret in everything]
    host, *others = evening.held
    assert host not in everything
    assert [everything.count(token) for token in others] == [1] * len(others)
    digests = [hashlib.sha256(token.encode()).hexdigest() for token in evening.held]
    assert not [digest for digest in digests if digest in everything]


# --- The tests ---

SEED = 4_000_000_000_000_000_000  # as long as any, so that it could be found in a text
# By name: how many people, the options, and which of the seeds after SEED deals all the tools.
MENUS: dict[str, tuple[int, dict[str, str], int]] = {
    "spoon and takeout box": (3, {"menu": "master-menu"}, 2),
    "menu and special order": (2, {"menu": "dinner-for-two"}, 9),
    "spoon and special order": (
        4,
        {"menu": "maki,eel,tofu,edamame,spoon,special_order,pudding", "edition": "en"},
        2,
    ),
    "chopsticks and menu": (
        2,
        {
            "menu": "temaki,eel,sashimi,miso_soup,chopsticks,menu,green_tea_ice_cream",
            "edition": "en",
        },
        0,
    ),
    "takeout box and special order": (
        2,
        {"menu": "uramaki,dumpling,onigiri,tempura,takeout_box,special_order,fruit"},
        112,
    ),
}


@pytest.mark.parametrize("menu", MENUS)
def test_at_a_party_everybody_is_sent_just_what_they_may_know(
    shared_sqlite_server: Server, monkeypatch: pytest.MonkeyPatch, menu: str
) -> None:
    people, options, deal = MENUS[menu]
    monkeypatch.setattr(JointSeed, "seed", property(lambda _: SEED + deal))
    evening = sit_down(
        shared_sqlite_server,
        [None] * people,
        people,
        seed=len(menu),
        game="sushi-go-party",
        options=options,
    )
    play(evening)
    truth = check(evening)
    asked = {event.prompt for event in truth.games[0][-1].log if isinstance(event, Answered)}
    assert {
        tool for tool in TOOLS if tool in truth.records[0]["options"]["menu"].split(",")
    } <= asked


def test_at_sushi_go_beside_a_bot_and_with_a_late_watcher(shared_server: Server) -> None:
    evening = sit_down(shared_server, [None, None, "greedy"], 2, seed=1)
    evening.clients[0].do("start")
    evening.join("Zoe", lang="en")
    assert evening.clients[-1].newest["you"]["seats"] == []
    finish(evening)
    check(evening)


def test_at_two_with_the_robot(shared_sqlite_server: Server) -> None:
    evening = sit_down(
        shared_sqlite_server,
        [None, None],
        2,
        seed=2,
        options={"variant": "robot", "direction": "alternate"},
    )
    play(evening)
    truth = check(evening)
    assert any(isinstance(event, Drew) for event in truth.games[0][-1].log)


def test_at_a_hot_seat_one_person_sees_both_hands_and_the_others_theirs_alone(
    shared_sqlite_server: Server,
) -> None:
    evening = sit_down(shared_sqlite_server, [None, None, None, "chance"], 2, seed=3)
    evening.sit_besides(evening.clients[1], 2, "Bea")
    play(evening)
    check(evening)
    assert [view["seat"] for view in evening.clients[1].newest["views"]] == [1, 2]


def test_tokens_stay_their_owners_secret_through_two_games(shared_sqlite_server: Server) -> None:
    options = {"tokens": {"tuna": [0, 50, 99], "dessert": [7, 70, 77]}, "advanced": True}
    evening = sit_down(
        shared_sqlite_server,
        [None, None, None, "chance"],
        3,
        seed=4,
        game="sushi-draft",
        options=options,
    )
    play(evening)
    evening.clients[0].do("set", options={"direction": "alternate"})
    play(evening)
    truth = check(evening)
    assert all(any(isinstance(event, Took) for event in game[-1].log) for game in truth.games)


def test_whoever_leaves_a_game_is_shown_the_public_side_alone(shared_sqlite_server: Server) -> None:
    evening = sit_down(shared_sqlite_server, [None, None, None], 3, seed=5, game="sushi-draft")
    evening.clients[0].do("start")
    leaver = evening.clients[2]
    leaver.do("leave")
    leaver.see(lambda table: table["you"] is None)
    assert [view["seat"] for view in leaver.newest["views"]] == [None]
    finish(evening)
    check(evening)


def test_what_others_have_chosen_is_not_to_be_seen_in_anything_before_the_turn_is_done(
    shared_sqlite_server: Server,
) -> None:
    evening = sit_down(shared_sqlite_server, [None, None], 2, seed=6)
    ana, ben, watcher = evening.clients
    ana.do("start")
    before = {
        client: shared_sqlite_server.look(evening.code, token)
        for client, token in ((ben, ben.token), (watcher, None))
    }
    for choice in [option["choice"] for option in ana.view()["choices"]]:
        ana.choose(choice)
        for client, token in ((ben, ben.token), (watcher, None)):
            seen = shared_sqlite_server.look(evening.code, token)
            seen["table"]["ready"] = []
            assert seen == before[client]
            message = client.hear(lambda message: message["type"] == "ready")
            assert message == {"type": "ready", "version": ana.version, "ready": [0], "chosen": {}}
