"""Players of Crumbs!, one module per tier."""

from strategies.crumbs import greedy, planner, random_player, solver  # noqa: F401
