"""Whom an analysis takes where nobody is named: how many seats, and which two rivals."""

from __future__ import annotations

from typing import Any

from reports.line_ups import line_up

__all__ = ["rivals_of", "usual_seats"]


def usual_seats(game: Any) -> int:
    """Two players where the game is a contest for two, else as few as it takes."""
    least, most = game.seats
    return int(least if game.is_cooperative else min(max(2, least), most))


def rivals_of(game: str) -> list[str]:
    """The strong and the usual strategy of a game; nobody where they are the same."""
    found = line_up(game)
    return [found.strong, found.usual] if found.strong != found.usual else []
