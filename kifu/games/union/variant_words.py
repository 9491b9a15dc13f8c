"""Data of a variant in words for `kifu rules`, with provenance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.game.options import DataEntry
from kifu.core.game.referee_hooks import Notice
from kifu.core.message import Message
from kifu.games.union.measures import FIGURES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kifu.games.union.variant import Family, Points, Variant, Worth

TITLES = {
    "board": Message("盤: 点から出る線の数", "The board: how many lines leave each point"),
    "start": Message("初形", "The starting layout"),
    "back": Message("表の種類と裏の種類", "The kinds on the front and on the back"),
    "score": Message("得点と目標", "Points and target"),
}

LABELS = {
    "board": Message("盤", "board"),
    "start": Message("初形", "starting layout"),
    "back": Message("裏の種類", "kinds on the backs"),
    "score": Message("得点表の一部", "part of the table of points"),
}
"""What a verdict calls a reconstructed section."""


def reconstructed_notice(game: Message, data: Mapping[str, Message]) -> Notice:
    """Return the notice that a verdict stands on these reconstructed data."""
    ja, en = "・".join(label.ja for label in data.values()), ", ".join(label.en for label in data.values())
    return Notice(
        "reconstructed-data",
        Message(
            f"{game.ja}のページの図は失われています。再構成したデータで判定しました: {ja} (`kifu rules` が一つずつ示します)",
            f"the figures of the page are lost; judged by reconstructed data: {en} (`kifu rules` shows each)",
        ),
    )


def entries(family: Family, data: Variant, points: Points, degrees: tuple[int, ...], start: str) -> Iterator[DataEntry]:
    """Yield the entries of a variant.

    `start` is the diagram of its starting layout.
    """
    shown = {
        "board": _board(data, points, degrees),
        "start": tuple(_same(line) for line in start.splitlines()),
        "back": tuple(
            _same(f"{part}：{family.kinds} → {''.join(family.kinds[kind] for kind in back)}")
            for part, back in zip("内外", data.backs, strict=True)
        ),
        "score": tuple(_score(family, data)),
    }
    for key, origin in data.provenance:
        yield DataEntry(key, TITLES[key], shown[key], origin)


def _same(text: str) -> Message:
    return Message(text, text)


def _board(data: Variant, points: Points, degrees: tuple[int, ...]) -> tuple[Message, ...]:
    total = Message(
        f"点 {len(data.points)}、線 {len(data.lines)}", f"{len(data.points)} points, {len(data.lines)} lines"
    )
    rows = [points.head]
    for row in range(points.rows):
        cells = [
            str(degrees[point]) if (point := points.find(square)) is not None else "　"
            for square in range(row * points.columns, (row + 1) * points.columns)
        ]
        rows.append(f"{' '.join(cell.rjust(2) if cell != '　' else cell for cell in cells)} {row + 1:02d}")
    return (total, *map(_same, rows))


def _score(family: Family, data: Variant) -> Iterator[Message]:
    for faces, worth in enumerate(data.worths):
        promoted = faces.bit_count()
        if family.figures:
            name = FIGURES[faces]
        elif faces == 2:  # noqa: PLR2004 - as good as 1: only the number of turned pieces counts
            continue
        else:
            name = Message(f"昇格 {promoted} 個の合体", f"a pair with {promoted} 昇格")
        value = _worth(worth)
        yield Message(f"{name.ja}：{value.ja}", f"{name.en}: {value.en}")
    if family.target_counts_pairs:
        yield Message(f"目標：{data.target} 組", f"target: {data.target} pairs")
    else:
        yield Message(f"目標：{data.target} 点", f"target: {data.target} points")


def _worth(worth: Worth) -> Message:
    """Return the formula for the points of a pair: 線の数×2 + 5."""
    if not worth.lines:
        return _same(str(worth.plus))
    times, plus = f"×{worth.lines}" * (worth.lines > 1), f" + {worth.plus}" * bool(worth.plus)
    return Message(f"線の数{times}{plus}", f"lines{times}{plus}")
