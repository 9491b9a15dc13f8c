"""Tests of the ways in which people write a move into the boxes of the first form."""

from analysis.pdf.move_rows import symbols_of_any_character
from analysis.scan.plies_and_move_likelihood import PlyInk
from analysis.scan.scanned_sheet import CROSSED, EMPTY, InkBox, InkRow
from kifu.core import games

SIX = games.load("six")


def inked(characters, boxes=9):
    """Return the ink of a row of the first form in which each box surely has its character."""
    symbols = symbols_of_any_character(SIX)
    row = [*characters, *[EMPTY] * (boxes - len(characters))]
    sure = [tuple(0.99 if symbol == one else 0.01 / (len(symbols) - 1) for symbol in symbols) for one in row]
    return PlyInk(SIX, 1, [InkRow(1, tuple(InkBox("any", symbols, chances, (0, 0, 1, 1)) for chances in sure))])


def test_a_move_is_read_however_it_is_written():
    """A leading zero, no dash, and a move written again behind what is crossed out: each says the same move, and fits it best."""
    for written in ("三6-五6弓", "三06-五06弓", "三6五6弓", "三06五06弓", [CROSSED, CROSSED, *"三6-五6弓"]):
        ink = inked(written)
        assert ink.best_text == "三06-五06弓", written
        assert ink.fit_of_text("三06-五06弓") > max(-3.0, ink.fit_of_text("三06-四06弓")), written
        assert ink.crossed is (CROSSED in written)
