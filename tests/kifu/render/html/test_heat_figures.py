"""The heatmaps of a page: the counts, and where they stand."""

from __future__ import annotations

import re
from pathlib import Path

import kifu
from kifu.render.html.boards_and_side_panels import PageBoards
from kifu.render.html.document_frame_and_style import Symbols
from kifu.render.html.svg_charts import count_traces, heatmap_figures

SAMPLES = Path(__file__).parents[4] / "samples"


def test_what_is_counted():
    """Every die that was placed counts once, and stands from then on; a side counts its own."""
    (verdict,) = kifu.verify(kifu.read("棋種：6面体\n1 四04占\n2 二02領\n3 五04占\n".encode()))
    counts = count_traces(verdict.game, [verdict.replay])
    parse = verdict.game.board.parse
    assert counts["placement"] == ({parse("四04"): 1, parse("五04"): 1}, {parse("二02"): 1})
    assert counts["stood"] == ({parse("四04"): 3, parse("五04"): 1}, {parse("二02"): 2})
    assert not any(counts["beating"])


def test_the_numbers_stand_on_their_squares():
    """Each figure of a number has its own place; a kind that was never left has no figure."""
    (verdict,) = kifu.verify(kifu.read(SAMPLES / "six/elimination.kif"))
    boards = PageBoards(verdict.game, Symbols(), [], "ja")
    figures = list(heatmap_figures(verdict, boards, "ja"))
    counts = {kind: sides for kind, sides in count_traces(verdict.game, [verdict.replay]).items() if any(sides)}
    assert len(figures) == len(counts)
    for figure, sides in zip(figures, counts.values(), strict=True):
        assert f"最も多いマスで {max(max(side.values(), default=0) for side in sides)})" in figure
        for drawing, side in zip(re.findall("<svg.*?</svg>", figure), sides, strict=True):
            texts = re.findall(r'<text y="[\d.]+" x="([^"]*)">(\d+)</text>', drawing)
            assert all(len(places.split()) == len(digits) for places, digits in texts)
            assert sorted("".join(digits for _, digits in texts)) == sorted("".join(map(str, side.values())))
            assert drawing.count("v100") == len(side)
