"""Whether a game can be played: mistakes of its author, which are found when it or a card is added
instead of in the middle of a game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from types import CodeType
from typing import Any

from ..text import Plural, Text
from .card import PARAMETERS, Card, Question, Rule
from .game import Game
from .state import MAX_PLAYERS, ROUNDS

# Ids stand in records, choices, addresses and the names of functions.
CARD_ID = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
GAME_ID = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")
RESERVED_IDS = ("nothing",)  # what a choice says where no card is meant
VERB_PARAMETERS = {
    "lands": "state, player, kind",
    "acts": "state, player, kind",
    "opens": "state, player",
    "allows": "state, player, choice",
    "picked": "state, player, choice",
    "begins": "state",
    "watches": "state",
}
ANSWER_PARAMETERS = "state, player, answer"


def check_playable(game: Game) -> None:
    """Raise a `ValueError` that names the first thing for which a game cannot be played."""
    for problem in find_problems(game):
        raise ValueError(f"The game {game.id} {problem}.")


def find_problems(game: Game) -> Iterator[str]:
    """Yield what is wrong with a game, each as the end of a sentence about it."""
    yield from find_wrong_ids(game)
    yield from find_wrong_texts(game)
    yield from find_wrong_sizes(game)
    yield from find_wrong_courses(game)
    for rule in game.rules:
        for part in rule.parts:
            yield from find_wrong_verbs(rule, part)
    for question in game.questions:
        yield from find_wrong_answers(question)


def find_wrong_ids(game: Game) -> Iterator[str]:
    if not GAME_ID.fullmatch(game.id):
        yield "needs an id of small letters, digits and single hyphens"
    questions = [question.id for question in game.questions]
    for ids in ([rule.id for rule in game.rules], questions):
        for id, count in Counter(ids).items():
            if count > 1:
                yield f"has {count} times something with the id “{id}”"
    for id in dict.fromkeys([*(rule.id for rule in game.rules), *game.kinds, *questions]):
        if id in RESERVED_IDS or not CARD_ID.fullmatch(id):
            yield (
                f"cannot use the id “{id}”: an id has small letters, digits and single underscores, "
                f"and is not “{RESERVED_IDS[0]}”"
            )


def find_wrong_texts(game: Game) -> Iterator[str]:
    texts: dict[str, Any] = {"title": game.title, "rule": game.rule, "summary": game.summary}
    for rule in game.rules:
        texts |= {f"name of {rule.id}": rule.name, f"rule of {rule.id}": rule.rule}
        texts |= {f"name of {kind}": name for kind, name in rule.names.items()}
        if isinstance(rule, Card):
            texts |= {f"value of {kind}": value for kind, value in rule.values.items()}
    texts |= {f"words of the question {one.id}": one.words for one in game.questions}
    for what, text in texts.items():
        if not isinstance(text, Text):
            yield f"needs a Text as the {what}, not {text!r}"
    for rule in game.rules:
        if not isinstance(rule.unit, Text | Plural | None):
            yield f"needs plural(...) as the unit that {rule.id} counts, not {rule.unit!r}"


def find_wrong_sizes(game: Game) -> Iterator[str]:
    if not game.cards:
        yield "has no card"
    if not game.hand_sizes:
        yield "has no hand size: it is for no number of players"
    rounds = 1 if game.reshuffles else ROUNDS
    cards = count_copies(game, [card for card in game.cards if not card.is_extra])
    for players, size in game.hand_sizes.items():
        needed = players * size * rounds
        if players > MAX_PLAYERS:
            yield f"is for more than {MAX_PLAYERS} players"
        elif players < 1 or size - game.unplayed < 1:
            yield f"has no turn for {players} players, who have {size} cards each"
        elif needed > cards:
            deals = "a round" if game.reshuffles else f"{ROUNDS} rounds"
            yield f"has {cards} cards; {players} players need {needed} for {deals}"
    for face in game.faces:
        if face not in game.kinds:
            yield f"is presented by “{face}”, which is no kind of its cards"


def find_wrong_courses(game: Game) -> Iterator[str]:
    courses = [course.id for course in game.courses]
    for card in game.cards if courses else ():
        if card.course not in courses and card.id not in game.staples:
            known = ", ".join(courses)
            yield f"needs a course for the card {card.id}: {known}"


def find_wrong_verbs(rule: Rule, part: Rule) -> Iterator[str]:
    """Yield what is wrong with the functions of a rule, or of what it is in one edition."""
    verbs = {**rule.verbs, **part.verbs}
    if "compares" in verbs and "counts" not in verbs:
        yield f"compares {rule.id} without @{rule.id}.counts"
    if {"scores", "compares"} <= verbs.keys():
        yield f"has both @scores and @compares for {rule.id}: its points come from one of them"
    told = {"explains": part.explanation, "lacks": part.missing}
    for verb, function in (*part.verbs.items(), *told.items()):
        if function and verb in VERB_PARAMETERS:
            yield from find_wrong_count(f"{rule.id}.{verb}", function, VERB_PARAMETERS[verb])
        elif function:
            unknown = [name for name in list_parameters(function) if name not in PARAMETERS]
            if unknown:
                known = ", ".join(PARAMETERS)
                yield f"has @{rule.id}.{verb} with “{unknown[0]}”; it may ask for {known}"


def find_wrong_answers(question: Question) -> Iterator[str]:
    for verb in ("allows", "answers"):
        if verb in question.verbs:
            function = question.verbs[verb]
            yield from find_wrong_count(f"{question.id}.{verb}", function, ANSWER_PARAMETERS)
        else:
            yield f"needs @{verb} for its question {question.id}"


def find_wrong_count(place: str, function: Callable[..., Any], expected: str) -> Iterator[str]:
    """Yield what is wrong with the parameters of a function, which gets them by their order."""
    if len(list_parameters(function)) != len(expected.split(", ")):
        yield f"calls @{place} with ({expected}), which {function.__name__} does not take"


def list_parameters(function: Any) -> tuple[str, ...]:
    """Return the names of a function's parameters, in a tenth of the time that `inspect` needs."""
    code: CodeType = function.__code__
    return code.co_varnames[: code.co_argcount]


def count_copies(game: Game, cards: Sequence[Card]) -> int:
    """Return how many copies of these cards there are, at most, on one table."""
    sizes = {card.id: sum(card.copies.values()) for card in cards}
    served = [
        sorted((sizes.pop(dish, 0) for dish in course.dishes), reverse=True)[: course.served]
        for course in game.courses
    ]
    return sum(sizes.values()) + sum(map(sum, served))
