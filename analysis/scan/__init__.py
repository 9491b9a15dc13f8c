"""Score sheet recognition: photographs to a draft of the record.

Does: find the page in a photograph, dewarp it, classify its boxes, search the game that explains them best. It makes a
draft, never a proof: what is written stands beside what the rules make of it, until a person has confirmed it.
Door: `read_sheet` reads the photographs of a sheet, `draft` makes, confirms and measures a draft (Ply: one ply with its questions; Sheet: the pages of a sheet),
`handwriting` fits the classifier to a handwriting and keeps it; `review_api` answers the screen in JSON.
Needs: pdf (where the boxes of a form are), the rules, the reader; OpenCV and zxing-cpp (extra `scan`), imported when used.
Without it: no `kifu scan`, and the scan screen of the server says so. Nothing else asks for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.lazy_imports_extras_and_package_files import lazy_getattr

if TYPE_CHECKING:
    from analysis.scan import draft, handwriting, read_sheet, review_api
    from analysis.scan.draft_of_one_game import Ply
    from analysis.scan.scanned_sheet import Sheet

__all__ = ["Ply", "Sheet", "draft", "handwriting", "read_sheet", "review_api"]

__getattr__ = lazy_getattr(__name__, {"Ply": "draft_of_one_game", "Sheet": "scanned_sheet"}, __all__)
