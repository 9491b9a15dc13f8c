"""Picture style: fonts, colours, pens, safe text, figure rendering."""

from __future__ import annotations

import io
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
from matplotlib.transforms import Bbox

from kifu.core.escapes_confusables_and_text_width import cut_to_width
from kifu.core.game.drawing import DARK_MARKS
from kifu.core.outcome import Side
from kifu.render.shapes_and_svg import replace_missing_glyphs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from kifu.core.game.game import Game
    from kifu.core.message import Language, Message

Format = Literal["png", "svg"]
FORMATS: tuple[Format, ...] = ("png", "svg")

DOTS_PER_INCH = 144
FALLBACK = "DejaVu Sans"
"""This font comes with matplotlib. It has the Latin, Greek and Cyrillic letters that the Japanese font lacks."""

COMPRESSION = 4
"""The compression level of PNG files, up to 9. A higher level takes longer and saves a few percent."""

PLACE_DECIMALS = 9
"""The decimals of a place of axes, in parts of the figure: a millionth of a dot."""
INK, PALE, GRID = "#222222", "#777777", "#d9d9d9"

COUNTING = ListedColormap(mpl.colormaps["YlGnBu"](np.linspace(0.12, 1.0, 256)), "counting")
"""The colours of counts and of shares of games: from pale (few) to dark (many), in grey too and for every colour vision.
The palest is not white: white means nothing at all."""
DIVERGING = "PuOr"
"""The colours of numbers below (orange) and above (purple) a middle. In every picture purple means more for 先手, whose pen
is blue, or more for A."""


class SidePen(NamedTuple):
    """Line style of a side: colour, dashes and marker.

    Dashes and marker tell the sides apart on grey paper.
    """

    colour: str
    dashes: str
    marker: str
    fill: str


# Okabe and Ito's blue and orange: distinct for every kind of colour vision, and dark against light in grey.
PENS = {
    Side.FIRST: SidePen("#0072B2", "-", "o", "#0072B2"),
    Side.SECOND: SidePen("#E69F00", "--", "s", "white"),
}


def side_pen(game: Game, side: Side) -> SidePen:
    """Return a side's pen; dark marks (▲, ●) are filled."""
    pen = PENS[side]
    return pen._replace(fill=pen.colour if game.sides[side].mark in DARK_MARKS else "white")


def side_label(game: Game, side: Side, language: Language) -> str:
    """Return a side with its mark: ▲ 先手, ○ 白."""
    mark, label = game.sides[side]
    return f"{mark} {label.in_language(language)}"


@contextmanager
def matplotlib_settings() -> Iterator[None]:
    """Set matplotlib up for figures; restore its settings at the end."""
    with mpl.rc_context():
        mpl.rcdefaults()  # a user's matplotlibrc must not change a picture
        mpl.rc("font", family=font_families(), size=9.0)
        mpl.rc("axes", edgecolor=PALE, labelcolor=INK, linewidth=0.8)
        mpl.rc("hatch", linewidth=0.6)
        mpl.rc("svg", fonttype="path", hashsalt="kifu")
        mpl.rc("text", color=INK)
        mpl.rc("xtick", color=INK)
        mpl.rc("ytick", color=INK)
        yield


class NotebookFigure(Figure):
    """Figure that a notebook displays without pyplot."""

    def _repr_png_(self) -> bytes:
        return figure_bytes(self, "png")


def new_figure(width: float, height: float, *, arranged: bool = True) -> Figure:
    """Return an empty figure in inches; `arranged`: matplotlib's layout."""
    return NotebookFigure(figsize=(width, height), dpi=DOTS_PER_INCH, layout="constrained" if arranged else None)


def font_families() -> list[str]:
    """Return the font families of all text, in fallback order."""
    return [_japanese_font(), FALLBACK]


def draw_title(figure: Figure, text: str) -> None:
    """Write a page's title at the left, without formulas."""
    figure.suptitle(text, x=0.012, ha="left", fontsize=12, linespacing=1.5, parse_math=False)


def fix_layout(figure: Figure) -> Figure:
    """Fix the layout of a finished figure after one run.

    Else every rendering would repeat it, which takes half its time. The solver of layouts differs from run to run in the
    last bits of a place, and an SVG makes names from them.
    """
    engine = figure.get_layout_engine()
    if engine is not None:
        engine.execute(figure)
    figure.set_layout_engine("none")
    for axes in figure.axes:
        placed = axes.get_position(original=True).get_points()
        axes.set_position(Bbox(placed.round(PLACE_DECIMALS)), which="original")
    return figure


def figure_bytes(figure: Figure, file_format: Format) -> bytes:
    """Return the figure as file bytes, reproducible with one matplotlib version."""
    buffer = io.BytesIO()
    dots = figure.dpi
    with matplotlib_settings():  # the canvas is used directly: savefig would draw everything twice
        if file_format == "png":
            FigureCanvasAgg(figure).print_png(buffer, pil_kwargs={"compress_level": COMPRESSION})  # type: ignore[no-untyped-call]
        else:
            FigureCanvasSVG(figure).print_svg(buffer, metadata={"Date": None})  # type: ignore[no-untyped-call]
    figure.dpi = dots
    return buffer.getvalue()


def safe_line(text: str, max_columns: int | None = None) -> str:
    """Return untrusted text fit for one line, cut to `max_columns` columns.

    Control characters become visible; a character without a glyph becomes 〓. Draw the text with `parse_math=False`, or
    matplotlib sets a pair of `$` as a formula.
    """
    shown = replace_missing_glyphs(text, _drawable_code_points())
    return shown if max_columns is None else cut_to_width(shown, max_columns)


@cache
def _japanese_font() -> str:
    """Register IPAexGothic with matplotlib, and return its name.

    Importing the font's package would change matplotlib's default font, so the package is only located.
    """
    path = _font_file()
    font_manager.fontManager.addfont(path)
    return font_manager.FontProperties(fname=path).get_name()


@cache
def font_files() -> tuple[Path, Path]:
    """Return the font files of all text, in :func:`font_families`' order."""
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
def font_characters(font: Path) -> frozenset[int]:
    """Return the characters that a font has, as code points."""
    return frozenset(FT2Font(str(font)).get_charmap())


@cache
def _drawable_code_points() -> frozenset[int]:
    """Return the characters that can be drawn, as code points."""
    return frozenset().union(*map(font_characters, font_files()))


class PicturePage(NamedTuple):
    """Undrawn picture: file name without ending, and drawing function.

    A picture too large for a screen has several figures. A picture with nothing in it has none, so no empty file is
    written.
    """

    name: str
    draw: Callable[[], Sequence[Figure]]
    empty: Message
    """The reason why a picture without figures has none."""

    def named_figures(self) -> Iterator[tuple[str, Figure]]:
        """Draw the figures; yield each with its file name.

        The page's own for the first, then with -2, -3, …
        """
        for number, figure in enumerate(self.draw(), start=1):
            yield (self.name if number == 1 else f"{self.name}-{number}"), figure


def page_of_one_figure(
    file_stem: str, draw: Callable[[], Figure], reason_if_empty: Message, *, wanted: bool = True
) -> PicturePage:
    """Return a page of one figure, or none unless `wanted`."""
    return PicturePage(file_stem, lambda: (draw(),) if wanted else (), reason_if_empty)
