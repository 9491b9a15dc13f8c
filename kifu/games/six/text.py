"""Texts of 6面体: units, moves and diagrams, read and spelled."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kifu.core.compiled.kernel_primitives import popcount
from kifu.core.errors import InvalidSetup
from kifu.core.game.text import Reading, bad_field, read_turn
from kifu.core.message import Message, quoted
from kifu.core.move_grammar import PASS as PASS_WORD
from kifu.core.move_grammar import Grammar
from kifu.core.outcome import SIDE_LABELS
from kifu.core.squares import DIGITS, BoardSize
from kifu.games.six.position import (
    ARCHER,
    DICE,
    FACES,
    GHOST,
    HORSE,
    MAIDEN,
    MANY,
    NONE,
    PASS,
    SIZE,
    SQUARES,
    WARRIOR,
    Position,
    encode,
)
from kifu.games.six.rules import unit_on

if TYPE_CHECKING:
    from kifu.core.game.text import DiagramField, DiagramRow, DiagramText

BOARD = BoardSize(SIZE, SIZE)
UNITS = "占武騎弓巫怨領士馬矢女霊"
"""The character of each unit, by face + 6 × owner."""
GHOSTS = frozenset({UNITS[GHOST], UNITS[GHOST + FACES]})
"""The characters of a 怨, by either owner."""
COMMON = dict(zip(UNITS[:FACES], UNITS[FACES:], strict=True))
"""The character of 後手 for each of 先手; the page of the game has 先手's for both."""
FULL_NAMES = ("占領", "武士", "騎馬", "弓矢", "巫女", "怨霊")
ASCII_UNITS = "TWHAMG"
SPOKEN_UNITS = {
    **dict(zip(("うらない", "ぶし", "きば", "ゆみや", "みこ", "おんりょう"), FULL_NAMES, strict=True)),
    **dict(zip(("りょう", "し", "うま", "や", "おんな", "れい"), UNITS[FACES:], strict=True)),
    **dict(zip(("せん", "ぶ", "き"), FULL_NAMES, strict=False)),
    **dict.fromkeys(("占い", "せんりょう", "せんりよう", "せんりょ"), FULL_NAMES[0]),
    "きゅう": FULL_NAMES[3],
    "ゆみ": FULL_NAMES[3],
    **dict.fromkeys(("千両", "戦領", "専領", "線領"), FULL_NAMES[0]),
    **dict.fromkeys(("木場", "騎場", "牙"), FULL_NAMES[2]),
    **dict.fromkeys(("弓屋", "弓谷"), FULL_NAMES[3]),
    **dict.fromkeys(("御子", "神子", "巫子", "皇子"), FULL_NAMES[4]),
    **dict.fromkeys(("温良", "音量", "恩霊", "音霊"), FULL_NAMES[5]),
    "りょうど": "領",
    "領土": "領",
    "領地": "領",
}
"""The units as they are dictated, and as a telephone completes them."""
ENGLISH_UNITS = tuple(
    (rf"(?i)(?<![A-Za-z(])(?:{words})s?\b", name)
    for words, name in zip(
        (
            "territory|territories|claim|occup(?:ation|ier|ying|y)|land|flag|sen(?:ry(?:ō|ou|oo|o))?",
            "warrior|samurai|soldier|bu(?:sh|s)i|bus",
            "horse(?:man)?|knight|rider|cavalry|kiba?",
            "archer|bow(?:man)?|arrow|yum(?:i(?:y|j)a)?",
            "maiden|priestess|medium|shaman(?:ess)?|miko?|shrine maiden",
            "ghost|spirit|phantom|wraith|onr(?:y(?:ō|ou|oo|o))?",
        ),
        FULL_NAMES,
        strict=True,
    )
)
"""The units in English words; which side's it is, the turn decides."""
EMPTY = "○"
MARKS = frozenset("◎△")
"""The marks of the page's diagrams on empty squares: ◎ where a die can go, △ where one may be placed."""
EMPTY_LOOKALIKES = "○〇◯・"  # characters that people type for it, and the character of a board in a terminal
_EMPTY = MARKS.union(EMPTY_LOOKALIKES)

_EITHER = {name: face for face, name in enumerate(FULL_NAMES)} | {name: face for face, name in enumerate(ASCII_UNITS)}
"""Spellings that do not name the owner; the position decides it."""
_UNITS = {character: unit for unit, character in enumerate(UNITS)}
GRAMMAR = Grammar(
    BOARD,
    {name: name for name in (*FULL_NAMES, *UNITS, *ASCII_UNITS)},
    ascii_example=f"d4T c4-d4W; {' '.join(ASCII_UNITS)}",
    directed=True,
)

FIRST_HAND, SECOND_HAND, TURN = "先手の持駒", "後手の持駒", "手番"
DIAGRAM_KEYS = frozenset({FIRST_HAND, SECOND_HAND, TURN})
_HAND = rf"([{DIGITS}]{{1,3}})?\s*(占可|占不可)?\s*"


@lru_cache(maxsize=1 << 16)
def read_move_text(text: str) -> Reading:
    """Read a written move (docs/notation.md, 6面体 units). Raises InvalidMove."""
    written = GRAMMAR.read(text)
    if written.unit == PASS_WORD:
        return Reading(written.side, written, PASS)
    if written.directions:
        return Reading(written.side, written)
    unit = _UNITS.get(written.unit)
    return Reading(written.side, written, None if unit is None else _encode_move(unit, written.squares))


def move_of_reading(position: Position, reading: Reading) -> int:
    """Return the move of a reading.

    A unit that was written without its owner (怨霊, an ASCII letter) gets it from the position.
    """
    if reading.move is not None:
        return reading.move
    face = _EITHER[reading.written.unit]
    squares = reading.written.squares
    standing = unit_on(position, squares[0]) if len(squares) > 1 else -1
    owner = standing // FACES if standing >= 0 and standing % FACES == face else position.turn
    return _encode_move(face + FACES * owner, squares)


def _encode_move(unit: int, squares: tuple[int, ...]) -> int:
    if len(squares) == 1:
        return encode(unit, squares[0])
    beaten = NONE if len(squares) == 2 else squares[1] if len(squares) == 3 else MANY  # noqa: PLR2004
    return encode(unit, squares[-1], squares[0], beaten)


def spell_move(move: int) -> str:
    """Return the canonical text of a move of the move space."""
    if move == PASS:
        return PASS_WORD
    unit, to, origin, beaten = move & 15, move >> 4 & 63, move >> 10 & 63, move >> 16 & 63
    # A move keeps only the two ends of a path with too many squares. The text repeats them, so it has too many again.
    squares = (origin, to, origin, to) if beaten == MANY else (origin, beaten, to)
    path = [square for square in squares if square != NONE]
    return "-".join(map(BOARD.spell, path)) + UNITS[unit]


def longest_moves() -> tuple[str, ...]:
    """Longest texts of a placement, a move and a beating flight."""
    last = encode(WARRIOR, SQUARES - 1), encode(WARRIOR, SQUARES - 1, 0), encode(GHOST, SQUARES - 1, 0, SQUARES // 2)
    return tuple(map(spell_move, last))


def written_units(side: int) -> tuple[str, ...]:
    """Return the characters of a side's units, by face."""
    return tuple(UNITS[FACES * side : FACES * (side + 1)])


def spell_diagram(position: Position) -> str:
    """Diagram text with hand and turn lines, each ended by LF."""
    lines = [BOARD.head]
    for row in range(SIZE):
        units = (unit_on(position, row * SIZE + column) for column in range(SIZE))
        lines.append("".join(EMPTY if unit < 0 else UNITS[unit] for unit in units) + f"{row + 1:02d}")
    for side, key in enumerate((FIRST_HAND, SECOND_HAND)):
        right = "占可" if position.rights >> side & 1 else "占不可"
        lines.append(f"{key}：{position.hands >> 4 * side & 15} {right}")
    lines.append(f"{TURN}：{SIDE_LABELS[position.turn].ja}")
    return "\n".join(lines) + "\n"


def read_diagram(diagram: DiagramText, base: Position | None = None) -> Position:
    """Read a diagram (docs/notation.md). `base` gives what the diagram leaves out.

    Without `base` 先手 is to move, and each hand holds the rest of the 15 dice. Raises InvalidSetup, which names the line
    and the column.
    """
    _check_shape(diagram)
    boards = [0] * FACES
    sides = [0, 0]
    for row in diagram.rows:
        assert row.number is not None  # noqa: S101 - _check_shape has checked it
        for column, character in enumerate(row.cells):
            if character not in _EMPTY:
                bit = 1 << (row.number - 1) * SIZE + column
                unit = _UNITS[character]
                boards[unit % FACES] |= bit
                sides[unit // FACES] |= bit
    _check_count(diagram, sides)
    fields = {field.key: field for field in diagram.fields}
    fighting = boards[WARRIOR] | boards[HORSE] | boards[ARCHER] | boards[MAIDEN]
    if base is None:
        hands = [DICE - popcount(side) for side in sides]
        rights = [0 if fighting & side else 1 for side in sides]
        turn = 0
    else:
        hands = [base.hands >> 4 * side & 15 for side in (0, 1)]
        rights = [base.rights >> side & 1 for side in (0, 1)]
        turn = base.turn
    for side, key in enumerate((FIRST_HAND, SECOND_HAND)):
        if field := fields.get(key):
            hands[side], rights[side] = _read_hand(field, hands[side], rights[side])
            _check_hand(field, hands[side], popcount(sides[side]))
            if base is None and rights[side] and fighting & sides[side]:
                raise _impossible_right_error(field)
    if field := fields.get(TURN):
        turn = read_turn(field)
    fallen = base.fallen if base else 0
    return Position._make((turn, *sides, *boards, hands[0] | hands[1] << 4, rights[0] | rights[1] << 1, fallen, 0))


def diagram_differences(position: Position, other: Position) -> tuple[Message, ...]:
    """Differences between the replayed `position` and a diagram's, one message each."""
    messages = []
    for square in range(SQUARES):
        here, there = unit_on(position, square), unit_on(other, square)
        if here != there:
            name = BOARD.spell(square)
            mine, theirs = (EMPTY if unit < 0 else UNITS[unit] for unit in (here, there))
            messages.append(
                Message(
                    f"{name} は棋譜では{mine}、図では{theirs}",
                    f"{name} is {mine} by the moves, {theirs} in the diagram",
                )
            )
    for side, key in enumerate((FIRST_HAND, SECOND_HAND)):
        mine_hand, theirs_hand = (
            f"{p.hands >> 4 * side & 15} {'占可' if p.rights >> side & 1 else '占不可'}" for p in (position, other)
        )
        if mine_hand != theirs_hand:
            messages.append(
                Message(
                    f"{key}は棋譜では「{mine_hand}」、図では「{theirs_hand}」",
                    f"{key} is '{mine_hand}' by the moves, '{theirs_hand}' in the diagram",
                )
            )
    if position.turn != other.turn:
        mine_turn, theirs_turn = SIDE_LABELS[position.turn], SIDE_LABELS[other.turn]
        messages.append(
            Message(
                f"手番は棋譜では{mine_turn.ja}、図では{theirs_turn.ja}",
                f"to move is {mine_turn.en} by the moves, {theirs_turn.en} in the diagram",
            )
        )
    return tuple(messages)


def _check_shape(diagram: DiagramText) -> None:
    """Check the column names and the number of rows. Raises InvalidSetup."""
    if diagram.head is not None and diagram.head.cells != BOARD.head:
        raise InvalidSetup(
            "diagram-head",
            Message(
                f"図の列見出し「{quoted(diagram.head.cells)}」は「{BOARD.head}」でなければなりません",
                f"the column names '{quoted(diagram.head.cells)}' should be '{BOARD.head}'",
            ),
            line=diagram.head.line,
            offset=diagram.head.column - 1,
            width=len(diagram.head.cells),
        )
    for place, row in enumerate(diagram.rows, start=1):
        _check_row(row, place)
    if len(diagram.rows) < SIZE:
        raise InvalidSetup(
            "diagram-rows",
            Message(
                f"図が {len(diagram.rows)} 段しかありません。01 から 07 まで七段書いてください",
                f"the diagram has only {len(diagram.rows)} rows; write all seven, 01 to 07",
            ),
            line=diagram.line,
        )


def _check_row(row: DiagramRow, place: int) -> None:
    """Check a row's number, length and signs. Raises InvalidSetup."""
    span = {"line": row.line, "offset": row.column - 1, "width": max(1, len(row.cells))}
    if row.number != place or place > SIZE:
        expected = f"{place:02d}" if place <= SIZE else "図の終わり"
        raise InvalidSetup(
            "diagram-row-number",
            Message(
                f"「{quoted(row.cells)}」の段の番号が違います。ここは {expected} のはずです",
                f"row '{quoted(row.cells)}' has a wrong number or none; {expected} is expected here",
            ),
            **span,  # type: ignore[arg-type]
        )
    strange = [(at, cell) for at, cell in enumerate(row.cells) if cell not in _UNITS and cell not in _EMPTY]
    if strange:
        at, cell = strange[0]
        raise InvalidSetup(
            "diagram-cell",
            Message(
                f"{place:02d} 段目の「{quoted(cell)}」は駒でも空きマス ({EMPTY}) でもありません。駒は {' '.join(UNITS)} です",
                f"'{quoted(cell)}' in row {place:02d} is no unit and no empty square ({EMPTY}); units are {' '.join(UNITS)}",
            ),
            line=row.line,
            offset=row.column - 1 + at,
        )
    if len(row.cells) != SIZE:
        raise InvalidSetup(
            "diagram-row-length",
            Message(
                f"{place:02d} 段目に {len(row.cells)} マスあります。七マス書いてください",
                f"row {place:02d} has {len(row.cells)} squares; write seven",
            ),
            **span,  # type: ignore[arg-type]
        )


def _check_count(diagram: DiagramText, sides: list[int]) -> None:
    """Check the number of dice of each side. Raises InvalidSetup."""
    for side, squares in enumerate(sides):
        if popcount(squares) > DICE:
            raise InvalidSetup(
                "too-many-dice",
                Message(
                    f"{SIDE_LABELS[side].ja}の駒が盤に {popcount(squares)} 個あります。各 {DICE} 個までです",
                    f"{SIDE_LABELS[side].en} has {popcount(squares)} dice on the board; each side has {DICE}",
                ),
                line=diagram.line,
            )


def _check_hand(field: DiagramField, dice_in_hand: int, dice_on_board: int) -> None:
    """Check the number of dice in hand and on the board."""
    if dice_in_hand + dice_on_board > DICE:
        raise InvalidSetup(
            "too-many-dice",
            Message(
                f"{field.key}が {dice_in_hand} では、盤の {dice_on_board} 個と合わせて {dice_in_hand + dice_on_board} 個になります。各 {DICE} 個までです",
                f"{field.key} {dice_in_hand} and {dice_on_board} on the board make {dice_in_hand + dice_on_board} dice; each side has {DICE}",
            ),
            line=field.line,
            offset=field.column - 1,
            width=max(1, len(field.value)),
        )


def _impossible_right_error(field: DiagramField) -> InvalidSetup:
    """Error of a right to 占 that the board refutes (six.3)."""
    return InvalidSetup(
        "diagram-right",
        Message(
            f"{field.key}が「占可」ですが、その側の武・騎・弓・巫が盤にあるので、もう占は置けません (占不可)",
            f"{field.key} says 占可, but that side shows a 武, 騎, 弓 or 巫, so it may place no more 占 (占不可)",
        ),
        line=field.line,
        offset=field.column - 1,
        width=max(1, len(field.value)),
        article="six.3",
    )


def _read_hand(field: DiagramField, hand: int, right: int) -> tuple[int, int]:
    match = re.fullmatch(_HAND, field.value)
    if match is None or not field.value.strip():
        raise bad_field(field, "9 占可", "9 占不可")
    if match[1]:
        hand = int(match[1])
    if match[2]:
        right = int(match[2] == "占可")
    return hand, right


def cell_text(position: Position, square: int) -> str:
    """Return the character on a square of a diagram."""
    unit = unit_on(position, square)
    return EMPTY if unit < 0 else UNITS[unit]
