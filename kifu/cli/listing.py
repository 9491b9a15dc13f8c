"""Rows of an answer on standard output: a table for people, CSV or JSON for programs, row by row."""

from __future__ import annotations

import csv
import json
import sys
from decimal import Decimal
from itertools import chain, islice
from typing import TYPE_CHECKING

import click
from wcwidth import wcswidth

from kifu.message import CONTROL, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

FORMATS = ("table", "csv", "json")
NUMBER = int | float | Decimal
MISSING = "NULL"
MEASURED = 1000
"""The widths of columns are those of the first rows; later ones that are wider stand out."""


def print_rows(columns: Sequence[str], rows: Iterator[tuple[object, ...]], form: str) -> None:
    """Print rows in one of FORMATS."""
    printers = {"table": _print_table, "csv": _print_csv, "json": _print_json}
    printers[form](columns, rows)
    sys.stdout.flush()


def _print_csv(columns: Sequence[str], rows: Iterator[tuple[object, ...]]) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)


def _print_json(columns: Sequence[str], rows: Iterator[tuple[object, ...]]) -> None:
    for row in rows:
        text = json.dumps(dict(zip(columns, map(_plain, row), strict=True)), ensure_ascii=False, default=str)
        click.echo(CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text))


def _plain(value: object) -> object:
    """Return a value that JSON has: it has no decimals, and no numbers that are none."""
    if isinstance(value, Decimal):
        return float(value)
    return None if (isinstance(value, float) and value in {float("inf"), float("-inf")}) or value != value else value  # noqa: PLR0124 - NaN


def _print_table(columns: Sequence[str], rows: Iterator[tuple[object, ...]]) -> None:
    first = list(islice(rows, MEASURED))
    numbers = [all(isinstance(row[place], NUMBER | None) for row in first) for place in range(len(columns))]
    shown = [[_cell(value) for value in row] for row in first]
    widths = [max(map(_width, column)) for column in zip(columns, *shown, strict=True)]
    click.echo(_line(columns, widths, numbers))
    click.echo("  ".join("-" * width for width in widths))
    for row in chain(first, rows):
        click.echo(_line([_cell(value) for value in row], widths, numbers))


def _cell(value: object) -> str:
    if value is None:
        return MISSING
    return (
        f"{value:.4f}".rstrip("0").rstrip(".") if isinstance(value, float) else visible(str(value)).replace("\n", "␊")
    )


def _line(cells: Iterable[str], widths: Sequence[int], numbers: Sequence[bool]) -> str:
    parts = []
    for cell, width, number in zip(cells, widths, numbers, strict=True):
        blanks = " " * max(0, width - _width(cell))
        parts.append(blanks + cell if number else cell + blanks)
    return "  ".join(parts).rstrip()


def _width(text: str) -> int:
    return max(0, wcswidth(text))
