"""Strategies that meet: two on the same luck, and every one against every other."""
