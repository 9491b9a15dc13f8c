"""The SVG of a board has a title, its own colours and fonts, and the same bytes each time; any text is safe in it."""

import re
from xml.etree import ElementTree as ET

from scene_boards import board_of

from kifu.core import games
from kifu.render.board import Board
from kifu.render.position_drawing import draw_position
from kifu.render.shapes_and_svg import DrawingOptions, Scene, scene_svg

SVG = "{http://www.w3.org/2000/svg}"
SIX = games.load("six")


def test_what_it_says_of_itself():
    """The text begins with <svg, is a picture in Japanese with a title, and names Japanese fonts."""
    text = board_of("six/branches", look=DrawingOptions(caption="20 手目"))._repr_svg_()
    assert text.startswith("<svg ")
    root = ET.fromstring(text)  # noqa: S314 - the program wrote this XML
    assert root.get("role") == "img"
    assert root.get("lang") == "ja"
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == "6面体 20 手目"
    assert "Noto Sans JP" in root.get("font-family")
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"


def test_it_brings_its_own_paper():
    """The first shape fills the picture, so that it can be read on a dark page too; it needs no style sheet."""
    root = ET.fromstring(board_of("king/draw")._repr_svg_())  # noqa: S314
    paper = root[1]
    assert (paper.get("width"), paper.get("height")) == (root.get("width"), root.get("height"))
    assert paper.get("fill").startswith("#f")
    assert not list(root.iter(f"{SVG}style"))
    assert not [node for node in root.iter() if node.get("class") or node.get("style")]


def test_the_same_bytes():
    """Two drawings of a position give the same text, and no length has more than two decimals."""
    first, second = (board_of("rengo/game-go19", 60)._repr_svg_() for _ in range(2))
    assert first == second
    assert not re.search(r"[0-9]\.[0-9]{3}|[0-9]e-", first)


def test_hostile_text_is_escaped():
    """Markup is escaped, characters that XML lacks are made visible, and the picture is well-formed."""
    hostile = "</title><script>alert('&amp;\")</script>]]>\x00\x1b\ud800\ufffe\u202e"
    look = DrawingOptions(caption=hostile, names=(hostile, hostile))
    text = scene_svg(draw_position(SIX, SIX.start(), look=look))
    root = ET.fromstring(text.encode())  # noqa: S314
    assert not [node for node in root.iter() if "script" in node.tag]
    assert root[0].text.startswith("6面体 </title><script>alert('&amp;\")</script>]]>␀␛<U+D800><U+FFFE><U+202E>")
    assert "\u202e" not in text


def test_a_scene_without_shapes():
    """A picture without shapes is well-formed too."""
    assert ET.fromstring(scene_svg(Scene(1, 1, "", ()))).get("width") == "1"  # noqa: S314


def test_the_same_as_in_a_notebook():
    """A notebook gets the drawing of the board."""
    board = Board(SIX, SIX.start())
    assert board._repr_svg_() == scene_svg(board.scene())
