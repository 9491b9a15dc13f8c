"""Read one photographed page: its identity and its box probabilities."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from analysis.pdf.paper_page import SIZES, Area
from analysis.scan import classifier, dewarp, form_lines, photo_errors
from analysis.scan.box_probabilities import EMPTY, InkBox, InkFinish, InkRow, SheetPage
from analysis.scan.page_detection import (
    FINE,
    ROUGH,
    Marks,
    View,
    by_marks,
    by_print,
    code_of,
    evidence,
    marks_in,
    printed_lines_of,
    view_correlation,
)
from analysis.scan.page_identity import Paper, papers, shorten_page
from analysis.scan.photo_loading import photograph

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from analysis.pdf.paper_page import Size
    from analysis.pdf.sheet_contents import Box, BoxRow
    from analysis.scan.dewarp import Flat
    from analysis.scan.page_detection import Floats
    from kifu.core.game.game import Game
    from kifu.core.message import Message

    Bytes = NDArray[Any]

SURE, ENOUGH = 0.6, 0.25
"""The share of its print that is found on a page that lies well, and on one that can be read at all."""
LIKELY = 0.08
"""The least likeness of a view that is tried."""
CLEAR = 0.97
"""The chance from which on a box is looked at once only."""
BESIDE = ((0.35, 0.0), (-0.35, 0.0), (0.0, 0.35), (0.0, -0.35))
"""From where the others are looked at again, in millimetres to the right and down."""
TRIED = 4
"""The views of a page that are tried."""
TICKS = frozenset({"tick", "ten", "result"})
"""The places whose word is printed and ticked."""


def read_page(image: bytes, game: Game | None = None, code: str | None = None) -> SheetPage:
    """Return what a photograph of a page says.

    `game` replaces the game of the QR code, for a sheet under other rules, and is needed for a page whose code cannot be read.
    `code` is the text of the code of another page of the same sheet, for a page whose code cannot be read or that has none.
    Raises UnreadablePage, and MissingExtra.
    """
    pixels = photograph(image)
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    own = code_of(grey)
    marks = marks_in(grey)
    seen = evidence(pixels)
    if own is None:
        own = _code_by_marks(grey, marks)
    paper, flat = _best(pixels, seen, marks, papers(own, code, game, marks))
    warnings = [photo_errors.POOR] if flat.found < SURE else []
    if own is None and paper.form.marked:
        warnings.append(photo_errors.CODE_UNREAD)
    page = dewarp.dewarp_page(pixels, flat, *SIZES[paper.form.size])
    return _read_boxes(page, paper, tuple(warnings))._replace(code=own or "")


def _code_by_marks(grey: Bytes, marks: Marks) -> str | None:
    """Return the QR code read again on the page flattened by fiducials."""
    matrix = by_marks(marks, "a4")
    if matrix is None:
        return None
    left, top, wide, high = 150.0, 3.0, 50.0, 28.0
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    for scale in (16.0, 10.0, 7.0):
        move = np.array([[1 / scale, 0, left], [0, 1 / scale, top], [0, 0, 1]])
        laid = cv2.warpPerspective(grey, matrix @ move, (round(wide * scale), round(high * scale)), flags=flags)
        found = code_of(cv2.normalize(laid, laid, 0, 255, cv2.NORM_MINMAX))
        if found is not None:
            return found
    return None


def _best(pixels: Bytes, seen: Floats, marks: Marks, candidates: Iterable[Paper]) -> tuple[Paper, Flat]:
    """Return the best-fitting page and its geometry.

    Raises UnreadablePage if none fits.

    Forms may have their rows in the same places and their boxes in others, so the lines down are held against each.
    """
    tried: list[View] = []
    of: list[Paper] = []
    found: dict[tuple[Size, tuple[Area, ...]], list[View]] = {}
    for paper in candidates:
        size = paper.form.size
        matrix = by_marks(marks, size) if paper.form.marked else None
        if matrix is not None:
            views = [View(matrix, 1.0)]
        else:
            blocks = tuple(_blocks(paper.laid.rows))
            if (size, blocks) not in found:
                found[size, blocks] = by_print(
                    pixels, seen, printed_lines_of(paper.laid.shapes, size, ROUGH), blocks, size
                )
            views = found[size, blocks]
        tried += views[:TRIED]
        of += [paper] * len(views[:TRIED])
    least = max(LIKELY, 0.7 * max((view.score for view in tried), default=0.0))
    settled: list[tuple[float, Paper, Floats]] = []
    for view, paper in zip(tried, of, strict=True):
        if view.score >= least:
            lines = printed_lines_of(paper.laid.shapes, paper.form.size, FINE)
            matrix = dewarp.refine_view(seen, view.matrix, lines, marked=view.score == 1.0)
            settled.append((view_correlation(seen, matrix, lines, FINE, 0.4), paper, matrix))
    if not settled:
        raise photo_errors.not_found()
    lies = False
    best = {id(paper): (paper, matrix) for _, paper, matrix in sorted(settled, key=lambda one: one[0])}
    for paper, matrix in reversed(best.values()):
        flat = dewarp.measure_bends(seen, matrix, printed_lines_of(paper.laid.shapes, paper.form.size, FINE))
        if flat.found >= ENOUGH:
            lies = True
            whole = paper if paper.form.marked else _as_printed(seen, flat, paper)
            if form_lines.matches(seen, flat, whole):
                return whole, flat
    raise photo_errors.other_print() if lies else photo_errors.not_found()


def _as_printed(seen: Floats, flat: Flat, paper: Paper) -> Paper:
    """Return a page limited to the plies whose rows are printed."""
    rows = [row for row in paper.laid.rows if row.ply is not None]
    areas = [row.boxes[0].area._replace(right=row.boxes[-1].area.right) for row in rows]
    printed_ = dewarp.lines_below(seen, flat, areas, SIZES[paper.form.size])
    last = next((number for number, is_there in enumerate(printed_) if not is_there), len(rows))
    return paper if last == len(rows) else shorten_page(paper, max(1, (rows[0].ply or 1) - 1 + last))


def _blocks(rows: Sequence[BoxRow]) -> Iterator[Area]:
    """Yield areas of contiguous boxes: rows stacked in a column."""
    columns: dict[float, list[Area]] = {}
    for row in rows:
        left, top, right, bottom = row.boxes[0].area
        right = row.time.right if row.time else row.boxes[-1].area.right
        blocks = columns.setdefault(round(left, 1), [])
        if blocks and abs(blocks[-1].bottom - top) < 0.1:  # noqa: PLR2004
            blocks[-1] = blocks[-1]._replace(bottom=bottom)
        else:
            blocks.append(Area(left, top, right, bottom))
    yield from (block for blocks in columns.values() for block in blocks if block.height > 20)  # noqa: PLR2004


def _read_boxes(page: Bytes, paper: Paper, warnings: tuple[Message, ...]) -> SheetPage:
    dark = darkness(page)
    laid = paper.laid
    boxes = [box for row in laid.rows for box in row.boxes] + list(laid.loose)
    inked = iter(classify_boxes(dark, boxes, classifier.net()))
    rows = [
        InkRow(row.ply, tuple(next(inked) for _ in row.boxes), None if row.time is None else _place(row.time))
        for row in laid.rows
    ]
    loose = list(zip(laid.loose, inked, strict=True))
    of_place = {name: tuple(ink for box, ink in loose if box.place == name) for name in ("plies", "result", "strip")}
    plies = [row.ply for row in rows if row.ply is not None]
    form = paper.form
    return SheetPage(
        form=str(form.version),
        game=form.game.id,
        board=next(iter(form.game.required_head.values()), ""),
        side=form.side,
        page=paper.page,
        part=paper.part,
        first_ply=plies[0] if plies else 0,
        rows=tuple(row for row in rows if row.ply is not None),
        further=tuple(row for row in rows if row.ply is None),
        finish=InkFinish(of_place["plies"], of_place["result"]),
        strip=of_place["strip"],
        flat=cv2.imencode(".png", page[..., 0])[1].tobytes(),
        warnings=warnings,
    )


def darkness(page: Bytes) -> Bytes:
    """Return normalised darkness in red light: paper 0, ink 255."""
    red = page[..., 0]
    side = 2 * round(2.5 * dewarp.SCALE) + 1
    small = cv2.resize(red, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    paper = cv2.dilate(cv2.medianBlur(small, 3), np.ones((side // 4, side // 4), np.uint8))
    paper = cv2.resize(cv2.blur(paper, (side // 4, side // 4)), red.shape[::-1], interpolation=cv2.INTER_LINEAR)
    dark = 1 - red.astype(np.float32) / np.maximum(paper, 16).astype(np.float32)
    ink = dark[dark > 0.25]  # noqa: PLR2004
    full = max(0.45, float(np.quantile(ink, 0.8))) if len(ink) else 0.6
    return np.asarray(np.clip(dark / full * 255, 0, 255), np.uint8)


def cut_boxes(dark: Bytes, boxes: Sequence[Area]) -> Bytes:
    """Return box images with a margin, SIDE × SIDE bytes each."""
    side, margin, scale = classifier.SIDE, classifier.MARGIN, dewarp.SCALE
    made = np.zeros((len(boxes), side, side), np.uint8)
    for number, (left, top, right, bottom) in enumerate(boxes):
        x, y = (left - margin) * scale, (top - margin) * scale
        wide, high = (right - left + 2 * margin) * scale, (bottom - top + 2 * margin) * scale
        matrix = np.array([[wide / side, 0, x + wide / side / 2 - 0.5], [0, high / side, y + high / side / 2 - 0.5]])
        made[number] = cv2.warpAffine(dark, matrix, (side, side), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return made


def classify_boxes(dark: Bytes, boxes: Sequence[Box], net: classifier.Net) -> list[InkBox]:
    """Return symbol probabilities of boxes; unsure ones are averaged over shifts."""
    allowed = [(EMPTY, classifier.TICKED) if box.place in TICKS else box.symbols for box in boxes]
    table = net.chances(cut_boxes(dark, [box.area for box in boxes]), allowed)
    unsure = [int(number) for number in np.flatnonzero(table.max(axis=1) < CLEAR)]
    looks = [table[unsure]]
    for right, down in BESIDE:
        areas = [_shift_area(boxes[number].area, right, down) for number in unsure]
        looks.append(net.chances(cut_boxes(dark, areas), [allowed[number] for number in unsure]))
    mean = np.exp(np.mean([np.log(look + 1e-6) for look in looks], axis=0))
    table[unsure] = mean / mean.sum(axis=1, keepdims=True)
    number = {symbol: place for place, symbol in enumerate(net.symbols)}
    made = []
    for box, symbols, chances in zip(boxes, allowed, table, strict=True):
        known = [float(chances[number[symbol]]) if symbol in number else 0.0 for symbol in symbols]
        raised = [max(chance, classifier.MIN_PROBABILITY) for chance in known]
        total = sum(raised)
        made.append(InkBox(box.place, box.symbols, tuple(chance / total for chance in raised), _place(box.area)))
    return made


def _shift_area(area: Area, right: float, down: float) -> Area:
    return Area(area.left + right, area.top + down, area.right + right, area.bottom + down)


def _place(area: Area) -> tuple[float, float, float, float]:
    """Return an area in pixels: x, y, width, height."""
    scale = dewarp.SCALE
    return (area.left * scale, area.top * scale, area.width * scale, area.height * scale)
