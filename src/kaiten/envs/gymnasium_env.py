"""The games as Gymnasium environments: one seat learns, bots have the others.

`kaiten/SushiGo-v0`, `kaiten/SushiGoParty-v0` and `kaiten/SushiDraft-v0` are registered when this
module is imported.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from ..errors import BadPlayers
from ..match.actions import ACTIONS
from ..match.match import no_seat
from ..text import Text
from .episode import RAISE, AnyBot, BotSeats, Episode
from .episode_factory import Array, EpisodeFactory, mask_array, observation_array
from .picture import RENDER_MODES, check_render_mode, draw_episode

IDS = {
    "kaiten/SushiGo-v0": {"game": "sushi-go"},
    "kaiten/SushiGoParty-v0": {"game": "sushi-go-party"},
    "kaiten/SushiDraft-v0": {"game": "sushi-draft"},
}


def seat_bots(bots: AnyBot | Sequence[AnyBot], players: int, seat: int) -> BotSeats:
    """Return the bots of the other seats: the same one for all, or one for each, to the left."""
    if seat not in range(players):
        raise no_seat(seat)
    others = [(seat + step) % players for step in range(1, players)]
    named = [bots] * len(others) if isinstance(bots, str) or callable(bots) else list(bots)
    if len(named) != len(others):
        raise BadPlayers(
            Text("There are {n} other seats but {given} bots.").format(
                n=len(others), given=len(named)
            )
        )
    return dict(zip(others, named, strict=True))


class SushiEnv(gymnasium.Env[Array, Any]):
    """A seat at a table with bots."""

    metadata = {  # noqa: RUF012
        "render_modes": RENDER_MODES,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str = "sushi-go",
        players: int = 4,
        bots: AnyBot | Sequence[AnyBot] = "heuristic",
        seat: int = 0,
        illegal: str = RAISE,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.seat, self.render_mode = seat, check_render_mode(render_mode)
        seats = seat_bots(bots, players, seat)
        self.factory = EpisodeFactory(game, players, seats, illegal, options)
        self.observation_space = spaces.Box(0, 255, (self.factory.layout.size,), np.uint8)
        self.action_space = spaces.Discrete(ACTIONS)
        self.episode: Episode

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Deal a new game."""
        super().reset(seed=seed)
        self.episode = self.factory.begin(self.np_random)
        return observation_array(self.episode, self.seat), self._describe()

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Do an action, and let the bots play until the seat is asked again."""
        self.episode.act({self.seat: int(action)})
        reward = self.episode.rewards()[self.seat]
        observation = observation_array(self.episode, self.seat)
        return observation, reward, self.episode.over, False, self._describe()

    def _describe(self) -> dict[str, Any]:
        return {**self.episode.make_info(self.seat), "action_mask": self.action_masks()}

    def action_masks(self) -> Array:
        """Return which actions are legal now."""
        return mask_array(self.episode, self.seat)

    def render(self) -> Any:
        """Return the table with all hands open, as text or as an array of pixels."""
        return draw_episode(self.episode, self.render_mode)


for id, settings in IDS.items():
    gymnasium.register(id, entry_point=f"{__name__}:SushiEnv", kwargs=settings)
