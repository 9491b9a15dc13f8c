"""What a question to a dataset is about: the dataset, the game, and the position."""

from __future__ import annotations

from contextlib import ExitStack
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kifu import games
from kifu.cli.arguments.corpus_option import coded_errors, corpus_option
from kifu.cli.arguments.positions import load_position, named_game
from kifu.cli.printing.language import say
from kifu.model.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable

    import duckdb

    from kifu.cli.arguments.places import Place
    from kifu.model.game import Game, Position

OPEN = "kifu.cli.arguments.dataset_question.open"
"""Where a command keeps what it has opened."""


def symmetric_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the flag `--symmetric`."""
    return click.option(
        "--symmetric",
        is_flag=True,
        help="盤の対称形 (6面体では先後の入れ替えも) を同じ局面とみなす。Take positions that are the same up to a symmetry of "
        "the game (in 6面体 also with the sides exchanged) for one.",
    )(function)


def dataset_argument(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the argument DATASET; without it the option `--corpus` counts. :func:`open_dataset` reads both.

    What is wrong with the dataset or a question to it ends the command with a message.
    """

    @wraps(function)
    def asking(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - of whichever command
        # Not click's with_resource: before 8.3 what is opened there does not learn why the command ended.
        with coded_errors(), ExitStack() as stack:
            click.get_current_context().meta[OPEN] = stack
            return function(*arguments, **options)

    argument = click.argument("dataset", metavar="[DATASET]", required=False, type=click.Path(path_type=Path))
    return argument(corpus_option(asking))


def open_dataset(dataset: Path | None, corpus: Path) -> duckdb.DuckDBPyConnection:
    """Return a connection with the tables of a dataset, until the command ends. Raises NoDataset."""
    from analysis.corpus.dataset import opened  # noqa: PLC0415 - DuckDB only for those who ask

    stack: ExitStack = click.get_current_context().meta[OPEN]
    return stack.enter_context(opened(dataset or corpus))


def asked_position(
    connection: duckdb.DuckDBPyConnection, game: Game | None, diagram: str | None, rules: str | None, place: Place
) -> tuple[Game, Position]:
    """Return the position a question is about, and the game under its rules.

    The game is `game`, else the one that the record in `diagram` names, else the only one of the dataset. Raises
    click.UsageError where none of them tells, BadDiagram like :func:`kifu.cli.arguments.positions.load_position`.
    """
    game = game or (named_game(diagram, place) if diagram else None) or only_game(connection)
    return load_position(game, diagram, rules, place)


def only_game(connection: duckdb.DuckDBPyConnection) -> Game:
    """Return the one game a dataset holds. Raises click.UsageError where there are more, or none."""
    from analysis.corpus.explorer.sql import game_ids  # noqa: PLC0415 - as above

    found = game_ids(connection)
    if len(found) == 1:
        return games.load(found[0])
    listed = " ".join(found)
    if not found:
        raise click.UsageError(say(Message("データに棋譜がありません", "the dataset holds no game")))
    raise click.UsageError(
        say(
            Message(
                f"データには {listed} の棋譜があります。--game でどれかを指定してください",
                f"the dataset holds games of {listed}; name one with --game",
            )
        )
    )
