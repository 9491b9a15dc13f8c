"""`kifu review`: timelines and heatmaps of records, and group comparisons."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, NamedTuple

import click

from analysis.tables.verdict_access import verdicts_of_replayed_games
from kifu.cli.arguments.dataset_and_book_options import book_option, read_book_file
from kifu.cli.arguments.game_and_rules_options import rules_option, rules_source
from kifu.cli.arguments.shared_options import (
    STANDARD_STREAM,
    adjudicate_option,
    engine_nodes_option,
    folder_option,
    force_option,
    picture_option,
    proof_nodes_option,
)
from kifu.cli.chances_and_proofs import (
    chances_json_lines,
    chances_of_record,
    proofs_json_lines,
    solve_positions_if_solvable,
    worst_moves_message,
)
from kifu.cli.command_definition import CommandOptions, files_argument, flag_option, option, with_options
from kifu.cli.commands.readings import differing_reading_lines
from kifu.cli.printing.guarded_output_and_progress import json_line, show_progress
from kifu.cli.printing.language_and_usage_errors import language, say, usage_error
from kifu.cli.printing.pictures import drawn_figures_by_file_name, report_left_out_pictures
from kifu.cli.printing.verdict_report import verdict_report
from kifu.cli.read_and_write_files import find_record_files, load_document, report_skipped_files, write_file
from kifu.core.escapes_confusables_and_text_width import claim_unused_stem
from kifu.core.message import Message, visible, visible_lines
from kifu.reconcile.slip_or_foul import with_slip_headline
from kifu.referee.rule_readings import readings_of_document
from kifu.referee.status_fault_and_basis import Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from matplotlib.figure import Figure

    from analysis.plots.picture_style import Format, PicturePage
    from analysis.plots.review_pages import RecordGroup
    from analysis.tables.win_chances_and_proofs import Estimate, RecordProofs
    from kifu.referee.rule_readings import Readings
    from kifu.referee.verdict import Verdict

NAMED_FILES = 3
"""The number of arguments that the name of a group holds; the others are counted."""
OF_GROUPS = ("group-", "comparison-")
"""How the names of pictures of groups begin; those of a record that is called so get a _ before them."""


class ReviewedRecord(NamedTuple):
    """A record with its verdict, or a file without records."""

    readings: Readings[Verdict]
    """Its verdict by its own reading, and what each other reading says."""
    stems: tuple[str, ...]
    """The beginnings of the names of its files, one for each game that can be drawn; no other record has the same."""
    described: str
    """The verdict in words, and the readings that differ from it."""

    @property
    def verdict(self) -> Verdict:
        """The verdict by its own reading."""
        return self.readings.verdict

    @property
    def readings_of_the_game(self) -> Readings[Verdict] | None:
        """The readings of a single game; None for a match."""
        return None if self.verdict.games else self.readings

    @property
    def can_be_drawn(self) -> bool:
        """True if the record is readable and has positions."""
        replayed = any(verdict.replay is not None for verdict in (self.verdict, *self.verdict.games))
        return self.verdict.status is not Status.UNREADABLE and replayed


GREEDY = "--against"


class GreedyOptionCommand(click.Command):
    """A command whose option GREEDY takes all following words."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line."""
        return super().parse_args(ctx, list(repeat_greedy_options(args)))


def repeat_greedy_options(words: Iterable[str]) -> Iterator[str]:
    """Yield the words with GREEDY before each of its values.

    ``--against a b`` is ``--against a --against b``.
    """
    taking = first = False
    rest = iter(words)
    for word in rest:
        if word == "--":  # all that follows is FILES
            yield word
            yield from rest
        elif word == GREEDY or word.startswith(f"{GREEDY}="):
            taking, first = True, word == GREEDY
            yield word
        elif word.startswith("-") and word != STANDARD_STREAM:
            taking = False
            yield word
        else:
            if taking and not first:
                yield GREEDY
            first = False
            yield word


class _Options(CommandOptions):
    files: tuple[str, ...] = files_argument()
    output: str = folder_option(required=True).help("書き出すフォルダー。Folder to write to.")
    against: tuple[str, ...] = option(multiple=True, metavar="FILE...").help(
        "くらべる相手の棋譜かフォルダー。次のオプションまでのすべて (何度でも)。Records or folders to compare FILES with: all up to the next option; may be given again and again."
    )
    forms: tuple[Format, ...] = picture_option
    rules: str | None = rules_option
    engine: bool = flag_option().help(
        "探索による勝率を経過の図に加え、大きく損をした手を示す。Add winning chances by search to the timelines, and name the moves that lost most."
    )
    group_only: bool = flag_option().help(
        "FILES をまとめた図 (平均と、--against との違い) だけを書き、一局ごとの図は書かない。Draw only FILES as a group (means, and what --against differs by), no picture of each record."
    )
    nodes: int = engine_nodes_option
    adjudicate: int | None = adjudicate_option
    proof_nodes: int = proof_nodes_option
    book: str | None = book_option("棋譜が定跡を離れた手を示す。Say at which ply each game leaves a book")
    force: bool = force_option


@click.command(cls=GreedyOptionCommand)
@with_options(_Options)
def command(options: _Options) -> None:
    """棋譜の経過を図にする。

    棋譜ごとに (対局なら一局ごとに) 経過の図とヒートマップを DIR に書き、時間の記録があれば一手ごとの時間の図も書く。いくつもあれば平均の
    ヒートマップも、--against があれば FILES (A) と相手 (B) の違いも書く。何もない図は書かず、そう述べる。verdict.txt と verdict.json
    (一行に一棋譜) には判定を書き、規則の読み方で判定が変わるなら (kifu readings) それも文字と経過の図に示す。--engine なら経過の図に探索による先手の勝率を加え、大きく損をした手を、よりよい手とともに示す (棋種ごとに
    初めての探索は、機械語にするのに時間がかかる。悪い順に、下げた勝率とともに verdict.txt にも書き、chances.json (一行に一局) にはすべての局面の勝率も書く。勝率を確かめていない棋種・規則・局面の数では勝率を示さず、そう述べる)。--adjudicate なら、それぞれの側が初めて必勝になった手数と、必勝を逃した手を述べ、
    proven.json (一行に一局) と経過の図にも示す。来た道の局面は数えない (kifu solve と同じ)。解けない棋種では、そう述べる。判定と、書いたファイルの名を示す。終了コードは kifu verify と同じ。

    Draw the course of games. For each record (each game of a match) a timeline and heatmaps are written to DIR, and
    where it gives times, a picture of the time used per move; for several also the heatmaps of their means, and with
    --against what FILES (A) and the others (B) differ by. A picture with nothing in it is not written, and that is
    said. verdict.txt and verdict.json (one line a record) hold the verdicts. Where another reading of the rules changes
    the verdict (`kifu readings`), the text and the timeline say so. With --engine the timelines show 先手's
    winning chance as a search estimates it, and the moves that lost most are printed, the worst first, each with its loss and the better
    one; verdict.txt holds them too, and chances.json (one line a game) with the chance in each position. The first search
    in a game compiles it, which takes a while. Where chances were not tested, for a game, for its rules or for that number of --nodes,
    none are shown, and that is said. With --adjudicate it is said after which ply each side
    first had a proven win, and which moves missed one; proven.json (one line a game) and the timelines show it too.
    As in `kifu solve`, the positions before are not counted. Where a game cannot be solved, that is said. The verdicts and the names of the files written are
    printed. The exit code is that of `kifu verify`.
    """
    known = None if options.book is None else read_book_file(options.book)
    ours, theirs = _judge_groups(options.files, options.against, options.rules)
    for reviewed in (*ours, *theirs):
        if reviewed.can_be_drawn:
            click.echo(reviewed.described, nl=False)
        else:
            click.echo(say(Message("図にできません: ", "cannot be drawn: ")) + reviewed.described, err=True, nl=False)
    group = _record_group(options.files, ours)
    estimates = [chances_of_record(verdict, options.nodes) for verdict in group.verdicts] if options.engine else []
    lost = [worst_moves_message(*each, options.nodes) for each in zip(group.verdicts, estimates, strict=options.engine)]
    click.echo("".join(lost), nl=False)
    if known is not None:
        for verdict in group.verdicts:
            replay = verdict.replay
            positions, moves = ((), ()) if replay is None else (replay.positions, replay.moves)
            click.echo(f"  {say(known.departure_text(verdict.game, positions, moves))}")
    how = None if options.adjudicate is None else (options.adjudicate, options.proof_nodes)
    proofs = [None if how is None else solve_positions_if_solvable(verdict, *how) for verdict in group.verdicts]
    records = () if options.group_only else _record_pages(group, estimates or [None] * len(proofs), proofs, ours)
    pages = [*records, *_group_pages(group, ours, _record_group(options.against, theirs) if options.against else None)]
    if options.group_only and not pages:
        raise usage_error(
            "--group-only には、図にできる同じ棋種と盤の棋譜が二つ以上要ります",
            "--group-only needs two records or more of the same game and board that can be drawn",
        )
    folder = Path(options.output)
    written: list[Path] = []
    left_out: list[PicturePage] = []
    try:
        told = {"verdict.txt": _verdict_txt_content(ours, lost, theirs)}
        if options.engine:
            told["chances.json"] = chances_json_lines(group.verdicts, estimates, options.nodes)
        if how is not None:
            told["proven.json"] = proofs_json_lines(group.verdicts, proofs, *how)
        for path, data in _paths_and_contents(
            folder, (*ours, *theirs), told, drawn_figures_by_file_name(_progress(pages), left_out), options.forms
        ):
            write_file(path, data, force=options.force)
            written.append(path)
    finally:  # also names the files written before a failure
        for path in written:
            click.echo(visible(str(path)))
        report_left_out_pictures(left_out)
    sys.exit(max(reviewed.verdict.status.exit_code for reviewed in (*ours, *theirs)))


def _judge_groups(
    files: Sequence[str], against: Sequence[str], rules: str | None
) -> tuple[list[ReviewedRecord], list[ReviewedRecord]]:
    """Judge all records, and give each its own stems."""
    taken: set[str] = set()
    ours, theirs = find_record_files(files), find_record_files(against)
    report_skipped_files(ours.others + theirs.others)
    of_files = [
        record
        for path in show_progress(ours.paths, _judge())
        for record in _reviewed_records_of_file(path, taken, rules)
    ]
    of_others = [
        record
        for path in show_progress(theirs.paths, _judge())
        for record in _reviewed_records_of_file(path, taken, rules)
    ]
    return of_files, of_others


def _reviewed_records_of_file(path: str, taken_stems: set[str], rules: str | None) -> Iterator[ReviewedRecord]:
    """Yield a file's judged records, each with its own stem."""
    document = load_document(path, rules)
    judged = readings_of_document(document)
    stem = "stdin" if path == STANDARD_STREAM else PurePath(path).stem
    stem = f"_{stem}" if stem.lower().startswith(OF_GROUPS) else stem
    for number, readings in enumerate(judged):
        verdict = with_slip_headline(readings.verdict, rules_source(path, rules))
        readings = readings._replace(verdict=verdict)  # noqa: PLW2901 - the same with its headline
        wanted = f"{stem}-{number + 1}" if len(judged) > 1 else stem
        drawn = [game for game, judged in enumerate(verdict.games, start=1) if judged.replay is not None]
        stems = tuple(claim_unused_stem(f"{wanted}-{game}", taken_stems) for game in drawn) or (
            claim_unused_stem(wanted, taken_stems),
        )
        described = verdict_report(verdict, document.source, len(document.records), language())
        if readings.differing:
            described += "".join(f"  {line}\n" for line in differing_reading_lines(readings, language()))
        yield ReviewedRecord(readings, stems, described)


def _record_group(file_paths: Sequence[str], reviewed: Sequence[ReviewedRecord]) -> RecordGroup:
    from analysis.plots.review_pages import RecordGroup  # noqa: PLC0415 - loads matplotlib

    more = len(file_paths) - NAMED_FILES
    name = " ".join(visible(PurePath(path).name or path) for path in file_paths[:NAMED_FILES])
    name += say(Message(f" ほか {more}", f" and {more} more")) if more > 0 else ""
    drawn = (_with_printable_name(each.verdict) for each in reviewed if each.can_be_drawn)
    return RecordGroup(name, [game for verdict in drawn for game in verdicts_of_replayed_games(verdict)])


def _with_printable_name(verdict: Verdict) -> Verdict:
    """Return the verdict with a printable file name.

    Tables cannot hold the undecodable bytes of a name.
    """
    return verdict._replace(file=visible(verdict.file), games=tuple(map(_with_printable_name, verdict.games)))


def _verdict_txt_content(
    ours: Sequence[ReviewedRecord], costly_moves: Sequence[str], theirs: Sequence[ReviewedRecord]
) -> bytes:
    """Return the content of verdict.txt, moves `costly_moves` most included."""
    games = iter(costly_moves)
    told = [each.described + "".join(islice(games, len(each.stems) * each.can_be_drawn)) for each in ours]
    return visible_lines("".join((*told, *(each.described for each in theirs)))).encode()


def _record_pages(
    group: RecordGroup,
    estimates: Sequence[list[Estimate] | Message | None],
    proofs: Sequence[RecordProofs | None],
    reviewed: Sequence[ReviewedRecord],
) -> Iterator[PicturePage]:
    """Yield the pages of each record.

    `estimates` and `proofs` have an item for each game of the group.
    """
    from analysis.plots.review_pages import record_pages  # noqa: PLC0415 - loads matplotlib

    drawn = [(stem, each.readings_of_the_game) for each in reviewed if each.can_be_drawn for stem in each.stems]
    for (stem, readings), verdict, by_ply, proven in zip(drawn, group.verdicts, estimates, proofs, strict=True):
        yield from record_pages(verdict, stem, language(), by_ply, readings, proofs=proven)


def _group_pages(
    group: RecordGroup, reviewed: Sequence[ReviewedRecord], others: RecordGroup | None
) -> Iterator[PicturePage]:
    """Yield the pages of the group and of its comparison.

    Raises click.UsageError if the two groups share no game.
    """
    from analysis.plots.review_pages import comparison_pages, group_pages  # noqa: PLC0415 - loads matplotlib

    if sum(each.can_be_drawn for each in reviewed) > 1:  # a mean of the two games of one match would say nothing
        yield from group_pages(group, language())
    if others is None:
        return
    compared = list(comparison_pages(group, others, language()))
    if group.verdicts and others.verdicts and not compared:
        raise usage_error("A と B に、同じ棋種と盤の棋譜がありません", "A and B share no game with the same board")
    yield from compared


def _paths_and_contents(
    folder: Path,
    reviewed: Sequence[ReviewedRecord],
    texts: Mapping[str, bytes],
    figures: Iterable[tuple[str, Figure]],
    forms: Sequence[Format],
) -> Iterator[tuple[Path, bytes]]:
    """Yield the path and content of each file, verdicts first.

    So a used folder is noticed early.
    """
    from analysis.plots.picture_style import figure_bytes  # noqa: PLC0415 - loads matplotlib

    lines = [json_line(each.verdict.to_json()) + "\n" for each in reviewed]
    yield folder / "verdict.json", "".join(lines).encode()
    for name, data in texts.items():
        yield folder / name, data
    for name, figure in figures:
        for form in dict.fromkeys(forms):
            yield folder / f"{name}.{form}", figure_bytes(figure, form)


def _progress(pages: Sequence[PicturePage]) -> Iterator[PicturePage]:
    return show_progress(pages, say(Message("作図中", "drawing")))


def _judge() -> str:
    return say(Message("確認中", "verifying"))
