"""Diagrams (rengo.58) and drawing of 続・連合将棋: cells, stands, wedges, stones."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from kifu.core.errors import InvalidSetup
from kifu.core.game.drawing import Form, Ground, Token
from kifu.core.game.text import bad_field, read_turn
from kifu.core.message import Message, quoted
from kifu.core.outcome import SIDE_LABELS, SIDE_MARKS, Side
from kifu.core.squares import DIGITS, BoardSize
from kifu.games.rengo import setup_check
from kifu.games.rengo.apply_move import do_kings_face, enclosed_chain
from kifu.games.rengo.boards_and_unit_movements import (
    BOARDS,
    FRESH,
    GO,
    HAND_PLACE,
    HANDS,
    JANGGI,
    KINDS,
    NAMES,
    PAWN,
    PAWNS,
    SIDE,
    STONES,
    RengoBoard,
)
from kifu.games.rengo.geometry import geometry
from kifu.games.rengo.position import EMPTY_HAND, GOING, Position, RuleContext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.game.text import DiagramField, DiagramRow, DiagramText

EMPTY = "・・"
EMPTY_CHARACTERS = frozenset("・○〇◯")
WIDTH = 2
"""The number of characters of a cell."""
USUAL_CELLS = {EMPTY: 0} | {
    f"{side.mark}{name}": kind + SIDE * side for side in Side for name, kind in KINDS.items() if kind != PAWN
}
"""The cells as programs write them, without those of a 兵, whose first-move right depends on its place."""
STANDS, CAPTIVES, TURN = ("先手の駒台", "後手の駒台"), "アゲハマ", "手番"
DIAGRAM_KEYS = frozenset({*STANDS, CAPTIVES, TURN})
NOTHING = "なし"
_STAND = re.compile(rf"({'|'.join(KINDS)})([{DIGITS}]{{0,3}})[\s\u3000、,，]*")
_CAPTIVES = re.compile(rf"先手[\s\u3000]*([{DIGITS}]{{1,3}})[\s\u3000、,，]*後手[\s\u3000]*([{DIGITS}]{{1,3}})")


def spell_diagram(position: Position) -> str:
    """Diagram text of a position, each line ended by LF.

    A setup has neither アゲハマ nor 手番.
    """
    geometry = position.context.geometry
    lines = []
    for row in range(geometry.rows):
        squares = range(row * geometry.columns, (row + 1) * geometry.columns)
        lines.append("".join(cell_text(position, square) for square in squares) + f"{row + 1:02d}")
    lines += [f"{key}：{spell_stand(position.stands[side])}" for side, key in enumerate(STANDS)]
    if not position.is_setup:
        first, second = position.captives
        lines += [f"{CAPTIVES}：先手{first} 後手{second}", f"{TURN}：{SIDE_LABELS[position.turn].ja}"]
    return "\n".join(lines) + "\n"


def spell_stand(stand: tuple[int, ...]) -> str:
    """Return the text of a stand: 碁3 翻, or なし."""
    parts = [
        f"{NAMES[kind]}{number if number > 1 else ''}" for kind, number in zip(HANDS, stand, strict=True) if number
    ]
    return " ".join(parts) or NOTHING


def cell_text(position: Position, square: int) -> str:
    """Cell of a square: side mark and unit, or ・・."""
    unit = position.board[square]
    return f"{Side(unit // SIDE).mark}{NAMES[unit % SIDE]}" if unit else EMPTY


def read_diagram(context: RuleContext, diagram: DiagramText, base: Position | None = None) -> Position:
    """Read a diagram. `base` gives what it leaves out.

    Without `base` the diagram is a start and is judged (rengo.58).

    Raises InvalidSetup, which names the line and the column.
    """
    board = bytearray(context.geometry.size)
    _check_rows(context, diagram)
    for row in diagram.rows:
        _read_row(context, row, board, base)
    fields = {field.key: field for field in diagram.fields}
    is_setup = base is None and CAPTIVES not in fields and TURN not in fields
    given = base.stands if base else (EMPTY_HAND, EMPTY_HAND)
    first, second = (
        _read_stand(fields[key], is_setup=is_setup) if key in fields else given[side] for side, key in enumerate(STANDS)
    )
    captives = base.captives if base else (0, 0)
    if CAPTIVES in fields:
        captives = _read_captives(fields[CAPTIVES])
    turn = base.turn if base else 0
    if TURN in fields:
        turn = read_turn(fields[TURN])
    cells = bytes(board)
    stands = (first, second)
    if base is None:
        _check_start_diagram(context, diagram, cells, stands, is_setup=is_setup)
    king_squares = [setup_check.king_squares(cells, side) for side in (0, 1)]
    first_king, second_king = (squares[0] if squares else -1 for squares in king_squares)
    if base is not None:
        return base._replace(turn=turn, board=cells, stands=stands, captives=captives, kings=(first_king, second_king))
    facing = do_kings_face(cells, (first_king, second_king), context.geometry, JANGGI)
    kings, passed = (first_king, second_king), False
    return Position(context, turn, cells, stands, -1, -1, captives, kings, passed, facing, GOING, is_setup)


def diagram_differences(position: Position, other: Position) -> tuple[Message, ...]:
    """Differences between the replayed `position` and a diagram's, one message each."""
    geometry = position.context.geometry
    size = BoardSize(geometry.columns, geometry.rows)
    messages = []
    for square in range(geometry.size):
        mine, theirs = cell_text(position, square), cell_text(other, square)
        if mine != theirs:
            name = size.spell(square)
            messages.append(_difference_message(Message(name, name), Message(mine, mine), Message(theirs, theirs)))
    for side, key in enumerate(STANDS):
        mine, theirs = spell_stand(position.stands[side]), spell_stand(other.stands[side])
        if mine != theirs:
            messages.append(_difference_message(Message(key, key), Message(mine, mine), Message(theirs, theirs)))
    if position.captives != other.captives:
        mine, theirs = ("先手{} 後手{}".format(*board.captives) for board in (position, other))
        messages.append(_difference_message(Message(CAPTIVES, CAPTIVES), Message(mine, mine), Message(theirs, theirs)))
    if position.turn != other.turn:
        messages.append(
            _difference_message(Message(TURN, "side to move"), SIDE_LABELS[position.turn], SIDE_LABELS[other.turn])
        )
    return tuple(messages)


def _difference_message(place: Message, replayed: Message, shown: Message) -> Message:
    return Message(
        f"{place.ja} は棋譜では「{replayed.ja}」、図では「{shown.ja}」",
        f"{place.en} is '{replayed.en}' by the moves, '{shown.en}' in the diagram",
    )


def _check_rows(context: RuleContext, diagram: DiagramText) -> None:
    """Check the numbers, lengths and count of a diagram's rows."""
    geometry = context.geometry
    for place, row in enumerate(diagram.rows, start=1):
        span = {"line": row.line, "offset": row.column - 1, "width": max(1, len(row.cells))}
        if row.number != place or place > geometry.rows:
            raise InvalidSetup(
                "diagram-row-number",
                Message(
                    f"「{quoted(row.cells)}」の段の番号が違います。{context.board}の図は 01 から {geometry.rows:02d} までです",
                    f"row '{quoted(row.cells)}' has a wrong number or none; a diagram of {context.board} has rows 01 to {geometry.rows:02d}",
                ),
                **span,  # type: ignore[arg-type]
            )
        if len(row.cells) != WIDTH * geometry.columns:
            raise InvalidSetup(
                "diagram-row-length",
                Message(
                    f"{place:02d} 段目は {len(row.cells)} 文字です。{context.board}では一マス二文字で {geometry.columns} マス、{WIDTH * geometry.columns} 文字書いてください",
                    f"row {place:02d} has {len(row.cells)} characters; on {context.board} write {geometry.columns} squares of two characters, {WIDTH * geometry.columns} in all",
                ),
                **span,  # type: ignore[arg-type]
            )
    if len(diagram.rows) < geometry.rows:
        raise InvalidSetup(
            "diagram-rows",
            Message(
                f"図が {len(diagram.rows)} 段しかありません。{context.board}では {geometry.rows} 段書いてください",
                f"the diagram has only {len(diagram.rows)} rows; {context.board} has {geometry.rows}",
            ),
            line=diagram.line,
        )


def _read_row(context: RuleContext, row: DiagramRow, board: bytearray, base: Position | None) -> None:
    """Read the units of a row onto `board`. Raises InvalidSetup."""
    geometry = context.geometry
    start = ((row.number or 1) - 1) * geometry.columns
    for column in range(geometry.columns):
        text = row.cells[WIDTH * column : WIDTH * column + WIDTH]
        usual = USUAL_CELLS.get(text)
        if usual is not None:
            board[start + column] = usual
            continue
        if EMPTY_CHARACTERS.issuperset(text):
            continue
        side, kind = SIDE_MARKS.get(text[0]), KINDS.get(text[1], 0)
        if side is None or not kind:
            raise InvalidSetup(
                "diagram-cell",
                Message(
                    f"{row.number:02d} 段目の「{quoted(text)}」は、▲か△と駒でも、空きマス ({EMPTY}) でもありません",
                    f"'{quoted(text)}' in row {row.number:02d} is neither ▲ or △ with a unit nor an empty square ({EMPTY})",
                ),
                line=row.line,
                offset=row.column - 1 + WIDTH * column,
                width=WIDTH,
            )
        square = start + column
        if kind == PAWN:
            same = base is not None and base.board[square] % SIDE in PAWNS and base.board[square] // SIDE == side
            if base is not None and same:
                kind = base.board[square] % SIDE
            elif geometry.depth[side][square] == geometry.board.soldiers:
                kind = FRESH
        board[square] = kind + SIDE * side


def _read_stand(field: DiagramField, *, is_setup: bool) -> tuple[int, ...]:
    """Number of units of each kind of HANDS on a stand."""
    hand = [0] * len(HANDS)
    text = field.value.strip()
    if text in {NOTHING, ""}:
        return tuple(hand)
    at = 0
    while match := _STAND.match(text, at):
        kind = KINDS[match[1]]
        if kind not in HAND_PLACE:
            raise _wrong_stand_unit_error(field, match[1], at, is_setup=is_setup)
        hand[HAND_PLACE[kind]] += int(match[2] or 1)
        at = match.end()
    if at < len(text):
        raise bad_field(field, "碁3 翻2 珠2", NOTHING)
    return tuple(hand)


def _wrong_stand_unit_error(field: DiagramField, unit_name: str, offset: int, *, is_setup: bool) -> InvalidSetup:
    """Error of a unit that the stand of a diagram cannot hold."""
    if is_setup:
        message = Message(
            f"{field.key}に{unit_name}があります。はじめから駒台に置けるのは碁・翻・珠だけです",
            f"{unit_name} is on {field.key}; only 碁, 翻 and 珠 may start on a stand",
        )
    else:
        message = Message(
            f"{field.key}に{unit_name}があります。駒台にあるのは成る前の将棋駒と碁・翻・珠だけです",
            f"{unit_name} is on {field.key}; a stand holds unpromoted shogi pieces, 碁, 翻 and 珠 only",
        )
    return InvalidSetup(
        "setup",
        message,
        line=field.line,
        offset=field.column - 1 + offset,
        article="rengo.10" if is_setup else "rengo.26",
    )


def _read_captives(field: DiagramField) -> tuple[int, int]:
    match = _CAPTIVES.fullmatch(field.value.strip())
    if match is None:
        raise bad_field(field, "先手3 後手0")
    return int(match[1]), int(match[2])


def _check_start_diagram(
    context: RuleContext, diagram: DiagramText, board: bytes, stands: setup_check.Stands, *, is_setup: bool
) -> None:
    """Check a start diagram: setup articles, kings, enclosed chains.

    A setup is judged by rengo.6-10, a later position by its kings, and both by rengo.34. Raises InvalidSetup for the
    first article that it breaks.
    """
    blame = setup_check.first_setup_fault(context, board, stands) if is_setup else None
    blame = (
        blame
        or setup_check.king_fault(board, 0)
        or setup_check.king_fault(board, 1)
        or _enclosed_chain_fault(context, board)
    )
    if blame is None:
        return
    line, offset, width = diagram.line, 0, 1
    if blame.square >= 0:
        down, right = divmod(blame.square, context.geometry.columns)
        row = diagram.rows[down]
        line, offset, width = row.line, row.column - 1 + WIDTH * right, WIDTH
    raise InvalidSetup("setup", blame.message, line=line, offset=offset, width=width, article=f"rengo.{blame.article}")


def _enclosed_chain_fault(context: RuleContext, board: bytes) -> setup_check.SetupFault | None:
    """Fault of a setup with an enclosed chain (rengo.34), or None."""
    if GO not in board and GO + SIDE not in board:
        return None
    square = next((at for at, unit in enumerate(board) if unit and enclosed_chain(context.geometry, board, at)), -1)
    if square < 0:
        return None
    name = BoardSize(context.geometry.columns, context.geometry.rows).spell(square)
    return setup_check.SetupFault(
        34,
        Message(
            f"{name} の駒は敵の碁に囲まれています。このような局面から始めることはできません",
            f"the unit on {name} stands enclosed by enemy 碁; no game can start so",
        ),
        square,
    )


ROUND = STONES | {KINDS["平"], KINDS["冠"]}
"""The kinds that are drawn as discs: stones, and men of draughts."""


def unit_tokens(position: Position) -> Iterator[Token]:
    """Yield one token for each unit on the board."""
    for square, unit in enumerate(position.board):
        if unit:
            kind = unit % SIDE
            name = NAMES[PAWN if kind == FRESH else kind]
            yield Token(square, Side(unit // SIDE), name, token_outline(kind))


def token_outline(kind: int) -> Form:
    """Return the outline of a kind of unit."""
    return Form.DISC if kind in ROUND else Form.WEDGE


@cache
def ground_of_board(board_name: str) -> Ground:
    """Return the ground of the board `board_name`: the board without units."""
    board = BOARDS[board_name]
    if board.ground == "points":
        return Ground((*_board_lines(board), *_palace_diagonals(board_name)), tuple(_star_squares(board)))
    if board.ground == "chequered":
        places = product(range(board.rows), range(board.columns))
        dark = (row * board.columns + column for row, column in places if (board.rows - 1 - row + column) % 2 == 0)
        return Ground(dark=frozenset(dark))
    return Ground()


def _board_lines(board: RengoBoard) -> Iterator[tuple[int, ...]]:
    """Yield the rows and the columns.

    A river divides all columns except the outermost (rengo.4).
    """
    columns, rows = board.columns, board.rows
    for row in range(rows):
        yield tuple(range(row * columns, (row + 1) * columns))
    for column in range(columns):
        squares = tuple(range(column, rows * columns, columns))
        if board.river and 0 < column < columns - 1:
            yield squares[: rows // 2]
            yield squares[rows // 2 :]
        else:
            yield squares


def _palace_diagonals(board_name: str) -> Iterator[tuple[int, ...]]:
    """Yield the diagonals of the palaces (rengo.4)."""
    for centre, corners in geometry(board_name).palace_lines.items():
        if len(corners) > 1:
            yield from ((corner, centre, 2 * centre - corner) for corner in corners if corner < centre)


def _star_squares(board: RengoBoard) -> Iterator[int]:
    """Yield the squares of the stars of rengo.2.

    Only a large board has stars in the middle of its sides.
    """
    if not board.stars:
        return
    first, middle = board.stars - 1, board.columns // 2
    lines = (first, middle, board.columns - 1 - first)
    for row, column in product(lines, lines):
        if board.columns >= NINE_STARS or (row == middle) == (column == middle):
            yield row * board.columns + column


NINE_STARS = 19
"""The number of columns from which a board has nine stars; smaller boards have five."""
