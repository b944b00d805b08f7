"""The games as PettingZoo environments: `parallel_env`, in which all seats act at once, and `aec_env`,
in which they act one after the other, without seeing what the others have decided.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv

from ..errors import BadPlayers
from ..match.actions import ACTIONS
from ..text import Text
from .episode import RAISE, BotSeats, Episode
from .episode_factory import EpisodeFactory, mask_array, observation_array
from .picture import RENDER_MODES, check_render_mode, draw_episode

Observation = dict[str, Any]


def space_of_views(size: int) -> spaces.Dict:
    """Return the space of an agent's observation, and of its mask."""
    observation = spaces.Box(0, 255, (size,), np.uint8)
    return spaces.Dict(
        {"observation": observation, "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8)}
    )


class SushiAgents:
    """The seats of a table as agents, which both environments share."""

    def __init__(
        self,
        game: str,
        players: int,
        bots: BotSeats | None = None,
        illegal: str = RAISE,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.factory = EpisodeFactory(game, players, bots, illegal, options)
        self.render_mode = check_render_mode(render_mode)
        seats = [seat for seat in range(self.factory.seats) if seat not in self.factory.bots]
        if not seats:
            raise BadPlayers(Text("Bots have all the seats: no agent is left."))
        self.seat_of = {f"seat_{seat}": seat for seat in seats}
        self.possible_agents = list(self.seat_of)
        size = self.factory.layout.size
        self.observation_spaces = {agent: space_of_views(size) for agent in self.seat_of}
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.seat_of}
        self.agents: list[str] = []
        self.rng: np.random.Generator | None = None
        self.episode: Episode

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observation, and of its mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def begin(self, seed: int | None) -> None:
        """Deal: with a seed from the start of its random numbers, without one from where they are."""
        if seed is not None or self.rng is None:
            self.rng, _ = seeding.np_random(seed)
        self.episode = self.factory.begin(self.rng)
        self.agents = self.possible_agents[:]

    def observe_agent(self, agent: str) -> Observation:
        seat = self.seat_of[agent]
        return {
            "observation": observation_array(self.episode, seat),
            "action_mask": mask_array(self.episode, seat),
        }

    def list_rewards(self) -> dict[str, float]:
        rewards = self.episode.rewards()
        return {agent: rewards[seat] for agent, seat in self.seat_of.items()}

    def list_infos(self) -> dict[str, dict[str, Any]]:
        return {agent: self.episode.make_info(seat) for agent, seat in self.seat_of.items()}

    def render(self) -> Any:
        """Return the table with all hands open, as text or as an array of pixels."""
        return draw_episode(self.episode, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


class SushiParallelEnv(SushiAgents, ParallelEnv[str, Observation, int]):
    """All seats act at once; one that is asked nothing has 63 as its only action."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "kaiten_v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": True,
        "render_fps": 2,
    }

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal a new game."""
        self.begin(seed)
        return self._observe_all(), self.list_infos()

    def _observe_all(self) -> dict[str, Observation]:
        return {agent: self.observe_agent(agent) for agent in self.possible_agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Let every seat do its action."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        self.episode.act({self.seat_of[agent]: int(action) for agent, action in actions.items()})
        over, agents = self.episode.over, self.agents
        if over:
            self.agents = []
        return (
            self._observe_all(),
            self.list_rewards(),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            self.list_infos(),
        )


class SushiAECEnv(SushiAgents, AECEnv[str, Observation, int]):
    """Only a seat that is asked something acts."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "kaiten_v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game."""
        self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self.list_infos()
        self._select()

    def _select(self) -> None:
        """Turn to the next seat that has to decide."""
        seat = self.episode.deciding[0]
        self.agent_selection = f"seat_{seat}"

    def observe(self, agent: str) -> Observation:
        """Return what an agent may know now."""
        return self.observe_agent(agent)

    def step(self, action: int | None) -> None:
        """Let the selected seat do its action."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.episode.act({self.seat_of[agent]: int(action)})
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self.list_rewards()
        self.infos = self.list_infos()
        if self.episode.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self._select()
        self._accumulate_rewards()


def parallel_env(game: str = "sushi-go", players: int = 4, **settings: Any) -> SushiParallelEnv:
    """Return a PettingZoo environment in which all seats act at once.

    `bots` maps seats to bots, by name or as functions; the other seats are agents. `illegal` says
    what an illegal action does: "raise", or "first" for the first legal one in its place.
    `render_mode` is "ansi" or "rgb_array". All other settings are options of the game.
    """
    return SushiParallelEnv(game, players, **settings)


def aec_env(game: str = "sushi-go", players: int = 4, **settings: Any) -> SushiAECEnv:
    """Return a PettingZoo environment in which seats act one after the other; see `parallel_env`."""
    return SushiAECEnv(game, players, **settings)
