"""The rules of reversi, in the part of Python that numba compiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.compiled.kernel_primitives import kernel, popcount
from kifu_reversi.position import PASS, SIZE, SQUARES, Position

if TYPE_CHECKING:
    from collections.abc import Iterator


@kernel
def turned(position: Position, square: int) -> int:
    """Return the stones that a stone of the side to move on `square` turns over; 0 if it may not be put there."""
    own, other = position.first, position.second
    if position.turn:
        own, other = other, own
    over = 0
    if not (own | other) >> square & 1:
        for down in range(-1, 2):
            for right in range(-1, 2):
                passed = 0
                row, column = square // SIZE + down, square % SIZE + right
                while 0 <= row < SIZE and 0 <= column < SIZE and other >> (row * SIZE + column) & 1:
                    passed |= 1 << (row * SIZE + column)
                    row, column = row + down, column + right
                if 0 <= row < SIZE and 0 <= column < SIZE and own >> (row * SIZE + column) & 1:
                    over |= passed
    return over


@kernel
def stuck(position: Position) -> bool:
    """Tell whether the side to move can put down no stone."""
    for square in range(SQUARES):
        if turned(position, square):
            return False
    return True


@kernel
def ended(position: Position) -> bool:
    """Tell whether neither side can put down a stone."""
    return stuck(position) and stuck(Position(1 - position.turn, position.first, position.second))


@kernel
def legal_moves(position: Position) -> Iterator[int]:
    """Yield each legal move, from 一01 on; PASS if there is no other; none when the game is over."""
    if ended(position):
        return
    if stuck(position):
        yield PASS
    for square in range(SQUARES):
        if turned(position, square):
            yield square


@kernel
def play(position: Position, move: int) -> Position:
    """Return the position after a legal move."""
    over = 0 if move == PASS else turned(position, move)
    put = 0 if move == PASS else over | 1 << move
    if position.turn:
        return Position(0, position.first & ~over, position.second | put)
    return Position(1, position.first | put, position.second & ~over)


@kernel
def score(position: Position) -> tuple[int, int]:
    """Return the number of stones of each side."""
    return popcount(position.first), popcount(position.second)
