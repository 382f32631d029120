"""Seconds of the exact solvers of Crumbs!: every queue known, and the third order hidden.

Run ``python benchmarks/crumbs_solver.py``. Processor time of one core, after a warm-up; the greedy
player's games per second are in ``make bench``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from simcore.crumbs import GAME
from simcore.crumbs.generator import solo_queues
from strategies.crumbs.hidden import OutlookSolver, deals_of
from strategies.crumbs.solver import Solver, ids_of


def clocked(solve: Callable[[Any], Any], cases: Sequence[Any]) -> np.ndarray:
    """Seconds of each case, after one that is not counted."""
    solve(cases[0])
    seconds = []
    for case in cases:
        begin = time.process_time()
        solve(case)
        seconds.append(time.process_time() - begin)
    return np.array(seconds)


def show(name: str, seconds: np.ndarray) -> None:
    """One line: how many, all together, median, 99 %, worst."""
    middle, most = np.quantile(seconds, [0.5, 0.99])
    print(
        f"{name:38}{len(seconds):6}{seconds.sum():9.2f} s{1e3 * middle:9.2f} ms"
        f"{1e3 * most:9.1f} ms{1e3 * seconds.max():9.1f} ms"
    )


def main() -> None:
    """Print a line per solver."""
    rules = GAME.load_rules("rulebook", [])
    quirky = GAME.load_rules("quirky", [])
    print(f"{'':38}{'deals':>6}{'together':>11}{'median':>12}{'99 %':>12}{'worst':>12}")
    queues = [ids_of(rules.deck, places) for places in solo_queues(rules.deck)]
    show("queue known", clocked(Solver(rules).solve, queues))
    show("third order hidden", clocked(OutlookSolver(rules).look, list(deals_of(rules))))
    some = list(deals_of(quirky))[::20]
    show("the same with quirks, every 20th deal", clocked(OutlookSolver(quirky).look, some))


if __name__ == "__main__":
    main()
