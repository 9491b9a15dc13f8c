"""Plies of a sheet's pages: corrections and continuations put to them; count, result."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

from analysis.scan.ply_ink_and_move_likelihood import PlyInk
from analysis.scan.scan_errors import POOR
from analysis.scan.scanned_sheet import CROSSED, EMPTY

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from analysis.scan.scanned_sheet import InkBox, InkRow, SheetPage
    from kifu.core.game.game import Game

MIN_PROBABILITY = 1e-4
MISCOUNTED = 5.0
"""By how much the ink of a count has to speak against the plies that were read."""
STRUCK = 2
"""The crossed-out boxes of a row for which a correction is believed; with no more than these it is asked."""
DOUBTED = 2.0
"""A number is doubted if another one fits its ink worse by less than this."""


def plies_without_gaps(game: Game, pages: Sequence[SheetPage]) -> list[PlyInk]:
    """Return the plies of a game on a sheet, without gaps."""
    ordered = sorted(pages, key=lambda page: (page.first_ply, page.page))
    rows = {row.ply: (row, page.page) for page in ordered for row in page.rows if row.ply is not None}
    further: dict[int, list[tuple[InkRow, int]]] = {}
    # Where the print does not match, a box may have been looked for beside its place.
    doubted = {row.ply for page in pages for row in page.rows if POOR in page.warnings}
    unsure = set()
    alone = {ply: PlyInk(game, ply, [row]) for ply, (row, _) in rows.items()}
    crossed = {ply: sum(box.best == CROSSED for box in row.boxes) for ply, (row, _) in rows.items()}
    struck = {ply for ply, ink in alone.items() if ink.all_crossed or crossed[ply] >= STRUCK}
    waiting = [ply for ply, ink in sorted(alone.items()) if ink.all_crossed or _has_continuation(ink)]
    for row, page in ((row, one.page) for one in ordered for row in one.further):
        digits = [box for box in row.boxes if box.place == "digit"]
        if _is_blank_row(game, row, digits):
            continue
        ply, sure = _ply_of_row_and_certainty(digits, rows, [*waiting, *struck] if digits else waiting)
        if ply is not None:
            further.setdefault(ply, []).append((row, page))
            unsure |= set() if sure else {ply}
    plies = []
    for ply in range(1, len(rows) + 1):
        if ply not in rows:
            break
        more = further.get(ply, [])
        own = [] if more and ply in struck else [rows[ply]]
        # A whole move beside one that is not crossed out: which of them counts is not for a program to say.
        both = bool(more and own) and not _has_continuation(alone[ply])
        taken, on = zip(*own, *([] if both else more), strict=True)
        aside = more if both else [rows[ply]] if not own else []
        # A line through a row may look like 一 in some of its boxes: it counts as struck out, with few crossed ones it is asked.
        asked = ply in unsure or (not own and not alone[ply].all_crossed and crossed[ply] <= STRUCK)
        plies.append(PlyInk(game, ply, taken, pages=on, aside=aside, doubtful=both or ply in doubted, crossed=asked))
    return plies


def _is_blank_row(game: Game, row: InkRow, digits: Sequence[InkBox]) -> bool:
    """Tell whether a further row has no ink but in its number, or specks and no number."""
    specks = bool(digits) and not any(box.best.isdecimal() for box in digits) and PlyInk(game, 0, [row]).blank
    return specks or all(box.best == EMPTY for box in row.boxes if box.place != "digit")


def _has_continuation(ink: PlyInk) -> bool:
    """Tell whether a move continues in a further row.

    It has squares and no unit, or fills the boxes of the first form.
    """
    boxes = ink.rows[0].boxes
    units = [box for box in boxes if box.place == "unit"]
    return not ink.blank and (units[0].best == EMPTY if units else boxes[-1].best not in {EMPTY, CROSSED})


def _ply_of_row_and_certainty(
    digits: Sequence[InkBox], rows: Mapping[int, object], waiting: list[int]
) -> tuple[int | None, bool]:
    """Return the ply of a further row, and its certainty.

    Without digits it is the next that waits.
    """
    if not digits:
        return (waiting.pop(0), False) if waiting else (None, False)
    fits = sorted(
        ((_number_fit(digits, ply) + (0.0 if ply in waiting else -DOUBTED), ply) for ply in rows), reverse=True
    )
    return fits[0][1], len(fits) == 1 or fits[0][0] - fits[1][0] > DOUBTED


def _number_fit(digits: Sequence[InkBox], number: int) -> float:
    """Return the log-likelihood of a number, aligned left or right."""
    text, width = str(number), len(digits)
    return (
        max(
            sum(
                log(max(MIN_PROBABILITY, dict(zip(box.symbols, box.chances, strict=True)).get(symbol, 0.0)))
                for box, symbol in zip(digits, symbols, strict=True)
            )
            for symbols in ((*text, *[EMPTY] * (width - len(text))), (*[EMPTY] * (width - len(text)), *text))
            if len(symbols) == width
        )
        if len(text) <= width
        else width * log(MIN_PROBABILITY)
    )


def stated_ply_count(pages: Sequence[SheetPage], preferred_count: int) -> int | None:
    """Return the ply count of a sheet (手まで), preferring `preferred_count`.

    None if it says none.
    """
    boxes = next((page.finish.plies for page in pages if any(box.best != EMPTY for box in page.finish.plies)), ())
    text = "".join(box.best for box in boxes)
    if boxes and _number_fit(boxes, preferred_count) > sum(log(max(box.chances)) for box in boxes) - MISCOUNTED:
        return preferred_count
    return int(text) if text.isdecimal() else None


def ticked_results(pages: Sequence[SheetPage]) -> tuple[str, ...]:
    """Return the words that are ticked for the result, in their order."""
    return tuple(box.best for page in pages for box in page.finish.result if box.best)
