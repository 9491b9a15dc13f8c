"""Judges the records of a file, as everybody may who uses this package from Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

import kifu

if TYPE_CHECKING:
    from kifu.referee.verdict import Verdict
    from notation.reading import Document


def judge(document: Document) -> tuple[Verdict, ...]:
    """Return a verdict on each record of a file, in order; on a file without any, one that says so."""
    return kifu.verify(document)
