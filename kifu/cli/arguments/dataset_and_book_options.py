"""Options of datasets, patterns and books, and cautions about unfinished games."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from kifu.cli.arguments.position_argument import load_game_and_position
from kifu.cli.command_definition import OptionGroup, argument, flag_option, option
from kifu.cli.printing.language_and_usage_errors import say, usage_error
from kifu.core import games
from kifu.core.errors import KifuError
from kifu.core.lazy_imports_extras_and_package_files import MissingExtra
from kifu.core.message import Message, visible
from kifu.core.regular_files import NotRegular, open_regular
from notation.diagnostic_rendering import caret_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    import duckdb

    from analysis.openings import Pattern
    from analysis.openings.book import Book
    from kifu.cli.arguments.position_options import RecordPlace
    from kifu.core.game.game import Game, Position


OPEN = "kifu.cli.arguments.dataset_and_book_options.open"
"""Key in the context of a command under which it keeps the connections that it has opened."""


class DatasetChoice(NamedTuple):
    """The dataset of a command: the argument DATASET, else `--corpus`."""

    named: Path | None
    corpus: Path

    @property
    def folder(self) -> Path:
        """The folder of the dataset."""
        return self.named or self.corpus


symmetric_option = flag_option().help(
    "盤の対称形 (6面体では先後の入れ替えも) を同じ局面とみなす。Take positions that are the same up to a symmetry of "
    "the game (in 6面体 also with the sides exchanged) for one."
)
skip_prefixes_option = flag_option().help(
    "ほかの局の途中までの棋譜 (列 prefix_of) を数えない。Leave out games whose moves are the beginning of another game "
    "(column prefix_of)."
)
pattern_option = option(metavar="TEXT").help(
    "盤の一部の形。例: '一01と七07に占、ほかの縁になし、対称' (docs/openings.ja.md)。Part of a board, as '占 on 一01 and 七07, "
    "none elsewhere on the rim, turned'; see docs/openings.md."
)
corpus_option = option(
    "-c", "--corpus", metavar="DIR", envvar="KIFU_CORPUS", default=".", type=click.Path(path_type=Path)
).help(
    "kifu corpus build が作ったフォルダー (なければ KIFU_CORPUS、それもなければ今のフォルダー)。Folder that kifu corpus "
    "build has made; default: KIFU_CORPUS, else the current folder."
)


def connect_to_dataset(dataset: DatasetChoice, *, skip_prefixes: bool = False) -> duckdb.DuckDBPyConnection:
    """Return a connection with a dataset's tables, open until exit.

    Raises NoDataset.
    With `skip_prefixes` games that are the beginning of another are left out, which standard error tells.
    """
    from analysis.corpus.dataset_queries import hide_and_count_prefix_games, open_dataset  # noqa: PLC0415 - loads numpy and Arrow

    stack: ExitStack = click.get_current_context().meta[OPEN]
    connection = stack.enter_context(open_dataset(dataset.folder))
    if skip_prefixes:
        report_left_out_games(hide_and_count_prefix_games(connection))
    return connection


def report_left_out_games(number: int) -> None:
    """Report the number of left-out prefix games on standard error."""
    told = Message(
        f"ほかの局の途中までの棋譜 {number} 局を数えません",
        f"{number} games that are the beginning of another are left out",
    )
    click.echo(say(told), err=True)


def game_and_searched_position(
    connection: duckdb.DuckDBPyConnection, game: Game | None, diagram: str | None, rules: str | None, place: RecordPlace
) -> tuple[Game, Position]:
    """Return the game under its rules, and the position asked about.

    The game is `game`, else the game that the record in `diagram` names, else the only game of the dataset. Raises the
    errors of :func:`kifu.cli.arguments.position_argument.load_game_and_position`.
    """
    return load_game_and_position(game, diagram, rules, place, lambda: only_game(connection))


def only_game(connection: duckdb.DuckDBPyConnection) -> Game:
    """Return the only game of a dataset.

    Raises click.UsageError if the dataset has no game, or more than one.
    """
    from analysis.corpus.dataset_queries import game_ids  # noqa: PLC0415 - as above

    identifiers = game_ids(connection)
    if len(identifiers) == 1:
        return games.load(identifiers[0])
    listed = " ".join(identifiers)
    if not identifiers:
        raise usage_error("データに棋譜がありません", "the dataset holds no game")
    raise usage_error(
        f"データには {listed} の棋譜があります。--game でどれかを指定してください",
        f"the dataset holds games of {listed}; name one with --game",
    )


@contextmanager
def dataset_errors_as_usage_errors() -> Iterator[None]:
    """Turn dataset and question errors into usage errors with codes."""
    try:
        yield
    except MissingExtra:  # kifu.cli.main prints it in one line
        raise
    except KifuError as wrong:
        raise click.UsageError(f"{say(wrong.message)} [{wrong.code}]") from None


@contextmanager
def _close_datasets_at_end() -> Iterator[None]:
    """Close what :func:`connect_to_dataset` opens at the end of a command."""
    # Before click 8.3, a resource opened by click's with_resource is not told which exception ended the command.
    with dataset_errors_as_usage_errors(), ExitStack() as stack:
        click.get_current_context().meta[OPEN] = stack
        yield


dataset_argument: Any = OptionGroup(
    DatasetChoice,
    _close_datasets_at_end,
    named=argument(metavar="[DATASET]", required=False, type=click.Path(path_type=Path)),
    corpus=corpus_option,
)
"""The argument DATASET and the option `--corpus`, which counts if DATASET is left out.

:func:`connect_to_dataset` opens it. An error about the dataset or the question ends the command with a message.
"""


def read_pattern_option(game: Game, pattern_text: str, *, symmetric: bool = False) -> Pattern:
    """Return the pattern of a text, with `symmetric` also its images.

    Raises click.UsageError.
    """
    from analysis.openings import BadPattern, read_pattern  # noqa: PLC0415 - only a pattern needs it

    try:
        pattern = read_pattern(game, pattern_text)
    except BadPattern as wrong:
        shown = caret_lines(" ".join(pattern_text.splitlines()) or " ", wrong.offset + 1, wrong.width)
        raise click.UsageError(f"--pattern: {say(wrong.message)} [{wrong.code}]\n{shown}") from None
    return pattern._replace(turned=True, exchanged=True) if symmetric else pattern


MIN_CAUTION_SHARE = 0.1
"""The share of unfinished games above which a caution is printed."""


def has_many_unfinished(unfinished: int, games: int) -> bool:
    """Tell whether more games than a tenth are unfinished."""
    return unfinished > MIN_CAUTION_SHARE * games


def unfinished_share_range(least: float, most: float) -> str:
    """Return the bounds of a share, given unfinished games."""
    return say(Message(f"未了しだいで {least:.1%}–{most:.1%}", f"unfinished ones open: {least:.1%}–{most:.1%}"))


def unfinished_games_caution(unfinished_count: int, game_count: int) -> Message:
    """Return the caution about a sample in which many games are unfinished."""
    share = f"{unfinished_count / game_count:.0%}"
    return Message(
        f"⚠ {game_count} 局のうち {unfinished_count} 局 ({share}) が未了です。割合は終わった局だけのもので、区間は未了の局が変えうる分を含みません",
        f"⚠ {unfinished_count} of {game_count} games ({share}) are unfinished: the shares are of the finished ones only, and the "
        "intervals do not cover what the others could change",
    )


def book_option(words: str) -> Any:
    """Return the option `--book`, with `words` on what it does."""
    return option(metavar="BOOK").help(f"{words} (kifu study book)")


def read_book_file(path: str, game: Game | None = None) -> Book:
    """Return the book in a file.

    Raises click.UsageError if it cannot be read, or is not one of `game`.
    """
    from analysis.openings.book import MAX_BOOK_BYTES, BadBook, read_book  # noqa: PLC0415 - only --book needs it

    shown = visible(path)
    try:
        with open_regular(path) as file:
            data = file.read(MAX_BOOK_BYTES + 1)
    except (OSError, ValueError) as failed:
        reason = (
            failed.message_about().ja if isinstance(failed, NotRegular) else getattr(failed, "strerror", None) or failed
        )
        raise usage_error(
            f"--book {shown}: 読めません ({reason})",
            f"--book {shown}: it cannot be read ({getattr(failed, 'strerror', None) or failed})",
        ) from None
    if len(data) > MAX_BOOK_BYTES:
        raise usage_error(
            f"--book {shown}: {MAX_BOOK_BYTES >> 20} MB を超えています",
            f"--book {shown}: it is larger than {MAX_BOOK_BYTES >> 20} MB",
        )
    try:
        return read_book(data, game)
    except BadBook as wrong:
        raise click.UsageError(f"--book {shown}: {say(wrong.message)} [{wrong.code}]") from None
