"""Intervals against hand values, other routes to the same number, and simulated coverage."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
import scipy.optimize
import scipy.stats

from analyses.statistics import estimates, likelihood, significance
from analyses.statistics.any_time import AnyTime, n_star_for
from analyses.statistics.estimates import (
    Estimate,
    PairMoments,
    mean_from_histogram,
    mean_from_moments,
)

Z = 1.959963984540054
WILKS = Z**2 / 2  # 1.92, the threshold for very many blocks
REPETITIONS = 10_000


def random_histograms() -> list[np.ndarray]:
    rng = np.random.default_rng(1)
    return [
        rng.multinomial(n, rng.dirichlet(np.full(lattice + 1, shape)))
        for lattice in (1, 2, 6, 120)
        for n in (1, 2, 30, 1_000, 1_000_000)
        for shape in (0.1, 1.0)
    ]


def test_text_shows_two_digits_of_the_half_width() -> None:
    assert Estimate(0.50548, 0.50409, 0.50687, "m", 9).text == "0.5055 [0.5041, 0.5069]"
    assert Estimate(29.2, 17.1, 41.3, "m", 9).text == "29 [17, 41]"
    assert f"{Estimate(0.5, 0.25, 0.75, 'm', 9):.1%}" == "50.0% [25.0%, 75.0%]"
    assert Estimate(math.nan, -math.inf, math.inf, "m", 0).text == "nan [-inf, inf]"


def test_exact_value_is_its_own_interval() -> None:
    exact = Estimate.exact(0.25)
    assert (exact.low, exact.high, exact.n, exact.text) == (0.25, 0.25, 0, "0.25 (exact)")
    assert exact.contains(0.25)
    assert not exact.contains(0.2500001)


HAND_ENDS = [
    ([0, 50], WILKS, 0.9623, 1.0),  # exp(-1.92 / 50)
    ([0, 50, 0], WILKS, 0.4812, 0.5188),  # 1/2 exp(-1.92 / 50): about 1/2 -+ .96 / 50
    ([0, 1], WILKS, 0.1465, 1.0),
    ([0, 1, 0], WILKS, 0.0733, 0.9267),
    ([0, 1], 1e6, 0.0, 1.0),
]


@pytest.mark.parametrize(("counts", "threshold", "low", "high"), HAND_ENDS)
def test_ends_by_hand(counts: list[int], threshold: float, low: float, high: float) -> None:
    assert likelihood.interval(np.array(counts), threshold) == pytest.approx((low, high), abs=1e-4)


def test_without_informative_blocks_the_threshold_is_log_of_2_over_alpha() -> None:
    wins, ties = mean_from_histogram([0, 50], 1), mean_from_histogram([0, 50, 0], 2)
    assert (wins.value, wins.high) == (1.0, 1.0)
    assert wins.low == pytest.approx(0.025 ** (1 / 50))  # Clopper and Pearson: 50 wins have 2.5 %
    assert (ties.low, ties.high) == pytest.approx((0.5 * 0.025**0.02, 1 - 0.5 * 0.025**0.02))
    assert mean_from_histogram([0, 1], 1).low == pytest.approx(0.025)
    assert wins.method == "empirical likelihood, 95 %, conservative (0 informative blocks)"


def test_threshold_changes_at_20_informative_blocks() -> None:
    assert likelihood.fixed_threshold(500, 19, 0.05) == pytest.approx(math.log(40))
    t = scipy.stats.t.ppf(0.975, 29)
    assert likelihood.fixed_threshold(30, 20, 0.05) == pytest.approx(t**2 / 2)
    assert mean_from_histogram([480, 20], 1).method == "empirical likelihood, 95 %"


def test_no_blocks_know_only_the_range() -> None:
    none = mean_from_histogram([0, 0, 0], 2, low=-1.0)
    assert (none.low, none.high, none.n) == (-1.0, 1.0, 0)
    assert math.isnan(none.value)
    assert math.isnan(significance.z_from_histogram([0, 0], 1, 0.5))


MALFORMED = [([1, 2], 2), ([1], 0), ([1.0, 2.0], 1), ([3, -1], 1), ([[1, 2]], 1)]


@pytest.mark.parametrize(("counts", "lattice"), MALFORMED)
def test_malformed_histograms_are_refused(counts: list[float], lattice: int) -> None:
    with pytest.raises(ValueError, match=r"a lattice of|must be integers"):
        mean_from_histogram(counts, lattice)
    with pytest.raises(ValueError, match="confidence_level"):
        mean_from_histogram([1, 2], 1, confidence_level=95)


@pytest.mark.parametrize(("k", "n"), [(1, 40), (20, 50), (333, 1_000), (9_950, 10_000)])
def test_zero_one_scores_give_the_binomial_likelihood_ratio_interval(k: int, n: int) -> None:
    few = min(k, n - k) < 20
    threshold = math.log(40) if few else scipy.stats.t.ppf(0.975, n - 1) ** 2 / 2

    def excess(p: float) -> float:
        log_p = scipy.stats.binom.logpmf(k, n, [k / n, p])
        return float(log_p[0] - log_p[1]) - threshold

    low = scipy.optimize.brentq(excess, 1e-12, k / n, xtol=1e-13)
    high = scipy.optimize.brentq(excess, k / n, 1 - 1e-12, xtol=1e-13)
    found = mean_from_histogram([n - k, k], 1)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-8)


@pytest.mark.parametrize("threshold", [0.01, WILKS, 30.0])
def test_likelihood_ratio_at_the_ends_is_the_threshold(threshold: float) -> None:
    """`interval` solves for the tilt, `log_ratio` bisects lambda: they share no step."""
    checked = 0
    for counts in random_histograms():
        for end in likelihood.interval(counts, threshold):
            if 1e-9 < end < 1.0 - 1e-9:
                assert likelihood.log_ratio(counts, end) == pytest.approx(threshold, rel=1e-5)
                checked += 1
    assert checked > 40


def test_likelihood_ratio_at_and_beyond_the_edges() -> None:
    counts = np.array([3, 0, 7])
    assert likelihood.log_ratio(counts, 0.7) == pytest.approx(0.0, abs=1e-12)
    assert likelihood.log_ratio(counts, 0.0) == math.inf
    assert likelihood.log_ratio(np.array([0, 9]), 1.0) == 0.0
    assert likelihood.signed_root(counts, 0.9) < 0.0 < likelihood.signed_root(counts, 0.5)


def test_many_blocks_agree_with_the_t_interval() -> None:
    counts = [450, 9_000, 550]
    block_t = mean_from_moments(10_000, 9_000 + 2 * 550, 9_000 + 4 * 550, divisor=2)
    assert mean_from_histogram(counts, 2).half_width == pytest.approx(block_t.half_width, rel=0.01)
    z = significance.z_score(block_t.value, block_t.half_width / Z, 0.5)
    assert significance.z_from_histogram(counts, 2, 0.5) == pytest.approx(z, rel=0.01)


def test_exchanging_first_and_second_mirrors_the_interval() -> None:
    for counts in random_histograms():
        one, other = (mean_from_histogram(c, len(c) - 1) for c in (counts, counts[::-1]))
        assert (one.low, one.high) == pytest.approx((1 - other.high, 1 - other.low), abs=1e-15)


def test_range_is_mapped_linearly() -> None:
    share, wide = (mean_from_histogram([5, 60, 30, 3, 2], 4, low=low) for low in (0.0, -1.0))
    for end in ("value", "low", "high"):
        assert getattr(wide, end) == pytest.approx(2 * getattr(share, end) - 1)


def test_order_and_chunks_of_blocks_do_not_matter() -> None:
    scores = np.random.default_rng(2).integers(0, 5, 1_000)
    whole = mean_from_histogram(np.bincount(scores, minlength=5), 4)
    parts = sum(np.bincount(part, minlength=5) for part in np.split(scores[::-1], [1, 400, 977]))
    assert mean_from_histogram(parts, 4) == whole


def coverage(shape: list[float], n: int, method: Callable[[np.ndarray], Estimate]) -> float:
    """Share of simulated runs of n blocks whose interval holds the true mean."""
    truth = float(np.arange(len(shape)) @ shape) / (len(shape) - 1)
    runs = np.random.default_rng(3).multinomial(n, shape, size=REPETITIONS)
    kinds, times = np.unique(runs, axis=0, return_counts=True)
    return float(times @ [method(counts).contains(truth) for counts in kinds]) / REPETITIONS


def by_block_t(counts: np.ndarray) -> Estimate:
    k = np.arange(len(counts))
    return mean_from_moments(counts.sum(), k @ counts, k**2 @ counts, divisor=len(counts) - 1)


ENOUGH = [  # 100 informative blocks expected
    ([0.5, 0.5], 200),
    ([0.09, 0.01, 0.9], 1_000),
    ([0.045, 0.9, 0.055], 1_000),
    ([0.3, 0.2, 0.1, 0.1, 0.3], 150),
]
FEW = [
    ([0.5, 0.5], 20),
    ([0.99, 0.01], 200),
    ([0.999, 0.001], 1_000),
    ([0.004, 0.995, 0.001], 1_000),
    ([0.03, 0.95, 0.02], 500),
    ([1.0, 0.0], 50),
]
CASES = [(*case, 0.96) for case in ENOUGH] + [(*case, 1.0) for case in FEW]


@pytest.mark.parametrize(("shape", "n", "most"), CASES)
def test_covers_94_to_96_percent_or_more_if_few(shape: list[float], n: int, most: float) -> None:
    found = coverage(shape, n, lambda counts: mean_from_histogram(counts, len(counts) - 1))
    four_se = 4 * math.sqrt(0.94 * 0.06 / REPETITIONS)
    assert 0.94 - four_se <= found <= most + four_se


def test_the_coverage_check_can_fail() -> None:
    assert coverage([0.99, 0.01], 200, by_block_t) < 0.90


def test_any_time_threshold_by_hand() -> None:
    look = AnyTime(1_000)  # rho2 = 7.94 / 1,000; T = (1 + 1/7.94) log(sqrt(8.94) / .05)
    assert look.threshold(1_000, 0.05) == pytest.approx(1.126 * math.log(2.990 / 0.05), rel=1e-3)
    ratios = {n: math.sqrt(look.threshold(1_000 * n, 0.05) / WILKS) for n in (0.1, 1, 10, 100)}
    assert ratios == pytest.approx({0.1: 1.97, 1: 1.55, 10: 1.65, 100: 1.82}, abs=0.01)
    with pytest.raises(ValueError, match="n_star must be positive"):
        AnyTime(0)


def test_n_star_is_where_the_planned_width_is_met() -> None:
    n_star = n_star_for(0.002)
    assert n_star == pytest.approx((3.03 * 0.1 / 0.002) ** 2, rel=0.01)
    threshold = AnyTime(n_star).threshold(n_star, 0.05)
    assert 0.1 * math.sqrt(2 * threshold / n_star) == pytest.approx(0.002, rel=1e-3)


def ever_misses(shape: list[float], look: AnyTime | None, n_runs: int) -> float:
    """Share of runs in which some look, from 2 to 4,000 blocks, loses the true mean."""
    looks = np.unique(np.geomspace(2, 4_000, 24).astype(int))
    rng, lattice = np.random.default_rng(4), len(shape) - 1
    truth, missed = float(np.arange(lattice + 1) @ shape) / lattice, 0
    for _ in range(n_runs):
        seen = np.cumsum([rng.multinomial(n, shape) for n in np.diff(looks, prepend=0)], axis=0)
        shown = (mean_from_histogram(counts, lattice, look=look) for counts in seen)
        missed += not all(estimate.contains(truth) for estimate in shown)
    return missed / n_runs


@pytest.mark.parametrize("shape", [[0.5, 0.5], [0.99, 0.01], [0.045, 0.9, 0.055]])
def test_any_time_interval_is_seldom_ever_wrong(shape: list[float]) -> None:
    assert ever_misses(shape, AnyTime(500), 800) <= 0.05 + 4 * math.sqrt(0.05 * 0.95 / 800)


def test_looking_often_at_the_fixed_interval_is_caught() -> None:
    assert ever_misses([0.5, 0.5], None, 300) > 0.05 + 4 * math.sqrt(0.05 * 0.95 / 300)


def moments_of(x: np.ndarray, y: np.ndarray) -> PairMoments:
    products = (x @ x, x @ y, y @ y)
    return PairMoments(len(x), int(x.sum()), int(y.sum()), *(int(p) for p in products))


def test_block_t_equals_scipy_and_keeps_digits_beside_a_huge_offset() -> None:
    rows = np.random.default_rng(5).poisson(30, 400)
    expected = scipy.stats.t.interval(0.9, 399, rows.mean() / 2, scipy.stats.sem(rows) / 2)
    found = mean_from_moments(400, rows.sum(), rows @ rows, divisor=2, confidence_level=0.9)
    assert (found.low, found.high) == pytest.approx(expected)
    far = [int(x) + 10**15 for x in rows]
    moved = mean_from_moments(400, sum(far), sum(x * x for x in far), divisor=2)
    at_home = mean_from_moments(400, rows.sum(), rows @ rows, divisor=2)
    assert moved.half_width == pytest.approx(at_home.half_width, abs=0.1)  # ulp at 5e14: 0.06
    with pytest.raises(ValueError, match="impossible"):
        mean_from_moments(2, 10, 1)


@pytest.mark.parametrize(("n", "look"), [(0, None), (1, None), (99, AnyTime(10))])
def test_too_few_blocks_leave_an_unbounded_mean_unbounded(n: int, look: AnyTime | None) -> None:
    found = mean_from_moments(n, 7 * n, 60 * n, look=look)
    assert (found.low, found.high) == (-math.inf, math.inf)
    assert math.isnan(found.value) == (n == 0)


def test_any_time_interval_of_an_unbounded_mean_by_hand() -> None:
    found = mean_from_moments(1_000, 0, 999 * 4, look=AnyTime(1_000))  # sd 2
    assert found.half_width == pytest.approx(1.548 * Z * 2 / math.sqrt(1_000), rel=1e-3)


def test_ratio_equals_the_delta_method_on_rows_and_covers() -> None:
    rng, hits = np.random.default_rng(6), 0
    y = rng.poisson(20, (2_000, 300))
    x = rng.binomial(y, 0.3)
    for row_x, row_y in zip(x, y, strict=True):
        found = estimates.ratio_from_moments(moments_of(row_x, row_y))
        hits += found.contains(0.3)
    rest = row_x - found.value * row_y
    error = math.sqrt(rest @ rest / (300 * 299)) / row_y.mean()
    assert found.half_width == pytest.approx(scipy.stats.t.ppf(0.975, 299) * error)
    assert hits / 2_000 == pytest.approx(0.95, abs=4 * math.sqrt(0.05 * 0.95 / 2_000))
    assert math.isnan(estimates.ratio_from_moments(PairMoments(5, 3, 0, 3, 0, 0)).value)


def test_difference_is_paired() -> None:
    x, y = np.random.default_rng(7).integers(0, 9, (2, 50))
    d = x - y
    assert estimates.difference_of_means(moments_of(x, y)) == mean_from_moments(50, d.sum(), d @ d)


def test_z_score_with_and_without_error() -> None:
    cases = [(1.5, 0.5, 0.5), (1.0, 0.0, 1.0), (0.9, 0.0, 1.0)]
    assert [significance.z_score(*case) for case in cases] == [2.0, 0.0, -math.inf]


@pytest.mark.parametrize(("k", "n"), [(0, 20), (7, 7), (81, 263), (1, 30_000)])
def test_proportion_equals_scipy(k: int, n: int) -> None:
    low, high = scipy.stats.binomtest(k, n).proportion_ci(0.95, method="wilson")
    found = estimates.proportion(k, n)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-12)


def test_worth_of_mirrored_games_by_hand() -> None:
    """Two games of variance 1/4; blocks 0, 1/2, 1 with .05, .9, .05: variance .025."""
    assert estimates.independent_worth(0.25, 0.025, 2) == pytest.approx(5.0)
    assert estimates.independent_worth(0.25, 0.0, 2) == math.inf
    assert math.isnan(estimates.independent_worth(0.0, 0.0, 2))
