"""Strategies for Fillit, tiers 0 to 3."""

from strategies.fillit import alpha_beta, evaluation, simple, tree_search

__all__ = ["alpha_beta", "evaluation", "simple", "tree_search"]
