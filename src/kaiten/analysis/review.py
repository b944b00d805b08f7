"""Analysis of a recorded game: all players' chances turn by turn, what each pick cost, and how much
was luck.

Every decision is judged from the view of the player who made it. The chance before a decision is
that of its best choice; the chances of all seats are scaled to add up to one. A pick costs the gap
between its chance and that of the best choice in the same sampled worlds, and nothing where the gap
is within the errors. What a player's picks cost goes to the others in equal parts. Everything else
that moves the chances, from the first deal to the result, is luck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from ..bots.budget import Budget
from ..engine.jit import JIT
from ..match.choice import Choice
from ..match.events import Answered
from ..match.match import Match
from ..match.record import Record
from ..match.replay import replay_steps
from ..match.view import View
from ..text import Text, join_texts, translate_data
from .accuracy import list_losses, measure_stake, rate_accuracy
from .advice import choose_budget
from .choice_estimates import estimate_choices, find_best
from .consequences import Consequences
from .explain import Explainer

# Worlds sampled for one decision, chosen by hand. The first, coarse pass is there within seconds.
FIRST_WORLDS, ANALYSIS_WORLDS = (100, 2_000) if JIT else (8, 200)
JUDGEMENTS = {  # from how many points of win chance on, at two players
    "blunder": (15, Text("blunder")),
    "mistake": (10, Text("mistake")),
    "inaccuracy": (5, Text("inaccuracy")),
}
COSTLIEST_COUNT = 3  # picks that an analysis names as the costliest


@dataclass(frozen=True)
class Pick:
    """What a player chose, and what would have been better."""

    step: int  # of the replay
    round: int
    turn: int
    prompt: str
    seat: int
    played: Choice
    better: Choice | None  # None where nothing was
    win: float  # chance of winning with what was played, as the seat could know
    best: float  # with the best choice
    loss: float
    stake: float  # what a choice at random would have lost on average
    judgement: str | None  # "inaccuracy", "mistake", "blunder"
    words: Text | None  # why the other one was better; the player is called by name
    words_to_player: Text | None  # the same, said to the player

    def data(self, language: str | None = "en") -> dict[str, Any]:
        """Return plain data, ready for JSON; without a language, as `Analysis.data` does."""
        return {
            "step": self.step,
            "round": self.round,
            "turn": self.turn,
            "prompt": self.prompt,
            "seat": self.seat,
            "played": dump_choice(self.played, language),
            "better": self.better and dump_choice(self.better, language),
            "win": self.win,
            "best": self.best,
            "loss": self.loss,
            "stake": self.stake,
            "judgement": self.judgement,
            "words": translate_data(self.words, language),
            "words_to_player": translate_data(self.words_to_player, language),
        }


def dump_choice(choice: Choice, language: str | None) -> dict[str, Any]:
    """Return a choice as plain data, ready for JSON."""
    words = translate_data(choice.words, language)
    return {"choice": choice.text, "name": words, **choice.parts}


@dataclass(frozen=True)
class TurnChances:
    """All players' chances when something was asked, or at the end."""

    step: int  # of the replay
    round: int
    turn: int
    prompt: str | None  # what was asked, None at the end
    chances: tuple[float, ...]  # by seat; together they are one


@dataclass(frozen=True)
class Player:
    """How a player has played: start - lost + gained + luck = end."""

    seat: int
    name: str
    picks: int  # decisions with more than one choice
    accuracy: float | None  # 0 to 100, None if nothing was at stake
    average_loss: float
    judgements: Mapping[str, int]
    start: float  # an equal share of the chances
    lost: float  # by the player's own picks
    gained: float  # by those of the others
    luck: float
    end: float


@dataclass(frozen=True)
class Analysis:
    """The analysis of a game."""

    game: str
    names: tuple[str, ...]
    over: bool
    moments: tuple[TurnChances, ...]
    picks: tuple[Pick, ...]
    players: tuple[Player, ...]

    @property
    def costliest(self) -> list[Pick]:
        """The three picks that cost most, the worst first."""
        return find_costliest(self.picks)

    def data(self, language: str | None = "en") -> dict[str, Any]:
        """Return plain data, ready for JSON. Without a language, its texts are data that
        `kaiten.text.translate_data` translates later.
        """
        return {
            "game": self.game,
            "names": list(self.names),
            "over": self.over,
            "moments": [
                vars(moment) | {"chances": list(moment.chances)} for moment in self.moments
            ],
            "picks": [pick.data(language) for pick in self.picks],
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
    """Analyse a recorded game, with this many seconds of search a decision, or this many sampled
    worlds.
    """
    budget = choose_budget(think, iterations, ANALYSIS_WORLDS)
    matches = list(replay_steps(source.record() if isinstance(source, Match) else source))
    last = matches[-1]
    decisions = sum(
        len(match.choices(seat)) > 1 for match in matches[:-1] for seat in match.waiting
    )
    beliefs, moments, picks = [1 / len(last.seats)] * len(last.seats), [], []
    for step, (match, following) in enumerate(pairwise(matches)):
        if match.scored:
            continue
        answered = find_answers(match, following)
        for pick in judge_decisions(step, match, answered, budget):
            beliefs[pick.seat] = pick.best
            picks.append(pick)
            if progress:
                progress(1, total=decisions)
        moments.append(
            TurnChances(step, match.round, match.turn, answered.prompt, normalise(beliefs))
        )
    moments.append(
        TurnChances(
            len(matches) - 1,
            last.round,
            last.turn,
            None,
            find_final_chances(last, normalise(beliefs)),
        )
    )
    players = tuple(summarise_player(seat, last.names[seat], moments, picks) for seat in last.seats)
    explained = explain_costliest(matches, picks)
    return Analysis(last.game.id, last.names, last.over, tuple(moments), explained, players)


def find_answers(match: Match, following: Match) -> Answered:
    """Return the answers that lead from one match to the following one."""
    return next(event for event in following.log[len(match.log) :] if isinstance(event, Answered))


def judge_decisions(step: int, match: Match, answered: Answered, budget: Budget) -> Iterator[Pick]:
    """Yield the decisions of one step; a seat with a single choice has none."""
    for seat in match.waiting:
        view, text = match.view(seat), str(answered.choices[seat])
        if len(view.choices) < 2:
            continue
        place = [choice.text for choice in view.choices].index(text)
        statistics = estimate_choices(view, budget, seed=0, played=[place])
        best, losses = find_best(statistics), list_losses(statistics)
        loss = losses[place]
        better = view.choices[statistics.index(best)] if loss else None
        yield Pick(
            step,
            match.round,
            match.turn,
            answered.prompt,
            seat,
            view.choices[place],
            better,
            statistics[place].win,
            best.win,
            loss,
            measure_stake(losses),
            name_loss(loss, len(match.seats)),
            Explainer(view, names_player=True).explain(better) if better else None,
            Explainer(view).explain(better) if better else None,
        )


def explain_costliest(matches: Sequence[Match], picks: Sequence[Pick]) -> tuple[Pick, ...]:
    """Return the picks; the words of the costliest ones say what the better choice leads to."""
    costliest = {id(pick) for pick in find_costliest(picks)}
    return tuple(
        tell_consequences(matches[pick.step].view(pick.seat), pick)
        if id(pick) in costliest
        else pick
        for pick in picks
    )


def tell_consequences(view: View, pick: Pick) -> Pick:
    """Return a pick whose words also say what the better choice leads to. They say nothing else if
    there is nothing to see on the table.
    """
    assert pick.better
    explainer = Explainer(view)
    now = explainer.count_points_now(pick.better) - explainer.count_points_now(pick.played)
    better, played = (view.choices.index(choice) for choice in (pick.better, pick.played))
    leads_to = Consequences(view, better, played).describe(now)
    if leads_to is None:
        return pick
    if explainer.is_surprising(pick.better):
        return replace(pick, words=leads_to, words_to_player=leads_to)
    words, to_player = (
        join_texts([one, leads_to], " ") for one in (pick.words, pick.words_to_player) if one
    )
    return replace(pick, words=words, words_to_player=to_player)


def find_costliest(picks: Sequence[Pick]) -> list[Pick]:
    """Return the three picks that cost most, the worst first."""
    return sorted((pick for pick in picks if pick.loss), key=lambda pick: -pick.loss)[
        :COSTLIEST_COUNT
    ]


def normalise(beliefs: Sequence[float]) -> tuple[float, ...]:
    """Return the seats' estimates of their own chances, scaled to add up to one."""
    total = sum(beliefs)
    return tuple(belief / total if total else 1 / len(beliefs) for belief in beliefs)


def find_final_chances(match: Match, so_far: tuple[float, ...]) -> tuple[float, ...]:
    """Return the shares of the win, or the chances so far where the record breaks off."""
    ended = match.outcome()
    if not ended:
        return so_far
    return tuple(float(seat in ended.winners) / len(ended.winners) for seat in match.seats)


def scale_loss(loss: float, players: int) -> float:
    """Return a loss in percentage points of win probability, scaled to two players."""
    return 100 * loss * players / 2


def name_loss(loss: float, players: int) -> str | None:
    """Return what a loss is called, or None."""
    return next(
        (name for name, (least, _) in JUDGEMENTS.items() if scale_loss(loss, players) >= least),
        None,
    )


def summarise_player(
    seat: int, name: str, moments: Sequence[TurnChances], picks: Sequence[Pick]
) -> Player:
    """Return how a player has played. What a pick costs goes to the others in equal parts."""
    seats = len(moments[0].chances)
    own = [pick for pick in picks if pick.seat == seat]
    lost = sum(pick.loss for pick in own)
    gained = sum(pick.loss for pick in picks if pick.seat != seat) / (seats - 1)
    start, result = 1 / seats, moments[-1].chances[seat]
    counts = Counter(pick.judgement for pick in own)
    return Player(
        seat, name, len(own),
        rate_accuracy(lost, sum(pick.stake for pick in own)),
        lost / len(own) if own else 0.0,
        {called: counts[called] for called in reversed(JUDGEMENTS)},
        start, lost, gained, result - start + lost - gained, result,
    )  # fmt: skip
