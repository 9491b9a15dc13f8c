"""Notebook view of verdicts: HTML, with the headline that tells a slip from a foul."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kifu.referee.verdict import Verdict


def with_notebook_view(verdict: Verdict) -> Verdict:
    """Return a verdict that a notebook shows as HTML, and so each game of a match."""
    return verdict._replace(html_view=_html, games=tuple(map(with_notebook_view, verdict.games)))


def _html(verdict: Verdict) -> str:
    from kifu.reconcile.slip_or_foul import with_slip_headline  # noqa: PLC0415 - the search for slips loads the reader
    from kifu.render.html.notebook import verdict_html  # noqa: PLC0415 - only notebooks need it

    return verdict_html(with_slip_headline(verdict))
