"""Rows of an alignment: the lines of two sheets beside each other.

Column A, read downwards, is sheet A, and column B is sheet B, whatever the order of the joint game: it stands beside them.
"""

from __future__ import annotations

from itertools import count, groupby, zip_longest
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from kifu.core.message import Message
from kifu.reconcile.distance_and_first_difference import (
    BAND_PLIES,
    MAX_PAIRS,
    SlipBounds,
    TooLong,
    may_say_move,
    may_say_same_move,
    move_sameness_and_next_line,
)
from kifu.reconcile.line_tree import ILLEGAL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from kifu.reconcile.alignment import AlignedStep
    from kifu.reconcile.line_tree import LineTree
    from kifu.referee.record import Entry, Variation

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


def fold_equal_rows(rows: Iterable[Shown], class_of: Callable[[Shown], str]) -> Iterator[Shown | int]:
    """Yield the rows that differ, with counts of those folded between."""
    for equal, group in groupby(rows, key=lambda row: class_of(row) == SAME):
        if equal:
            yield sum(1 for _ in group)
        else:
            yield from group


def folded_rows_text(number: int) -> Message:
    """Return what stands in place of rows that are folded away."""
    return Message(f"同じ {number} 行", f"{number} equal")


def equal_row_count_text(row_classes: Iterable[str]) -> Message:
    """Return the number of rows in which the sheets say the same."""
    equal = [kind for kind in row_classes if kind in EQUAL]
    number, other = len(equal), equal.count(MEANING)
    if not other:
        return Message(f"同じ行: {number}", f"equal lines: {number}")
    return Message(
        f"同じ行: {number} (うち {other} 行は書き方だけ違う)", f"equal lines: {number} ({other} of them in other words)"
    )


def equal_fields_text(kinds: Iterable[str]) -> Message:
    """Return the number of fields that both sheets write the same."""
    number = sum(kind == SAME for kind in kinds)
    return Message(f"同じ欄: {number}", f"equal fields: {number}")


def numbered_line(ply: int | None, text: str) -> str:
    """Return a sheet's line with its own number; "" for no line"""
    return "" if ply is None else f"{ply} {text}"


def legality_mark(legal: bool | None) -> str:  # noqa: FBT001 - a cell of a table
    """Return the mark of a legal, an illegal or a later line."""
    return "" if legal is None else "○" if legal else "×"


class AlignmentRow(NamedTuple):
    """One row; `ply` counts along the joint game.

    Without a joint game it counts along the rows.
    """

    ply: int
    a: str | None
    """The line of A as it is written."""
    b: str | None
    kind: str
    """One of :data:`kifu.reconcile.alignment_rows.CLASSES`."""
    joint: str | None
    """The canonical move that all joint games have here; None if they differ, or if there is none."""
    ply_a: int | None
    """The ply that the line of A has in A."""
    ply_b: int | None
    legal_a: bool | None
    """Whether the line of A is legal after the lines of A before it; None for no line, or behind an illegal one."""
    legal_b: bool | None
    part: int | None = None
    """The number of the game within a match, from 1."""
    read_a: str | None = None
    """The line of A as it was read: 五05碁打 for 五05碁."""
    read_b: str | None = None
    right_a: bool = False
    """Whether A says here what the joint game has."""
    right_b: bool = False

    def to_json(self) -> dict[str, object]:
        """Return the row as a JSON object."""
        members: dict[str, object] = {
            "ply": self.ply,
            "a": self.a,
            "b": self.b,
            "class": self.kind,
            "joint": self.joint,
            "ply_a": self.ply_a,
            "ply_b": self.ply_b,
            "legal_a": self.legal_a,
            "legal_b": self.legal_b,
        }
        return members if self.part is None else members | {"part": self.part}


class _Place(NamedTuple):
    """Indices of two aligned lines, and their step of the joint game."""

    a: int | None
    b: int | None
    step: AlignedStep | None = None


class _Column:
    """The lines of one sheet, each with the line before it."""

    def __init__(self, tree: LineTree, entries: Sequence[Entry], written: Sequence[str]) -> None:
        self.tree = tree
        self.written = written
        self._entries = entries
        self.texts = [entry.text for entry in entries]
        self._lines = [0]
        for text in self.texts:
            if self._lines[-1] == ILLEGAL:
                break
            self._lines.append(tree.line_after_text(self._lines[-1], text))

    def text(self, index: int | None) -> str | None:
        return None if index is None else self.texts[index]

    def as_written(self, index: int | None) -> str | None:
        return None if index is None else self.written[index]

    def ply(self, index: int | None) -> int | None:
        return None if index is None else self._entries[index].ply

    def before(self, index: int) -> int:
        return self._lines[index] if index < len(self._lines) else ILLEGAL

    def legal(self, index: int | None) -> bool | None:
        known = index is not None and index + 1 < len(self._lines)
        return self.before(index + 1) != ILLEGAL if known and index is not None else None


def align_rows(  # noqa: PLR0913 - the sheets, their game and what was found of it are independent
    trees: tuple[LineTree, LineTree],
    mains: tuple[Variation, Variation],
    move_texts: tuple[Sequence[str], Sequence[str]],
    joint_game_steps: Sequence[tuple[AlignedStep, ...]],
    game_number: int | None = None,
    *,
    by_ply: bool = False,
) -> tuple[AlignmentRow, ...]:
    """Return the rows of one game of two sheets.

    The sheets share one tree unless they start or are played differently.
    `move_texts` are the moves of each as they stand in its file.
    `joint_game_steps` are the steps of the joint games; the rows are those of the first. Without any, lines stand beside each other by
    the fewest slips, or with `by_ply` those with one number.
    """
    tree = trees[0]
    columns = (
        _Column(trees[0], mains[0].entries, move_texts[0]),
        _Column(trees[1], mains[1].entries, move_texts[1]),
    )
    others = [{(step.a, step.b): step.move for step in game} for game in joint_game_steps[1:]]
    rows: list[AlignmentRow] = []
    ply, line, played = 0, 0, 0
    for place in (
        _places_by_steps(joint_game_steps[0]) if joint_game_steps else _places_side_by_side(columns, by_ply=by_ply)
    ):
        step = place.step
        move = None if step is None else step.move
        played += move is not None or step is None
        ply = max(played, 1)
        right = _do_lines_say_move(tree, line, move, [columns[0].text(place.a), columns[1].text(place.b)])
        agreed = step is not None and all(other.get((step.a, step.b), -1) == move for other in others)
        rows.append(
            AlignmentRow(
                ply=ply,
                a=columns[0].as_written(place.a),
                b=columns[1].as_written(place.b),
                kind=_row_class(columns, place, right),
                joint=tree.game.spell(move) if agreed and move is not None else None,
                ply_a=columns[0].ply(place.a),
                ply_b=columns[1].ply(place.b),
                legal_a=columns[0].legal(place.a),
                legal_b=columns[1].legal(place.b),
                part=game_number,
                read_a=columns[0].text(place.a),
                read_b=columns[1].text(place.b),
                right_a=right[0],
                right_b=right[1],
            )
        )
        line = line if move is None else tree.line_after_move(line, move)
    return tuple(_classify_moved_rows(trees, rows))


def _places_by_steps(steps: Sequence[AlignedStep]) -> Iterator[_Place]:
    """Yield the places of a joint game, in each sheet's own order.

    A sheet may have exchanged lines.
    """
    a, b = count(), count()
    for step in steps:
        yield _Place(None if step.a is None else next(a), None if step.b is None else next(b), step)


def _places_side_by_side(columns: tuple[_Column, _Column], *, by_ply: bool) -> Iterator[_Place]:
    """Yield the places of two sheets without a joint game.

    The sheets are read in an order of their own, so that A and B are alike.
    """
    a, b = (column.texts for column in columns)
    if b < a:
        return (_Place(place.b, place.a) for place in _places_side_by_side(columns[::-1], by_ply=by_ply))
    if not by_ply:
        try:
            return (_Place(*pair) for pair in SlipBounds(columns[0].tree, a, b).aligned_pairs())
        except TooLong:
            pass
    return (_Place(*pair) for pair in zip_longest(range(len(a)), range(len(b))))


def _do_lines_say_move(tree: LineTree, line: int, move: int | None, texts: Sequence[str | None]) -> list[bool]:
    """Return which lines say the joint game's move; never surplus ones."""
    return [
        text is None if move is None else text is not None and may_say_move(tree, line, text, move) for text in texts
    ]


def _row_class(columns: tuple[_Column, _Column], place: _Place, says_move: Sequence[bool]) -> str:
    """Return how a row's two lines differ: same, slip-a, missing-b, …"""
    if place.a is None or place.b is None:
        return "missing-a" if place.a is None else "missing-b"
    one, two = columns[0].texts[place.a], columns[1].texts[place.b]
    step = place.step
    trees = columns[0].tree, columns[1].tree
    if trees[0].tokenizer.token_of_text(one).unread or trees[1].tokenizer.token_of_text(two).unread:
        return "illegible"
    if step is not None and (step.a, step.b) != (place.a, place.b):
        return "exchanged"
    if step is not None and not all(says_move):
        return {(True, False): "slip-b", (False, True): "slip-a"}.get((says_move[0], says_move[1]), "both-differ")
    if one == two:
        return "same" if columns[0].written[place.a] == columns[1].written[place.b] else "same-meaning"
    if trees[0] is not trees[1]:  # no line of play stands for both
        same = _may_be_same(trees, one, two)
    else:
        lines = {columns[0].before(place.a), columns[1].before(place.b)}
        lines = lines - {ILLEGAL} or lines
        same = step is not None or any(move_sameness_and_next_line(trees[0], line, one, two)[0] for line in lines)
    return "same-meaning" if same else "both-differ"


def _may_be_same(trees: tuple[LineTree, LineTree], one: str, two: str) -> bool:
    return any(may_say_same_move(tree, one, two) for tree in trees)


def _classify_moved_rows(trees: tuple[LineTree, LineTree], rows: list[AlignmentRow]) -> Iterator[AlignmentRow]:
    """Yield the rows, with classes for lines found at another place."""
    differing = [at for at, row in enumerate(rows) if row.kind not in EQUAL and row.kind != "illegible"]
    of_a, of_b = _rows_of_moved_lines(trees, [rows[at] for at in differing])
    places = {at: place for place, at in enumerate(differing)}
    for at, row in enumerate(rows):
        place = places.get(at)
        if place is None or not {place} & (of_a.keys() | of_b.keys()):
            yield row
        elif place in of_a and place in of_b and of_a[place] == of_b[place]:
            yield row._replace(kind="exchanged")
        elif (row.a is None or place in of_a) and (row.b is None or place in of_b) and row.kind != "exchanged":
            yield row._replace(kind="moved")
        else:
            yield row


def _rows_of_moved_lines(
    trees: tuple[LineTree, LineTree], rows: Sequence[AlignmentRow]
) -> tuple[dict[int, int], dict[int, int]]:
    """Return the rows that hold each row's other line.

    The first list tells where the line of A stands in B, the second where the line of B stands in A.
    Each line is found once, the nearest first; in many rows only those near each other are compared.
    """
    of_a: dict[int, int] = {}
    of_b: dict[int, int] = {}
    for apart in range(1, min(len(rows), max(BAND_PLIES, MAX_PAIRS // max(1, len(rows)))) + 1):
        for at in range(len(rows) - apart):
            for one, two in ((at, at + apart), (at + apart, at)):
                a, b = rows[one].read_a, rows[two].read_b
                if (
                    one not in of_a
                    and two not in of_b
                    and a is not None
                    and b is not None
                    and _may_be_same(trees, a, b)
                ):
                    of_a[one], of_b[two] = two, one
    return of_a, of_b
