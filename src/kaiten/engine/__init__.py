"""The rules engine: states, cards, turns and scores. It knows no game; games register themselves."""
