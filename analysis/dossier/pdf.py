"""Writes a dossier as PDF: A4, the fingerprint and the number of the page on each page, a QR code too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.dossier.account import account
from analysis.dossier.contents import grouped
from analysis.dossier.html import FINGERPRINT, TITLE
from analysis.dossier.strips import dealt, strips
from analysis.paper.pages import HAIR, INK, PALE, Area, Page, inside
from analysis.paper.pdf import to_pdf
from analysis.paper.qr import code
from kifu.scene.shapes import Line, Paint, Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.dossier.contents import Dossier
    from analysis.paper.pages import Size
    from kifu.scene.shapes import Shape

SIZE: Size = "a4"
HEAD = 17.0
"""The height of the band at the top of each page."""
QR = 16.0
"""The side of the QR code of a page, with its empty border."""


def pdf(dossier: Dossier) -> bytes:
    """Return the dossier on paper. The same dossier gives the same bytes."""
    whole = inside(SIZE)
    area = Area(whole.left, whole.top + HEAD, whole.right, whole.bottom)
    foot = grouped(dossier.fingerprint)
    band = tuple(_band(dossier, whole))
    pages = tuple(Page(SIZE, (*band, *shapes), foot) for shapes in dealt(strips(account(dossier), area.width), area))
    title = f"{TITLE.ja} {TITLE.en} {dossier.fingerprint[:8]}"
    return to_pdf(pages, title, foot, compressed=False)


def _band(dossier: Dossier, whole: Area) -> Iterator[Shape]:
    """Yield the top of a page: what it belongs to, and the fingerprint as a QR code."""
    game = dossier.contents["game"]["name"]
    title = f"{TITLE.ja} {TITLE.en}"
    yield Text(whole.left, whole.top + 4, 5.2, title, INK, "start", bold=True)
    yield Text(
        whole.left,
        whole.top + 10,
        2.7,
        f"{game['ja']} — {FINGERPRINT.ja} {FINGERPRINT.en} (SHA-256, dossier.json):",
        PALE,
        "start",
    )
    yield Text(whole.left, whole.top + 13.4, 2.7, grouped(dossier.fingerprint), INK, "start")
    yield from code(dossier.fingerprint, whole.right - QR + 2, whole.top - 2, QR)
    y = whole.top + HEAD - 1.5
    yield Line(((whole.left, y), (whole.right, y)), Paint("", PALE, HAIR))
