"""Compares the values of a tablebase with those of :mod:`forward_kernel`. It is bound over both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.core.compiled.kernel_primitives import kernel, lowest
from kifu.games.six.position import Position

if TYPE_CHECKING:
    from collections.abc import Callable

placed: Callable[[int, Any], Any]
image: Callable[[Any, int], Any]
table_value: Callable[[Any, Any, Any, Any], int]


@kernel
def owned(position: Position, draw: int) -> Position:
    """Return a position with an owner for each 怨, as the bits of `draw` say: the table holds one of all of them."""
    turn, first, second, territories, warriors, horses, archers, maidens, ghosts, hands, rights, fallen, options = (
        position
    )
    left = ghosts
    while left:
        bit = 1 << lowest(left)
        if draw & 1:
            first &= ~bit
            second |= bit
        draw >>= 1
        left &= left - 1
    return Position(
        turn, first, second, territories, warriors, horses, archers, maidens, ghosts, hands, rights, fallen, options
    )


@kernel
def different(kinds: Any, numbers: Any, own: Any, codes: Any, offsets: Any, values: Any) -> int:
    """Return how many positions have another value in the table; each is asked under one of its sixteen images."""
    wrong = 0
    for number in numbers:
        draw = (number * 0x9E3779B1 & 0xFFFFFFFF) >> 11
        position = image(owned(placed(number, kinds), draw >> 4), draw & 15)
        wrong += table_value(position, codes, offsets, values) != own[number]
    return wrong
