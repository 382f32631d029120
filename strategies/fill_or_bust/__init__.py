"""Players of Fill or Bust, one module per tier."""

from strategies.fill_or_bust import simple, tuned  # noqa: F401
