"""Writes docs/columns.md from the columns of the tables: `python docs/generate_columns.py`."""

from pathlib import Path

from analysis.tables.columns import columns_markdown

PAGE = Path(__file__).with_name("columns.md")

if __name__ == "__main__":
    PAGE.write_text(columns_markdown(), "utf-8")
