"""Limits that the server's requests and the command line share."""

from __future__ import annotations

WEEK = 7 * 24 * 60 * 60
MIN_TIMER, MAX_TIMER = 5, WEEK  # seconds for each choice
