"""Which page a photograph may show, and of what sheet: by its QR code, by that of another page, or by its marks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from analysis.paper.corner_marks import PAGES
from analysis.paper.paper_page import SIZES
from analysis.paper.score_sheet import arranged, blank_form
from analysis.paper.sheet_contents import SIDE_IDS
from analysis.scan import page_faults
from kifu import games
from kifu.model.errors import KifuError
from kifu.model.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from analysis.paper.paper_page import Size
    from analysis.paper.score_sheet import LaidPage
    from analysis.paper.sheet_contents import ScoreSheet
    from analysis.scan.page_finding import Marks
    from kifu.contract.game import Game

FIRST_SIZES: tuple[Size, ...] = ("a4", "letter")
"""The paper of the first form, which does not say its size."""

_NUMBER = "[1-9][0-9]{0,3}"
_CODE = re.compile(
    rf"kifu:(?P<game>\w+):(?P<side>{'|'.join(SIDE_IDS.values())}):"
    rf"(?:1|2:(?P<size>\w+):(?P<plies>{_NUMBER}):(?P<part>{_NUMBER}):(?P<page>{_NUMBER})(?::(?P<head>.*))?)",
    re.IGNORECASE,
)
"""The text of the code of either form (see `ScoreSheet.identity` and `ScoreSheet.page_identity`)."""


class Paper(NamedTuple):
    """A page as it was printed: the sheet, the game of a match, the page of that game, and what stands on it."""

    form: ScoreSheet
    part: int
    page: int
    laid: LaidPage


class SheetCode(NamedTuple):
    """What a QR code says; the first form says neither its paper nor its page."""

    game: Game
    side: Side = Side.FIRST
    version: int = 2
    sizes: Sequence[Size] = tuple(SIZES)
    plies: int | None = None
    part: int | None = None
    page: int | None = None


def read_code(text: str) -> SheetCode:
    """Return what the text of a QR code says. Raises UnreadablePage for one of no sheet, or of one that is not known here."""
    said = _CODE.fullmatch(text)
    try:
        if said is None:
            raise page_faults.other_code(text)
        game = games.load(said["game"].lower())
        side = next(side for side, name in SIDE_IDS.items() if name == said["side"].lower())
        if said["plies"] is None:
            return SheetCode(game, side, 1, FIRST_SIZES)
        if game.required_head:
            game = game.configure(None, dict(zip(game.required_head, (said["head"] or "").split(":"), strict=True)))
        sizes = tuple(known for known in SIZES if known == said["size"].lower())
        return SheetCode(game, side, 2, sizes, int(said["plies"]), int(said["part"]) - 1, int(said["page"]))
    except (KifuError, ValueError):
        raise page_faults.other_code(text) from None


def papers(own: str | None, other: str | None, game: Game | None, marks: Marks) -> list[Paper]:
    """Return the pages that a photograph may show, the likeliest first.

    `own` is the text of its code, `other` that of another page of the sheet, `game` what stands in place of the game of both.
    Raises UnreadablePage if there is none.
    """
    text = own or other
    if text is not None:
        code = read_code(text)
    elif game is None:
        raise page_faults.unknown_game()
    else:
        code = SheetCode(game) if marks.corners else SheetCode(game, version=1, sizes=FIRST_SIZES)
    if game is not None:
        code = code._replace(game=game)
    found = [paper for size in code.sizes for paper in _papers(code, size, marks, whole=own is not None)]
    if not found:
        raise page_faults.other_code(text or "")
    return found


def _papers(code: SheetCode, size: Size, marks: Marks, *, whole: bool) -> Iterator[Paper]:
    """Yield the pages on one size of paper; `whole` tells that the code is of the page itself."""
    for number, paper in _pages(sheet(code, size, code.plies)):
        if code.version == 1:
            fits = whole == (paper.page == 1)
        elif whole:
            fits = (paper.part, paper.page) == (code.part, code.page)
        else:
            fits = not marks.corners or number % PAGES == marks.page
        if fits:
            yield paper


def sheet(code: SheetCode, size: Size, plies: int | None) -> ScoreSheet:
    """Return the empty sheet that a code is of."""
    return blank_form(
        code.game, side=code.side, size=size, language="ja", head_values={}, plies=plies, version=code.version
    )


def _pages(form: ScoreSheet) -> Iterator[tuple[int, Paper]]:
    """Yield the pages of a sheet that have plies, each with its number in the document, from 0."""
    before = 0
    for part, played in enumerate(form.parts):
        made = arranged(form, part)
        yield from ((before + page, Paper(form, part, page + 1, laid)) for page, laid in enumerate(made))
        before += len(made) + played.set_up


def shortened(paper: Paper, plies: int) -> Paper:
    """Return the same page of a sheet of the first form with fewer plies, which the code does not say."""
    form = paper.form
    code = SheetCode(form.game, form.side, form.version)
    made = sheet(code, form.size, plies)
    laid = arranged(made, paper.part)
    return paper if len(laid) < paper.page else Paper(made, paper.part, paper.page, laid[paper.page - 1])
