"""Verdicts by hand, against other routes to their p-values, and their simulated error rates."""

from __future__ import annotations

import math
from collections import Counter
from functools import partial
from itertools import combinations

import numpy as np
import pytest
import scipy.stats

from analyses.statistics.any_time import AnyTime
from analyses.statistics.estimates import Estimate, mean_from_histogram, mean_from_moments
from analyses.statistics.verdicts import IntervalAt, Verdict, Wording, holm, spread_of_seats, within


def normal_interval(value: float, sd: float, n: int, look: AnyTime | None = None) -> IntervalAt:
    """Return an interval whose ends are known by hand."""

    def interval(*, confidence_level: float) -> Estimate:
        multiple = scipy.stats.norm.ppf((1 + confidence_level) / 2)
        if look is not None:
            multiple = math.sqrt(2 * look.threshold(n, 1 - confidence_level))
        reach = multiple * sd / math.sqrt(n)
        return Estimate(value, value - reach, value + reach, "normal", n)

    return interval


TEXTS = [
    (0.004, 10_000, "balanced within 2.0 points"),  # -+ .0098
    (0.050, 10_000, "not balanced: 5.00 [4.02, 5.98] points, margin 2.0"),
    (-0.050, 10_000, "not balanced: -5.00 [-5.98, -4.02] points, margin 2.0"),
    (0.0, 1_000, "not enough games: about 3,300 more"),  # (.5 (1.96 + .67) / .02)^2 - 1,000
    (0.010, 5_000, "not enough games: about 4,600 more"),  # (.5 * 1.96 / .01)^2 - 5,000
    (-0.010, 5_000, "not enough games: about 4,600 more"),
    (0.030, 5_000, "not enough games: about 4,600 more"),
    (
        0.019,
        5_000,
        "not enough games: too close to the border, at least 14,000 more",
    ),  # gap below se
    (0.020, 1e9, "not enough games: more than 1,000,000,000 more"),
]


@pytest.mark.parametrize(("value", "n", "text"), TEXTS)
def test_text_by_hand(value: float, n: int, text: str) -> None:
    assert within(normal_interval(value, 0.5, n), 0.02).text == text
    moved = within(normal_interval(0.5 + value, 0.5, n), 0.02, centre=0.5)
    assert moved.text == text
    assert moved.estimate.value == 0.5 + value


def test_wording_gives_units_and_counts_games() -> None:
    turns = Wording("turns", 1.0, games_per_block=4)
    assert within(normal_interval(0.1, 6.0, 10**6), 0.25, wording=turns).text == (
        "balanced within 0.25 turns"
    )
    undecided = within(normal_interval(1.0, 50.0, 5_000), 2.0, wording=turns)
    assert undecided.n_more == 18_000  # ((50 * 1.96 / 1)^2 - 5,000) * 4 = 18,416


def test_forecast_of_an_any_time_run_is_where_the_bound_meets_the_margin() -> None:
    look, n = AnyTime(10_000), 2_000
    verdict = within(normal_interval(0.0125, 0.2, n, look), 0.02, look=look)
    assert verdict.outcome == "undecided"
    assert verdict.p_balanced == 1.0
    later = normal_interval(0.0125, 0.2, int(n + verdict.n_more), look)
    assert later(confidence_level=0.95).high == pytest.approx(0.02, abs=2e-4)  # two digits
    assert within(later, 0.02, look=look).p_balanced == pytest.approx(0.05, rel=0.2)


def test_no_forecast_without_a_width() -> None:
    for interval in (partial(mean_from_histogram, [0, 0], 1), partial(mean_from_moments, 1, 5, 25)):
        verdict = within(interval, 0.02, centre=0.5)
        assert verdict.text == "not enough games: too few to say how many more"
        assert (verdict.n_more, verdict.p_balanced) == (math.inf, 1.0)


def test_all_ties_do_not_balance_anything_at_once() -> None:
    """Ten tied blocks: 1/2 (1 - .05^(1/10)) = 13 points either way."""
    tied = within(partial(mean_from_histogram, [0, 10, 0], 2), 0.02, centre=0.5)
    assert tied.outcome == "undecided"
    assert within(partial(mean_from_histogram, [0, 100, 0], 2), 0.02, centre=0.5).n_more == 0.0


@pytest.mark.parametrize("margin", [0.0, -1.0, math.nan])
def test_margin_must_be_positive(margin: float) -> None:
    with pytest.raises(ValueError, match="margin must be positive"):
        within(normal_interval(0.0, 1.0, 10), margin)


def test_p_values_equal_those_of_the_t_tests() -> None:
    rng = np.random.default_rng(1)
    for shift in (-3, 0, 2, 5):
        rows = rng.integers(-20, 21, 400) + shift
        total, squares = int(rows.sum()), int(rows @ rows)
        verdict = within(partial(mean_from_moments, 400, total, squares), 2.5)
        above = scipy.stats.ttest_1samp(rows, 2.5, alternative="less").pvalue
        below = scipy.stats.ttest_1samp(rows, -2.5, alternative="greater").pvalue
        assert verdict.p_balanced == pytest.approx(min(1.0, 2 * max(above, below)), rel=1e-4)
        beyond = 1 - max(above, below) if abs(rows.mean()) > 2.5 else 0.5
        assert verdict.p_not_balanced == pytest.approx(min(1.0, 2 * beyond), rel=1e-4)


def test_p_value_is_at_most_alpha_exactly_where_the_verdict_is_given() -> None:
    rng, seen = np.random.default_rng(2), Counter[str]()
    for _ in range(150):
        counts = rng.multinomial(2_000, rng.dirichlet([6, 80, 6]))
        verdict = within(partial(mean_from_histogram, counts, 2), 0.02, centre=0.5)
        assert (verdict.p_balanced <= 0.05) == (verdict.outcome == "balanced")
        assert (verdict.p_not_balanced <= 0.05) == (verdict.outcome == "not balanced")
        seen[verdict.outcome] += 1
    assert min(seen.values()) >= 10
    assert len(seen) == 3


def test_spread_by_hand() -> None:
    """Three seats 2, 5 and 3 points apart, se .5: upper bounds at 5 %, lower at 5 % / 6."""
    pairs = [normal_interval(value, 0.5, 10_000) for value in (0.02, 0.05, 0.03)]
    verdict = spread_of_seats(pairs, 0.02)
    z_upper, z_lower = scipy.stats.norm.ppf([0.95, 1 - 0.05 / 6])
    expected = (0.05, 0.05 - z_lower * 0.005, 0.05 + z_upper * 0.005)
    found = verdict.estimate
    assert (found.value, found.low, found.high) == pytest.approx(expected)
    assert verdict.text == "not balanced: 5.0 [3.8, 5.8] points of spread, margin 2.0"
    p = 6 * scipy.stats.norm.sf((0.05 - 0.02) / 0.005)
    assert verdict.p_not_balanced == pytest.approx(p, rel=1e-4)
    assert spread_of_seats(pairs, 0.06).text == "balanced within 6.0 points of spread"
    with pytest.raises(ValueError, match="one pair or more"):
        spread_of_seats([], 0.02)


def test_spread_does_not_care_which_seat_is_named_first() -> None:
    pairs = [normal_interval(value, 0.5, 5_000) for value in (0.02, 0.035, 0.015)]
    turned = [normal_interval(-value, 0.5, 5_000) for value in (0.02, 0.035, 0.015)]
    assert spread_of_seats(pairs, 0.03) == spread_of_seats(turned, 0.03)


def test_spread_forecast_by_hand() -> None:
    """Upper bound binds: sd (z_.95 + 0) / sqrt(N) = .02 - .01, as .01 is above the se."""
    verdict = spread_of_seats([normal_interval(0.01, 0.5, 4_000)], 0.02)
    assert verdict.n_more == 2_800  # (.5 * 1.645 / .01)^2 - 4,000 = 2,764


def seat_pairs(wins: np.ndarray, n: int) -> list[IntervalAt]:
    """Return the paired differences of single games: w_i - w_j is 1, 0 or -1."""
    pairs = combinations([int(w) for w in wins], 2)
    return [partial(mean_from_moments, n, one - other, one + other) for one, other in pairs]


def spread_outcomes(shares: list[float], n: int, margin: float, runs: int) -> Counter[str]:
    rng = np.random.default_rng(3)
    return Counter(
        spread_of_seats(seat_pairs(rng.multinomial(n, shares), n), margin).outcome
        for _ in range(runs)
    )


def four_se(p: float, runs: int) -> float:
    return 4 * math.sqrt(p * (1 - p) / runs)


def test_spread_verdicts_of_four_seats_err_as_seldom_as_stated() -> None:
    """3,099 games find four fair seats balanced within 5 points with 90 % power.

    n = s_D^2 ((z_.95 + q_4(.9) / sqrt 2) / X)^2, q the studentised range, s_D^2 = 2 / 4.
    """
    q = scipy.stats.studentized_range.ppf(0.9, 4, math.inf)
    n = math.ceil(0.5 * ((scipy.stats.norm.ppf(0.95) + q / math.sqrt(2)) / 0.05) ** 2)
    assert n == 3_099
    runs, half = 500, 0.025
    fair = spread_outcomes([0.25] * 4, n, 0.05, runs)
    assert fair["balanced"] / runs == pytest.approx(0.90, abs=four_se(0.9, runs))
    border = [[0.25 + half, 0.25, 0.25, 0.25 - half], [0.25 + half] * 2 + [0.25 - half] * 2]
    for shares in border:
        found = spread_outcomes(shares, n, 0.05, runs)
        assert found["balanced"] / runs <= 0.05 + four_se(0.05, runs)
        assert found["not balanced"] / runs <= 0.05 + four_se(0.05, runs)
    far = spread_outcomes([0.30, 0.25, 0.25, 0.20], n, 0.05, runs)
    assert far["not balanced"] / runs == pytest.approx(0.907, abs=four_se(0.9, runs))


def test_the_error_rate_check_would_see_a_missing_correction() -> None:
    """One-sided 5 % for each of twelve ordered pairs, uncorrected, errs in about 15 %."""
    rng, n, runs, wrong = np.random.default_rng(4), 3_099, 500, 0
    for _ in range(runs):
        wins = rng.multinomial(n, [0.275, 0.275, 0.225, 0.225])
        found = [pair(confidence_level=0.9) for pair in seat_pairs(wins, n)]
        wrong += any(max(it.low, -it.high) > 0.05 for it in found)
    assert wrong / runs > 0.05 + four_se(0.05, runs)


def mirrored_outcomes(truth: float, n: int, runs: int) -> Counter[str]:
    """Verdicts "within 1 point of 1/2" on blocks 0, 1/2, 1 of which 90 % tie."""
    rng, shape = np.random.default_rng(5), [0.55 - truth, 0.9, truth - 0.45]
    return Counter(
        within(partial(mean_from_histogram, counts, 2), 0.01, centre=0.5).outcome
        for counts in rng.multinomial(n, shape, size=runs)
    )


def test_verdicts_on_one_mean_err_as_seldom_as_stated() -> None:
    """n = s^2 ((z_.975 + z_.95) / X)^2 for 90 % power at a true difference of 0."""
    n, runs = math.ceil(0.025 * ((1.960 + 1.645) / 0.01) ** 2), 300
    fair = mirrored_outcomes(0.5, n, runs)
    assert fair["balanced"] / runs == pytest.approx(0.90, abs=four_se(0.9, runs))
    border = mirrored_outcomes(0.51, n, runs)
    for wrong in ("balanced", "not balanced"):
        assert border[wrong] / runs <= 0.025 + four_se(0.025, runs)


def test_holm_by_hand() -> None:
    """.01 * 4; .02 * 3; .03 * 2 = .06 stays; .04 * 1 is raised to .06."""
    assert holm([0.04, 0.01, 0.03, 0.02]) == pytest.approx([0.06, 0.04, 0.06, 0.06])
    assert holm([0.5, 0.9, 0.001]) == pytest.approx([1.0, 1.0, 0.003])
    assert holm([]).shape == (0,)
    with pytest.raises(ValueError, match="must lie in"):
        holm([0.1, math.nan])


@pytest.mark.parametrize("n", [50, 150, 360])
@pytest.mark.parametrize("look", [None, AnyTime(400.0)])
def test_blocks_that_agree_are_forecast_as_what_they_can_have_missed(
    n: int, look: AnyTime | None
) -> None:
    """Found by trying: the forecast for blocks that agree is right to a tenth."""

    def judged(blocks: int) -> Verdict:
        flat = partial(mean_from_histogram, [0, 0, blocks, 0, 0], 4, low=-1.0, look=look)
        return within(flat, 0.01, look=look)

    found = judged(n)
    assert found.text == f"not enough games: about {found.n_more:,.0f} more"
    enough = n + found.n_more
    assert judged(math.ceil(1.1 * enough)).outcome == "balanced"
    assert judged(math.floor(0.9 * enough)).outcome == "undecided"
