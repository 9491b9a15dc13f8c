"""What a position of 続・連合将棋 is, and how a move is packed into an integer."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.games.rengo.data import FRESH, HANDS, PAWN
from kifu.games.rengo.geometry import Geometry, geometry
from kifu.games.rengo.options import Options

if TYPE_CHECKING:
    from collections.abc import Iterator

EMPTY_HAND = (0,) * len(HANDS)

GOING, KING_TAKEN, FIVE, FACED, PASSED_TWICE = range(5)
"""What an action has ended: nothing, or the game by rengo.44, 39, 48 or 53."""


class Laws:
    """A board and the options chosen: what the functions of the rules look up. One object for each choice."""

    def __init__(self, board: str, options: Options, dead: frozenset[int], sets: tuple[int, int]) -> None:
        self.board = board
        self.options = options
        self.dead = dead
        """碁 that the record lists under 死石 (rengo.54)."""
        self.sets = sets
        """0 for set A, 1 for set B, of 先手 and of 後手 (rengo.6)."""
        self.geometry: Geometry = geometry(board)

    def __repr__(self) -> str:
        return f"Laws({self.board}, {self.options.spell()})"

    def under(self, options: Options) -> Laws:
        """Return the same with other options."""
        return laws(self.board, options, self.dead, self.sets)


@cache
def laws(
    board: str, options: Options | None = None, dead: frozenset[int] = frozenset(), sets: tuple[int, int] = (0, 1)
) -> Laws:
    """Return the one object for this choice; positions compare it by identity."""
    return Laws(board, options or Options(), dead, sets)


class Position(NamedTuple):
    """A position. Two are equal when rengo.51 calls them so.

    That is: equal units with side and face, first-move and en passant rights, ko ban, both stands and side to move,
    under the same laws. アゲハマ, passes, 楚 facing each other, and how a game has ended are carried along but do not
    count.
    """

    laws: Laws
    turn: int
    board: bytes
    """For each square 0, or kind + SIDE for 後手."""
    stands: tuple[tuple[int, ...], tuple[int, ...]]
    """How many of each of HANDS, for each side."""
    en_passant: int
    """The square a 兵 has just passed by its double step, else -1."""
    ko: int
    """The square nothing may be put on now (rengo.35), else -1."""

    captives: tuple[int, int]
    """アゲハマ."""
    kings: tuple[int, int]
    """Where each king stands; -1: it has been taken."""
    passed: bool
    """Whether the last action was パス."""
    facing: bool
    """Whether two 楚 face each other, so that the side to move must break it (rengo.48)."""
    ended: int
    fresh: bool = False
    """Whether it is a set-up (rengo.6-10) before the first action."""

    def __eq__(self, other: object) -> bool:
        """Compare what rengo.51 compares."""
        return isinstance(other, Position) and self[:KEY] == other[:KEY]

    def __ne__(self, other: object) -> bool:
        """Compare what rengo.51 compares."""
        return not self == other

    def __hash__(self) -> int:
        return hash(self[1:KEY])

    def words(self) -> Iterator[int]:
        """Yield what :meth:`__eq__` compares as integers of at most 63 bits: the same for every run of the program.

        Of the laws these are the board and the options; which sets the players had (rengo.6) and which 碁 their record
        calls dead (rengo.54) tell its start and its end from others', not a position.
        """
        named = f"{self.laws.board} {self.laws.options.spell()}".encode()
        for part in (named, self.board):
            yield len(part)
            for start in range(0, len(part), WORD):
                yield int.from_bytes(part[start : start + WORD], "little")
        for stand in self.stands:
            yield from stand
        yield self.turn
        yield self.en_passant
        yield self.ko


WORD = 7
"""Bytes in a word."""
KEY = 6
"""How many fields of a position count for its being equal to another."""

PASS = 0
NO_SUFFIX, PROMOTED, UNPROMOTED, DROP, BECOMES, DROP_PROMOTED = 0, 1, 2, 3, 4, 8
"""Suffixes: none, 成, 不成 where it says something, 打, 成 with what a 兵 becomes (one for each of FOR_PAWN), 打成."""
SUFFIX_BITS, KIND_BITS, SQUARE_BITS = 4, 6, 10
SQUARES_FROM = SUFFIX_BITS + KIND_BITS
_SQUARE, _KIND, _SUFFIX = (1 << SQUARE_BITS) - 1, (1 << KIND_BITS) - 1, (1 << SUFFIX_BITS) - 1


def encode(kind: int, places: tuple[int, ...], suffix: int = NO_SUFFIX) -> int:
    """Pack a move: the unit before it, its squares as places (see :func:`place`) and its suffix."""
    packed = 0
    for at in reversed(places):
        packed = packed << SQUARE_BITS | at
    return packed << SQUARES_FROM | (PAWN if kind == FRESH else kind) << SUFFIX_BITS | suffix


def decode(move: int) -> tuple[int, tuple[int, ...], int]:
    """Return the unit, the places and the suffix of a move."""
    places = []
    packed = move >> SQUARES_FROM
    while packed:
        places.append(packed & _SQUARE)
        packed >>= SQUARE_BITS
    return move >> SUFFIX_BITS & _KIND, tuple(places), move & _SUFFIX


def place(row: int, column: int) -> int:
    """Pack a square so that it means the same on every board, and none is 0; rows and columns count from 0."""
    return row + 1 << 5 | column


@cache
def places(board: str) -> tuple[int, ...]:
    """Return the packed form of every square of a board."""
    tables = geometry(board)
    return tuple(place(row, column) for row, column in zip(tables.row_of, tables.column_of, strict=True))
