"""Defines `kifu corpus sql`, which answers a question in SQL from a dataset."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kifu.cli.arguments.dataset_question import dataset_argument, open_dataset
from kifu.cli.arguments.shared_options import form_option, raw_csv_option
from kifu.cli.printing.language import language_option
from kifu.cli.printing.listing import FORMATS, print_rows
from kifu.model.extras import need

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@click.argument("question", metavar="SQL")
@dataset_argument
@form_option(*FORMATS, words="json は一行に一件。json: one object a line, one line a row.")
@raw_csv_option
@language_option
def command(question: str, dataset: Path | None, corpus: Path, form: str, *, raw_csv: bool) -> None:
    """データに SQL で尋ねる。

    SQL は DuckDB の SELECT 文一つ。表は games、plies、rejects で、列は DESCRIBE games で分かる。データは変えられない。

    Ask a dataset in SQL (DuckDB): one SELECT over games, plies and rejects. What columns they have: DESCRIBE games.
    Nothing can be changed.
    """
    need("corpus")
    from analysis.corpus.dataset import ask  # noqa: PLC0415 - loads numpy and Arrow

    print_rows(*ask(open_dataset(dataset, corpus), question), form, raw=raw_csv)
