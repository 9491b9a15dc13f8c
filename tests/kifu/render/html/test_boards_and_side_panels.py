"""The boards of a page: what the shared drawings add up to is the board."""

import re
from pathlib import Path

from each import each

import kifu
from kifu.core.escapes_confusables_and_text_width import escape_markup
from kifu.render.html.boards_and_side_panels import SQUARE, PageBoards
from kifu.render.html.css_player import record_strands
from kifu.render.html.document_frame_and_style import Symbols
from kifu.render.position_drawing import drawing_parts

SAMPLES = Path(__file__).parents[4] / "samples"
GROUP = re.compile(r"<g id=([0-9a-f]+)>(.*?)</g>(?=<g id=|</defs>)")
PIECE = re.compile(
    r"<use href=#(?P<use>\w+)(?: x=(?P<x>[-\d.]+))?(?: y=(?P<y>[-\d.]+))? />|<text [^>]*>(?P<text>[^<]*)</text>"
)


def texts(drawn, groups, x=0.0, y=0.0):
    """Yield each text of a drawing with the place of the unit it belongs to."""
    for piece in PIECE.finditer(drawn):
        if piece["text"] is not None:
            yield piece["text"], round(x), round(y)
        else:
            yield from texts(groups[piece["use"]], groups, x + float(piece["x"] or 0), y + float(piece["y"] or 0))


@each("name", ["six/elimination", "king/last-move-taken", "master/draw", "rengo/game-go19", "ace/draw"])
def test_the_units_are_where_they_stand(name):
    """Every unit of every step is on its square, with its own glyph, and nothing else is."""
    (verdict,) = kifu.verify(kifu.read(SAMPLES / f"{name}.kif"))
    game, symbols = verdict.game, Symbols()
    size = drawing_parts(game, width=SQUARE)
    shown = [step.board for strand in record_strands(verdict) for step in strand.steps]
    boards, places = PageBoards(game, symbols, shown, "ja"), size.places
    drawn = [(board, boards.board_svg(number, "x", {})) for number, board in enumerate(shown)]
    groups = dict(GROUP.findall(symbols.definitions_html()))
    for board, element in drawn[:: max(1, len(drawn) // 12)]:
        found = sorted(text for text in texts(element, groups) if text[1:] != (0, 0) and 0 < text[2] < size.height)
        stand = [(token, places[token.square]) for token in game.tokens(board.position)]
        assert found == sorted((escape_markup(token.text), round(x), round(y)) for token, (x, y) in stand)


def test_a_drawing_is_written_once():
    """The same content has the same id, and its place is left out where it is 0."""
    symbols = Symbols()
    assert symbols.use_drawing("<a/>", "1", "2") == "<use href=#0 x=1 y=2 />"
    assert symbols.use_drawing("<b/>") == "<use href=#1 />"
    assert symbols.use_drawing("<a/>") == "<use href=#0 />"
    assert symbols.definitions_html().count("<a/>") == 1
