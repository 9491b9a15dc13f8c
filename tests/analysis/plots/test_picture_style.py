"""Text, colours and bytes: text is drawn right, sides differ in grey, bytes are the same each time, no setting changes."""

from __future__ import annotations

import subprocess
import sys
from html import unescape
from xml.etree import ElementTree as ET

import matplotlib as mpl
import pytest
from each import each
from matplotlib.colors import to_rgb
from matplotlib.layout_engine import LayoutEngine

from analysis.plots.picture_style import PENS, figure_bytes, fix_layout, matplotlib_settings, new_figure, safe_line
from kifu.core.escapes_confusables_and_text_width import cut_to_width
from kifu.core.outcome import Side
from kifu.render.shapes_and_svg import MISSING

PNG = b"\x89PNG\r\n\x1a\n"


def page(text):
    """Return a figure with `text` above an empty panel."""
    with matplotlib_settings():
        figure = new_figure(4, 1)
        figure.subplots()
        figure.suptitle(text, parse_math=False)
        return fix_layout(figure)


def texts_of(svg):
    """Return the text that matplotlib's SVG drew as paths: it stands in comments, escaped."""
    parser = ET.XMLParser(target=ET.TreeBuilder(insert_comments=True))  # noqa: S314 - our own output
    return [unescape(node.text.strip()) for node in ET.fromstring(svg, parser).iter() if node.tag is ET.Comment]  # noqa: S314


def test_both_formats_are_what_they_say():
    """The PNG begins and ends as a PNG does; the SVG is well-formed XML."""
    figure = page("怨")
    png, svg = figure_bytes(figure, "png"), figure_bytes(figure, "svg")
    assert png.startswith(PNG)
    assert png.endswith(b"IEND\xaeB`\x82")
    assert ET.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314 - our own output


def test_the_same_figure_gives_the_same_bytes():
    """The bytes do not depend on the time, on chance, or on earlier renderings."""
    first, second = page("怨 1"), page("怨 1")
    assert figure_bytes(first, "svg") == figure_bytes(first, "svg") == figure_bytes(second, "svg")
    assert figure_bytes(first, "png") == figure_bytes(second, "png")
    assert b"<dc:date>" not in figure_bytes(first, "svg")


def test_a_wanting_glyph_would_be_noticed():
    """Matplotlib warns about a character that no font has; the next tests rely on this."""
    with pytest.warns(UserWarning, match="missing from"):
        figure_bytes(page("한글"), "png")


@each(
    ("text", "shown"),
    [
        ("山田 髙﨑 々〆", "山田 髙﨑 々〆"),
        ("José Ångström Ж", "José Ångström Ж"),
        ("한글", MISSING * 2),
        ("\x1b[31m\x7f", "<U+001B>[31m<U+007F>"),
        ("\u202eabc\ud800", "<U+202E>abc<U+D800>"),
        ("か\u3099葛\U000e0100", "が葛"),
        ("a\tb", "a b"),
        ("$x^2$ _{", "$x^2$ _{"),
    ],
)
def test_any_text_can_be_drawn(text, shown):
    """Any text of a file is drawn without a warning: unchanged, or with visible stand-ins."""
    assert safe_line(text) == shown
    assert safe_line(shown) == shown
    figure = page(safe_line(text))
    assert figure_bytes(figure, "png").startswith(PNG)
    assert shown in texts_of(figure_bytes(figure, "svg"))


def test_markup_stays_text():
    """Text that looks like markup neither breaks the SVG nor becomes a part of it."""
    root = ET.fromstring(figure_bytes(page(safe_line("--><script>&amp;]]>")), "svg"))  # noqa: S314 - our own output
    assert not [node for node in root.iter() if "script" in str(node.tag)]


def test_long_text_is_cut_by_its_width():
    """A full-width character takes two columns; text that does not fit ends in …."""
    assert cut_to_width("三手目", 6) == "三手目"
    assert cut_to_width("三手目", 5) == "三…"
    assert cut_to_width("abcdef", 5) == "abc…"
    assert safe_line("長い名前" * 10, 9) == "長い名…"


def test_lines_differ_in_grey():
    """The two sides differ in lightness, dashes, marker and fill, not in hue alone."""
    first, second = (PENS[side] for side in Side)
    grey = [
        sum(part * weight for part, weight in zip(to_rgb(pen.colour), (0.3, 0.59, 0.11), strict=True))
        for pen in (first, second)
    ]
    assert grey[1] - grey[0] > 0.25
    assert all(ours != theirs for ours, theirs in zip(first, second, strict=True))


class ShakyLayout(LayoutEngine):
    """A layout whose places differ in their last bits, as those of matplotlib's solver do from run to run."""

    _adjust_compatible = _colorbar_gridspec = True

    def __init__(self, shift):
        super().__init__()
        self.shift = shift

    def execute(self, fig):
        """Place the panel."""
        fig.axes[0].set_position([0.1 + self.shift, 0.1, 0.8, 0.8], which="original")


def test_the_last_bits_of_a_layout_change_no_byte():
    """An SVG names its frames after their places: they are rounded."""
    pictures = set()
    for shift in (0.0, 1e-15):
        with matplotlib_settings():
            figure = new_figure(4, 1)
            figure.subplots().plot([1, 2])
            figure.set_layout_engine(ShakyLayout(shift))
            pictures.add(figure_bytes(fix_layout(figure), "svg"))
    assert len(pictures) == 1


def test_settings_are_left_alone():
    """A picture neither obeys nor changes matplotlib's settings."""
    before = figure_bytes(page("x"), "svg")
    with mpl.rc_context({"font.family": ["monospace"], "text.color": "red", "figure.facecolor": "black"}):
        settings = dict(mpl.rcParams)
        assert figure_bytes(page("x"), "svg") == before
        assert dict(mpl.rcParams) == settings


def test_no_window_system_is_touched():
    """Neither pyplot nor the font's package, which sets a default font when imported, is loaded."""
    code = (
        "import sys, analysis.plots.review_pages; from analysis.plots.picture_style import matplotlib_settings\n"
        "with matplotlib_settings(): pass\n"
        "print([name for name in ('matplotlib.pyplot', 'matplotlib_fontja') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
