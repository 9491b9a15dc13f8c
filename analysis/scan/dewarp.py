"""Dewarp the page: perspective, then folds and bends along printed lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import cv2
import numpy as np

from analysis.pdf.move_rows import ROW
from analysis.scan.page_detection import FINE, flatten_by_view, view_correlation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from analysis.pdf.paper_page import Area
    from analysis.scan.page_detection import Floats

SCALE = 6.0
"""Pixels of a millimetre of the flattened page."""
STEP = 12.0
"""The distance of the places that are looked for, in millimetres."""
LIKE = 0.3
"""The least correlation of a place of the print with what is seen there."""


class PageWarp(NamedTuple):
    """Page geometry: a view, and local offsets in millimetres on a grid.

    Places of the grid are STEP apart; an offset (x, y) is how far from there the photograph has it.
    """

    matrix: Floats
    shifts: Floats
    found: float
    """The share of the places of the print that were found."""


def refine_view(darkness: Floats, matrix: Floats, lines: tuple[Floats, Floats], *, marked: bool) -> Floats:
    """Refine a nearly right view until it fits the print best.

    `lines` are FINE pixels a millimetre.

    Rows are all alike, so that a view by the print may be wrong by a row or two: it is tried whether it fits better there.
    One by the marks (`marked`) cannot be.
    """
    for reach, half in ((6.0, (34.0, 30.0)), (4.0, (28.0, 24.0)), (3.0, (24.0, 20.0))):
        places, shifts, likes = _line_places_offsets_and_likenesses(
            flatten_by_view(darkness, matrix, lines[0].shape, FINE), lines, reach, half, 2 * STEP
        )
        good = likes.min(1) > LIKE
        if good.sum() < 6:  # noqa: PLR2004 - a view has eight numbers
            continue
        picture = cv2.perspectiveTransform((places + shifts)[good][None], matrix)[0]
        better, _ = cv2.findHomography(places[good], picture, cv2.RANSAC, 0.01 * max(darkness.shape))
        if better is None:
            continue
        down = [
            np.array([[1, 0, 0], [0, 1, rows * ROW], [0, 0, 1]]) for rows in ((0,) if marked else (0, -1, 1, -2, 2))
        ]
        matrix = max(
            (better @ step for step in down), key=lambda view: view_correlation(darkness, view, lines, FINE, 0.4)
        )
    return np.asarray(matrix, np.float64)


def page_warp_by_bends(darkness: Floats, matrix: Floats, lines: tuple[Floats, Floats]) -> PageWarp:
    """Measure local offsets of folds and bends around a right view."""
    shape = lines[0].shape
    rows, columns = (int(side / FINE / STEP) + 2 for side in shape)
    field = np.zeros((rows, columns, 2), np.float32)
    found = 0.0
    for reach, half, smooth in ((3.2, (26.0, 20.0), 1.1), (1.8, (18.0, 14.0), 0.8), (1.2, (14.0, 11.0), 0.7)):
        flat = _flatten_picture(darkness, PageWarp(matrix, field, 0.0), shape, FINE)
        places, shifts, likes = _line_places_offsets_and_likenesses(flat, lines, reach, half, STEP)
        good = likes > LIKE
        found = float(good.mean()) if len(good) else 0.0
        for axis in range(2):
            use = good[:, axis]
            field[..., axis] += _smooth_offsets(
                places[use], shifts[use, axis], likes[use, axis], (rows, columns), smooth
            )
    return PageWarp(matrix, field, found)


def _line_places_offsets_and_likenesses(
    flat: Floats, lines: tuple[Floats, Floats], reach: float, half: tuple[float, float], step: float
) -> tuple[Floats, Floats, Floats]:
    """Search print lines near their places, on a grid of `step`.

    Lines down are looked for to the sides, lines across up and down.

    Return the places of their middles, how far from there they are (both in millimetres, x and y), and how alike they look
    (by the lines down, by the lines across; 0 where there are none).
    """
    across, down = line_response(flat, 0), line_response(flat, 1)
    thick = [cv2.GaussianBlur(drawn, (0, 0), 0.35 * FINE) for drawn in lines]
    places = [
        (x, y)
        for y in np.arange(0, flat.shape[0] / FINE + step / 2, step)
        for x in np.arange(0, flat.shape[1] / FINE + step / 2, step)
    ]
    shifts, likes = np.zeros((len(places), 2), np.float32), np.zeros((len(places), 2), np.float32)
    for number, place in enumerate(places):
        shifts[number, 0], likes[number, 0] = _line_offset_and_likeness(down, thick[1], place, half, (reach, 0.0))
        shifts[number, 1], likes[number, 1] = _line_offset_and_likeness(across, thick[0], place, half, (0.0, reach))
    some = likes.max(1) > 0
    return np.array(places, np.float32)[some], shifts[some], likes[some]


def line_response(flat: Floats, axis: int) -> Floats:
    """Return the response of thin lines across (axis 0) or down (1)."""
    long, thin = round(4 * FINE), round(2.4 * FINE)
    drawn = cv2.blur(flat, (long, 1) if axis == 0 else (1, long))
    around = cv2.blur(drawn, (1, thin) if axis == 0 else (thin, 1))
    return np.asarray(np.maximum(drawn - around, 0), np.float32)


def _line_offset_and_likeness(
    flat: Floats, lines: Floats, place: tuple[float, float], half: tuple[float, float], reach: tuple[float, float]
) -> tuple[float, float]:
    """Return the offset of the lines about a place, and their likeness."""
    bottom, right = lines.shape
    far_x, far_y = (round(far * FINE) for far in reach)
    x0, x1 = (round((place[0] + side) * FINE) for side in (-half[0], half[0]))
    y0, y1 = (round((place[1] + side) * FINE) for side in (-half[1], half[1]))
    x0, x1 = max(far_x, x0), min(right - far_x, x1)
    y0, y1 = max(far_y, y0), min(bottom - far_y, y1)
    if min(x1 - x0, y1 - y0) < 2 * max(far_x, far_y) + 4:
        return 0.0, 0.0
    part = lines[y0:y1, x0:x1]
    if float(part.mean(axis=0 if far_x else 1).max()) < 0.06:  # noqa: PLR2004 - no line as long as a fifth of the part
        return 0.0, 0.0
    window = flat[y0 - far_y : y1 + far_y, x0 - far_x : x1 + far_x]
    like = cv2.matchTemplate(window, part, cv2.TM_CCOEFF_NORMED).ravel()
    best = int(like.argmax())
    far = far_x + far_y
    if best in {0, 2 * far}:
        return 0.0, 1e-3
    return (_interpolate_peak(like, best) - far) / FINE, max(1e-3, float(like[best]))


def _interpolate_peak(values: Floats, highest_index: int) -> float:
    """Return where values are highest, between their places."""
    if not 0 < highest_index < len(values) - 1:
        return float(highest_index)
    before, here, behind = (float(value) for value in values[highest_index - 1 : highest_index + 2])
    bend = before - 2 * here + behind
    return highest_index + (0.5 * (before - behind) / bend if bend < -1e-6 else 0.0)  # noqa: PLR2004


def _smooth_offsets(places: Floats, shifts: Floats, likes: Floats, shape: tuple[int, int], width: float) -> Floats:
    """Smooth offsets of a grid; gaps take more distant values."""
    if not len(places):
        return np.zeros(shape, np.float32)
    rows, columns = np.mgrid[0 : shape[0], 0 : shape[1]]
    far = ((columns[..., None] * STEP - places[:, 0]) ** 2 + (rows[..., None] * STEP - places[:, 1]) ** 2) / STEP**2
    field, total = np.zeros(shape), np.full(shape, 1e-9)
    for spread, weight in ((width, 1.0), (3 * width, 0.02), (8 * width, 1e-4)):
        share = weight * np.exp(-far / (2 * spread**2)) * likes**2
        field += share @ shifts
        total += share.sum(-1)
    return np.asarray(field / total, np.float32)


def _flatten_picture(picture: NDArray[Any], warp: PageWarp, shape: tuple[int, ...], scale: float) -> Floats:
    """Return a picture as the page lies flat, `scale` pixels a millimetre."""
    high, wide = shape[:2]
    grid = np.stack(np.meshgrid(np.arange(wide), np.arange(high)), axis=-1).astype(np.float32) / scale
    shift = cv2.remap(
        warp.shifts, grid[..., 0] / STEP, grid[..., 1] / STEP, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    source = cv2.perspectiveTransform((grid + shift).reshape(1, -1, 2), warp.matrix.astype(np.float64)).reshape(
        high, wide, 2
    )
    return np.asarray(
        cv2.remap(picture, source[..., 0], source[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    )


def flatten_page(picture: Floats, warp: PageWarp, size: tuple[float, float]) -> Floats:
    """Return a picture resampled as a flat page, FINE pixels a millimetre."""
    width, height = (round(side * FINE) for side in size)
    return _flatten_picture(picture, warp, (height, width), FINE)


def are_lines_below(darkness: Floats, warp: PageWarp, areas: Sequence[Area], size: tuple[float, float]) -> list[bool]:
    """Tell for each area whether a printed line stands below it."""
    across = line_response(flatten_page(darkness, warp, size), 0)
    strength = []
    for left, _, right, bottom in areas:
        y = round(bottom * FINE)
        band = across[max(0, y - 2) : y + 3, round(left * FINE) : round(right * FINE)]
        strength.append(float(np.quantile(band.max(axis=0), 0.3)))
    usual = float(np.quantile(strength, 0.75)) if strength else 0.0
    return [one > 0.35 * usual for one in strength]


def dewarp_page(pixels: NDArray[Any], flat: PageWarp, width: float, height: float) -> NDArray[Any]:
    """Return the dewarped page of a photograph, SCALE pixels a millimetre."""
    return np.asarray(_flatten_picture(pixels, flat, (round(height * SCALE), round(width * SCALE)), SCALE), np.uint8)
