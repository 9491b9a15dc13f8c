"""Writes docs/columns.md from the columns of the tables: `python docs/generate_columns.py`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from analysis.tables.columns import DTYPES, PARQUET, TABLES, ColumnType

if TYPE_CHECKING:
    from analysis.tables.columns import Column, TableColumns

PAGE = Path(__file__).with_name("columns.md")


def page() -> str:
    """Return every table and column in Japanese and English, in Markdown."""
    lines = [
        "# 表の列 / The columns of the tables",
        "",
        "`analysis/tables/columns.py` から作られています。どの列もメモリーとデータセットで同じ名前です。",
        "Made from `analysis/tables/columns.py`. A column has the same name and type in memory and in a dataset, in each table and",
        "whatever games there are.",
        "",
        *_type_table_lines(),
    ]
    for table in TABLES:
        lines += ["", f"## {_table_heading(table)}", "", f"一行は{table.row.ja}。A row is {table.row.en}.", ""]
        lines += [
            "| 列 column | 値 values | メモリー memory | データセット dataset | 意味 | meaning |",
            "|---|---|---|---|---|---|",
        ]
        lines += [_column_line(table, column) for column in table.columns]
    return "\n".join(lines) + "\n"


def _type_table_lines() -> list[str]:
    """Return the type table: pandas and Parquet type of each."""
    head = ["| 値 values | pandas | Parquet |", "|---|---|---|"]
    return head + [f"| {kind.value.ja} {kind.value.en} | `{DTYPES[kind]}` | {PARQUET[kind]} |" for kind in ColumnType]


def _table_heading(table: TableColumns) -> str:
    names = {"メモリー memory": table.memory, "データセット dataset": table.corpus}
    return "、".join(f"{place}: `{name}`" for place, name in names.items() if name)


def _column_line(table: TableColumns, column: Column) -> str:
    kind = f"{column.kind.value.ja} {column.kind.value.en}"
    marks = ["○" if present else "" for present in (table.memory and column.memory, table.corpus and column.corpus)]
    return "| " + " | ".join([f"`{column.name}`", kind, *marks, column.meaning.ja, column.meaning.en]) + " |"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
