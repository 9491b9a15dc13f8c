"""`kifu corpus stats`: counts of records by game and rules."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import click

from kifu.cli.arguments.dataset_and_book_options import (
    DatasetChoice,
    connect_to_dataset,
    dataset_argument,
    has_many_unfinished,
    skip_prefixes_option,
    unfinished_games_caution,
    unfinished_share_range,
)
from kifu.cli.arguments.shared_options import form_option, raw_csv_option
from kifu.cli.command_definition import CommandOptions, flag_option, with_options
from kifu.cli.printing.guarded_output_and_progress import (
    align_columns,
    json_line,
    make_stdout_utf8,
    print_json,
    visible_csv_line,
)
from kifu.cli.printing.language_and_usage_errors import language, say, usage_error
from kifu.core import games
from kifu.core.lazy_imports_extras_and_package_files import require_extra
from kifu.core.message import Message, visible
from kifu.core.outcome import Outcome, Termination
from kifu.referee.status_fault_and_basis import Status
from kifu.referee.verdict_text import count_headlines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.corpus.dataset_statistics import CountShare, GameStats, PlayerResults, Players, SideResults

HEAD = (
    Message("対局者", "player"),
    Message("局数", "games"),
    Message("勝", "won"),
    Message("負", "lost"),
    Message("分", "drawn"),
    Message("未了", "unfinished"),
    Message("得点率", "share"),
    Message("95%区間", "95 %"),
    Message("未了しだい", "open"),
    Message("先手 勝-負-分", "first (先手) W-L-D"),
    Message("後手 勝-負-分", "second (後手) W-L-D"),
    Message("同名", "same name"),
)
RIGHT = range(1, 12)
"""The columns of numbers, from 0; they end flush."""
COLUMNS = (
    "game", "player", "games", "wins", "losses", "draws", "unfinished", "share", "low", "high",
    "least", "most", "first_games", "first_wins", "first_losses", "first_draws", "first_unfinished",
    "second_games", "second_wins", "second_losses", "second_draws", "second_unfinished", "same_name",
)  # fmt: skip


def player_table_lines(statistics: Players) -> Iterator[str]:
    """Yield one table for each game, as lines without LF."""
    for game, group in groupby(statistics.players, key=lambda player: player.game):
        yield say(games.load(game).name)
        yield from align_columns([[say(word) for word in HEAD], *map(_player_cells, group)], RIGHT)
        if unnamed := statistics.unnamed.get(game):
            yield say(Message(f"  名のない側: {unnamed}", f"  sides without a name: {unnamed}"))
        yield ""
    yield say(
        Message(
            "得点率は終わった局の得点率 (引き分けは半分) で、区間は Wilson の 95% 区間です。「未了しだい」は、未了の局をすべて負け、すべて勝ちとしたときの得点率です。相手の強さは考えていません。両方の側が同じ名の局は、"
            "「同名」にだけ数えます",
            "share: points of the finished games (a draw is half), with Wilson's 95 % interval, whoever the opponents were; open: "
            "the share if all unfinished games were lost, or won; games in which both sides have the same name count under 'same name' alone",
        )
    )


def player_csv_lines(statistics: Players, *, raw: bool = False) -> Iterator[str]:
    """Yield the CSV lines with a head; see :func:`kifu.cli.printing.guarded_output_and_progress.visible_csv_line`."""
    yield visible_csv_line(COLUMNS)
    for player in statistics.players:
        yield visible_csv_line((_player_values(player)[column] for column in COLUMNS), raw=raw)


def player_json_lines(statistics: Players) -> Iterator[str]:
    """Yield one line of JSON for each player, without LF."""
    for player in statistics.players:
        yield json_line(_player_values(player))


def _player_cells(player: PlayerResults) -> list[str]:
    """Return a player's cells of the table: games, share, interval, results."""
    mean, low, high = player.points_share_and_interval()
    interval = "" if mean is None else f"{low:.1%}–{high:.1%}"
    least, most = player.points_share_bounds()
    both = player.games_of_both_sides
    return [
        visible(player.name),
        *map(str, (both.games, *both)),
        "—" if mean is None else f"{mean:.1%}",
        interval,
        f"{least:.1%}–{most:.1%}" if both.unfinished else "",
        *(f"{seat.wins}-{seat.losses}-{seat.draws}" for seat in (player.first, player.second)),
        str(player.alone or ""),
    ]


def _player_values(player: PlayerResults) -> dict[str, object]:
    """Return a player's COLUMNS; None where no game finished."""
    share, low, high = player.points_share_and_interval()
    numbers = {"share": share, "low": None if share is None else low, "high": None if share is None else high}
    return {
        "game": player.game,
        "player": player.name,
        **_counts(player.games_of_both_sides),
        **numbers,
        **dict(zip(("least", "most"), player.points_share_bounds(), strict=True)),
        **_counts(player.first, "first_"),
        **_counts(player.second, "second_"),
        "same_name": player.alone,
    }


def _counts(seat: SideResults, prefix: str = "") -> dict[str, int]:
    return {f"{prefix}games": seat.games} | {f"{prefix}{name}": count for name, count in seat._asdict().items()}


class _Options(CommandOptions):
    dataset: DatasetChoice = dataset_argument
    duplicates: bool = flag_option().help(
        "同じ指し手の棋譜も一局ずつ数える。Count games with the same moves as often as they stand there."
    )
    players: bool = flag_option().help(
        "対局者ごとの局数と成績を棋種ごとに並べる。List the players of each game with their results."
    )
    skip_prefixes: bool = skip_prefixes_option
    form: str = form_option("text", "json", "csv").help(
        "json は一行に一棋種・一規則 (--players では一人)。csv は --players の表。json: one object a line, one line a game and its rules, with --players a player; csv: the table of --players."
    )
    raw_csv: bool = raw_csv_option


@click.command()
@with_options(_Options)
def command(options: _Options) -> None:
    """データの中身を棋種ごとに数える。

    判定、重複、結果とその 95% 区間 (Wilson) と未了の局しだいの幅、手数、終わり方、採らなかったわけを、規則 (選んだ読み) ごとに数える。--duplicates がなければ、指し手が同じ棋譜は一局と
    数える。--players なら、だれが何局指し、結果がどうだったかを並べる。

    Count what a dataset holds, game by game, and apart by the rules they chose: statuses, duplicates, results
    with 95 % intervals (Wilson) and with what unfinished games leave open, lengths, how games ended and why records were rejected. Games with the same moves count once unless --duplicates. With --players:
    who played how many games, and how they ended for each.
    """
    require_extra("corpus")
    from analysis.corpus.dataset_statistics import dataset_statistics, player_statistics  # noqa: PLC0415 - loads numpy

    if options.players:
        connection = connect_to_dataset(options.dataset, skip_prefixes=options.skip_prefixes)
        _print_players(
            player_statistics(connection, duplicates=options.duplicates), options.form, raw_csv=options.raw_csv
        )
        return
    if options.form == "csv":
        raise usage_error("--format csv は --players の表のためです", "--format csv is for the table of --players")
    for counts in dataset_statistics(
        connect_to_dataset(options.dataset, skip_prefixes=options.skip_prefixes),
        duplicates=options.duplicates,
    ):
        if options.form == "json":
            print_json(_statistics_json(counts, duplicates=options.duplicates))
            unfinished = counts.counted - counts.finished
            if has_many_unfinished(unfinished, counts.counted):
                name = _game_title(counts)
                said = unfinished_games_caution(unfinished, counts.counted)
                click.echo(say(Message(f"{name.ja}: {said.ja}", f"{name.en}: {said.en}")), err=True)
        else:
            click.echo("\n".join(_game_lines(counts, duplicates=options.duplicates)))


def _print_players(statistics: Players, form: str, *, raw_csv: bool) -> None:
    if form == "csv":
        make_stdout_utf8()
        click.echo("".join(player_csv_lines(statistics, raw=raw_csv)), nl=False)
        return
    for line in player_json_lines(statistics) if form == "json" else player_table_lines(statistics):
        click.echo(line)


def _statistics_json(counts: GameStats, *, duplicates: bool) -> dict[str, object]:
    """Return a game's counts as a JSON object."""
    return counts._asdict() | {
        "duplicates_counted": duplicates,
        "results": {side: share._asdict() for side, share in counts.results.items()},
        "lengths": counts.lengths._asdict() if counts.lengths else None,
        "ends": [
            {"termination": termination, "article": article, "count": count}
            for (termination, article), count in counts.ends.items()
        ],
        "codes": [{"code": code, "count": count} for code, count in counts.codes.items()],
    }


def _game_lines(counts: GameStats, *, duplicates: bool) -> Iterator[str]:
    """Yield a game's counts as lines of text."""
    name = _game_title(counts)
    yield say(
        Message(
            f"{name.ja}: {counts.games} 局、採らなかった棋譜 {counts.rejects}",
            f"{name.en}: {counts.games} games, {counts.rejects} rejects",
        )
    )
    by_status = {Status(status): n for status, n in counts.statuses.items()}
    statuses = [f"{say(heading)} {n}" for heading, n in count_headlines(by_status, counts.suspected)]
    yield f"  {_words('判定', 'status')}: {', '.join(statuses)}"
    if counts.games:
        yield f"  {_duplicates_line(counts, counted=duplicates)}"
        if counts.prefixes:
            told = Message(
                f"ほかの局の途中まで: {counts.prefixes} (以下では数える。--skip-prefixes なら数えない)",
                f"the beginning of another game: {counts.prefixes} (counted below; not with --skip-prefixes)",
            )
            yield f"  {say(told)}"
        yield from _result_lines(counts)
    if counts.codes:
        codes = ", ".join(f"{code} {count}" for code, count in counts.codes.items())
        yield f"  {_words('採らなかったわけ', 'rejected for')}: {codes}"


def _game_title(counts: GameStats) -> Message:
    """Return the game's name, with rules other than its own."""
    if not counts.game:
        return Message("棋種のわからない棋譜", "records of no known game")
    game = games.load(counts.game)
    rules = "" if counts.rules in {None, game.rules} else f" [{visible(counts.rules or '')}]"
    return Message(game.name.ja + rules, game.name.en + rules)


def _duplicates_line(counts: GameStats, *, counted: bool) -> str:
    again = Message("以下では数える", "counted below") if counted else Message("以下では数えない", "not counted below")
    return say(
        Message(
            f"重複: 指し手が同じ {counts.duplicates} ({again.ja})、対称に移せば同じ {counts.similar} (以下では別の対局)",
            f"duplicates: {counts.duplicates} with the same moves ({again.en}), "
            f"{counts.similar} the same only up to symmetry (games of their own below)",
        )
    )


def _result_lines(counts: GameStats) -> Iterator[str]:
    """Yield a game's results as lines: wins and draws with intervals."""
    yield "  " + say(
        Message(
            f"結果: {counts.counted} 局のうち {counts.finished} 局に勝敗か引き分けがある",
            f"results: {counts.finished} of {counts.counted} games have a winner or are drawn",
        )
    )
    unfinished = counts.counted - counts.finished
    for side, share in counts.results.items():
        outcome = Outcome(side)
        label = games.load(counts.game).outcome_label(outcome) if counts.game else outcome.label
        possible = f"  {unfinished_share_range(share.least, share.most)}" if unfinished else ""
        yield f"    {say(label)}: {share.count}  {_interval(share)}{possible}"
    if has_many_unfinished(unfinished, counts.counted):
        yield f"    {say(unfinished_games_caution(unfinished, counts.counted))}"
    if counts.lengths is not None:
        shortest, quarter, median, three_quarters, longest, mean = counts.lengths
        yield "  " + say(
            Message(
                f"その手数: {shortest} から {longest}、四分位 {quarter:g} / {median:g} / {three_quarters:g}、平均 {mean:.1f}",
                f"their plies: {shortest} to {longest}, quartiles {quarter:g} / {median:g} / {three_quarters:g}, "
                f"mean {mean:.1f}",
            )
        )
        ends = [
            f"{Termination(reason).label.in_language(language())} [{article or '-'}] {count}"
            for (reason, article), count in counts.ends.items()
        ]
        yield f"  {_words('終わり方', 'they ended by')}: {', '.join(ends)}"


def _interval(share: CountShare) -> str:
    return f"{share.share:.1%} [{share.low:.1%}, {share.high:.1%}]"


def _words(ja: str, en: str) -> str:
    return say(Message(ja, en))
