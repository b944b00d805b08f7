"""How Hypothesis tries things: the same things every time, however long they take."""

from hypothesis import settings

settings.register_profile("kaiten", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("kaiten")
