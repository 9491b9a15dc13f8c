"""DataFrames of verdicts, counts per square, and win chances.

Does: turn verdicts into rows, counts and frames whose columns are the same for all games, described in docs/columns.md.
Door: `columns` names the columns, `table_rows_and_digests` fills them and tells equal records, `dataframes` makes them;
`verdict_access` reads verdicts, `square_counts_and_courses` counts marks, `significance` tells what shares show;
`win_chances_and_proofs` asks the engine.
Needs: the referee, the engine; numpy, and pandas (extra `tables`) for frames.
Without it: no room of analysis but pdf and batch works, nor the server, `kifu export` or `review`; `kifu verify` and `show` do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.lazy_imports_extras_and_package_files import lazy_getattr

if TYPE_CHECKING:
    from analysis.tables import (
        columns,
        dataframes,
        significance,
        square_counts_and_courses,
        table_rows_and_digests,
        verdict_access,
        win_chances_and_proofs,
    )

__all__ = [
    "columns",
    "dataframes",
    "significance",
    "square_counts_and_courses",
    "table_rows_and_digests",
    "verdict_access",
    "win_chances_and_proofs",
]

__getattr__ = lazy_getattr(__name__, {}, __all__)
