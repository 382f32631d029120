"""Draws of the generators: the stream they read, and that every value and order is as likely."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from scipy.stats import chisquare

from simcore.draws import Draws
from simcore.errors import UsageError
from simcore.philox import word_of

SEED, PURPOSE = 20, 3


def test_draws_are_the_words_of_the_stream_scaled_down() -> None:
    draws = Draws(SEED, PURPOSE)
    found = [draws.below(60) for _ in range(50)]
    words = [int(word_of(SEED, 0, PURPOSE, 0, 0, draw)) for draw in range(50)]
    assert found == [60 * word >> 32 for word in words]


def test_a_word_that_would_bias_the_draw_is_left_out() -> None:
    # 2**32 = 1 * (2**31 + 2**30) + 2**30: a quarter of the words has no place.
    n = 3 << 30
    words = [int(word_of(SEED, 0, PURPOSE, 0, 0, draw)) for draw in range(200)]
    fair = [n * word >> 32 for word in words if (n * word) % 2**32 >= 2**32 % n]
    draws = Draws(SEED, PURPOSE)
    assert [draws.below(n) for _ in fair] == fair
    assert 100 < len(fair) < 190


def test_streams_differ_by_seed_and_purpose() -> None:
    streams = [(seed, purpose) for seed in (0, 1, 2**64 - 1) for purpose in (1, 3)]
    found = {tuple(Draws(*stream).shuffled(range(20))) for stream in streams}
    assert len(found) == len(streams)
    with pytest.raises(UsageError, match="out of range"):
        Draws(2**64, PURPOSE)


def test_every_order_is_equally_likely() -> None:
    draws = Draws(SEED, PURPOSE)
    counts = Counter(tuple(draws.shuffled("abcd")) for _ in range(4_800))
    assert set(counts) == set(permutations("abcd"))
    assert chisquare(list(counts.values())).pvalue > 1e-4


def test_every_item_is_equally_likely() -> None:
    draws = Draws(SEED, PURPOSE)
    counts = Counter(draws.one_of("abc") for _ in range(3_000))
    assert chisquare([counts[item] for item in "abc"]).pvalue > 1e-4
