"""Diagrams of the Union games: cells, 手番, pieces left, 最終手."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from kifu.core.compiled.kernel_primitives import popcount
from kifu.core.errors import InvalidSetup
from kifu.core.message import Message, quoted
from kifu.games.union.position import BLACK, FIRST_SIDE, INNER, KINDS, OUTER, WHITE, Piece, Position, position_with
from kifu.games.union.unit_words_and_move_text import PARTS, WIDE

if TYPE_CHECKING:
    from types import ModuleType

    from kifu.core.game.text import DiagramField, DiagramRow, DiagramText
    from kifu.games.union.variant import BoardPoints, Family

EMPTY = "・"
TURNED_MARK = "'"
NO_POINTS = "－"
"""The cells of a row that has no point."""
SIDE_NAMES = ("白", "黒")
TURN, LAST = "手番", "最終手"
LEFT = ("白の残り", "黒の残り")
KEYS = frozenset({TURN, LAST, *LEFT})
TURNS = {"白": WHITE, "黒": BLACK, "先手": WHITE, "後手": BLACK}
APOSTROPHES = "'’′＇"


class Diagrams:
    """Read and writes the diagrams of one board."""

    def __init__(
        self, family: Family, points: BoardPoints, backs: tuple[tuple[int, ...], ...], laws: ModuleType, options: int
    ) -> None:
        """Prepare for the board `points`.

        `options` are the flags of the positions that are read.
        """
        self.family = family
        self.options = options
        self.points = points
        self.backs = backs
        self.laws = laws
        kinds = family.kinds + (family.kinds.translate(WIDE) if family.kinds.isascii() else "")
        self._half = re.compile(rf"([・･·])|([vｖ]?)([{kinds}])([{APOSTROPHES}]?)")
        self._left = re.compile(rf"内([{kinds}]*)[ \u3000\t]*外([{kinds}]*)")

    # Writing

    def spell_half(self, position: Position, part: int, point: int) -> str:
        """Text of a point's 内 or 外: ・, 丸, v三, 五'."""
        for side in (WHITE, BLACK):
            if self.laws.pieces(position, part, side) >> point & 1:
                kind = self.family.kinds[self.laws.kind_on(position, part, point)]
                turned: int = self.laws.turned_on(position, part, point)
                return "v" * side + kind + TURNED_MARK * turned
        return EMPTY

    def cell(self, position: Position, point: int) -> str:
        """Text of a point in a diagram: 内, then 外."""
        return self.spell_half(position, INNER, point) + self.spell_half(position, OUTER, point)

    def spell(self, position: Position) -> str:
        """Return the diagram of a position with the lines below it.

        Each line ends in LF.
        """
        lines = [self.points.head]
        for row in range(self.points.rows):
            cells = [self.cell(position, point) for point in self.points.row(row)] or [NO_POINTS]
            lines.append(f"{' '.join(cells)} {row + 1:02d}")
        lines.append(f"{TURN}：{SIDE_NAMES[position.turn]}")
        if position.left:
            lines += [f"{key}：{self.spell_pieces_left(position.left, side)}" for side, key in enumerate(LEFT)]
        if self.laws.last_move(position):
            lines.append(f"{LAST}：{SIDE_NAMES[BLACK]}")
        return "\n".join(lines) + "\n"

    def spell_pieces_left(self, pieces_left: int, side: int) -> str:
        """Pieces that a side has left to place: 内ABC 外D."""
        shown = []
        for part in (INNER, OUTER):
            kinds = (
                self.family.kinds[kind] for kind in range(KINDS) if pieces_left >> _bit_of_piece(side, part, kind) & 1
            )
            shown.append(PARTS[part] + "".join(kinds))
        return " ".join(shown)

    # Reading

    def read(self, diagram: DiagramText, base: Position | None = None) -> Position:
        """Read a diagram. `base` gives what the diagram leaves out.

        Without `base` no piece is left to place and white is to move. Raises InvalidSetup, which names the line and the
        column.
        """
        self._check_shape(diagram)
        standing: list[Piece] = []
        for number, row in enumerate(diagram.rows):
            standing += self._read_row(row, self.points.row(number))
        fields = {field.key: field for field in diagram.fields}
        left = self._read_pieces_left(diagram, fields, base)
        self._check_pieces(diagram, standing, left)
        position = position_with(standing, self._read_turn(diagram, fields, left, base), left, self.options)
        if field := fields.get(LAST):
            if field.value.strip() not in {SIDE_NAMES[BLACK], "後手"}:
                raise bad_field(field, "黒")
            if TURN not in fields and base is None:
                position = position._replace(turn=BLACK)
            if not self.laws.last_move(position):
                raise setup_line_error(
                    "diagram-last-move",
                    Message(
                        "「最終手：黒」とありますが、白が終局の条件に達して黒の番、という局面ではありません",
                        "'最終手：黒' stands here, but white is not at the target with black to move",
                    ),
                    field,
                    self.family.end_article,
                )
        return position

    def _check_shape(self, diagram: DiagramText) -> None:
        """Check the column names and the rows' numbers. Raises InvalidSetup."""
        head = diagram.head
        wanted = self.points.head
        if head is not None and "".join(head.cells.split()) != "".join(wanted.split()):
            raise InvalidSetup(
                "diagram-head",
                Message(
                    f"図の列見出し「{quoted(head.cells)}」は「{wanted}」でなければなりません",
                    f"the column names '{quoted(head.cells)}' should be '{wanted}'",
                ),
                line=head.line,
                offset=head.column - 1,
                width=len(head.cells),
            )
        rows = self.points.rows
        for place, row in enumerate(diagram.rows, start=1):
            if row.number != place or place > rows:
                ja = f"{place:02d}" if place <= rows else "図の終わり"
                en = f"{place:02d}" if place <= rows else "the end of the diagram"
                raise row_error(
                    "diagram-row-number",
                    Message(
                        f"「{quoted(row.cells)}」の段の番号が違います。ここは {ja} のはずです",
                        f"row '{quoted(row.cells)}' has a wrong number or none; {en} is expected here",
                    ),
                    row,
                )
        if len(diagram.rows) < rows:
            raise InvalidSetup(
                "diagram-rows",
                Message(
                    f"図が {len(diagram.rows)} 段しかありません。01 から {rows:02d} まで書いてください",
                    f"the diagram has only {len(diagram.rows)} rows; write all from 01 to {rows:02d}",
                ),
                line=diagram.line,
            )

    def _read_row(self, row: DiagramRow, points: list[int]) -> list[Piece]:
        """Return the pieces of a row.

        Each point has two halves, 内 then 外; blanks may stand between halves.
        """
        cells = row.cells if points else row.cells.removeprefix(NO_POINTS)
        pieces = []
        half = at = 0
        while at < len(cells):
            if cells[at].isspace():
                at += 1
                continue
            match = self._half.match(cells, at)
            if match is None:
                raise row_error(
                    "diagram-cell",
                    Message(
                        f"「{quoted(cells[at:])}」が読めません。点は内・外の順に、{EMPTY} か {' '.join(self.family.kinds)} (黒は v、裏は ') です",
                        f"'{quoted(cells[at:])}' is not understood; a point is its 内 then its 外, each {EMPTY} or one of {' '.join(self.family.kinds)} (v: black, ': turned over)",
                    ),
                    row,
                    at,
                )
            if not match[1] and half < 2 * len(points):
                kind = self.family.kinds.index(match[3].translate(_NARROW))
                pieces.append(Piece(bool(match[2]), half & 1, kind, bool(match[4]), points[half // 2]))
            half += 1
            at = match.end()
        if half != 2 * len(points):
            raise row_error(
                "diagram-row-length",
                Message(
                    f"{row.number:02d} 段目は {len(points)} 点 (内と外で {2 * len(points)}) のはずですが、{half} あります",
                    f"row {row.number:02d} should have {len(points)} points, so {2 * len(points)} halves, but has {half}",
                ),
                row,
            )
        return pieces

    def _read_pieces_left(self, diagram: DiagramText, fields: dict[str, DiagramField], base: Position | None) -> int:
        """Bits of the pieces left to place, as written or in `base`."""
        given = [fields.get(key) for key in LEFT]
        if not any(given):
            return 0 if base is None else base.left
        left = 0
        for side, field in enumerate(given):
            if field is None:
                key = LEFT[side]
                message = Message(f"「{key}」の行がありません", f"the line '{key}' is missing")
                raise InvalidSetup("diagram-left", message, line=diagram.line)
            match = self._left.fullmatch(field.value.strip().translate(_NARROW))
            if match is None or not self.family.places:
                raise bad_field(
                    field, *([f"内{self.family.kinds} 外{self.family.kinds}"] if self.family.places else [])
                )
            for part in (INNER, OUTER):
                for name in match[part + 1]:
                    bit = 1 << _bit_of_piece(side, part, self.family.kinds.index(name))
                    if left & bit:
                        raise duplicate_piece_error(field, f"{SIDE_NAMES[side]}{name}{PARTS[part]}")
                    left |= bit
        return left

    def _check_pieces(self, diagram: DiagramText, standing: list[Piece], pieces_left: int) -> None:
        """Check that pieces are unique and that stacked ones can unite."""
        seen = pieces_left
        halves: dict[int, Piece] = {}
        for piece in sorted(standing, key=lambda piece: (piece.point, piece.part)):
            backs = self.backs[piece.part]
            front = backs.index(piece.kind) if piece.turned else piece.kind
            bit = 1 << _bit_of_piece(piece.side, piece.part, front)
            row = diagram.rows[self.points.squares[piece.point] // self.points.columns]
            if seen & bit:
                raise duplicate_piece_error(row, SIDE_NAMES[piece.side] + self.family.kinds[front] + PARTS[piece.part])
            seen |= bit
            partner = halves.setdefault(piece.point, piece)
            if partner is not piece and (
                partner.kind != piece.kind or (partner.side != piece.side and not self.family.unites_any)
            ):
                name = self.points.name(piece.point)
                raise setup_line_error(
                    "diagram-pair",
                    Message(
                        f"{name} の内コマと外コマは合体できない組み合わせです",
                        f"the 内 and the 外 on {name} cannot have united",
                    ),
                    row,
                    "union.6",
                )
        empty = len(self.points.squares) - len(halves)
        if popcount(pieces_left) > empty:
            message = Message(
                f"残り {popcount(pieces_left)} 個に、空いた点は {empty} しかありません",
                f"{popcount(pieces_left)} pieces are left to place on {empty} empty points",
            )
            raise InvalidSetup("diagram-left", message, line=diagram.line)

    def _read_turn(
        self, diagram: DiagramText, fields: dict[str, DiagramField], pieces_left: int, base: Position | None
    ) -> int:
        """Side to move: as written, or by the pieces left (master.1)."""
        field = fields.get(TURN)
        turn = None
        if field is not None:
            turn = TURNS.get(field.value.strip())
            if turn is None:
                raise bad_field(field, *SIDE_NAMES)
        if not pieces_left:
            return turn if turn is not None else WHITE if base is None else base.turn
        white, black = (
            popcount(pieces_left >> _bit_of_piece(side, 0, 0) & (1 << 2 * KINDS) - 1) for side in (WHITE, BLACK)
        )
        by_side = bool(self.options & FIRST_SIDE)
        first, second = (black, white) if by_side else (white, black)  # the pieces of the colour that is placed first
        if second - first not in {0, 1}:
            place: Any = fields.get(LEFT[0]) or diagram.rows[0]
            raise setup_line_error(
                "diagram-left", _pieces_left_message(white, black, by_side=by_side), place, "master.1"
            )
        follows = WHITE if by_side == (white == black) else BLACK
        if field is not None and turn != follows:
            raise setup_line_error(
                "diagram-turn",
                Message(
                    f"残りからすると、置くのは{SIDE_NAMES[follows]}の番です",
                    f"by what is left it is the turn of {'black' if follows else 'white'} to place",
                ),
                field,
                "master.1",
            )
        return follows

    # Comparing

    def differences(self, position: Position, other: Position) -> tuple[Message, ...]:
        """Differences between the replayed `position` and a diagram's, one message each."""
        messages = []
        for point in range(len(self.points.squares)):
            mine, theirs = self.cell(position, point), self.cell(other, point)
            if mine != theirs:
                messages.append(place_difference_message(self.points.name(point), mine, theirs))
        for side, key in enumerate(LEFT):
            mine, theirs = self.spell_pieces_left(position.left, side), self.spell_pieces_left(other.left, side)
            if mine != theirs:
                messages.append(place_difference_message(key, mine, theirs))
        if position.turn != other.turn:
            messages.append(place_difference_message(TURN, SIDE_NAMES[position.turn], SIDE_NAMES[other.turn]))
        return tuple(messages)


def _pieces_left_message(white: int, black: int, *, by_side: bool) -> Message:
    """Message on pieces left that placing in turn excludes (master.1)."""
    if by_side:
        return Message(
            f"残りは白 {white} 個、黒 {black} 個です。白 (先手) が黒のコマを置くことから交互に始まるので (first=side)、同じ数か、白が一つ多いはずです",
            f"{white} white and {black} black pieces are left; placed in turn, a black one by white first (first=side), they are as many, or white has one more",
        )
    return Message(
        f"残りは白 {white} 個、黒 {black} 個です。白のコマから交互に置くので、同じ数か、黒が一つ多いはずです",
        f"{white} white and {black} black pieces are left; placed in turn, white first, they are as many, or black has one more",
    )


_NARROW = str.maketrans("ＡＢＣＤＥＦＧ", "ABCDEFG")


def _bit_of_piece(side: int, part: int, kind: int) -> int:
    return 2 * KINDS * side + KINDS * part + kind


def place_difference_message(place: str, replayed: str, shown: str) -> Message:
    """Message on one place: `replayed` by the moves, `shown` in the diagram."""
    return Message(
        f"{place} は棋譜では「{replayed}」、図では「{shown}」",
        f"{place} is '{replayed}' by the moves, '{shown}' in the diagram",
    )


def row_error(code: str, message: Message, row: DiagramRow, cell_index: int | None = None) -> InvalidSetup:
    """Error of a row, or of its cell `cell_index` (from 0)."""
    width = max(1, len(row.cells)) if cell_index is None else 1
    return InvalidSetup(code, message, line=row.line, offset=row.column - 1 + (cell_index or 0), width=width)


def setup_line_error(
    code: str, message: Message, row: DiagramRow | DiagramField, article: str | None = None
) -> InvalidSetup:
    """Return the error of a line of a diagram.

    `article` is the article that the line breaks, if any.
    """
    return InvalidSetup(code, message, line=row.line, offset=row.column - 1, article=article)


def duplicate_piece_error(row: DiagramRow | DiagramField, unit: str) -> InvalidSetup:
    """Error of a piece that is on board or left twice."""
    return setup_line_error(
        "diagram-piece-twice",
        Message(f"{unit} が二つあります。どの駒も一つずつです", f"{unit} is there twice; there is one of each"),
        row,
    )


def bad_field(field: DiagramField, *expected: str) -> InvalidSetup:
    """Error of an unreadable line below a diagram, with valid examples."""
    examples = "」「".join(expected)
    return InvalidSetup(
        "diagram-field",
        Message(
            f"「{field.key}：{quoted(field.value)}」が読めません"
            + (f"。「{examples}」のように書いてください" if examples else " (置く駒はありません)"),
            f"'{field.key}：{quoted(field.value)}' is not understood"
            + (f"; write it like {' or '.join(expected)}" if examples else " (nothing is placed in this game)"),
        ),
        line=field.line,
        offset=field.column - 1,
        width=max(1, len(field.value)),
    )
