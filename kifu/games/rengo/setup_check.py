"""Judge the setup of an army (rengo.6-10): composition, budget, king, rows, stands."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.message import Message
from kifu.core.outcome import SIDE_LABELS
from kifu.games.rengo.boards_and_unit_movements import (
    BOUND,
    CROWN,
    FRESH,
    HANDS,
    KING_ARM,
    KINGS,
    MAN,
    PAWN,
    PEARL,
    SIDE,
    SOLDIER_ARM,
    STONES,
    UNIT_OF,
    Unit,
)
from kifu.games.rengo.position import differing_options

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.games.rengo.position import RuleContext

Stands = tuple[tuple[int, ...], tuple[int, ...]]


class UnitCost(NamedTuple):
    """What the units of one kind cost a side (rengo.7)."""

    name: str
    number: int
    cost: int


class SetupFault(NamedTuple):
    """Fault of a setup: article, message, square (-1 for none)."""

    article: int
    message: Message
    square: int = -1


def unit_of_kind(kind: int) -> Unit:
    """Return the unit of a kind."""
    unit = UNIT_OF[kind]
    assert unit is not None  # noqa: S101 - kind 0 is no unit
    return unit


def first_setup_fault(context: RuleContext, board: bytes, stands: Stands) -> SetupFault | None:
    """Fault of a setup by the lowest article; None if valid.

    The fault of 先手 comes before that of 後手.
    """
    blames = [fault for side in (0, 1) for fault in _setup_faults(context, board, stands, side)]
    if not blames:
        return None
    first = min(blames, key=lambda fault: fault.article)
    return first._replace(message=_message_with_option_hint(first.message, context, board, stands))


def king_squares(board: bytes, side: int) -> list[int]:
    """Return the squares of the kings of a side."""
    squares = []
    for kind in KINGS:
        square = board.find(kind + SIDE * side)
        while square >= 0:
            squares.append(square)
            square = board.find(kind + SIDE * side, square + 1)
    return sorted(squares)


def king_fault(board: bytes, side: int) -> SetupFault | None:
    """Fault of a side without exactly one king (rengo.8), or None."""
    number = len(king_squares(board, side))
    if number == 1:
        return None
    label = SIDE_LABELS[side]
    return SetupFault(
        8,
        Message(
            f"{label.ja}の王様駒が {number} 枚あります。玉 王 帥 楚 君 のどれか一枚だけを置きます",
            f"{label.en} has {number} kings; each side has exactly one of 玉 王 帥 楚 君",
        ),
        (king_squares(board, side) or [-1])[-1],
    )


def unit_costs(context: RuleContext, board: bytes, stand: tuple[int, ...], side: int) -> list[UnitCost]:
    """Name, number and cost of each kind of a side (rengo.7)."""
    family = context.geometry.board.family
    rows = []
    for kind, number in sorted(count_units(board, stand, side).items()):
        unit = unit_of_kind(kind)
        each = unit.cost if family else unit.away
        rows.append(UnitCost(unit.name, number, max(0, number - unit.free) * each))
    return rows


def count_units(board: bytes, stand: tuple[int, ...], side: int) -> Counter[int]:
    """Number of units of each kind on board and stand."""
    counts: Counter[int] = Counter()
    for unit, number in Counter(board).items():
        if unit and unit // SIDE == side:
            counts[PAWN if unit % SIDE == FRESH else unit % SIDE] += number
    for kind, number in zip(HANDS, stand, strict=True):
        if number:
            counts[kind] += number
    return counts


def _setup_faults(context: RuleContext, board: bytes, stands: Stands, side: int) -> Iterator[SetupFault]:
    """Faults of one side's army, in the order of the articles."""
    yield from _composition_faults(context, board, stands[side], side)
    yield from _budget_faults(context, board, stands[side], side)
    if (fault := king_fault(board, side)) is not None:
        yield fault
    for square, unit in enumerate(board):
        if (
            unit
            and unit // SIDE == side
            and (fault := _misplacement_fault(context, unit % SIDE, square, side)) is not None
        ):
            yield fault
    for kind, number in zip(HANDS, stands[side], strict=True):
        if number and kind not in STONES:
            label, name = SIDE_LABELS[side], unit_of_kind(kind).name
            yield SetupFault(
                10,
                Message(
                    f"{label.ja}の駒台に{name}があります。はじめから駒台に置けるのは碁・翻・珠だけです",
                    f"{name} is on the stand of {label.en}; only 碁, 翻 and 珠 may start there",
                ),
            )


def _composition_faults(context: RuleContext, board: bytes, stand: tuple[int, ...], side: int) -> Iterator[SetupFault]:
    """Faults of an army's units: promoted, foreign, too many (rengo.6)."""
    label = SIDE_LABELS[side]
    counts = count_units(board, stand, side)
    for kind, number in sorted(counts.items()):
        unit = unit_of_kind(kind)
        if unit.of and kind != CROWN:
            square = next(at for at, there in enumerate(board) if there == kind + SIDE * side)
            yield SetupFault(
                6,
                Message(
                    f"{label.ja}の{unit.name}は成駒です。はじめは成る前の{unit.of}で置きます",
                    f"{unit.name} of {label.en} is a promoted face; an army starts with {unit.of}",
                ),
                square,
            )
        elif unit.arm != KING_ARM and kind != CROWN and number > unit.number[context.sets[side]]:
            yield _too_many_fault(side, unit.name, number, unit.number[context.sets[side]])
    men = counts[MAN] + context.options.kan * counts[CROWN]
    if counts[CROWN] and men > unit_of_kind(MAN).number[0]:
        yield _too_many_fault(side, "平と冠", men, unit_of_kind(MAN).number[0])


def _too_many_fault(side: int, unit_name: str, count: int, limit: int) -> SetupFault:
    label = SIDE_LABELS[side]
    return SetupFault(
        6,
        Message(
            f"{label.ja}の{unit_name}が {count} 枚あります。一人分は {limit} 枚です",
            f"{label.en} has {count} of {unit_name}; there are {limit} for a player",
        ),
    )


def _budget_faults(context: RuleContext, board: bytes, stand: tuple[int, ...], side: int) -> Iterator[SetupFault]:
    """Fault of an army that costs more than its budget (rengo.7)."""
    spent = unit_costs(context, board, stand, side)
    total = sum(cost for _, _, cost in spent)
    if total <= context.options.budget:
        return
    label = SIDE_LABELS[side]
    items = " + ".join(f"{name}×{number} {cost}" for name, number, cost in spent)
    yield SetupFault(
        7,
        Message(
            f"{label.ja}の設置コストは {items} = {total} 点で、{context.options.budget} 点を {total - context.options.budget} 点超えています (規則の budget={total} なら認められます)",
            f"the units of {label.en} cost {items} = {total}, {total - context.options.budget} more than the {context.options.budget} there are (valid under option budget={total})",
        ),
    )


def _misplacement_fault(context: RuleContext, kind: int, square: int, side: int) -> SetupFault | None:
    """Fault of a unit that may not start there, or None."""
    geometry = context.geometry
    spec = geometry.board
    row = geometry.depth[side][square]
    unit = unit_of_kind(kind)
    label = SIDE_LABELS[side]
    if kind == PEARL:
        return SetupFault(
            10,
            Message(
                f"{label.ja}の珠が盤にあります。珠ははじめ駒台にだけ置けます",
                f"珠 of {label.en} starts on the board; it may start on the stand only",
            ),
            square,
        )
    first = _row_of_side(spec.rows, spec.soldiers, side)
    if unit.arm == SOLDIER_ARM:
        if row == spec.soldiers:
            return None
        return SetupFault(
            9,
            Message(
                f"{label.ja}の{unit.name}は兵隊なので、はじめは {first:02d} 段にだけ置けます",
                f"{unit.name} of {label.en} is a soldier and starts on row {first:02d} only",
            ),
            square,
        )
    if row <= spec.soldiers:
        return SetupFault(
            10,
            Message(
                f"{label.ja}の{unit.name}は、はじめは {first:02d} 段より手前にだけ置けます",
                f"{unit.name} of {label.en} starts behind row {first:02d} only",
            ),
            square,
        )
    if spec.palace and kind in BOUND and geometry.palace[square] != 2 - side:
        return SetupFault(
            10,
            Message(
                f"{label.ja}の{unit.name}は、この盤では自分の九宮に置きます",
                f"on this board {unit.name} of {label.en} starts in its palace",
            ),
            square,
        )
    return None


def _row_of_side(rows: int, row: int, side: int) -> int:
    """Row of a side: that of 先手, mirrored for 後手."""
    return rows + 1 - row if side else row


def _message_with_option_hint(message: Message, context: RuleContext, board: bytes, stands: Stands) -> Message:
    """Message with the options that would make the setup valid."""
    names = [
        name
        for name, options in differing_options(context.options)
        if not any(fault for side in (0, 1) for fault in _setup_faults(context.under(options), board, stands, side))
    ]
    if not names:
        return message
    named = "、".join(names)
    return Message(
        f"{message.ja} (規則の {named} なら認められます)", f"{message.en} (valid under option {', '.join(names)})"
    )
