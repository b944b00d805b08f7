"""The score helper: a table of cardboard cards, counted as the rules count it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from . import draft
from .errors import BadTable
from .game import Game
from .games import find, lay_table
from .sheet import Outcome, Sheet, of_round, outcome
from .state import State
from .words import Words

TABLE_FIELDS = ("game", "options", "round", "final", "players")  # what may be said of a table
FIELDS = ("name", "cards", "kept", "before")  # what may be said of a player
MOST_POINTS = 9999  # that anybody could have before a round


@dataclass(frozen=True)
class Eater:
    """Somebody at the table, and the cards in front of them."""

    name: str
    cards: tuple[str, ...]  # in the order played this round
    kept: tuple[str, ...]  # desserts of earlier rounds
    before: int  # points of earlier rounds


@dataclass(frozen=True)
class Scoring:
    """The points of a table."""

    eaters: tuple[Eater, ...]
    sheet: Sheet
    desserts: Sheet
    outcome: Outcome
    names: Mapping[str, Words]  # of the cards, by id

    def total(self, seat: int) -> int:
        return self.eaters[seat].before + self.sheet.of(seat=seat).points + self.desserts.of(seat=seat).points

    def data(self, language: str) -> dict[str, Any]:
        """The points as plain data."""
        players = []
        for seat, eater in enumerate(self.eaters):
            lines = [
                {"card": line.card, "points": line.points, "reason": line.reason.to(language)}
                for line in (self.sheet + self.desserts).of(seat=seat)
            ]
            players.append({
                "name": eater.name, "lines": lines, "round": self.sheet.of(seat=seat).points,
                "desserts": self.desserts.of(seat=seat).points, "total": self.total(seat),
            })  # fmt: skip
        places = [{"rank": place.rank, "name": place.name, "total": place.score} for place in self.outcome.ranking]
        return {"players": players, "ranking": places}


def score(table: Mapping[str, Any]) -> Scoring:
    """Count a table; one that cannot exist is refused with the reason."""
    check_shape(table)
    game = find(table["game"])
    options = game.options(table.get("options") or {})
    eaters = tuple(eater(entry, seat) for seat, entry in enumerate(table["players"]))
    state = lay_table(game, len(eaters) - (options.get("variant") == "robot"), options)
    check_cards(game, eaters, int(state.hand_size), table.get("round"))
    lay_out(game, state, eaters, bool(table.get("final")))
    lines = of_round(game, state, desserts=bool(table.get("final")))
    sweet = {card.id for card in game.cards if card.dessert}
    return Scoring(
        eaters,
        Sheet(tuple(line for line in lines if line.card not in sweet)),
        Sheet(tuple(line for line in lines if line.card in sweet)),
        outcome(state, [eater.name for eater in eaters]),
        {rule.id: rule.name for rule in game.rows},
    )


def lay_out(game: Game, state: State, eaters: Sequence[Eater], final: bool) -> None:
    """Put the cards down in the order in which they were played, and score them."""
    for seat, eater in enumerate(eaters):
        state.scores[seat] = eater.before
        for card in eater.kept:
            state.kept[seat][game.numbers[card]] += 1
        for card in eater.cards:
            draft.put_down(state, seat, game.numbers[card])
    state.round_number = draft.ROUNDS if final else 1
    draft.score(state)


# --- What cannot be ---


def refuse(en: str, fr: str, **facts: object) -> BadTable:
    return BadTable(Words(en, fr).format(**facts))


def check_shape(table: Mapping[str, Any]) -> None:
    """A table is an object with a game and a list of players."""
    if not isinstance(table, Mapping) or not isinstance(table.get("game"), str):
        raise refuse(
            "A table is an object that names its “game”.", "Une table est un objet qui nomme son jeu (« game »)."
        )
    for field in table:
        if field not in TABLE_FIELDS:
            raise refuse(
                "A table has no “{field}”, but: {known}.", "Une table n'a pas de « {field} », mais : {known}.",
                field=field, known=", ".join(TABLE_FIELDS),
            )  # fmt: skip
    if not isinstance(table.get("players"), list) or not table["players"]:
        raise refuse("A table has a list of “players”.", "Une table a une liste de joueurs (« players »).")
    if not isinstance(table.get("options") or {}, Mapping):
        raise refuse("“options” is an object.", "« options » est un objet.")
    number = table.get("round")
    if number is not None and (type(number) is not int or not 1 <= number <= draft.ROUNDS):
        raise refuse("“round” is 1, 2 or 3.", "« round » vaut 1, 2 ou 3.")
    if not isinstance(table.get("final", False), bool):
        raise refuse("“final” is true or false.", "« final » vaut true ou false.")


def eater(entry: Any, seat: int) -> Eater:
    """One player's entry, its shape checked."""
    default = f"Player {seat + 1}"
    if not isinstance(entry, Mapping):
        raise refuse(
            "{name}: a player is an object with “cards”.",
            "{name} : un joueur est un objet avec « cards ».",
            name=default,
        )
    name = str(entry.get("name") or default)
    for field in entry:
        if field not in FIELDS:
            raise refuse(
                "{name}: a player has no “{field}”, but: {known}.", "{name} : un joueur n'a pas de « {field} », mais : {known}.",
                name=name, field=field, known=", ".join(FIELDS),
            )  # fmt: skip
    for field in ("cards", "kept"):
        cards = entry.get(field, [])
        if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
            raise refuse(
                "{name}: “{field}” is a list of card ids.",
                "{name} : « {field} » est une liste de cartes.",
                name=name,
                field=field,
            )
    before = entry.get("before", 0)
    if type(before) is not int or abs(before) > MOST_POINTS:
        raise refuse(
            "{name}: “before” is a number of points.", "{name} : « before » est un nombre de points.", name=name
        )
    return Eater(name, tuple(entry.get("cards", [])), tuple(entry.get("kept", [])), before)


def check_cards(game: Game, eaters: Sequence[Eater], hand_size: int, round: int | None) -> None:
    """Every card exists, is in the box often enough, and could have come there."""
    used: Counter[str] = Counter()
    for eater in eaters:
        for card in (*eater.cards, *eater.kept):
            if card not in game.copies:
                raise refuse(
                    "{name}: there is no card “{card}” in {game} Cards: {known}.",
                    "{name} : il n'y a pas de carte « {card} » dans {game} Cartes : {known}.",
                    name=eater.name, card=card, game=game.title, known=", ".join(get_close_matches(card, game.kinds) or game.kinds),
                )  # fmt: skip
            used[card] += 1
            if used[card] > game.copies[card]:
                raise refuse(
                    "{name}: {card} number {number} on this table, but the box has {copies}.",
                    "{name} : {card} numéro {number} sur cette table, mais la boîte en a {copies}.",
                    name=eater.name, card=card, number=used[card], copies=game.copies[card],
                )  # fmt: skip
        check_kept(game, eater, round)
        if len(eater.cards) > hand_size:
            raise refuse(
                "{name}: {count} cards up to {card}, but a round has only {size} at this table.",
                "{name} : {count} cartes jusqu'à {card}, mais une manche n'en a que {size} à cette table.",
                name=eater.name, count=len(eater.cards), card=eater.cards[-1], size=hand_size,
            )  # fmt: skip


def check_kept(game: Game, eater: Eater, round: int | None) -> None:
    for card in eater.kept:
        if not game.card_of(card).dessert:
            raise refuse(
                "{name}: {card} is not kept from round to round.", "{name} : {card} ne se garde pas d'une manche à l'autre.",
                name=eater.name, card=card,
            )  # fmt: skip
        if round == 1:
            raise refuse(
                "{name}: nothing can be kept before round 1, but there is {card}.",
                "{name} : rien n'est gardé avant la manche 1, mais il y a {card}.", name=eater.name, card=card,
            )  # fmt: skip
