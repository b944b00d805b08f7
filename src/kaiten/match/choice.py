"""A choice, as a number for the kernel, as text that can be pasted back, and in words for people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from ..engine import picks
from ..engine.card import Question
from ..engine.game import Game
from ..engine.picks import AS, COPY, GIVE, NOTHING, PICK, SECOND, TAKE, USING, WITH
from ..errors import IllegalChoice
from ..text import CLAUSES, Text, chain_texts

slot_of_pick, fill_pick_slot, is_copy_in_pick = (
    picks.read_slot,
    picks.fill_slot,
    picks.is_copy,
)

LABELS = {GIVE: "give", AS: "as", WITH: "with", USING: "using"}
TOOLS = (LABELS[WITH], LABELS[USING])
PICK_WORDS = {
    GIVE: Text("{card} for the robot"),
    AS: Text("onto {card}"),
    WITH: Text("with {card}"),
    USING: Text("then {card}"),
}
ACTING = Text("{card} ({mimic})")
THEN = Text("{first}, then {second}")
NOTHING_TEXT = Text("Nothing")


@dataclass(frozen=True)
class Choice:
    """One thing that a player may do; `str(choice)` can be pasted back."""

    text: str  # "tempura", "wasabi+squid_nigiri", "tempura give:maki_2"
    words: Text = field(compare=False, repr=False)
    number: int = field(compare=False, repr=False)  # as the kernel sees it
    # taken for oneself, in order
    cards: tuple[str, ...] = field(default=(), compare=False, repr=False)
    # what stands behind, by label: "give", "as", "with", "using"
    extras: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    # the labels of extras that are really another card, which acts as this one
    mimics: tuple[str, ...] = field(default=(), compare=False, repr=False)
    # the card that shows an answer to a question
    shown: str | None = field(default=None, compare=False, repr=False)

    @property
    def given(self) -> str | None:
        """The card taken for another player: the robot."""
        return self.extras.get(LABELS[GIVE])

    @property
    def is_nothing(self) -> bool:
        """Whether it is the answer "none" to a question."""
        return self.number == NOTHING

    @cached_property
    def parts(self) -> dict[str, Any]:
        """What the choice is made of as plain data: `cards`, `extras`, `mimics`.

        `cards` are missing if the text names the only one, `extras` and `mimics` if there are none.
        """
        cards = list(self.cards or filter(None, [self.shown]))
        found = {"cards": cards, "extras": dict(self.extras), "mimics": list(self.mimics)}
        usual = {"cards": [self.text], "extras": {}, "mimics": []}
        return {name: part for name, part in found.items() if part != usual[name]}

    def __str__(self) -> str:
        return self.text


@lru_cache(maxsize=8192)
def describe_pick(game: Game, number: int, variant: int) -> Choice:
    """The pick that the kernel writes as this number, in the words of those who play a variant."""
    kinds = {
        which: game.kinds[slot_of_pick(number, which)]
        for which in range(USING + 1)
        if slot_of_pick(number, which) >= 0
    }
    cards = tuple(kinds[which] for which in (TAKE, SECOND) if which in kinds)
    names = [game.kind_names[game.face(card, variant)] for card in cards]
    words = THEN.format(first=names[0], second=names[1]) if len(names) > 1 else names[0]
    texts, spoken = ["+".join(cards)], [words]
    extras = {label: kinds[which] for which, label in LABELS.items() if which in kinds}
    mimics = tuple(label for which, label in LABELS.items() if is_copy_in_pick(number, which))
    for which, label in LABELS.items():
        if label in extras:
            name = game.kind_names[game.face(extras[label], variant)]
            if label in mimics:
                name = ACTING.format(card=name, mimic=game.kind_names[game.mimic])
            texts.append(spell_extra(game, label, extras[label], label in mimics))
            spoken.append(PICK_WORDS[which].format(card=name))
    return Choice(" ".join(texts), chain_texts(spoken, CLAUSES), number, cards, extras, mimics)


def spell_extra(game: Game, label: str, card: str, is_mimic: bool) -> str:
    """Return a card that stands behind those taken as it is written in a pick."""
    return f"{label}:{game.mimic}>{card}" if is_mimic else f"{label}:{card}"


@lru_cache(maxsize=64)
def choices_by_number(game: Game, question: Question) -> dict[int, Choice]:
    """Every answer that a question may have, by its number."""
    plain = {number: (kind, game.kind_names[kind]) for number, kind in enumerate(game.kinds)}
    spelled = plain | {NOTHING: ("nothing", NOTHING_TEXT)} | question.spelled
    shown = dict(enumerate(game.kinds)) | question.shown
    for card in game.cards:
        for number, (text, words, face) in question.spell_card(card).items():
            spelled[number], shown[number] = (text, words), face
    return {
        number: Choice(text, words, number, shown=shown.get(number))
        for number, (text, words) in spelled.items()
    }


@lru_cache(maxsize=64)
def numbers_by_text(game: Game, question: Question) -> dict[str, int]:
    """The number of every answer that a question may have, by its text."""
    return {choice.text: number for number, choice in choices_by_number(game, question).items()}


def describe_choice(game: Game, question: int, number: int, variant: int) -> Choice:
    """The choice behind a number, as an answer to what was asked."""
    return (
        describe_pick(game, number, variant)
        if question == PICK
        else choices_by_number(game, game.question_of(question))[number]
    )


@lru_cache(maxsize=8192)
def parse_pick(game: Game, text: str) -> int:
    """The number of a pick from its text."""
    cards, *extras = text.split() or [""]
    taken = [kind_number(game, card) for card in cards.split("+")]
    if len(taken) > 2:
        raise IllegalChoice(Text("You can take at most two cards."))
    number = taken[0] + (fill_pick_slot(SECOND, taken[1]) if len(taken) == 2 else 0)
    slots = {label: which for which, label in LABELS.items()}
    for extra in extras:
        label, _, card = extra.partition(":")
        if label not in slots or slot_of_pick(number, slots[label]) >= 0:
            raise IllegalChoice(
                Text("“{part}”: after the cards, only {labels} may follow, each once.").format(
                    part=extra, labels=", ".join(f"{known}:CARD" for known in slots)
                )
            )
        printed = card.removeprefix(f"{game.mimic}>")
        number += fill_pick_slot(
            slots[label], kind_number(game, printed) + COPY * (printed != card)
        )
    return number


def parse_choice(game: Game, question: int, text: str) -> int:
    """The number of a choice from its text, as an answer to what is asked."""
    if question == PICK:
        return parse_pick(game, text)
    answers = numbers_by_text(game, game.question_of(question))
    if text not in answers:
        raise unreadable_choice(text)
    return answers[text]


@lru_cache(maxsize=4096)
def read_answers(
    game: Game, prompt: str, texts: tuple[str | None, ...], variant: int
) -> tuple[Choice | None, ...]:
    """Return the choices behind the answers to a prompt, by seat."""
    question = next((asked.number for asked in game.questions if asked.id == prompt), PICK)
    return tuple(
        None
        if text is None
        else describe_choice(game, question, parse_choice(game, question, text), variant)
        for text in texts
    )


def name_in_sentence(game: Game, kind: str) -> Text:
    """The name of a kind as it stands in the middle of a sentence."""
    return game.kind_names[kind].in_sentence()


def kind_number(game: Game, card: str) -> int:
    if card not in game.numbers:
        raise unreadable_choice(card)
    return game.numbers[card]


def unreadable_choice(text: str) -> IllegalChoice:
    return IllegalChoice(Text("“{text}” is not a card of this game.").format(text=text))
