"""Chromium, as the machine has it: python -m tests.browser.chromium installs it where that can be
done without asking.
"""

from __future__ import annotations

import os
import shutil

from playwright.sync_api import Browser, Playwright

from tests.apt import install_package

SHELL = "chromium-headless-shell"  # the same browser without a window takes 0.6 of the time
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
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


if __name__ == "__main__":
    if not found() and not (
        install_package(SHELL, "Chromium") or install_package("chromium", "Chromium")
    ):
        print(NOT_RUN)
