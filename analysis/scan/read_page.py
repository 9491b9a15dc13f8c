"""Reads one page of a score sheet from a photograph: which page it is, and what may stand in each of its boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from analysis.paper.corner_marks import PAGES
from analysis.paper.paper_page import SIZES, Area
from analysis.paper.score_sheet import arranged, blank_form
from analysis.paper.sheet_contents import SIDE_IDS
from analysis.scan import flattening, ink_net, page_faults
from analysis.scan.ink import EMPTY, InkBox, InkFinish, InkRow, SheetPage
from analysis.scan.page_finding import (
    FINE,
    ROUGH,
    Marks,
    View,
    by_marks,
    by_print,
    code_of,
    evidence,
    fit,
    marks_in,
    printed,
)
from analysis.scan.photograph import photograph
from kifu import games
from kifu.model.errors import KifuError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from analysis.paper.paper_page import Size
    from analysis.paper.score_sheet import LaidPage
    from analysis.paper.sheet_contents import Box, BoxRow, ScoreSheet
    from analysis.scan.flattening import Flat
    from analysis.scan.page_finding import Floats
    from kifu.contract.game import Game
    from kifu.model.message import Message

    Bytes = NDArray[Any]

SURE, ENOUGH = 0.6, 0.25
"""The share of its print that is found on a page that lies well, and on one that can be read at all."""
TRIED = 4
"""The views of a page that are tried."""
FORMS = ("1", "2")


class _Paper(NamedTuple):
    """A page as it was printed: the sheet, the game of a match, the page of that game, and what stands on it."""

    form: ScoreSheet
    part: int
    page: int
    laid: LaidPage


def read_page(image: bytes, game: Game | None = None, code: str | None = None) -> SheetPage:
    """Return what a photograph of a page says.

    `game` replaces the game of the QR code, for a sheet under other rules, and is needed for a page whose code cannot be read.
    `code` is the text of the code of another page of the same sheet, for a page whose code cannot be read or that has none.
    Raises UnreadablePage, and MissingExtra.
    """
    pixels = photograph(image)
    import cv2  # noqa: PLC0415 - an extra

    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    own = code_of(grey)
    marks = marks_in(grey)
    seen = evidence(pixels)
    warnings: list[Message] = []
    if own is None:
        own = _code_by_marks(grey, marks)
    if own is None and (game is not None or code is not None):
        warnings.append(page_faults.CODE_UNREAD)
    candidates = list(_papers(own, code, game, marks))
    if not candidates:
        raise page_faults.unknown_game() if own is None else page_faults.other_code(own)
    paper, flat = _best(pixels, seen, marks, candidates)
    if flat.found < SURE:
        warnings.append(page_faults.POOR)
    width, height = SIZES[paper.form.size]
    page = flattening.flattened(pixels, flat, width, height)
    return _read(page, paper, tuple(warnings))


def _code_by_marks(grey: Bytes, marks: Marks) -> str | None:
    """Return the code that is read where the page was laid flat by its marks, larger than in the photograph."""
    import cv2  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415

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


def _papers(own: str | None, other: str | None, game: Game | None, marks: Marks) -> Iterator[_Paper]:
    """Yield the pages that a photograph may show, the likeliest first."""
    text = own or other
    fields = text.split(":") if text else []
    fields[:8] = [field.lower() for field in fields[:8]]
    marked = len(marks.corners) >= 2  # noqa: PLR2004
    if text is not None and (len(fields) < 4 or fields[0] != "kifu" or fields[3] not in FORMS):  # noqa: PLR2004
        raise page_faults.other_code(text)
    if game is None:
        if text is None:
            return
        game = _game(text, fields)
    version = int(fields[3]) if fields else 1 + marked
    side = next((side for side, name in SIDE_IDS.items() if fields and fields[2] == name), next(iter(SIDE_IDS)))
    sizes: Sequence[Size] = ("a4", "letter") if version == 1 else tuple(SIZES)
    plies = None
    if version > 1 and fields:
        sizes, plies = tuple(size for size in SIZES if size == fields[4]), _number(text or "", fields[5])
    for size in sizes:
        form = blank_form(game, side=side, size=size, language="ja", head_values={}, plies=plies, version=version)
        for number, paper in _pages(form):
            if version == 1:
                fits = (own is not None) == (paper.page == 1)
            elif own is not None:
                fits = [str(paper.part + 1), str(paper.page)] == fields[6:8]
            else:
                fits = not marked or number % PAGES == marks.page
            if fits:
                yield paper


def _pages(form: ScoreSheet) -> Iterator[tuple[int, _Paper]]:
    """Yield the pages of a sheet that have plies, each with its number in the document, from 0."""
    before = 0
    for part, played in enumerate(form.parts):
        made = arranged(form, part)
        yield from ((before + page, _Paper(form, part, page + 1, laid)) for page, laid in enumerate(made))
        before += len(made) + played.set_up


def _game(text: str, fields: list[str]) -> Game:
    """Return the game that a code names, with what the head of its records must say. Raises UnreadablePage."""
    try:
        game = games.load(fields[1])
        values = fields[8:]
        if values:
            game = game.configure(None, dict(zip(game.required_head, values, strict=True)))
    except (KifuError, ValueError):
        raise page_faults.other_code(text) from None
    return game


def _number(text: str, digits: str) -> int:
    if not (digits.isascii() and digits.isdigit() and 0 < len(digits) < 5 and int(digits)):  # noqa: PLR2004
        raise page_faults.other_code(text)
    return int(digits)


def _best(pixels: Bytes, seen: Floats, marks: Marks, candidates: Iterable[_Paper]) -> tuple[_Paper, Flat]:
    """Return the page that fits the photograph best, and how it lies. Raises UnreadablePage if none fits."""
    tried: list[View] = []
    papers: list[_Paper] = []
    for paper in candidates:
        size = paper.form.size
        matrix = by_marks(marks, size) if paper.form.version > 1 else None
        if matrix is not None:
            views = [View(matrix, 1.0)]
        else:
            views = by_print(
                pixels, seen, printed(paper.laid.shapes, size, ROUGH), list(_blocks(paper.laid.rows)), size
            )
        tried += views[:TRIED]
        papers += [paper] * len(views[:TRIED])
    least = 0.7 * max((view.score for view in tried), default=0.0)
    settled: list[tuple[float, _Paper, Floats]] = []
    for view, paper in zip(tried, papers, strict=True):
        if view.score >= least:
            lines = printed(paper.laid.shapes, paper.form.size, FINE)
            matrix = flattening.settled(seen, view.matrix, lines)
            settled.append((fit(seen, matrix, lines, FINE, 0.4), paper, matrix))
    if not settled:
        raise page_faults.not_found()
    _, paper, matrix = max(settled, key=lambda one: one[0])
    flat = flattening.bent(seen, matrix, printed(paper.laid.shapes, paper.form.size, FINE))
    if flat.found < ENOUGH:
        raise page_faults.not_found()
    return paper, flat


def _blocks(rows: Sequence[BoxRow]) -> Iterator[Area]:
    """Yield the areas of boxes that hang together: rows one below the other in a column."""
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


def _read(page: Bytes, paper: _Paper, warnings: tuple[Message, ...]) -> SheetPage:
    import cv2  # noqa: PLC0415

    dark = darkness(page)
    laid = paper.laid
    boxes = [box for row in laid.rows for box in row.boxes] + list(laid.loose)
    inked = iter(_classified(dark, boxes))
    rows = [
        InkRow(row.ply, tuple(next(inked) for _ in row.boxes), None if row.time is None else _place(row.time))
        for row in laid.rows
    ]
    loose = list(zip(laid.loose, inked, strict=True))
    of_place = {name: tuple(ink for box, ink in loose if box.place == name) for name in ("plies", "result", "strip")}
    plies = [row.ply for row in rows if row.ply is not None]
    form = paper.form
    return SheetPage(
        form=FORMS[form.version - 1],
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
        flat=cv2.imencode(".png", cv2.cvtColor(page, cv2.COLOR_RGB2GRAY))[1].tobytes(),
        warnings=warnings,
    )


def darkness(page: Bytes) -> Bytes:
    """Return how dark each pixel of a flattened page is in red light: 0 as its paper there, 255 as the ink of the page."""
    import cv2  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415

    red = page[..., 0]
    side = 2 * round(2.5 * flattening.SCALE) + 1
    small = cv2.resize(red, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    paper = cv2.dilate(cv2.medianBlur(small, 3), np.ones((side // 4, side // 4), np.uint8))
    paper = cv2.resize(cv2.blur(paper, (side // 4, side // 4)), red.shape[::-1], interpolation=cv2.INTER_LINEAR)
    dark = 1 - red.astype(np.float32) / np.maximum(paper, 16).astype(np.float32)
    ink = dark[dark > 0.25]  # noqa: PLR2004
    full = max(0.45, float(np.quantile(ink, 0.8))) if len(ink) else 0.6
    return np.asarray(np.clip(dark / full * 255, 0, 255), np.uint8)


def cut(dark: Bytes, boxes: Sequence[Area]) -> Bytes:
    """Return what the net sees of boxes: SIDE × SIDE bytes each, with a margin."""
    import cv2  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415

    side, margin, scale = ink_net.SIDE, ink_net.MARGIN, flattening.SCALE
    made = np.zeros((len(boxes), side, side), np.uint8)
    for number, (left, top, right, bottom) in enumerate(boxes):
        x, y = (left - margin) * scale, (top - margin) * scale
        wide, high = (right - left + 2 * margin) * scale, (bottom - top + 2 * margin) * scale
        matrix = np.array([[wide / side, 0, x + wide / side / 2 - 0.5], [0, high / side, y + high / side / 2 - 0.5]])
        made[number] = cv2.warpAffine(dark, matrix, (side, side), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return made


def _classified(dark: Bytes, boxes: Sequence[Box]) -> list[InkBox]:
    """Return what may stand in boxes, with chances."""
    net = ink_net.net()
    ticks = {"tick", "ten", "result"}
    allowed = [(EMPTY, ink_net.TICKED) if box.place in ticks else box.symbols for box in boxes]
    table = net.chances(cut(dark, [box.area for box in boxes]), allowed)
    number = {symbol: place for place, symbol in enumerate(net.symbols)}
    made = []
    for box, symbols, chances in zip(boxes, allowed, table, strict=True):
        known = [float(chances[number[symbol]]) if symbol in number else 0.0 for symbol in symbols]
        raised = [max(chance, ink_net.LEAST) for chance in known]
        total = sum(raised)
        made.append(InkBox(box.place, box.symbols, tuple(chance / total for chance in raised), _place(box.area)))
    return made


def _place(area: Area) -> tuple[float, float, float, float]:
    """Return an area in pixels of the flattened page: x, y, width, height."""
    scale = flattening.SCALE
    return (area.left * scale, area.top * scale, area.width * scale, area.height * scale)
