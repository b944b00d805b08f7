"""Environments for learning: the games behind the interfaces of other libraries.

The encodings of actions and observations need Python alone; the environments need the extra `envs`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..extras import find_extra, need_extra
from ..match.actions import ACTIONS, NO_ACTION, decode, encode, legal_actions
from ..match.observations import find_layout, make_observation
from ..text import plain_text

if TYPE_CHECKING:
    from .pettingzoo_env import aec_env, parallel_env
    from .vector_env import vector

__all__ = [
    "ACTIONS",
    "NO_ACTION",
    "aec_env",
    "decode",
    "encode",
    "find_layout",
    "legal_actions",
    "make_observation",
    "parallel_env",
    "vector",
]
_HOMES = {
    "aec_env": "pettingzoo_env",
    "parallel_env": "pettingzoo_env",
    "vector": "vector_env",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with need_extra(plain_text(f"kaiten.envs.{name}")):
        return getattr(import_module(f".{_HOMES[name]}", __name__), name)


# `gymnasium.make("kaiten/SushiGo-v0")` works after `import kaiten.envs`.
try:
    from . import gymnasium_env as gymnasium_env
except ModuleNotFoundError as error:
    if not find_extra(error):
        raise
