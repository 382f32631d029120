"""How many blocks a verdict still needs: where an interval will clear a border."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

__all__ = ["Reach", "blocks_wanted", "least"]

_BISECTIONS = 30
_MOST_BLOCKS = 1e18


class Reach(NamedTuple):
    """How far an interval reaches from its value, after `n` blocks and later.

    Parameters
    ----------
    now, far : float
        Its reach, and that at a hundredth of the error rate.
    multiple : callable
        From blocks to the standard errors on either side of a normal interval.
    far_multiple : float
        Those now at a hundredth of the error rate.
    n : int
        Blocks.
    """

    now: float
    far: float
    multiple: Callable[[float], float]
    far_multiple: float
    n: int

    @property
    def error(self) -> float:
        """The standard error, were it a normal interval."""
        return self.now / self.multiple(self.n)

    def is_flat(self, bound: float, far_bound: float) -> bool:
        """Whether it is rather what n blocks that agree can have missed than a standard error.

        The first grows with the error rate like the bound L, the second like its square root.
        """
        flat, normal = far_bound / bound, self.far_multiple / self.multiple(self.n)
        return self.far / self.now > (flat + normal) / 2


def blocks_wanted(reach: Reach, gap: float, extra: float, is_flat: bool) -> float:
    """Blocks after which the interval reaches less far than `gap`, or than one standard error.

    Parameters
    ----------
    reach : Reach
    gap : float
        From the value to the border.
    extra : float
        Standard errors that are added.
    is_flat : bool
        Whether it shrinks like multiple^2 / N, and not like multiple / sqrt(N).
    """
    n, now = reach.n, reach.multiple(reach.n)
    if is_flat:
        return least(
            lambda total: reach.now * n * (reach.multiple(total) / now) ** 2 / total < gap,
            n,
            _MOST_BLOCKS,
        )
    wanted = max(gap, reach.error) / (reach.error * math.sqrt(n))
    return least(
        lambda total: (reach.multiple(total) + extra) / math.sqrt(total) < wanted, n, _MOST_BLOCKS
    )


def least(holds: Callable[[float], bool], low: float, high: float) -> float:
    """Return where `holds` turns true between `low` and `high`, to 1e-7; inf if it does not."""
    if holds(low) or not holds(high):
        return low if holds(low) else math.inf
    for _ in range(_BISECTIONS):
        middle = math.sqrt(low * high)
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high
