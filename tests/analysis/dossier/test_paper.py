"""Tests the paper of a dossier: strips and pages, long texts, limits, and the fingerprint on every page."""

import io

import pypdf
from disputed import made, recorded, sheet_a
from each import each

from analysis.dossier.contents import fingerprint_groups
from analysis.dossier.document_blocks_and_deciding_boards import (
    DecisionBlock,
    FactsBlock,
    HeadingBlock,
    ListingBlock,
    TableBlock,
    TableRow,
    TextBlock,
)
from analysis.dossier.dossier_pdf import (
    MAX_LINES,
    Strip,
    paginate,
    strips_of_blocks,
    wrap_with_hanging_punctuation,
    write_dossier_pdf,
)
from analysis.pdf.fonts import text_width
from analysis.pdf.paper_page import Area
from kifu import load_game
from kifu.core.message import Message
from kifu.render.position_drawing import draw_position
from kifu.render.shapes_and_svg import FAULT, Rectangle
from kifu.render.shapes_and_svg import Text as Written

WIDE = 180.0
AREA = Area(10, 20, 190, 260)
BOTH = Message("日本語", "English")


def texts(shapes):
    """Return the texts among shapes, in order."""
    return [shape.text for shape in shapes if isinstance(shape, Written)]


def laid(*blocks):
    """Return the texts of each page."""
    return [texts(page) for page in paginate(strips_of_blocks(blocks, WIDE), AREA)]


def test_long_text_wraps_and_nothing_is_lost():
    """A paragraph is broken into lines of the width, and goes over to further pages."""
    text = "あいうえおかきくけこ" * 1200
    pages = laid(TextBlock(text))
    assert len(pages) > 2
    assert "".join("".join(page) for page in pages) == text
    assert all(text_width(line, 3.4) <= WIDE for page in pages for line in page)


def test_marks_hang():
    """No line begins with a mark that belongs to the one before."""
    lines = wrap_with_hanging_punctuation("あ" * 10 + "。」" + "い" * 10 + "、", 1.0, 10.0)
    assert lines == ["あ" * 10 + "。」", "い" * 8, "いい、"]


def test_lines_of_our_own_stay():
    """A text of two lines is two lines."""
    assert wrap_with_hanging_punctuation("あいう\nえ", 1.0, 10.0) == ["あいう", "え"]


def test_a_heading_is_not_left_alone():
    """A heading at the end of a page goes over to the next one with what follows it."""
    filler = [Strip(AREA.height - 12)]
    heading = [*strips_of_blocks((HeadingBlock(1, BOTH), TextBlock("text")), WIDE)]
    first, second = paginate([*filler, *heading], AREA)
    assert texts(first) == []
    assert texts(second)[0] == "日本語"


def test_a_table_repeats_its_head():
    """A table that goes over several pages has its head on each of them."""
    rows = tuple(TableRow((f"{number}", BOTH), "struck" if number % 2 else "wrong") for number in range(120))
    table = TableBlock((Message("番", "no."), Message("語", "word")), (0.2, 0.8), rows, Message("表", "table"))
    pages = laid(table)
    assert len(pages) > 2
    assert all(page[0] == "番" for page in pages)
    assert [text for page in pages for text in page if text.isdecimal()] == [str(number) for number in range(120)]


def test_a_long_listing_says_what_is_left_out():
    """The paper has the first lines of a full text, and says from which line on the rest is elsewhere."""
    (*_, last) = laid(ListingBlock(BOTH, "x\n" * (MAX_LINES + 7)))
    assert any("dossier.json" in text and f"{MAX_LINES + 1} 行目から" in text for text in last)
    (page,) = laid(ListingBlock(BOTH, "一\r\n二\r三\x1b[2J"))
    assert page[2:] == ["一", "1", "二", "2", "三␛[2J", "3"]


def test_a_line_without_end():
    """One line of a million characters does not hold up the paper."""
    pages = laid(ListingBlock(BOTH, "あ" * 1_000_000))
    assert any("+980000" in text for page in pages for text in page)


def test_the_box_and_facts():
    """The box for the decision has its labels in both languages; a fact has its label and what it says."""
    (page,) = laid(FactsBlock(((BOTH, Message("事実", "fact")),)), DecisionBlock((BOTH, BOTH, BOTH)))
    assert page[:3] == ["日本語 English", "事実", "fact"]
    for label in ("勝者", "winner", "裁定の文", "日付"):
        assert label in page


def test_more_pages_than_paper_takes(monkeypatch):
    """The last page says that the rest is elsewhere; a dossier is made in any case."""
    monkeypatch.setattr("analysis.dossier.dossier_pdf.MAX_PAGES", 3)
    whole, _ = made(sheet_a(), None, recorded().data())
    pages = pypdf.PdfReader(io.BytesIO(write_dossier_pdf(whole))).pages
    assert len(pages) == 3
    assert "dossier.json" in pages[2].extract_text().split("dossier.json):")[1]


def test_every_page_has_the_fingerprint():
    """In groups of four, and the number of the page among all."""
    whole, files = made(sheet_a())
    pages = pypdf.PdfReader(io.BytesIO(files["dossier.pdf"])).pages
    for number, page in enumerate(pages, start=1):
        text = page.extract_text()
        assert text.count(fingerprint_groups(whole.fingerprint)) == 2
        assert f"{number} / {len(pages)}" in text
    assert b"FlateDecode" not in files["dossier.pdf"]


@each("squares", [(), (3,), (0, 48)])
def test_squares_at_fault(squares):
    """Each square of a move at fault has a frame of its own colour."""
    game = load_game("six")
    framed = [
        shape
        for shape in draw_position(game, game.start(), wrong_squares=squares).shapes
        if isinstance(shape, Rectangle) and shape.paint.stroke == FAULT
    ]
    assert len(framed) == len(squares)
