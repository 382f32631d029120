"""Bit operations that numpy has no compiled scalar form of, on 64-bit words."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from simcore.jit import inlined, is_interpreted

__all__ = ["first_bit", "last_bit", "popcount"]

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
        """Bits set in a word."""
        return np.uint64(int(word).bit_count())

    def first_bit(word: Any) -> Any:
        """Place of the lowest bit of a word that is not 0."""
        return np.uint64((int(word) & -int(word)).bit_length() - 1)

    def last_bit(word: Any) -> Any:
        """Place of the highest bit of a word that is not 0."""
        return np.uint64(int(word).bit_length() - 1)

else:

    @inlined
    def popcount(word):
        """Bits set in a word."""
        return _population(word)

    @inlined
    def first_bit(word):
        """Place of the lowest bit of a word that is not 0."""
        return _trailing_zeros(word)

    @inlined
    def last_bit(word):
        """Place of the highest bit of a word that is not 0."""
        return _TOP - _leading_zeros(word)
