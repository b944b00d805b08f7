"""Advice for a seat, and the review of a finished game."""
