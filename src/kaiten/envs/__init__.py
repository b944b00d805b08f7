"""Environments for learning: the games behind the interfaces of other libraries.

The encodings of actions and observations need Python alone.
"""

from .actions import ACTIONS, NO_ACTION, decode, encode, legal_actions
from .observations import find_layout, make_observation

__all__ = [
    "ACTIONS",
    "NO_ACTION",
    "decode",
    "encode",
    "find_layout",
    "legal_actions",
    "make_observation",
]
