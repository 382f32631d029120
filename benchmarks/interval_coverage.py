"""How often the intervals and verdicts are wrong, by simulation. Prints markdown tables.

Run: `python benchmarks/interval_coverage.py` (about five minutes), or `--quick` for a tenth of the
repetitions. Block scores are drawn from a fixed law, so only the statistics are on trial here,
not the games. Under each table stands the standard error of its entries.
"""

from __future__ import annotations

import argparse
import math
import os
import platform
import time
from collections import Counter
from functools import partial
from itertools import combinations

import numpy as np
import scipy
import scipy.stats

from analyses.statistics.any_time import AnyTime
from analyses.statistics.estimates import Estimate, mean_from_histogram, mean_from_moments
from analyses.statistics.likelihood import MIN_INFORMATIVE, fixed_threshold
from analyses.statistics.verdicts import spread_of_seats

SEED = 20_240_601
REPETITIONS, RUNS, VERDICTS = 10_000, 2_000, 2_000

# Laws of a block score on an even lattice from 0 to 1.
SHAPES = {
    "even coin": [0.5, 0.5],
    "share .3": [0.7, 0.3],
    "share .01": [0.99, 0.01],
    "share .999": [0.001, 0.999],
    "mirrored .045 .9 .055": [0.045, 0.9, 0.055],
    "lopsided .09 .9 .01": [0.09, 0.9, 0.01],
    "99 % ties": [0.005, 0.99, 0.005],
    "four games, alike": [0.35, 0.1, 0.1, 0.1, 0.35],
    "six games, mirrored": [0.01, 0.04, 0.1, 0.7, 0.1, 0.04, 0.01],
}
SIZES = (5, 20, 50, 200, 1_000, 10_000)


def mean_of(shape: list[float]) -> float:
    """Return the mean of a law on an even lattice from 0 to 1."""
    return float(np.arange(len(shape)) @ shape) / (len(shape) - 1)


def by_likelihood(counts: np.ndarray) -> Estimate:
    """Return the interval on trial."""
    return mean_from_histogram(counts, len(counts) - 1)


def by_block_t(counts: np.ndarray) -> Estimate:
    """Return the usual interval, for comparison."""
    k = np.arange(len(counts))
    return mean_from_moments(counts.sum(), k @ counts, k**2 @ counts, divisor=len(counts) - 1)


def print_coverage(repetitions: int) -> None:
    """Print how often fixed-n intervals hold the truth."""
    print(f"\n## Coverage of 95 % intervals, fixed number of blocks, in % ({repetitions:,} runs)\n")
    print("Likelihood ratio (block t in brackets); * = 100 or more informative blocks expected.\n")
    print("| blocks | " + " | ".join(f"{n:,}" for n in SIZES) + " |\n" + "| --- " * 7 + "|")
    rng, enough, least = np.random.default_rng(SEED), [], 100.0
    for name, shape in SHAPES.items():
        cells = []
        for n in SIZES:
            runs = rng.multinomial(n, shape, size=repetitions)
            kinds, times = np.unique(runs, axis=0, return_counts=True)
            ours, plain = (
                100 * float(times @ [method(c).contains(mean_of(shape)) for c in kinds]) / len(runs)
                for method in (by_likelihood, by_block_t)
            )
            is_enough = n * (1 - max(shape)) >= 100 - 1e-9
            enough += [ours] if is_enough else []
            least = min(least, ours)
            cells.append(f"{ours:.1f}{'*' if is_enough else ''} ({plain:.1f})")
        print(f"| {name} | " + " | ".join(cells) + " |")
    error = 100 * math.sqrt(0.05 * 0.95 / repetitions)
    print(f"\nstarred: {min(enough):.1f} to {max(enough):.1f}; least: {least:.1f}; se {error:.2f}")


def seats_law(n_seats: int, share: float, correlation: str) -> list[float]:
    """Return the law of a block's wins in `n_seats` games with a share and a correlation.

    'strong' and 'weak': the games of a block are alike, beta-binomial with correlation .9 and .2;
    'mirrored': in four blocks of five the wins are as even as whole numbers let them be.
    """
    wins = np.arange(n_seats + 1)
    if correlation == "mirrored":
        even = np.zeros(n_seats + 1)
        low = math.floor(n_seats * share)
        even[low + 1] = n_seats * share - low
        even[low] = 1.0 - even[low + 1]
        return (0.8 * even + 0.2 * scipy.stats.binom.pmf(wins, n_seats, share)).tolist()
    spread = {"strong": 0.9, "weak": 0.2}[correlation]
    a, b = (x * (1.0 / spread - 1.0) for x in (share, 1.0 - share))
    return scipy.stats.betabinom.pmf(wins, n_seats, a, b).tolist()


@np.errstate(divide="ignore", invalid="ignore")  # at a bound: values that nobody had
def log_ratios(runs: np.ndarray, truth: float) -> np.ndarray:
    """Return L(truth) of every run of counts; written again, for all runs at once."""
    apart = np.arange(runs.shape[1]) / (runs.shape[1] - 1) - truth
    is_above = runs @ apart > 0
    low, high = np.where(is_above, 0.0, -1.0 / (1.0 - truth)), np.where(is_above, 1.0 / truth, 0.0)
    for _ in range(60):
        middle = (low + high) / 2
        is_low = (runs * (apart / (1.0 + middle[:, None] * apart))).sum(axis=1) > 0
        low, high = np.where(is_low, middle, low), np.where(is_low, high, middle)
    logs = np.log1p(((low + high) / 2)[:, None] * apart)
    return np.where(runs > 0, runs * np.maximum(logs, -1e300), 0.0).sum(axis=1)


def covered(law: list[float], n_blocks: int, repetitions: int, seed: int) -> float:
    """Return the percentage of runs whose 95 % interval holds the truth: L(truth) <= T."""
    runs = np.random.default_rng(seed).multinomial(n_blocks, law, size=repetitions)
    few, many = (fixed_threshold(n_blocks, informative, 0.05) for informative in (0, n_blocks))
    limits = np.where(n_blocks - runs.max(axis=1) < MIN_INFORMATIVE, few, many)
    return 100 * float((log_ratios(runs, mean_of(law)) <= limits).mean())


def print_seats(repetitions: int) -> None:
    """Print the coverage for 2 to 6 seats, shares near 0, 1/2 and 1, and three correlations."""
    sizes, enough, others = (20, 200, 2_000), [], []
    print(f"\n## Coverage by seats, share and correlation, in % ({repetitions:,} runs a cell)\n")
    print("Lowest to highest over shares .02, .5 and .98; "
          "in brackets, where 100 informative blocks are expected.\n")  # fmt: skip
    print("| seats, correlation | " + " | ".join(f"{n:,} blocks" for n in sizes) + " |")
    print("| --- " * 4 + "|")
    for n_seats in range(2, 7):
        for correlation in ("strong", "weak", "mirrored"):
            cells = []
            for n in sizes:
                laws = [seats_law(n_seats, share, correlation) for share in (0.02, 0.5, 0.98)]
                found = [(covered(law, n, repetitions, SEED + n), n * (1 - max(law)) >= 100 - 1e-9)
                         for law in laws]  # fmt: skip
                starred = [share for share, is_enough in found if is_enough]
                enough += starred
                others += [share for share, is_enough in found if not is_enough]
                inner = f" ({min(starred):.1f} to {max(starred):.1f})" if starred else ""
                shares = [share for share, _ in found]
                cells.append(f"{min(shares):.1f} to {max(shares):.1f}{inner}")
            print(f"| {n_seats}, {correlation} | " + " | ".join(cells) + " |", flush=True)
    print(
        f"\n100 informative expected: {min(enough):.1f} to {max(enough):.1f}, {len(enough)} cells"
    )
    print(f"others: least {min(others):.1f}, {len(others)} cells")


def ever_misses(shape: list[float], looks: np.ndarray, look: AnyTime | None, runs: int) -> float:
    """Return the percentage of runs in which some look loses the truth."""
    rng, lattice, truth = np.random.default_rng(SEED + 1), len(shape) - 1, mean_of(shape)
    missed = 0
    for _ in range(runs):
        seen = np.cumsum([rng.multinomial(n, shape) for n in np.diff(looks, prepend=0)], axis=0)
        shown = (mean_from_histogram(counts, lattice, look=look) for counts in seen)
        missed += not all(estimate.contains(truth) for estimate in shown)
    return 100 * missed / runs


def print_any_time(runs: int) -> None:
    """Print how often a run that is looked at repeatedly ever misses."""
    looks = np.unique(np.geomspace(2, 20_000, 60).astype(int))
    print(
        f"\n## Runs that ever miss the truth, in % ({runs:,} runs, {len(looks)} looks to 20,000)\n"
    )
    print("| law | any-time, n* = 500 | any-time, n* = 5,000 | fixed interval at every look |")
    print("| --- | --- | --- | --- |")
    for name, shape in SHAPES.items():
        found = [ever_misses(shape, looks, look, runs) for look in (AnyTime(500), AnyTime(5_000))]
        naive = ever_misses(shape, looks, None, runs // 4)
        print(f"| {name} | {found[0]:.1f} | {found[1]:.1f} | {naive:.0f} |", flush=True)
    print(f"\nnominal 5; se {100 * math.sqrt(0.05 * 0.95 / runs):.2f} at 5 %")


def verdict_shares(shares: list[float], n: int, margin: float, runs: int) -> Counter[str]:
    """Return how often each verdict is given."""
    rng, seen = np.random.default_rng(SEED + 2), Counter[str]()
    for _ in range(runs):
        wins = combinations([int(w) for w in rng.multinomial(n, shares)], 2)
        pairs = [partial(mean_from_moments, n, one - two, one + two) for one, two in wins]
        seen[spread_of_seats(pairs, margin).outcome] += 1
    return seen


def print_verdicts(runs: int) -> None:
    """Print the error rates and the power of the spread verdict."""
    margin = 0.05
    print(f"\n## Spread verdicts within 5 points, one game a block, in % ({runs:,} runs)\n")
    print("| seats | games | balanced at 0 | X/2 | X, a pair | X, half and half | "
          "not balanced at X, a pair | half and half | 2X |\n" + "| --- " * 9 + "|")  # fmt: skip
    for m in (2, 3, 4, 6):
        q = scipy.stats.studentized_range.ppf(0.9, m, math.inf) / math.sqrt(2)
        n = math.ceil(2 / m * ((scipy.stats.norm.ppf(0.95) + q) / margin) ** 2)
        pair = np.array([1.0] + [0.0] * (m - 2) + [-1.0]) / 2 * margin
        half = np.where(2 * np.arange(m) < m, 0.5, -0.5) * margin
        half -= half.mean()
        at = [verdict_shares((1 / m + d).tolist(), n, margin, runs)
              for d in (0 * pair, pair / 2, pair, half, 2 * pair)]  # fmt: skip
        shown = [at[i]["balanced"] for i in range(4)] + [at[i]["not balanced"] for i in (2, 3, 4)]
        print(f"| {m} | {n:,} | " + " | ".join(f"{100 * k / runs:.1f}" for k in shown) + " |",
              flush=True)  # fmt: skip
    print(f"\naimed at 90 at 0 and at 2X, at most 5 at X; se {100 * math.sqrt(0.0475 / runs):.2f}")


def print_speed() -> None:
    """Print what one interval costs."""
    print("\n## Time of one interval\n")
    print("| lattice points | blocks | microseconds |\n| --- | --- | --- |")
    rng = np.random.default_rng(SEED + 3)
    for points in (3, 13, 121, 361):
        for n in (1_000, 1_000_000):
            counts = rng.multinomial(n, np.full(points, 1 / points))
            began = time.perf_counter()
            for _ in range(1_000):
                mean_from_histogram(counts, points - 1)
            print(f"| {points} | {n:,} | {1_000 * (time.perf_counter() - began):.0f} |")


def main() -> None:
    """Print all tables, the machine and the time they took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the repetitions")
    share = 10 if parser.parse_args().quick else 1
    began = time.perf_counter()
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, "
          f"numpy {np.__version__}, scipy {scipy.__version__}, seed {SEED}")  # fmt: skip
    print_speed()
    print_coverage(REPETITIONS // share)
    print_seats(REPETITIONS // share)
    print_any_time(RUNS // share)
    print_verdicts(VERDICTS // share)
    print(f"\n{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
