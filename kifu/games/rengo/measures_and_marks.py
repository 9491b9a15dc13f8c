"""Measures and marks of 続・連合将棋, for timeline and heatmaps."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from kifu.core.game.counting import Measure, Trace
from kifu.core.message import Message
from kifu.core.outcome import Side
from kifu.games.rengo import setup_check
from kifu.games.rengo.apply_move import decode_move, longest_row, pseudo_legal_effect
from kifu.games.rengo.boards_and_unit_movements import FRESH, NAMES, PAWN, SIDE, UNITS, Unit
from kifu.games.rengo.check_detection_and_effect_breaches import is_king_attacked
from kifu.games.rengo.mandatory_capture import capture_obligation, longest_sequences
from kifu.games.rengo.position import DROP, GOING, PASS, Position
from kifu.games.rengo.rules import legal_actions
from kifu.games.rengo.score_and_evaluation import count_both_sides

if TYPE_CHECKING:
    from collections.abc import Iterator

MEASURES = (
    Measure("material", Message("設置コストで数えた駒 (盤と駒台)", "material by set-up cost, board and stand")),
    Measure("captives", Message("アゲハマ", "アゲハマ (prisoners)")),
    Measure("discs", Message("盤上の翻", "翻 on the board")),
    Measure("land", Message("いま数えた地", "territory as if counted now")),
    Measure("row", Message("珠の最長の並び", "longest row of 珠")),
    Measure("check", Message("王手されている (1 = はい)", "king threatened (1 = yes)")),
    Measure("mobility", Message("指せる手 (手番だとして)", "legal moves (as if to move)")),
)
MAX_COUNTED_SEQUENCES = 1000
TRACES = {
    "drop": Message("打ったマス", "drops"),
    "landing": Message("動いた先", "landings"),
    "leap": Message("飛び越されたマス", "leapt over"),
    "taking": Message("取られたマス", "taken by displacement"),
    "flip": Message("挟まれて変わったマス", "turned over"),
    "enclosure": Message("囲まれて取られたマス", "taken by enclosure"),
    "stood": Message("立っていた手数", "plies stood"),
}


def _unit_label(unit: Unit) -> Message:
    """Return the name of a unit.

    The Japanese name has set and arm if fonts lack its character (傌 马 车).
    """
    foreign = len(unit.name.encode("shift_jis", "replace")) == 1
    return Message(
        f"{unit.name} ({unit.set}の{unit.arm})" if foreign else unit.name,
        f"{unit.name} ({unit.en})",
    )


UNIT_LABELS = {unit.name: _unit_label(unit) for unit in UNITS}


def measure_values(position: Position) -> tuple[tuple[float, float], ...]:
    """Return the MEASURES of a position, each as (先手, 後手).

    Mobility counts a side's actions as if it were its turn.
    """
    counts = count_both_sides(position)
    board, geometry = position.board, position.context.geometry
    material = tuple(
        float(sum(cost for _, _, cost in setup_check.unit_costs(position.context, board, position.stands[side], side)))
        for side in (0, 1)
    )
    rows = tuple(longest_row(geometry, board, side) for side in (0, 1))
    checks = tuple(float(is_king_attacked(position, side, -1)) for side in (0, 1))
    mobility = tuple(mobility_of(position, side) for side in (0, 1))
    return (
        (material[0], material[1]),
        position.captives,
        (counts[0].discs, counts[1].discs),
        (counts[0].land, counts[1].land),
        (rows[0], rows[1]),
        (checks[0], checks[1]),
        (mobility[0], mobility[1]),
    )


def mobility_of(position: Position, side: int) -> int:
    """Mobility: legal actions of a side as if to move.

    It is 0 once the game is over. Leap sequences are counted up to MAX_COUNTED_SEQUENCES. If the duty is not proven, only an example
    sequence is counted.
    """
    if position.ended != GOING:
        return 0
    if side != position.turn:
        position = position._replace(turn=side, en_passant=-1, ko=-1)
    compelled = capture_obligation(position)
    if compelled.most and position.context.options.saki == "capture":
        return sum(1 for _ in islice(longest_sequences(position, compelled, search_fully=False), MAX_COUNTED_SEQUENCES))
    return sum(1 for _ in legal_actions(position))


def marks_of_move(position: Position, move: int) -> tuple[Trace, ...]:
    """Marks of a legal move: last square, then captures of all kinds."""
    if move == PASS:
        return ()
    kind, squares, suffix = decode_move(position.context.geometry, move)
    deed = pseudo_legal_effect(position, move)
    side = Side(position.turn)
    marks = [Trace("drop" if suffix == DROP else "landing", squares[-1], side, NAMES[kind])]
    draughts = NAMES[kind] in "平冠"
    for square in deed.taken:
        kind_of_mark = "enclosure" if square in deed.enclosed else "leap" if draughts else "taking"
        marks.append(Trace(kind_of_mark, square, side.other, _unit_name(position.board[square])))
    marks += [Trace("flip", square, side.other, _unit_name(position.board[square])) for square in deed.flipped]
    return tuple(marks)


def standing_marks(position: Position) -> Iterator[Trace]:
    """Yield one mark for each unit on the board."""
    for square, unit in enumerate(position.board):
        if unit:
            yield Trace("stood", square, Side(unit // SIDE), _unit_name(unit))


def _unit_name(unit: int) -> str:
    return NAMES[PAWN if unit % SIDE == FRESH else unit % SIDE]
