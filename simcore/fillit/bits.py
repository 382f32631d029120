"""Bit operations that numpy has no compiled scalar form of, on 64-bit masks of cells."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from simcore.jit import inlined, is_interpreted

__all__ = ["first_cell", "last_cell", "popcount"]

_TOP = np.uint64(63)


@intrinsic
def _population(typing_context: Any, word: Any) -> Any:
    """Number of bits set."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


@intrinsic
def _trailing_zeros(typing_context: Any, word: Any) -> Any:
    """Zeros below the lowest bit; undefined for 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate


@intrinsic
def _leading_zeros(typing_context: Any, word: Any) -> Any:
    """Zeros above the highest bit; undefined for 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate


if is_interpreted():

    def popcount(word: Any) -> Any:
        """Cells in a mask."""
        return np.uint64(int(word).bit_count())

    def first_cell(word: Any) -> Any:
        """Lowest cell of a mask that is not empty."""
        return np.uint64((int(word) & -int(word)).bit_length() - 1)

    def last_cell(word: Any) -> Any:
        """Highest cell of a mask that is not empty."""
        return np.uint64(int(word).bit_length() - 1)

else:

    @inlined
    def popcount(word):
        """Cells in a mask."""
        return _population(word)

    @inlined
    def first_cell(word):
        """Lowest cell of a mask that is not empty."""
        return _trailing_zeros(word)

    @inlined
    def last_cell(word):
        """Highest cell of a mask that is not empty."""
        return _TOP - _leading_zeros(word)
