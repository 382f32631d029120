"""Tier 2: rules of thumb that weigh the dice left, the card, the scores and the goal line."""

from __future__ import annotations

from strategies.registry import strategy  # noqa: F401
