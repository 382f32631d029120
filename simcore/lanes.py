"""Short rows of int32 taken as one vector, where the compiler would go number by number.

LLVM unrolls a loop over a few numbers before it looks for vectors in it, so these two are
spelled out. Rows are fields of records, or rows of such fields.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from simcore.jit import is_interpreted

__all__ = ["add_repeating", "take_from"]

_WORD = ir.IntType(32)


def _row(context: Any, builder: Any, kind: Any, array: Any, n: int) -> Any:
    """Pointer to the first `n` numbers of an array, as one vector."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(data, ir.VectorType(_WORD, n).as_pointer())


def _load(builder: Any, row: Any, n: int) -> Any:
    return builder.load(row, align=4, typ=ir.VectorType(_WORD, n))


def _vector(builder: Any, numbers: Any, n: int) -> Any:
    """The numbers, over and over, in a vector of `n`."""
    short = ir.Constant(ir.VectorType(_WORD, len(numbers)), ir.Undefined)
    for i, number in enumerate(numbers):
        short = builder.insert_element(short, builder.trunc(number, _WORD), ir.Constant(_WORD, i))
    places = ir.Constant(ir.VectorType(_WORD, n), [i % len(numbers) for i in range(n)])
    return builder.shuffle_vector(short, short, places)


@intrinsic
def _add_repeating(typing_context: Any, target: Any, source: Any, numbers: Any) -> Any:
    n = target.nitems

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        gain = _vector(builder, cgutils.unpack_tuple(builder, arguments[2]), n)
        row = _load(builder, _row(context, builder, source, arguments[1], n), n)
        place = _row(context, builder, target, arguments[0], n)
        builder.store(builder.add(row, gain), place, align=4)
        return context.get_dummy_value()

    return types.void(target, source, numbers), generate


@intrinsic
def _take_from(typing_context: Any, up_to: Any, pick: Any, n: Any) -> Any:
    size = up_to.nitems

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _row(context, builder, up_to, arguments[0], size)
        row = _load(builder, place, size)
        is_before = builder.icmp_unsigned("<=", row, _vector(builder, [arguments[1]], size))
        taken = _vector(builder, [arguments[2]], size)
        left = builder.select(is_before, row, builder.sub(row, taken))
        builder.store(left, place, align=4)
        count = builder.ctpop(builder.bitcast(is_before, ir.IntType(size)))
        return builder.zext(count, ir.IntType(64))

    return types.uint64(up_to, types.uint64, types.uint64), generate


if is_interpreted():

    def add_repeating(target: Any, source: Any, numbers: Any) -> None:
        """``target[i] = source[i] + numbers[i % 4]`` for all of `target`; numbers are int64."""
        target[:] = source.ravel() + [int(numbers[i % len(numbers)]) for i in range(len(target))]

    def take_from(up_to: Any, pick: Any, n: Any) -> Any:
        """How many running totals are <= `pick` (uint64); all others are lowered by `n`."""
        is_beyond = up_to > pick
        up_to[is_beyond] -= up_to.dtype.type(n)
        return pick.dtype.type((~is_beyond).sum())

else:
    add_repeating, take_from = _add_repeating, _take_from
