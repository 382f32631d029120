"""Players of Filler, one module per tier."""

from strategies.filler import random_player  # noqa: F401
