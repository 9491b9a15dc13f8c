"""Batch verification: compiled fast path for plain records, referee for the rest.

Does: judge many records at once, with the verdicts that each would get alone. A *plain* record has a head without
diagnostics, numbered moves with or without times, comments, a right 得点 and a closing line; or it is a match of two such
games. The compiled scanner (:mod:`analysis.batch.scanner_kernel`) knows how such lines look, not what they mean: heads,
moves, special words, scores and closing lines are parsed by the functions that also read one record alone, once for each
text that occurs. A record that is not plain, or that gets a diagnostic, is read and judged as it would be alone.
Door: `file_splitting` and `copy_stream` give pieces of files (FilePiece), Batch judges them (BatchItem, PlainVerdict),
`batch_readings` judges them under other readings; `scan_and_replay` loads the machine code beforehand.
Needs: the reader, the referee; numba (extra `fast`), without which every record takes the slow way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.lazy_imports_extras_and_package_files import lazy_getattr

if TYPE_CHECKING:
    from analysis.batch import file_splitting, scan_and_replay
    from analysis.batch.file_pieces_and_temporary_copies import FilePiece, copy_stream
    from analysis.batch.judge_pieces_and_rule_readings import Batch, BatchItem, batch_readings
    from analysis.batch.plain_heads_and_cached_verdicts import PlainVerdict

__all__ = [
    "Batch",
    "BatchItem",
    "FilePiece",
    "PlainVerdict",
    "batch_readings",
    "copy_stream",
    "file_splitting",
    "scan_and_replay",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "Batch": "judge_pieces_and_rule_readings",
        "BatchItem": "judge_pieces_and_rule_readings",
        "FilePiece": "file_pieces_and_temporary_copies",
        "PlainVerdict": "plain_heads_and_cached_verdicts",
        "copy_stream": "file_pieces_and_temporary_copies",
        "batch_readings": "judge_pieces_and_rule_readings",
    },
    __all__,
)
