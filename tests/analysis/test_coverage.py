"""Coverage of the interval of a win rate for 2 to 6 seats; the benchmark has the large version."""

from __future__ import annotations

import math

import numpy as np
import pytest

from analyses.estimates import mean_from_histogram
from analyses.likelihood import histogram, signed_root
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
