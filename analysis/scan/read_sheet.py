"""Read a sheet from its photographs: each a page, with its boxes."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from analysis.pdf.paper_page import SIZES, Area
from analysis.scan import dewarp, page_identity, read_boxes, scan_errors
from analysis.scan.handwriting import read_with_handwriting
from analysis.scan.page_detection import (
    FINE,
    ROUGH,
    FoundFiducials,
    PageView,
    find_fiducials,
    local_darkness,
    masks_of_lines_across_and_down,
    read_qr_code,
    view_by_fiducials,
    view_correlation,
    views_by_print,
)
from analysis.scan.page_identity import PrintedPage, candidate_pages, shorten_page
from analysis.scan.photo_loading import load_photograph
from analysis.scan.read_boxes import area_in_pixels, classify_boxes, extract_ink
from analysis.scan.scan_errors import UnreadablePage, unknown_game_on_page
from analysis.scan.scanned_sheet import POOR, InkFinish, InkRow, Photograph, Sheet, SheetPage
from kifu.core import games
from kifu.core.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from analysis.pdf.paper_page import Size
    from analysis.pdf.sheet_contents import BoxRow
    from analysis.scan.dewarp import PageWarp
    from analysis.scan.page_detection import Floats
    from kifu.core.game.game import Game

    Bytes = NDArray[Any]


def read_sheet(files: Sequence[tuple[str, bytes]], game: Game | None = None, handwriting: bytes | None = None) -> Sheet:
    """Return the sheet of named photographs; `game` if it is known.

    `handwriting` is what was learned of its writer. A page whose code cannot be read is taken for another page of the same sheet. Raises UnreadablePage, with the name of
    the photograph as its `key`, MissingExtra, and KifuError for what is no handwriting.
    """
    pages = [_page_or_error(name, data, game, None) for name, data in files]
    code = next((page.code for page in pages if not isinstance(page, UnreadablePage) and page.code), None)
    read = []
    for (name, data), first in zip(files, pages, strict=True):
        page = _page_or_error(name, data, game, code) if isinstance(first, UnreadablePage) and code else first
        if isinstance(page, UnreadablePage):
            raise page
        read.append(page)
    for part in {page.part for page in read}:
        _require_all_pages(
            [(page.page, name) for page, (name, _) in zip(read, files, strict=True) if page.part == part]
        )
    photographs = tuple(Photograph(name, sha256(data).hexdigest()) for name, data in files)
    return read_with_handwriting(Sheet(photographs, tuple(read)), handwriting)


def _require_all_pages(pages: Sequence[tuple[int, str]]) -> None:
    """Raise UnreadablePage unless each page from the first on is there once."""
    for number, (page, name) in enumerate(sorted(pages), start=1):
        if page != number:
            twice = page < number
            lost = Message(f"{number} 頁目の写真がありません", f"there is no photograph of page {number}")
            again = Message(
                f"{page} 頁目の写真が二枚あります。一枚がもう一人の用紙なら、そちらの用紙の写真として渡してください",
                f"there are two photographs of page {page}; if one is of the other player's sheet, give it as a photograph of that sheet",
            )
            raise UnreadablePage("same-page" if twice else "page-missing", again if twice else lost, key=name)


def game_of_pages(sheets: Sequence[Sheet], known_game: Game | None) -> Game:
    """Return the game of the pages, or the known one.

    Raises UnreadablePage if the pages are of several games.
    """
    named = {(page.game, page.board) for sheet in sheets for page in sheet.pages if page.game is not None}
    if len({name for name, _ in named} | ({known_game.id} if known_game is not None else set())) > 1 or len(named) > 1:
        raise UnreadablePage(
            "two-games",
            Message("写真の用紙の棋種が揃っていません", "the photographs are of sheets of different games"),
        )
    if known_game is not None:
        return known_game
    if not named:
        raise unknown_game_on_page()
    name, board = next(iter(named))
    game = games.load(name or "")
    return game.configure(None, dict.fromkeys(game.required_head, board)) if board else game


def _page_or_error(
    file_name: str, data: bytes, game: Game | None, sibling_code: str | None
) -> SheetPage | UnreadablePage:
    try:
        return read_page(data, game, sibling_code)
    except UnreadablePage as unread:
        unread.key = file_name
        return unread


SURE, ENOUGH = 0.6, 0.25
"""The share of its print that is found on a page that lies well, and on one that can be read at all."""
LIKELY = 0.08
"""The least likeness of a view that is tried."""
TRIED = 4
"""The views of a page that are tried."""


def read_page(image: bytes, game: Game | None = None, sibling_code: str | None = None) -> SheetPage:
    """Return what a photograph of a page says.

    `game` replaces the game of the QR code, for a sheet under other rules, and is needed for a page whose code cannot be read.
    `sibling_code` is the text of the code of another page of the same sheet, for a page whose code cannot be read or that has none.
    Raises UnreadablePage, and MissingExtra.
    """
    pixels = load_photograph(image)
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    own = read_qr_code(grey)
    marks = find_fiducials(grey)
    seen = local_darkness(pixels)
    if own is None:
        own = _code_by_fiducials(grey, marks)
    paper, flat = _best_fitting_page_and_warp(pixels, seen, marks, candidate_pages(own, sibling_code, game, marks))
    warnings = [POOR] if flat.found < SURE else []
    if own is None and paper.form.marked:
        warnings.append(scan_errors.CODE_UNREAD)
    page = dewarp.dewarp_page(pixels, flat, *SIZES[paper.form.size])
    return _read_boxes(page, paper, tuple(warnings))._replace(code=own or "")


def _code_by_fiducials(grey: Bytes, fiducials: FoundFiducials) -> str | None:
    """Return the QR code read again on the page flattened by fiducials."""
    matrix = view_by_fiducials(fiducials, "a4")
    if matrix is None:
        return None
    left, top, wide, high = 150.0, 3.0, 50.0, 28.0
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    for scale in (16.0, 10.0, 7.0):
        move = np.array([[1 / scale, 0, left], [0, 1 / scale, top], [0, 0, 1]])
        laid = cv2.warpPerspective(grey, matrix @ move, (round(wide * scale), round(high * scale)), flags=flags)
        found = read_qr_code(cv2.normalize(laid, laid, 0, 255, cv2.NORM_MINMAX))
        if found is not None:
            return found
    return None


def _best_fitting_page_and_warp(
    pixels: Bytes, darkness: Floats, fiducials: FoundFiducials, candidates: Iterable[PrintedPage]
) -> tuple[PrintedPage, PageWarp]:
    """Return the best-fitting page and its geometry.

    Raises UnreadablePage if none fits.

    Forms may have their rows in the same places and their boxes in others, so the lines down are held against each.
    """
    tried: list[PageView] = []
    of: list[PrintedPage] = []
    found: dict[tuple[Size, tuple[Area, ...]], list[PageView]] = {}
    for paper in candidates:
        size = paper.form.size
        matrix = view_by_fiducials(fiducials, size) if paper.form.marked else None
        if matrix is not None:
            views = [PageView(matrix, 1.0)]
        else:
            blocks = tuple(_contiguous_box_areas(paper.laid.rows))
            if (size, blocks) not in found:
                found[size, blocks] = views_by_print(
                    pixels, darkness, masks_of_lines_across_and_down(paper.laid.shapes, size, ROUGH), blocks, size
                )
            views = found[size, blocks]
        tried += views[:TRIED]
        of += [paper] * len(views[:TRIED])
    least = max(LIKELY, 0.7 * max((view.score for view in tried), default=0.0))
    settled: list[tuple[float, PrintedPage, Floats]] = []
    for view, paper in zip(tried, of, strict=True):
        if view.score >= least:
            lines = masks_of_lines_across_and_down(paper.laid.shapes, paper.form.size, FINE)
            matrix = dewarp.refine_view(darkness, view.matrix, lines, marked=view.score == 1.0)
            settled.append((view_correlation(darkness, matrix, lines, FINE, 0.4), paper, matrix))
    if not settled:
        raise scan_errors.no_sheet_found()
    lies = False
    best = {id(paper): (paper, matrix) for _, paper, matrix in sorted(settled, key=lambda one: one[0])}
    for paper, matrix in reversed(best.values()):
        flat = dewarp.page_warp_by_bends(
            darkness, matrix, masks_of_lines_across_and_down(paper.laid.shapes, paper.form.size, FINE)
        )
        if flat.found >= ENOUGH:
            lies = True
            whole = paper if paper.form.marked else _limit_to_printed_rows(darkness, flat, paper)
            if page_identity.matches_form(darkness, flat, whole):
                return whole, flat
    raise scan_errors.no_matching_form() if lies else scan_errors.no_sheet_found()


def _limit_to_printed_rows(darkness: Floats, warp: PageWarp, paper: PrintedPage) -> PrintedPage:
    """Return a page limited to the plies whose rows are printed."""
    rows = [row for row in paper.laid.rows if row.ply is not None]
    areas = [row.boxes[0].area._replace(right=row.boxes[-1].area.right) for row in rows]
    printed_ = dewarp.are_lines_below(darkness, warp, areas, SIZES[paper.form.size])
    last = next((number for number, is_there in enumerate(printed_) if not is_there), len(rows))
    return paper if last == len(rows) else shorten_page(paper, max(1, (rows[0].ply or 1) - 1 + last))


def _contiguous_box_areas(rows: Sequence[BoxRow]) -> Iterator[Area]:
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


def _read_boxes(page: Bytes, paper: PrintedPage, warnings: tuple[Message, ...]) -> SheetPage:
    """Return a flattened page with the ink of its boxes."""
    laid = paper.laid
    boxes = [box for row in laid.rows for box in row.boxes] + list(laid.loose)
    ink = extract_ink(page[..., 0], boxes)
    inked = iter(classify_boxes(ink, boxes, read_boxes.load_net()))
    rows = [
        InkRow(row.ply, tuple(next(inked) for _ in row.boxes), None if row.time is None else area_in_pixels(row.time))
        for row in laid.rows
    ]
    loose = list(zip(laid.loose, inked, strict=True))
    of_place = {name: tuple(read for box, read in loose if box.place == name) for name in ("plies", "result", "strip")}
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
