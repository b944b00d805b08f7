"""Many games at once in arrays: the environment for fast learning."""

from __future__ import annotations

import warnings
from copy import deepcopy
from importlib.util import find_spec
from typing import Any

import numpy as np

from ..engine.draft import CHOICES, game_seed
from ..engine.jit import JIT
from ..engine.specialise import TableKernel, find_table_kernel
from ..engine.state import copy_state, fields_of, measure, zeros
from ..errors import BadOption, IllegalChoice
from ..games import find_game, lay_table
from ..match.actions import ACTIONS, illegal_action
from ..match.match import check_seed, read_integer
from ..match.observations import find_layout
from ..text import Text, detect_language
from .episode import RAISE, check_illegal
from .episode_factory import Array
from .vector_kernel import LEGAL, step_games
from .vector_observation import observation_types
from .vector_state import VectorState

ONLY_DEVICE = "cpu"
SLOW = Text(
    "Without Numba a vector of games plays slowly. pip install 'kaitenzushi[fast]' makes it fast."
)


class GameVector:
    """Games that are played side by side, a step in all of them at a time.

    The arrays stay where they are and are written again at every step. `observations` and `masks`
    have a row for each game and seat: what `make_observation` returns, and the legal actions.
    `seats_asked` says which seats have more to do than the action 63. `rewards` and `done` are about
    the last step, `scores` about the last game that was finished in each place, the robot's included.
    """

    def __init__(
        self,
        game: str,
        players: int,
        games: int,
        seed: int,
        illegal: str,
        options: dict[str, Any],
    ) -> None:
        played, self.seed = find_game(game), check_number_seed(seed)
        self.game, self.games, self.illegal = game, check_games(games), check_illegal(illegal)
        self.options = played.decide_options(played.options(options), players, self.seed)
        table = lay_table(played, players, self.options)
        self.seats, self.players = int(table.seats), int(table.players)
        self.layout = find_layout(played, self.players)
        self._first_numbers = np.arange(self.games)
        self.numbers = self._first_numbers.copy()  # of the games, by place: see `seeds`
        self._make_arrays()
        self._make_views()
        self._kernel = find_table_kernel(
            step_games,
            table,
            layout=VectorState,
            questions=len(played.questions),
            has_mimic=int(bool(played.mimic)),
        )
        self._step = find_function(self._kernel)
        self._states: Any = None

    def _make_arrays(self) -> None:
        shape = self.games, self.seats
        self.observations = np.zeros((*shape, self.layout.size), np.uint8)
        self.masks = np.zeros((*shape, ACTIONS), np.bool_)
        self.seats_asked = np.zeros(shape, np.bool_)
        self.rewards = np.zeros(shape, np.float32)
        self.done = np.zeros(self.games, np.bool_)
        self.scores = np.zeros((self.games, self.players), np.int32)
        self._actions = np.zeros(shape, np.int64)

    def _make_views(self) -> None:
        """See the arrays as the kernel does: as records, which it writes field by field."""
        block, table = observation_types(self.layout)
        size, players = self.layout.size, self.players
        shape, steps = (self.games, self.seats), (self.seats * size, size)
        self._blocks = np.ndarray(
            (*shape, players), block, self.observations, 0, (*steps, block.itemsize)
        ).view(np.recarray)
        self._tables = np.ndarray(
            shape, table, self.observations, players * block.itemsize, steps
        ).view(np.recarray)
        legal = np.dtype([("legal", "u1", (ACTIONS,))])
        self._masks = self.masks.view(np.uint8).view(legal)[..., 0].view(np.recarray)
        picks = np.dtype([("picks", "i8", (CHOICES,))])
        self._scratch = np.zeros(1, picks).view(np.recarray)

    @property
    def seeds(self) -> list[int]:
        """The seeds of the games that are being played: `kaiten.deal` deals the same games."""
        return [int(game_seed(self.seed, number)) for number in self.numbers.tolist()]

    def reset(self) -> tuple[Array, Array]:
        """Begin all games from the first one on. Return `observations` and `masks`."""
        self.numbers[:] = self._first_numbers
        self._states = make_states(self._kernel, self.games)
        self._play(restart=True)
        return self.observations, self.masks

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array]:
        """Let every seat do an action; a game that ends begins again at once, as another one.

        Return `observations`, `masks`, `rewards`, `done`.
        """
        if self._states is None:
            raise BadOption(Text("Call `reset` before the first `step`."))
        np.copyto(self._actions, actions, casting="same_kind")
        self._play(restart=False)
        return self.observations, self.masks, self.rewards, self.done

    def _play(self, restart: bool) -> None:
        place = self._step(
            self._states,
            self._blocks,
            self._tables,
            self._masks,
            self.rewards,
            self.scores,
            self.done,
            self.seats_asked,
            self.numbers,
            self._actions,
            self._scratch,
            self.seed,
            restart,
            self.illegal == RAISE,
        )
        if place != LEGAL:
            game, seat = divmod(int(place), self.seats)
            error = illegal_action(
                int(self._actions[game, seat]), np.flatnonzero(self.masks[game, seat]).tolist()
            )
            raise IllegalChoice(ILLEGAL_IN_GAME.format(game=game, seat=seat, error=error.text))


ILLEGAL_IN_GAME = Text("Game {game}, seat {seat}: {error}")


def check_number_seed(seed: Any) -> int:
    """Return a seed as an int. Raise if it is none."""
    number: int | str = check_seed(seed)
    if isinstance(number, str):
        raise BadOption(Text("Games in arrays need a number as their seed."))
    return number


def check_games(games: Any) -> int:
    """Return how many games there shall be. Raise if it is no such number."""
    number = read_integer(games)
    if number is None or number < 1:
        raise BadOption(Text("There must be at least one game, not {games}.").format(games=games))
    return number


def find_function(own_kernel: TableKernel) -> Any:
    """Return the function that plays a table's games: compiled if Numba is installed."""
    if JIT:
        return own_kernel.compile()
    if find_spec("numba") is None:
        warnings.warn(SLOW.to(detect_language()), RuntimeWarning, stacklevel=4)
    return own_kernel.function


def make_states(own_kernel: TableKernel, games: int) -> Any:
    """Return the states of games at a table that is laid."""
    if JIT:
        boards = own_kernel.make_boards(games)
        boards[:] = boards[0]
        return boards
    table: Any = copy_state(own_kernel.table)
    for name, shape, _ in fields_of(own_kernel.layout):
        if not hasattr(table, name):
            setattr(table, name, own_kernel.facts.get(name, zeros(*measure(shape))))
    table.stock = own_kernel.facts["stock"]  # as long as in the records of the table
    return [deepcopy(table) for _ in range(games)]


def vector(
    game: str = "sushi-go",
    players: int = 4,
    games: int = 256,
    seed: int = 0,
    device: str = "cpu",
    illegal: str = RAISE,
    **options: Any,
) -> GameVector:
    """Return games that are played side by side in arrays.

    `illegal` says what an illegal action does: "raise", or "first" for the first legal one in its
    place. All other settings are options of the game.
    """
    if device != ONLY_DEVICE:
        raise BadOption(
            Text("`device` must be “{cpu}”, not {given}.").format(
                cpu=ONLY_DEVICE, given=repr(device)
            )
        )
    return GameVector(game, players, games, seed, illegal, options)
