"""Score sheets as PDF: blank, or filled in from a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.pdf.filled_sheet import record_form
from analysis.pdf.pdf_writer import refuse_too_many, to_pdf
from analysis.pdf.score_sheet import pages

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analysis.pdf.paper_page import PaperPage, Size
    from analysis.pdf.sheet_contents import ScoreSheet
    from kifu.core.message import Language
    from kifu.core.outcome import Side
    from kifu.referee.record import Record
    from kifu.referee.verdict import Verdict


def blank_pdf(form: ScoreSheet) -> bytes:
    """Return an empty score sheet. Raises MissingExtra."""
    return to_pdf(pages(form), form.identity, form.game.name.in_language(form.language))


def records_pdf(
    records: Sequence[Record], verdicts: Sequence[Verdict | None], *, side: Side, size: Size, language: Language
) -> bytes:
    """Return records as filled score sheets; records without game are omitted.

    Raises MissingExtra, and TooLong.
    """
    made: list[PaperPage] = []
    titles: dict[str, str] = {}
    for record, verdict in zip(records, verdicts, strict=True):
        if record.game is not None:
            form = record_form(record, verdict, side=side, size=size, language=language)
            made += pages(form)
            refuse_too_many(len(made))
            titles[form.game.name.in_language(language)] = form.identity
    return to_pdf(tuple(made), " ".join(titles), " ".join(titles.values()))
