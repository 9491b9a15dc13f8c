"""The statements of a line: what a cover says, turn by turn, before any position is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from kifu.core.outcome import Side
    from notation.freeform.line_covers import Cover
    from notation.freeform.move_ink import InkMove
    from notation.freeform.spans_line_context_and_sides import Span
    from notation.line_kinds import MoveClock


class Statement(NamedTuple):
    """One statement: a turn, a head, an end, a remark, or a label whose move stands elsewhere."""

    kind: str
    start: int
    end: int
    value: Any = None
    """The lines of a head, the result of an end, the text of a remark; of a turn the patterns, the word, or nothing for a hole."""
    what: str = ""
    """Of a turn: move, word, or hole."""
    number: int | None = None
    side: Side | str | None = None
    clock: MoveClock | None = None
    odd_time: str = ""
    """A time that is not understood."""
    remarks: tuple[str, ...] = ()
    core: tuple[int, int] = (0, 0)
    """The place of the move itself."""
    others: tuple[tuple[int, int, object], ...] = ()
    """The places and patterns of moves that are named as alternatives: 四04占か四05占."""


_EMPTY = Statement("label", -1, -1)


def statements_of(cover: Cover) -> list[Statement]:  # noqa: C901, PLR0912, PLR0915 - one kind of span after the other
    """Return the statements of a cover in order."""
    found: list[Statement] = []
    label = _EMPTY
    turn: Statement | None = None
    struck: Statement | None = None
    either = False
    for span in cover.spans:
        kind = span.kind
        if kind == "or":
            either = True
        elif kind == "move" and either and turn is not None:
            turn = turn._replace(end=span.end, others=(*turn.others, (span.start, span.end, span.value)))
            either = False
        elif kind == "again":
            found += [] if turn is None else [turn]
            start, end, moves = span.value
            found.append(Statement(kind, span.start, span.end, moves, core=(start, end)))
            turn = None
        elif kind in {"sep", "furniture", "rule"}:
            if kind == "rule":
                found.append(Statement("rule", span.start, span.end))
        elif kind in {"move", "word", "hole"}:
            if turn is not None:
                found.append(turn)
            start = span.start if label.start < 0 else label.start
            value = span.value if struck is None or kind != "move" else _moves_in_place_of(struck, span.value)
            turn = label._replace(
                kind="turn", what=kind, start=start, end=span.end, value=value, core=(span.start, span.end)
            )
            label, struck = _EMPTY, None
        elif turn is not None and label is _EMPTY and (after := _turn_with_span_after(turn, span)) is not None:
            turn = after
        elif kind == "correcting" and turn is not None:
            label = turn._replace(kind="label", remarks=(*turn.remarks, _struck(turn)), value=None)
            turn, struck = None, turn
        elif kind == "correcting" and label is not _EMPTY:
            label = label._replace(end=span.end)  # what was struck out stands before it
        elif kind == "time" and span is cover.spans[-1] and found and found[-1].kind == "end":
            found.append(Statement("remark", span.start, span.end))  # けんの勝ち 12:30
        elif (before := _label_with_span_before(label, span)) is not None:
            label = before._replace(start=span.start if label.start < 0 else label.start, end=span.end)
        else:
            if turn is not None:
                found.append(turn)
                turn = None
            if label is not _EMPTY and not (kind == "end" and label.side is None):
                found.append(label)
            number = label.number if kind == "end" else None
            label, struck = _EMPTY, None
            found.append(Statement(kind, span.start, span.end, span.value, number=number))
    if turn is not None:
        found.append(turn)
    if label is not _EMPTY:
        clock_alone = label.number is None and label.side is None and bool(found) and found[-1].kind == "end"
        found.append(label._replace(kind="prose") if clock_alone else label)  # けんの勝ち 12:30
    return found


def _moves_in_place_of(struck: Statement, moves: tuple[InkMove, ...]) -> tuple[InkMove, ...]:
    """Return the moves that take the place of a struck one: a square alone is the one where that move ends."""
    if struck.what != "move" or not moves or any(one.unit or len(one.squares) != 1 for one in moves):
        return moves
    whole = [one for one in struck.value if one.unit or len(one.squares) > 1]
    return (
        tuple(
            one._replace(squares=(*one.squares[:-1], *goal.squares), order=goal.order)
            for one in whole
            for goal in moves
        )
        or moves
    )


def _struck(turn: Statement) -> str:
    return f"\0{turn.core[0]}:{turn.core[1]}"


def _turn_with_span_after(turn: Statement, span: Span) -> Statement | None:
    """Return a turn with what stands behind its move; None for what does not belong to it."""
    if span.kind == "time" and turn.clock is None and not turn.odd_time:
        timed = {"odd_time": span.value} if isinstance(span.value, str) else {"clock": span.value}
        return turn._replace(end=span.end, **timed)
    if span.kind == "num-behind" and turn.number is None:
        return turn._replace(end=span.end, number=span.value)
    if span.kind == "side-behind" and turn.side is None:
        return turn._replace(end=span.end, side=span.value)
    if span.kind in {"remark", "struck"}:
        return turn._replace(end=span.end, remarks=(*turn.remarks, str(span.value)))
    return None


def _label_with_span_before(label: Statement, span: Span) -> Statement | None:
    """Return a label with what stands before its move; None for what does not belong to it."""
    if span.kind == "num" and label.number is None:
        return label._replace(number=span.value)
    if span.kind == "side" and label.side is None:
        return label._replace(side=span.value)
    if span.kind == "time" and label.clock is None and not isinstance(span.value, str):
        return label._replace(clock=span.value)
    struck = bool(label.remarks) and label.remarks[-1].startswith("訂正前")
    if span.kind == "remark" and ((label.number is not None and label.side is None) or struck):
        return label._replace(remarks=(*label.remarks, str(span.value)))
    if span.kind == "struck":
        return label._replace(remarks=(*label.remarks, f"訂正前：{span.value}"))
    return None
