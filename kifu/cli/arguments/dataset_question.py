"""Reads from the command line what a question to a dataset is about: the dataset, the game, and the position."""

from __future__ import annotations

from contextlib import ExitStack
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kifu import games
from kifu.cli.arguments.corpus_option import coded_errors, corpus_option
from kifu.cli.arguments.positions import load_position
from kifu.cli.printing.language import say
from kifu.core.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable

    import duckdb

    from kifu.cli.arguments.place_options import RecordPlace
    from kifu.core.game.game import Game, Position

OPEN = "kifu.cli.arguments.dataset_question.open"
"""Key in the context of a command under which it keeps the connections that it has opened."""


def symmetric_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the flag `--symmetric`."""
    return click.option(
        "--symmetric",
        is_flag=True,
        help="盤の対称形 (6面体では先後の入れ替えも) を同じ局面とみなす。Take positions that are the same up to a symmetry of "
        "the game (in 6面体 also with the sides exchanged) for one.",
    )(function)


def dataset_argument(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the argument DATASET and the option `--corpus`, which counts if DATASET is left out.

    :func:`open_dataset` reads both. An error about the dataset or the question ends the command with a message.
    """

    @wraps(function)
    def reporting(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - each command has its own parameters
        # Before click 8.3, a resource opened by click's with_resource is not told which exception ended the command.
        with coded_errors(), ExitStack() as stack:
            click.get_current_context().meta[OPEN] = stack
            return function(*arguments, **options)

    argument = click.argument("dataset", metavar="[DATASET]", required=False, type=click.Path(path_type=Path))
    return argument(corpus_option(reporting))


def skip_prefixes_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the flag `--skip-prefixes`; :func:`open_dataset` takes it."""
    return click.option(
        "--skip-prefixes",
        is_flag=True,
        help="ほかの局の途中までの棋譜 (列 prefix_of) を数えない。Leave out games whose moves are the beginning of another game "
        "(column prefix_of).",
    )(function)


def open_dataset(dataset: Path | None, corpus: Path, *, skip_prefixes: bool = False) -> duckdb.DuckDBPyConnection:
    """Return a connection with the tables of a dataset. It stays open until the command ends. Raises NoDataset.

    With `skip_prefixes` games that are the beginning of another are left out, which standard error tells.
    """
    from analysis.corpus.dataset import leave_out_prefixes, open_dataset  # noqa: PLC0415 - loads numpy and Arrow

    stack: ExitStack = click.get_current_context().meta[OPEN]
    connection = stack.enter_context(open_dataset(dataset or corpus))
    if skip_prefixes:
        tell_left_out(leave_out_prefixes(connection))
    return connection


def tell_left_out(number: int) -> None:
    """Tell on standard error how many games were left out because they are the beginning of another."""
    told = Message(
        f"ほかの局の途中までの棋譜 {number} 局を数えません",
        f"{number} games that are the beginning of another are left out",
    )
    click.echo(say(told), err=True)


def position_in_question(
    connection: duckdb.DuckDBPyConnection, game: Game | None, diagram: str | None, rules: str | None, place: RecordPlace
) -> tuple[Game, Position]:
    """Return the game under its rules, and the position that a question is about.

    The game is `game`, else the game that the record in `diagram` names, else the only game of the dataset. Raises the
    errors of :func:`kifu.cli.arguments.positions.load_position`.
    """
    return load_position(game, diagram, rules, place, lambda: only_game(connection))


def only_game(connection: duckdb.DuckDBPyConnection) -> Game:
    """Return the only game of a dataset. Raises click.UsageError if the dataset has no game, or more than one."""
    from analysis.corpus.dataset import game_ids  # noqa: PLC0415 - as above

    identifiers = game_ids(connection)
    if len(identifiers) == 1:
        return games.load(identifiers[0])
    listed = " ".join(identifiers)
    if not identifiers:
        raise click.UsageError(say(Message("データに棋譜がありません", "the dataset holds no game")))
    raise click.UsageError(
        say(
            Message(
                f"データには {listed} の棋譜があります。--game でどれかを指定してください",
                f"the dataset holds games of {listed}; name one with --game",
            )
        )
    )
