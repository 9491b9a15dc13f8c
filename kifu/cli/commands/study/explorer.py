"""`kifu study explorer`: many games as one page to click through."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from analysis.explorer.graph_json import explorer_json
from analysis.explorer.played_game import drop_prefix_games, games_of_verdict
from analysis.explorer.position_graph import PLIES, GraphCollector
from kifu.cli.arguments.dataset_and_book_options import (
    dataset_errors_as_usage_errors,
    read_book_file,
    report_left_out_games,
    skip_prefixes_option,
)
from kifu.cli.arguments.game_and_rules_options import any_game_option, rules_option
from kifu.cli.arguments.shared_options import HTML, STANDARD_STREAM, force_option, output_option
from kifu.cli.command_definition import CommandOptions, files_argument, number_option, option, with_options
from kifu.cli.printing.guarded_output_and_progress import show_progress
from kifu.cli.printing.language_and_usage_errors import say
from kifu.cli.read_and_write_files import find_record_files, load_documents, report_skipped_files, write_output
from kifu.core.lazy_imports_extras_and_package_files import require_extra
from kifu.core.message import Message, visible
from kifu.referee.verify import verify_document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from analysis.explorer.graph_json import MoveValues
    from analysis.explorer.played_game import PlayedGame
    from analysis.explorer.position_graph import PositionGraph
    from analysis.openings.book import Book
    from kifu.core.game.game import Game

MANIFEST = "dataset.json"
MAX_GAMES = 100_000
"""The most games of a file; a browser would hardly open more."""


TOO_MANY = Message(
    f"一つの HTML には {MAX_GAMES} 局までです。棋種ごと、年ごとなどに分けてください",
    f"one file holds {MAX_GAMES} games at most; make several, by game or by year",
)


class _Options(CommandOptions):
    inputs: tuple[str, ...] = files_argument("INPUT...")
    output: str = output_option(HTML, required=True).help(
        "書き出す HTML (- は標準出力)。HTML file to write; - is standard output."
    )
    game: Game | None = any_game_option
    rules: str | None = rules_option
    plies: int = number_option(minimum=1, maximum=400, default=PLIES).help(
        "どの局もたどる手数。その先は、ほかの局か前の手と同じ局面に来る最後の手までたどる。Plies for which every game is followed; beyond them it is followed to the last position that another game, or an earlier ply, comes to as well."
    )
    book: tuple[str, ...] = option(metavar="BOOK", multiple=True).help(
        "kifu study book の定跡。手ごとに評価と証明を添える (何度でも)。Book of kifu study book, whose values and proofs stand beside the moves; may be given several times."
    )
    skip_prefixes: bool = skip_prefixes_option
    force: bool = force_option


@click.command()
@with_options(_Options)
def command(options: _Options) -> None:
    """多くの棋譜で指された手を、盤をたどって見る一つの HTML にする。

    INPUT は kifu corpus build のデータ、または棋譜かそのフォルダー。局面ごとに、指された手を、局数、勝ち・引き分け・負け・未了、得点率とその 95% 区間
    (Wilson)、最初の局、新手のしるしとともに並べる。盤の対称形 (6面体では先後の入れ替えも) と手順の違いは一つの局面にまとめ、同じ棋譜は一局と数える。
    対局者、日付、探索の強さ、規則でしぼれる。ほかのファイルもネットワークも要らない。

    Write what many games played as one HTML page to click through. INPUT is a dataset of kifu corpus
    build, or records and folders of them. Each position lists the moves that were played with the number of games, won,
    drawn, lost and unfinished, the share of the points with its 95 % interval (Wilson), the first game, and whether the
    move was a novelty. Positions that are the same up to a symmetry of the game (in 6面体 also with the sides exchanged),
    or reached by other moves, are one; a game that was recorded twice counts once. The page filters by player, date,
    strength of search and rules. It needs no other file and no network.
    """
    from kifu.web.standalone.single_file_bundler import explorer_file  # noqa: PLC0415 - only this command packs

    book_values = _book_value_finder([read_book_file(path) for path in options.book])
    gathered = GraphCollector(options.plies)
    games_found: Iterable[PlayedGame | None] = _games_of_inputs(options.inputs, options.rules)
    if options.skip_prefixes:
        found = list(games_found)
        games_found = drop_prefix_games(found)
        report_left_out_games(len(found) - len(games_found))
    for each in games_found:
        if each is None or options.game is None or each.game.id == options.game.id:
            gathered.add_game(each)
        if gathered.games > MAX_GAMES:
            raise click.UsageError(f"{say(TOO_MANY)} [too-many-games]")
    made = gathered.graphs()
    if not made:
        raise click.UsageError(_no_games_message(gathered.rejected))
    data = explorer_file(explorer_json(made, gathered.rejected, book_values))
    write_output(options.output, data, force=options.force)
    if options.output != STANDARD_STREAM:
        games, copies = sum(len(graph.games) for graph in made), sum(graph.copies for graph in made)
        click.echo(_explorer_summary(visible(options.output), len(data), games, copies, gathered.rejected))


def _book_value_finder(books: list[Book]) -> Callable[[PositionGraph], MoveValues | None]:
    """Return the finder of a graph's values in books.

    A book of other rules has none for it.
    """

    def book_values(graph: PositionGraph) -> MoveValues | None:
        from analysis.openings.book import book_values_of_graph  # noqa: PLC0415 - only a book needs it

        with dataset_errors_as_usage_errors():
            found = (book_values_of_graph(book, graph) for book in books)
            return next((each for each in found if each is not None), None)

    return book_values


def _games_of_inputs(inputs: tuple[str, ...], rules: str | None) -> Iterator[PlayedGame | None]:
    """Yield games of datasets and files; None: not counted."""
    datasets = [each for each in inputs if each != STANDARD_STREAM and (Path(each) / MANIFEST).is_file()]
    for dataset in datasets:
        yield from _games_of_dataset(Path(dataset))
    rest = [each for each in inputs if each not in datasets]
    records = find_record_files(rest)
    report_skipped_files(records.others)
    for path in show_progress(records.paths if rest else (), say(Message("確認中", "verifying"))):
        for document in load_documents(path, rules):
            for verdict in verify_document(document):
                yield from games_of_verdict(verdict)


def _games_of_dataset(folder: Path) -> Iterator[PlayedGame | None]:
    require_extra("corpus")
    from analysis import corpus, explorer  # noqa: PLC0415 - satellites, loaded when they are used

    with dataset_errors_as_usage_errors(), corpus.dataset_queries.open_dataset(folder) as connection:
        yield from explorer.dataset_search.games_of_dataset(connection)


def _no_games_message(rejected_count: int) -> str:
    return say(
        Message(
            f"数えられる対局がありません (数えない棋譜 {rejected_count})。kifu verify がわけを示します",
            f"there is no game to count (records that are not counted: {rejected_count}); kifu verify tells why",
        )
    )


def _explorer_summary(output: str, byte_count: int, game_count: int, copy_count: int, rejected_count: int) -> str:
    return say(
        Message(
            f"{output}: {game_count} 局 (同じ棋譜 {copy_count}、数えない棋譜 {rejected_count})、{byte_count:,} バイト",
            f"{output}: {game_count} games (copies: {copy_count}; not counted: {rejected_count}), {byte_count:,} bytes",
        )
    )
