"""Coverage of the interval of a win rate for 2 to 6 seats; the benchmark has the large version."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.stats

from analyses.statistics.estimates import mean_from_histogram
from analyses.statistics.likelihood import histogram, interval, signed_root
from benchmarks.interval_coverage import covered, log_ratios, mean_of, seats_law

REPETITIONS = 10_000
ERROR = 100 * math.sqrt(0.05 * 0.95 / REPETITIONS)


@pytest.mark.parametrize("correlation", ["strong", "weak", "mirrored"])
@pytest.mark.parametrize("n_seats", [2, 3, 4, 5, 6])
def test_laws_have_the_share_they_should(n_seats: int, correlation: str) -> None:
    for share in (0.02, 0.5, 0.98):
        law = seats_law(n_seats, share, correlation)
        assert sum(law) == pytest.approx(1.0)
        assert mean_of(law) == pytest.approx(share)


def test_benchmark_decides_as_the_interval_does() -> None:
    """The ratio written for many runs at once is that of the interval, and so is the verdict."""
    law = seats_law(4, 0.02, "weak")
    runs = np.random.default_rng(1).multinomial(60, law, size=200)
    ours = log_ratios(runs, 0.02)
    theirs = [signed_root(histogram(counts, 4), 0.02) ** 2 / 2 for counts in runs]
    assert ours == pytest.approx(theirs, abs=1e-9)
    holds = [mean_from_histogram(counts, 4).contains(0.02) for counts in runs]
    repeated = covered(law, 60, 200, 1)
    assert repeated == pytest.approx(100 * np.mean(holds))


@pytest.mark.parametrize("correlation", ["strong", "weak", "mirrored"])
@pytest.mark.parametrize("n_seats", [2, 4, 6])
@pytest.mark.parametrize("share", [0.02, 0.5, 0.98])
def test_coverage(n_seats: int, correlation: str, share: float) -> None:
    """94 to 96 % with 100 informative blocks or more, at least 94 % with fewer."""
    law = seats_law(n_seats, share, correlation)
    for n_blocks in (20, 200, 2_000):
        found = covered(law, n_blocks, REPETITIONS, 2)
        assert found >= 94.0 - 4 * ERROR
        if n_blocks * (1 - max(law)) >= 100:
            assert found <= 96.0 + 4 * ERROR


def least_coverage(n_blocks: int, threshold: float | None = None) -> float:
    """Least coverage of any coin, by enumeration: it falls only just beyond an end."""
    heads = np.arange(n_blocks + 1)
    counts = [np.array([n_blocks - k, k]) for k in heads]
    if threshold is None:
        found = [mean_from_histogram(it, 1) for it in counts]
        low, high = np.array([(it.low, it.high) for it in found]).T
    else:
        low, high = np.array([interval(it, threshold) for it in counts]).T
    shares = np.concatenate([low - 1e-9, high + 1e-9, [0.5]])
    shares = shares[(shares > 0.0) & (shares < 1.0), None]
    chance = scipy.stats.binom.pmf(heads, n_blocks, shares)
    return float((chance * ((low <= shares) & (shares <= high))).sum(axis=1).min())


@pytest.mark.parametrize("n_blocks", [*range(1, 46), 60, 80, 100, 150, 200])
def test_every_coin_is_covered(n_blocks: int) -> None:
    """At least 94 % whatever the coin; at least 95 % where no result has 20 informative blocks."""
    assert least_coverage(n_blocks) >= (0.95 if n_blocks < 40 else 0.94)


def test_a_threshold_of_log_20_would_not_do() -> None:
    assert least_coverage(5, math.log(20)) == pytest.approx(0.9314, abs=1e-4)
