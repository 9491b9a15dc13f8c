"""Tablebases: forced wins in positions with little material."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from kifu.core.compiled.bind_and_compile import compiled_kernels_of_layers, rules_compile
from kifu.engine.bind_engine import LOWER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from types import ModuleType

    from numpy.typing import NDArray

    from kifu.core.game.game import Game, Position

KERNELS = "kifu.engine.tablebase_kernel"
CHUNK = 1 << 22
"""The moves that are listed at a time."""
OPEN, UNUSED = 255, 255
"""As in :mod:`kifu.engine.tablebase_kernel`."""


class Slice(NamedTuple):
    """The positions with the same material."""

    code: int
    """The material, as the game's slices number it."""
    name: str
    size: int
    """The numbers of its positions; some of them are not used."""
    positions: int
    """The positions that differ, up to the symmetries of the game."""
    won: int
    """Positions among them in which the side to move can force a win."""
    lost: int
    """Positions among them in which the other side can."""
    longest: int
    """The plies of the longest win."""
    digest: str
    """The SHA-256 of its values, in hexadecimal."""

    @property
    def neither(self) -> int:
        """Positions in which neither side can force a win."""
        return self.positions - self.won - self.lost


class SliceCheck(NamedTuple):
    """A slice, and how many of its positions were checked and have wrong values."""

    slice: Slice
    positions: int
    wrong: int


class ValueSource(Protocol):
    """Source of the values of a tablebase, read when they are needed."""

    def load_slice(self, code: int) -> None:
        """Read the values of a slice."""

    def check_slice_by_rules(self, code: int, count_wrong: Callable[..., tuple[int, int, int]]) -> None:
        """Check the values of a slice and its successors by the rules."""


class Tablebase(NamedTuple):
    """The values of all positions of some slices."""

    slices: tuple[Slice, ...]
    """In the order in which they were decided."""
    codes: NDArray[np.int64]
    """Their materials, rising."""
    offsets: NDArray[np.int64]
    """Where the values of each of `codes` begin."""
    values: NDArray[np.uint8]
    store: ValueSource | None = None
    """Reads the values from a file when they are needed; None: they are here, and were decided by this program."""


def has_slices(game: Game) -> bool:
    """Tell whether a game has slices that a tablebase can hold."""
    modules = game.engine_modules()
    return modules is not None and modules.slices is not None and rules_compile(game)


def tablebase_index_module(game: Game) -> ModuleType:
    """Return the module that numbers the positions of a game.

    Raises ValueError for a game without slices.
    """
    modules = game.engine_modules()
    if modules is None or modules.slices is None:
        raise ValueError(game.id)
    return modules.slices


def slices_in_order(game: Game, dice: int) -> list[int]:
    """Slices of a game with `dice` units, in order of decision."""
    return list(tablebase_index_module(game).materials(dice))


@cache
def slice_kernels(game: Game) -> Mapping[str, Any]:
    """Return the compiled functions for the slices of a game, by name.

    Raises ValueError for a game without slices.
    """
    modules, slices = game.engine_modules(), tablebase_index_module(game)
    assert modules is not None  # noqa: S101 - it has slices
    return compiled_kernels_of_layers(game, (*LOWER, modules.evaluation.__name__, slices.__name__, KERNELS))


def join_slices(slices: Sequence[Slice], values: NDArray[np.uint8]) -> Tablebase:
    """Tablebase of slices whose values follow each other in order."""
    begins = np.concatenate([[0], np.cumsum([each.size for each in slices])]).astype(np.int64)
    codes = np.array([each.code for each in slices], np.int64)
    order = np.argsort(codes)
    return Tablebase(tuple(slices), codes[order], begins[:-1][order], values)


def decide_slices(game: Game, codes: Sequence[int], values: NDArray[np.uint8]) -> Iterator[Slice]:
    """Decide slices in order, and yield each.

    Their values are written to `values`. Each slice that a move can lead to stands before. `values` has room for all of
    them.
    """
    bound = slice_kernels(game)
    name_of: Callable[[int], str] = tablebase_index_module(game).spelled
    done: list[Slice] = []
    begin = 0
    for code in codes:
        size = int(bound["size_of"](code))
        known = join_slices(done, values)
        own = values[begin : begin + size]
        longest = _decide_slice(bound, code, known, own)
        count = np.bincount(own, minlength=UNUSED + 1)
        won, lost = int(count[2:UNUSED:2].sum()), int(count[1:UNUSED:2].sum())
        digest = hashlib.sha256(own.tobytes()).hexdigest()
        done.append(Slice(code, name_of(code), size, size - int(count[UNUSED]), won, lost, longest, digest))
        begin += size
        yield done[-1]


def _decide_slice(
    bound: Mapping[str, Any], code: int, tablebase_so_far: Tablebase, slice_values: NDArray[np.uint8]
) -> int:
    """Write the values of a slice to `slice_values`.

    Return the plies of the longest win in it.
    """
    size = len(slice_values)
    slice_values[:] = 0
    due = np.full(size, OPEN, np.uint8)
    open_moves = np.zeros(size, np.uint16)
    latest = np.zeros(size, np.uint8)
    starts = np.zeros(size + 1, np.int64)
    listed: list[NDArray[np.int32]] = []
    number = total = 0
    while number < size:
        edges = np.zeros(CHUNK, np.int32)
        after, filled = bound["list_slice_moves"](
            code,
            number,
            tablebase_so_far.codes,
            tablebase_so_far.offsets,
            tablebase_so_far.values,
            edges,
            starts,
            due,
            open_moves,
            latest,
        )
        starts[number:after] += total
        listed.append(edges[:filled].copy())
        total += int(filled)
        number = int(after)
    starts[size] = total
    edges = np.concatenate(listed)
    del listed
    into = np.zeros(size + 1, np.int64)
    before = np.zeros(max(1, total), np.int32)
    bound["reverse_edges"](edges, starts, into, before)
    del edges, starts
    longest = int(bound["write_slice_values"](due, open_moves, latest, into, before, slice_values))
    if longest < 0:
        raise OverflowError(code)
    return longest


def check_slices(game: Game, table: Tablebase) -> Iterator[SliceCheck]:
    """Check each slice: its positions, and those with wrong values.

    A value is wrong if it does not follow from those after each move. A position with a move to a slice that the table
    does not have counts as wrong, and ends the count of its slice. Raises DamagedTablebase.
    """
    checked = slice_kernels(game)["count_checked_wrong_and_missing"]
    for each in table.slices:
        slice_values(table, each)
    for each in table.slices:
        looked_at, wrong, missing = checked(each.code, table.codes, table.offsets, table.values)
        yield SliceCheck(each, int(looked_at), int(wrong) + bool(missing))


def slice_values(table: Tablebase, slice_: Slice) -> NDArray[np.uint8]:
    """Return the values of a slice, as they were written. Raises DamagedTablebase."""
    if table.store is not None:
        table.store.load_slice(slice_.code)
    begin = int(table.offsets[np.searchsorted(table.codes, slice_.code)])
    return table.values[begin : begin + slice_.size]


def tablebase_value(game: Game, table: Tablebase, position: Position) -> int:
    """Return the value of a position, or -1: see :mod:`kifu.engine.tablebase_kernel`.

    Raises DamagedTablebase if the values of a file do not follow from the rules.
    """
    bound = slice_kernels(game)
    if table.store is not None:
        table.store.check_slice_by_rules(int(bound["slice_of"](position)), bound["count_checked_wrong_and_missing"])
    return int(bound["table_value"](position, table.codes, table.offsets, table.values))


def value_keeping_moves(game: Game, table: Tablebase, position: Position) -> list[int]:
    """Moves that keep a position's value: shortest win or longest defence.

    The position is in the table, and its game is not over.
    """
    own = tablebase_value(game, table, position)
    after = {move: _value_after(game, table, game.play_legal(position, move)) for move in game.legal_moves(position)}
    wanted = own - 1 if own else 0
    return [move for move, value_after in after.items() if value_after == wanted]


def _value_after(game: Game, table: Tablebase, position: Position) -> int:
    """Return the value after a move.

    A position that is over is lost for the side that would be to move.
    """
    return 1 if game.outcome(position) is not None else tablebase_value(game, table, position)


def optimal_line(game: Game, table: Tablebase, position: Position, max_plies: int) -> tuple[int, ...]:
    """Best play from a position of the table, to win or repetition."""
    moves: list[int] = []
    seen = set()
    while game.outcome(position) is None and position not in seen and len(moves) < max_plies:
        seen.add(position)
        moves.append(value_keeping_moves(game, table, position)[0])
        position = game.play_legal(position, moves[-1])
    return tuple(moves)
