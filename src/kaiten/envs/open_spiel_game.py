"""The games in OpenSpiel: `python_kaiten_sushi_go`, `python_kaiten_sushi_go_party` and
`python_kaiten_sushi_draft` are registered when this module is imported.

Seats that decide at the same time act one after the other, and none sees what another has decided.
Chance acts at the beginning only: it draws the seed of the deal, a digit at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from random import Random
from typing import Any

import numpy as np
import pyspiel

from ..bots import Bot, find_bot
from ..engine.game import Game, Option
from ..engine.picks import KIND
from ..engine.state import ROUNDS
from ..games import find_game
from ..match.actions import ACTIONS, NO_ACTION
from ..match.match import Match, deal
from ..match.observations import find_layout
from .episode import AnyBot, Episode
from .episode_factory import Array
from .history import fill_history, history_shape, write_history

DIGITS, BASE = 3, 256  # of the seed: DIGITS times one of BASE outcomes
LONGEST_PICK = 3  # actions
PLAYER_PARAMETER = "players"


def name_game(game: Game) -> str:
    return f"python_kaiten_{game.id.replace('-', '_')}"


def option_parameters(game: Game) -> dict[str, Any]:
    """Return the options of a game as parameters with their usual values; text where it is free."""
    parameters: dict[str, Any] = {}
    for name, values in game.option_values.items():
        usual = values.values[0].value if isinstance(values, Option) else ""
        parameters[name] = usual if isinstance(usual, bool) else str(usual)
    return parameters


def describe_type(game: Game) -> Any:
    """Return what sort of game it is, for OpenSpiel."""
    return pyspiel.GameType(
        short_name=name_game(game),
        long_name=str(game.title),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.hand_sizes),
        min_num_players=min(game.hand_sizes),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={PLAYER_PARAMETER: min(game.hand_sizes), **option_parameters(game)},
    )


def find_longest_game(game: Game, players: int) -> int:
    """Return more actions than a game can have."""
    cards = max(game.hand_sizes.values()) * ROUNDS * players
    return cards * (LONGEST_PICK + 2 * len(game.questions)) + DIGITS


def escape(value: Any) -> Any:
    """Return a parameter with semicolons for commas, which OpenSpiel cannot have in a value."""
    return value.replace(",", ";") if isinstance(value, str) else value


def unescape(value: Any) -> Any:
    return value.replace(";", ",") if isinstance(value, str) else value


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game for this number of players, with these options."""

    id: str  # of Kaiten's game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.played = game = find_game(self.id)
        given = {name: escape(value) for name, value in (params or {}).items()}
        self.players = int(given.get(PLAYER_PARAMETER, min(game.hand_sizes)))
        usual = option_parameters(game)
        self.options = {
            name: unescape(value) for name, value in given.items() if name in usual and value != ""
        }
        example = self.deal(0)
        self.layout = find_layout(game, len(example.names))
        self.history_shape = history_shape(example.view(0))
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=BASE,
            num_players=self.players,
            min_utility=-1 / self.players,
            max_utility=1 - 1 / self.players,
            utility_sum=0.0,
            max_game_length=find_longest_game(game, self.players),
        )
        super().__init__(SPIEL_TYPES[game.id], info, given)

    def deal(self, seed: int) -> Match:
        return deal(self.played.id, self.players, seed, **self.options)

    def new_initial_state(self) -> SpielState:
        """Return the state before the deal."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """Return what writes the observations of states."""
        return SpielObserver(self, bool(iig_obs_type and iig_obs_type.perfect_recall))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A game in progress: the digits of its seed, and then an episode."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.digits: tuple[int, ...] = ()
        self.episode: Episode | None = None

    def current_player(self) -> int:
        """Return who acts: chance, a seat, or nobody any more."""
        if self.episode is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.episode.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.episode.deciding[0]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what a digit may be."""
        return [(digit, 1 / BASE) for digit in range(BASE)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.episode
        return self.episode.legal_actions(player)

    def _apply_action(self, action: int) -> None:
        if self.episode:
            self.episode.act({self.episode.deciding[0]: action})
            return
        self.digits = (*self.digits, action)
        if len(self.digits) == DIGITS:
            seed = sum(digit * BASE**place for place, digit in enumerate(self.digits))
            self.episode = Episode(self.get_game().deal(seed))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"digit {action}"
        return name_action(self.get_game().played, action)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Return a state that the player cannot tell from this one, for searches that sample worlds.

        Its history is still that of this one: it can be played on and cloned, but not stored.
        """
        twin: SpielState = self.clone()
        if self.episode:
            twin.episode = self.episode.resample(player, Random(sampler()))
        return twin

    def is_terminal(self) -> bool:
        return bool(self.episode and self.episode.over)

    def returns(self) -> list[float]:
        """Return each seat's share of the win less an even share."""
        return self.episode.rewards() if self.episode else [0.0] * self.num_players()

    def __str__(self) -> str:
        return " ".join(map(str, self.history()))


def name_action(game: Game, action: int) -> str:
    """Return an action in letters."""
    kind, flag = action & KIND, action >> KIND.bit_length()
    name = (
        game.kinds[kind]
        if kind < len(game.kinds)
        else "nothing"
        if action == NO_ACTION
        else "other"
    )
    return f"{name}+{flag}" if flag else name


class SpielObserver:
    """Writes what a seat may know of a state: its observation, and with perfect recall what everyone
    has picked and answered before.
    """

    def __init__(self, game: SpielGame, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        size, shape = game.layout.size, game.history_shape if perfect_recall else (0, 0, 0)
        self.tensor: Array = np.zeros(size + prod(shape), np.float32)
        self.dict: dict[str, Array] = {"observation": self.tensor[:size]}
        if perfect_recall:
            self.dict["history"] = self.tensor[size:].reshape(shape)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the state into the tensor, as a player sees it."""
        self.tensor.fill(0)
        if state.episode:
            seen = np.frombuffer(state.episode.observe(player), np.uint8)
            self.dict["observation"][:] = seen
            if self.perfect_recall:
                fill_history(self.dict["history"], state.episode.match.view(player))

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the state as text, as a player sees it."""
        if not state.episode:
            return ""
        text = describe_knowledge(state.episode, player)
        if self.perfect_recall:
            return f"{write_history(state.episode.match.view(player))}\n{text}"
        return text


def describe_knowledge(episode: Episode, player: int) -> str:
    """Return what a player's observation tells, and what the player has decided on this turn."""
    decision = episode.decisions.get(player)
    actions = decision.actions if decision else ()
    return f"{episode.observe(player).hex()} {list(actions)}"


class SpielBot(pyspiel.Bot):  # type: ignore[misc]
    """A bot of Kaiten's at a seat of OpenSpiel's games."""

    def __init__(self, bot: AnyBot, player: int, seed: int = 0) -> None:
        super().__init__()
        self.bot: Bot = find_bot(bot) if isinstance(bot, str) else bot
        self.player, self.rng = player, Random(seed)
        self.number = -1  # of the choice that it is spelling

    def restart_at(self, state: SpielState) -> None:
        """Go on from a state."""
        self.number = -1

    def step(self, state: SpielState) -> int:
        """Return the next action of the bot's choice."""
        assert state.episode
        view = state.episode.match.view(self.player)
        decision = state.episode.decisions[self.player]
        if not decision.actions:
            self.number = view.choices.find(self.bot(view, self.rng))
        elif self.number not in decision.numbers:  # another seat is spelling this pick
            self.number = decision.complete(self.rng).numbers[0]
        return decision.action_for(self.number)


class SushiGoInSpiel(SpielGame):
    """Sushi Go!"""

    id = "sushi-go"


class PartyInSpiel(SpielGame):
    """Sushi Go Party!"""

    id = "sushi-go-party"


class DraftInSpiel(SpielGame):
    """Sushi Draft."""

    id = "sushi-draft"


SPIEL_GAMES = (SushiGoInSpiel, PartyInSpiel, DraftInSpiel)
SPIEL_TYPES = {made.id: describe_type(find_game(made.id)) for made in SPIEL_GAMES}
for made in SPIEL_GAMES:
    pyspiel.register_game(SPIEL_TYPES[made.id], made)
