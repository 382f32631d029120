"""Heuristic, tuned and exact players of every game, and their registry."""
