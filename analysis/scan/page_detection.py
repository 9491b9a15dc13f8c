"""Page detection in a photograph, by fiducials or by the print.

Lengths of the page are millimetres, those of a photograph pixels. A view is a 3 × 3 matrix that takes the first to the second.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import cv2
import numpy as np
import zxingcpp

from analysis.pdf.paper_page import CORNERS, PAGES, SIZES, fiducial_areas
from kifu.render.shapes_and_svg import Line, Rectangle

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from analysis.pdf.paper_page import Area, Size
    from kifu.render.shapes_and_svg import Shape

    Floats = NDArray[Any]
    Bytes = NDArray[Any]

ROUGH = 2.0
"""Pixels of a millimetre in the small pictures by which views are compared."""
FINE = 3.0
"""The same where parts of the print are looked for."""
MARKS = 3
"""The marks that must be found of the four."""
LARGE = 0.015
"""The least share of a photograph that a block of boxes takes."""


class PageView(NamedTuple):
    """Candidate view of the page, with its correlation (-1 to 1)."""

    matrix: Floats
    score: float


def read_qr_code(grey: Bytes) -> str | None:
    """Return the text of a sheet's QR code, if one is readable."""
    kind = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    sharp = cv2.addWeighted(grey, 2.5, cv2.GaussianBlur(grey, (0, 0), 2.0), -1.5, 0)
    for picture in (grey, cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), sharp):
        texts = [code.text for code in zxingcpp.read_barcodes(picture, formats=kind)]
        texts = [text for text in texts if text.lower().startswith("kifu:")] or texts
        if texts:
            return str(texts[0])
    return None


class FoundFiducials(NamedTuple):
    """Fiducials found in a photograph: corners by place, and their page."""

    corners: dict[int, Floats]
    page: int
    """The number of the page in the document, from 0, without multiples of PAGES."""


def find_fiducials(grey: Bytes) -> FoundFiducials:
    """Return the fiducials in a picture, of the most frequent page."""
    options = cv2.aruco.DetectorParameters()
    options.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    options.adaptiveThreshWinSizeMax = 53
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), options)
    found: dict[int, Floats] = {}
    for scale in (1.0, 0.5, 2.0):
        picture = grey if scale == 1.0 else cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        corners, numbers, _ = detector.detectMarkers(picture)
        for quad, number in zip(corners, numbers.ravel() if len(corners) else (), strict=True):
            found.setdefault(int(number), quad[0] / scale)
        pages = Counter(number // CORNERS for number in found if number < CORNERS * PAGES)
        page, count = pages.most_common(1)[0] if pages else (0, 0)
        if count == CORNERS:
            break
    return FoundFiducials({number % CORNERS: quad for number, quad in found.items() if number // CORNERS == page}, page)


def view_by_fiducials(fiducials: FoundFiducials, size: Size) -> Floats | None:
    """Return the view by fiducials; None for fewer than MARKS."""
    if len(fiducials.corners) < MARKS:
        return None
    areas = fiducial_areas(size)
    page = np.concatenate([_corner_array(areas[number]) for number in fiducials.corners])
    matrix: Any = cv2.findHomography(page, np.concatenate(list(fiducials.corners.values())), 0)[0]
    return None if matrix is None else np.asarray(matrix, np.float32)


def _corner_array(area: Area) -> Floats:
    left, top, right, bottom = area
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def local_darkness(pixels: Bytes) -> Floats:
    """Return local darkness of pixels, 0 to 1, independent of lighting."""
    darkest = pixels.min(axis=2)
    around = cv2.blur(cv2.medianBlur(darkest, 3), (2 * (max(darkest.shape) // 120) + 1,) * 2).astype(np.float32)
    return np.asarray(np.clip((around - darkest) / np.maximum(around, 20.0) * 4.0, 0, 1), np.float32)


def masks_of_lines_across_and_down(shapes: Iterable[Shape], size: Size, scale: float) -> tuple[Floats, Floats]:
    """Return masks of printed lines across and down a page.

    1 on a line, else 0; `scale` pixels a millimetre.
    """
    width, height = SIZES[size]
    across, down = (np.zeros((round(height * scale), round(width * scale)), np.uint8) for _ in range(2))

    def line(x0: float, y0: float, x1: float, y1: float) -> None:
        ends = [(round(x * scale * 16), round(y * scale * 16)) for x, y in ((x0, y0), (x1, y1))]
        cv2.line(across if abs(x1 - x0) > abs(y1 - y0) else down, ends[0], ends[1], 255, 1, cv2.LINE_AA, 4)

    for shape in shapes:
        match shape:
            case Line(points, paint) if paint.stroke:
                for (x0, y0), (x1, y1) in pairwise(points):
                    if x0 == x1 or y0 == y1:
                        line(x0, y0, x1, y1)
            case Rectangle(x, y, wide, high, paint) if paint.stroke:
                for start, end in pairwise([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high), (x, y)]):
                    line(*start, *end)
    return across.astype(np.float32) / 255, down.astype(np.float32) / 255


def view_correlation(
    darkness: Floats, matrix: Floats, printed_lines: tuple[Floats, Floats], scale: float, blur: float
) -> float:
    """Return the correlation of printed lines with a picture under a view.

    `scale` pixels a millimetre, `blur` mm blurred.
    """
    lines = np.maximum(*printed_lines)
    laid = flatten_by_view(darkness, matrix, lines.shape, scale)
    one, two = (cv2.GaussianBlur(picture, (0, 0), blur * scale) for picture in (laid, lines))
    one, two = one - one.mean(), two - two.mean()
    return float((one * two).sum() / max(1e-6, float(np.sqrt((one**2).sum() * (two**2).sum()))))


def flatten_by_view(picture: Floats, matrix: Floats, shape: tuple[int, ...], scale: float) -> Floats:
    """Return a picture flattened by a view, `scale` pixels a millimetre."""
    to_page = np.diag([1 / scale, 1 / scale, 1.0])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(picture, matrix @ to_page, shape[1::-1], flags=flags), np.float32)


def views_by_print(
    pixels: Bytes, darkness: Floats, lines: tuple[Floats, Floats], blocks: Sequence[Area], size: Size
) -> list[PageView]:
    """Return candidate views by the print, best first.

    They come from the edge of the paper, or from blocks of its boxes.

    Views that are nearly the same as a better one are left out.
    """
    width, height = SIZES[size]
    edge = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    quads = list(_corners_of_line_nets(darkness))
    anchors = [(edge, quad) for quad in _corners_of_bright_areas(pixels)]
    anchors += [(_corner_array(block), quad) for quad in quads for block in blocks]
    beside = [(one, two) for one in blocks for two in blocks if one.top == two.top and one.right < two.left]
    for one, two in ((one, two) for one in quads for two in quads if one is not two and _are_of_one_size(one, two)):
        for turn in range(4):
            left, right = np.roll(one, turn, axis=0), np.roll(two, turn, axis=0)
            both = np.array([left[0], right[1], right[2], left[3]])
            anchors += [(_corner_array(block._replace(right=other.right)), both) for block, other in beside]
    views: list[PageView] = []
    for page, quad in anchors:
        for turn in range(4):
            matrix = _perspective(page, np.roll(quad, turn, axis=0))
            if _is_plausible_view(matrix, size, darkness.shape):
                views.append(PageView(matrix, view_correlation(darkness, matrix, lines, ROUGH, 1.4)))
    kept: list[tuple[PageView, Floats]] = []
    for view in sorted(views, key=lambda view: -view.score):
        corners = cv2.perspectiveTransform(edge[None], view.matrix)[0]
        if all(np.abs(corners - other).max() > 0.012 * max(darkness.shape) for _, other in kept):
            kept.append((view, corners))
    return [view for view, _ in kept]


def _are_of_one_size(first_view: Floats, second_view: Floats) -> bool:
    """Tell whether two quadrangles are of about the same size."""
    areas = sorted(cv2.contourArea(quad) for quad in (first_view, second_view))
    return bool(areas[0] > 0.75 * areas[1])


def _perspective(page: Floats, quad: Floats) -> Floats:
    return np.asarray(cv2.getPerspectiveTransform(page, quad.astype(np.float32)), np.float32)


def _is_plausible_view(matrix: Floats, size: Size, shape: tuple[int, ...]) -> bool:
    """Tell whether a view is upright, inside the photograph, large enough."""
    width, height = SIZES[size]
    edge = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float32)
    corners = cv2.perspectiveTransform(edge, matrix)[0]
    if not np.isfinite(corners).all() or not cv2.isContourConvex(np.clip(corners, -1e6, 1e6).astype(np.float32)):
        return False
    area = cv2.contourArea(corners, oriented=True)  # positive if its corners go round as they do on paper
    high, wide = shape[:2]
    slack = 0.35 * max(high, wide)
    inside = (corners > -slack).all() and (corners < np.array([wide, high]) + slack).all()
    return bool(inside and area > 0.12 * high * wide)


def _corners_of_bright_areas(pixels: Bytes) -> Iterator[Floats]:
    """Yield the corners of large bright areas, clockwise."""
    scale = 600 / max(pixels.shape[:2])
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    bright = cv2.GaussianBlur(small.min(axis=2), (0, 0), 3)
    level, _ = cv2.threshold(bright, 0, 255, cv2.THRESH_OTSU)
    for limit in (level, level * 0.8, level * 1.2):
        mask = cv2.morphologyEx((bright > limit).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((15, 15), np.uint8))
        outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        for outline in sorted(outlines, key=cv2.contourArea)[-1:]:
            if cv2.contourArea(outline) > 0.15 * mask.size:
                yield _outline_corners(outline) / scale


def _corners_of_line_nets(darkness: Floats) -> Iterator[Floats]:
    """Yield the corners of large nets of lines, clockwise."""
    dark: Bytes = (darkness > 0.3).astype(np.uint8)  # noqa: PLR2004
    dark = cv2.morphologyEx(dark, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, labels, facts, _ = cv2.connectedComponentsWithStats(dark)
    sizes = facts[1:, cv2.CC_STAT_WIDTH] * facts[1:, cv2.CC_STAT_HEIGHT]
    for number in 1 + np.argsort(-sizes)[:8]:
        x, y, wide, high, _ = facts[number]
        if number < count and LARGE * dark.size < wide * high < 0.9 * dark.size:
            part = (labels[y : y + high, x : x + wide] == number).astype(np.uint8)
            outlines, _ = cv2.findContours(part, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
            # Filled, a net is thick and a line that hangs on to it, such as a fold, is thin: it goes, or it would be a corner.
            filled = cv2.drawContours(np.zeros_like(part), outlines, -1, 1, cv2.FILLED)
            filled = cv2.morphologyEx(filled, cv2.MORPH_OPEN, np.ones((max(dark.shape) // 100,) * 2, np.uint8))
            thick, _ = cv2.findContours(filled, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
            yield _outline_corners(max(thick or outlines, key=cv2.contourArea)) + np.array([x, y], np.float32)


def _outline_corners(outline: NDArray[Any]) -> Floats:
    """Return the four corners about an outline, clockwise on paper."""
    hull = cv2.convexHull(outline)
    quad: Floats = (
        cv2.approxPolyN(hull, 4, epsilon_percentage=-1.0, ensure_convex=True).reshape(-1, 2).astype(np.float32)
    )
    if len(quad) != 4:  # noqa: PLR2004
        quad = cv2.boxPoints(cv2.minAreaRect(hull))
    return np.asarray(quad[::-1] if cv2.contourArea(quad, oriented=True) < 0 else quad, np.float32)
