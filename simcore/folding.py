"""The compiled part of a fold: from outcome rows to block rows, histograms and sums of groups."""

from __future__ import annotations

import numpy as np

from simcore.jit import kernel
from simcore.protocol import MAX_SEATS

__all__ = ["N_GROUPS", "WIN_UNITS", "add_products", "add_to_groups", "fold_games", "tally"]

WIN_UNITS = 60
"""A win counts 60, so that a tie of 2 to 6 seats splits it without a remainder."""

N_GROUPS = 200
"""Groups of blocks. A standard error from so many is good to 5 %: 1 / sqrt(2 (G - 1))."""


@kernel
def _share(winners):
    """Units of a win for each winner: all of it, or its part of a tie.

    Winners beyond the line-up count too: an opponent that the rules bring along may share a win.
    """
    n_winners = 0
    for seat in range(MAX_SEATS):
        n_winners += (winners >> seat) & 1
    return WIN_UNITS // max(n_winners, 1), n_winners > 1


@kernel
def fold_games(words, seat_of, seat_fields, game_fields, rows):
    """Add the rotations of each block: `rows` float64[n_blocks, width] is added to in place.

    words int32[n_blocks, n_rotations, n_words] (`winners` first); seat_of
    int64[n_rotations, n_seats].
    """
    n_rotations, n_seats = seat_of.shape
    n_fields = seat_fields.shape[0]
    first_seat = n_seats * (n_fields + 1)
    first_game = first_seat + n_seats
    for block in range(words.shape[0]):
        for rotation in range(n_rotations):
            winners = words[block, rotation, 0]
            share, is_tie = _share(winners)
            for entry in range(n_seats):
                seat = seat_of[rotation, entry]
                column = entry * (n_fields + 1)
                win = share * ((winners >> seat) & 1)
                rows[block, column] += win
                rows[block, first_seat + seat] += win
                for i in range(n_fields):
                    rows[block, column + 1 + i] += words[block, rotation, seat_fields[i] + seat]
            rows[block, first_game] += is_tie
            for i in range(1, game_fields.shape[0]):
                rows[block, first_game + i] += words[block, rotation, game_fields[i]]


@kernel
def tally(rows, histograms, span, counts):
    """Count the values of columns and of differences; `counts` is added to in place."""
    for block in range(rows.shape[0]):
        for h in range(histograms.shape[0]):
            a, b = histograms[h]
            value = rows[block, a]
            if b >= 0:
                value -= rows[block, b]
            counts[h, np.int64(value) + span] += 1


@kernel
def add_to_groups(rows, first_block, group_blocks, group_total):
    """Add block rows to the sums of their groups, in place; the first is block `first_block`."""
    group = first_block % N_GROUPS
    for block in range(rows.shape[0]):
        group_blocks[group] += 1
        for column in range(rows.shape[1]):
            group_total[group, column] += np.int64(rows[block, column])
        group = group + 1 if group + 1 < N_GROUPS else 0


_LANES = np.uint64(8)


@kernel
def add_products(rows, cross):
    """Add the products of each two columns over all blocks; `cross` is added to in place.

    Not ``rows.T @ rows``: the threads of a linear algebra library wait for each other and for the
    workers of a run, which has cost sixty times the product itself.
    """
    n_blocks, n = rows.shape
    n_even = n_blocks - n_blocks % 4
    for block in range(0, n_even, 4):  # Four rows at once: a quarter of the reads and writes.
        a, b, c, d = rows[block], rows[block + 1], rows[block + 2], rows[block + 3]
        for i in range(np.uint64(n)):
            w, x, y, z = a[i], b[i], c[i], d[i]
            products = cross[i]
            for j in range(i - i % _LANES, np.uint64(n)):
                products[j] += w * a[j] + x * b[j] + y * c[j] + z * d[j]
    for block in range(n_even, n_blocks):
        row = rows[block]
        for i in range(n):
            for j in range(i - i % 8, n):
                cross[i, j] += row[i] * row[j]
    for i in range(n):
        for j in range(i):
            cross[i, j] = cross[j, i]
