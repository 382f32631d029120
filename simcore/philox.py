"""Philox4x32-10 random streams, keyed so that rule variants and strategies share their luck.

The key is the run's seed. The counter names one draw: block, purpose, owner, the owner's own
turn and the number of the draw within that turn. Nothing else enters, so a game meets the same
dice and cards whatever the other seats do, however many workers run, and in whatever order.

References
----------
.. [1] Salmon, Moraes, Dror and Shaw (2011), "Parallel random numbers: as easy as 1, 2, 3",
   Proc. SC11, section 3.3 (Philox); test vectors: `kat_vectors` of the Random123 distribution.
.. [2] Lemire (2019), "Fast random integer generation in an interval", ACM TOMACS 29(1),
   section 4: multiply, and reject the few products that would bias the result.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.errors import UsageError
from simcore.jit import inlined, kernel

__all__ = [
    "CARDS",
    "CHOICES",
    "DICE",
    "DRAWS",
    "LANES",
    "RNG",
    "bounded",
    "draw_below",
    "luck_dtype",
    "open_turn",
    "philox",
    "random_below",
    "seed_words",
]

DICE, CARDS, CHOICES = 0, 1, 2
"""Purposes: what a stream is for. A strategy's own draws (CHOICES) never touch the game's luck."""

LANES = 8
"""Turns generated together (one vector register of 64-bit lanes)."""
SEGMENTS = 8
"""Groups of `LANES` turns kept for each owner; later turns reuse the oldest place."""
DRAWS = 4
"""Words of one Philox call, hence draws of a turn that are generated ahead."""

_M0 = np.uint64(0xD2511F53)
_M1 = np.uint64(0xCD9E8D57)
_W0 = np.uint64(0x9E3779B9)
_W1 = np.uint64(0xBB67AE85)
_MASK = np.uint64(0xFFFFFFFF)
_SHIFT = np.uint64(32)
_ONE = np.uint64(1)
_BYTE3 = np.uint64(24)
_LANES = np.uint64(LANES)
_SEGMENTS = np.uint64(SEGMENTS)
_DRAWS = np.uint64(DRAWS)

RNG = np.dtype(
    [
        ("seed", np.uint64),
        ("block", np.int64),
        ("owner", np.int64),
        ("turn", np.int64),
        ("draw", np.int64),
    ],
    align=True,
)
"""A strategy's own stream inside its view; `random_below(view.rng, n)` draws from it."""


def luck_dtype(n_owners: int, n_purposes: int = 2) -> np.dtype[Any]:
    """The dtype of a game's luck: whose turn it is, and words generated ahead.

    All counts are unsigned, and `words` is flat: the one layout for which the compiler
    generates `LANES` turns in vector registers and finds a word without a branch.

    seed, block : set by the game at its start.
    owner, turn : whose luck is drawn from, and which of its turns; set by `open_turn`.
    draws : uint64[n_purposes]
        Draws used so far in this turn.
    place : where the words of this turn begin.
    words : uint32[n_owners * SEGMENTS * n_purposes * DRAWS * LANES]
        The first `DRAWS` words of each turn and purpose, kept for all rotations of a block.
    tags : uint64[n_owners * SEGMENTS, 2]
        1 + block, and group of `LANES` turns, that a place of `words` holds.
    """
    size = n_owners * SEGMENTS * n_purposes * DRAWS * LANES
    return np.dtype(
        [
            *((name, np.uint64) for name in ("seed", "block", "owner", "turn", "place")),
            ("draws", np.uint64, n_purposes),
            ("tags", np.uint64, (n_owners * SEGMENTS, 2)),
            ("words", np.uint32, size),
        ],
        align=True,
    )


def seed_words(seed: int) -> np.uint64:
    """The 64-bit key of a run's seed, 0 <= seed < 2**64."""
    if not 0 <= seed < 2**64:
        raise UsageError(f"seed {seed} is out of range; allowed: 0 to 2**64 - 1")
    return np.uint64(seed)


@inlined
def _round(c0, c1, c2, c3, k0, k1):
    """One of the ten rounds."""
    p0 = _M0 * c0
    p1 = _M1 * c2
    return (p1 >> _SHIFT) ^ c1 ^ k0, p1 & _MASK, (p0 >> _SHIFT) ^ c3 ^ k1, p0 & _MASK


@inlined
def _bump(k0, k1):
    """The key of the next round."""
    return (k0 + _W0) & _MASK, (k1 + _W1) & _MASK


@inlined
def philox(seed, c0, c1, c2, c3):
    """Four 32-bit words (as uint64) for key `seed` and the 32-bit counter words c0 .. c3."""
    # Written out, not a loop: only then does the compiler run eight turns side by side.
    k0, k1 = seed & _MASK, seed >> _SHIFT
    c0, c1, c2, c3 = _round(c0, c1, c2, c3, k0, k1)
    k0, k1 = _bump(k0, k1)
    c0, c1, c2, c3 = _round(c0, c1, c2, c3, k0, k1)
    k0, k1 = _bump(k0, k1)
    c0, c1, c2, c3 = _round(c0, c1, c2, c3, k0, k1)
    k0, k1 = _bump(k0, k1)
    c0, c1, c2, c3 = _round(c0, c1, c2, c3, k0, k1)
    k0, k1 = _bump(k0, k1)
    c0, c1, c2, c3 = _round(c0, c1, c2, c3, k0, k1)
    k0, k1 = _bump(k0, k1)
    c0, c1, c2, c3 = _round(c0, c1, c2, c3, k0, k1)
    k0, k1 = _bump(k0, k1)
    c0, c1, c2, c3 = _round(c0, c1, c2, c3, k0, k1)
    k0, k1 = _bump(k0, k1)
    c0, c1, c2, c3 = _round(c0, c1, c2, c3, k0, k1)
    k0, k1 = _bump(k0, k1)
    c0, c1, c2, c3 = _round(c0, c1, c2, c3, k0, k1)
    k0, k1 = _bump(k0, k1)
    return _round(c0, c1, c2, c3, k0, k1)


@kernel
def counter(block, purpose, owner, turn):
    """Counter words c0, c1, c2: block (56 bits), purpose (8), owner (8) and turn (24)."""
    bits = np.uint64(block)
    c1 = (bits >> _SHIFT) | (np.uint64(purpose) << _BYTE3)
    return bits & _MASK, c1, np.uint64(turn) | (np.uint64(owner) << _BYTE3)


@kernel
def word_of(seed, block, purpose, owner, turn, draw):
    """One word of a stream, computed on the spot."""
    c0, c1, c2 = counter(block, purpose, owner, turn)
    words = philox(np.uint64(seed), c0, c1, c2, np.uint64(draw) // _DRAWS)
    place = np.uint64(draw) % _DRAWS
    if place == np.uint64(0):
        return words[0]
    if place == np.uint64(1):
        return words[1]
    if place == np.uint64(2):
        return words[2]
    return words[3]


@kernel
def _generate(luck, owner, group, place):
    """Fill `place` with the first words of the `LANES` turns of `group`, all purposes."""
    seed = luck.seed  # Read once: a store into `words` might change it, for all the compiler knows.
    n_purposes = luck.draws.shape[0]
    for purpose in range(n_purposes):
        begin = (np.int64(place) * n_purposes + purpose) * (DRAWS * LANES)
        words = luck.words[begin : begin + DRAWS * LANES]
        c0, c1, c2 = counter(luck.block, purpose, owner, group * _LANES)
        for lane in range(LANES):
            turn = (c2 + np.uint64(lane)) & _MASK
            w0, w1, w2, w3 = philox(seed, c0 & _MASK, c1 & _MASK, turn, np.uint64(0))
            words[lane] = np.uint32(w0)
            words[LANES + lane] = np.uint32(w1)
            words[2 * LANES + lane] = np.uint32(w2)
            words[3 * LANES + lane] = np.uint32(w3)
    luck.tags[place, 0] = luck.block + _ONE
    luck.tags[place, 1] = group


@inlined
def open_turn(luck, owner, turn):
    """Point the luck of the current block at a turn of `owner` (both uint64)."""
    group = turn // _LANES
    place = owner * _SEGMENTS + group % _SEGMENTS
    if luck.tags[place, 0] != luck.block + _ONE or luck.tags[place, 1] != group:
        _generate(luck, owner, group, place)
    luck.owner = owner
    luck.turn = turn
    luck.place = place * np.uint64(luck.draws.shape[0] * DRAWS * LANES) + turn % _LANES
    luck.draws[:] = 0


@kernel
def bounded(word, n):
    """(value in 0 .. n - 1, whether the word is accepted): unbiased over accepted words."""
    product = word * n
    low = product & _MASK
    accepted = True
    if low < n:
        accepted = low >= ((_MASK - n) + _ONE) % n
    return product >> _SHIFT, accepted


@kernel
def _draw_on(luck, purpose, n):
    """A bounded draw from words that are not kept ahead, or past one that was rejected."""
    while True:
        draw = luck.draws[purpose]
        luck.draws[purpose] = draw + _ONE
        word = word_of(luck.seed, luck.block, purpose, luck.owner, luck.turn, draw)
        value, accepted = bounded(word, n)
        if accepted:
            return value


@inlined
def draw_below(luck, purpose, n):
    """The next value of this turn's stream, uniform on 0 .. n - 1 (both uint64)."""
    draw = luck.draws[purpose]
    if draw >= _DRAWS:
        return _draw_on(luck, purpose, n)
    ahead = np.uint64(purpose * DRAWS * LANES) + draw * _LANES
    product = np.uint64(luck.words[luck.place + ahead]) * n
    if (product & _MASK) < n:  # Rare: only here can a word be one that must be rejected.
        return _draw_on(luck, purpose, n)
    luck.draws[purpose] = draw + _ONE
    return product >> _SHIFT


@kernel
def random_below(rng, n):
    """A strategy's own draw, uniform on 0 .. n - 1, from `view.rng`."""
    accepted = False
    value = np.uint64(0)
    while not accepted:
        word = word_of(rng.seed, rng.block, CHOICES, rng.owner, rng.turn, rng.draw)
        rng.draw += 1
        value, accepted = bounded(word, np.uint64(n))
    return np.int64(value)
