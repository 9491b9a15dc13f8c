"""The bit primitives of :mod:`kifu.kernels.mark` as machine instructions. Imported only when rules are compiled."""

from __future__ import annotations

import sys
from typing import Any

from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

# numba calls these to generate code, with its own contexts, builders and signatures, which have no types.


def _count_trailing_zeros(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:  # noqa: ANN401
    return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))


def _count_bits(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:  # noqa: ANN401
    return builder.ctpop(arguments[0])


def _load_eight(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ANN401
    proxy: Any = cgutils.create_struct_proxy
    array = proxy(signature.args[0])(context, builder, value=arguments[0])
    place = builder.gep(array.data, [arguments[1]])
    # A byte array may begin anywhere, so the load must not count on an alignment.
    word = builder.load(builder.bitcast(place, ir.IntType(64).as_pointer()), align=1)
    return word if sys.byteorder == "little" else builder.bswap(word)


_trailing_zeros: Any = intrinsic(lambda _context, _bits: (types.int64(types.int64), _count_trailing_zeros))
_eight: Any = intrinsic(lambda _context, data, _at: (types.int64(data, types.int64), _load_eight))
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


@njit(inline="always")
def eight(data: Any, at: int) -> int:  # noqa: ANN401 - an array of bytes
    """Return the eight bytes of `data` from `at` on as one signed integer, the first byte lowest."""
    return int(_eight(data, at))
