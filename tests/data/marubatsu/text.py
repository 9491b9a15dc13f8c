"""How まるばつ is written: 一01丸, 二02罰, and a diagram of one character a square."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.game.text import read_turn
from kifu.core.errors import InvalidMove, InvalidSetup
from kifu.core.game.text import Reading
from kifu.games.marubatsu.position import COLUMNS, PASS, ROWS, SQUARES, Position
from kifu.core.message import Message
from kifu.core.move_grammar import PASS as PASS_WORD
from kifu.core.move_grammar import Grammar
from kifu.core.outcome import SIDE_LABELS
from kifu.core.squares import BoardSize

if TYPE_CHECKING:
    from kifu.core.game.text import DiagramText

BOARD = BoardSize(COLUMNS, ROWS)
UNITS = "丸罰"
EMPTY = "・"
TURN = "手番"
GRAMMAR = Grammar(BOARD, {unit: unit for unit in UNITS})


def read(text: str) -> Reading:
    """Read a written move. Raises InvalidMove."""
    written = GRAMMAR.read(text)
    if written.unit == PASS_WORD:
        return Reading(written.side, written, PASS)
    if len(written.squares) > 1:
        message = Message("一つのマスだけを書いてください", "name one square only")
        raise InvalidMove("too-many-squares", message, width=len(text))
    return Reading(written.side, written, written.squares[0] << 1 | UNITS.index(written.unit))


def resolve(position: Position, reading: Reading) -> int:  # noqa: ARG001 - the text settles every move
    """Return the move that is meant."""
    assert reading.move is not None
    return reading.move


def spell(move: int) -> str:
    """Return the canonical text of a move."""
    return PASS_WORD if move == PASS else f"{BOARD.spell(move >> 1)}{UNITS[move & 1]}"


def cell(position: Position, square: int) -> str:
    """Return the character of a square."""
    if position.first >> square & 1:
        return UNITS[0]
    return UNITS[1] if position.second >> square & 1 else EMPTY


def spell_diagram(position: Position) -> str:
    """Return the diagram of a position."""
    rows = [
        "".join(cell(position, row * COLUMNS + column) for column in range(COLUMNS)) + f"{row + 1:02d}"
        for row in range(ROWS)
    ]
    return "\n".join([*rows, f"{TURN}：{SIDE_LABELS[position.turn].ja}"]) + "\n"


def read_diagram(diagram: DiagramText, base: Position | None = None) -> Position:
    """Read a diagram. Raises InvalidSetup."""
    cells = "".join(row.cells for row in diagram.rows)
    if len(diagram.rows) != ROWS or len(cells) != SQUARES or not set(UNITS + EMPTY).issuperset(cells):
        message = Message("図は 4×3 マスです", "a diagram has 4 columns and 3 rows")
        raise InvalidSetup("diagram-rows", message, line=diagram.line)
    turn = base.turn if base else 0
    for field in diagram.fields:
        turn = read_turn(field)
    first, second = (sum(1 << at for at, found in enumerate(cells) if found == unit) for unit in UNITS)
    return Position(turn, first, second)


def differences(position: Position, other: Position) -> tuple[Message, ...]:
    """Return the squares, and the turn, in which two positions differ."""
    names = [BOARD.spell(at) for at in range(SQUARES) if cell(position, at) != cell(other, at)]
    names += [TURN] * (position.turn != other.turn)
    return tuple(Message(f"{name} が違います", f"{name} differs") for name in names)
