"""QR code as shapes."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from analysis.pdf.paper_page import INK
from kifu.core.packages import missing_extra_of
from kifu.render.shapes import Paint, Rectangle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.render.shapes import Shape

QUIET = 4
"""The width of the empty border of a code, in modules."""


def modules(content: str, error: str = "m") -> tuple[tuple[bool, ...], ...]:
    """Rows of a QR code without border, dark modules true.

    `error` is its level of correction. Raises MissingExtra.
    """
    try:
        import segno  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as absent:
        raise missing_extra_of(absent) or absent from None

    code = segno.make_qr(content, error=error, encoding="utf-8", eci=False)
    return tuple(tuple(bool(module) for module in row) for row in code.matrix)


def code(content: str, left: float, top: float, side: float, quiet: int = QUIET) -> Iterator[Shape]:
    """Yield a QR code with border, as a square of `side`."""
    rows = modules(content)
    module = side / (len(rows) + 2 * quiet)
    dark = Paint(INK)
    for row, line in enumerate(rows):
        column = 0
        for is_dark, same in groupby(line):
            length = len(list(same))
            if is_dark:
                x, y = left + (quiet + column) * module, top + (quiet + row) * module
                yield Rectangle(x, y, length * module, module, dark)
            column += length
