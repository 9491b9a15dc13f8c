"""What a rules module may use beyond plain Python: the subset that runs interpreted and compiled.

A rules module marks its functions with :func:`kernel`, which hands them back as they are. :mod:`kifu.kernels.bind` executes
the same source a second time, turns what was marked into machine code and module-level tuples of integers into machine
arrays; the three bit primitives below are the only functions with two bodies.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])

KERNEL_MARK = "__kifu_kernel__"


def kernel(function: F) -> F:
    """Mark `function` as part of the rules: written in the subset that also compiles. Returned as it is."""
    setattr(function, KERNEL_MARK, True)
    return function


def lowest(bits: int) -> int:
    """Return the index of the lowest set bit of `bits`, which must not be 0."""
    return (bits & -bits).bit_length() - 1


def popcount(bits: int) -> int:
    """Return how many bits of `bits` (not negative) are set."""
    return bits.bit_count()


def wrapped(number: int) -> int:
    """Return the low 64 bits of `number` as a signed integer: what a machine keeps of a product."""
    return ((number + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)
