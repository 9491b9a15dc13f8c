"""Handwriting of a player: the classifier's fine-tuned last layer, kept on this machine.

The strip of a sheet labels its symbols, confirmed plies label their own boxes, and sure plies those of the other rows. What was
learned from confirmed plies is a file of numbers on this machine. It goes nowhere, and is used only where it or its writer is named.
"""

from __future__ import annotations

import io
import os
import sys
import unicodedata
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from zipfile import BadZipFile
from zlib import crc32, error

import cv2
import numpy as np

from analysis.pdf.paper_page import Area
from analysis.pdf.sheet_contents import Box
from analysis.scan import read_boxes
from analysis.scan.beam_search import DISAGREED, LEFT_OUT
from analysis.scan.dewarp import SCALE
from analysis.scan.plies_and_move_likelihood import plies_without_gaps
from analysis.scan.read_boxes import BESIDE, TICKS, classify_boxes, cut_boxes, extract_ink, ink_share, shift_area
from analysis.scan.scanned_sheet import EMPTY, OWN, PLAYER, STRIP
from kifu.core.errors import KifuError
from kifu.core.escapes_confusables_and_text_width import file_stem
from kifu.core.message import Message
from kifu.core.regular_files import write_file_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from analysis.scan.plies_and_move_likelihood import PlyInk, SurePly
    from analysis.scan.read_boxes import PageInk
    from analysis.scan.scanned_sheet import InkBox, Sheet, SheetPage
    from kifu.core.game.game import Game

    Array = NDArray[Any]


STEPS, HOLD = 150, 0.02
"""The steps of the fit, and how hard the layer is held to what it was: a sheet shows few symbols, and some of them once."""
MAX_FILE_BYTES = 4_000_000
"""The most bytes of a file of a handwriting."""
MIN_STRIP, MIN_SHARE = 5, 0.03
"""The symbols that a strip needs to be fitted to, and the share of its box that a symbol covers."""
GROUPS, IN_ALL = 5, -1
"""The groups of rows that are each read by what the others show, and the group of a box that belongs to no row."""
HAND = frozenset({"column", "row", "unit", "any"})
"""The places whose symbols show a hand: a tick is told by its ink."""


class LabelledBox(NamedTuple):
    """A box whose symbol is known."""

    box: InkBox
    symbol: str
    weight: float = 1.0
    """How sure that is."""
    group: int = IN_ALL


class _Sample(NamedTuple):
    """What the last layer is fitted to, a line for each look at a box."""

    features: Array
    labels: Array
    allowed: Array
    weights: Array
    groups: Array

    def without_group(self, group: int) -> _Sample:
        """Return the sample without the boxes of a group."""
        left = self.groups != group
        return _Sample(*(part[left] for part in self))


def fine_tuned_layer_and_box_count(
    sheet: Sheet, game: Game, truth: Sequence[Sequence[str]], earlier: bytes | None = None
) -> tuple[bytes, int]:
    """Return the fine-tuned last layer as a file, and its training boxes.

    `truth` has the canonical moves of each game on the sheet, as a person has confirmed them; `earlier` is the file of what
    was learned from this hand before.
    """
    net = read_boxes.load_net() if earlier is None else _load_net_of_handwriting(earlier)
    inks = [_page_ink(page) for page in sheet.pages]
    known = [
        [*_labelled_boxes_of_page(sheet, page, game, truth), *_strip_boxes(page, ink)]
        for page, ink in zip(sheet.pages, inks, strict=True)
    ]
    layers = _fit_layer(net, inks, known).layers
    packed = io.BytesIO()
    symbols = np.array(net.symbols)
    np.savez_compressed(
        packed, last=layers["last"], last_bias=layers["last_bias"], symbols=symbols, base=_base_layers_checksum(net)
    )
    return packed.getvalue(), sum(map(len, known))


def read_with_handwriting(sheet: Sheet, handwriting: bytes | None = None) -> Sheet:
    """Return a sheet with further readings: fitted to its strip, and by what was learned of the hand.

    A strip shows each symbol once: what it says is averaged with the reading for any hand. Raises KifuError for what is no file
    of a handwriting.
    """
    if handwriting is None and not any(page.strip for page in sheet.pages):
        return sheet
    inks = [_page_ink(page) for page in sheet.pages]
    strips = [list(_strip_boxes(page, ink)) for page, ink in zip(sheet.pages, inks, strict=True)]
    readings = []
    if handwriting is not None:
        readings.append(
            (PLAYER, tuple(map(_read_page_by_nets, repeat([_load_net_of_handwriting(handwriting)]), sheet.pages, inks)))
        )
    if sum(map(len, strips)) >= MIN_STRIP:
        fitted = map(_read_page_by_nets, repeat([_fit_layer(read_boxes.load_net(), inks, strips)]), sheet.pages, inks)
        readings.append((STRIP, tuple(map(average_readings, sheet.pages, fitted))))
    return sheet._replace(readings=tuple(readings))


def _load_net_of_handwriting(file: bytes) -> read_boxes.Net:
    """Return the net with a file's last layer. Raises KifuError."""
    net = read_boxes.load_net()
    try:
        with np.load(io.BytesIO(file[:MAX_FILE_BYTES]), allow_pickle=False) as packed:
            layers = {name: packed[name].astype(np.float32) for name in ("last", "last_bias")}
            same = tuple(map(str, packed["symbols"])) == net.symbols and packed.get(
                "base", _base_layers_checksum(net)
            ) == _base_layers_checksum(net)
    except (OSError, ValueError, KeyError, EOFError, IndexError, TypeError, NotImplementedError, BadZipFile, error):
        same = False
    if not same or any(layers[name].shape != net.layers[name].shape for name in layers):
        message = Message(
            "この版の --adapt が書いた筆跡のファイルではありません",
            "this is no file of a handwriting that --adapt of this version has written",
        )
        raise KifuError("no-handwriting", message)
    return net._replace(layers={**net.layers, **layers})


def _base_layers_checksum(net: read_boxes.Net) -> int:
    """Return a checksum of the layers below the last one: a fit to another net says nothing."""
    return crc32(net.layers["dense"].tobytes())


def reread_by_own_sure_plies(sheet: Sheet, sure: Sequence[SurePly]) -> Sheet:
    """Return a sheet with each row read by the net fitted to the sure plies of its other rows.

    A row that had a part in its own reading would only confirm what was read before.
    """
    net, inks = read_boxes.load_net(), [_page_ink(page) for page in sheet.pages]
    known = [
        [*_strip_boxes(page, ink), *_labelled_boxes_of_sure_plies(page, sure)]
        for page, ink in zip(sheet.pages, inks, strict=True)
    ]
    sample = _sample_of_labelled_boxes(net, inks, known)
    nets = [_fit_last_layer(net, sample.without_group(group)) for group in range(GROUPS)]
    pages = (_read_page_by_nets(nets, page, ink, HAND) for page, ink in zip(sheet.pages, inks, strict=True))
    return sheet._replace(pages=tuple(pages), fitted=OWN)


def _read_page_by_nets(
    nets: Sequence[read_boxes.Net], page: SheetPage, ink: PageInk, places: frozenset[str] | None = None
) -> SheetPage:
    """Return a page as other nets read it, row by row in turn; if `places` are given, those alone."""
    read: dict[InkBox, InkBox] = {}
    for number, net in enumerate(nets):
        rows = page.written_rows[number :: len(nets)]
        boxes = [box for row in rows for box in row.boxes if places is None or box.place in places]
        read.update(zip(boxes, classify_boxes(ink, list(map(_printed_box, boxes)), net), strict=True))
    return _replace_boxes_of_rows(page, (tuple(read.get(box, box) for box in row.boxes) for row in page.written_rows))


def average_readings(page: SheetPage, other_page: SheetPage) -> SheetPage:
    """Return a page with the mean of two readings."""
    pairs = zip(page.written_rows, other_page.written_rows, strict=True)
    return _replace_boxes_of_rows(page, (tuple(map(_mean_of_boxes, one.boxes, two.boxes)) for one, two in pairs))


def _mean_of_boxes(first_box: InkBox, second_box: InkBox) -> InkBox:
    return first_box._replace(
        chances=tuple((a + b) / 2 for a, b in zip(first_box.chances, second_box.chances, strict=True))
    )


def _replace_boxes_of_rows(page: SheetPage, boxes_by_row: Iterable[tuple[InkBox, ...]]) -> SheetPage:
    rows = [row._replace(boxes=some) for row, some in zip(page.written_rows, boxes_by_row, strict=True)]
    return page._replace(rows=tuple(rows[: len(page.rows)]), further=tuple(rows[len(page.rows) :]))


def _labelled_boxes_of_page(
    sheet: Sheet, page: SheetPage, game: Game, truth: Sequence[Sequence[str]]
) -> Iterator[LabelledBox]:
    """Yield labelled boxes of a page, without those crossed out."""
    moves = truth[page.part] if page.part < len(truth) else ()
    for ink, text in _pair_rows_and_moves(
        plies_without_gaps(game, [one for one in sheet.pages if one.part == page.part]), moves
    ):
        yield from _labelled_boxes_of_ply(page, ink, text)


def _labelled_boxes_of_sure_plies(page: SheetPage, sure: Iterable[SurePly]) -> Iterator[LabelledBox]:
    """Yield what plies that are sure show of the hand, with the group of each row."""
    for one in sure:
        for label in _labelled_boxes_of_ply(page, one.ink, one.text) if one.part == page.part else ():
            if label.box.place in HAND:
                yield label._replace(weight=one.chance, group=label.group % GROUPS)


def _labelled_boxes_of_ply(page: SheetPage, ink: PlyInk, text: str) -> Iterator[LabelledBox]:
    """Yield the boxes of a ply on a page, unless something is crossed out; the group is the place of its row."""
    for row, symbols, on in zip(ink.rows, ink.rows_of(text), ink.pages, strict=False) if not ink.crossed else ():
        boxes = [box for box in row.boxes if box.place != "digit"]
        for box, symbol in zip(boxes, symbols, strict=False) if on == page.page else ():
            shown = read_boxes.TICKED if symbol and box.place in TICKS else symbol
            yield LabelledBox(box, shown, group=page.written_rows.index(row))


def _pair_rows_and_moves(inks: Sequence[PlyInk], moves: Sequence[str]) -> list[tuple[PlyInk, str]]:
    """Return rows with their moves; a sheet may lack a move, and have rows too many."""
    best: dict[tuple[int, int], tuple[float, list[tuple[PlyInk, str]]]] = {(0, 0): (0.0, [])}
    for row in range(len(inks) + 1):
        for ply in range(len(moves) + 1):
            ways = []
            if row and ply:
                score, pairs = best[row - 1, ply - 1]
                pair = inks[row - 1], moves[ply - 1]
                ways.append((score + max(DISAGREED, pair[0].fit_of_text(pair[1])), [*pairs, pair]))
            if row:
                score, pairs = best[row - 1, ply]
                ways.append((score + (0.0 if inks[row - 1].silent else LEFT_OUT), pairs))
            if ply:
                score, pairs = best[row, ply - 1]
                ways.append((score + LEFT_OUT, pairs))
            best[row, ply] = max(ways, key=lambda way: way[0], default=best.get((row, ply), (0.0, [])))
    return best[len(inks), len(moves)][1]


def _strip_boxes(page: SheetPage, ink: PageInk) -> Iterator[LabelledBox]:
    """Yield the boxes of a strip in which something is written."""
    yield from (
        LabelledBox(box, box.symbols[0]) for box in page.strip if ink_share(ink, _area_of_ink_box(box)) > MIN_SHARE
    )


def _allowed_symbols(net: read_boxes.Net, box: InkBox) -> NDArray[Any]:
    symbols = (EMPTY, read_boxes.TICKED) if box.place in TICKS else net.symbols if box.place == "strip" else box.symbols
    return np.isin(np.array(net.symbols), symbols)


def _fit_layer(
    net: read_boxes.Net, inks: Sequence[PageInk], labelled_boxes: Sequence[Sequence[LabelledBox]]
) -> read_boxes.Net:
    """Return the net fitted to labelled boxes of each page."""
    return _fit_last_layer(net, _sample_of_labelled_boxes(net, inks, labelled_boxes))


def _sample_of_labelled_boxes(
    net: read_boxes.Net, inks: Sequence[PageInk], labelled_boxes: Sequence[Sequence[LabelledBox]]
) -> _Sample:
    """Return what labelled boxes of each page show, each seen from its place and from BESIDE."""
    boxes = [
        (ink, one) for ink, some in zip(inks, labelled_boxes, strict=True) for one in some if one.symbol in net.symbols
    ]
    looks = 1 + len(BESIDE)
    cuts = [
        cut_boxes(ink, [shift_area(_area_of_ink_box(one.box), *by) for by in ((0.0, 0.0), *BESIDE)])
        for ink, one in boxes
    ]
    features = net.features(np.concatenate(cuts)) if cuts else net.features(np.zeros((0, 1, 1)))
    return _Sample(
        np.concatenate([features, np.ones((len(features), 1), np.float32)], axis=1),
        np.repeat([net.symbols.index(one.symbol) for _, one in boxes], looks),
        np.repeat([_allowed_symbols(net, one.box) for _, one in boxes], looks, axis=0),
        np.repeat([one.weight for _, one in boxes], looks),
        np.repeat([one.group for _, one in boxes], looks),
    )


def _fit_last_layer(net: read_boxes.Net, sample: _Sample) -> read_boxes.Net:
    """Return the net with the regularised maximum-likelihood last layer for a sample."""
    total = sample.weights.sum()
    if not total:
        return net
    weights = sample.weights[:, None].astype(np.float32)
    start = np.concatenate([net.layers["last"], net.layers["last_bias"][None]])
    layer, right = start.copy(), np.arange(len(sample.labels))
    pace = 1 / (np.linalg.norm(sample.features * np.sqrt(weights), 2) ** 2 / total / 2 + HOLD)
    for _ in range(STEPS):
        scores = np.where(sample.allowed, sample.features @ layer, -np.inf)
        shares = np.exp(scores - scores.max(1, keepdims=True))
        shares /= shares.sum(1, keepdims=True)
        shares[right, sample.labels] -= 1
        layer -= pace * (sample.features.T @ (weights * shares) / total + HOLD * (layer - start))
    layers = {"last": layer[:-1].astype(np.float32), "last_bias": layer[-1].astype(np.float32)}
    return net._replace(layers={**net.layers, **layers})


def _page_ink(page: SheetPage) -> PageInk:
    red = cv2.imdecode(np.frombuffer(page.flat, np.uint8), cv2.IMREAD_GRAYSCALE)
    boxes = [box for row in page.written_rows for box in row.boxes]
    return extract_ink(np.asarray(red), [_printed_box(box) for box in (*boxes, *page.strip)])


def _area_of_ink_box(box: InkBox) -> Area:
    x, y, width, height = (side / SCALE for side in box.box)
    return Area(x, y, x + width, y + height)


def _printed_box(box: InkBox) -> Box:
    return Box(box.place, box.symbols, _area_of_ink_box(box))


SUFFIX = ".npz"
MAX_NAME = 60
"""The most characters of a name."""
PRIVATE = 0o700


class Handwritings(NamedTuple):
    """Folder of handwritings, a file a player: numbers only, no pictures."""

    folder: Path

    def names(self) -> list[str]:
        """Return the names of the players whose handwriting is kept."""
        return sorted(path.stem for path in self.folder.glob(f"*{SUFFIX}"))

    def find(self, name: str) -> bytes | None:
        """Return what was learned of a player's hand. Raises KifuError for what is no name, and OSError."""
        path = self._file_of_player(name)
        return path.read_bytes() if path.is_file() else None

    def learn(self, player_name: str, sheet: Sheet, game: Game, truth: Sequence[Sequence[str]]) -> int:
        """Keep what a confirmed sheet teaches, on top of the earlier ones; return its boxes.

        Raises KifuError for what is no name, and OSError.
        """
        data, boxes = fine_tuned_layer_and_box_count(sheet, game, truth, self.find(player_name))
        self.folder.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        write_file_whole(self._file_of_player(player_name), data, None)
        return boxes

    def forget(self, player_name: str) -> bool:
        """Remove a player's handwriting; tell whether there was one. Raises KifuError for what is no name, and OSError."""
        path = self._file_of_player(player_name)
        known = path.is_file()
        path.unlink(missing_ok=True)
        return known

    def _file_of_player(self, player_name: str) -> Path:
        """Return the file of a name; width, case and blanks make no difference."""
        plain = "".join(unicodedata.normalize("NFKC", player_name).casefold().split())
        if not 1 <= len(plain) <= MAX_NAME:
            raise KifuError(
                "handwriting-name",
                Message(f"名前は 1 字から {MAX_NAME} 字までです", f"a name has 1 to {MAX_NAME} characters"),
            )
        return self.folder / f"{file_stem(plain)}{SUFFIX}"


def users_handwritings() -> Handwritings:
    """Return the handwritings of this user of the machine."""
    given = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_DATA_HOME")
    return Handwritings((Path(given) if given else Path.home() / ".local" / "share") / "kifu" / "handwritings")
