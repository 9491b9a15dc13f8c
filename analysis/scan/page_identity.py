"""Page identity: by QR code, sibling page or fiducials, and printed lines.

Ink stands here and there, a printed line in every row: the median over the rows of a page is the print alone.
"""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

from analysis.pdf.move_rows import ROW
from analysis.pdf.paper_page import PAGES, SIZES
from analysis.pdf.score_sheet import blank_sheet, layout_pages
from analysis.pdf.sheet_contents import MARKED, TAUGHT, TIMED
from analysis.scan import scan_errors
from analysis.scan.dewarp import flatten_page, line_response
from analysis.scan.page_detection import FINE
from kifu.core import games
from kifu.core.errors import KifuError
from kifu.core.outcome import SIDE_IDS, Side

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from analysis.pdf.paper_page import Size
    from analysis.pdf.score_sheet import LaidPage
    from analysis.pdf.sheet_contents import BoxRow, ScoreSheet
    from analysis.scan.dewarp import PageWarp
    from analysis.scan.page_detection import Floats, FoundFiducials
    from kifu.core.game.game import Game


PRINTED = {"1": (1, TIMED), str(TIMED): (TIMED,)}
"""The forms that were printed under the number of a form without marks; for some time the timed one was printed as 1."""
_NUMBER = "[1-9][0-9]{0,3}"
_CODE = re.compile(
    rf"kifu:(?P<game>\w+):(?P<side>{'|'.join(SIDE_IDS)}):"
    rf"(?:(?P<plain>{'|'.join(PRINTED)})|(?P<marked>{MARKED}|{TAUGHT}):(?P<size>\w+):(?P<plies>{_NUMBER}):(?P<part>{_NUMBER}):(?P<page>{_NUMBER})(?::(?P<head>.*))?)",
    re.IGNORECASE,
)
"""The text of the code of any form (see `ScoreSheet.identity` and `ScoreSheet.page_identity`)."""


class PrintedPage(NamedTuple):
    """Printed page: sheet, game of a match, page number, contents."""

    form: ScoreSheet
    part: int
    page: int
    laid: LaidPage


class SheetCode(NamedTuple):
    """Content of a QR code; unmarked forms omit paper and page."""

    game: Game
    side: Side = Side.FIRST
    versions: Sequence[int] = (TAUGHT, MARKED)
    sizes: Sequence[Size] = tuple(SIZES)
    plies: int | None = None
    part: int | None = None
    page: int | None = None


def parse_sheet_code(text: str) -> SheetCode:
    """Return the content of a QR code.

    Raises UnreadablePage for one of no sheet, or of one that is not known here.
    """
    said = _CODE.fullmatch(text)
    try:
        if said is None:
            raise scan_errors.unknown_qr_code(text)
        game = games.load(said["game"].lower())
        side = Side(SIDE_IDS.index(said["side"].lower()))
        if said["plies"] is None:
            return SheetCode(game, side, PRINTED[said["plain"]])
        if game.required_head:
            game = game.configure(None, dict(zip(game.required_head, (said["head"] or "").split(":"), strict=True)))
        sizes = tuple(known for known in SIZES if known == said["size"].lower())
        return SheetCode(
            game, side, (int(said["marked"]),), sizes, int(said["plies"]), int(said["part"]) - 1, int(said["page"])
        )
    except (KifuError, ValueError):
        raise scan_errors.unknown_qr_code(text) from None


def candidate_pages(
    own_code: str | None, sibling_code: str | None, game: Game | None, fiducials: FoundFiducials
) -> list[PrintedPage]:
    """Return the pages that a photograph may show, the likeliest first.

    `own_code` is the text of its code, `sibling_code` that of another page of the sheet, `game` what stands in place of the game of both.
    Raises UnreadablePage if there is none.
    """
    text = own_code or sibling_code
    if text is not None:
        code = parse_sheet_code(text)
        if game is not None and game.id != code.game.id:
            raise scan_errors.sheet_of_other_game(code.game, game)
    elif game is None:
        raise scan_errors.unknown_game_on_page()
    else:
        code = SheetCode(game) if fiducials.corners else SheetCode(game, versions=PRINTED["1"])
    if game is not None:
        code = code._replace(game=game)
    kinds = product(code.versions, code.sizes)
    found = [
        paper
        for version, size in kinds
        for paper in _pages_of_form(code, version, size, fiducials, whole=own_code is not None)
    ]
    if not found:
        raise scan_errors.unknown_qr_code(text or "")
    return found


def _pages_of_form(
    code: SheetCode, version: int, size: Size, fiducials: FoundFiducials, *, whole: bool
) -> Iterator[PrintedPage]:
    """Yield the pages of a form and paper size; `whole`: own code."""
    for number, paper in _numbered_pages(blank_sheet_of_code(code.game, code.side, version, size, code.plies)):
        if not paper.form.marked:
            fits = whole == (paper.page == 1)
        elif whole:
            fits = (paper.part, paper.page) == (code.part, code.page)
        else:
            fits = not fiducials.corners or number % PAGES == fiducials.page
        if fits:
            yield paper


def blank_sheet_of_code(game: Game, side: Side, version: int, size: Size, plies: int | None) -> ScoreSheet:
    """Return the empty sheet that a code is of."""
    return blank_sheet(game, side=side, size=size, language="ja", head_values={}, plies=plies, version=version)


def _numbered_pages(form: ScoreSheet) -> Iterator[tuple[int, PrintedPage]]:
    """Yield the pages with plies, each with its number from 0."""
    before = 0
    for part, played in enumerate(form.parts):
        made = layout_pages(form, part)
        yield from ((before + page, PrintedPage(form, part, page + 1, laid)) for page, laid in enumerate(made))
        before += len(made) + played.set_up


def shorten_page(paper: PrintedPage, plies: int) -> PrintedPage:
    """Return the same page with fewer plies.

    The code of a form without marks does not say how many there are.
    """
    form = paper.form
    made = blank_sheet_of_code(form.game, form.side, form.version, form.size, plies)
    laid = layout_pages(made, paper.part)
    return paper if len(laid) < paper.page else PrintedPage(made, paper.part, paper.page, laid[paper.page - 1])


MIN_ROWS = 3
"""The fewest rows of a kind that are checked; ink does not stand at the same places in most of them."""
INSET = 1.2
"""How much of a row is left out above and below, where lines across stand, in millimetres."""
BESIDE = 2.0
"""How far beside the outer boxes is looked, in millimetres."""
MAX_OFFSET_MM = 0.5
"""How far a line may stand from its place, in millimetres."""
MIN_FRAME = 0.06
"""The least strength of the frames of boxes by which a page can be checked."""
MIN_PALE, MIN_PALE_SHARE = 0.15, 0.1
"""The same of the pale boxes of a form with marks, and their least share: marks and code say where faint ones are."""
MIN_SHARE, MAX_SHARE = 0.3, 0.75
"""The least strength of a frame as a share of the usual one, and the most of what is none as a share of the strongest."""
MAX_BEYOND = 0.5
"""The most strength of frames before the first row and behind the last, as a share of those of the rows."""
FRAMES_A_MISS = 8
"""Of how many frames one may be missing."""
BOXES = range(4, 17)
"""The numbers of boxes that are told apart."""
MIN_PARTING, CLEARER = 0.05, 2.5
"""The least strength of the lines between boxes that are told apart, and how much clearer those of another number must be."""


class RowRuling(NamedTuple):
    """Strength of vertical lines in rows of one kind, from `left`.

    FINE values a millimetre.
    """

    strength: Floats
    left: float

    def strength_near(self, x: float) -> float:
        """Return the strength of a line near x."""
        middle, near = round((x - self.left) * FINE), round(MAX_OFFSET_MM * FINE)
        return float(self.strength[max(0, middle - near) : middle + near + 1].max(initial=0.0))


def matches_form(darkness: Floats, warp: PageWarp, paper: PrintedPage) -> bool:
    """Tell whether vertical lines of a page match those of a form.

    No frame is missing, none is too many, and no box.
    """
    marked = paper.form.marked
    down = line_response(flatten_page(darkness, warp, SIZES[paper.form.size]), 1)
    kinds = list(_rows_by_kind(paper.laid.rows))
    for rows in kinds:
        boxes, time = rows[0].boxes, rows[0].time
        edges = [*(box.area.left for box in boxes), boxes[-1].area.right]
        # On a form without marks the boxes of a ply stand in one frame, and the lines between them are thin.
        frames = [*(edges if marked else (edges[0], edges[-1])), *([time.right] if time else [])]
        ruling = _ruling_strength(down, rows, min(frames), max(frames))
        strengths = [ruling.strength_near(x) for x in frames]
        usual = float(np.median(strengths))
        missing = sum(strength < (MIN_PALE_SHARE if marked else MIN_SHARE) * usual for strength in strengths)
        if marked and usual < MIN_PALE:
            continue
        if usual < MIN_FRAME or missing > len(frames) // FRAMES_A_MISS:
            return False
        if not marked and not (
            _strongest_between(ruling, [*frames, *edges]) <= MAX_SHARE * max(strengths)
            and not _shows_other_box_count(ruling, edges)
            and _do_frames_span_rows(down, rows, frames)
        ):
            return False
    return marked or bool(kinds)


def _rows_by_kind(rows: Iterable[BoxRow]) -> Iterator[list[BoxRow]]:
    """Yield the rows of each kind, grouped by box positions."""
    kinds: dict[tuple[float, ...], list[BoxRow]] = {}
    for row in rows:
        kinds.setdefault(tuple(round(box.area.left, 1) for box in row.boxes), []).append(row)
    yield from (kind for kind in kinds.values() if len(kind) >= MIN_ROWS)


def _ruling_strength(down: Floats, rows: list[BoxRow], first: float, last: float) -> RowRuling:
    left, right = round((first - BESIDE) * FINE), round((last + BESIDE) * FINE)
    areas = [row.boxes[0].area for row in rows]
    bands = [
        down[round((area.top + INSET) * FINE) : round((area.bottom - INSET) * FINE), left:right].mean(axis=0)
        for area in areas
    ]
    # A little blurred, so that a line that is not quite straight stays one.
    return RowRuling(np.median(cv2.blur(np.stack(bands), (3, 1)), axis=0), left / FINE)


def _do_frames_span_rows(down: Floats, rows: list[BoxRow], frames: list[float]) -> bool:
    """Tell whether frames span exactly the first to the last row."""
    tops = sorted(row.boxes[0].area.top for row in rows)
    before, first, behind = (_frame_strength(down, frames, top) for top in (tops[0] - ROW, tops[0], tops[-1] + ROW))
    usual = sorted(_frame_strength(down, frames, top) for top in tops)[3 * len(tops) // 4]
    return first > MIN_SHARE * usual and max(before, behind) < MAX_BEYOND * usual


def _frame_strength(down: Floats, frames: list[float], top: float) -> float:
    """Return the strength of the weakest frame in a row."""
    band = down[round((top + INSET) * FINE) : round((top + ROW - INSET) * FINE)].mean(axis=0)
    near = round(2 * MAX_OFFSET_MM * FINE)
    return min(float(band[round(x * FINE) - near : round(x * FINE) + near + 1].max()) for x in frames)


def _strongest_between(ruling: RowRuling, places: list[float]) -> float:
    """Return the strength of the strongest line away from given places."""
    x = ruling.left + np.arange(len(ruling.strength)) / FINE
    apart = np.min([np.abs(x - place) for place in places], axis=0) > 2 * MAX_OFFSET_MM
    return float(ruling.strength[apart].max(initial=0.0))


def _shows_other_box_count(ruling: RowRuling, edges: list[float]) -> bool:
    """Tell whether the lines clearly show another number of boxes."""
    clear = {count: _division_contrast(ruling, edges[0], edges[-1], count) for count in BOXES}
    own = _division_contrast(ruling, edges[0], edges[-1], len(edges) - 1)
    return max(clear.values()) > max(MIN_PARTING, CLEARER * own)


def _division_contrast(ruling: RowRuling, first: float, last: float, count: int) -> float:
    """Return the contrast of box divisions for `count` boxes.

    Beside each division, a quarter of a box away, there should be no line.
    """
    width = (last - first) / count
    places = [first + width * number for number in range(1, count)]
    gain = [
        ruling.strength_near(x) - max(ruling.strength_near(x - width / 4), ruling.strength_near(x + width / 4))
        for x in places
    ]
    return sum(gain) / len(gain)
