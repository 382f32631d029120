"""Search among short lists of rules of thumb, by what each gives up against optimal play, exactly.

Forwards: the best number to stop at; then, clause by clause, the one clause that helps most at its
best setting, after which the number to stop at is tried again. What it finds is the list `FOUND` of
`analyses.fill_or_bust.win_rules`. Some ninety pairs of strategies, a few seconds each.
"""

import argparse
import dataclasses
from functools import cache

from analyses.fill_or_bust.win import evaluate
from analyses.fill_or_bust.win_policies import OPTIMAL
from analyses.fill_or_bust.win_rules import spec_of
from simcore.fill_or_bust.rules import load_rules

POINTS = (300, 350, 400)
GOAL_ONLY = 10_000
CLAUSES: dict[str, list[dict[str, int]]] = {
    "dice in hand": [{"spare": value} for value in (75, 125, 175)],
    "few dice": [{"few": value} for value in (250, 300)],
    "many dice": [{"many": value} for value in (500, 1000)],
    "after a fill": [{"draw": value} for value in (1000, 1400, 1800)],
    "behind": [
        {"near": near, "more": more} for near in (600, 800, 1000) for more in (300, GOAL_ONLY)
    ],
}


@cache
def given_up(goal: int, spec: str) -> float:
    """Win probability given up against optimal play, seats taken in turn."""
    rules = dataclasses.replace(load_rules("rulebook", ["deck=independent"]), goal=goal)
    lost = 0.5 - evaluate(rules, spec, OPTIMAL).win_rate().value
    print(f"  {100 * lost:7.3f}  {spec}", flush=True)
    return lost


def best_of(goal: int, settings: list[dict[str, int]]) -> dict[str, int]:
    """The setting that gives up least."""
    return min(settings, key=lambda setting: given_up(goal, spec_of(setting)))


def main() -> None:
    """Print every list tried, and the best of each length."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--goal", type=int, default=2000)
    goal = parser.parse_args().goal
    chosen = best_of(goal, [{"points": points} for points in POINTS])
    left = dict(CLAUSES)
    while True:
        print(
            f"{len(CLAUSES) - len(left) + 1} {spec_of(chosen)}: {given_up(goal, spec_of(chosen))}"
        )
        if not left:
            break
        tried = {name: best_of(goal, [chosen | part for part in left[name]]) for name in left}
        name = min(tried, key=lambda name: given_up(goal, spec_of(tried[name])))
        del left[name]
        near = [tried[name]["points"] + change for change in (-50, 0, 50)]
        chosen = best_of(goal, [tried[name] | {"points": points} for points in near])


if __name__ == "__main__":
    main()
