"""SWAR (SIMD within a register): eight-byte comparisons in one integer.

The highest bit of each byte is its answer.
"""

from __future__ import annotations

from kifu.core.compiled.decorators import kernel, to_int64

EIGHT = 8
"""Bytes that are looked at together, as one integer."""
ONES = 0x0101010101010101
"""1 in each of eight bytes."""
HIGHS = 0x80 * ONES - (1 << 64)
"""The highest bit of each of eight bytes, as a signed integer."""


@kernel
def equal(word: int, bytes_: int) -> int:
    """Return the high bits of bytes equal to those of `bytes_`.

    Only the lowest bit is certain.
    """
    word ^= bytes_
    return to_int64(word - ONES) & ~word & HIGHS


@kernel
def below(word: int, limit: int) -> int:
    """Return the high bits of bytes lower than `limit`.

    Only the lowest bit is certain.
    """
    return to_int64(word - limit * ONES) & ~word & HIGHS
