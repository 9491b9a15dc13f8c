"""Slip repair of one record, and reconciliation of two sheets.

Does: search for the slip of the pen that makes a record legal; align two sheets of one game and merge them. Nothing is
changed or chosen by itself: a candidate, a joint game, a merged record are values.
Door: `find_repairs` gives a Repair for each record, whose Candidates are of a SlipKind; `reconcile_sheets` gives a
Reconciliation of two sheets, whose verdict is a ReconciliationStatus, or raises NotOneGame; `merged_document` gives the one record of both.
Needs: the referee, the reader.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.lazy_imports_extras_and_package_files import lazy_getattr

if TYPE_CHECKING:
    from kifu.reconcile.candidate_edits import Candidate
    from kifu.reconcile.distance_and_first_difference import NotOneGame
    from kifu.reconcile.python_api import find_repairs, merged_document, reconcile_sheets
    from kifu.reconcile.reconciliation import Reconciliation, ReconciliationStatus
    from kifu.reconcile.repair import Repair
    from kifu.reconcile.slip_rules import SlipKind

__all__ = [
    "Candidate",
    "NotOneGame",
    "Reconciliation",
    "ReconciliationStatus",
    "Repair",
    "SlipKind",
    "find_repairs",
    "merged_document",
    "reconcile_sheets",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "Candidate": "candidate_edits",
        "NotOneGame": "distance_and_first_difference",
        "Reconciliation": "reconciliation",
        "Repair": "repair",
        "SlipKind": "slip_rules",
        "ReconciliationStatus": "reconciliation",
        "find_repairs": "python_api",
        "merged_document": "python_api",
        "reconcile_sheets": "python_api",
    },
    __all__,
)
