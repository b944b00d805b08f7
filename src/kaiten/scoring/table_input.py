"""Read the description of a table of cardboard cards, and check that such a table can exist.

An error about the spelling quotes the text as given. An error about the cards uses the names that
are printed on them.
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
from ..engine.state import ROUNDS, State
from ..errors import BadTable, naming_seat
from ..match.choice import name_in_sentence
from ..text import Text

SCORED_TABLE_FIELDS = ("game", "options", "round", "final", "players")
# the fields of a player, besides the prizes of races
PLAYER_FIELDS = ("name", "cards", "kept", "before")
MAX_EARLIER_POINTS = 9999  # of the rounds before
FACE_DOWN_ID = "face_down"
KNOWN_CARDS = Text("Cards")
DID_YOU_MEAN = Text("Did you mean")
ACTING_AS = Text("{mimic} as {card}")
DIPPED = Text("{card} on {multiplier}")
CARD_FACE_DOWN = Text("a face-down card")


@dataclass(frozen=True)
class CardText:
    """A card on the table as text: `tempura`, `special_order>tempura`,
    `special_order>egg_nigiri@wasabi`, `face_down`.
    """

    text: str
    card: str  # what it counts as
    is_copy: bool = False  # a card that acts as another one
    dips: bool = False  # such a card that was put on a wasabi

    @property
    def is_face_down(self) -> bool:
        return self.card == FACE_DOWN_ID

    def encode(self, game: Game) -> int:
        """Return the card as the engine lays it."""
        return game.numbers[self.card] + COPY * self.is_copy + DIPS * self.dips

    def name(self, game: Game) -> Text:
        """Return the card's name for players."""
        if self.is_face_down:
            return CARD_FACE_DOWN
        name = game.kind_names[self.card]
        if self.is_copy:
            name = ACTING_AS.format(mimic=game.kind_names[game.mimic], card=name)
        if not self.dips:
            return name
        return DIPPED.format(card=name, multiplier=name_in_sentence(game, game.multiplier))


@dataclass(frozen=True)
class PlayerCards:
    """A player, and the cards in front of them."""

    name: str
    cards: tuple[CardText, ...]  # in the order played this round
    kept: tuple[CardText, ...]  # desserts of earlier rounds
    before: int  # points of earlier rounds
    taken: tuple[int, ...]  # prizes of this round's race
    # by pile, the values of the tokens that they hold at the end
    tokens: Mapping[str, Sequence[int]]


def table_error(text: Text, seat: int | None = None, **facts: object) -> BadTable:
    """Return an error to raise, with the facts filled in, about a seat if it is known here."""
    error = BadTable(text.format(**facts))
    error.seat = seat
    return error


# --- Reading ---


def check_shape(table: Mapping[str, Any]) -> None:
    """Check that a table is an object with a game and a list of players."""
    if not isinstance(table, Mapping) or not isinstance(table.get("game"), str):
        raise table_error(Text("A table must be an object with a “game”."))
    for field in table:
        if field not in SCORED_TABLE_FIELDS:
            raise table_error(
                Text("A table has no field “{field}”. Its fields: {known}."),
                field=field,
                known=", ".join(SCORED_TABLE_FIELDS),
            )
    if not isinstance(table.get("players"), list) or not table["players"]:
        raise table_error(Text("A table needs a list of “players”."))
    if not isinstance(table.get("options") or {}, Mapping):
        raise table_error(Text("“options” must be an object."))
    number = table.get("round")
    if number is not None and (type(number) is not int or not 1 <= number <= ROUNDS):
        raise table_error(Text("“round” must be 1, 2 or 3."))
    if not isinstance(table.get("final", False), bool):
        raise table_error(Text("“final” must be true or false."))
    if table.get("final") and number not in (None, ROUNDS):
        raise table_error(
            Text("The last round is 3: “final” is not for round {round}."),
            round=number,
        )


def read_all_players(game: Game, entries: Sequence[Any]) -> tuple[PlayerCards, ...]:
    """Return the players of a table; an error names the seat of the wrong entry."""
    players = []
    for seat, entry in enumerate(entries):
        with naming_seat(seat):
            players.append(read_player(game, entry, seat))
    return tuple(players)


def read_player(game: Game, entry: Any, seat: int) -> PlayerCards:
    """Return a player from their entry, its shape checked."""
    default = f"Player {seat + 1}"
    if not isinstance(entry, Mapping):
        raise table_error(
            Text("{name}: a player must be an object with “cards”."),
            name=default,
        )
    name = str(entry.get("name") or default)
    racing = [card.id for card in game.cards if any(part.race for part in card.parts)]
    fields = ("name", "cards", "tokens") if game.piles else (*PLAYER_FIELDS, *racing)
    for field in entry:
        if field not in fields:
            raise table_error(
                Text("{name}: a player has no field “{field}”. The fields: {known}."),
                name=name,
                field=field,
                known=", ".join(fields),
            )
    cards, kept = (
        read_cards(game, name, field, entry.get(field, [])) for field in ("cards", "kept")
    )
    taken = [prize for field in racing for prize in read_prizes(name, field, entry.get(field, []))]
    return PlayerCards(
        name,
        cards,
        kept,
        read_earlier_points(name, entry.get("before", 0)),
        tuple(taken),
        read_player_tokens(game, name, entry.get("tokens", {})),
    )


def read_earlier_points(name: str, before: Any) -> int:
    """Return a player's points of earlier rounds. Raise if they are no number of points."""
    if type(before) is not int or abs(before) > MAX_EARLIER_POINTS:
        raise table_error(
            Text("{name}: “before” must be a number of points."),
            name=name,
        )
    return before


def read_cards(game: Game, name: str, field: str, cards: Any) -> tuple[CardText, ...]:
    if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
        raise table_error(
            Text("{name}: “{field}” must be a list of card ids."),
            name=name,
            field=field,
        )
    return tuple(read_card(game, name, card) for card in cards)


def read_prizes(name: str, field: str, prizes: Any) -> list[int]:
    if not isinstance(prizes, list) or not all(type(prize) is int for prize in prizes):
        raise table_error(
            Text("{name}: “{field}” must be a list of points."),
            name=name,
            field=field,
        )
    return prizes


def read_player_tokens(game: Game, name: str, tokens: Any) -> Mapping[str, Sequence[int]]:
    piles = [rule.id for rule in game.piles]
    if not isinstance(tokens, Mapping) or not set(tokens) <= set(piles):
        raise table_error(
            Text("{name}: “tokens” must be an object with these piles: {piles}."),
            name=name,
            piles=", ".join(piles),
        )
    return {pile: read_prizes(name, pile, worth) for pile, worth in tokens.items()}


def read_card(game: Game, name: str, text: str) -> CardText:
    """Return a card from its text. Raise if it cannot lie on the table."""
    card_text = parse_card_text(game, text)
    if card_text.is_face_down and any(card.turns for card in game.cards):
        return card_text
    if card_text.card not in game.copies:
        raise unknown_card_error(game, name, card_text)
    if card_text.card == game.mimic:
        raise table_error(
            Text("{name}: say what {card} counts as, for example {mimic}>{example}."),
            name=name,
            card=card_text.name(game),
            mimic=game.mimic,
            example=game.kinds[0],
        )
    card = game.card_of(card_text.card)
    first = next(iter(card.kinds))
    if not card.stays:
        raise table_error(
            Text("{name}: {card} does not stay on the table."),
            name=name,
            card=card_text.name(game),
        )
    if card_text.is_copy and is_joinable(card) and card_text.card != first:
        raise table_error(
            Text("{name}: {card} has no mark: write {mimic}>{first}."),
            name=name,
            card=game.kind_names[game.mimic],
            mimic=game.mimic,
            first=first,
        )
    return card_text


def parse_card_text(game: Game, text: str) -> CardText:
    """Split a card's text into its parts.

    A card that acts as another one may also be written as in a pick: `joker as:tuna`.
    """
    prefix = f"{game.mimic}>"
    if game.mimic:
        text = text.replace(f"{game.mimic} as:", prefix)
    if not game.mimic or not text.startswith(prefix):
        return CardText(text, text)
    card = text.removeprefix(prefix)
    suffix = f"@{game.multiplier}"
    dips = bool(game.multiplier) and card.endswith(suffix)
    return CardText(text, card.removesuffix(suffix) if dips else card, True, dips)


def unknown_card_error(game: Game, name: str, card_text: CardText) -> BadTable:
    """Return the error that there is no such card, with the cards that may be meant."""
    known = [kind for kind in game.kinds if game.card_of(kind).stays]
    if game.mimic:
        known.append(f"{game.mimic}>{known[0]}")
    if any(card.turns for card in game.cards):
        known.append(FACE_DOWN_ID)
    likely = card_text.card.lower().replace(" ", "_").replace("-", "_")
    near = [kind for kind in known if kind.startswith(likely)] if likely else []
    near = near or get_close_matches(likely, known)
    return table_error(
        Text("{name}: there is no card “{card}” in {game} ({hint}: {known})."),
        name=name,
        card=card_text.text,
        game=game.title,
        hint=DID_YOU_MEAN if near else KNOWN_CARDS,
        known=", ".join(near or known),
    )


def is_joinable(dish: Card) -> bool:
    """Return whether a card that acts as one of this dish joins it instead of copying a card."""
    return bool(dish.serves >> AS & 1)


def infer_dishes(game: Game, players: Sequence[PlayerCards]) -> list[str]:
    """Return the dishes that must be on the menu, given the cards of this table."""
    card_texts = [card_text for player in players for card_text in (*player.cards, *player.kept)]
    seen = {
        game.card_of(card_text.card).id for card_text in card_texts if not card_text.is_face_down
    }
    if any(card_text.is_copy for card_text in card_texts):
        seen.add(game.mimic)
    for card in game.cards:
        raced = any(part.race for part in card.parts) and any(player.taken for player in players)
        if raced or (card.turns and any(card_text.is_face_down for card_text in card_texts)):
            seen.add(card.id)
    return sorted(seen)


# --- Checking ---


def check_cards(
    game: Game, state: State, players: Sequence[PlayerCards], round: int | None
) -> None:
    """Check that the box has enough of every card, and that each could have come there."""
    used: Counter[str] = Counter()
    for seat, player in enumerate(players):
        with naming_seat(seat):
            for card_text in (*player.cards, *player.kept):
                check_copies(game, state, player, card_text, used)
            check_kept(game, player, round)
            check_size(game, player, int(state.turns))
            check_originals(game, player)
    check_desserts(game, state, used, round)


def check_size(game: Game, player: PlayerCards, size: int) -> None:
    """Check that a player has no more cards than a round has."""
    if len(player.cards) > size:
        raise table_error(
            Text("{name}: {card} makes {count} cards; the limit is {size}."),
            name=player.name,
            count=len(player.cards),
            card=player.cards[-1].name(game),
            size=size,
        )


def check_copies(
    game: Game, state: State, player: PlayerCards, card_text: CardText, used: Counter[str]
) -> None:
    """Count a card in `used`. Raise if the box of this table has fewer of it."""
    if card_text.is_face_down:
        if not any(
            state.stock[kind] for card in game.cards if card.turns for kind in card.kinds.values()
        ):
            raise table_error(
                Text("{name}: no card on this menu turns others face down."), name=player.name,
            )  # fmt: skip
        return
    variant = int(state.variant)
    real = game.face(game.mimic if card_text.is_copy else card_text.card, variant)
    used[real] += 1
    for card in {real, card_text.card}:
        if not state.stock[game.numbers[card]]:
            raise table_error(
                Text("{name}: {card} is not on this menu."),
                name=player.name, card=game.kind_names[card],
            )  # fmt: skip
    copies = sum(count for kind, count in game.copies.items() if game.face(kind, variant) == real)
    if used[real] > copies:
        raise table_error(
            Text("{name}: this is {card} number {number}, but the box has only {copies}."),
            name=player.name, card=game.kind_names[real], number=used[real], copies=copies,
        )  # fmt: skip


def check_kept(game: Game, player: PlayerCards, round: int | None) -> None:
    for card_text in player.kept:
        if card_text.is_face_down or not game.card_of(card_text.card).dessert:
            raise table_error(
                Text("{name}: {card} is not kept from round to round."),
                name=player.name,
                card=card_text.name(game),
            )
        if round == 1:
            raise table_error(
                Text("{name}: nothing can be kept before round 1, but there is {card}."),
                name=player.name,
                card=card_text.name(game),
            )


def check_originals(game: Game, player: PlayerCards) -> None:
    """Check that a card that acts as another one was laid after that one, which is still there
    unless it moved on or was turned over. One that joins a dish was laid after any of its cards.
    """
    if any(card_text.is_face_down for card_text in player.cards):
        return
    for place, card_text in enumerate(player.cards):
        earlier, dish = {other.card for other in player.cards[:place]}, game.card_of(card_text.card)
        there = (
            earlier & set(dish.kinds)
            if is_joinable(dish)
            else card_text.card in earlier or dish.serves
        )
        if card_text.is_copy and not there:
            raise table_error(
                Text("{name}: there is no {original} before {card}."),
                name=player.name,
                card=card_text.name(game),
                original=game.kind_names[card_text.card],
            )


def check_desserts(game: Game, state: State, used: Counter[str], round: int | None) -> None:
    """Check that no more desserts lie there than have joined the deck by this round."""
    joined = sum(int(number) for number in state.servings[: round or ROUNDS])
    lie = sum(count for card, count in used.items() if game.card_of(card).dessert)
    if state.reserve_count and lie > joined:
        raise table_error(
            Text(
                "There are {lie} desserts on this table, but only {joined} have joined the deck "
                "so far."
            ),
            lie=lie,
            joined=joined,
        )


def count_claimed_places(game: Game, state: State, players: Sequence[PlayerCards]) -> int:
    """Return how many places of the race are gone. Raise if the prizes cannot have been taken."""
    race = game.race(int(state.variant))
    if not race:
        return 0
    card, (_, prizes, skips) = race
    served = any(state.stock[kind] for kind in card.kinds.values())
    for seat, player in enumerate(players):
        if player.taken and not served:
            raise table_error(
                Text("{name}: {card} is not on this menu."),
                seat,
                name=player.name,
                card=card.name,
            )
        if not set(player.taken) <= set(prizes) or len(set(player.taken)) < len(player.taken):
            raise table_error(
                Text(
                    "{name}: the places in “{card}” are worth {prizes}, and nobody takes one twice."
                ),
                seat,
                name=player.name,
                card=card.name,
                prizes=", ".join(map(str, prizes)),
            )
    claimed = 0
    for place, prize in enumerate(prizes):
        takers = sum(prize in player.taken for player in players)
        if takers and place != claimed:
            raise table_error(
                Text("“{card}”: nobody can have taken {prize}: that place was not open."),
                card=card.name,
                prize=prize,
            )
        claimed += 0 if not takers else 2 if takers > 1 and skips else 1
    return claimed


def check_race(game: Game, state: State, players: Sequence[PlayerCards]) -> None:
    """Check that no player still has the symbols that would have taken an open place."""
    race = game.race(int(state.variant))
    if race and state.claimed < len(race[1].prizes):
        numbers = race[0].numbers(state)
        for seat, (player, number) in enumerate(zip(players, numbers, strict=True)):
            if number >= race[1].goal:
                raise table_error(
                    Text(
                        "{name}: {number} symbols take a place at once: remove those cards and "
                        "enter the {prize} points for {card} instead."
                    ),
                    seat,
                    name=player.name,
                    number=number,
                    card=race[0].name,
                    prize=race[1].prizes[int(state.claimed)],
                )


def check_tokens(game: Game, state: State, players: Sequence[PlayerCards], final: bool) -> None:
    """Check that tokens are counted at the end alone, and are in the box."""
    for pile, rule in enumerate(game.piles):
        left = state.worth[pile][:]
        for seat, player in enumerate(players):
            for worth in player.tokens.get(rule.id, ()):
                if not final:
                    raise table_error(
                        Text("{name}: tokens count only at the end of the game (“final”)."),
                        seat,
                        name=player.name,
                    )
                if worth not in left:
                    raise table_error(
                        Text(
                            "{name}: no “{pile}” token worth {worth} is left; there are {all}, "
                            "unless the option “tokens” says otherwise."
                        ),
                        seat,
                        name=player.name,
                        pile=rule.name,
                        worth=worth,
                        all=", ".join(map(str, state.worth[pile])),
                    )
                left.remove(worth)


def check_takers(game: Game, players: Sequence[PlayerCards], takers: Sequence[int]) -> None:
    """Check that players have the tokens that they take in the last round, and that the two rounds
    before gave away at most two of a pile.
    """
    for rule, taker in zip(game.piles, takers, strict=False):
        held = sum(len(player.tokens.get(rule.id, ())) for player in players)
        if taker and not players[taker - 1].tokens.get(rule.id):
            raise table_error(
                Text("{name}: add the value of the “{pile}” token taken this round."),
                taker - 1,
                name=players[taker - 1].name,
                pile=rule.name,
            )
        if not taker and held == ROUNDS and any(player.cards for player in players):
            raise table_error(
                Text("Nobody takes a “{pile}” token this round, but all three were taken."),
                pile=rule.name,
            )
