"""Players of Fill or Bust, one module per tier."""

from strategies.fill_or_bust import optimal, optimal_win, rule_of_thumb, simple, tuned  # noqa: F401
