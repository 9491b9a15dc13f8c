"""`kifu study openings`: opening counts as pictures, tables, page."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import click

from kifu.cli.arguments.dataset_and_book_options import (
    DatasetChoice,
    connect_to_dataset,
    dataset_argument,
    only_game,
    skip_prefixes_option,
)
from kifu.cli.arguments.game_and_rules_options import any_game_option, game_under_rules, rules_option
from kifu.cli.arguments.shared_options import folder_option, force_option, picture_option, raw_csv_option
from kifu.cli.command_definition import CommandOptions, number_option, with_options
from kifu.cli.printing.guarded_output_and_progress import show_progress
from kifu.cli.printing.language_and_usage_errors import language, say
from kifu.cli.printing.pictures import drawn_figures_by_file_name, report_left_out_pictures
from kifu.cli.read_and_write_files import write_file
from kifu.core.errors import InvalidSetup
from kifu.core.lazy_imports_extras_and_package_files import require_extra
from kifu.core.message import Message, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from analysis.explorer.dataset_search import SourceGame
    from analysis.openings.atlas import Atlas, Link, Picture
    from analysis.plots.picture_style import Format, PicturePage
    from kifu.core.game.game import Game


class _Options(CommandOptions):
    dataset: DatasetChoice = dataset_argument
    game: Game | None = any_game_option
    rules: str | None = rules_option
    output: str = folder_option(required=True).help("書き出すフォルダー。Folder to write to.")
    plies: int | None = number_option(minimum=1, maximum=60).help(
        "序盤の手数 (占を置く 6面体 では使わない。なければ 8、配置のある棋種はその手数)。Plies of the opening, for games that leave it open; default: the placing half, else 8."
    )
    small: int = number_option(minimum=1, default=30).help(
        "これより少ない局数は灰色。Grey if there are fewer finished games than this."
    )
    top: int = number_option(minimum=1, maximum=100, default=12).help("並べる配置の数。Openings shown.")
    skip_prefixes: bool = skip_prefixes_option
    forms: tuple[Format, ...] = picture_option
    raw_csv: bool = raw_csv_option
    force: bool = force_option


@click.command()
@with_options(_Options)
def command(options: _Options) -> None:
    """序盤の配置を集合として数え、結果とあわせて図と表にする。

    6面体では占の配置、ほかの棋種では初めの何手かを数える。手の順と盤の向きは問わない。DIR に、図 (置いた数ごとの結果、マスの図、局数の多い配置)、
    同じものの CSV、すべてを日英で載せた一枚の openings.html を書く。割合には Wilson の区間を添え、局数の少ないものは灰色にする。

    Count the openings of DATASET as sets: in 6面体 the placements of 占, in other games the first moves. The order of
    the moves and the turns of the board do not matter. DIR gets pictures (results by how many each side placed, maps of
    the squares, the most frequent openings), the same as CSV, and openings.html, one page with all of it in both
    languages. Shares have Wilson's intervals, and are grey where they rest on few games.
    """
    require_extra("corpus")
    from analysis import explorer, openings  # noqa: PLC0415 - satellites, loaded when they are used

    connection = connect_to_dataset(options.dataset, skip_prefixes=options.skip_prefixes)
    game = game_under_rules(options.game or only_game(connection), options.rules)
    try:
        collected = openings.collect_openings(connection, game, options.plies)
    except InvalidSetup as invalid:
        raise click.UsageError(say(invalid.message)) from None
    if collected.table.empty:
        raise click.UsageError(_no_openings_message(game))
    found = openings.atlas.make_atlas(collected, options.small, options.top)
    by_record = explorer.dataset_search.sources_of_games(connection, collected.table["record"].tolist())
    folder = Path(options.output)
    left_out: list[PicturePage] = []
    for path, data in _atlas_files(
        found,
        by_record,
        folder,
        str(options.dataset.folder),
        options.forms,
        left_out,
        raw_csv=options.raw_csv,
    ):
        write_file(path, data, force=options.force)
        click.echo(visible(str(path)))
    report_left_out_pictures(left_out)


def _atlas_files(  # noqa: PLR0913, PLR0917 - the values that decide the content of the files
    atlas: Atlas,
    by_record: Mapping[int, SourceGame],
    folder: Path,
    dataset: str,
    forms: Sequence[Format],
    left_out: list[PicturePage],
    *,
    raw_csv: bool,
) -> Iterator[tuple[Path, bytes]]:
    """Yield the path and content of each file, tables first.

    So a used folder is noticed early.
    `by_record` maps the number of a record to its source. Pages without pictures are added to `left_out`.
    """
    from analysis import openings, plots  # noqa: PLC0415 - satellites, loaded when they are used

    for name, table in openings.atlas.atlas_tables(atlas, by_record):
        yield folder / f"{name}.csv", openings.atlas.table_csv(table, raw=raw_csv)
    own = language()
    foreign = next(name for name in openings.atlas.LANGUAGES if name != own)
    shown = drawn_figures_by_file_name(
        show_progress(list(openings.atlas.atlas_figures(atlas, own)), say(Message("作図中", "drawing"))), left_out
    )
    pictures: list[Picture] = []
    for (name, figure), (_, same) in zip(
        shown, drawn_figures_by_file_name(openings.atlas.atlas_figures(atlas, foreign), []), strict=True
    ):
        pictures.append(
            openings.atlas.Picture(
                name,
                {
                    own: plots.picture_style.figure_bytes(figure, "png"),
                    foreign: plots.picture_style.figure_bytes(same, "png"),
                },
            )
        )
        for form in dict.fromkeys(forms):
            data = pictures[-1].data[own] if form == "png" else plots.picture_style.figure_bytes(figure, form)
            yield folder / f"{name}.{form}", data

    def link(record: int) -> Link:
        source = by_record[record]
        players = source.players_text(atlas.collected.game)
        return openings.atlas.Link(visible(source.link), _relative_game_address(source, folder), players)

    html = openings.atlas.atlas_page(atlas, dataset, pictures, link, own)
    yield folder / openings.atlas.TEMPLATE, html.encode("utf-8", errors="backslashreplace")


def _relative_game_address(source: SourceGame, folder: Path) -> str | None:
    """Return the address of a game's file as seen from a folder; None if missing."""
    if "://" not in source.file and Path(source.file).is_file():
        return quote(Path(os.path.relpath(source.file, folder)).as_posix())
    return source.file if source.file.startswith(("http://", "https://")) else None


def _no_openings_message(game: Game) -> str:
    return say(
        Message(
            f"{game.name.ja} ({game.rules}) の、序盤の終わった棋譜がデータにありません",
            f"the dataset holds no game of {game.name.en} ({game.rules}) whose opening is complete",
        )
    )
