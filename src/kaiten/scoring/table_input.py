"""A table of cardboard cards as somebody describes it: read, and refused with the reason where it
cannot be.

What is spelled wrongly is told as it is spelled; what cannot lie there is told by the names that
are printed on the cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from ..engine.card import Card
from ..engine.game import Game
from ..engine.picks import AS, COPY, DIPS
from ..engine.state import ROUNDS, State, ints
from ..errors import BadTable
from ..text import Text

TABLE_FIELDS = ("game", "options", "round", "final", "players")  # what may be said of a table
# what may be said of a player, besides what they took in a race
FIELDS = ("name", "cards", "kept", "before")
MOST_POINTS = 9999  # that anybody could have before a round
FACE_DOWN = "face_down"
ON_WASABI = "@wasabi"
CARDS = Text("Cards", "Cartes")
MEANT = Text("Did you mean", "Vouliez-vous dire")
ACTING = Text("{mimic} as {card}", "{mimic} en {card}")
DIPPED = Text("{card} on wasabi", "{card} sur wasabi")
TURNED = Text("a card face down", "une carte face cachée")


@dataclass(frozen=True)
class Piece:
    """A card on the table: `tempura`, `special_order>tempura`, `special_order>egg_nigiri@wasabi`,
    `face_down`.
    """

    text: str
    card: str  # what it counts as
    copy: bool = False  # a card that acts as another one
    dips: bool = False  # such a card that was put on a wasabi

    @property
    def face_down(self) -> bool:
        return self.card == FACE_DOWN

    def entry(self, game: Game) -> int:
        """The card as it is laid."""
        return game.numbers[self.card] + COPY * self.copy + DIPS * self.dips

    def words(self, game: Game) -> Text:
        """The card as people call it."""
        if self.face_down:
            return TURNED
        name = game.kind_names[self.card]
        if self.copy:
            name = ACTING.format(mimic=game.kind_names[game.mimic], card=name)
        return DIPPED.format(card=name) if self.dips else name


@dataclass(frozen=True)
class Eater:
    """Somebody at the table, and the cards in front of them."""

    name: str
    cards: tuple[Piece, ...]  # in the order played this round
    kept: tuple[Piece, ...]  # desserts of earlier rounds
    before: int  # points of earlier rounds
    taken: tuple[int, ...]  # prizes of this round's race
    # what the tokens of each pile are worth that they hold at the end
    tokens: Mapping[str, Sequence[int]]


def refuse(en: str, fr: str, **facts: object) -> BadTable:
    return BadTable(Text(en, fr).format(**facts))


# --- Reading ---


def check_shape(table: Mapping[str, Any]) -> None:
    """A table is an object with a game and a list of players."""
    if not isinstance(table, Mapping) or not isinstance(table.get("game"), str):
        raise refuse(
            "A table is an object that names its “game”.",
            "Une table est un objet qui nomme son jeu (« game »).",
        )
    for field in table:
        if field not in TABLE_FIELDS:
            raise refuse(
                "A table has no “{field}”, but: {known}.",
                "Une table n'a pas de « {field} », mais : {known}.",
                field=field,
                known=", ".join(TABLE_FIELDS),
            )
    if not isinstance(table.get("players"), list) or not table["players"]:
        raise refuse(
            "A table has a list of “players”.", "Une table a une liste de joueurs (« players »)."
        )
    if not isinstance(table.get("options") or {}, Mapping):
        raise refuse("“options” is an object.", "« options » est un objet.")
    number = table.get("round")
    if number is not None and (type(number) is not int or not 1 <= number <= ROUNDS):
        raise refuse("“round” is 1, 2 or 3.", "« round » vaut 1, 2 ou 3.")
    if not isinstance(table.get("final", False), bool):
        raise refuse("“final” is true or false.", "« final » vaut true ou false.")
    if table.get("final") and number not in (None, ROUNDS):
        raise refuse(
            "The last round is 3: “final” is not for round {round}.",
            "La dernière manche est la 3 : « final » n'est pas pour la manche {round}.",
            round=number,
        )


def read_eater(game: Game, entry: Any, seat: int) -> Eater:
    """One player's entry, its shape checked."""
    default = f"Player {seat + 1}"
    if not isinstance(entry, Mapping):
        raise refuse(
            "{name}: a player is an object with “cards”.",
            "{name} : un joueur est un objet avec « cards ».",
            name=default,
        )
    name = str(entry.get("name") or default)
    racing = [card.id for card in game.cards if any(part.race for part in card.parts)]
    fields = ("name", "cards", "tokens") if game.piles else (*FIELDS, *racing)
    for field in entry:
        if field not in fields:
            raise refuse(
                "{name}: a player has no “{field}”, but: {known}.",
                "{name} : un joueur n'a pas de « {field} », mais : {known}.",
                name=name,
                field=field,
                known=", ".join(fields),
            )
    before = entry.get("before", 0)
    if type(before) is not int or abs(before) > MOST_POINTS:
        raise refuse(
            "{name}: “before” is a number of points.",
            "{name} : « before » est un nombre de points.",
            name=name,
        )
    cards, kept = (
        read_cards(game, name, field, entry.get(field, [])) for field in ("cards", "kept")
    )
    taken = [prize for field in racing for prize in read_prizes(name, field, entry.get(field, []))]
    return Eater(
        name, cards, kept, before, tuple(taken), read_tokens(game, name, entry.get("tokens", {}))
    )


def read_cards(game: Game, name: str, field: str, cards: Any) -> tuple[Piece, ...]:
    if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
        raise refuse(
            "{name}: “{field}” is a list of card ids.",
            "{name} : « {field} » est une liste de cartes.",
            name=name,
            field=field,
        )
    return tuple(read_piece(game, name, card) for card in cards)


def read_prizes(name: str, field: str, prizes: Any) -> list[int]:
    if not isinstance(prizes, list) or not all(type(prize) is int for prize in prizes):
        raise refuse(
            "{name}: “{field}” is a list of points.",
            "{name} : « {field} » est une liste de points.",
            name=name,
            field=field,
        )
    return prizes


def read_tokens(game: Game, name: str, tokens: Any) -> Mapping[str, Sequence[int]]:
    piles = [rule.id for rule in game.piles]
    if not isinstance(tokens, Mapping) or not set(tokens) <= set(piles):
        raise refuse(
            "{name}: “tokens” is an object with these piles: {piles}.",
            "{name} : « tokens » est un objet avec ces piles : {piles}.",
            name=name,
            piles=", ".join(piles),
        )
    return {pile: read_prizes(name, pile, worth) for pile, worth in tokens.items()}


def read_piece(game: Game, name: str, text: str) -> Piece:
    """A card from its text, if it may lie on the table."""
    piece = spelled(game, text)
    if piece.face_down and any(card.turns for card in game.cards):
        return piece
    if piece.card not in game.copies:
        raise unknown(game, name, piece)
    if piece.card == game.mimic:
        raise refuse(
            "{name}: say what {card} counts as, like {mimic}>{example}.",
            "{name} : dites pour quoi compte {card}, comme {mimic}>{example}.",
            name=name,
            card=piece.words(game),
            mimic=game.mimic,
            example=game.kinds[0],
        )
    card = game.card_of(piece.card)
    first = next(iter(card.kinds))
    if not card.stays:
        raise refuse(
            "{name}: {card} does not stay on the table.",
            "{name} : {card} ne reste pas sur la table.",
            name=name,
            card=piece.words(game),
        )
    if piece.copy and joins(card) and piece.card != first:
        raise refuse(
            "{name}: {card} bears no mark: say {mimic}>{first}.",
            "{name} : {card} ne porte pas de signe : dites {mimic}>{first}.",
            name=name,
            card=game.kind_names[game.mimic],
            mimic=game.mimic,
            first=first,
        )
    return piece


def spelled(game: Game, text: str) -> Piece:
    """The parts of a card's text; a card that acts as another one may also be said as a pick says
    it: `joker as:tuna`.
    """
    prefix = f"{game.mimic}>"
    if game.mimic:
        text = text.replace(f"{game.mimic} as:", prefix)
    if not game.mimic or not text.startswith(prefix):
        return Piece(text, text)
    card = text.removeprefix(prefix)
    dips = card.endswith(ON_WASABI) and "wasabi" in game.copies
    return Piece(text, card.removesuffix(ON_WASABI) if dips else card, True, dips)


def unknown(game: Game, name: str, piece: Piece) -> BadTable:
    """That there is no such card, and which one may be meant."""
    known = [kind for kind in game.kinds if game.card_of(kind).stays]
    if game.mimic:
        known.append(f"{game.mimic}>{known[0]}")
    if any(card.turns for card in game.cards):
        known.append(FACE_DOWN)
    likely = piece.card.lower().replace(" ", "_").replace("-", "_")
    near = [kind for kind in known if kind.startswith(likely)] if likely else []
    near = near or get_close_matches(likely, known)
    return refuse(
        "{name}: there is no card “{card}” in {game} ({hint}: {known}).",
        "{name} : il n'y a pas de carte « {card} » dans {game} ({hint} : {known}).",
        name=name,
        card=piece.text,
        game=game.title,
        hint=MEANT if near else CARDS,
        known=", ".join(near or known),
    )


def joins(dish: Card) -> bool:
    """Whether a card that acts as one of this dish joins the dish, rather than copying the very
    card.
    """
    return bool(dish.serves >> AS & 1)


def dishes(game: Game, eaters: Sequence[Eater]) -> list[str]:
    """The dishes that this table shows to be on the menu."""
    pieces = [piece for eater in eaters for piece in (*eater.cards, *eater.kept)]
    seen = {game.card_of(piece.card).id for piece in pieces if not piece.face_down}
    if any(piece.copy for piece in pieces):
        seen.add(game.mimic)
    for card in game.cards:
        raced = any(part.race for part in card.parts) and any(eater.taken for eater in eaters)
        if raced or (card.turns and any(piece.face_down for piece in pieces)):
            seen.add(card.id)
    return sorted(seen)


# --- What cannot be ---


def check_cards(game: Game, state: State, eaters: Sequence[Eater], round: int | None) -> None:
    """Every card is in the box often enough, and could have come there."""
    used: Counter[str] = Counter()
    for eater in eaters:
        for piece in (*eater.cards, *eater.kept):
            count_copies(game, state, eater, piece, used)
        check_kept(game, eater, round)
        if len(eater.cards) > state.turns:
            raise refuse(
                "{name}: {count} cards up to {card}, but a round has only {size} at this table.",
                "{name} : {count} cartes jusqu'à {card}, mais une manche n'en a que {size} à cette table.",
                name=eater.name,
                count=len(eater.cards),
                card=eater.cards[-1].words(game),
                size=int(state.turns),
            )
        check_originals(game, eater)
    check_desserts(game, state, used, round)


def count_copies(game: Game, state: State, eater: Eater, piece: Piece, used: Counter[str]) -> None:
    """No more of a card than the box of this table has."""
    if piece.face_down:
        if not any(
            state.stock[kind] for card in game.cards if card.turns for kind in card.kinds.values()
        ):
            raise refuse(
                "{name}: no card on this menu turns others face down.",
                "{name} : aucune carte de ce menu n'en retourne d'autres.", name=eater.name,
            )  # fmt: skip
        return
    variant = int(state.variant)
    real = game.face(game.mimic if piece.copy else piece.card, variant)
    used[real] += 1
    for card in {real, piece.card}:
        if not state.stock[game.numbers[card]]:
            raise refuse(
                "{name}: {card} is not on this menu.", "{name} : {card} n'est pas à ce menu.",
                name=eater.name, card=game.kind_names[card],
            )  # fmt: skip
    copies = sum(count for kind, count in game.copies.items() if game.face(kind, variant) == real)
    if used[real] > copies:
        raise refuse(
            "{name}: {card} number {number} on this table, but the box has {copies}.",
            "{name} : {card} numéro {number} sur cette table, mais la boîte en a {copies}.",
            name=eater.name, card=game.kind_names[real], number=used[real], copies=copies,
        )  # fmt: skip


def check_kept(game: Game, eater: Eater, round: int | None) -> None:
    for piece in eater.kept:
        if piece.face_down or not game.card_of(piece.card).dessert:
            raise refuse(
                "{name}: {card} is not kept from round to round.",
                "{name} : {card} ne se garde pas d'une manche à l'autre.",
                name=eater.name,
                card=piece.words(game),
            )
        if round == 1:
            raise refuse(
                "{name}: nothing can be kept before round 1, but there is {card}.",
                "{name} : rien n'est gardé avant la manche 1, mais il y a {card}.",
                name=eater.name,
                card=piece.words(game),
            )


def check_originals(game: Game, eater: Eater) -> None:
    """A card that acts as another one was laid after that one, which is still there unless it moved
    on or was turned over; one that joins a dish, after any of its cards.
    """
    if any(piece.face_down for piece in eater.cards):
        return
    for place, piece in enumerate(eater.cards):
        earlier, dish = {other.card for other in eater.cards[:place]}, game.card_of(piece.card)
        there = earlier & set(dish.kinds) if joins(dish) else piece.card in earlier or dish.serves
        if piece.copy and not there:
            raise refuse(
                "{name}: there is no {original} before {card}.",
                "{name} : il n'y a pas de carte {original} avant {card}.",
                name=eater.name,
                card=piece.words(game),
                original=game.kind_names[piece.card],
            )


def check_desserts(game: Game, state: State, used: Counter[str], round: int | None) -> None:
    """Where desserts join the deck round by round, no more of them can lie there than have joined
    it.
    """
    joined = sum(int(number) for number in state.servings[: round or ROUNDS])
    lie = sum(count for card, count in used.items() if game.card_of(card).dessert)
    if state.reserve_count and lie > joined:
        raise refuse(
            "{lie} desserts on this table, but only {joined} have come into the deck so far.",
            "{lie} desserts sur cette table, mais seulement {joined} sont entrés dans le paquet jusqu'ici.",
            lie=lie,
            joined=joined,
        )


def claimed_places(game: Game, state: State, eaters: Sequence[Eater]) -> int:
    """How many places of the race are gone, from what was taken; what cannot have been taken is
    refused.
    """
    race = game.race(int(state.variant))
    if not race:
        return 0
    card, (_, prizes, skips) = race
    served = any(state.stock[kind] for kind in card.kinds.values())
    for eater in eaters:
        if eater.taken and not served:
            raise refuse(
                "{name}: {card} is not on this menu.",
                "{name} : {card} n'est pas à ce menu.",
                name=eater.name,
                card=card.name,
            )
        if not set(eater.taken) <= set(prizes) or len(set(eater.taken)) < len(eater.taken):
            raise refuse(
                "{name}: the places in “{card}” are worth {prizes}, and nobody takes one twice.",
                "{name} : les places pour « {card} » valent {prizes}, et personne n'en prend une deux fois.",
                name=eater.name,
                card=card.name,
                prizes=", ".join(map(str, prizes)),
            )
    claimed = 0
    for place, prize in enumerate(prizes):
        takers = sum(prize in eater.taken for eater in eaters)
        if takers and place != claimed:
            raise refuse(
                "“{card}”: nobody can have taken {prize}: that place was not open.",
                "« {card} » : personne ne peut avoir pris {prize} : cette place n'était pas ouverte.",
                card=card.name,
                prize=prize,
            )
        claimed += 0 if not takers else 2 if takers > 1 and skips else 1
    return claimed


def check_race(game: Game, state: State, eaters: Sequence[Eater]) -> None:
    """Nobody can still have what would have taken an open place."""
    race = game.race(int(state.variant))
    if race and state.claimed < len(race[1].prizes):
        for eater, number in zip(eaters, race[0].numbers(state), strict=True):
            if number >= race[1].goal:
                raise refuse(
                    "{name}: {number} symbols take a place at once: discard those cards, and note the {prize} points of {card} instead.",
                    "{name} : {number} symboles prennent une place aussitôt : retirez ces cartes, et notez à leur place les {prize} points de {card}.",
                    name=eater.name,
                    number=number,
                    card=race[0].name,
                    prize=race[1].prizes[int(state.claimed)],
                )


def check_tokens(game: Game, state: State, eaters: Sequence[Eater], final: bool) -> None:
    """Tokens are turned over at the end, and no pile has more of a value than the box."""
    for pile, rule in enumerate(game.piles):
        left = ints(state.worth[pile])[:]
        for eater in eaters:
            for worth in eater.tokens.get(rule.id, ()):
                if not final:
                    raise refuse(
                        "{name}: tokens are counted at the end of the game alone (“final”).",
                        "{name} : les jetons ne se comptent qu'à la fin de la partie (« final »).",
                        name=eater.name,
                    )
                if worth not in left:
                    raise refuse(
                        "{name}: no token “{pile}” worth {worth} is left; they are {all}, unless the option “tokens” says otherwise.",
                        "{name} : il ne reste pas de jeton « {pile} » de {worth} ; ce sont {all}, sauf si l'option « tokens » dit autre chose.",
                        name=eater.name,
                        pile=rule.name,
                        worth=worth,
                        all=", ".join(map(str, state.worth[pile])),
                    )
                left.remove(worth)


def check_takers(game: Game, eaters: Sequence[Eater], takers: Sequence[int]) -> None:
    """Whoever takes a token in the last round has it, and the two rounds before gave away no more
    than two of a pile.
    """
    for rule, taker in zip(game.piles, takers, strict=False):
        held = sum(len(eater.tokens.get(rule.id, ())) for eater in eaters)
        if taker and not eaters[taker - 1].tokens.get(rule.id):
            raise refuse(
                "{name} takes a token “{pile}” in this round: add what it is worth.",
                "{name} prend un jeton « {pile} » à cette manche : ajoutez sa valeur.",
                name=eaters[taker - 1].name, pile=rule.name,
            )  # fmt: skip
        if not taker and held == ROUNDS and any(eater.cards for eater in eaters):
            raise refuse(
                "Nobody takes a token “{pile}” in this round, but all three were taken.",
                "Personne ne prend de jeton « {pile} » à cette manche, mais les trois ont été pris.",
                pile=rule.name,
            )
