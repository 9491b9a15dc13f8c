"""Tells the joint reading of both sheets of a dossier: the first difference, the rows that differ, the possible games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analysis.dossier.blocks import Facts, Heading, Row, Table, Text
from analysis.dossier.wording import LONG, MOST_ROWS, NOTHING, in_words, left_out
from kifu.dispute.html import HEADINGS
from kifu.dispute.rows import CLASSES
from kifu.model.message import Message, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.dossier.blocks import Block

MOST_GAMES = 20
"""The most games of a joint reading that are written out."""
_LEGAL = {True: "○", False: "×", None: ""}


def of_both(reading: dict[str, Any] | None) -> Iterator[Block]:
    """Yield the blocks about both sheets; none if there is one alone."""
    if reading is None:
        return
    yield Heading(1, Message("二枚の突き合わせ", "both sheets together"))
    yield Text(
        Message(f"{reading['verdict']}: {reading['label']['ja']}", f"{reading['verdict']}: {reading['label']['en']}"),
        "strong",
    )
    first, cost = reading["first_difference"], reading["cost"]
    yield Facts(
        (
            (
                Message("最初の違い", "first difference"),
                NOTHING if first is None else Message(f"{first} 手目", f"ply {first}"),
            ),
            (Message("最も少ない書き違い", "the fewest slips"), NOTHING if cost is None else str(cost)),
            (Message("考えられる対局", "possible games"), str(len(reading["games"]))),
        )
    )
    for note in reading["notes"]:
        yield Text(in_words(note))
    differing = [row for row in reading["rows"] if row["class"] != "same"]
    same = len(reading["rows"]) - len(differing)
    yield Text(Message(f"同じ行: {same}", f"equal lines: {same}"), "pale")
    if differing:
        yield Table(
            HEADINGS,
            (0.07, 0.2, 0.2, 0.19, 0.08, 0.08, 0.18),
            tuple(map(_joint_row, differing[:MOST_ROWS])),
            Message("違う行", "lines that differ"),
        )
        yield from left_out(len(differing))
    if len(reading["games"]) > 1:
        for number, game in enumerate(reading["games"][:MOST_GAMES], start=1):
            yield Text(f"{number}. {' '.join(game)}")
        yield from left_out(len(reading["games"]), MOST_GAMES)


def _joint_row(row: dict[str, Any]) -> Row:
    part = f"{row['part']}:" if "part" in row else ""
    a, b = (NOTHING if row[key] is None else quoted(row[key], LONG) for key in ("a", "b"))
    cells = (
        f"{part}{row['ply']}",
        a,
        b,
        CLASSES[row["class"]],
        _LEGAL[row["legal_a"]],
        _LEGAL[row["legal_b"]],
        row["joint"] or "",
    )
    return Row(cells, "" if row["class"] == "same-meaning" else "differs")
