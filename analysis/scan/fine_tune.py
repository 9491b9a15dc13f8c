"""Fine-tune the classifier's last layer to one handwriting.

Confirmed plies label their own boxes, and the strip of a sheet labels its symbols.

What was learned is a file of numbers on this machine. It goes nowhere, and is used only where it is named.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, NamedTuple

import cv2
import numpy as np

from analysis.pdf.paper_page import Area
from analysis.pdf.sheet_contents import Box
from analysis.scan import classifier
from analysis.scan.box_probabilities import EMPTY
from analysis.scan.dewarp import SCALE
from analysis.scan.join_pages import join_plies
from analysis.scan.read_page import TICKS, classify_boxes, cut_boxes, darkness
from kifu.core.errors import KifuError
from kifu.core.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from analysis.scan.box_probabilities import InkBox, InkRow, SheetPage
    from analysis.scan.draft import Sheet
    from kifu.core.game.game import Game

STEPS, HOLD = 150, 0.02
"""The steps of the fit, and how hard the layer is held to what it was: a sheet shows few symbols, and some of them once."""
MAX_FILE_BYTES = 4_000_000
"""The most bytes of a file of a handwriting."""


class Labelled(NamedTuple):
    """A box whose symbol is known."""

    box: InkBox
    symbol: str


def fine_tune_layer(sheet: Sheet, game: Game, truth: Sequence[Sequence[str]]) -> tuple[bytes, int]:
    """Return the fine-tuned last layer as a file, and its training boxes.

    `truth` has the canonical moves of each game on the sheet, as a person has confirmed them.
    """
    net = classifier.net()
    features, labels, allowed = [], [], []
    for page in sheet.pages:
        known = [one for one in _labelled_boxes(sheet, page, game, truth) if one.symbol in net.symbols]
        features.append(net.features(cut_boxes(_dark(page), [_area(one.box) for one in known])))
        labels += [net.symbols.index(one.symbol) for one in known]
        allowed += [_allowed_symbols(net, one.box) for one in known]
    last, bias = _fit_layer(net, np.concatenate(features), np.array(labels), np.array(allowed))
    packed = io.BytesIO()
    np.savez_compressed(packed, last=last, last_bias=bias, symbols=np.array(net.symbols))
    return packed.getvalue(), len(labels)


def read_again(sheet: Sheet, file: bytes) -> Sheet:
    """Return a sheet as read by the fine-tuned net.

    Raises KifuError for what is no file of a handwriting.
    """
    net = _net(file)
    return sheet._replace(pages=tuple(_read_again(page, net) for page in sheet.pages))


def _net(file: bytes) -> classifier.Net:
    net = classifier.net()
    try:
        with np.load(io.BytesIO(file[:MAX_FILE_BYTES]), allow_pickle=False) as packed:
            layers = {name: packed[name].astype(np.float32) for name in ("last", "last_bias")}
            same = tuple(map(str, packed["symbols"])) == net.symbols
    except (OSError, ValueError, KeyError, EOFError, IndexError, TypeError, NotImplementedError):
        same = False
    if not same or any(layers[name].shape != net.layers[name].shape for name in layers):
        message = Message(
            "この版の --adapt が書いた筆跡のファイルではありません",
            "this is no file of a handwriting that --adapt of this version has written",
        )
        raise KifuError("no-handwriting", message)
    return net._replace(layers={**net.layers, **layers})


def _read_again(page: SheetPage, net: classifier.Net) -> SheetPage:
    dark = _dark(page)

    def rows(some: Sequence[InkRow]) -> tuple[InkRow, ...]:
        read = iter(classify_boxes(dark, [_box(box) for row in some for box in row.boxes], net))
        return tuple(row._replace(boxes=tuple(next(read) for _ in row.boxes)) for row in some)

    return page._replace(rows=rows(page.rows), further=rows(page.further))


def _labelled_boxes(sheet: Sheet, page: SheetPage, game: Game, truth: Sequence[Sequence[str]]) -> Iterator[Labelled]:
    """Yield labelled boxes of a page, without those crossed out."""
    moves = truth[page.part] if page.part < len(truth) else ()
    for ink, text in zip(join_plies(game, [one for one in sheet.pages if one.part == page.part]), moves, strict=False):
        for row, symbols, on in zip(ink.rows, ink.rows_of(text), ink.pages, strict=False):
            boxes = [box for box in row.boxes if box.place != "digit"]
            if on == page.page and not ink.crossed:
                yield from (
                    Labelled(box, classifier.TICKED if symbol and box.place in TICKS else symbol)
                    for box, symbol in zip(boxes, symbols, strict=False)
                )
    yield from (Labelled(box, box.symbols[0]) for box in page.strip if box.best != EMPTY)


def _allowed_symbols(net: classifier.Net, box: InkBox) -> NDArray[Any]:
    symbols = (EMPTY, classifier.TICKED) if box.place in TICKS else net.symbols if box.place == "strip" else box.symbols
    return np.isin(np.array(net.symbols), symbols)


def _fit_layer(
    net: classifier.Net, features: NDArray[Any], labels: NDArray[Any], allowed: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the regularised maximum-likelihood last layer for the labels."""
    with_one = np.concatenate([features, np.ones((len(features), 1), np.float32)], axis=1)
    start = np.concatenate([net.layers["last"], net.layers["last_bias"][None]])
    layer, right = start.copy(), np.arange(len(labels))
    pace = 1 / (np.linalg.norm(with_one, 2) ** 2 / max(1, len(labels)) / 2 + HOLD)
    for _ in range(STEPS if len(labels) else 0):
        scores = np.where(allowed, with_one @ layer, -np.inf)
        shares = np.exp(scores - scores.max(1, keepdims=True))
        shares /= shares.sum(1, keepdims=True)
        shares[right, labels] -= 1
        layer -= pace * (with_one.T @ shares / len(labels) + HOLD * (layer - start))
    return layer[:-1].astype(np.float32), layer[-1].astype(np.float32)


def _dark(page: SheetPage) -> NDArray[Any]:
    red = cv2.imdecode(np.frombuffer(page.flat, np.uint8), cv2.IMREAD_GRAYSCALE)
    return darkness(np.asarray(red)[..., None])


def _area(box: InkBox) -> Area:
    x, y, width, height = (side / SCALE for side in box.box)
    return Area(x, y, x + width, y + height)


def _box(box: InkBox) -> Box:
    return Box(box.place, box.symbols, _area(box))
