"""A game looked at again: everybody's chances turn by turn, what each pick cost, and how much was
luck.

Every decision is judged from the view of whoever made it. Chances before a decision are those of
its best choice; all seats' are scaled to make one together. A pick costs what its chance was behind
the best one's in the same imagined worlds, and nothing where that is within the errors. What
somebody's picks cost goes to the others in equal parts; whatever else moves the chances, from the
first deal to the result, is luck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp
from typing import Any

from ..bots.budget import Budget
from ..engine.jit import JIT
from ..match.choice import Choice
from ..match.events import Answered
from ..match.match import Match
from ..match.record import Record
from ..match.replay import replay_steps
from ..text import Text
from .advice import about_equal, best_of, budget, weigh
from .explain import Reasons

USUAL = 5_000 if JIT else 120  # worlds imagined for one decision
JUDGEMENTS = {  # from how many points of win chance on, at two players
    "blunder": (15, Text("blunder", "gaffe")),
    "mistake": (10, Text("mistake", "erreur")),
    "inaccuracy": (5, Text("inaccuracy", "imprécision")),
}
COSTLIEST = 3


@dataclass(frozen=True)
class Pick:
    """What somebody chose, and what would have been better."""

    step: int  # of the replay
    round: int
    turn: int
    prompt: str
    seat: int
    played: Choice
    better: Choice | None  # None where nothing was
    win: float  # chance to win with what was played, as the seat could know
    best: float  # with the best choice
    loss: float
    judgement: str | None  # "inaccuracy", "mistake", "blunder"
    words: Text | None  # why the other one was better

    def data(self) -> dict[str, Any]:
        return {
            "step": self.step,
            "round": self.round,
            "turn": self.turn,
            "prompt": self.prompt,
            "seat": self.seat,
            "played": named(self.played),
            "better": self.better and named(self.better),
            "win": self.win,
            "best": self.best,
            "loss": self.loss,
            "judgement": self.judgement,
            "words": self.words and self.words._asdict(),
        }


def named(choice: Choice) -> dict[str, Any]:
    return {"choice": choice.text, "name": choice.words._asdict()}


@dataclass(frozen=True)
class Moment:
    """Everybody's chances when something was asked, or at the end."""

    step: int  # of the replay
    round: int
    turn: int
    prompt: str | None  # what was asked, None at the end
    chances: tuple[float, ...]  # by seat; together they are one


@dataclass(frozen=True)
class Player:
    """How somebody has played: start - lost + gained + luck = end."""

    seat: int
    name: str
    picks: int  # decisions with more than one choice
    accuracy: float | None  # 0 to 100, None without any pick
    average_loss: float
    judgements: Mapping[str, int]
    start: float  # an equal share of the chances
    lost: float  # by one's own picks
    gained: float  # by those of the others
    luck: float
    end: float


@dataclass(frozen=True)
class Analysis:
    """What can be said of a game afterwards."""

    game: str
    names: tuple[str, ...]
    over: bool
    moments: tuple[Moment, ...]
    picks: tuple[Pick, ...]
    players: tuple[Player, ...]

    @property
    def costliest(self) -> list[Pick]:
        """The three picks that cost most, the worst first."""
        return sorted((pick for pick in self.picks if pick.loss), key=lambda pick: -pick.loss)[
            :COSTLIEST
        ]

    def data(self) -> dict[str, Any]:
        """The same as plain data, ready for JSON."""
        return {
            "game": self.game,
            "names": list(self.names),
            "over": self.over,
            "moments": [
                vars(moment) | {"chances": list(moment.chances)} for moment in self.moments
            ],
            "picks": [pick.data() for pick in self.picks],
            "costliest": [self.picks.index(pick) for pick in self.costliest],
            "players": [
                vars(player) | {"judgements": dict(player.judgements)} for player in self.players
            ],
        }


def analyse(
    source: str | Mapping[str, Any] | Record | Match,
    think: float | None = None,
    iterations: int | None = None,
    progress: Callable[..., object] | None = None,
) -> Analysis:
    """Look at a recorded game again, with so many seconds of thought a decision, or so many
    imagined worlds.
    """
    budgeted = budget(think, iterations, USUAL)
    matches = list(replay_steps(source.record() if isinstance(source, Match) else source))
    last = matches[-1]
    decisions = sum(
        len(match.choices(seat)) > 1 for match in matches[:-1] for seat in match.waiting
    )
    beliefs, moments, picks = [1 / len(last.seats)] * len(last.seats), [], []
    for step, (match, following) in enumerate(pairwise(matches)):
        if match.scored:
            continue
        answered = answers_between(match, following)
        for pick in judged(step, match, answered, budgeted):
            beliefs[pick.seat] = pick.best
            picks.append(pick)
            if progress:
                progress(1, total=decisions)
        moments.append(Moment(step, match.round, match.turn, answered.prompt, shares(beliefs)))
    moments.append(
        Moment(len(matches) - 1, last.round, last.turn, None, end(last, shares(beliefs)))
    )
    players = tuple(player(seat, last.names[seat], moments, picks) for seat in last.seats)
    return Analysis(last.game.id, last.names, last.over, tuple(moments), tuple(picks), players)


def answers_between(match: Match, following: Match) -> Answered:
    """What was answered on the way from one moment to the next."""
    return next(event for event in following.log[len(match.log) :] if isinstance(event, Answered))


def judged(step: int, match: Match, answered: Answered, budget: Budget) -> Iterator[Pick]:
    """The decisions of one moment; where there is no choice there is none."""
    for seat in match.waiting:
        view, text = match.view(seat), str(answered.choices[seat])
        if len(view.choices) < 2:
            continue
        place = [choice.text for choice in view.choices].index(text)
        figures = weigh(view, budget, seed=0, played=[place])
        best, played = best_of(figures), figures[place]
        loss = 0.0 if about_equal(best, played) else best.win - played.win
        better = view.choices[figures.index(best)] if loss else None
        yield Pick(
            step,
            match.round,
            match.turn,
            answered.prompt,
            seat,
            view.choices[place],
            better,
            played.win,
            best.win,
            loss,
            judgement(loss, len(match.seats)),
            Reasons(view).sentence(better) if better else None,
        )


def shares(beliefs: Sequence[float]) -> tuple[float, ...]:
    """What everybody believes of themselves, scaled so that all together it is one."""
    total = sum(beliefs)
    return tuple(belief / total if total else 1 / len(beliefs) for belief in beliefs)


def end(match: Match, so_far: tuple[float, ...]) -> tuple[float, ...]:
    """Who has won, or the chances where the record breaks off."""
    ended = match.outcome()
    if not ended:
        return so_far
    return tuple(float(seat in ended.winners) / len(ended.winners) for seat in match.seats)


def points(loss: float, players: int) -> float:
    """A loss in points of win chance, as it would be at two players."""
    return 100 * loss * players / 2


def judgement(loss: float, players: int) -> str | None:
    """What a loss is called, if it has a name."""
    return next(
        (name for name, (least, _) in JUDGEMENTS.items() if points(loss, players) >= least), None
    )


def accuracy(loss: float, players: int) -> float:
    """How good a pick was, from 0 to 100, on the scale of lichess."""
    return min(max(103.17 * exp(-0.0435 * points(loss, players)) - 3.17, 0.0), 100.0)


def player(seat: int, name: str, moments: Sequence[Moment], picks: Sequence[Pick]) -> Player:
    """How one of them has played; what the picks of each cost goes to the others in equal parts."""
    seats = len(moments[0].chances)
    own = [pick for pick in picks if pick.seat == seat]
    lost = sum(pick.loss for pick in own)
    gained = sum(pick.loss for pick in picks if pick.seat != seat) / (seats - 1)
    start, result = 1 / seats, moments[-1].chances[seat]
    counts = Counter(pick.judgement for pick in own)
    return Player(
        seat, name, len(own),
        sum(accuracy(pick.loss, seats) for pick in own) / len(own) if own else None,
        lost / len(own) if own else 0.0,
        {called: counts[called] for called in reversed(JUDGEMENTS)},
        start, lost, gained, result - start + lost - gained, result,
    )  # fmt: skip
