"""What ``fillsim balance`` asks of each game: ``topics(asked)`` of ``reports.balances.<game>``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.output import Table

if TYPE_CHECKING:
    from analyses.runs.lineup import Progress

__all__ = ["Answer", "Asked", "Topics"]


@dataclass(frozen=True)
class Asked:
    """What is wanted to be known.

    Attributes
    ----------
    rules, seed, games, workers
        As in every analysis; games of each strategy for each number of players.
    strategies : tuple of str
        Each plays against itself.
    players : tuple of int
        Numbers of players; none: all.
    told : int
        Games that are followed turn by turn.
    decks : int
        Generated decks or layouts that are asked as well; 0: none.
    margin : float
        Largest difference of win rates that counts as none.
    progress : callable, optional
    """

    rules: Any
    seed: int
    games: int
    workers: int
    strategies: tuple[str, ...]
    players: tuple[int, ...]
    told: int
    decks: int
    margin: float
    progress: Progress | None = None


@dataclass(frozen=True)
class Answer:
    """What was found on one topic.

    Attributes
    ----------
    tables : tuple of Table
        For reading; the first is what CSV holds.
    sentences : tuple of str
    data : callable
        Makes the JSON document.
    """

    tables: tuple[Table, ...]
    sentences: tuple[str, ...]
    data: Callable[[], Mapping[str, Any]]


Topics = Mapping[str, Callable[[], Answer]]
"""By name, in the order in which they are told; a topic plays when it is called."""
