"""`kifu review`: verdicts, timelines and heatmaps of records, and what two groups of them differ by."""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, NamedTuple

import click

from kifu.cli.arguments.files import find, load, mention_others, write
from kifu.cli.arguments.options import STANDARD_STREAM, a_folder, force_option, picture_option
from kifu.cli.arguments.rules_option import rules_option
from kifu.cli.judging import judge
from kifu.cli.printing.drawn import draw, mention_left_out
from kifu.cli.printing.guard import one_line
from kifu.cli.printing.language import language, language_option, say
from kifu.cli.printing.progress import progress
from kifu.cli.printing.report import describe
from kifu.model.answers import SIDES
from kifu.model.message import Message, safe, visible
from kifu.referee.verdict import Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from matplotlib.figure import Figure

    from analysis.drawing.page import Page
    from analysis.drawing.style import Format
    from analysis.review.pages import Group
    from analysis.tables.chances import Estimate
    from kifu.referee.verdict import Verdict

NODES = 10_000
"""Positions that --engine looks at for each position, unless told otherwise."""
NAMED_FILES = 3
"""A group is called by up to so many of its arguments."""
STEM = 180
"""Bytes of a stem at most: a file's name has 255, and a number, the kind of picture and the ending follow."""
DIGEST = 8
"""Characters of the digest that tells apart stems of the same beginning."""


class Reviewed(NamedTuple):
    """One record, or the want of one, of the files given."""

    verdict: Verdict
    stems: tuple[str, ...]
    """What its files are called, of a match those of each game that can be drawn; unlike those of any other record."""
    described: str
    """The verdict in words."""

    @property
    def can_be_drawn(self) -> bool:
        """Whether there are positions to draw, and no doubt about what the record says."""
        replayed = any(one.replay is not None for one in (self.verdict, *self.verdict.games))
        return self.verdict.status is not Status.UNREADABLE and replayed


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILES...")
@click.option(
    "-o", "--output", required=True, callback=a_folder, metavar="DIR", help="書き出すフォルダー。Folder to write to."
)
@click.option(
    "--against",
    multiple=True,
    metavar="FILE",
    help="くらべる相手の棋譜かフォルダー (何度でも)。Record or folder to compare FILES with; may be given again and again.",
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
    type=click.IntRange(min=1),
    default=NODES,
    show_default=True,
    help="--engine が一局面に調べる局面の数。Positions that --engine looks at for each position.",
)
@force_option
@language_option
def command(  # noqa: PLR0913, PLR0917 - one for each option
    files: tuple[str, ...],
    output: str,
    against: tuple[str, ...],
    forms: tuple[Format, ...],
    rules: str | None,
    nodes: int,
    *,
    engine: bool,
    force: bool,
) -> None:
    """棋譜の経過を図にする。

    棋譜ごとに (対局なら一局ごとに) 経過の図とヒートマップを DIR に書き、時間の記録があれば一手ごとの時間の図も書く。いくつもあれば平均の
    ヒートマップも、--against があれば FILES (A) と相手 (B) の違いも書く。何もない図は書かず、そう述べる。verdict.txt と verdict.json
    (一行に一棋譜) には判定を書く。--engine なら経過の図に探索による先手の勝率を加え、大きく損をした手を、よりよい手とともに示す (棋種ごとに
    初めての探索は、機械語にするのに時間がかかる)。判定と、書いたファイルの名を示す。終了コードは kifu verify と同じ。

    Draw the course of games. For each record (each game of a match) a timeline and heatmaps are written to DIR, and
    where it gives times, a picture of the time used per move; for several also the heatmaps of their means, and with
    --against what FILES (A) and the others (B) differ by. A picture with nothing in it is not written, and that is
    said. verdict.txt and verdict.json (one line a record) hold the verdicts. With --engine the timelines show 先手's
    winning chance as a search estimates it, and the moves that lost most are printed, each with the better one; the
    first search in a game compiles it, which takes a while. The verdicts and the names of the files written are
    printed. The exit code is that of `kifu verify`.
    """
    ours, theirs = _review(files, against, rules)
    for one in (*ours, *theirs):
        if one.can_be_drawn:
            click.echo(one.described, nl=False)
        else:
            click.echo(say(Message("図にできません: ", "cannot be drawn: ")) + one.described, err=True, nl=False)
    group = _group(files, ours)
    found = [_estimates(verdict, nodes) if engine else None for verdict in group.verdicts]
    pages = list(_pages(group, found, ours, _group(against, theirs) if against else None))
    folder = Path(output)
    written: list[Path] = []
    left_out: list[Page] = []
    try:
        for path, data in _contents(folder, (*ours, *theirs), draw(_progress(pages), left_out), forms):
            write(path, data, force=force)
            written.append(path)
    finally:  # also those before one that could not be written
        for path in written:
            click.echo(visible(str(path)))
        mention_left_out(left_out)
    sys.exit(max(one.verdict.status.exit_code for one in (*ours, *theirs)))


def _review(files: Sequence[str], against: Sequence[str], rules: str | None) -> tuple[list[Reviewed], list[Reviewed]]:
    """Judge all records, and give each a stem of its own; letter case does not tell file names apart everywhere."""
    taken: set[str] = set()
    ours, theirs = find(files), find(against)
    mention_others(ours.others + theirs.others)
    of_files = [one for path in progress(ours.paths, _judging()) for one in _review_file(path, taken, rules)]
    of_others = [one for path in progress(theirs.paths, _judging()) for one in _review_file(path, taken, rules)]
    return of_files, of_others


def _review_file(path: str, taken: set[str], rules: str | None) -> Iterator[Reviewed]:
    document = load(path, rules)
    verdicts = judge(document)
    stem = "stdin" if path == STANDARD_STREAM else PurePath(path).stem
    for number, verdict in enumerate(verdicts):
        wanted = f"{stem}-{number + 1}" if len(verdicts) > 1 else stem
        drawn = [game for game, one in enumerate(verdict.games, start=1) if one.replay is not None]
        stems = tuple(_free(f"{wanted}-{game}", taken) for game in drawn) or (_free(wanted, taken),)
        yield Reviewed(verdict, stems, describe(verdict, document.source, len(document.records), language()))


def _free(wanted: str, taken: set[str]) -> str:
    """Return the stem `wanted`, numbered where another record has it, and take it."""
    wanted = _fitting(wanted)
    free, again = wanted, 1
    while free.casefold() in taken:
        again += 1
        free = f"{wanted}-{again}"
    taken.add(free.casefold())
    return free


def _fitting(stem: str) -> str:
    """Return the stem; of one too long for a file's name the beginning, and a digest of the whole."""
    name = os.fsencode(stem)
    if len(name) <= STEM:
        return stem
    kept = stem[:STEM]
    while len(os.fsencode(kept)) > STEM - DIGEST - 1:
        kept = kept[:-1]
    return f"{kept}-{hashlib.sha256(name).hexdigest()[:DIGEST]}"


def _group(paths: Sequence[str], reviewed: Sequence[Reviewed]) -> Group:
    from analysis.review.pages import Group  # noqa: PLC0415
    from analysis.tables.judged import games_of  # noqa: PLC0415 - pandas and matplotlib only for those who draw

    more = len(paths) - NAMED_FILES
    name = " ".join(visible(PurePath(path).name or path) for path in paths[:NAMED_FILES])
    name += say(Message(f" ほか {more}", f" and {more} more")) if more > 0 else ""
    drawn = (_named(one.verdict) for one in reviewed if one.can_be_drawn)
    return Group(name, [game for verdict in drawn for game in games_of(verdict)])


def _named(verdict: Verdict) -> Verdict:
    """Return a verdict whose file's name is text: tables hold none of the bytes that no encoding has."""
    return verdict._replace(file=visible(verdict.file), games=tuple(map(_named, verdict.games)))


def _estimates(verdict: Verdict, nodes: int) -> list[Estimate]:
    """Return what a search makes of each position of a record, and print the moves that lost most, with the better ones."""
    from analysis.review.charts.chance import better  # noqa: PLC0415 - as above
    from analysis.tables.chances import estimates, swings  # noqa: PLC0415 - as above

    plies = verdict.plies + 1
    searched = zip(estimates(verdict, nodes), progress(range(plies), _searching()), strict=False)
    found = [estimate for estimate, _ in searched]
    sides = verdict.game.sides if verdict.game else SIDES
    for swing in swings(verdict, found):
        mark = sides[swing.side].mark
        points = round(100 * swing.loss)
        where = Message(
            f"{swing.ply} 手目 {mark}{swing.move}: 勝率が {points} ポイント下がりました",
            f"ply {swing.ply} {mark}{swing.move}: the winning chance fell by {points} points",
        )
        instead = "" if swing.better is None else f" ({say(better(swing.better))})"
        click.echo(f"  {say(where)}{instead}")
    return found


def _pages(
    group: Group, found: Sequence[list[Estimate] | None], reviewed: Sequence[Reviewed], other: Group | None
) -> Iterator[Page]:
    """Yield all pages. Raises click.UsageError where nothing of what should be compared can be."""
    from analysis.review.pages import comparison_pages, group_pages, record_pages  # noqa: PLC0415 - as above

    stems = [stem for one in reviewed if one.can_be_drawn for stem in one.stems]
    for stem, verdict, estimates in zip(stems, group.verdicts, found, strict=True):
        yield from record_pages(verdict, stem, language(), estimates)
    if sum(one.can_be_drawn for one in reviewed) > 1:  # the two games of one match have no mean that says anything
        yield from group_pages(group, language())
    if other is None:
        return
    compared = list(comparison_pages(group, other, language()))
    if group.verdicts and other.verdicts and not compared:
        raise click.UsageError(
            say(Message("A と B に、同じ棋種と盤の棋譜がありません", "A and B share no game with the same board"))
        )
    yield from compared


def _contents(
    folder: Path, reviewed: Sequence[Reviewed], drawn: Iterable[tuple[str, Figure]], forms: Sequence[Format]
) -> Iterator[tuple[Path, bytes]]:
    """Yield each file to be written: the verdicts first, so that a folder already used is noticed at once."""
    from analysis.drawing.style import render  # noqa: PLC0415 - as above

    lines = [one_line(one.verdict.to_json()) + "\n" for one in reviewed]
    yield folder / "verdict.json", "".join(lines).encode()
    yield folder / "verdict.txt", safe("".join(one.described for one in reviewed)).encode()
    for name, figure in drawn:
        for form in dict.fromkeys(forms):
            yield folder / f"{name}.{form}", render(figure, form)


def _progress(pages: Sequence[Page]) -> Iterator[Page]:
    return progress(pages, say(Message("作図中", "drawing")))


def _searching() -> str:
    return say(Message("探索中", "searching"))


def _judging() -> str:
    return say(Message("確認中", "verifying"))
