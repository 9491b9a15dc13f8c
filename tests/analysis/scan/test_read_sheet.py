"""Pages read from photographs: the boxes of both forms, folded and turned; what is no sheet; whose code cannot be read."""

from __future__ import annotations

from functools import cache

import cv2
import draw_hand
import numpy as np
import pytest
import scan_hands

from analysis.pdf import move_rows, paper_page, sheet_contents
from analysis.pdf.score_sheet import blank_sheet
from analysis.pdf.sheet_contents import compact_move_text
from analysis.scan.read_sheet import read_page
from analysis.scan.scan_errors import UnreadablePage
from analysis.scan.scanned_sheet import move_codec_of_shape
from kifu import load_game
from kifu.core.outcome import Side

MOVES = {1: "四04占", 2: "五03領", 3: "一01-四04-七07怨", 4: "二06-三05霊", 6: "七01武", 9: "六06-六07騎"}


@cache
def page_of(version, size="a4"):
    """Return a page of six with some moves in the font of the sheets."""
    form = blank_sheet(
        load_game("six"), side=Side.SECOND, size=size, language="ja", head_values={}, plies=60, version=version
    )
    hand = draw_hand.hand_of(scan_hands.PRINT, np.random.default_rng(5))
    return draw_hand.written_pages(form, 0, MOVES, hand, struck={2: "三03領"}, finish=("△", "時間"))[0]


def said(row):
    """Return what the boxes of a row say most likely, as text."""
    shape = move_codec_of_shape(tuple((box.place, box.symbols) for box in row.boxes))
    return shape.joined_text([[box.best for box in row.boxes]])


@pytest.mark.parametrize(
    ("version", "size", "kind"), [(4, "b5", "fold"), (2, "a4", "angle"), (1, "a4", "fold"), (3, "letter", "fold")]
)
def test_a_page_is_read(version, size, kind):
    """Its game, its side, the moves in their rows, the empty rows; in forms with marks also corrections and the result."""
    page = read_page(draw_hand.photograph(page_of(version, size), kind, np.random.default_rng(3)))
    assert (page.form, page.game, page.side, page.page, page.first_ply) == (str(version), "six", Side.SECOND, 1, 1)
    moves = {row.ply: said(row) for row in page.rows}
    expected = {ply: text for ply, text in MOVES.items() if ply != 2}
    if version not in {2, 4}:
        # A dash and 一 may look alike where any box may hold either.
        expected = {ply: compact_move_text(text).replace("-", "一") for ply, text in expected.items()}
        moves = {ply: text.replace("-", "一") for ply, text in moves.items()}
    assert {ply for ply, text in moves.items() if text} - {2} == set(expected)
    assert sum(moves[ply] != text for ply, text in expected.items()) <= 1  # the net may mistake a box
    for row in (*page.rows, *page.further):
        for box in row.boxes:
            assert abs(sum(box.chances) - 1) < 1e-6
            assert len(box.chances) == len(box.symbols)
    flat = cv2.imdecode(np.frombuffer(page.flat, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert flat.shape[0] > flat.shape[1] > 1000
    if version not in {2, 4}:
        return
    assert [box.best for box in page.rows[1].boxes].count("×") >= 2
    assert "".join(box.best for box in page.further[0].boxes) == "2五3領"
    assert "".join(box.best for box in page.finish.plies) == "9"
    assert "".join(box.best for box in page.finish.result) == "△時間"
    assert len(page.strip) == {2: 29, 4: 32}[version]


def printed_as(monkeypatch, version, number, size="a4"):
    """Return a photograph of a sheet of a form that has another number in its code."""
    page_of.cache_clear()
    identity = f"kifu:six:second:{number}"
    monkeypatch.setattr(sheet_contents.ScoreSheet, "code_of_form_without_fiducials", property(lambda _: identity))
    return draw_hand.photograph(page_of(version, size), "flat", np.random.default_rng(3))


@pytest.fixture(autouse=True)
def _pages_anew():
    yield
    page_of.cache_clear()


@pytest.mark.parametrize(("version", "size"), [(1, "letter"), (3, "a4"), (3, "b5")])
def test_a_sheet_whose_boxes_were_narrowed_under_its_number(monkeypatch, version, size):
    """Sheets of two geometries say that they are of the first form: the lines down of each tell, and its moves are read."""
    page = read_page(printed_as(monkeypatch, version, 1, size))
    assert page.form == str(version)
    moves = {row.ply: said(row).replace("-", "一") for row in page.rows}
    expected = {ply: compact_move_text(text).replace("-", "一") for ply, text in MOVES.items() if ply != 2}
    # A move that the boxes of a narrow paper do not hold goes on in a further row.
    assert sum(moves[ply] != text for ply, text in expected.items() if len(text) <= len(page.rows[0].boxes)) <= 1


def test_lines_that_are_no_known_form_are_not_read(monkeypatch):
    """A print under the number of another form, with another number of boxes, or with its parts elsewhere is refused by name."""
    data = [printed_as(monkeypatch, 1, 3)]
    monkeypatch.undo()
    with monkeypatch.context() as other:
        other.setattr(move_rows, "box_counts_of_longest_moves", lambda _: (7,))
        page_of.cache_clear()
        data.append(draw_hand.photograph(page_of(3), "flat", np.random.default_rng(3)))
    with monkeypatch.context() as other:
        other.setattr(move_rows, "DASH", 7.0)
        move_rows.boxes_of_ply.cache_clear()
        page_of.cache_clear()
        data.append(draw_hand.photograph(page_of(2), "flat", np.random.default_rng(3)))
    move_rows.boxes_of_ply.cache_clear()
    for number, photograph in enumerate(data):
        with pytest.raises(UnreadablePage) as caught:
            read_page(photograph)
        assert caught.value.code == "page-other-print", number


def saved(pixels):
    """Return pixels as a PNG."""
    return cv2.imencode(".png", pixels)[1].tobytes()


def coded(text):
    """Return a white page with a QR code."""
    pixels = np.full((1200, 900), 255, np.uint8)
    rows = np.array(paper_page.qr_matrix(text), np.uint8)
    code = cv2.resize((1 - rows) * 255, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    pixels[100 : 100 + len(code), 100 : 100 + len(code)] = code
    return saved(pixels)


def test_what_is_no_sheet():
    """It says whether the code or the page is missing, and never guesses."""
    noise = np.random.default_rng(1).integers(0, 255, (900, 700, 3), np.uint8)
    six = load_game("six")
    for data, game, fault in (
        (saved(noise[:600, :500]), None, "page-unknown-game"),
        (saved(noise), six, "page-not-found"),
        (coded("kifu:six:first:1"), None, "page-not-found"),
        (coded("kifu:six:first:1"), load_game("ace"), "page-other-game"),
        (coded("https://example.org/"), None, "page-other-code"),
        (coded("kifu:seven:first:1"), None, "page-other-code"),
        (coded("KIFU:SIX:FIRST:2:A4:0:1:1"), None, "page-other-code"),
        (coded("KIFU:SIX:FIRST:2:A0:40:1:1"), None, "page-other-code"),
        (coded("KIFU:SIX:FIRST:2"), None, "page-other-code"),
        (coded("KIFU:SIX:FIRST:9:A4:40:1:1"), None, "page-other-code"),
        (coded("KIFU:RENGO:FIRST:2:A4:40:1:1:丸い盤"), None, "page-other-code"),
    ):
        with pytest.raises(UnreadablePage) as caught:
            read_page(data, game)
        assert caught.value.code == fault, fault


def test_a_page_whose_code_cannot_be_read():
    """The code of another page, or the game, helps; the marks say which page it is; it is said that this was inferred."""
    page = page_of(2).copy()
    page[0:280, 1650:1970] = 255
    data = draw_hand.photograph(page, "flat", np.random.default_rng(3))
    with pytest.raises(UnreadablePage):
        read_page(data)
    read = read_page(data, sibling_code="KIFU:SIX:SECOND:2:A4:60:1:2")
    assert (read.page, read.side, said(read.rows[0])) == (1, Side.SECOND, "四04占")
    assert read.warnings
    assert read.code == ""
