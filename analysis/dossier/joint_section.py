"""Section of the joint reading: first difference, rows, possible games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analysis.dossier.deciding_position import LOOK, CaptionedBoard
from analysis.dossier.document_blocks import BoardsBlock, FactsBlock, HeadingBlock, TableBlock, TableRow, TextBlock
from analysis.dossier.section_text import LONG, MAX_ROWS_SHOWN, NOTHING, in_words, left_out
from kifu.core.message import Message, quoted
from kifu.reconcile.alignment_text import (
    CLASSES,
    FIELD_HEADINGS,
    FIELDS,
    FIRST,
    HEADINGS,
    SAME,
    equal_fields,
    equal_lines,
    fold_rows,
    legality,
    numbered_line,
)
from kifu.reconcile.alignment_text import left_out as equal_rows
from kifu.reconcile.fields import CONFLICTS, class_words, shown_text
from kifu.reconcile.first_difference import difference_drawing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.dossier.document_blocks import Block
    from kifu.reconcile.first_difference import Difference

MAX_GAMES_SHOWN = 20
"""The most games of a joint reading that are written out."""


def of_both(reading: dict[str, Any] | None, difference: Difference | None) -> Iterator[Block]:
    """Yield the blocks about both sheets; none if there is one alone."""
    if reading is None:
        return
    yield HeadingBlock(1, Message("二枚の突き合わせ", "both sheets together"))
    yield TextBlock(
        Message(f"{reading['verdict']}: {reading['label']['ja']}", f"{reading['verdict']}: {reading['label']['en']}"),
        "strong",
    )
    for note in reading["notes"]:
        yield TextBlock(in_words(note))
    cost = reading["cost"]
    yield FactsBlock(
        (
            (FIRST, NOTHING if difference is None else difference.where),
            (Message("最も少ない書き違い", "the fewest slips"), NOTHING if cost is None else str(cost)),
            (Message("考えられる対局", "possible games"), str(len(reading["games"]))),
        )
    )
    drawn = None if difference is None else difference_drawing(difference, LOOK)
    if drawn is not None:
        yield HeadingBlock(2, Message("最初の違いの前の局面", "the position before the first difference"))
        yield BoardsBlock((CaptionedBoard(*drawn),))
    listed: list[dict[str, Any]] = reading["rows"]
    kinds = [row["class"] for row in listed]
    yield TextBlock(equal_lines(kinds), "pale")
    if any(kind != SAME for kind in kinds):
        rows = [*fold_rows(listed, _kind)]
        yield TableBlock(
            HEADINGS,
            (0.07, 0.2, 0.2, 0.19, 0.08, 0.08, 0.18),
            tuple(map(_joint_row, rows[:MAX_ROWS_SHOWN])),
            Message("違う行", "lines that differ"),
        )
        yield from left_out(len(rows))
    yield from _fields(reading["fields"])
    if len(reading["games"]) > 1:
        for number, game in enumerate(reading["games"][:MAX_GAMES_SHOWN], start=1):
            yield TextBlock(f"{number}. {' '.join(game)}")
        yield from left_out(len(reading["games"]), MAX_GAMES_SHOWN)


def _fields(fields: list[dict[str, Any]]) -> Iterator[Block]:
    """Yield the fields that are not written the same on both sheets."""
    kinds = [field["class"] for field in fields]
    yield TextBlock(equal_fields(kinds), "pale")
    differing = [field for field in fields if field["class"] != SAME]
    if differing:
        yield TableBlock(
            FIELD_HEADINGS,
            (0.2, 0.24, 0.24, 0.14, 0.18),
            tuple(map(_field_row, differing[:MAX_ROWS_SHOWN])),
            FIELDS,
        )
        yield from left_out(len(differing))


def _field_row(field: dict[str, Any]) -> TableRow:
    alike = field["a"] == field["b"] and field["class"] in CONFLICTS
    texts = []
    for key in ("a", "b"):
        said = field.get(f"says_{key}")
        text = None if field[key] is None else quoted(field[key], LONG)
        texts.append(shown_text(text, None if said is None else in_words(said), alike=alike) or NOTHING)
    joint = NOTHING if field["joint"] is None else quoted(field["joint"], LONG)
    label = Message(*(quoted(field["label"][language], LONG) for language in ("ja", "en")))
    return TableRow((label, *texts, class_words(field["class"], field["joint"]), joint), "differs")


def _kind(row: dict[str, Any]) -> str:
    return str(row["class"])


def _joint_row(row: dict[str, Any] | int) -> TableRow:
    if isinstance(row, int):
        return TableRow(("", "…", "…", equal_rows(row), "", "", ""))
    part = f"{row['part']}:" if "part" in row else ""
    a, b = (
        NOTHING if row[key] is None else numbered_line(row[f"ply_{key}"], quoted(row[key], LONG)) for key in ("a", "b")
    )
    cells = (
        f"{part}{row['ply']}",
        a,
        b,
        CLASSES[row["class"]],
        legality(row["legal_a"]),
        legality(row["legal_b"]),
        row["joint"] or "",
    )
    return TableRow(cells, "differs")
