"""Where a user's caches and data belong on each system."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def find_user_cache() -> Path:
    """Return Kaiten's folder for what can be made again: `~/.cache/kaiten` on Linux."""
    if sys.platform == "win32":
        return find_windows_folder() / "Cache"
    if sys.platform == "darwin":
        return find_unix_folder("XDG_CACHE_HOME", "~/Library/Caches")
    return find_unix_folder("XDG_CACHE_HOME", "~/.cache")


def find_user_data() -> Path:
    """Return Kaiten's folder for what must be kept: `~/.local/share/kaiten` on Linux."""
    if sys.platform == "win32":
        return find_windows_folder()
    if sys.platform == "darwin":
        return find_unix_folder("XDG_DATA_HOME", "~/Library/Application Support")
    return find_unix_folder("XDG_DATA_HOME", "~/.local/share")


def find_unix_folder(variable: str, usual: str) -> Path:
    """Return the folder that the variable of the XDG specification names, else the usual one."""
    chosen = os.environ.get(variable, "").strip()
    # the specification says: ignore a path that is not absolute
    return Path(chosen if os.path.isabs(chosen) else os.path.expanduser(usual)) / "kaiten"


def find_windows_folder() -> Path:
    local = os.environ.get("LOCALAPPDATA") or os.path.expanduser(r"~\AppData\Local")
    return Path(local) / "kaiten" / "kaiten"
