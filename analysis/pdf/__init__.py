"""PDF pages: shapes in millimetres, written to reproducible bytes.

Does: a page is a tuple of the shapes of :mod:`kifu.render.shapes_and_svg`, with lengths in millimetres from its upper left corner.
Score sheets are laid out on pages, blank or filled in from a record, in three forms. The same pages give the same bytes.
Door: `paper_page`, `fonts` and `pdf_writer` make any page; `score_sheet` lays out and prints
score sheets; with it `sheet_contents`, `move_rows` and the marks of `paper_page` tell a scanner where the boxes are.
Needs: scenes of boards; ReportLab and segno (extra `paper`), imported when used.
Without it: no `kifu sheet` or `kifu site`, no scan, no dossier, no server. No record is judged otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.lazy_imports_extras_and_package_files import lazy_getattr

if TYPE_CHECKING:
    from analysis.pdf import fonts, move_rows, paper_page, pdf_writer, score_sheet, sheet_contents

__all__ = ["fonts", "move_rows", "paper_page", "pdf_writer", "score_sheet", "sheet_contents"]

__getattr__ = lazy_getattr(__name__, {}, __all__)
