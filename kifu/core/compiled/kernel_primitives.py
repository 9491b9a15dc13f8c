"""The mark of a kernel, and the primitives that kernels may use.

A rules module marks its functions with :func:`kernel`, which returns them unchanged. :mod:`kifu.core.compiled.bind_and_compile` executes the
same source a second time. It turns the marked functions into machine code, and the tuples of integers of the module into
machine arrays. The primitives below are the only functions with two bodies.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., object])

ArticleNumber = int
"""The number of an article of the game, 0 for none: what the kernel `breach` returns."""

PlyBoundAndPressing = tuple[int, bool]
"""At most how many plies a win takes (0: there is none in time), and whether only a pressing move can win or save in time."""

KERNEL_MARK = "__kifu_kernel__"


def kernel(function: F) -> F:
    """Mark `function` as a kernel: the subset of Python that compiles."""
    setattr(function, KERNEL_MARK, True)
    return function


def lowest(bits: int) -> int:
    """Index of the lowest set bit of `bits` (not 0)."""
    return (bits & -bits).bit_length() - 1


def popcount(bits: int) -> int:
    """Return how many bits of `bits` (not negative) are set."""
    return bits.bit_count()


def to_int64(number: int) -> int:
    """Two's complement: low 64 bits of `number` as a signed integer."""
    return ((number + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)


def int64_at(data: Any, at: int) -> int:  # noqa: ANN401 - bytes, or their array
    """Little-endian signed integer of eight bytes at `at`, all existing."""
    return int.from_bytes(data[at : at + 8], "little", signed=True)
