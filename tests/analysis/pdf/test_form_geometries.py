"""The places of the boxes of each form, as they were printed: sheets that people have filled in stay what they are."""

from __future__ import annotations

import pytest
from repository import ROOT

from analysis.pdf.paper_page import SIZES
from analysis.pdf.score_sheet import blank_sheet, layout_pages
from kifu import load_game
from kifu.core.outcome import Side

GEOMETRIES = ROOT / "tests/data/sheet-geometries.tsv"
"""Each form, game and paper with its pages (rows, and the top of the first) and the edges of the boxes of each kind of row.

The rows of form 1 on A4 and Letter were written down from the program that first printed it, before its boxes were narrowed.
"""


def geometry(version, game, size):
    """Return the pages of a sheet, and the edges of its boxes in millimetres, kind by kind from the left."""
    form = blank_sheet(load_game(game), side=Side.FIRST, size=size, language="ja", head_values={}, version=version)
    pages, kinds = [], {}
    for laid in layout_pages(form, 0):
        pages.append(f"{len(laid.rows)}@{min(row.boxes[0].area.top for row in laid.rows):.1f}")
        for row in laid.rows:
            edges = [*(box.area.left for box in row.boxes), row.boxes[-1].area.right]
            kinds[" ".join(f"{x:.1f}" for x in edges)] = None
    return " ".join(pages), "; ".join(sorted(kinds, key=lambda kind: float(kind.split()[0])))


def rows():
    """Return what is written down, by form, game and paper."""
    lines = GEOMETRIES.read_text("utf-8").splitlines()
    return {tuple(line.split("\t")[:3]): tuple(line.split("\t")[3:]) for line in lines}


@pytest.mark.parametrize("version", [1, 2, 3, 4])
def test_no_box_moves_under_the_number_of_a_form(version):
    """A form whose boxes stand elsewhere has a number of its own; add its rows, and change none."""
    known = rows()
    for game in ("six", "ace", "king", "master", "rengo"):
        for size in SIZES:
            assert geometry(version, game, size) == known[str(version), game, size], (version, game, size)
