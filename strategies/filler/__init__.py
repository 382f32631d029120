"""Players of Filler, one module per tier."""

from strategies.filler import random_player, simple, tuned

__all__ = ["random_player", "simple", "tuned"]
