"""Defines `kifu review`, which draws timelines and heatmaps of records, and compares two groups of them."""

from __future__ import annotations

import sys
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, NamedTuple

import click

import kifu
from analysis.tables.chances import estimates, no_chances, swings
from analysis.tables.judged_records import games_of
from analysis.tables.missed_wins import prove
from kifu.cli.arguments.book_option import book_option, read_book_file
from kifu.cli.arguments.files import find_records, load, mention_others, write
from kifu.cli.arguments.greedy_option import Greedy
from kifu.cli.arguments.rules_option import rules_option
from kifu.cli.arguments.shared_options import (
    AUTO,
    MOST,
    STANDARD_STREAM,
    a_folder,
    adjudicate_option,
    force_option,
    picture_option,
    proof_nodes_option,
)
from kifu.cli.printing.book_words import left_book
from kifu.cli.printing.guard import one_line
from kifu.cli.printing.language import language, language_option, say
from kifu.cli.printing.picture_files import draw, mention_left_out
from kifu.cli.printing.progress import progress
from kifu.cli.printing.proof_words import proofs_of_a_record
from kifu.cli.printing.reading_report import differences
from kifu.cli.printing.report import describe
from kifu.contract.head import SIDES
from kifu.model.file_names import free_stem
from kifu.model.message import Message, safe, visible
from kifu.referee.status import Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from matplotlib.figure import Figure

    from analysis.drawing.page import PicturePage
    from analysis.drawing.picture_style import Format
    from analysis.review.review_pages import Group
    from analysis.tables.chances import Estimate
    from analysis.tables.missed_wins import RecordProofs
    from kifu.referee.readings import Readings
    from kifu.referee.verdict import Verdict

NODES = 10_000
"""The number of positions that --engine searches for each position, unless `--nodes` is given."""
NAMED_FILES = 3
"""The number of arguments that the name of a group holds; the others are counted."""
OF_GROUPS = ("group-", "comparison-")
"""How the names of pictures of groups begin; those of a record that is called so get a _ before them."""


class Reviewed(NamedTuple):
    """A record of the files, with its verdict; a file without records has one value too."""

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
        """The readings of a single game; None for a match, whose readings are not those of each of its games."""
        return None if self.verdict.games else self.readings

    @property
    def can_be_drawn(self) -> bool:
        """Whether the record is readable and has positions to draw."""
        replayed = any(verdict.replay is not None for verdict in (self.verdict, *self.verdict.games))
        return self.verdict.status is not Status.UNREADABLE and replayed


@click.command(cls=Greedy)
@click.argument("files", nargs=-1, required=True, metavar="FILES...")
@click.option(
    "-o", "--output", required=True, callback=a_folder, metavar="DIR", help="書き出すフォルダー。Folder to write to."
)
@click.option(
    "--against",
    multiple=True,
    metavar="FILE...",
    help="くらべる相手の棋譜かフォルダー。次のオプションまでのすべて (何度でも)。Records or folders to compare FILES with: all up to "
    "the next option; may be given again and again.",
)
@picture_option
@rules_option
@click.option(
    "--engine",
    is_flag=True,
    help="探索による勝率を経過の図に加え、大きく損をした手を示す。Add winning chances by search to the timelines, and name the "
    "moves that lost most.",
)
@click.option(
    "--nodes",
    type=click.IntRange(1, MOST),
    default=NODES,
    show_default=True,
    help="--engine が一局面に調べる局面の数。Positions that --engine looks at for each position.",
)
@click.option(
    "--group-only",
    is_flag=True,
    help="FILES をまとめた図 (平均と、--against との違い) だけを書き、一局ごとの図は書かない。Draw only FILES as a group (means, and what --against "
    "differs by), no picture of each record.",
)
@adjudicate_option
@proof_nodes_option
@book_option("棋譜が定跡を離れた手を示す。Say at which ply each game leaves a book")
@force_option
@language_option
def command(  # noqa: PLR0913, PLR0917 - each option is a parameter
    files: tuple[str, ...],
    output: str,
    against: tuple[str, ...],
    forms: tuple[Format, ...],
    rules: str | None,
    nodes: int,
    adjudicate: int | None,
    proof_nodes: int,
    book: str | None,
    *,
    engine: bool,
    group_only: bool,
    force: bool,
) -> None:
    """棋譜の経過を図にする。

    棋譜ごとに (対局なら一局ごとに) 経過の図とヒートマップを DIR に書き、時間の記録があれば一手ごとの時間の図も書く。いくつもあれば平均の
    ヒートマップも、--against があれば FILES (A) と相手 (B) の違いも書く。何もない図は書かず、そう述べる。verdict.txt と verdict.json
    (一行に一棋譜) には判定を書き、規則の読み方で判定が変わるなら (kifu readings) それも文字と経過の図に示す。--engine なら経過の図に探索による先手の勝率を加え、大きく損をした手を、よりよい手とともに示す (棋種ごとに
    初めての探索は、機械語にするのに時間がかかる。評価を対局の結果に合わせていない棋種では勝率を示さず、そう述べる)。--adjudicate なら、それぞれの側が初めて必勝になった手数と、必勝を逃した手を述べ、
    proven.json (一行に一局) と経過の図にも示す。来た道の局面は数えない (kifu solve と同じ)。解けない棋種では、そう述べる。判定と、書いたファイルの名を示す。終了コードは kifu verify と同じ。

    Draw the course of games. For each record (each game of a match) a timeline and heatmaps are written to DIR, and
    where it gives times, a picture of the time used per move; for several also the heatmaps of their means, and with
    --against what FILES (A) and the others (B) differ by. A picture with nothing in it is not written, and that is
    said. verdict.txt and verdict.json (one line a record) hold the verdicts. Where another reading of the rules changes
    the verdict (`kifu readings`), the text and the timeline say so. With --engine the timelines show 先手's
    winning chance as a search estimates it, and the moves that lost most are printed, each with the better one; the
    first search in a game compiles it, which takes a while. A game whose evaluation was not fitted to results gets no
    chances, and that is said. With --adjudicate it is said after which ply each side
    first had a proven win, and which moves missed one; proven.json (one line a game) and the timelines show it too.
    As in `kifu solve`, the positions before are not counted. Where a game cannot be solved, that is said. The verdicts and the names of the files written are
    printed. The exit code is that of `kifu verify`.
    """
    known = None if book is None else read_book_file(book)
    ours, theirs = _review(files, against, rules)
    for reviewed in (*ours, *theirs):
        if reviewed.can_be_drawn:
            click.echo(reviewed.described, nl=False)
        else:
            click.echo(say(Message("図にできません: ", "cannot be drawn: ")) + reviewed.described, err=True, nl=False)
    group = _group(files, ours)
    estimates = [_estimates(verdict, nodes) if engine else None for verdict in group.verdicts]
    if known is not None:
        for verdict in group.verdicts:
            click.echo(f"  {say(left_book(verdict, known))}")
    how = None if adjudicate is None else (adjudicate, proof_nodes)
    proofs = [None if how is None else _proofs(verdict, *how) for verdict in group.verdicts]
    records = () if group_only else _record_pages(group, estimates, proofs, ours)
    pages = [*records, *_group_pages(group, ours, _group(against, theirs) if against else None)]
    if group_only and not pages:
        few = Message(
            "--group-only には、図にできる同じ棋種と盤の棋譜が二つ以上要ります",
            "--group-only needs two records or more of the same game and board that can be drawn",
        )
        raise click.UsageError(say(few))
    folder = Path(output)
    written: list[Path] = []
    left_out: list[PicturePage] = []
    try:
        proven = None if how is None else _proven(group, proofs, *how)
        for path, data in _contents(folder, (*ours, *theirs), proven, draw(_progress(pages), left_out), forms):
            write(path, data, force=force)
            written.append(path)
    finally:  # also names the files written before a failure
        for path in written:
            click.echo(visible(str(path)))
        mention_left_out(left_out)
    sys.exit(max(reviewed.verdict.status.exit_code for reviewed in (*ours, *theirs)))


def _review(files: Sequence[str], against: Sequence[str], rules: str | None) -> tuple[list[Reviewed], list[Reviewed]]:
    """Judge all records, and give each its own stems."""
    taken: set[str] = set()
    ours, theirs = find_records(files), find_records(against)
    mention_others(ours.others + theirs.others)
    of_files = [record for path in progress(ours.paths, _judging()) for record in _review_file(path, taken, rules)]
    of_others = [record for path in progress(theirs.paths, _judging()) for record in _review_file(path, taken, rules)]
    return of_files, of_others


def _review_file(path: str, taken: set[str], rules: str | None) -> Iterator[Reviewed]:
    document = load(path, rules)
    judged = kifu.readings(document)
    stem = "stdin" if path == STANDARD_STREAM else PurePath(path).stem
    stem = f"_{stem}" if stem.lower().startswith(OF_GROUPS) else stem
    for number, readings in enumerate(judged):
        verdict = readings.verdict
        wanted = f"{stem}-{number + 1}" if len(judged) > 1 else stem
        drawn = [game for game, judged in enumerate(verdict.games, start=1) if judged.replay is not None]
        stems = tuple(free_stem(f"{wanted}-{game}", taken) for game in drawn) or (free_stem(wanted, taken),)
        described = describe(verdict, document.source, len(document.records), language())
        if readings.differing:
            described += "".join(f"  {line}\n" for line in differences(readings, language()))
        yield Reviewed(readings, stems, described)


def _group(paths: Sequence[str], reviewed: Sequence[Reviewed]) -> Group:
    from analysis.review.review_pages import Group  # noqa: PLC0415 - loads matplotlib

    more = len(paths) - NAMED_FILES
    name = " ".join(visible(PurePath(path).name or path) for path in paths[:NAMED_FILES])
    name += say(Message(f" ほか {more}", f" and {more} more")) if more > 0 else ""
    drawn = (_named(each.verdict) for each in reviewed if each.can_be_drawn)
    return Group(name, [game for verdict in drawn for game in games_of(verdict)])


def _named(verdict: Verdict) -> Verdict:
    """Return the verdict with a printable file name; tables cannot hold the undecodable bytes of a name."""
    return verdict._replace(file=visible(verdict.file), games=tuple(map(_named, verdict.games)))


def _estimates(verdict: Verdict, nodes: int) -> list[Estimate] | Message:
    """Return the estimates of a search, one for each position of a record, or why a search gives none.

    Prints the moves that lost the most, each with a better move. The search looks at `nodes` positions for each position.
    """
    from analysis.review.charts.chance import better  # noqa: PLC0415 - loads matplotlib

    if verdict.game is not None and (why := no_chances(verdict.game)) is not None:
        click.echo(f"  {say(why)}")
        return why
    plies = verdict.plies + 1
    searched = zip(estimates(verdict, nodes), progress(range(plies), _searching()), strict=False)
    by_ply = [estimate for estimate, _ in searched]
    sides = verdict.game.sides if verdict.game else SIDES
    for swing in swings(verdict, by_ply):
        mark = sides[swing.side].mark
        points = round(100 * swing.loss)
        loss = Message(
            f"{swing.ply} 手目 {mark}{swing.move}: 勝率が {points} ポイント下がりました",
            f"ply {swing.ply} {mark}{swing.move}: the winning chance fell by {points} points",
        )
        instead = "" if swing.better is None else f" ({say(better(swing.better))})"
        click.echo(f"  {say(loss)}{instead}")
    return by_ply


def _proofs(verdict: Verdict, start: int, nodes: int) -> RecordProofs | None:
    """Ask the solver about the positions of a record, and print what it says; None for a game that it cannot solve."""
    from kifu.engine.adjudicate import Adjudication  # noqa: PLC0415 - loads numpy
    from kifu.engine.solver import solves  # noqa: PLC0415 - loads numpy

    if verdict.game is None or not solves(verdict.game):
        name = verdict.game.name if verdict.game else Message("棋種不明", "an unknown game")
        click.echo(f"  {say(Message(f'{name.ja}の局面は解けません', f'positions of {name.en} cannot be solved'))}")
        return None
    proofs = prove(verdict, Adjudication(start, nodes))
    for line in proofs_of_a_record(verdict, proofs, nodes):
        click.echo(f"  {say(line)}")
    return proofs


def _proven(group: Group, proofs: Sequence[RecordProofs | None], start: int, nodes: int) -> bytes:
    """Return the content of proven.json: a line for each game, in their order."""
    lines = []
    for verdict, found in zip(group.verdicts, proofs, strict=True):
        head = {
            "file": verdict.file,
            "record": verdict.index + 1,
            "game": verdict.game.id if verdict.game else None,
            "from": "auto" if start == AUTO else start,
            "nodes": nodes,
            "solvable": found is not None,
        }
        lines.append(one_line(head | (found.to_json() if found else {})) + "\n")
    return "".join(lines).encode()


def _record_pages(
    group: Group,
    estimates: Sequence[list[Estimate] | Message | None],
    proofs: Sequence[RecordProofs | None],
    reviewed: Sequence[Reviewed],
) -> Iterator[PicturePage]:
    """Yield the pages of each record. `estimates` and `proofs` have an item for each game of the group."""
    from analysis.review.review_pages import record_pages  # noqa: PLC0415 - loads matplotlib

    drawn = [(stem, each.readings_of_the_game) for each in reviewed if each.can_be_drawn for stem in each.stems]
    for (stem, readings), verdict, by_ply, proven in zip(drawn, group.verdicts, estimates, proofs, strict=True):
        yield from record_pages(verdict, stem, language(), by_ply, readings, proofs=proven)


def _group_pages(group: Group, reviewed: Sequence[Reviewed], others: Group | None) -> Iterator[PicturePage]:
    """Yield the pages of the group, and of its comparison with `others`, if it is given.

    Raises click.UsageError if the two groups share no game.
    """
    from analysis.review.review_pages import comparison_pages, group_pages  # noqa: PLC0415 - loads matplotlib

    if sum(each.can_be_drawn for each in reviewed) > 1:  # a mean of the two games of one match would say nothing
        yield from group_pages(group, language())
    if others is None:
        return
    compared = list(comparison_pages(group, others, language()))
    if group.verdicts and others.verdicts and not compared:
        raise click.UsageError(
            say(Message("A と B に、同じ棋種と盤の棋譜がありません", "A and B share no game with the same board"))
        )
    yield from compared


def _contents(
    folder: Path,
    reviewed: Sequence[Reviewed],
    proven: bytes | None,
    drawn: Iterable[tuple[str, Figure]],
    forms: Sequence[Format],
) -> Iterator[tuple[Path, bytes]]:
    """Yield the path and the content of each file. The verdicts come first, so that a used folder is noticed early."""
    from analysis.drawing.picture_style import render  # noqa: PLC0415 - loads matplotlib

    lines = [one_line(each.verdict.to_json()) + "\n" for each in reviewed]
    yield folder / "verdict.json", "".join(lines).encode()
    yield folder / "verdict.txt", safe("".join(each.described for each in reviewed)).encode()
    if proven is not None:
        yield folder / "proven.json", proven
    for name, figure in drawn:
        for form in dict.fromkeys(forms):
            yield folder / f"{name}.{form}", render(figure, form)


def _progress(pages: Sequence[PicturePage]) -> Iterator[PicturePage]:
    return progress(pages, say(Message("作図中", "drawing")))


def _searching() -> str:
    return say(Message("探索中", "searching"))


def _judging() -> str:
    return say(Message("確認中", "verifying"))
