"""Estimates: a value, the ends of its interval, how they were found, and from how many blocks.

Blocks arrive as counts on a lattice (bounded means, such as a win share) or as integer moments
(unbounded means, such as turns a game). Both merge by addition, so no result depends on how a
run was cut into chunks. Arguments that several functions share:

confidence_level : float, default 0.95
    Coverage of the interval, in (0, 1).
look : AnyTime, optional
    Makes the interval valid at every look. Without it the number of blocks was fixed in advance.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from operator import index

import numpy.typing as npt
from scipy.special import ndtri, stdtrit

from analyses.statistics import likelihood
from analyses.statistics.any_time import AnyTime

MIN_BLOCKS_ASYMPTOTIC = 100
"""First look of an any-time interval for an unbounded mean; its guarantee is a limit theorem."""


@dataclass(frozen=True)
class Estimate:
    """A statistic with its interval.

    Parameters
    ----------
    value, low, high : float
        Best guess (nan where there is none) and the ends of the interval.
    method : str
        In words, with the confidence level: "block t, 95 %"; "exact" if computed, not sampled.
    n : int
        Blocks (or independent trials) behind it; 0 if exact.

    Examples
    --------
    >>> Estimate(0.50548, 0.50409, 0.50687, "block t, 95 %", 24_000).text
    '0.5055 [0.5041, 0.5069]'
    """

    value: float
    low: float
    high: float
    method: str
    n: int

    @classmethod
    def exact(cls, value: float) -> Estimate:
        """Return a value known without error."""
        return cls(value, value, value, "exact", 0)

    @property
    def half_width(self) -> float:
        """Half the length of the interval."""
        return (self.high - self.low) / 2

    @property
    def text(self) -> str:
        """The estimate in print, as `__format__` without a specification gives it."""
        return f"{self}"

    def contains(self, value: float) -> bool:
        """Return whether `value` lies in the interval, ends included."""
        return self.low <= value <= self.high

    def __format__(self, spec: str) -> str:
        """Return value [low, high], each in `spec`; by default with two digits of half-width."""
        width = self.half_width
        if not spec and math.isfinite(width) and width > 0.0:
            spec = f".{max(0, 1 - math.floor(math.log10(width)))}f"
        value, low, high = (format(x, spec or ".6g") for x in (self.value, self.low, self.high))
        return f"{value} (exact)" if self.method == "exact" else f"{value} [{low}, {high}]"


def percent(level: float) -> str:
    """Return a share as "95 %", for method texts."""
    if not 0.0 < level < 1.0:
        raise ValueError(f"confidence_level must lie between 0 and 1, got {level}")
    return f"{100 * level:.6g} %"


def any_time(look: AnyTime, level: str) -> str:
    """The level of an interval that may be looked at after any block, in words."""
    return f"any-time {level}" + (f" for {look.family} together" if look.family > 1 else "")


def mean_from_histogram(
    counts: npt.ArrayLike,
    lattice: int,
    *,
    low: float = 0.0,
    high: float = 1.0,
    confidence_level: float = 0.95,
    look: AnyTime | None = None,
) -> Estimate:
    """Mean of block scores on a lattice from `low` to `high`, by empirical likelihood.

    Parameters
    ----------
    counts : int[lattice + 1]
        Blocks with score low + (high - low) k / lattice.
    lattice : int
        Steps from `low` to `high`: 2 for the win share in two games, 4 with `low=-1` for the
        difference of two such shares.
    low, high : float
        Least and greatest score the rules allow (not the least and greatest seen).

    Returns
    -------
    Estimate
        {mu : L(mu) <= T}, see `analyses.statistics.likelihood`; nan in [low, high] without blocks.

    Notes
    -----
    Covers 94 to 96 % where 100 blocks or more are expected away from the commonest score (by
    simulation); conservative with fewer than 20 of them, and says so. Never of width zero.
    Owen (1990), Annals of Statistics 18, 90-120.

    Examples
    --------
    >>> mean_from_histogram([45, 900, 55], 2).text
    '0.5050 [0.4952, 0.5149]'
    """
    table = likelihood.histogram(counts, lattice)
    n, informative = int(table.sum()), likelihood.n_informative(table)
    if n == 0:
        return Estimate(math.nan, low, high, "no blocks", 0)
    alpha, level = 1.0 - confidence_level, percent(confidence_level)
    if look is not None:
        threshold = look.threshold(n, alpha)
        method = f"empirical likelihood, {any_time(look, level)}"
    else:
        threshold = likelihood.fixed_threshold(n, informative, alpha)
        method = f"empirical likelihood, {level}"
        if informative < likelihood.MIN_INFORMATIVE:
            method += f", conservative ({informative} informative blocks)"
    mean = sum(k * int(count) for k, count in enumerate(table)) / (n * lattice)
    bottom, top = likelihood.interval(table, threshold)
    shares = mean, min(bottom, mean), max(top, mean)
    value, bottom, top = (low + (high - low) * share for share in shares)
    return Estimate(value, bottom, top, method, n)


@dataclass(frozen=True)
class PairMoments:
    """Integer sums over blocks of two quantities x and y measured on the same blocks."""

    n: int
    sum_x: int
    sum_y: int
    sum_xx: int
    sum_xy: int
    sum_yy: int


def mean_from_moments(
    n: int,
    total: int,
    total_of_squares: int,
    *,
    divisor: int = 1,
    confidence_level: float = 0.95,
    look: AnyTime | None = None,
) -> Estimate:
    """Mean of an unbounded block quantity, by a t-interval over blocks.

    Parameters
    ----------
    n : int
        Blocks.
    total, total_of_squares : int
        Sum over blocks of the block total, and of its square.
    divisor : int, default 1
        What a block total is divided by: the games in a block, for a mean a game.

    Returns
    -------
    Estimate
        mean +- t(n-1) s / sqrt(n). Unbounded with fewer than two blocks.

    Notes
    -----
    n (n-1) s^2 = n sum x^2 - (sum x)^2 in whole numbers, so nothing cancels. With `look` the
    half-width is s sqrt(2 T_n / n), unbounded before 100 blocks: the asymptotic confidence
    sequence of Waudby-Smith et al. (2024), arXiv 2103.06476. Blocks all alike give a width of
    zero; where bounds are known, `mean_from_histogram` does not.
    """
    n, total, squares = index(n), index(total), index(total_of_squares)
    centred = n * squares - total * total
    if n < 0 or centred < 0:
        raise ValueError(f"impossible moments: n={n}, total={total}, squares={squares}")
    mean = total / (n * divisor) if n > 0 else math.nan
    error = math.sqrt(centred / (n * n * (n - 1))) / divisor if n > 1 else math.inf
    return _around(mean, error, n, confidence_level, look)


def _around(
    value: float, error: float, n: int, confidence_level: float, look: AnyTime | None
) -> Estimate:
    """Return value +- its multiple of the standard error; unbounded while nothing is known."""
    alpha, level = 1.0 - confidence_level, percent(confidence_level)
    method = f"block t, {level}" if look is None else f"asymptotic CS, {any_time(look, level)}"
    is_early = look is not None and n < MIN_BLOCKS_ASYMPTOTIC
    if is_early or not (math.isfinite(value) and math.isfinite(error)):
        return Estimate(value, -math.inf, math.inf, method, n)
    t = stdtrit(n - 1, 1.0 - alpha / 2) if look is None else math.sqrt(2 * look.threshold(n, alpha))
    reach = float(t) * error
    return Estimate(value, value - reach, value + reach, method, n)


def ratio_from_moments(
    moments: PairMoments, *, confidence_level: float = 0.95, look: AnyTime | None = None
) -> Estimate:
    """Ratio of two means, R = sum x / sum y, by the delta method over blocks.

    R +- t(n-1) se with se^2 = sum (x - R y)^2 / (n (n-1) ybar^2), the sum taken in whole numbers
    times (sum y)^2. First order: ybar must be many standard errors from 0. nan if sum y is 0.
    """
    n, x, y = index(moments.n), index(moments.sum_x), index(moments.sum_y)
    xx, xy, yy = index(moments.sum_xx), index(moments.sum_xy), index(moments.sum_yy)
    if y == 0:
        return _around(math.nan, math.inf, n, confidence_level, look)
    residual = xx * y * y - 2 * x * y * xy + x * x * yy
    error = math.sqrt(n * residual / ((n - 1) * y**4)) if n > 1 else math.inf
    return _around(x / y, error, n, confidence_level, look)


def difference_of_means(
    moments: PairMoments,
    *,
    divisor: int = 1,
    confidence_level: float = 0.95,
    look: AnyTime | None = None,
) -> Estimate:
    """Mean of x - y over the same blocks, by `mean_from_moments`; shared luck cancels."""
    level, total = confidence_level, index(moments.sum_x) - index(moments.sum_y)
    squares = index(moments.sum_xx) - 2 * index(moments.sum_xy) + index(moments.sum_yy)
    n = moments.n
    return mean_from_moments(n, total, squares, divisor=divisor, confidence_level=level, look=look)


def proportion(k: int, n: int, *, confidence_level: float = 0.95) -> Estimate:
    """Share k / n of independent trials (single dice rolls, not games), with Wilson's interval.

    All p with (k/n - p)^2 <= z^2 p (1 - p) / n: inside [0, 1], never of width zero.
    """
    if not 0 <= k <= n:
        raise ValueError(f"k must lie between 0 and n, got k={k}, n={n}")
    if n == 0:
        return Estimate(math.nan, 0.0, 1.0, "no trials", 0)
    z2 = float(ndtri((1.0 + confidence_level) / 2)) ** 2
    centre = (k + z2 / 2) / (n + z2)
    reach = math.sqrt(z2 * (k * (n - k) / n + z2 / 4)) / (n + z2)
    low = max(0.0, centre - reach) if k > 0 else 0.0
    high = min(1.0, centre + reach) if k < n else 1.0
    return Estimate(k / n, low, high, f"Wilson, {percent(confidence_level)}", n)


def independent_worth(game_variance: float, block_variance: float, games_per_block: int) -> float:
    """Return how many independent games one game of a block design is worth.

    Parameters
    ----------
    game_variance, block_variance : float
        Of one game's score over all games, and of the mean over the games of a block. For a
        difference of two sides: the sum of the sides' game variances, and of the difference.
    games_per_block : int
        Games that mean is taken over; for a difference, those of one side.

    Returns
    -------
    float
        (game_variance / games_per_block) / block_variance. Infinite if no block differs, nan if
        no game does.
    """
    independent = game_variance / games_per_block
    if block_variance > 0.0:
        return independent / block_variance
    return math.inf if independent > 0.0 else math.nan
