"""What lies beside the board of a page: signs, units in hand, points, in one language."""

from __future__ import annotations

import re
from pathlib import Path

from each import each

import kifu
from kifu.core.outcome import Ending, Outcome, Side, Termination
from kifu.render.board import Board
from kifu.render.html.boards_and_side_panels import SidePanel, beside_board_text
from kifu.render.html.document_frame_and_style import Symbols
from kifu.render.position_drawing import drawing_parts
from kifu.render.shapes_and_svg import DrawingOptions

SAMPLES = Path(__file__).parents[4] / "samples"
KANA_OR_LABEL = re.compile("[ぁ-ヿ]|持駒|残り|点|手番")


def drawn(name, ply, language):
    """Return what lies beside a board of a sample, with its symbols written out."""
    (verdict,) = kifu.verify(kifu.read(SAMPLES / f"{name}.kif"))
    boards, symbols = [Board(verdict.game, position) for position in verdict.replay.positions], Symbols()
    beside = SidePanel(verdict.game, boards, drawing_parts(verdict.game, width=100), symbols, language)
    elements = "".join(beside.elements(boards[ply]))
    groups = dict(re.findall(r"<g id=(\w+)>(.*?)</g>(?=<g id=|</defs>)", symbols.definitions_html()))
    return re.sub(r"<use href=#(\w+)[^>]*/>", lambda use: groups[use[1]], elements)


@each(("name", "ply"), [("six/elimination", 10), ("master/draw", 5), ("rengo/game-go9", 20), ("ace/draw", 30)])
def test_english_pages_have_english_hands(name, ply):
    """Units in hand are drawn, and the words beside them are English."""
    assert not KANA_OR_LABEL.search(re.sub(r"\([^)]*\)", "", drawn(name, ply, "en")))


def test_units_in_hand_are_drawn_with_their_number():
    """ユニオンマスター has each unit once, 続・連合将棋 counts them."""
    assert len(re.findall("<circle|<path", drawn("master/draw", 0, "ja"))) == 2 * 14 + 2
    assert {">8</text>", ">4</text>"} <= set(re.findall(r">\d</text>", drawn("rengo/game-go9", 0, "ja")))


def test_dark_and_light_signs():
    """The disc of 黒 is dark and that of 白 is light, whatever colours the page has."""
    fills = re.findall(r'fill="(#\w+)" stroke="#1d1d1d" stroke-width="3"><circle', drawn("ace/draw", 4, "ja"))
    assert sorted(fills) == ["#262626", "#ffffff"]


def test_what_is_drawn_is_said_too():
    """Whoever does not see the board is told what each side holds."""
    (verdict,) = kifu.verify(kifu.read(SAMPLES / "rengo/game-go9.kif"))
    game, start = verdict.game, Board(verdict.game, verdict.replay.positions[0])
    beside = SidePanel(game, [start], drawing_parts(game, width=100), Symbols(), "ja")
    assert beside.alternative_text(start) == "先手: 碁8 翻4 珠8; 後手: 碁8 翻4 珠8"
    resigned = Board(game, start.position, look=DrawingOptions(ended=Ending(Outcome.SECOND, Termination.RESIGNATION)))
    assert beside.alternative_text(resigned) == "先手: 負け 碁8 翻4 珠8; 後手: 勝ち 碁8 翻4 珠8"


def test_points_are_said():
    """A game whose points are counted has them beside the board."""
    (verdict,) = kifu.verify(kifu.read(SAMPLES / "ace/draw.kif"))
    points = verdict.game.score(verdict.final)
    assert beside_board_text(verdict.game, verdict.final, Side.SECOND) == (f"{points[1]:g} 点", f"{points[1]:g} points")
