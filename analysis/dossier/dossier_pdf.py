"""PDF of a dossier: A4 with fingerprint, page number and QR code."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from analysis.dossier.contents import fingerprint_groups
from analysis.dossier.document_blocks import TextBlock
from analysis.dossier.dossier_html import FINGERPRINT, TITLE
from analysis.dossier.dossier_section import account
from analysis.dossier.page_layout import paginate, strips
from analysis.pdf.paper_page import HAIR, INK, MAX_PAGES, PALE, Area, PaperPage, inside
from analysis.pdf.pdf_writer import to_pdf
from analysis.pdf.qr_code import code
from kifu.core.message import Message
from kifu.render.shapes import Line, Paint
from kifu.render.shapes import Text as Written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.dossier.contents import Dossier
    from analysis.pdf.paper_page import Size
    from kifu.render.shapes import Shape

SIZE: Size = "a4"
HEAD = 17.0
"""The height of the band at the top of each page."""
QR = 16.0
"""The side of the QR code of a page, with its empty border."""

_LEFT_OUT = Message(
    "ここから先は紙に載せません。全文は dossier.html と dossier.json にあります",
    "the rest is not printed; all of it is in dossier.html and dossier.json",
)


def pdf(dossier: Dossier) -> bytes:
    """Return the dossier on paper. The same dossier gives the same bytes."""
    whole = inside(SIZE)
    area = Area(whole.left, whole.top + HEAD, whole.right, whole.bottom)
    foot = fingerprint_groups(dossier.fingerprint)
    band = tuple(_band(dossier, whole))
    shapes = list(islice(paginate(strips(account(dossier), area.width), area), MAX_PAGES + 1))
    if len(shapes) > MAX_PAGES:
        shapes[MAX_PAGES - 1 :] = paginate(strips((TextBlock(_LEFT_OUT, "strong"),), area.width), area)
    pages = tuple(PaperPage(SIZE, (*band, *page), foot) for page in shapes)
    title = f"{TITLE.ja} {TITLE.en} {dossier.fingerprint[:8]}"
    return to_pdf(pages, title, foot, compressed=False)


def _band(dossier: Dossier, whole: Area) -> Iterator[Shape]:
    """Yield the header of a page, with the fingerprint as QR code."""
    game = dossier.contents["game"]["name"]
    title = f"{TITLE.ja} {TITLE.en}"
    yield Written(whole.left, whole.top + 4, 5.2, title, INK, "start", bold=True)
    yield Written(
        whole.left,
        whole.top + 10,
        2.7,
        f"{game['ja']} — {FINGERPRINT.ja} {FINGERPRINT.en} (SHA-256, dossier.json):",
        PALE,
        "start",
    )
    yield Written(whole.left, whole.top + 13.4, 2.7, fingerprint_groups(dossier.fingerprint), INK, "start")
    yield from code(dossier.fingerprint, whole.right - QR + 2, whole.top - 2, QR)
    y = whole.top + HEAD - 1.5
    yield Line(((whole.left, y), (whole.right, y)), Paint("", PALE, HAIR))
