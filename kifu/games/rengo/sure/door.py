"""What the kernels take and give: the tables of a board under its laws, packed positions, moves as codes."""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import accumulate, chain
from typing import TYPE_CHECKING

from kifu.contract.prover import Prover
from kifu.games.rengo.data import CROWN, FRESH, KINDS, MAN, SIDE
from kifu.games.rengo.form import of_a_suffix
from kifu.games.rengo.geometry import manner
from kifu.games.rengo.moves import DIAGONAL, JUMPER, MOVE
from kifu.games.rengo.pieces import draughts
from kifu.games.rengo.position import DROP_PROMOTED, Position, encode, places
from kifu.games.rengo.repetition import CLAIMABLE
from kifu.games.rengo.rules import canonical
from kifu.games.rengo.sure.layout import (
    AHEAD,
    BOARD,
    BY_ITSELF,
    CANONICAL,
    CENSUS,
    FIRST_PART,
    HAND,
    STANDS,
    STARTS,
    STEP,
    memory_size,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.contract.text import Reading
    from kifu.games.rengo.geometry import Line
    from kifu.games.rengo.position import Laws

UNKNOWN = -1
"""The code of a move that the kernels do not know."""
LARGEST = 1 << 62
"""Codes are below it, so that they are machine integers."""


PACKAGE = __package__ or ""


@lru_cache(maxsize=1 << 4)
def prover_of(laws: Laws) -> Prover:
    """Return the prover for a board under its laws."""
    return Prover(
        lower=tuple(f"{PACKAGE}.{module}_kernel" for module in ("board", "ways", "leaps", "stones", "king", "play")),
        replay=f"{PACKAGE}.replay_kernel",
        count=f"{PACKAGE}.count_kernel",
        tables=tables_of(laws),
        memory=memory_size(laws.geometry.size),
        quiet_until=CLAIMABLE,
        pack=pack,
        unpack=partial(unpack, laws),
        code_of=partial(code_of, laws),
    )


def tables_of(laws: Laws) -> list[int]:
    """Return the tables of a board under its laws (:mod:`kifu.games.rengo.sure.layout`)."""
    geometry, options, board = laws.geometry, laws.options, laws.geometry.board
    head = (
        *(geometry.columns, geometry.rows, geometry.size, board.zone),
        board.camp if options.jin == "half" else board.soldiers,
        int(board.passing == "free"),
        int(options.hasami == "immune"),
        int(options.kinshi == "nonking"),
    )
    steps = [list(_steps(laws, unit, square)) for unit in range(2 * SIDE) for square in range(geometry.size)]
    parts = (
        [square for row in geometry.ahead for square in row],
        [0, *accumulate(STEP * len(listed) for listed in steps)],
        [sum(1 << number for number in _rays(unit)) for unit in range(2 * SIDE)],
        [
            _suffixes(laws, kind, start, end)
            for kind in range(SIDE)
            for start in (board.zone + 1, board.zone)
            for end in range(geometry.rows + 1)
        ],
        [int(bool(geometry.computed_plan(JUMPER, square).jumps)) for square in range(geometry.size)],
        list(geometry.row_of),
    )
    begins = list(accumulate(map(len, parts), initial=FIRST_PART))
    starts = parts[STARTS - AHEAD]
    starts[:] = [begins[-1] + start for start in starts]
    return [*head, *begins[:-1], *chain(*parts), *(number for listed in steps for step in listed for number in step)]


def _exists(unit: int) -> bool:
    return 0 < unit % SIDE <= FRESH


def _steps(laws: Laws, unit: int, square: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield the steps of a unit from a square: target, two squares that must be empty (-1: none), mode."""
    if not _exists(unit):
        return
    geometry = laws.geometry
    if unit % SIDE == MAN:
        for to in draughts(geometry, bytes(geometry.size), unit, square):
            yield to, -1, -1, MOVE
    for to, (past, mode) in geometry.computed_plan(unit, square).aimed.items():
        if not (past and unit % SIDE == FRESH and laws.options.pawn2 == "off"):
            first, second = _two(past)
            yield to, first, second, mode


def _two(squares: Line) -> tuple[int, int]:
    """Return up to two squares, with -1 for each that is missing."""
    first, second = (*squares, -1, -1)[:2]
    return first, second


def _rays(unit: int) -> tuple[int, ...]:
    """Return the directions in which a unit goes any distance."""
    if not _exists(unit):
        return ()
    return DIAGONAL if unit % SIDE == CROWN else manner(unit % SIDE, unit // SIDE)[0]


def _suffixes(laws: Laws, kind: int, start: int, end: int) -> int:
    """Return an entry of `suffixes` of the tables."""
    if not _exists(kind) or not end:
        return 0
    allowed = sum(1 << suffix for suffix in range(DROP_PROMOTED) if not of_a_suffix(laws, kind, start, end, suffix))
    return allowed | sum(1 << suffix for suffix in canonical(laws, kind, start, end)) << CANONICAL


NO_CENSUS = (0,) * (2 * SIDE)
"""The kernels take the census."""


def pack(position: Position) -> tuple[int, ...]:
    """Return the parts of a position that the kernels know."""
    return (
        *(position.turn, position.en_passant, position.ko),
        *(*position.captives, *position.kings),
        *(int(position.passed), int(position.facing), position.ended, 0),
        *(*position.stands[0], *position.stands[1]),
        *NO_CENSUS,
        *position.board,
    )


def unpack(laws: Laws, parts: Sequence[int]) -> Position:
    """Return the position after an action that a kernel has carried out."""
    turn, en_passant, ko, *both, passed, facing, ended, _ = parts[:STANDS]
    return Position(
        laws=laws,
        turn=turn,
        board=bytes(parts[BOARD:]),
        stands=(tuple(parts[STANDS : STANDS + HAND]), tuple(parts[STANDS + HAND : CENSUS])),
        en_passant=en_passant,
        ko=ko,
        captives=(both[0], both[1]),
        kings=(both[2], both[3]),
        passed=bool(passed),
        facing=bool(facing),
        ended=ended,
    )


def code_of(laws: Laws, reading: Reading) -> int:
    """Return the code of a written action for the kernels; UNKNOWN for a marked side, and for more than five squares."""
    if reading.side is not None:
        return UNKNOWN
    if reading.move is None:
        known = places(laws.board)
        squares = tuple(known[square] for square in reading.written.squares)
        move = encode(KINDS[reading.written.unit], squares, BY_ITSELF)
    else:
        move = reading.move
    return move if move < LARGEST else UNKNOWN
