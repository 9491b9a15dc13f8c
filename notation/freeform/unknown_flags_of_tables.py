"""Rows of tables whose flag of what happens at the end of a move says neither yes nor no: they are not read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from notation.freeform.table_cells_and_columns import (
    SUFFIX_ROLES,
    TableColumn,
    is_frame_line,
    read_column_names,
    split_row,
)
from notation.freeform.turns_of_table_rows import has_unknown_flag

if TYPE_CHECKING:
    from collections.abc import Sequence

    from notation.freeform.clean_lines import CleanLine


def with_unknown_flags_refused(lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return lines with each row refused whose flag is not understood: as a text its move would be read without it."""
    made: list[CleanLine] = []
    columns: tuple[TableColumn, ...] = ()
    for laid in lines:
        ruled = laid.parts or laid.furniture or is_frame_line(laid.passage.text)
        cells = None if ruled else split_row(laid.passage, columns)
        named = read_column_names([cell.text for cell in cells], {}) if cells else ()
        columns = named or columns
        flagged = any(column.role in SUFFIX_ROLES for column in columns)
        refused = cells is not None and flagged and not named and has_unknown_flag(cells, columns)
        made.append(laid._replace(refused=True) if refused else laid)
    return made
