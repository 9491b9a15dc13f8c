"""Opening statistics of a dataset, patterns, and opening books.

Does: an opening is a set of moves: neither their order nor a symmetry of the board matters. Openings are collected from a
dataset, counted, drawn and printed as an atlas; positions are found by patterns in words; books hold moves by position.
Door: `collect_openings`, `atlas` makes the atlas; `read_pattern`, Pattern, BadPattern and
`pattern_search` are patterns; `book` reads, writes and plays a book, `book_build` makes one.
Needs: corpus, explorer, plots, tables.
Without it: no `kifu study openings`, `study book`, `--book` or `--pattern`. Nothing else asks for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.lazy_imports_extras_and_package_files import lazy_getattr

if TYPE_CHECKING:
    from analysis.openings import atlas, book, book_build, pattern_search
    from analysis.openings.opening_sets import collect_openings
    from analysis.openings.pattern_matcher import Pattern
    from analysis.openings.pattern_parser import read_pattern
    from analysis.openings.pattern_vocabulary import BadPattern

__all__ = [
    "BadPattern",
    "Pattern",
    "atlas",
    "book",
    "book_build",
    "collect_openings",
    "pattern_search",
    "read_pattern",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "BadPattern": "pattern_vocabulary",
        "Pattern": "pattern_matcher",
        "collect_openings": "opening_sets",
        "read_pattern": "pattern_parser",
    },
    __all__,
)
