"""Random draws outside games: generators of decks and layouts, one stream for each seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from simcore.philox import bounded, seed_words, word_of

__all__ = ["Draws"]

Item = TypeVar("Item")


class Draws:
    """Unbiased draws of one seed and purpose, in the order in which they are asked for.

    Parameters
    ----------
    seed : int
        0 <= seed < 2**64.
    purpose : int
        Number of the stream; games draw from streams 0 to 2.
    """

    def __init__(self, seed: int, purpose: int) -> None:
        self._seed, self._purpose, self._n_drawn = seed_words(seed), purpose, 0

    def below(self, n: int) -> int:
        """Uniform on 0 .. n - 1."""
        while True:
            word = word_of(self._seed, 0, self._purpose, 0, 0, self._n_drawn)
            self._n_drawn += 1
            value, is_accepted = bounded(np.uint64(word), np.uint64(n))
            if is_accepted:
                return int(value)

    def one_of(self, items: Sequence[Item]) -> Item:
        """One item, each equally likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """All items, each order equally likely."""
        rest = list(items)
        return [rest.pop(self.below(len(rest))) for _ in items]
