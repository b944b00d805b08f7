"""How Hypothesis tries things: the same in every `make test`, others in every `make test-long`."""

from hypothesis import settings

from tests.depth import LONG

settings.register_profile("kaiten", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("kaiten-long", deadline=None, max_examples=1000, print_blob=True)
settings.load_profile("kaiten-long" if LONG else "kaiten")
