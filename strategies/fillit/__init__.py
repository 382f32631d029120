"""Strategies for Fillit, tiers 0 to 3."""

from strategies.fillit import simple

__all__ = ["simple"]
