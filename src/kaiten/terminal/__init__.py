"""Kaiten in the terminal: play, advice, analysis and arena reports."""
