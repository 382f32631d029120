"""Players of Fill or Bust, one module per tier."""

from strategies.fill_or_bust import optimal, optimal_win, simple, tuned  # noqa: F401
