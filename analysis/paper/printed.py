"""Score sheets as PDF: an empty one, or the records of a document."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from analysis.paper.pdf import to_pdf
from analysis.paper.record_form import record_form
from analysis.paper.sheet import pages

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analysis.paper.form import Form
    from analysis.paper.pages import Size
    from kifu.model.message import Language
    from kifu.model.outcome import Side
    from kifu.model.record import Record
    from kifu.referee.verdict import Verdict


def blank_pdf(form: Form) -> bytes:
    """Return an empty score sheet. Raises MissingExtra."""
    return to_pdf(pages(form), form.identity, form.game.name.in_language(form.language))


def records_pdf(
    records: Sequence[Record], verdicts: Sequence[Verdict | None], *, side: Side, size: Size, language: Language
) -> bytes:
    """Return records as score sheets that are filled in, one behind the other. Records without a game are left out.

    Raises MissingExtra, and TooLong.
    """
    forms = [
        record_form(record, verdict, side=side, size=size, language=language)
        for record, verdict in zip(records, verdicts, strict=True)
        if record.game is not None
    ]
    titles = {form.game.name.in_language(language): form.identity for form in forms}
    return to_pdf(tuple(chain.from_iterable(map(pages, forms))), " ".join(titles), " ".join(titles.values()))
