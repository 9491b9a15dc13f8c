"""The mark of a kernel, and the primitives that kernels may use.

A rules module marks its functions with :func:`kernel`, which returns them unchanged. :mod:`kifu.core.compiled.bind` executes the
same source a second time. It turns the marked functions into machine code, and the tuples of integers of the module into
machine arrays. The primitives below are the only functions with two bodies.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., object])

KERNEL_MARK = "__kifu_kernel__"


def kernel(function: F) -> F:
    """Mark `function` as a kernel, which is written in the subset of Python that compiles, and return it unchanged."""
    setattr(function, KERNEL_MARK, True)
    return function


def lowest(bits: int) -> int:
    """Return the index of the lowest set bit of `bits`, which must not be 0."""
    return (bits & -bits).bit_length() - 1


def popcount(bits: int) -> int:
    """Return how many bits of `bits` (not negative) are set."""
    return bits.bit_count()


def wrapped(number: int) -> int:
    """Return the low 64 bits of `number` as a signed integer, as machine arithmetic does."""
    return ((number + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)


def eight(data: Any, at: int) -> int:  # noqa: ANN401 - bytes, or their array
    """Return the eight bytes of `data` from `at` on as one signed integer, the first byte lowest. All must exist."""
    return int.from_bytes(data[at : at + 8], "little", signed=True)
