"""Boxes of a flattened page: marks of any shape, light pencil, a zero before a digit, and a fit to the strip."""

import io
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
import scan_hands

from analysis.pdf.paper_page import Area
from analysis.pdf.sheet_contents import CROSSED, EMPTY, Box
from analysis.scan import read_boxes
from analysis.scan.dewarp import SCALE
from analysis.scan.handwriting import read_with_handwriting, reread_by_own_sure_plies
from analysis.scan.plies_and_move_likelihood import SurePly
from analysis.scan.read_boxes import classify_boxes, extract_ink, tick_threshold_share
from analysis.scan.scanned_sheet import InkFinish, InkRow, Sheet, SheetPage
from kifu.core.errors import KifuError

WIDE, HIGH = 6.0, 7.2
MARKS = {
    "hatched": [((0.1 + 0.2 * n, 0.85), (0.25 + 0.2 * n, 0.2)) for n in range(4)],
    "underlined": [((0.15, 0.85), (0.85, 0.85))],
    "ringed": [((0.2, 0.2), (0.8, 0.2)), ((0.8, 0.2), (0.8, 0.8)), ((0.8, 0.8), (0.2, 0.8)), ((0.2, 0.8), (0.2, 0.2))],
    "filled": [((0.3, 0.3 + 0.1 * n), (0.7, 0.3 + 0.1 * n)) for n in range(5)],
}
"""The strokes of marks, in shares of a box."""


def page_of(boxes, darkness=0.6):
    """Return boxes side by side with strokes or glyphs in them, and the red light of their page."""
    red = np.full((120, 60 + round(10 * len(boxes) * SCALE)), 240, np.float32)
    laid = []
    for number, (place, symbols, drawn) in enumerate(boxes):
        left, top = 4.0 + 10 * number, 5.0
        laid.append(Box(place, symbols, Area(left, top, left + WIDE, top + HIGH)))
        ink = np.zeros(red.shape, np.float32)
        for start, end in drawn if isinstance(drawn, list) else ():
            points = [(round((left + x * WIDE) * SCALE), round((top + y * HIGH) * SCALE)) for x, y in (start, end)]
            cv2.line(ink, *points, 1.0, 3)
        for at, glyph in enumerate(drawn if isinstance(drawn, str) else ""):
            picture = scan_hands.glyph(scan_hands.PRINT, glyph).astype(np.float32) / 255
            width = round(1.4 * WIDE * SCALE / (2 if len(drawn) > 1 else 1.4))
            picture = cv2.resize(picture, (width, round(HIGH * SCALE)))
            x, y = round(left * SCALE) + at * width * 2 // 3 - (len(drawn) > 1) * width // 6, round(top * SCALE)
            here = ink[y : y + len(picture), x : x + width]
            np.maximum(here, picture, out=here)
        red *= 1 - darkness * ink
    noise = np.random.default_rng(1).normal(0, 2, red.shape)
    return laid, np.clip(cv2.GaussianBlur(red, (0, 0), 0.8) + noise, 0, 255).astype(np.uint8)


def said(boxes, darkness=0.6):
    """Return what is read in boxes."""
    laid, red = page_of(boxes, darkness)
    return [box.best for box in classify_boxes(extract_ink(red, laid), laid, read_boxes.load_net())]


@pytest.mark.parametrize("darkness", [0.6, 0.25])
def test_a_tick_is_ink(darkness):
    """A mark of any shape ticks a word, by pen and by light pencil; a neighbour's stroke over the edge does not."""
    tick = (EMPTY, "内")
    blank = [[], [((-0.3, 0.5), (0.05, 0.5))], [], []]
    marks = [*blank, *MARKS.values()]
    assert said([("tick", tick, mark) for mark in marks], darkness) == [EMPTY] * 4 + ["内"] * 4


def test_a_page_shows_how_its_words_are_ticked():
    """A stroke that runs over from a neighbour is a tick on a page of faint ticks alone, not beside far darker ones."""
    tick = (EMPTY, "内")
    spill = [((0.15, 0.5), (0.24, 0.5))]
    assert said([("tick", tick, mark) for mark in [spill, [], *[MARKS["underlined"]] * 3]])[0] == "内"
    assert said([("tick", tick, mark) for mark in [spill, [], *[MARKS["ringed"]] * 6]]) == [EMPTY] * 2 + ["内"] * 6


@pytest.mark.parametrize(
    ("shares", "parting"),
    [
        ([0.0] * 9 + [0.006, 0.011, 0.02] + [0.2] * 6, 0.0632),
        ([0.0] * 9 + [0.006, 0.011, 0.02] + [0.2] * 5, None),
        ([0.0, 0.004, 0.007, 0.012, 0.02, 0.035, 0.06, 0.1, 0.17, 0.3], None),
        ([], None),
    ],
)
def test_parting_share(shares, parting):
    """The widest gap below at least six ticks parts them from what runs over; without a wide one there is none."""
    assert tick_threshold_share(shares) == (parting and pytest.approx(parting, abs=1e-4))


def test_a_zero_before_a_digit_in_one_box():
    """04 in the one box of a row says 4, and a digit alone says itself."""
    digits = (EMPTY, CROSSED, *"1234567")
    shown = ["04", "4", "07", "7", "03", "5"]
    assert said([("row", digits, text) for text in shown]) == [text[-1] for text in shown]


@pytest.mark.parametrize("spoiled", ["text", "cut", "overwritten", "other layers"])
def test_a_file_that_is_no_handwriting(spoiled):
    """Whatever a file holds that is named as a handwriting, it is an error in words."""
    packed = io.BytesIO()
    np.savez_compressed(packed, last=np.zeros((4, 4)), last_bias=np.zeros(4), symbols=np.array(["a"]))
    whole = packed.getvalue()
    files = {"text": b"hello", "cut": whole[:-30], "overwritten": whole[:60] + b"\xff" * 20 + whole[80:]}
    with pytest.raises(KifuError, match="no file of a handwriting"):
        read_with_handwriting(Sheet((), ()), files.get(spoiled, whole))


def test_sure_plies_show_the_hand_to_the_other_rows():
    """A shape that is 4 in the sure plies is read as 4 in another row; its own ply has no part in that."""
    digits, shapes = (EMPTY, CROSSED, *"1234567"), "千7千7千7千7千7千"
    laid, red = page_of([("row", digits, shape) for shape in shapes])
    read = classify_boxes(extract_ink(red, laid), laid, read_boxes.load_net())
    rows = tuple(InkRow(ply, (box,)) for ply, box in enumerate(read, start=1))
    flat = cv2.imencode(".png", red)[1].tobytes()
    page = SheetPage("4", "six", "", None, 1, 0, 1, rows, (), InkFinish(), (), flat)
    said = ["4" if shape == "千" else "7" for shape in shapes]
    inks = [SimpleNamespace(rows=[row], pages=[1], crossed=False, rows_of=lambda text: [[text]]) for row in rows]
    fitted = [
        reread_by_own_sure_plies(
            Sheet((), (page,)), [SurePly(0, *ply, 1.0) for ply in zip(inks, texts, strict=True)]
        ).pages[0]
        for texts in (said, ["7", *said[1:]])
    ]
    assert [row.boxes[0].best for row in page.rows] != said
    assert [row.boxes[0].best for row in fitted[1].rows] == said
    assert fitted[0].rows[0] == fitted[1].rows[0]
