"""Move diagrams: the squares that units can reach, marked."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.core.errors import InvalidMove
from kifu.core.message import Message, quoted
from kifu.core.squares import LETTERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kifu.core.game.drawing import Drawing
    from kifu.core.game.game import Position

REACHED = "◎"
"""The mark of a square that a unit on the board can go to."""
PLACED = "△"
"""The mark of a square where a unit may be placed."""
_EMPTY = "・○"
_SUFFIXES = ("", "打")
"""What may have to stand behind a unit that is placed; 続・連合将棋 writes 打."""


class RowCell(NamedTuple):
    """The cell of a square in a line of a diagram."""

    square: int
    start: int
    """Where it begins in the line."""
    text: str


class UnitReach(NamedTuple):
    """Legal moves of one picture: a unit's, or shared placements."""

    moves: tuple[int, ...]
    targets: frozenset[int]
    """The squares where the moves end."""
    units: tuple[str, ...]
    """The names of the units, as they are written in a move."""
    origin: int | None = None
    """The square of the unit; None for placements."""

    @property
    def mark(self) -> str:
        """Mark of the targets: ◎ for moves, △ for placements."""
        return PLACED if self.origin is None else REACHED


def unit_reach_from(game: Drawing, position: Position, origin: int) -> UnitReach:
    """Return the legal moves from a square; none if immovable."""
    paths = [path for path in _move_paths(game, position) if path.origin == origin]
    return _reach_of_paths(paths, origin)


def placement_reach(game: Drawing, position: Position, unit: str) -> UnitReach:
    """Return the legal placements of a unit, named as in a move.

    Raises InvalidMove if the game has no such unit.
    """
    paths = [path for path in _move_paths(game, position) if path.origin is None]
    spelled = [_placement_texts(game, unit, path.target) for path in paths]
    if not spelled:
        _placement_texts(game, unit, 0)
    return _reach_of_paths(
        [path for path, texts in zip(paths, spelled, strict=True) if _reads_as_move(game, position, path, texts)]
    )


def unit_reaches(game: Drawing, position: Position) -> list[UnitReach]:
    """Return a picture for each movable unit, then for placements.

    Units that may be placed on the same squares share a picture.
    """
    origins: dict[int, list[_Path]] = {}
    placed: dict[str, list[_Path]] = {}
    for path in _move_paths(game, position):
        if path.origin is None:
            placed.setdefault(path.unit, []).append(path)
        else:
            origins.setdefault(path.origin, []).append(path)
    alike: dict[frozenset[int], list[_Path]] = {}
    for paths in placed.values():
        alike.setdefault(frozenset(path.target for path in paths), []).extend(paths)
    moving = [_reach_of_paths(origins[origin], origin) for origin in sorted(origins)]
    return moving + [_reach_of_paths(paths) for paths in alike.values()]


def marked_diagram(game: Drawing, position: Position, reach: UnitReach) -> str:
    """Return the diagram with `reach` marked on its empty targets.

    Each line ends in LF.
    """
    lines = game.spell_diagram(position).splitlines()
    row = 0
    for number, line in enumerate(lines):
        if row < game.board.rows and line.endswith(f"{row + 1:02d}"):
            lines[number] = _marked_row(game, position, line, row, reach)
            row += 1
    return "".join(f"{line}\n" for line in lines)


def occupied_targets(game: Drawing, position: Position, reach: UnitReach) -> list[int]:
    """Return the occupied targets in square order.

    A diagram has no room for a mark on them.
    """
    return [square for square in sorted(reach.targets) if not _is_empty(game.cell(position, square))]


class _Path(NamedTuple):
    """A legal move's ends, and the unit its text names."""

    move: int
    origin: int | None
    target: int
    unit: str


def _move_paths(game: Drawing, position: Position) -> Iterator[_Path]:
    for move in game.legal_moves(position):
        written = game.read(game.spell(move)).written
        if written.squares:  # パス has none
            origin = written.squares[0] if len(written.squares) > 1 else None
            yield _Path(move, origin, written.squares[-1], written.unit)


def _reach_of_paths(paths: Iterable[_Path], origin: int | None = None) -> UnitReach:
    paths = tuple(paths)
    return UnitReach(
        tuple(path.move for path in paths),
        frozenset(path.target for path in paths),
        tuple(dict.fromkeys(path.unit for path in paths)),
        origin,
    )


def _placement_texts(game: Drawing, unit: str, square: int) -> list[str]:
    """Return the readable texts that place a unit on a square.

    Raises InvalidMove if there is none.
    """
    texts = []
    failed = None
    row, column = divmod(square, game.board.columns)
    name = f"{LETTERS[column]}{row + 1:02d}" if unit.isascii() else game.board.spell(square)
    for suffix in _SUFFIXES:
        text = f"{name}{unit}{suffix}"
        try:
            squares = game.read(text).written.squares
        except InvalidMove as invalid:
            failed = failed or invalid
            continue
        if squares != (square,):  # the text goes on with a path, so it is no unit
            failed = None
            break
        texts.append(text)
    if not texts:
        message = Message(f"「{quoted(unit)}」は駒の名ではありません", f"'{quoted(unit)}' is no name of a unit")
        raise failed or InvalidMove("unknown-unit", message)
    return texts


def _reads_as_move(game: Drawing, position: Position, path: _Path, texts: list[str]) -> bool:
    return any(game.resolve(position, game.read(text)) == path.move for text in texts)


def _marked_row(game: Drawing, position: Position, line: str, row: int, reach: UnitReach) -> str:
    """Return a diagram row with its empty targets marked."""
    parts = []
    end = 0
    for square, start, cell in cells_of_row(game, position, line, row):
        marked = square in reach.targets and _is_empty(cell)
        parts += [line[end:start], reach.mark * len(cell) if marked else cell]
        end = start + len(cell)
    return "".join([*parts, line[end:]])


def cells_of_row(game: Drawing, position: Position, line: str, row: int) -> Iterator[RowCell]:
    """Yield the squares of a diagram row, each with the place of its cell in the line, and the cell."""
    end = 0
    for square in range(row * game.board.columns, (row + 1) * game.board.columns):
        cell = game.cell(position, square).strip()
        start = line.find(cell, end) if cell else -1
        if start < 0:  # a square of the rectangle that the board does not have
            continue
        yield RowCell(square, start, cell)
        end = start + len(cell)


def _is_empty(cell: str) -> bool:
    return not cell.strip(f"{_EMPTY} \u3000")
