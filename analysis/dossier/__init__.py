"""Dossier of a dispute (調書): reproducible files that a decision rests on.

Does: everything about a disputed game in files that are the same wherever they are made. Its modules, in the order in
which they need each other: inputs_and_judged_sheets, journal_timeline, document_blocks_and_deciding_boards, contents; the sections,
dossier_files_and_zip and dossier_pdf, verification_and_decision.
Door: `inputs_and_judged_sheets` and `read_sheet` take the sheets, `contents` makes the JSON, `dossier_files_and_zip` the files and the ZIP archive;
`verification_and_decision` rebuilds and compares them, and binds the decision of an arbiter to the fingerprint.
Needs: the reader, the referee, reconciliation, recorded games; pdf (page layout, QR code).
Without it: no `kifu dossier`, and no dossier of a recorded game. Nothing else asks for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.lazy_imports_extras_and_package_files import lazy_getattr

if TYPE_CHECKING:
    from analysis.dossier import contents, dossier_files_and_zip, inputs_and_judged_sheets, verification_and_decision
    from analysis.dossier.inputs_and_judged_sheets import read_sheet

__all__ = ["contents", "dossier_files_and_zip", "inputs_and_judged_sheets", "read_sheet", "verification_and_decision"]

__getattr__ = lazy_getattr(__name__, {"read_sheet": "inputs_and_judged_sheets"}, __all__)
