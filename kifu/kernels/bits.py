"""The bit primitives of :mod:`kifu.kernels.mark` as machine instructions. Imported only when rules are compiled."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

# numba calls these to generate code, with its own contexts, builders and signatures, which have no types.


def _count_trailing_zeros(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:  # noqa: ANN401
    return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))


def _count_bits(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:  # noqa: ANN401
    return builder.ctpop(arguments[0])


_trailing_zeros: Any = intrinsic(lambda _context, _bits: (types.int64(types.int64), _count_trailing_zeros))
_population: Any = intrinsic(lambda _context, _bits: (types.int64(types.int64), _count_bits))


@njit(inline="always")
def lowest(bits: int) -> int:
    """Return the index of the lowest set bit of `bits`, which must not be 0."""
    return int(_trailing_zeros(bits))


@njit(inline="always")
def popcount(bits: int) -> int:
    """Return how many bits of `bits` are set."""
    return int(_population(bits))


@njit(inline="always")
def wrapped(number: int) -> int:
    """Return `number`. A machine integer holds only its low 64 bits already."""
    return int(number)
