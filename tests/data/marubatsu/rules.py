"""The rules of まるばつ: 丸 and 罰 are put down in turn; three in a line win, a full board is a draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.games.marubatsu.position import COLUMNS, PASS, ROWS, SQUARES, Position
from kifu.core.compiled.kernel_primitives import kernel, popcount

if TYPE_CHECKING:
    from collections.abc import Iterator

LINES = tuple(
    sum(1 << (row + down * step) * COLUMNS + column + right * step for step in range(3))
    for row in range(ROWS)
    for column in range(COLUMNS)
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    if row + 2 * down < ROWS and 0 <= column + 2 * right < COLUMNS
)


@kernel
def three(marks: int) -> bool:
    """Tell whether three of the marks stand in a line."""
    for line in LINES:
        if marks & line == line:
            return True
    return False


@kernel
def ended(position: Position) -> int:
    """Return the article that has ended the game, 0 while it goes on."""
    if three(position.first) or three(position.second):
        return 3
    return 4 if popcount(position.first | position.second) == SQUARES else 0


@kernel
def legal_moves(position: Position) -> Iterator[int]:
    """Yield a move for each empty square, from the top left on; none once the game is over."""
    if ended(position):
        return
    for square in range(SQUARES):
        if not (position.first | position.second) >> square & 1:
            yield square << 1 | position.turn


@kernel
def play(position: Position, move: int) -> Position:
    """Return the position after a legal move."""
    bit = 1 << (move >> 1)
    if position.turn:
        return Position(0, position.first, position.second | bit)
    return Position(1, position.first | bit, position.second)


@kernel
def score(position: Position) -> tuple[int, int]:
    """Return how many lines each side has filled."""
    first, second = 0, 0
    for line in LINES:
        first += position.first & line == line
        second += position.second & line == line
    return first, second


@kernel
def fault(position: Position, move: int) -> int:
    """Return the number of the article that `move` breaks, 0 if it is legal."""
    article = ended(position)
    if article:
        return article
    if move == PASS or move & 1 != position.turn:
        return 1
    return 2 if (position.first | position.second) >> (move >> 1) & 1 else 0
