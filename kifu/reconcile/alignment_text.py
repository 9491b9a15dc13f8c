"""Words of an alignment: classes, headings, folded rows."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, TypeVar

from kifu.core.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Shown = TypeVar("Shown")

CLASSES = {
    "same": Message("同じ", "same"),
    "same-meaning": Message("同じ意味", "same meaning"),
    "slip-a": Message("A の書き違い", "slip in A"),
    "slip-b": Message("B の書き違い", "slip in B"),
    "both-differ": Message("どちらも違う", "both differ"),
    "missing-a": Message("A に抜け", "missing in A"),
    "missing-b": Message("B に抜け", "missing in B"),
    "exchanged": Message("入れ替わり", "exchanged"),
    "moved": Message("別の位置", "moved"),
    "illegible": Message("読めない", "illegible"),
}
"""The classes of rows: a closed set, with their words."""
SAME, MEANING = "same", "same-meaning"
EQUAL = frozenset({SAME, MEANING})
"""The classes of rows in which the sheets say the same."""
HEADINGS = (
    Message("手数", "ply"),
    Message("A", "A"),
    Message("B", "B"),
    Message("区別", "class"),
    Message("A で合法", "legal in A"),
    Message("B で合法", "legal in B"),
    Message("読み", "joint"),
)
"""The columns of the rows, in order."""
FIELD_HEADINGS = (
    Message("欄", "field"),
    Message("A", "A"),
    Message("B", "B"),
    Message("区別", "class"),
    Message("読み", "joint"),
)
"""The columns of the fields, in order."""
FIELDS = Message("結果と見出し", "result and head")
FIRST = Message("最初の違い", "first difference")


def fold_rows(rows: Iterable[Shown], kind: Callable[[Shown], str]) -> Iterator[Shown | int]:
    """Yield the rows that differ, with counts of those folded between."""
    for equal, group in groupby(rows, key=lambda row: kind(row) == SAME):
        if equal:
            yield sum(1 for _ in group)
        else:
            yield from group


def left_out(number: int) -> Message:
    """Return what stands in place of rows that are folded away."""
    return Message(f"同じ {number} 行", f"{number} equal")


def equal_lines(kinds: Iterable[str]) -> Message:
    """Return the number of rows in which the sheets say the same."""
    equal = [kind for kind in kinds if kind in EQUAL]
    number, other = len(equal), equal.count(MEANING)
    if not other:
        return Message(f"同じ行: {number}", f"equal lines: {number}")
    return Message(
        f"同じ行: {number} (うち {other} 行は書き方だけ違う)", f"equal lines: {number} ({other} of them in other words)"
    )


def equal_fields(kinds: Iterable[str]) -> Message:
    """Return the number of fields that both sheets write the same."""
    number = sum(kind == SAME for kind in kinds)
    return Message(f"同じ欄: {number}", f"equal fields: {number}")


def numbered_line(ply: int | None, text: str) -> str:
    """Return a sheet's line with its own number; "" for no line"""
    return "" if ply is None else f"{ply} {text}"


def legality(legal: bool | None) -> str:  # noqa: FBT001 - a cell of a table
    """Return the mark of a legal, an illegal or a later line."""
    return "" if legal is None else "○" if legal else "×"
