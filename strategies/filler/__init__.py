"""Players of Filler, one module per tier."""

from strategies.filler import random_player, search, simple, tuned

__all__ = ["random_player", "search", "simple", "tuned"]
