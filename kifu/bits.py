"""The bit primitives of :mod:`kifu.kernel` as machine instructions. Imported only when rules are compiled."""

from __future__ import annotations

from typing import Any

from numba import njit, types
from numba.extending import intrinsic


@intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
def _trailing_zeros(_context: Any, bits: Any) -> Any:  # noqa: ANN401
    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:  # noqa: ANN401
        return builder.cttz(arguments[0], _constant(arguments[0], 1))

    return types.int64(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _population(_context: Any, bits: Any) -> Any:  # noqa: ANN401
    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:  # noqa: ANN401
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


def _constant(_like: Any, value: int) -> Any:  # noqa: ANN401
    from llvmlite import ir

    return ir.Constant(ir.IntType(1), value)


@njit(inline="always")  # type: ignore[untyped-decorator]
def lowest(bits: int) -> int:
    """Return the index of the lowest set bit of `bits`, which must not be 0."""
    return _trailing_zeros(bits)  # type: ignore[no-any-return]


@njit(inline="always")  # type: ignore[untyped-decorator]
def popcount(bits: int) -> int:
    """Return how many bits of `bits` are set."""
    return _population(bits)  # type: ignore[no-any-return]
