"""What all pictures share: the Japanese font, the colours, text from files made fit to draw, and rendering to bytes."""

from __future__ import annotations

import io
import re
import unicodedata
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

import matplotlib as mpl
import numpy as np
from matplotlib import font_manager
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.ft2font import FT2Font

from kifu.model.drawn import DARK_MARKS
from kifu.model.message import visible
from kifu.model.outcome import Side
from kifu.model.width import shortened

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kifu.model.game import Game
    from kifu.model.message import Language

Format = Literal["png", "svg"]
FORMATS: tuple[Format, ...] = ("png", "svg")

DOTS_PER_INCH = 144
FALLBACK = "DejaVu Sans"
"""Comes with matplotlib; has the Latin, Greek and Cyrillic letters that a Japanese font lacks."""

COMPRESSION = 4
"""Of PNG files, up to 9: higher takes longer, for a few percent."""

INK, PALE, GRID = "#222222", "#777777", "#d9d9d9"

COUNTING = ListedColormap(mpl.colormaps["YlGnBu"](np.linspace(0.12, 1.0, 256)), "counting")
"""Colours of counts and of shares of games: little is pale, much is dark, in grey too and for every colour vision. They
start a little off white, which is nothing at all."""
DIVERGING = "PuOr"
"""Colours of what is less (orange) or more (purple) than a middle, the same way round in every picture: more of 先手's,
whose pen is blue, and of A's is purple."""

MISSING = "〓"
"""What Japanese printers set in place of a character they have no type for."""
_PICTURES = range(0x2400, 0x2422)
_VOICED = re.compile(".[\u3099\u309a]")
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")


class Pen(NamedTuple):
    """How the lines of a side are drawn: apart by colour and, for grey paper, by dashes and marker."""

    colour: str
    dashes: str
    marker: str
    fill: str


# Okabe and Ito's blue and orange: apart for every kind of colour vision, and dark against light in grey.
PENS = {
    Side.FIRST: Pen("#0072B2", "-", "o", "#0072B2"),
    Side.SECOND: Pen("#E69F00", "--", "s", "white"),
}


def pen_of(game: Game, side: Side) -> Pen:
    """Return the pen of a side of a game: its marker is filled where the side's own mark is dark (▲, ●)."""
    pen = PENS[side]
    return pen._replace(fill=pen.colour if game.sides[side].mark in DARK_MARKS else "white")


def side_label(game: Game, side: Side, language: Language) -> str:
    """Return a side of a game with its mark: ▲ 先手, ○ 白."""
    mark, label = game.sides[side]
    return f"{mark} {label.in_language(language)}"


@contextmanager
def drawing() -> Iterator[None]:
    """Build and render figures in this context; it puts matplotlib's settings back at its end."""
    with mpl.rc_context():
        mpl.rcdefaults()  # nobody's matplotlibrc changes a picture
        mpl.rc("font", family=fonts(), size=9.0)
        mpl.rc("axes", edgecolor=PALE, labelcolor=INK, linewidth=0.8)
        mpl.rc("hatch", linewidth=0.6)
        mpl.rc("svg", fonttype="path", hashsalt="kifu")
        mpl.rc("text", color=INK)
        mpl.rc("xtick", color=INK)
        mpl.rc("ytick", color=INK)
        yield


class Picture(Figure):
    """A figure that a notebook shows by itself, though pyplot, which cares for that otherwise, knows nothing of it."""

    def _repr_png_(self) -> bytes:
        return render(self, "png")


def new_figure(width: float, height: float, *, arranged: bool = True) -> Figure:
    """Return an empty figure of that many inches, whose parts make room for each other unless it is not `arranged`."""
    return Picture(figsize=(width, height), dpi=DOTS_PER_INCH, layout="constrained" if arranged else None)


def fonts() -> list[str]:
    """Return the font families of all text, the first that has a character being used for it."""
    return [_japanese_font(), FALLBACK]


def draw_title(figure: Figure, text: str) -> None:
    """Write a page's title, at the left; nothing in it is taken for a formula."""
    figure.suptitle(text, x=0.012, ha="left", fontsize=12, linespacing=1.5, parse_math=False)


def settle(figure: Figure) -> Figure:
    """Lay a finished figure out, once for all: rendering it would do so again each time, and it takes half the time."""
    engine = figure.get_layout_engine()
    if engine is not None:
        engine.execute(figure)
    figure.set_layout_engine("none")
    return figure


def render(figure: Figure, form: Format) -> bytes:
    """Return the figure as the bytes of a file; the same figure gives the same bytes with the same matplotlib."""
    buffer = io.BytesIO()
    dots = figure.dpi
    with drawing():  # the canvas itself: savefig would draw everything twice
        if form == "png":
            FigureCanvasAgg(figure).print_png(buffer, pil_kwargs={"compress_level": COMPRESSION})  # type: ignore[no-untyped-call]
        else:
            FigureCanvasSVG(figure).print_svg(buffer, metadata={"Date": None})  # type: ignore[no-untyped-call]
    figure.dpi = dots
    return buffer.getvalue()


def drawable(text: str, width: int | None = None) -> str:
    """Return text from a file fit to be drawn on one line: what no font has is shown as such, the rest is cut.

    Control characters become visible, characters without a glyph 〓. `width` is in half-width columns. Draw it with
    `parse_math=False`, or a pair of `$` would be set as a formula.
    """
    plain = _SELECTORS.sub("", visible(text).replace("\t", " "))
    plain = _VOICED.sub(lambda found: unicodedata.normalize("NFC", found[0]), plain)
    glyphs = _glyphs()
    shown = "".join(character if ord(character) in glyphs else _stand_in(character) for character in plain)
    return shown if width is None else shortened(shown, width)


def _stand_in(character: str) -> str:
    code = ord(character)
    if code not in _PICTURES:
        return MISSING
    control = 0x7F if code == _PICTURES[-1] else code - _PICTURES[0]
    return f"<U+{control:04X}>"


@cache
def _japanese_font() -> str:
    """Make IPAexGothic known to matplotlib, and return its name.

    The font's package sets matplotlib's default font when it is imported, so it is only looked up, not imported.
    """
    path = _font_file()
    font_manager.fontManager.addfont(path)
    return font_manager.FontProperties(fname=path).get_name()


@cache
def font_files() -> tuple[Path, Path]:
    """Return the files of the fonts of all text, the first that has a character being used for it."""
    return _font_file(), Path(font_manager.findfont(FALLBACK, fallback_to_default=True))


@cache
def _font_file() -> Path:
    package = find_spec("matplotlib_fontja")
    places: Iterable[str] = (package.submodule_search_locations or ()) if package else ()
    for place in places:
        for font in sorted(Path(place).rglob("*.ttf")):
            return font
    raise FileNotFoundError("matplotlib-fontja has no font: install it anew")


@cache
def glyphs_of(font: Path) -> frozenset[int]:
    """Return the characters that a font has."""
    return frozenset(FT2Font(str(font)).get_charmap())


@cache
def _glyphs() -> frozenset[int]:
    """Return the characters that can be drawn."""
    return frozenset().union(*map(glyphs_of, font_files()))
