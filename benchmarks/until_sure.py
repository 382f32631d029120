"""Run until sure, by simulation and on the real game: error, price, and what pairing saves.

For `docs/evidence.md`: how often an any-time interval ever misses the truth on the way to a
precision, how many more blocks that takes than a number of blocks fixed in advance, and how many
games `compare` needs for a half-width beside independent play.

    .venv/bin/python benchmarks/until_sure.py --runs 2000
"""

from __future__ import annotations

import argparse
import math
import time

import numpy as np

from analyses import compare
from analyses.runs.stopping import Goal, goal_for, looks
from analyses.statistics.estimates import Estimate, mean_from_histogram

SEED = 20_261_130
HALF_WIDTH = 0.02
MOST_BLOCKS = 300_000

LAWS = {
    "fair coin": [0.5, 0.0, 0.5],
    "two mirrored games, 90 % ties": [0.05, 0.9, 0.05],
    "lopsided mirror, 98 % ties": [0.002, 0.98, 0.018],
    "share 0.05": [0.95, 0.0, 0.05],
    "share 0.01": [0.99, 0.0, 0.01],
    "four games a block": [0.1, 0.2, 0.4, 0.2, 0.1],
}
"""Chance of each block score on an even lattice."""


def one_run(
    law: np.ndarray, goal: Goal, ends: np.ndarray, rng: np.random.Generator, is_fixed: bool
) -> tuple[int, bool, bool]:
    """Blocks at the end, whether any look missed the truth, and whether the last one did."""
    lattice = len(law) - 1
    truth = float(law @ np.arange(lattice + 1)) / lattice
    counts, has_missed = np.zeros(lattice + 1, np.int64), False
    found = Estimate(math.nan, 0.0, 1.0, "", 0)
    for size in np.diff(ends, prepend=0):
        counts += rng.multinomial(size, law)
        found = mean_from_histogram(counts, lattice, look=None if is_fixed else goal.look)
        has_missed |= not found.contains(truth)
        if found.half_width <= goal.half_width:
            break
    return int(counts.sum()), has_missed, not found.contains(truth)


def fixed_blocks(law: np.ndarray, half_width: float) -> float:
    """Blocks whose interval has this half-width, were their number fixed in advance."""
    scores = np.linspace(0.0, 1.0, len(law))
    variance = float(law @ scores**2) - float(law @ scores) ** 2
    return variance * (1.959964 / half_width) ** 2


def simulate(runs: int) -> None:
    """Print error and price by law."""
    goal, ends = goal_for(HALF_WIDTH), np.array(looks(MOST_BLOCKS))
    print(
        f"half-width {HALF_WIDTH}, {runs} runs a law; error in % (se {21.8 / runs**0.5:.1f} at 5 %)"
    )
    print("law: any-time ever missed / at the end; fixed interval ever missed / at the end; price")
    for name, chances in LAWS.items():
        law, rng = np.array(chances), np.random.default_rng(SEED)
        sure = [one_run(law, goal, ends, rng, False) for _ in range(runs)]
        naive = [one_run(law, goal, ends, rng, True) for _ in range(runs)]
        ever, last = (100 * np.mean([run[k] for run in sure]) for k in (1, 2))
        naive_ever, naive_last = (100 * np.mean([run[k] for run in naive]) for k in (1, 2))
        blocks = float(np.mean([run[0] for run in sure]))
        price = blocks / fixed_blocks(law, HALF_WIDTH)
        print(
            f"{name}: {ever:.1f} / {last:.1f}; {naive_ever:.1f} / {naive_last:.1f}; "
            f"{blocks:,.0f} blocks, {price:.2f} times fixed"
        )


def savings(games: int) -> None:
    """Print what common luck saves `compare`, and what a precision costs."""
    for first, second in (("stop_at(300)", "stop_at(350)"), ("stop_at(300)", "stop_at(500)")):
        found = compare("fill_or_bust", first, second, games=games, seed=SEED, workers=2)
        width = found.difference().half_width
        independent = found.independent_worth * found.n_games
        print(
            f"{first} v {second}, {found.n_games:,} games: ±{100 * width:.3f} points; one game is "
            f"worth {found.independent_worth:.2f}: {independent:,.0f} independent games"
        )
    sure = compare(
        "fill_or_bust", "stop_at(300)", "stop_at(350)", games=10**8, seed=SEED, workers=2,
        precision=0.004,
    )  # fmt: skip
    print(sure.stop.text if sure.stop else "")


def main() -> None:
    """Simulate, then play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=2_000)
    parser.add_argument("--games", type=int, default=200_000)
    asked = parser.parse_args()
    begin = time.perf_counter()
    simulate(asked.runs)
    savings(asked.games)
    print(f"{time.perf_counter() - begin:.0f} s")


if __name__ == "__main__":
    main()
