"""The innermost loop of the win solver, in vectors of eight: best option of each roll, averaged.

The eight cards of a block stand side by side in memory. Left to itself, the compiler does not
turn a loop over them into vector instructions (it cannot know that sums and values do not
overlap), and that costs a factor of five; so the loop is written in the compiler's own terms.
Without compilation the same sums are made by numpy.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from simcore.jit import inlined, is_interpreted

__all__ = ["LANES", "MAX_CHOICES", "add_best", "get_number", "put_number"]

LANES = 8
MAX_CHOICES = 6

_DOUBLE = ir.DoubleType()
_VECTOR = ir.VectorType(_DOUBLE, LANES)
_WORD = ir.IntType(64)


def _splat(builder: Any, scalar: Any) -> Any:
    """One number in all lanes."""
    vector = ir.Constant(_VECTOR, ir.Undefined)
    for lane in range(LANES):
        vector = builder.insert_element(vector, scalar, ir.Constant(ir.IntType(32), lane))
    return vector


def _load(builder: Any, doubles: Any, place: Any) -> Any:
    """Eight numbers from `place` on."""
    at = builder.bitcast(builder.gep(doubles, [place]), _VECTOR.as_pointer())
    return builder.load(at, align=8)


def _best(builder: Any, values: Any, places: Any, first: Any, n_choices: int) -> Any:
    """Lane by lane the greatest of the values at `n_choices` places."""
    best = None
    for k in range(n_choices):
        place = builder.load(builder.gep(places, [builder.add(first, ir.Constant(_WORD, k))]))
        value = _load(builder, values, place)
        if best is None:
            best = value
        else:
            best = builder.select(builder.fcmp_ordered(">", value, best), value, best)
    return best


def _generator(n_choices: int) -> Callable[..., Any]:
    """Code for rolls that offer `n_choices` each."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        values, places, weights, n_rolls, sums = arguments
        values, weights, sums = (
            builder.inttoptr(address, _DOUBLE.as_pointer()) for address in (values, weights, sums)
        )
        places = builder.inttoptr(places, _WORD.as_pointer())
        zero, one = ir.Constant(_WORD, 0), ir.Constant(_WORD, 1)
        before = builder.block
        loop = builder.append_basic_block("rolls")
        after = builder.append_basic_block("end")
        start = _load(builder, sums, zero)
        builder.branch(loop)
        builder.position_at_end(loop)
        roll = builder.phi(_WORD)
        total = builder.phi(_VECTOR)
        first = builder.mul(roll, ir.Constant(_WORD, n_choices))
        best = _best(builder, values, places, first, n_choices)
        weight = _splat(builder, builder.load(builder.gep(weights, [roll])))
        more = builder.fadd(total, builder.fmul(weight, best))
        following = builder.add(roll, one)
        builder.cbranch(builder.icmp_signed("<", following, n_rolls), loop, after)
        for phi, first_value, next_value in ((roll, zero, following), (total, start, more)):
            phi.add_incoming(first_value, before)
            phi.add_incoming(next_value, loop)
        builder.position_at_end(after)
        builder.store(more, builder.bitcast(sums, _VECTOR.as_pointer()), align=8)
        return context.get_dummy_value()

    return generate


def _vector_sum(n_choices: int) -> Any:
    """`add_best` for one number of choices, compiled."""

    def best_sum(
        typing_context: Any, values: Any, places: Any, weights: Any, n_rolls: Any, sums: Any
    ) -> Any:
        return types.void(*[types.int64] * 5), _generator(n_choices)

    return intrinsic(best_sum)


def _plain_sum(n_choices: int) -> Any:
    """`add_best` for one number of choices, without compilation."""

    def best_sum(values: int, places: int, weights: int, n_rolls: int, sums: int) -> None:
        total = np.ctypeslib.as_array((ctypes.c_double * LANES).from_address(sums))
        shares = (ctypes.c_double * n_rolls).from_address(weights)
        at = (ctypes.c_int64 * (n_rolls * n_choices)).from_address(places)
        for roll in range(n_rolls):
            rows = [
                np.ctypeslib.as_array((ctypes.c_double * LANES).from_address(values + 8 * place))
                for place in at[roll * n_choices : (roll + 1) * n_choices]
            ]
            total += shares[roll] * np.max(rows, axis=0)

    return best_sum


_make = _plain_sum if is_interpreted() else _vector_sum
_of_1, _of_2, _of_3, _of_4, _of_5, _of_6 = (_make(n) for n in range(1, MAX_CHOICES + 1))


@inlined
def add_best(n_choices, values, places, weights, n_rolls, sums):
    """Add to eight sums, for each roll, its weight times the greatest of its choices' values.

    Addresses: `values` and `sums` of float64, `places` (counted from `values`) of
    int64[n_rolls, n_choices], `weights` of float64[n_rolls]; at least one roll.
    """
    if n_choices == 1:
        _of_1(values, places, weights, n_rolls, sums)
    elif n_choices == 2:
        _of_2(values, places, weights, n_rolls, sums)
    elif n_choices == 3:
        _of_3(values, places, weights, n_rolls, sums)
    elif n_choices == 4:
        _of_4(values, places, weights, n_rolls, sums)
    elif n_choices == 5:
        _of_5(values, places, weights, n_rolls, sums)
    else:
        _of_6(values, places, weights, n_rolls, sums)


@intrinsic
def _get_number(typing_context: Any, place: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        doubles = builder.inttoptr(arguments[0], _DOUBLE.as_pointer())
        return builder.load(builder.gep(doubles, [arguments[1]]))

    return types.float64(types.int64, types.int64), generate


@intrinsic
def _put_number(typing_context: Any, place: Any, index: Any, number: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        doubles = builder.inttoptr(arguments[0], _DOUBLE.as_pointer())
        builder.store(arguments[2], builder.gep(doubles, [arguments[1]]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.float64), generate


def _plain_get(address: int, index: int) -> float:
    return ctypes.c_double.from_address(int(address) + 8 * int(index)).value


def _plain_put(address: int, index: int, number: float) -> None:
    ctypes.c_double.from_address(int(address) + 8 * int(index)).value = number


_get, _put = (_plain_get, _plain_put) if is_interpreted() else (_get_number, _put_number)


@inlined
def get_number(place, index):
    """Entry `index` of the float64 array at a `TABLE` place; no bounds are checked."""
    return _get(place.address, index)


@inlined
def put_number(place, index, number):
    """Set entry `index` of the float64 array at a `TABLE` place; no bounds are checked."""
    _put(place.address, index, number)
