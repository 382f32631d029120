"""What perfect play can do: every queue of the deck solved, and every deal as it is dealt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from analyses.crumbs.games import RECONSTRUCTION
from analyses.matches import rules_record
from analyses.statistics.estimates import Estimate
from analyses.tables import plain, records, spread_out, table
from simcore.crumbs.generator import solo_queues
from simcore.crumbs.rules import Rules
from strategies.crumbs.hidden import Outlook, OutlookSolver, deals_of
from strategies.crumbs.solver import Solver, ids_of

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Ceiling", "Queues", "best_chances", "solve_queues", "winnable_share"]

LOST = -1
"""Slack of a queue that cannot be won at all."""


@dataclass(frozen=True)
class Queues:
    """Result of `solve_queues`.

    Attributes
    ----------
    rules : Rules
        Without quirks.
    slack : dict
        By queue: actions a round to spare with perfect play, the queue being known; `LOST` where
        no play wins.
    """

    rules: Rules
    slack: dict[tuple[str, ...], int]

    @property
    def winnable(self) -> Estimate:
        """Share of the queues that some play wins: no strategy wins more often."""
        return Estimate.exact(sum(s != LOST for s in self.slack.values()) / len(self.slack))

    def slack_of(self, order: str) -> float:
        """Mean slack of the queues that hold an order; a lost one counts -1."""
        found = [slack for queue, slack in self.slack.items() if order in queue]
        return sum(found) / len(found)

    def to_frame(self) -> pd.DataFrame:
        """One row per number of actions to spare."""
        total = len(self.slack)
        counts = {s: list(self.slack.values()).count(s) for s in range(LOST, self.rules.actions)}
        return table(
            {"slack": s, "n_queues": n, "n_all_queues": total, "queue_share": n / total}
            for s, n in counts.items()
        )

    def by_queue(self) -> pd.DataFrame:
        """One row per queue."""
        difficulty = {order.id: order.difficulty for order in self.rules.deck.orders}
        return table(
            {
                "queue": "+".join(queue),
                "deal_rating": sum(difficulty[name] for name in queue),
                "slack": slack,
                "is_winnable": slack != LOST,
            }
            for queue, slack in self.slack.items()
        )

    def summary(self) -> str:
        """The share of winnable queues, in a sentence."""
        n_lost = sum(s == LOST for s in self.slack.values())
        return (
            f"{len(self.slack) - n_lost} of {len(self.slack)} solo queues can be won when the "
            f"queue is known, {n_lost} cannot: computed, and no strategy wins more often."
        )

    def to_json(self) -> dict[str, Any]:
        """The result as plain values."""
        return {
            "proves": "which queues some play wins, the queue being known: an upper bound",
            "notice": RECONSTRUCTION,
            "winnable_share": self.winnable.value,
            "slack": records(self.to_frame()),
            "queues": records(self.by_queue()),
        }


@lru_cache(maxsize=64)
def solve_queues(rules: Rules) -> Queues:
    """Every queue of the solo set-up solved, quirks left out."""
    bare = replace(rules, quirks=False, queue=())
    solver = Solver(bare)
    slack: dict[tuple[str, ...], int] = {}
    for places in solo_queues(rules.deck):
        queue = ids_of(rules.deck, places)
        twin = (queue[1], queue[0], queue[2])
        # The two visible orders may change places.
        found = slack[twin] if twin in slack else solver.slack(queue)
        slack[queue] = LOST if found is None else found
    return Queues(bare, slack)


def winnable_share(rules: Rules) -> Estimate:
    """Share of the solo queues that some play wins, as `Queues.winnable`, without their slack."""
    solver = Solver(replace(rules, quirks=False, queue=()))
    wins = [
        solver.solve(ids_of(rules.deck, places)).is_winnable
        for places in solo_queues(rules.deck)
        if places[0] < places[1]
    ]
    return Estimate.exact(sum(wins) / len(wins))


@dataclass(frozen=True)
class Ceiling:
    """Result of `best_chances`: what the best play without foresight wins.

    Attributes
    ----------
    rules : Rules
    outlooks : tuple of Outlook
        One for each deal up to the places of the two visible orders.
    upper : tuple of float
        By deal, what no play exceeds.
    """

    rules: Rules
    outlooks: tuple[Outlook, ...]
    upper: tuple[float, ...]

    def _mean(self, chances: Sequence[float]) -> float:
        weights = [float(found.deal.weight) for found in self.outlooks]
        return sum(w * c for w, c in zip(weights, chances, strict=True)) / sum(weights)

    @property
    def win_rate(self) -> Estimate:
        """The best achievable win rate: exact, or between what is attained and what is proved."""
        low = self._mean([found.chance for found in self.outlooks])
        high = self._mean(self.upper)
        if self.n_open == 0:
            return Estimate.exact(low)
        return Estimate(low, low, high, "bounds", 0)

    @property
    def n_open(self) -> int:
        """Deals whose best chance is not proved."""
        pairs = zip(self.outlooks, self.upper, strict=True)
        return sum(high > found.chance + 1e-9 for found, high in pairs)

    @property
    def n_unsure(self) -> int:
        """Deals that the plans found do not win for sure."""
        return sum(found.chance < 1 - 1e-9 for found in self.outlooks)

    def by_rating(self) -> pd.DataFrame:
        """Best chance by rating; that of a deal counts for both orders the third can be."""
        difficulty = {order.id: order.difficulty for order in self.rules.deck.orders}
        sums: dict[int, list[float]] = {}
        for found, high in zip(self.outlooks, self.upper, strict=True):
            deal, weight = found.deal, float(found.deal.weight) / len(found.deal.hidden)
            for third in deal.hidden:
                rating = sum(difficulty[name] for name in (*deal.visible, third))
                cell = sums.setdefault(rating + self.rules.quirks, [0.0, 0.0, 0.0])
                for i, part in enumerate((1.0, found.chance, high)):
                    cell[i] += weight * part
        return table(
            {"deal_rating": rating, "ceiling_low": low / total, "ceiling_high": high / total}
            for rating, (total, low, high) in sorted(sums.items())
        )

    def to_frame(self) -> pd.DataFrame:
        """One row per deal."""
        return table(
            {
                "visible": "+".join(found.deal.visible),
                "hidden": " or ".join(found.deal.hidden),
                "gone": "+".join(found.deal.gone) or "-",
                "deal_share": 2 * float(found.deal.weight),
                "chance": found.chance,
                "chance_bound": high,
                "is_proved": high <= found.chance + 1e-9,
                "n_nodes": found.n_nodes,
            }
            for found, high in zip(self.outlooks, self.upper, strict=True)
        )

    def summary(self) -> str:
        """What is proved, in a sentence."""
        rate = self.win_rate
        if self.n_open == 0:
            return (
                f"With the third order hidden, the best play wins {100 * rate.value:.2f} % of the "
                f"deals: computed over all {2 * len(self.outlooks)} things a player can know at "
                "the set-up, and no play wins more."
            )
        return (
            f"With the third order hidden, the best play wins between {100 * rate.low:.2f} % and "
            f"{100 * rate.high:.2f} % of the deals: plans that win the first are found, more than "
            f"the second is ruled out; {2 * self.n_open} of {2 * len(self.outlooks)} things a "
            "player can know at the set-up are open."
        )

    def to_json(self) -> dict[str, Any]:
        """The result as plain values."""
        rate = self.win_rate
        return {
            "proves": "the best win rate of any play that sees what the rules show",
            "notice": RECONSTRUCTION,
            **spread_out("win_rate", rate),
            "method": rate.method,
            "rules": rules_record(self.rules),
            "deals": plain(self.to_frame().to_dict("records")),
        }


@lru_cache(maxsize=8)
def best_chances(rules: Rules, max_nodes: int = 2_000_000) -> Ceiling:
    """The best chance to win of every solo deal, the third order being hidden.

    Parameters
    ----------
    rules : Rules
    max_nodes : int, default 2,000,000
        Options followed for one deal; where they are not enough, its chance is bounded: from
        below by the plan found, from above by what can be won when the third order is known.
    """
    bare = replace(rules, queue=())
    solver = OutlookSolver(bare, max_nodes)
    outlooks, upper = [], []
    for deal in deals_of(bare):
        if deal.visible[0] > deal.visible[1]:
            continue
        found = solver.look(deal)
        outlooks.append(found)
        upper.append(found.chance if found.is_proved else _bound(solver, found))
    return Ceiling(bare, tuple(outlooks), tuple(upper))


def _bound(solver: OutlookSolver, found: Outlook) -> float:
    """Mean over the hidden orders of what is won when the order is known."""
    known = [solver.look(replace(found.deal, hidden=(third,))) for third in found.deal.hidden]
    chances = [one.chance if one.is_proved else 1.0 for one in known]
    return max(found.chance, sum(chances) / len(chances))
