"""Players of Crumbs!, one module per tier."""

from strategies.crumbs import random_player  # noqa: F401
