"""Exact solutions of Crumbs! as documents."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from reports.output import Document, Table
from reports.solutions import Asked
from simcore.errors import UsageError

if TYPE_CHECKING:
    from simcore.crumbs.rules import Rules

__all__ = ["SOLVERS"]

NODES, NODES_WITH_QUIRKS = 2_000_000, 200_000
"""Options followed for a deal: with quirks there are many deals, and some take very long."""

SHOWN = 12
"""Deals shown at most; CSV and JSON have them all."""


def solve_hidden(rules: Rules, asked: Asked) -> Document:
    """The best chance to win with the third order hidden."""
    from analyses.crumbs.games import RECONSTRUCTION
    from analyses.crumbs.solved import best_chances

    asked.expect("hidden")
    if rules.queue:
        return solve_queue(rules, asked)
    found = best_chances(rules, NODES_WITH_QUIRKS if rules.quirks else NODES)
    frame = found.to_frame()
    unsure = frame[frame["chance"] < 1].sort_values("chance", ignore_index=True)
    title = f"Deals that are not won for sure, {min(len(unsure), SHOWN)} of {len(unsure)}"
    tables = (Table(title, unsure.head(SHOWN)),) if len(unsure) else ()
    by_rating = Table("Best win rate by rating", found.by_rating())
    return Document(
        found.to_json,
        (by_rating, *tables),
        sentences=(found.summary(), RECONSTRUCTION),
        rows=found.to_frame,
    )


def solve_queues(rules: Rules, asked: Asked) -> Document:
    """Every solo queue with its slack, the queue being known; without quirks."""
    from analyses.crumbs import solved
    from analyses.crumbs.games import RECONSTRUCTION

    asked.expect("queues")
    if rules.quirks:
        raise UsageError(
            f"{rules.name}: quirks = true; allowed with --for queues: false; with quirks, --for "
            "hidden sums over what a Stock Shortage takes"
        )
    found = solved.solve_queues(rules)
    return Document(
        found.to_json,
        (Table("Solo queues by actions a round to spare", found.to_frame()),),
        sentences=(found.summary(), RECONSTRUCTION),
        rows=found.by_queue,
    )


def solve_queue(rules: Rules, asked: Asked) -> Document:
    """Whether the chosen queue can be won, and the line of play."""
    from analyses.crumbs.games import RECONSTRUCTION
    from strategies.crumbs.solver import Solver, solve

    asked.expect("queue")
    solution = solve(rules)
    slack = Solver(rules).slack(rules.queue)
    queue = "+".join(rules.queue)
    is_won = solution.is_winnable
    data = {
        "proves": "whether any play wins, the queue being known",
        "notice": RECONSTRUCTION,
        "queue": list(rules.queue),
        "is_winnable": is_won,
        "slack": slack,
        "line": list(solution.line),
        "positions": solution.n_nodes,
    }
    words = (
        f"{queue} can be won with {slack} action(s) a round to spare"
        if is_won
        else (f"{queue} cannot be won: every play was looked at")
    )
    replayed = f"fillsim replay crumbs solved --set queue={queue} --seed 1"
    sentences = [f"{words}; the queue is known to the player."]
    if is_won:
        sentences.append(f"the line of play in sentences: {replayed}")
    return Document(lambda: data, _queue_table(rules, data), sentences=(*sentences, RECONSTRUCTION))


def _queue_table(rules: Rules, data: dict[str, Any]) -> tuple[Table, ...]:
    import pandas as pd

    difficulty = {order.id: order.difficulty for order in rules.deck.orders}
    row = {
        "queue": "+".join(rules.queue),
        "deal_rating": sum(difficulty[name] for name in rules.queue) + rules.quirks,
        "is_winnable": data["is_winnable"],
        "slack": data["slack"] if data["is_winnable"] else -1,
        "n_nodes": data["positions"],
    }
    return (Table("The chosen queue", pd.DataFrame([row])),)


SOLVERS: dict[str, Callable[[Any, Asked], Document]] = {
    "hidden": solve_hidden,
    "queue": solve_queue,
    "queues": solve_queues,
}
"""By aim: the third order hidden; the queue chosen by ``--set queue=...``; every queue known."""
