"""Slow, readable referees: each replays a log step by step and knows nothing of the kernel."""
