"""Debian's packages, installed where nobody must be asked: as root, with apt-get."""

from __future__ import annotations

import os
import shutil
import subprocess


def install_package(package: str, name: str) -> bool:
    """Install a package of Debian; return whether that was possible."""
    apt = shutil.which("apt-get")
    if not apt or os.geteuid() != 0:
        return False
    print(f"Installing {name} (once) ...", flush=True)
    steps = ["update", "-qq"], ["install", "-qq", "-y", "--no-install-recommends", package]
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return all(
        subprocess.run([apt, *step], env=quiet, stdout=subprocess.DEVNULL, check=False).returncode
        == 0
        for step in steps
    )
