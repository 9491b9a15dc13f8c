"""How moves and diagrams of reversi are written: 二01石, パス, and one character a square."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.errors import InvalidMove, InvalidSetup
from kifu.core.game.text import Reading, read_turn
from kifu.core.message import Message
from kifu.core.move_grammar import PASS as PASS_WORD
from kifu.core.move_grammar import Grammar
from kifu.core.outcome import SIDE_LABELS
from kifu.core.squares import BoardSize
from kifu_reversi.position import PASS, SIZE, SQUARES, Position

if TYPE_CHECKING:
    from kifu.core.game.text import DiagramText

BOARD = BoardSize(SIZE, SIZE)
STONE = "石"
GRAMMAR = Grammar(BOARD, {STONE: STONE}, examples=("二01石", "一02石"))
CELLS = "・黒白"


def read(text: str) -> Reading:
    """Read a written move. Raises InvalidMove."""
    written = GRAMMAR.read(text)
    if len(written.squares) > 1:
        raise InvalidMove("two-squares", Message("マスは一つだけ書いてください", "write one square"), width=len(text))
    return Reading(written.side, written, PASS if written.unit == PASS_WORD else written.squares[0])


def spell(move: int) -> str:
    """Return the text of a move."""
    return PASS_WORD if move == PASS else BOARD.spell(move) + STONE


def cell(position: Position, square: int) -> str:
    """Return what stands on a square."""
    return CELLS[(position.first >> square & 1) + 2 * (position.second >> square & 1)]


def spell_diagram(position: Position) -> str:
    """Return the diagram of a position."""
    cells = "".join(cell(position, square) for square in range(SQUARES))
    rows = [f"{cells[row * SIZE : (row + 1) * SIZE]}{row + 1:02d}" for row in range(SIZE)]
    return "\n".join([BOARD.head, *rows, f"手番：{SIDE_LABELS[position.turn].ja}"]) + "\n"


def read_diagram(diagram: DiagramText, base: Position | None = None) -> Position:
    """Read a diagram. Raises InvalidSetup."""
    head = [] if diagram.head is None else [diagram.head.cells]
    shape = [(len(row.cells), row.number) for row in diagram.rows]
    cells = "".join(row.cells for row in diagram.rows)
    if (
        head not in ([], [BOARD.head])
        or shape != [(SIZE, row + 1) for row in range(SIZE)]
        or not set(cells) <= set(CELLS)
    ):
        example = spell_diagram(Position(0, 0, 0)).splitlines()[1]
        message = Message(
            f"図は「{example}」のような4行です。マスは{CELLS}です", f"a diagram has 4 rows like {example}, of {CELLS}"
        )
        raise InvalidSetup("diagram-rows", message, line=diagram.line)
    turn = base.turn if base else 0
    for field in diagram.fields:
        turn = read_turn(field)
    first, second = (sum(1 << at for at, found in enumerate(cells) if found == stone) for stone in CELLS[1:])
    return Position(turn, first, second)


def differences(position: Position, other: Position) -> tuple[Message, ...]:
    """Return the squares that differ, and the turn if it does."""
    names = [BOARD.spell(square) for square in range(SQUARES) if cell(position, square) != cell(other, square)]
    names += ["手番"] * (position.turn != other.turn)
    return tuple(Message(f"{name}が違います", f"{name} differs") for name in names)
