"""`kifu corpus find`: a position or pattern in a dataset's games."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kifu.cli.arguments.dataset_and_book_options import (
    DatasetChoice,
    connect_to_dataset,
    dataset_argument,
    game_and_searched_position,
    only_game,
    pattern_option,
    read_pattern_option,
    symmetric_option,
)
from kifu.cli.arguments.game_and_rules_options import any_game_option, game_under_rules, rules_option
from kifu.cli.arguments.position_options import RecordPlace, place_options
from kifu.cli.arguments.shared_options import form_option, raw_csv_option
from kifu.cli.command_definition import CommandOptions, argument, number_option, with_options
from kifu.cli.printing.guarded_output_and_progress import align_columns, make_stdout_utf8, print_json, rows_as_csv
from kifu.cli.printing.language_and_usage_errors import say, usage_error
from kifu.core.lazy_imports_extras_and_package_files import require_extra
from kifu.core.message import Message, visible
from kifu.core.outcome import Outcome, Termination, winner_with_reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.game.game import Game

COLUMNS = (
    "game", "ply", "plies", "first_name", "second_name", "date_written", "event", "status", "winner", "termination", "symmetry",
    "exchanged", "duplicate", "record", "until", "distance",
)  # fmt: skip


class _Options(CommandOptions):
    diagram: str | None = argument(metavar="[DIAGRAM]", required=False)
    place: RecordPlace = place_options
    dataset: DatasetChoice = dataset_argument
    pattern: str | None = pattern_option
    game: Game | None = any_game_option
    rules: str | None = rules_option
    symmetric: bool = symmetric_option
    form: str = form_option("text", "csv", "json")
    raw_csv: bool = raw_csv_option
    limit: int | None = number_option(minimum=0).help("書くのは何件まで。The most entries to list.")


@click.command()
@with_options(_Options)
def command(options: _Options) -> None:
    """局面や形をデータから探す。

    DIAGRAM は局面図か、kifu show や kifu verify の示した盤か、棋譜 (--ply 手のあとの局面、なければ最後の局面) のファイ
    ル、- は標準入力。その局面のある局を、FILE#INDEX (INDEX はファイルの中の番号、0 から) と、そのときの手数、対局者、結
    果で示す。どの場所も、局を再生して確かめてある。局面のある局がなければ終了コードは 1。DIAGRAM の代わりに --pattern で
    盤の一部を書けば、その形が続いた手数 (初めと終わり) を示す。

    Find a position or a pattern in a dataset. DIAGRAM is a file, or - for standard input: a diagram with its hand and turn lines, a
    board as `kifu show` and `kifu verify` print it, or a record; the position after --ply plies is used, by default the
    last. Each game in which it occurs is named as FILE#INDEX (the record's number in its file, from 0), with the plies
    after which it stood, the players and the result. Every place is proved by replaying the game. The exit code is 1
    where the position occurs nowhere. With --pattern in place of DIAGRAM, part of a board is looked for, and the first
    and last ply of each stretch that has it are named.
    """
    require_extra("corpus")
    from analysis import explorer, openings  # noqa: PLC0415 - satellites, loaded when they are used

    connection = connect_to_dataset(_dataset_choice(options))
    if options.pattern is None:
        game, position = game_and_searched_position(
            connection, options.game, options.diagram, options.rules, options.place
        )
        found = explorer.dataset_search.find_position(connection, game, position, symmetric=options.symmetric)
        hits = [openings.pattern_search.MatchStretch(hit.record, hit.ply, hit.ply, hit.symmetry, 0) for hit in found]
    else:
        game = game_under_rules(options.game or only_game(connection), options.rules)
        openings.pattern_search.fill_matches_and_count_games(
            connection, game, read_pattern_option(game, options.pattern, symmetric=options.symmetric)
        )
        hits = openings.pattern_search.match_stretches(connection)
    by_record = explorer.dataset_search.sources_of_games(connection, [hit.record for hit in hits])
    symmetries = game.symmetries
    rows: list[dict[str, Any]] = []
    for hit in hits[: options.limit]:
        source = by_record[hit.record]
        symmetry = symmetries[hit.symmetry]
        row = source._asdict() | {
            "game": source.link,
            "ply": hit.first,
            "until": hit.last,
            "duplicate": source.duplicate_of is not None,
        }
        rows.append(row | {"symmetry": symmetry.name, "exchanged": symmetry.exchanges, "distance": hit.distance})
    if options.form == "text" and not hits:
        ja, en = ("この局面", "position") if options.pattern is None else ("この形", "pattern")
        click.echo(say(Message(f"{ja}のある局は見つかりませんでした", f"no game with this {en} was found")), err=True)
    elif options.form == "text":
        _print_matches(
            rows,
            game,
            len(hits),
            len(by_record),
            turned=options.symmetric or any(hit.symmetry for hit in hits),
        )
    elif options.form == "csv":
        make_stdout_utf8()
        click.echo(
            rows_as_csv(COLUMNS, [row | {"symmetry": say(row["symmetry"])} for row in rows], raw=options.raw_csv),
            nl=False,
        )
    else:
        for row in rows:
            print_json({name: row[name] for name in COLUMNS} | {"symmetry": row["symmetry"]._asdict()})
    sys.exit(0 if hits else 1)


def _dataset_choice(options: _Options) -> DatasetChoice:
    """Return the dataset; with `--pattern` it is the first argument. Raises click.UsageError."""
    if options.pattern is None:
        if options.diagram is None:
            raise usage_error(
                "探す DIAGRAM か --pattern がありません", "nothing to look for: give DIAGRAM or --pattern"
            )
        return options.dataset
    if options.diagram is not None and options.dataset.named is not None:
        raise usage_error("DIAGRAM と --pattern は、どちらか一方です", "give DIAGRAM or --pattern, not both")
    return options.dataset._replace(named=Path(options.diagram)) if options.diagram else options.dataset


def _print_matches(
    rows: Sequence[dict[str, Any]], game: Game, place_count: int, game_count: int, *, turned: bool
) -> None:
    """Print the games found, a row each, and how many there are."""
    lines = []
    first, second = game.sides
    for row in rows:
        ply, plies = row["ply"], row["plies"]
        until = row["until"]
        stretch = (
            Message(f"{ply} 手目", f"ply {ply}")
            if until == ply
            else Message(f"{ply}〜{until} 手目", f"plies {ply} to {until}")
        )
        cells = [
            visible(row["game"]),
            say(Message(f"{stretch.ja} / {plies}", f"{stretch.en} of {plies}")),
            f"{first.mark}{visible(row['first_name'] or '?')} {second.mark}{visible(row['second_name'] or '?')}",
            visible(row["date_written"] or ""),
            _result(game, row["winner"], row["termination"]),
        ]
        if turned:
            cells.append(
                say(row["symmetry"]) + (say(Message("・先後逆", ", sides exchanged")) if row["exchanged"] else "")
            )
        cells.append(say(Message(f"差 {row['distance']}", f"{row['distance']} off")) if row["distance"] else "")
        cells.append(say(Message("重複", "duplicate")) if row["duplicate"] else "")
        lines.append(cells)
    if lines:
        click.echo("\n".join(align_columns(lines)))
    left = place_count - len(rows)
    more = Message(f" (ほか {left} か所)", f" ({left} more not listed)") if left else Message("", "")
    click.echo(
        say(
            Message(
                f"{game_count} 局の {place_count} か所にあります{more.ja}",
                f"{place_count} place(s) in {game_count} game(s){more.en}",
            )
        ),
        err=True,
    )


def _result(game: Game, winner: str | None, termination: str | None) -> str:
    result = game.outcome_label(Outcome(winner)) if winner else Message("勝敗なし", "no result")
    return say(winner_with_reason(result, Termination(termination)) if termination else result)
