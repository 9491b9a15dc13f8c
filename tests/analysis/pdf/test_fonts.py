"""The text of paper: glyphs, widths, cutting and wrapping."""

from __future__ import annotations

import subprocess
import sys

from each import each

from analysis.pdf import fonts
from kifu.render.shapes_and_svg import MISSING


def test_each_character_is_drawn_by_a_font_or_as_strokes() -> None:
    """The three characters that the Japanese font lacks are strokes; some others come from the second font."""
    drawn = fonts.text_runs("马に乗る😀傌")
    assert [(run.text, run.font) for run in drawn] == [
        ("马", None),
        ("に乗る", "kifu-matplotlib_fontja"),
        ("😀", "kifu-matplotlib"),
        ("傌", None),
    ]


@each(
    ("text", "shown"),
    [
        ("\x1b[31m", "<U+001B>[31m"),
        ("한글", MISSING * 2),
        ("か\u3099", "が"),
        ("a\u202eb", "a<U+202E>b"),
        ("改\n行", "改<U+000A>行"),
        ("\ud800", "<U+D800>"),
    ],
)
def test_what_has_no_glyph_is_shown_all_the_same(text: str, shown: str) -> None:
    """A control character is spelled, and a character without a glyph becomes 〓."""
    assert "".join(run.text for run in fonts.text_runs(text)) == shown


def test_a_cut_text_has_the_width_that_is_asked_for() -> None:
    """Text that fits stays as it is; longer text ends in … and still fits."""
    assert fonts.truncate_text("山田太郎", 3.0, 12.0) == "山田太郎"
    cut = fonts.truncate_text("山" * 5000, 3.0, 12.0)
    assert cut == "山山山…"
    assert fonts.text_width(cut, 3.0) <= 12.0
    assert fonts.truncate_text("", 3.0, 12.0) == ""


def test_a_text_is_wrapped_and_nothing_of_it_is_lost() -> None:
    """Lines fit, end at a blank where one is near the end, and give the text when joined."""
    text = "the quick brown fox jumps over the lazy dog and 山田太郎は駒を置いた"
    lines = list(fonts.wrap_text(text, 3.0, 30.0))
    assert all(fonts.text_width(line, 3.0) <= 30.0 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert lines[0] == "the quick brown fox"
    assert list(fonts.wrap_text("", 3.0, 30.0)) == [""]


def test_matplotlib_is_not_imported() -> None:
    """Its fonts are located only: importing it takes most of a second."""
    code = "import sys; from analysis.pdf import fonts; fonts.text_width('山é', 3.0); sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
