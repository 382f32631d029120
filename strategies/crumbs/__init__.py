"""Players of Crumbs!, one module per tier."""

from strategies.crumbs import (  # noqa: F401
    greedy,
    optimal,
    planner,
    random_player,
    rehearse,
    solver,
)
