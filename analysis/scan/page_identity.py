"""Page identity: sheet and page by QR code, sibling page or fiducials."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from analysis.pdf.paper_page import PAGES, SIZES
from analysis.pdf.score_sheet import blank_sheet, layout_pages
from analysis.pdf.sheet_contents import MARKED, TAUGHT, TIMED
from analysis.scan import photo_errors
from kifu.core import games
from kifu.core.errors import KifuError
from kifu.core.outcome import SIDE_IDS, Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from analysis.pdf.paper_page import Size
    from analysis.pdf.score_sheet import LaidPage
    from analysis.pdf.sheet_contents import ScoreSheet
    from analysis.scan.page_detection import FoundFiducials
    from kifu.core.game.game import Game

PRINTED = {"1": (1, TIMED), str(TIMED): (TIMED,)}
"""The forms that were printed under the number of a form without marks; for some time the timed one was printed as 1."""
_NUMBER = "[1-9][0-9]{0,3}"
_CODE = re.compile(
    rf"kifu:(?P<game>\w+):(?P<side>{'|'.join(SIDE_IDS)}):"
    rf"(?:(?P<plain>{'|'.join(PRINTED)})|(?P<marked>{MARKED}|{TAUGHT}):(?P<size>\w+):(?P<plies>{_NUMBER}):(?P<part>{_NUMBER}):(?P<page>{_NUMBER})(?::(?P<head>.*))?)",
    re.IGNORECASE,
)
"""The text of the code of any form (see `ScoreSheet.identity` and `ScoreSheet.page_identity`)."""


class PrintedPage(NamedTuple):
    """Printed page: sheet, game of a match, page number, contents."""

    form: ScoreSheet
    part: int
    page: int
    laid: LaidPage


class SheetCode(NamedTuple):
    """Content of a QR code; unmarked forms omit paper and page."""

    game: Game
    side: Side = Side.FIRST
    versions: Sequence[int] = (TAUGHT, MARKED)
    sizes: Sequence[Size] = tuple(SIZES)
    plies: int | None = None
    part: int | None = None
    page: int | None = None


def parse_sheet_code(text: str) -> SheetCode:
    """Return the content of a QR code.

    Raises UnreadablePage for one of no sheet, or of one that is not known here.
    """
    said = _CODE.fullmatch(text)
    try:
        if said is None:
            raise photo_errors.unknown_qr_code(text)
        game = games.load(said["game"].lower())
        side = Side(SIDE_IDS.index(said["side"].lower()))
        if said["plies"] is None:
            return SheetCode(game, side, PRINTED[said["plain"]])
        if game.required_head:
            game = game.configure(None, dict(zip(game.required_head, (said["head"] or "").split(":"), strict=True)))
        sizes = tuple(known for known in SIZES if known == said["size"].lower())
        return SheetCode(
            game, side, (int(said["marked"]),), sizes, int(said["plies"]), int(said["part"]) - 1, int(said["page"])
        )
    except (KifuError, ValueError):
        raise photo_errors.unknown_qr_code(text) from None


def candidate_pages(
    own_code: str | None, sibling_code: str | None, game: Game | None, fiducials: FoundFiducials
) -> list[PrintedPage]:
    """Return the pages that a photograph may show, the likeliest first.

    `own_code` is the text of its code, `sibling_code` that of another page of the sheet, `game` what stands in place of the game of both.
    Raises UnreadablePage if there is none.
    """
    text = own_code or sibling_code
    if text is not None:
        code = parse_sheet_code(text)
        if game is not None and game.id != code.game.id:
            raise photo_errors.sheet_of_other_game(code.game, game)
    elif game is None:
        raise photo_errors.unknown_game_on_page()
    else:
        code = SheetCode(game) if fiducials.corners else SheetCode(game, versions=PRINTED["1"])
    if game is not None:
        code = code._replace(game=game)
    kinds = product(code.versions, code.sizes)
    found = [
        paper
        for version, size in kinds
        for paper in _pages_of_form(code, version, size, fiducials, whole=own_code is not None)
    ]
    if not found:
        raise photo_errors.unknown_qr_code(text or "")
    return found


def _pages_of_form(
    code: SheetCode, version: int, size: Size, fiducials: FoundFiducials, *, whole: bool
) -> Iterator[PrintedPage]:
    """Yield the pages of a form and paper size; `whole`: own code."""
    for number, paper in _numbered_pages(blank_sheet_of_code(code.game, code.side, version, size, code.plies)):
        if not paper.form.marked:
            fits = whole == (paper.page == 1)
        elif whole:
            fits = (paper.part, paper.page) == (code.part, code.page)
        else:
            fits = not fiducials.corners or number % PAGES == fiducials.page
        if fits:
            yield paper


def blank_sheet_of_code(game: Game, side: Side, version: int, size: Size, plies: int | None) -> ScoreSheet:
    """Return the empty sheet that a code is of."""
    return blank_sheet(game, side=side, size=size, language="ja", head_values={}, plies=plies, version=version)


def _numbered_pages(form: ScoreSheet) -> Iterator[tuple[int, PrintedPage]]:
    """Yield the pages with plies, each with its number from 0."""
    before = 0
    for part, played in enumerate(form.parts):
        made = layout_pages(form, part)
        yield from ((before + page, PrintedPage(form, part, page + 1, laid)) for page, laid in enumerate(made))
        before += len(made) + played.set_up


def shorten_page(paper: PrintedPage, plies: int) -> PrintedPage:
    """Return the same page with fewer plies.

    The code of a form without marks does not say how many there are.
    """
    form = paper.form
    made = blank_sheet_of_code(form.game, form.side, form.version, form.size, plies)
    laid = layout_pages(made, paper.part)
    return paper if len(laid) < paper.page else PrintedPage(made, paper.part, paper.page, laid[paper.page - 1])
