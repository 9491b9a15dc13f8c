"""Judges the records of a file through the public functions :func:`kifu.verify` and :func:`kifu.readings`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import kifu

if TYPE_CHECKING:
    from kifu.referee.readings import Readings
    from kifu.referee.verdict import Verdict
    from notation.reading import Document


def judge(document: Document) -> tuple[Verdict, ...]:
    """Return the verdicts on the records of a file, in order; for a file without records, one UNREADABLE verdict."""
    return kifu.verify(document)


def judge_readings(document: Document) -> tuple[Readings[Verdict], ...]:
    """Return the readings of the records of a file, in order; for a file without records, one with an UNREADABLE verdict."""
    return kifu.readings(document)
