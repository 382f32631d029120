"""Tier 3: the exact answer to a solo deal whose queue is known, and its line of play.

What is proved: with the queue known in advance, whether any play at all wins. A win comes with
its decisions, which the kernel accepts; a loss means that no play wins, so that the share of
winnable queues bounds the win rate of every strategy. Stock Shortage removes cards at random:
quirky queues with such an order are refused.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simcore.crumbs.components import Deck
from simcore.crumbs.rules import SOLO_QUEUE, Rules
from simcore.crumbs.table import lay_table
from simcore.errors import FillsimError, UsageError
from simcore.protocol import read_table
from strategies.crumbs.frames import LOST, SEARCH, UNKNOWN, WON
from strategies.crumbs.search import search_win
from strategies.registry import strategy

__all__ = ["Solution", "Solver", "solve"]

MAX_NODES = 50_000_000
"""Options followed before a search gives up; the shipped deck needs a hundredth of it."""


@dataclass(frozen=True)
class Solution:
    """What is proved about one queue.

    Attributes
    ----------
    queue : tuple of str
        Order ids.
    actions : int
        Actions a round.
    is_winnable : bool
        Whether some play wins, the queue being known.
    line : tuple of int
        The option to pick at each decision that the kernel asks for; empty for a loss.
    n_nodes : int
        Options followed by the search.
    """

    queue: tuple[str, ...]
    actions: int
    is_winnable: bool
    line: tuple[int, ...]
    n_nodes: int


class Solver:
    """The working memory of the search, reused from deal to deal."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.memory = np.zeros(1, SEARCH)
        self.memory["max_nodes"] = MAX_NODES

    def solve(self, queue: Sequence[str], actions: int | None = None) -> Solution:
        """Whether a queue can be won, by `actions` a round if not by the number in the rules.

        Raises
        ------
        UsageError
            Not a solo queue, or one with a Stock Shortage in play.
        FillsimError
            The search was given up.
        """
        rules = dataclasses.replace(
            self.rules, queue=tuple(queue), actions=actions or self.rules.actions
        )
        _check(rules)
        lay_table(self.memory["game"], rules, 1)
        answer = search_win(self.memory)
        record = self.memory[0]
        if answer == UNKNOWN:
            raise FillsimError(f"queue {'+'.join(queue)}: not solved in {MAX_NODES} nodes")
        line = record["line"][: int(record["n_line"])] if answer == WON else ()
        picks = tuple(int(pick) for pick in line)
        n_nodes = int(record["n_nodes"])
        return Solution(tuple(queue), rules.actions, answer != LOST, picks, n_nodes)

    def slack(self, queue: Sequence[str]) -> int | None:
        """Actions a round that the queue has to spare; None where it cannot be won at all."""
        for actions in range(1, self.rules.actions + 1):
            if self.solve(queue, actions).is_winnable:
                return self.rules.actions - actions
        return None


def _check(rules: Rules) -> None:
    rules.check_seats(1)
    if len(rules.queue) != SOLO_QUEUE:
        raise UsageError(
            f"{rules.name}: queue = {list(rules.queue)!r}; allowed for the solver: {SOLO_QUEUE} "
            "chosen orders, e.g. --set queue=ham-1+ham-2+egg-2"
        )
    for name in rules.queue if rules.quirks else ():
        if rules.deck.orders[rules.deck.index_of(name)].quirk == "shortage":
            raise UsageError(
                f"{rules.name}: order {name} has a Stock Shortage; allowed for the solver: "
                "orders without it, or quirks = false"
            )


def solve(rules: Rules) -> Solution:
    """What is proved about the queue chosen in the rules."""
    return Solver(rules).solve(rules.queue)


def ids_of(deck: Deck, places: Sequence[int]) -> tuple[str, ...]:
    """Order ids by places in the deck, e.g. of `solo_queues`."""
    return tuple(deck.orders[place].id for place in places)


def line_table(rules: Rules, params: tuple[float, ...]) -> np.ndarray:
    """The winning decisions of the chosen queue, as a strategy's table; a lone -1 for a loss."""
    del params
    return np.array(solve(rules).line or (-1,), np.float64)


@strategy(game="crumbs", name="solved", tier=3, table=line_table)
def solved(view):
    """The winning line of a chosen solo queue, found before the game; option 0 off that line."""
    move = view.rng.turn - 1
    if move >= view.table.length:
        return 0
    picked = int(read_table(view, move))
    if picked < 0 or picked >= view.n_options:
        return 0
    return picked
