"""A choice, as a number for the kernel, as text that can be pasted back, and in words for people."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from . import moves
from .card import Question
from .draft import FLAG
from .errors import IllegalChoice
from .game import Game
from .jit import uncompiled
from .moves import AS, GIVE, NOTHING, PICK, SECOND, TAKE, WITH
from .words import Words, joined, same

slot, fill = uncompiled(moves.slot), uncompiled(moves.fill)

LABELS = {GIVE: "give", AS: "as", WITH: "with"}
PICK_WORDS = {
    GIVE: Words("{card} for the robot", "{card} pour le robot"),
    AS: Words("as {card}", "comme {card}"),
    WITH: Words("with {card}", "avec {card}"),
}
THEN = Words("{first}, then {second}", "{first}, puis {second}")
NONE = Words("Nothing", "Rien")


@dataclass(frozen=True)
class Choice:
    """One thing that a player may do; `str(choice)` can be pasted back."""

    text: str  # "tempura", "wasabi+squid_nigiri", "tempura give:maki_2"
    words: Words = field(compare=False, repr=False)
    number: int = field(compare=False, repr=False)  # as the kernel sees it
    cards: tuple[str, ...] = field(compare=False, repr=False)  # taken for oneself, in order
    given: str | None = field(compare=False, repr=False)  # taken for somebody else: the robot

    def __str__(self) -> str:
        return self.text


@lru_cache(maxsize=8192)
def pick(game: Game, number: int) -> Choice:
    """The pick that the kernel writes as this number."""
    kinds = {which: game.kinds[slot(number, which)] for which in range(WITH + 1) if slot(number, which) >= 0}
    cards = tuple(kinds[which] for which in (TAKE, SECOND) if which in kinds)
    names = [game.kind_names[card] for card in cards]
    words = THEN.format(first=names[0], second=names[1]) if len(names) > 1 else names[0]
    extras = [which for which in LABELS if which in kinds]
    text = " ".join(["+".join(cards), *(f"{LABELS[which]}:{kinds[which]}" for which in extras)])
    spoken = [PICK_WORDS[which].format(card=game.kind_names[kinds[which]]) for which in extras]
    return Choice(text, joined([words, *spoken], "; "), number, cards, kinds.get(GIVE))


def answer(game: Game, question: Question, number: int) -> Choice:
    """The answer to a question that the kernel writes as this number."""
    kind = number % FLAG
    name, words = ("nothing", NONE) if kind == NOTHING else (game.kinds[kind], game.kind_names[game.kinds[kind]])
    text = name + (question.flag if number >= FLAG else "")
    return Choice(text, joined([words, same(question.flag)], " ") if number >= FLAG else words, number, (), None)


def describe(game: Game, question: int, number: int) -> Choice:
    """The choice behind a number, as an answer to what was asked."""
    return pick(game, number) if question == PICK else answer(game, game.asked(question), number)


def parse_pick(game: Game, text: str) -> int:
    """The number of a pick from its text."""
    cards, *extras = text.split() or [""]
    taken = [kind_number(game, card) for card in cards.split("+")]
    if len(taken) > 2:
        raise IllegalChoice(
            Words("Nobody takes more than two cards at once.", "On ne prend jamais plus de deux cartes à la fois.")
        )
    number = taken[0] + (fill(SECOND, taken[1]) if len(taken) == 2 else 0)
    slots = {label: which for which, label in LABELS.items()}
    for extra in extras:
        label, _, card = extra.partition(":")
        if label not in slots or slot(number, slots[label]) >= 0:
            raise unreadable(text)
        number += fill(slots[label], kind_number(game, card))
    return number


def parse_answer(game: Game, question: Question, text: str) -> int:
    """The number of an answer from its text."""
    flagged = bool(question.flag) and text.endswith(question.flag)
    name = text.removesuffix(question.flag) if flagged else text
    return (NOTHING if name == "nothing" else kind_number(game, name)) + FLAG * flagged


def parse(game: Game, question: int, text: str) -> int:
    """The number of a choice from its text, as an answer to what is asked."""
    return parse_pick(game, text) if question == PICK else parse_answer(game, game.asked(question), text)


def kind_number(game: Game, card: str) -> int:
    if card not in game.numbers:
        raise unreadable(card)
    return game.numbers[card]


def unreadable(text: str) -> IllegalChoice:
    return IllegalChoice(
        Words("“{text}” is not a card of this game.", "« {text} » n'est pas une carte de ce jeu.").format(text=text)
    )
