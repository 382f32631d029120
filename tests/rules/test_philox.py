"""The random streams: published vectors, kept words, rejection without bias, distinct streams."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

from simcore.errors import UsageError
from simcore.philox import (
    CARDS,
    CHOICES,
    DICE,
    DRAWS,
    LANES,
    RNG,
    SEGMENTS,
    bounded,
    counter,
    draw_below,
    luck_dtype,
    open_turn,
    philox,
    random_below,
    seed_words,
    word_of,
)

MASK = 2**32 - 1

# Random123 1.14, tests/kat_vectors, "philox4x32 10": counter, key, output.
VECTORS = [
    (
        (0x00000000, 0x00000000, 0x00000000, 0x00000000),
        (0x00000000, 0x00000000),
        (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8),
    ),
    (
        (0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF),
        (0xFFFFFFFF, 0xFFFFFFFF),
        (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD),
    ),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


def plain_philox(words: tuple[int, ...], key: tuple[int, int]) -> tuple[int, ...]:
    """Philox4x32-10 in Python integers, after Salmon et al. (2011), section 3.3."""
    (c0, c1, c2, c3), (k0, k1) = words, key
    for _ in range(10):
        first, second = 0xD2511F53 * c0, 0xCD9E8D57 * c2
        c0, c1 = (second >> 32) ^ c1 ^ k0, second & MASK
        c2, c3 = (first >> 32) ^ c3 ^ k1, first & MASK
        k0, k1 = (k0 + 0x9E3779B9) & MASK, (k1 + 0xBB67AE85) & MASK
    return c0, c1, c2, c3


def plain_word(seed: int, block: int, purpose: int, owner: int, turn: int, draw: int) -> int:
    """One word of a stream, by the counter's description alone."""
    c1 = block >> 32 | purpose << 24
    words = (block & MASK, c1, turn | owner << 24, draw // 4)
    return plain_philox(words, (seed & MASK, seed >> 32))[draw % 4]


def accepts(word: int, n: int, bits: int) -> bool:
    """Lemire's rule: reject the first 2**bits mod n values of the product's low half."""
    return (word * n) % 2**bits >= 2**bits % n


class PlainStream:
    """Bounded draws of one stream, one after the other; counts the words it rejected."""

    def __init__(self, *place: int) -> None:
        self.place = place
        self.draw = 0
        self.n_rejected = 0

    def below(self, n: int) -> int:
        while True:
            word = plain_word(*self.place, self.draw)
            self.draw += 1
            if accepts(word, n, 32):
                return word * n >> 32
            self.n_rejected += 1


@pytest.mark.parametrize(("words", "key", "wanted"), VECTORS)
def test_published_vectors(words: tuple[int, ...], key: tuple[int, int], wanted: object) -> None:
    seed = np.uint64(key[0] | key[1] << 32)
    assert tuple(int(word) for word in philox(seed, *map(np.uint64, words))) == wanted
    assert plain_philox(words, key) == wanted


def test_the_plain_generator_can_disagree() -> None:
    words, key, wanted = VECTORS[2]
    assert plain_philox((words[0] ^ 1, *words[1:]), key) != wanted
    assert plain_philox(words, (key[0], key[1] ^ 1)) != wanted


@pytest.mark.parametrize("seed", [0, 7, 2**64 - 1])
def test_words_computed_on_the_spot(seed: int) -> None:
    for place in product((0, 2**32 + 5, 2**56 - 1), (DICE, CHOICES), (0, 5), (0, 99_999), range(9)):
        assert int(word_of(np.uint64(seed), *place)) == plain_word(seed, *place), place


def luck_of(seed: int, block: int) -> np.ndarray:
    luck = np.zeros(1, luck_dtype(6))
    luck["seed"], luck["block"] = seed, block
    return luck


def test_words_kept_ahead_are_those_computed_on_the_spot() -> None:
    """Turns in any order, far beyond the places kept, return visits and changes of block."""
    rng = random.Random(1)
    luck = luck_of(12345, 0)
    turns = [*range(3 * LANES), *(rng.randrange(4 * LANES * SEGMENTS) for _ in range(300))]
    for turn in turns:
        luck["block"] = rng.choice((0, 0, 1, 2**40))
        owner = rng.randrange(6)
        open_turn(luck[0], np.uint64(owner), np.uint64(turn))
        place = (12345, int(luck["block"][0]))
        streams = [PlainStream(*place, purpose, owner, turn) for purpose in (DICE, CARDS)]
        for _ in range(2 * DRAWS + 2):
            purpose, n = rng.choice((DICE, CARDS)), rng.choice((6, 54, 6**6, 2**32))
            drawn = draw_below(luck[0], purpose, np.uint64(n))
            assert int(drawn) == streams[purpose].below(n), (place, owner, turn)


def test_rejected_words_are_passed_over() -> None:
    """With n just above 2**31 nearly every second word is rejected, kept ahead or not."""
    n, n_rejected, n_drawn = 2**31 + 1, 0, 0
    for turn in range(100):
        luck = luck_of(3, 4)
        open_turn(luck[0], np.uint64(2), np.uint64(turn))
        stream = PlainStream(3, 4, DICE, 2, turn)
        for _ in range(5):
            assert int(draw_below(luck[0], DICE, np.uint64(n))) == stream.below(n)
        n_rejected += stream.n_rejected
        n_drawn += 5
    # Binomial: half of all words are rejected, so the rejections before 500 acceptances have mean
    # 500 and variance 1000.
    assert abs(n_rejected - n_drawn) < 4 * (2 * n_drawn) ** 0.5


def test_bounded_accepts_by_the_rule() -> None:
    """The words next to each boundary of acceptance, and some at random."""
    rng = random.Random(2)
    for n in (1, 2, 3, 6, 54, 6**5, 6**6, 10**6 + 3, 2**31 + 1, 2**32 - 1, 2**32):
        edges = {value * 2**32 // n + step for value in (0, 1, n // 2, n) for step in (-1, 0, 1)}
        words = sorted(word for word in edges if 0 <= word <= MASK)
        for word in [*words, *(rng.randrange(2**32) for _ in range(200))]:
            value, is_accepted = bounded(np.uint64(word), np.uint64(n))
            assert (int(value), bool(is_accepted)) == (word * n >> 32, accepts(word, n, 32))


@pytest.mark.parametrize("bits", [4, 8])
def test_the_rule_is_unbiased_whatever_the_size_of_a_word(bits: int) -> None:
    """All words of a small generator: each value is accepted equally often, for every n."""
    for n in range(1, 2**bits + 1):
        accepted = [word * n >> bits for word in range(2**bits) if accepts(word, n, bits)]
        assert {accepted.count(value) for value in range(n)} == {2**bits // n}, n


def test_without_rejection_the_small_generator_is_biased() -> None:
    values = [word * 6 >> 4 for word in range(16)]
    assert {values.count(value) for value in range(6)} == {2, 3}


def test_streams_are_distinct() -> None:
    """Counter words differ wherever block, purpose, owner or turn differ, at the limits too."""
    blocks = (0, 1, 2**24, 2**32 - 1, 2**32, 2**56 - 1)
    places = list(
        product(blocks, (DICE, CARDS, CHOICES, 255), (0, 1, 5, 255), (0, 1, 7, 8, 2**24 - 1))
    )
    counters = {tuple(int(word) for word in counter(*place)) for place in places}
    assert len(counters) == len(places)
    words = {tuple(plain_word(9, *place, draw) for draw in range(4)) for place in places}
    assert len(words) == len(places)


def chi_square(counts: np.ndarray) -> float:
    expected = counts.sum() / len(counts)
    return float(((counts - expected) ** 2 / expected).sum())


def limit_of(n: int) -> float:
    """Four standard deviations above the mean of chi-square with n - 1 degrees of freedom."""
    return n - 1 + 4 * (2 * (n - 1)) ** 0.5


@pytest.mark.parametrize("n", [6, 54])
def test_bounded_draws_are_uniform(n: int) -> None:
    counts = np.zeros(n, np.int64)
    luck = luck_of(20, 0)
    for turn in range(5_000):
        open_turn(luck[0], np.uint64(turn % 6), np.uint64(turn))
        for _ in range(6):
            counts[int(draw_below(luck[0], CARDS, np.uint64(n)))] += 1
    assert counts.sum() == 30_000
    assert chi_square(counts) < limit_of(n)
    counts[0] += 1_500 * 6 // n
    assert chi_square(counts) > limit_of(n), "a bias of a twentieth in one value must be seen"


def test_a_strategys_own_draws() -> None:
    rng = np.zeros(1, RNG)
    rng["seed"], rng["block"], rng["owner"], rng["turn"] = 5, 6, 1, 3
    stream = PlainStream(5, 6, CHOICES, 1, 3)
    for n in (2, 12, 12, 2**31 + 1, 7, 2**31 + 1, 3):
        assert random_below(rng[0], n) == stream.below(n)
    assert rng["draw"][0] == stream.draw


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seeds_out_of_range(seed: int) -> None:
    with pytest.raises(UsageError, match="allowed: 0 to 2"):
        seed_words(seed)
