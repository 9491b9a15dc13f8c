"""Read boxes of a flattened page: ink, classifier, ticks, zeros before digits.

weights.md says what the net was made of.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import exp, log, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import cv2
import numpy as np

from analysis.pdf.paper_page import Area
from analysis.scan import dewarp
from analysis.scan.scanned_sheet import EMPTY, InkBox

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from analysis.pdf.sheet_contents import Box

    Bytes = NDArray[Any]
    Array = NDArray[Any]


CLEAR = 0.97
"""The chance from which on a box is looked at once only."""
BESIDE = ((0.35, 0.0), (-0.35, 0.0), (0.0, 0.35), (0.0, -0.35))
"""From where the others are looked at again, in millimetres to the right and down."""
TICKS = frozenset({"tick", "ten", "result"})
"""The places whose word is printed and ticked."""
FAINT, LIGHTEST = 0.12, 0.2
"""The darkness from which on a pixel may be ink, and that of the lightest pen: paper is 0, black 1."""
FULL, INKED = 1.3, 0.25
"""The greatest darkness that the net sees, and the least of ink, as shares of that of the writer's strokes."""
PRINT, NOISE = 0.1, 1.5
"""The least darkness of ink where no words are printed to be ticked, and how much darker than most of them it is elsewhere."""
EDGE = 0.6
"""The rim of a box where the strokes of its neighbours end, in millimetres."""
TICK_SHARE, TICK_SLOPE = 0.006, 2.5
"""The share of ink at which a word is as likely ticked as not, and how fast that changes with its logarithm."""
SPECK, MIN_TICKED, MIN_GAP, GAP_SLOPE = 0.004, 6, 2.0, 4.0
"""The share of ink below which a word is clean, the fewest ticked words that show how a page is ticked, by how much more ink the least
of them has than the most of the others, and the slope where they do."""
MIN_PAIR = 3.0
"""The least width of a zero and a digit in one box, in millimetres."""
MIDDLE = (0.42, 0.5, 0.58)
"""Where two digits that touch may be cut, as shares of the width of their ink."""
DIGITS = tuple("0123456789")


class PageInk(NamedTuple):
    """Ink of a flattened page in red light, pixel by pixel."""

    dark: Bytes
    """Paper 0, black ink 255."""
    mask: Bytes
    """Where something is written."""


def extract_ink(red: Bytes, boxes: Sequence[Box]) -> PageInk:
    """Return the ink of a page.

    What is written in its boxes sets the scale, not the print around them: light pencil is as dark as a pen.
    """
    side = 2 * round(2.5 * dewarp.SCALE) + 1
    small = cv2.resize(red, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    paper = cv2.dilate(cv2.medianBlur(small, 3), np.ones((side // 4, side // 4), np.uint8))
    paper = cv2.resize(cv2.blur(paper, (side // 4, side // 4)), red.shape[::-1], interpolation=cv2.INTER_LINEAR)
    dark: Bytes = 1 - red.astype(np.float32) / np.maximum(paper, 16).astype(np.float32)
    inside = np.concatenate([_inner_pixels(dark, box.area).ravel() for box in boxes])
    written = inside[inside > FAINT]
    stroke = max(LIGHTEST, float(np.quantile(written, 0.85))) if len(written) else 0.5
    smooth = cv2.blur(dark, (3, 3))
    words = [float(np.quantile(_inner_pixels(smooth, box.area), 0.99)) for box in boxes if box.place in TICKS]
    # Most words are not ticked: what is dark in these is print and noise.
    print_ = min(NOISE * float(np.quantile(words, 0.35)), max(NOISE * PRINT, stroke / 2)) if words else PRINT
    mask = smooth > max(print_, INKED * stroke)
    return PageInk(np.asarray(np.clip(dark / (FULL * stroke) * 255, 0, 255), np.uint8), np.asarray(mask, np.uint8))


def cut_boxes(ink: PageInk, boxes: Sequence[Area]) -> Bytes:
    """Return box images with a margin, SIDE × SIDE bytes each."""
    side, margin, scale = SIDE, MARGIN, dewarp.SCALE
    made = np.zeros((len(boxes), side, side), np.uint8)
    for number, (left, top, right, bottom) in enumerate(boxes):
        x, y = (left - margin) * scale, (top - margin) * scale
        wide, high = (right - left + 2 * margin) * scale, (bottom - top + 2 * margin) * scale
        matrix = np.array([[wide / side, 0, x + wide / side / 2 - 0.5], [0, high / side, y + high / side / 2 - 0.5]])
        made[number] = cv2.warpAffine(ink.dark, matrix, (side, side), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return made


def classify_boxes(ink: PageInk, boxes: Sequence[Box], net: Net) -> list[InkBox]:
    """Return symbol probabilities of boxes; unsure ones are averaged over shifts."""
    allowed = [(EMPTY, TICKED) if box.place in TICKS else box.symbols for box in boxes]
    table = net.symbol_probabilities(cut_boxes(ink, [box.area for box in boxes]), allowed)
    unsure = [int(number) for number in np.flatnonzero(table.max(axis=1) < CLEAR)]
    looks = [table[unsure]]
    for right, down in BESIDE:
        areas = [shift_area(boxes[number].area, right, down) for number in unsure]
        looks.append(net.symbol_probabilities(cut_boxes(ink, areas), [allowed[number] for number in unsure]))
    mean = np.exp(np.mean([np.log(look + 1e-6) for look in looks], axis=0))
    table[unsure] = mean / mean.sum(axis=1, keepdims=True)
    _put_digits_behind_leading_zeros(ink, boxes, net, table)
    number = {symbol: at for at, symbol in enumerate(net.symbols)}
    parting = tick_threshold_share([ink_share(ink, box.area) for box in boxes if box.place == "tick"])
    made = []
    for box, symbols, chances in zip(boxes, allowed, table, strict=True):
        known = [float(chances[number[symbol]]) if symbol in number else 0.0 for symbol in symbols]
        if box.place in TICKS:
            share = ink_share(ink, box.area)
            ticked = tick_chance(share, parting) if parting else max(known[1], tick_chance(share))
            known = [1 - ticked, ticked]
        raised = [max(chance, MIN_PROBABILITY) for chance in known]
        total = sum(raised)
        made.append(
            InkBox(box.place, box.symbols, tuple(chance / total for chance in raised), area_in_pixels(box.area))
        )
    return made


def ink_share(ink: PageInk, area: Area) -> float:
    """Return the share of a box that is ink, without its rim."""
    return float(_inner_pixels(ink.mask, area).mean())


def tick_threshold_share(shares: Sequence[float]) -> float | None:
    """Return the share of ink that parts the ticked words of a page from the others, if there is one.

    A person ticks alike: what runs over from a neighbour's tick has far less ink than the least of the ticks.
    """
    rising = [SPECK, *sorted(share for share in shares if share > SPECK)]
    gaps = [(high / low, sqrt(low * high)) for low, high in pairwise(rising[: len(rising) - MIN_TICKED + 1])]
    widest, middle = max(gaps, default=(1.0, 0.0))
    return middle if widest > MIN_GAP else None


def tick_chance(share: float, threshold: float | None = None) -> float:
    """Return the chance that a word is ticked by the share of its box that is ink.

    The print of a word to tick cannot be seen in red light, so that ink is somebody's mark, whatever its shape.
    """
    slope, even = (TICK_SLOPE, TICK_SHARE) if threshold is None else (GAP_SLOPE, threshold)
    return 1 / (1 + exp(slope * (log(even) - log(share + 1e-4))))


def _put_digits_behind_leading_zeros(ink: PageInk, boxes: Sequence[Box], net: Net, table: Bytes) -> None:
    """Put the second of two digits into the table where the first is a zero.

    Digits that touch have no gap between them: of several cuts the one counts at which both halves are most surely read.
    """
    cuts = [(number, *halves) for number, box in enumerate(boxes) for halves in _number_box_halves(ink, box)]
    first = net.symbol_probabilities(cut_boxes(ink, [left for _, left, _ in cuts]), [(EMPTY, *DIGITS)] * len(cuts))
    second = net.symbol_probabilities(
        cut_boxes(ink, [right for *_, right in cuts]), [boxes[at].symbols for at, *_ in cuts]
    )
    zero = net.symbols.index("0")
    digits = np.isin(np.array(net.symbols), DIGITS)
    best: dict[int, tuple[float, Bytes]] = {}
    for (number, *_), before, after in zip(cuts, first, second, strict=True):
        sure = float(before[zero] * after[digits].max())
        if number not in best or sure > best[number][0]:
            best[number] = sure, after
    for number, (share, after) in best.items():
        table[number] = (1 - share) * table[number] + share * after


def _number_box_halves(ink: PageInk, box: Box) -> Iterator[tuple[Area, Area]]:
    """Yield the parts of a row number's box left and right of its least ink and of its middle, if it is wide enough."""
    if box.place != "row":
        return
    columns = _inner_pixels(ink.mask, box.area, EDGE / 2).sum(axis=0)
    written = np.flatnonzero(columns)
    if not len(written) or written[-1] - written[0] < MIN_PAIR * dewarp.SCALE:
        return
    low, high = (round(written[0] + share * (written[-1] - written[0])) for share in (0.3, 0.7))
    least = low + np.flatnonzero(columns[low : high + 1] == columns[low : high + 1].min()).mean()
    for cut in (least, *(written[0] + share * (written[-1] - written[0]) for share in MIDDLE)):
        middle = box.area.left + EDGE / 2 + float(cut + 0.5) / dewarp.SCALE
        yield box.area._replace(right=middle), box.area._replace(left=middle)


def _inner_pixels(page: Bytes, area: Area, rim: float = EDGE) -> Bytes:
    left, top = (round((side + rim) * dewarp.SCALE) for side in area[:2])
    right, bottom = (round((side - rim) * dewarp.SCALE) for side in area[2:])
    return page[top:bottom, left:right]


def shift_area(area: Area, right: float, down: float) -> Area:
    """Return an area moved by millimetres."""
    return Area(area.left + right, area.top + down, area.right + right, area.bottom + down)


def area_in_pixels(area: Area) -> tuple[float, float, float, float]:
    """Return an area in pixels: x, y, width, height."""
    scale = dewarp.SCALE
    return (area.left * scale, area.top * scale, area.width * scale, area.height * scale)


SIDE = 32
"""The side of what the net sees, in pixels."""
MARGIN = 0.6
"""How much beyond the edges of a box it sees, in millimetres."""
TICKED = "✓"
"""What the net says of a box with the mark of somebody who ticks a word."""
AT_ONCE = 128
"""The boxes that go through the net together."""
MIN_PROBABILITY = 1e-4
"""No chance is smaller than this: the net has not seen everything."""


class Net(NamedTuple):
    """Network weights by layer, and the symbols of the last layer."""

    symbols: tuple[str, ...]
    layers: dict[str, Array]
    heat: float
    """What the scores are divided by, so that chances are as often right as they say."""

    def features(self, boxes: NDArray[Any]) -> Array:
        """Return the last layer's input for boxes of SIDE × SIDE bytes."""
        parts = [self._last_layer_input(boxes[first : first + AT_ONCE]) for first in range(0, len(boxes), AT_ONCE)]
        return np.concatenate(parts) if parts else np.zeros((0, self.layers["last"].shape[0]), np.float32)

    def _last_layer_input(self, boxes: NDArray[Any]) -> Array:
        seen = boxes[..., None].astype(np.float32) / 255
        for name in ("conv1", "conv2", "conv3"):
            seen = _max_pool(np.maximum(_convolve(seen, self.layers[name]) + self.layers[f"{name}_bias"], 0))
        flat = seen.reshape(len(seen), -1) @ self.layers["dense"] + self.layers["dense_bias"]
        return np.maximum(flat, 0, dtype=np.float32)

    def symbol_probabilities(self, boxes: NDArray[Any], allowed: Sequence[Sequence[str]] | None) -> Array:
        """Return symbol probabilities of each box, limited to its `allowed` symbols.

        A symbol that the net does not know gets no chance but the least.
        """
        scores = (self.features(boxes) @ self.layers["last"] + self.layers["last_bias"]) / self.heat
        if allowed is not None:
            place = {symbol: number for number, symbol in enumerate(self.symbols)}
            barred = np.ones(scores.shape, bool)
            for row, symbols in zip(barred, allowed, strict=True):
                row[[place[symbol] for symbol in symbols if symbol in place]] = False
            scores[barred] = -np.inf
        shares = np.exp(scores - scores.max(1, keepdims=True))
        return np.asarray(shares / shares.sum(1, keepdims=True), np.float32)


@cache
def load_net() -> Net:
    """Return the net of this package."""
    with np.load(Path(__file__).with_name("weights.npz")) as packed:
        layers = {name: packed[name].astype(np.float32) for name in packed.files if name not in {"symbols", "heat"}}
        return Net(tuple(map(str, packed["symbols"])), layers, float(packed["heat"]))


def _convolve(layer_input: Array, kernel: Array) -> Array:
    side = kernel.shape[0]
    edge = side // 2
    padded = np.pad(layer_input, ((0, 0), (edge, edge), (edge, edge), (0, 0)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (side, side), axis=(1, 2))
    columns = windows.transpose(0, 1, 2, 4, 5, 3).reshape(-1, side * side * layer_input.shape[-1])
    return np.asarray(columns @ kernel.reshape(-1, kernel.shape[-1])).reshape(*layer_input.shape[:3], kernel.shape[-1])


def _max_pool(layer_input: Array) -> Array:
    boxes, height, width, depth = layer_input.shape
    pooled: Array = layer_input.reshape(boxes, height // 2, 2, width // 2, 2, depth).max((2, 4))
    return pooled
