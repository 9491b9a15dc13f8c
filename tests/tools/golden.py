"""Hashes what users see, so that a change of names, rooms or layers is shown to change nothing else.

.venv/bin/python tests/tools/golden.py -o before.txt
.venv/bin/python tests/tools/golden.py --against before.txt
"""

import hashlib
import os
import re
import sys
import tempfile
from pathlib import Path

import click
from click.testing import CliRunner

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
sys.path[:0] = [str(ROOT), str(TESTS / "support")]

from commands import commands  # noqa: E402 - found in the folder just named

from kifu.cli.main import main as program  # noqa: E402
from kifu.core import games  # noqa: E402

RECORDS = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "samples").glob("*/*.kif"))
OUT = "OUT"
"""What stands for the folder of a command's output in its arguments."""


def cases():
    """Yield the words of every command that is hashed, in the order in which they run; later ones use earlier output."""
    for words, _ in commands(program):
        for language in ("ja", "en"):
            yield [*words, "--help", "--lang", language]
    for record in RECORDS:
        yield from _of_a_record(record)
    for game in games.ids():
        yield from _of_a_game(game)
    yield ["corpus", "build", "samples", "-o", f"{OUT}/dataset", "--workers", "0"]
    yield ["corpus", "stats", f"{OUT}/dataset", "--format", "json"]
    yield ["corpus", "find", "--pattern", "占 on 一01", "--game", "six", "-c", f"{OUT}/dataset", "--format", "json"]
    yield ["study", "tree", f"{OUT}/dataset", "--game", "six", "--depth", "3", "--format", "json"]
    yield ["study", "explorer", "samples/six", "-o", f"{OUT}/explorer.html"]
    yield ["study", "openings", f"{OUT}/dataset", "--game", "six", "-o", f"{OUT}/openings", "--format", "svg"]


def _of_a_record(record):
    name = _flat(record)
    for form in ("text", "json", "csv"):
        yield ["verify", record, "--format", form, "--lang", "ja"]
    yield ["verify", record, "--lang", "en"]
    yield ["readings", record, "--lang", "en"]
    yield ["repair", record, "--lang", "ja", "--limit", "20000"]
    yield ["show", record, "--lang", "ja"]
    yield ["moves", record, "--lang", "ja"]
    yield ["export", record, "-o", f"{OUT}/{name}.html"]
    yield ["convert", record, "-o", f"{OUT}/{name}.json"]
    yield ["convert", record, "-o", f"{OUT}/{name}", "--canonical"]
    yield ["convert", record, "-o", f"{OUT}/sjis-{name}", "--encoding", "cp932", "--newline", "crlf"]


def _of_a_game(game):
    yield ["rules", game, "--lang", "ja"]
    yield ["rules", game, "--format", "json"]
    yield ["sheet", game, "-o", f"{OUT}/{game}.pdf"]
    if game != "rengo":
        yield ["perft", game, "2", "--divide", "--interpreted"]
    records = [record for record in RECORDS if record.startswith(f"samples/{game}/")]
    for record in records[:2]:
        name = _flat(record)
        yield ["review", record, "-o", f"{OUT}/review-{Path(name).stem}", "--format", "svg"]
        yield ["sheet", record, "-o", f"{OUT}/{name}.pdf"]
        yield ["show", record, "--svg", "-o", f"{OUT}/{name}.svg"]
    disputed = [record for record in records if "disputed" in record]
    for record in disputed:
        for form in ("text", "html", "json"):
            yield ["reconcile", record, f"{OUT}/second-{_flat(record)}", "--format", form, "--limit", "20000"]
    for record in disputed[:1]:
        yield ["dossier", record, f"{OUT}/second-{_flat(record)}", "-o", f"{OUT}/dossier-{game}"]


def write_second_sheets(folder):
    """Write the sheet of the other player for each disputed record: it lacks one ply."""
    for record in RECORDS:
        if "disputed" in record:
            lines = (ROOT / record).read_text("utf-8").splitlines(keepends=True)
            plies = [at for at, line in enumerate(lines) if re.match(r" *\d+ ", line)]
            del lines[plies[len(plies) // 2]]
            (Path(folder) / f"second-{_flat(record)}").write_text("".join(lines), "utf-8")


def _flat(record):
    return record.removeprefix("samples/").replace("/", "-")


def hashes():
    """Yield what was run or written and the hash of it: exit code and both streams, and every new or changed file."""
    runner = CliRunner()
    with tempfile.TemporaryDirectory() as folder:
        write_second_sheets(folder)
        known = {}
        for words in cases():
            result = runner.invoke(program, [word.replace(OUT, folder) for word in words], prog_name="kifu")
            said = result.output.replace(folder, OUT)
            crashed = result.exception is not None and not isinstance(result.exception, SystemExit)
            fault = repr(result.exception).replace(folder, OUT) if crashed else ""
            yield "kifu " + " ".join(words), _hash(f"{result.exit_code}\n{said}\n{fault}".encode())
            for path in sorted(path for path in Path(folder).rglob("*") if path.is_file()):
                stamp = (path.stat().st_mtime_ns, path.stat().st_size)
                stamp_before, key_before = known.get(path, (None, None))
                if stamp == stamp_before:
                    continue
                data = path.read_bytes()
                known[path] = (stamp, key := _hash(data))
                if key != key_before and path.name != "dataset.json":  # it holds the digest of the program's sources
                    name = re.sub(r"[0-9a-f]{32,}", "HASH", path.relative_to(folder).as_posix())
                    yield f"  {name}", _hash(data.replace(folder.encode(), OUT.encode()))


def _hash(data):
    return hashlib.sha256(data).hexdigest()[:16]


@click.command()
@click.option("-o", "--output", type=click.Path(dir_okay=False, resolve_path=True), help="File to write the hashes to.")
@click.option(
    "--against", type=click.Path(exists=True, dir_okay=False, resolve_path=True), help="File of hashes to compare with."
)
def main(output, against):
    """Write the hashes of what users see, or list what differs from those of a file."""
    os.chdir(ROOT)  # the samples are named from there
    lines = [f"{value} {name}" for name, value in hashes()]
    if output:
        Path(output).write_text("\n".join(lines) + "\n", "utf-8")
    if against:
        before = Path(against).read_text("utf-8").splitlines()
        now, then = set(lines), set(before)
        differing = [f"- {line}" for line in before if line not in now]
        differing += [f"+ {line}" for line in lines if line not in then]
        click.echo("\n".join(differing) or f"{len(lines)} hashes, no difference")
        sys.exit(bool(differing))


if __name__ == "__main__":
    main()
