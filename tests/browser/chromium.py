"""Chromium, as the machine has it: python -m tests.browser.chromium installs it where that can be
done without asking.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from playwright.sync_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
MISSING = "there is no Chromium here (apt-get install chromium, or KAITEN_CHROMIUM=/its/path)"
NOT_RUN = f"NOT RUN: the tests in the browser, for {MISSING}."
ALONE = (  # it speaks with nobody but the table
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-pings",
)


def found() -> str | None:
    """Where Chromium is."""
    return os.environ.get("KAITEN_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def launch(playwright: Playwright) -> Browser:
    """A browser without a window; without a sandbox too, which containers do not have, for it only
    sees our own pages.
    """
    return playwright.chromium.launch(executable_path=found(), args=["--no-sandbox", *ALONE])


def install() -> bool:
    """Whether Debian's Chromium could be installed."""
    apt = shutil.which("apt-get")
    if not apt or os.geteuid() != 0:
        return False
    print("Installing Chromium (once) ...", flush=True)
    steps = ["update", "-qq"], ["install", "-qq", "-y", "--no-install-recommends", "chromium"]
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return all(
        subprocess.run([apt, *step], env=quiet, stdout=subprocess.DEVNULL, check=False).returncode
        == 0
        for step in steps
    )


def verdict() -> str:
    """What can be said after all tests that could run have passed."""
    return "All checks passed." if found() else f"All other checks passed. {NOT_RUN}"


if __name__ == "__main__":
    if sys.argv[1:] == ["passed"]:
        print(verdict())
    elif not found() and not install():
        print(NOT_RUN)
