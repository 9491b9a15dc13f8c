"""Judges the records of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.referee.verify import unreadable_file, verify

if TYPE_CHECKING:
    from kifu.referee.verdict import Verdict
    from notation.reading import Document


def judge(document: Document) -> tuple[Verdict, ...]:
    """Return a verdict on each record of a file, in order; on a file without any, one that says so."""
    if not document.records:
        return (unreadable_file(document.name, document.sha256, document.diagnostics),)
    return tuple(verify(record, document.sha256, document.diagnostics) for record in document.records)
