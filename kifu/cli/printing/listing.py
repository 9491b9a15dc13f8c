"""Prints the rows of an answer one by one: as a table for people, or as CSV or JSON for programs."""

from __future__ import annotations

import sys
from decimal import Decimal
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING

import click

from kifu.cli.printing.aligned_columns import aligned
from kifu.cli.printing.csv_cells import row_as_csv, write_as_utf8
from kifu.cli.printing.guard import print_json
from kifu.cli.printing.language import say
from kifu.core.message import Message, visible
from notation.rendering import display_width

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

FORMATS = ("table", "csv", "json")
NUMBER = int | float | Decimal
MISSING = "NULL"
MEASURED = 1000
"""The number of rows that share one set of column widths; only these rows are in memory at a time."""


def print_rows(columns: Sequence[str], rows: Iterator[tuple[object, ...]], form: str, *, raw: bool = False) -> None:
    """Print rows in `form`, one of FORMATS. Unless `raw`, CSV holds no text that a spreadsheet may run.

    Each row has a value for each of the `columns`. Raises click.UsageError for JSON if two columns have the same name.
    """
    if form != "table":
        write_as_utf8()
    printers: dict[str, Callable[..., None]] = {
        "table": _print_table,
        "csv": partial(_print_csv, raw=raw),
        "json": _print_json,
    }
    printers[form](columns, rows)
    sys.stdout.flush()


def _print_csv(columns: Sequence[str], rows: Iterator[tuple[object, ...]], *, raw: bool) -> None:
    for row in chain([columns], rows):
        sys.stdout.write(row_as_csv(row, raw=raw))


def _print_json(columns: Sequence[str], rows: Iterator[tuple[object, ...]]) -> None:
    twice = next((name for place, name in enumerate(columns) if name in columns[:place]), None)
    if twice is not None:  # a JSON object would keep only the last of the two values
        shown = visible(twice)
        message = Message(
            f"列「{shown}」が二つあります。AS で別の名前を付けてください [same-column]",
            f"there are two columns '{shown}'; name one of them otherwise with AS [same-column]",
        )
        raise click.UsageError(say(message))
    for row in rows:
        print_json(dict(zip(columns, map(_json_value, row), strict=True)), default=str)


def _json_value(value: object) -> object:
    """Return a value as JSON can hold it: a decimal as a float, infinity and NaN as None."""
    if isinstance(value, Decimal):
        return float(value)
    return None if (isinstance(value, float) and value in {float("inf"), float("-inf")}) or value != value else value  # noqa: PLR0124 - only NaN differs from itself


def _print_table(columns: Sequence[str], rows: Iterator[tuple[object, ...]]) -> None:
    block = list(islice(rows, MEASURED))
    numbers = {place for place in range(len(columns)) if all(isinstance(row[place], NUMBER | None) for row in block)}
    shown = [[_cell(value) for value in row] for row in block]
    widths = [max(map(display_width, column)) for column in zip(columns, *shown, strict=True)]
    head = [list(columns), ["-" * width for width in widths]]
    while block or head:
        for line in aligned([*head, *([_cell(value) for value in row] for row in block)], numbers):
            click.echo(line)
        head, block = [], list(islice(rows, MEASURED))


def _cell(value: object) -> str:
    if value is None:
        return MISSING
    return (
        f"{value:.4f}".rstrip("0").rstrip(".") if isinstance(value, float) else visible(str(value)).replace("\n", "␊")
    )
