"""The facts of a view as plain data: the one description from which `View.facts`, the server's
messages, their schema, the types of clients and the tables of the docs are made.

What a fact means is said where the view has it: in the docstring of a property, in the metadata
of a field.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, NamedTuple

from .choice import Choice, read_answers
from .events import Answered, Event
from .laid import encode_laid
from .record import event_data
from .sheet import Outcome, SheetLine
from .standing import DishNote, Majority

if TYPE_CHECKING:
    from ..engine.game import Game
    from .view import Prompt, View

FactData = dict[str, Any]


class Extent(NamedTuple):
    """Which facts are wanted: in a language, with log and sheet from these places on."""

    language: str = "en"
    log: int = 0
    sheet: int = 0


@dataclass(frozen=True)
class Fact:
    """One thing that a view tells."""

    name: str
    type: str  # of the data; nested types are those of the server's schemas
    encode: Callable[[View, Extent], Any]
    is_shared: bool = True  # the same from every seat


def explain_fact(name: str) -> str:
    """Return what a fact, or another attribute of a view, means, in one line."""
    from .view import View

    told = {field.name: field.metadata.get("means") for field in fields(View)}
    return " ".join((told.get(name) or getattr(View, name).__doc__ or "").split())


# --- Parts of a view ---


def encode_prompt(asked: Prompt | None, language: str) -> FactData | None:
    """Return what a seat is asked, or None."""
    return {"id": asked.id, "words": asked.words.to(language)} if asked else None


def encode_choice(choice: Choice, language: str) -> FactData:
    """Return a choice: its text, its words and its parts."""
    return {"choice": choice.text, "words": choice.words.to(language), **choice.parts}


def encode_event(game: Game, event: Event, variant: int) -> FactData:
    """Return an event as a record has it; with the parts of the answers that have some, by seat."""
    data = event_data(event)
    if isinstance(event, Answered):
        answers = read_answers(game, event.prompt, event.choices, variant)
        told = enumerate(answer.parts if answer else None for answer in answers)
        parts = {str(seat): found for seat, found in told if found}
        return {**data, "parts": parts} if parts else data
    return data


def encode_sheet_line(line: SheetLine, language: str) -> FactData:
    """Return a line of the sheet."""
    return {
        "round": line.round,
        "card": line.card,
        "seat": line.seat,
        "points": line.points,
        "reason": line.reason.to(language),
        "won": line.won,
    }


def encode_majority(found: Majority, language: str) -> FactData:
    """Return how players stand in one thing."""
    return {
        "card": found.card,
        "counts": [count.to(language) for count in found.counts],
        "points": list(found.points),
        "leaders": list(found.leaders),
    }


def encode_note(note: DishNote, language: str) -> FactData:
    """Return what a dish lacks."""
    return {"card": note.card, "words": note.words.to(language)}


def encode_outcome(ended: Outcome | None, language: str) -> FactData | None:
    """Return how the game has ended, or None."""
    if ended is None:
        return None
    tie_break = ended.tie_break.to(language) if ended.tie_break else None
    return {"ranking": [vars(place) for place in ended.ranking], "tie_break": tie_break}


def encode_log(view: View, extent: Extent) -> FactData:
    variant = int(view.state.variant)
    events = [encode_event(view.game, event, variant) for event in view.log[extent.log :]]
    return {"from": extent.log, "events": events}


def encode_sheet(view: View, extent: Extent) -> FactData:
    lines = view.sheet.lines[extent.sheet :]
    return {
        "from": extent.sheet,
        "lines": [encode_sheet_line(line, extent.language) for line in lines],
    }


def encode_hands(view: View, extent: Extent) -> list[FactData]:
    memory = view.memory
    return [
        {"known": view._count_by_id(memory.known[hand]), "hidden": memory.hidden[hand]}
        for hand in view._holding
    ]


def encode_tokens(view: View, extent: Extent) -> list[Any]:
    return [[[token.pile, token.worth] for token in held] for held in view.tokens]


def encode_worths(view: View, extent: Extent) -> FactData:
    return {pile: list(worths) for pile, worths in view.unseen_tokens.items()}


def encode_laid_table(view: View, extent: Extent) -> FactData | None:
    return encode_laid(view.laid) if view.laid else None


def encode_story(view: View, extent: Extent) -> FactData:
    lines = [
        {**vars(line), "seats": list(line.seats), "words": line.words.to(extent.language)}
        for line in view.story(extent.log)
    ]
    return {"from": extent.log, "lines": lines}


def copy_numbers(name: str) -> Callable[[View, Extent], list[Any]]:
    """Return a function that copies an attribute that is a row."""
    return lambda view, extent: list(getattr(view, name))


# --- The description ---

BY_PLAYER = "list[CardCounts]"
FACTS = (
    Fact("game", "str", lambda view, extent: view.game.id),
    Fact("options", "OptionValues", lambda view, extent: dict(view.options)),
    Fact("names", "list[str]", copy_numbers("names")),
    Fact("seat", "int | None", lambda view, extent: view.seat, False),
    Fact("round", "int", lambda view, extent: view.round),
    Fact("turn", "int", lambda view, extent: view.turn),
    Fact("passes", 'Literal["left", "right"]', lambda view, extent: view.passes),
    Fact("waiting", "SeatNumbers", copy_numbers("waiting")),
    Fact(
        "prompt",
        "ViewPrompt | None",
        lambda view, extent: encode_prompt(view.prompt, extent.language),
        False,
    ),
    Fact(
        "choices",
        "list[ViewChoice]",
        lambda view, extent: [encode_choice(one, extent.language) for one in view.choices],
        False,
    ),
    Fact("hands", "list[HandView]", encode_hands, False),
    Fact("trays", BY_PLAYER, lambda view, extent: view._by_player(view.state.trays)),
    Fact("dipped", BY_PLAYER, lambda view, extent: view._by_player(view.state.dipped)),
    Fact("copies", BY_PLAYER, lambda view, extent: view._by_player(view.state.copied)),
    Fact("face_down", "list[int]", copy_numbers("face_down")),
    Fact("kept", BY_PLAYER, lambda view, extent: view._by_player(view.state.kept)),
    Fact("aside", "int", lambda view, extent: view.aside),
    Fact("to_come", "int", lambda view, extent: view.to_come),
    Fact("discarded", "CardCounts", lambda view, extent: view._count_by_id(view.state.discard)),
    Fact("deck", "CardCounts", lambda view, extent: view._count_by_id(view.memory.deck), False),
    Fact("unseen", "CardCounts", lambda view, extent: dict(view.unseen), False),
    Fact("tokens", "list[list[tuple[str, int | None]]]", encode_tokens, False),
    Fact("piles", "CardCounts", lambda view, extent: view.piles),
    Fact(
        "unseen_tokens",
        "dict[str, list[int]]",
        encode_worths,
        False,
    ),
    Fact("scores", "list[int]", copy_numbers("scores")),
    Fact("on_table", "list[int]", copy_numbers("on_table")),
    Fact(
        "lacks",
        "list[list[DishLack]]",
        lambda view, extent: [
            [encode_note(note, extent.language) for note in notes] for notes in view.lacks
        ],
    ),
    Fact(
        "majorities",
        "list[MajorityCount]",
        lambda view, extent: [encode_majority(one, extent.language) for one in view.majorities],
    ),
    Fact("sheet", "ScoreSheet", encode_sheet),
    Fact("laid", "LaidCards | None", encode_laid_table),
    Fact("log", "EventLog", encode_log, False),
    Fact("story", "GameStory", encode_story),
    Fact(
        "outcome",
        "GameOutcome | None",
        lambda view, extent: encode_outcome(view.outcome(), extent.language),
    ),
)
OPEN_FACTS = tuple(fact for fact in FACTS if fact.is_shared)
OWN_FACTS = tuple(fact for fact in FACTS if not fact.is_shared)


def list_facts(view: View, facts: tuple[Fact, ...], extent: Extent) -> FactData:
    """Return these facts of a view as plain data, ready for JSON."""
    return {fact.name: fact.encode(view, extent) for fact in facts}
