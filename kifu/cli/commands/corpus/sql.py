"""Defines `kifu corpus sql`, which answers a question in SQL from a dataset."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kifu.cli.arguments.dataset_question import dataset_argument, only_game, open_dataset
from kifu.cli.arguments.games_option import any_game_option
from kifu.cli.arguments.pattern_option import pattern_of, pattern_option
from kifu.cli.arguments.rules_option import rules_option, under
from kifu.cli.arguments.shared_options import form_option, raw_csv_option
from kifu.cli.printing.language import language_option
from kifu.cli.printing.listing import FORMATS, print_rows
from kifu.core.extras import need

if TYPE_CHECKING:
    from pathlib import Path

    from kifu.core.game.game import Game


@click.command()
@click.argument("question", metavar="SQL")
@dataset_argument
@pattern_option
@any_game_option
@rules_option
@form_option(*FORMATS, words="json は一行に一件。json: one object a line, one line a row.")
@raw_csv_option
@language_option
def command(  # noqa: PLR0913 - each option is a parameter
    question: str,
    dataset: Path | None,
    corpus: Path,
    *,
    pattern: str | None,
    game: Game | None,
    rules: str | None,
    form: str,
    raw_csv: bool,
) -> None:
    """データに SQL で尋ねる。

    SQL は DuckDB の SELECT 文一つ。表は games、plies、rejects で、列は DESCRIBE games で分かる。データは変えられない。--pattern なら、その形のある場所の表 matches (record、ply、symmetry、distance) も尋ねられる。

    Ask a dataset in SQL (DuckDB): one SELECT over games, plies and rejects. What columns they have: DESCRIBE games.
    Nothing can be changed. With --pattern there is one table more, matches (record, ply, symmetry, distance): all places
    that have the pattern.
    """
    need("corpus")
    from analysis.corpus.dataset import ask  # noqa: PLC0415 - loads numpy and Arrow

    connection = open_dataset(dataset, corpus)
    if pattern is not None:
        from analysis.openings.pattern_search import search  # noqa: PLC0415 - loads Arrow

        game = under(game or only_game(connection), rules)
        search(connection, game, pattern_of(game, pattern))
    answer = ask(connection, question)
    print_rows(answer.columns, answer.rows, form, raw=raw_csv)
