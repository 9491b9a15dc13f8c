"""Measures the samples multiplied: each valid sample of one record, a thousand times, with other names, days and times.

No text stands twice: names and days differ, and so do the times of moves, by seconds that a side spends on another of its
moves, so the totals at the end stay. Prints µs of processor time a ply (a record counts as at least 60 plies), how often
that is what pgn-extract and python-chess take in the same run, and why a sample's records are judged one by one: the line
at which the scanner stops, or what of the replay or the end is not known to the compiled way.
"""

from __future__ import annotations

import gc
import io
import random
import re
import tempfile
from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click
import many
import numpy as np
from peer import machine, random_pgn, read_pgn, work_of

from analysis.batch import Batch, scan_and_replay
from analysis.batch import scanner_layout_and_text_kernel as layout
from analysis.batch.file_splitting import read_pieces, survey_file
from kifu.core import games
from kifu.core.compiled.bind_and_compile import rules_compile
from kifu.core.compiled.replay_kernel import LEGAL
from kifu.referee.verify import verify_document
from notation.reading import read

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PLIES = 60
"""Plies that a record counts as, at least."""
CLOCK = re.compile(r"\( *(\d+):(\d\d)/(\d\d):(\d\d):(\d\d)\)")
NAMED = re.compile(r"^(先手|後手|棋戦|場所)：(.*)$", re.MULTILINE)
DAY = re.compile(r"\d{4}/\d\d/\d\d")
NO_WORDS = 2
"""Words up to which the scanner takes no record: they tell nothing about the line that it stops at."""


class Sample(NamedTuple):
    """A sample with one record that is not at fault."""

    file: Path
    text: str
    plies: int
    """Those of the game, but at least PLIES."""
    status: str


def samples(folder: Path) -> Iterator[Sample]:
    """Yield the samples of games that compile, with one record that the referee does not fault."""
    for file in sorted(folder.glob("*/*.kif")):
        if not rules_compile(games.load(file.parent.name)):
            continue
        document = read(file.name, file.read_bytes())
        verdicts = list(verify_document(document))
        if document.source and len(verdicts) == 1 and not verdicts[0].status.exit_code:
            text = "\n".join(document.source.lines) + "\n"
            yield Sample(file, text, max(PLIES, verdicts[0].plies), verdicts[0].status.name)


def varied(text: str, number: int) -> str:
    """Return a record with other names, days and times. Each number gives another text."""
    draw = random.Random(number)
    day = f"20{draw.randrange(10, 30)}/{draw.randrange(1, 13):02}/{draw.randrange(1, 29):02}"
    text = DAY.sub(day, NAMED.sub(lambda header: f"{header[1]}：{header[2]} {number:06}", text))
    if not NAMED.search(text):
        head, _, rest = text.partition("\n棋種")
        head, rest = (head + "\n棋種", rest) if rest else ("", text.removeprefix("棋種"))
        text = f"{head or '棋種'}{rest.replace(chr(10), f'{chr(10)}場所：第{number}会場{chr(10)}', 1)}"
    return text if "変化" in text else _other_times(text, draw)


def _other_times(text: str, draw: random.Random) -> str:
    """Return a record in which each side spends some seconds on another of its moves in the first half, before 秒読み."""
    clocks = list(CLOCK.finditer(text))
    spent = [int(clock[1]) * 60 + int(clock[2]) for clock in clocks]
    sides, totals = [], [0, 0]
    for number, clock in enumerate(clocks):  # a side may move twice in a row: its total tells whose time it is
        total = int(clock[3]) * 3600 + int(clock[4]) * 60 + int(clock[5])
        sides.append(number % 2 if totals[number % 2] + spent[number] == total else 1 - number % 2)
        totals[sides[-1]] = total
    for number in range(2, len(spent) // 2):
        before = max(other for other in range(number) if sides[other] == sides[number])
        moved = draw.randrange(min(spent[number], 60)) if spent[number] else 0
        spent[number] -= moved
        spent[before] += moved
    totals, parts, at = [0, 0], [], 0
    for side, clock, seconds in zip(sides, clocks, spent, strict=True):
        totals[side] += seconds
        total = totals[side]
        shown = f"({seconds // 60:2}:{seconds % 60:02}/{total // 3600:02}:{total // 60 % 60:02}:{total % 60:02})"
        parts += [text[at : clock.start()], shown]
        at = clock.end()
    return "".join(parts) + text[at:]


def judged(data: bytes) -> tuple[int, dict[str, int]]:
    """Judge a file as `kifu verify --quiet` does. Return how many records stay compiled, and how many have each status."""
    surveyed = survey_file("x.kif", partial(io.BytesIO, data))
    plain, found = 0, Counter[str]()
    for piece in read_pieces(surveyed) if surveyed else ():
        batch = Batch([piece], None, scan_and_replay.WantedOutputs(), matches=True)
        found.update({status.name: count for status, count in batch.plain_statuses().items() if count})
        plain += batch.plain_statuses().total()
        found.update(item.judgement.status.name for item in batch.records_not_plain())
    return plain, dict(found)


def why(sample: Sample) -> str:
    """Tell why the records of a sample do not stay compiled."""
    game = games.load(sample.file.parent.name)
    lines = sample.text.splitlines(keepends=True)
    again = scan_and_replay.double_turn_ply(game, game.start())

    def scanned(count: int) -> scan_and_replay.Scanned:
        data = "".join(lines[:count]).encode()
        return scan_and_replay.scan_records(data, np.array([[0, len(data)]], dtype=np.int64), again)

    last = scanned(len(lines))
    if not last.found[0, layout.PLAIN]:
        plain = [count for count in range(1, len(lines) + 1) if scanned(count).found[0, layout.PLAIN]]
        stop = plain[-1] if plain else next(n for n, line in enumerate(lines) if line.lstrip()[:1].isdigit())
        words = sum(line.lstrip()[:1].isdigit() for line in lines)
        if not plain and words >= NO_WORDS:
            return "the scanner stops in the head: " + "".join(lines[:stop])[-30:].replace("\n", " ")
        return f"the scanner stops at line {stop + 1}: {lines[stop].strip()[:30]}" if stop < len(lines) else "too short"
    firsts, plies = last.found[:, layout.FIRST].copy(), last.found[:, layout.PLIES].copy()
    quiet = game.quiet_until or 0
    words_known = last.vocabulary.meanings(game)
    played = scan_and_replay.replay_lines(
        game,
        firsts,
        plies,
        last.words,
        words_known,
        start=game.start(),
        legal_occurrences=quiet,
        wanted_outputs=scan_and_replay.WantedOutputs(),
    )
    if not played.ends[0, LEGAL]:
        return "the replay stops: a repetition, or a move that is illegal or depends on the position"
    return "the end is not shared"


@click.command()
@click.option("--copies", default=1000, show_default=True)
@click.option("--runs", default=2, show_default=True)
@click.option("--folder", default=Path("samples"), type=Path, show_default=True)
def main(copies: int, runs: int, folder: Path) -> None:
    """Print the table: a row a sample, then all of them in one file."""
    print(machine())
    gc.set_threshold(100_000)  # as in the program
    chosen = list(samples(folder))
    theirs = dict(_peers(runs))
    for name, micros in theirs.items():
        print(f"{name}: {micros:.2f} µs a ply")
    extract = theirs.get(many.EXTRACT)
    rows, mixed = [], []
    for sample in chosen:
        texts = [varied(sample.text, number) for number in range(1, copies + 1)]
        data = "".join(texts).encode()
        judged("".join(varied(sample.text, -number) for number in range(1, 20)).encode())  # loads machine code
        plain, statuses = judged(data)
        if statuses != {sample.status: len(set(texts))}:
            raise click.ClickException(f"{sample.file}: copies are not judged as the sample is: {statuses}")
        micros = work_of(runs, partial(judged, data)) / (copies * sample.plies) * 1e6
        rows.append((micros, sample, plain == copies))
        mixed += texts
    for micros, sample, plain in sorted(rows, key=lambda row: row[0]):
        ratio = "" if extract is None else f"{extract / micros:8.2f}"
        print(f"{micros:8.2f} µs {ratio}  {sample.file.relative_to(folder)!s:40} {'' if plain else why(sample)}")
    print(f"{sum(plain for *_, plain in rows)} of {len(rows)} stay compiled")
    _whole(mixed, copies * sum(sample.plies for sample in chosen), extract, runs)


def _whole(texts: list[str], plies: int, extract: float | None, runs: int) -> None:
    """Measure the whole process on all copies in one file, shuffled."""
    random.Random(1).shuffle(texts)
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "mixed.kif"
        file.write_text("".join(texts), encoding="utf-8")
        micros = many.best(runs, many.verify(file, 1)).cpu / plies * 1e6
    ratio = "" if extract is None else f", {extract / micros:.2f} times as fast a ply as {many.EXTRACT}"
    print(f"all in one file, the whole process: {micros:.2f} µs a ply{ratio}")


def _peers(runs: int) -> Iterable[tuple[str, float]]:
    """Yield each peer and its µs of processor time a ply."""
    with tempfile.TemporaryDirectory() as folder:
        for peer in many.peers(Path(folder), 2_000_000, PLIES):
            yield peer.name, many.best(runs, peer.arguments).cpu / peer.plies * 1e6
    pgn, plies = random_pgn(50, PLIES, seed=1)
    yield "python-chess", work_of(runs, partial(read_pgn, pgn)) / plies * 1e6


if __name__ == "__main__":
    main()
