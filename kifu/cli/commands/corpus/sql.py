"""`kifu corpus sql`: an SQL query on a dataset."""

from __future__ import annotations

import sys
from decimal import Decimal
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING

import click

from kifu.cli.arguments.dataset_and_book_options import (
    DatasetChoice,
    connect_to_dataset,
    dataset_argument,
    only_game,
    pattern_option,
    read_pattern_option,
)
from kifu.cli.arguments.game_and_rules_options import any_game_option, game_under_rules, rules_option
from kifu.cli.arguments.shared_options import form_option, raw_csv_option
from kifu.cli.command_definition import CommandOptions, argument, with_options
from kifu.cli.printing.guarded_output_and_progress import align_columns, make_stdout_utf8, print_json, row_as_csv
from kifu.cli.printing.language_and_usage_errors import usage_error
from kifu.core.lazy_imports_extras_and_package_files import require_extra
from kifu.core.message import visible
from notation.diagnostic_rendering import display_width

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kifu.core.game.game import Game

FORMATS = ("table", "csv", "json")
NUMBER = int | float | Decimal
MISSING = "NULL"
MEASURED = 1000
"""The number of rows that share one set of column widths; only these rows are in memory at a time."""


def print_rows(columns: Sequence[str], rows: Iterator[tuple[object, ...]], form: str, *, raw: bool = False) -> None:
    """Print rows in `form`, one of FORMATS.

    Unless `raw`, CSV holds no text that a spreadsheet may run.
    Each row has a value for each of the `columns`. Raises click.UsageError for JSON if two columns have the same name.
    """
    if form != "table":
        make_stdout_utf8()
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
    """Print rows as JSON lines; raises click.UsageError for a repeated column."""
    twice = next((name for place, name in enumerate(columns) if name in columns[:place]), None)
    if twice is not None:  # a JSON object would keep only the last of the two values
        shown = visible(twice)
        raise usage_error(
            f"列「{shown}」が二つあります。AS で別の名前を付けてください [same-column]",
            f"there are two columns '{shown}'; name one of them otherwise with AS [same-column]",
        )
    for row in rows:
        print_json(dict(zip(columns, map(_json_value, row), strict=True)), default=str)


def _json_value(value: object) -> object:
    """Return a JSON-safe value: float for decimal, None for infinity."""
    if isinstance(value, Decimal):
        return float(value)
    return None if (isinstance(value, float) and value in {float("inf"), float("-inf")}) or value != value else value  # noqa: PLR0124 - only NaN differs from itself


def _print_table(columns: Sequence[str], rows: Iterator[tuple[object, ...]]) -> None:
    """Print rows as aligned columns under their names."""
    block = list(islice(rows, MEASURED))
    numbers = {place for place in range(len(columns)) if all(isinstance(row[place], NUMBER | None) for row in block)}
    shown = [[_cell_text(value) for value in row] for row in block]
    widths = [max(map(display_width, column)) for column in zip(columns, *shown, strict=True)]
    head = [list(columns), ["-" * width for width in widths]]
    while block or head:
        for line in align_columns([*head, *([_cell_text(value) for value in row] for row in block)], numbers):
            click.echo(line)
        head, block = [], list(islice(rows, MEASURED))


def _cell_text(value: object) -> str:
    if value is None:
        return MISSING
    return (
        f"{value:.4f}".rstrip("0").rstrip(".") if isinstance(value, float) else visible(str(value)).replace("\n", "␊")
    )


class _Options(CommandOptions):
    question: str = argument(metavar="SQL")
    dataset: DatasetChoice = dataset_argument
    pattern: str | None = pattern_option
    game: Game | None = any_game_option
    rules: str | None = rules_option
    form: str = form_option(*FORMATS).help("json は一行に一件。json: one object a line, one line a row.")
    raw_csv: bool = raw_csv_option


@click.command()
@with_options(_Options)
def command(options: _Options) -> None:
    """データに SQL で尋ねる。

    SQL は DuckDB の SELECT 文一つ。表は games、plies、rejects で、列は DESCRIBE games で分かる。データは変えられない。--pattern なら、その形のある場所の表 matches (record、ply、symmetry、distance) も尋ねられる。

    Ask a dataset in SQL (DuckDB): one SELECT over games, plies and rejects. What columns they have: DESCRIBE games.
    Nothing can be changed. With --pattern there is one table more, matches (record, ply, symmetry, distance): all places
    that have the pattern.
    """
    require_extra("corpus")
    from analysis import corpus, openings  # noqa: PLC0415 - satellites, loaded when they are used

    connection = connect_to_dataset(options.dataset)
    if options.pattern is not None:
        game = game_under_rules(options.game or only_game(connection), options.rules)
        openings.pattern_search.fill_matches_and_count_games(
            connection, game, read_pattern_option(game, options.pattern)
        )
    answer = corpus.dataset_queries.query_dataset(connection, options.question)
    print_rows(answer.columns, answer.rows, options.form, raw=options.raw_csv)
