"""Empty score sheets for the page, as PDF: made beforehand, for nothing in a browser draws them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.pdf.score_sheet import blank_form
from analysis.pdf.score_sheet_pdf import blank_pdf
from kifu import games
from kifu.model.extras import installed
from kifu.model.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.model.message import Language

LANGUAGES: tuple[Language, ...] = ("ja", "en")


def sheets() -> Iterator[tuple[str, bytes]]:
    """Yield the sheets by the names of their files: ``sheet-six.ja.pdf``; none where what draws them is not installed."""
    if not installed("paper"):
        return
    for game_id in games.ids():
        for language in LANGUAGES:
            form = blank_form(
                games.load(game_id), side=Side.FIRST, size="a4", language=language, head_values={}, plies=None
            )
            yield f"sheet-{game_id}.{language}.pdf", blank_pdf(form)
