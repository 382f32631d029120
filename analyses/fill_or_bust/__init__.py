"""Questions about Fill or Bust that have an exact answer, and their checks by simulation."""
