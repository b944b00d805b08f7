"""Slow, literal readings of the rulebooks, to check the engine against."""
