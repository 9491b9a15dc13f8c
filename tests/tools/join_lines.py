"""Writes lines of typed records and samples as one line, and looks whether another verdict comes out.

.venv/bin/python tests/tools/join_lines.py --seconds 60 [--seed 1] [--folder n]
"""

import random
import sys
import time
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import click

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS.parent), str(TESTS / "support")]

import typed_records  # noqa: E402 - found in the folder just named

SEPARATORS = ("、", "。", "・", "／", " ", "　", "\t", "<br>", "\u2028", "")
"""What stands where a line end was; nothing where it was deleted."""
HEADS = ("先手：山田", "後手：鈴木", "場所：東京", "備考：晴れ", "持ち時間：10分")
"""Statements that are written before a line, behind a separator."""


def files(folders):
    """Return the names and the texts of the samples, of the cases and of the typed records of some folders."""
    own = [path for folder in folders for _, path, _ in typed_records.typed(folder)]
    own += [] if len(folders) == 1 else [*TESTS.parent.glob("samples/*/*"), *typed_records.CASES.iterdir()]
    for path in own:
        try:
            text = path.read_bytes().decode()
        except (UnicodeDecodeError, IsADirectoryError):
            continue
        if path.suffix in {".txt", ".kif", ".csv", ".md"} and len(text) < 1 << 12:
            yield path.relative_to(TESTS.parent), text


def said(text):
    """Return what a text says, a record after the other: the verdict, the moves and the winner; None where it is asked about."""
    found = typed_records.judged(SimpleNamespace(name="a.txt", read_bytes=text.encode))
    if not found or any(
        one.status is typed_records.Status.UNREADABLE or "not-understood" in one.codes for one in found
    ):
        return None
    return [(one.status.value, one.moves, one.winner) for one in found]


def joined(text, draw):
    """Return a text with some of its lines written as one, and what was done."""
    lines = text.splitlines()
    by = draw.choice(SEPARATORS)
    way = draw.choice(("pair", "pair", "pair", "few", "all", "below", "head"))
    first = draw.randrange(max(1, len(lines) - 1))
    if way == "head":
        lines[first] = draw.choice(HEADS) + (by or " ") + lines[first]
        return "\n".join(lines), (way, by, lines[first])
    last = {"pair": first + 1, "few": first + draw.randrange(2, 6)}.get(way, len(lines) - 1)
    first = {"all": 0, "below": 1}.get(way, first)
    one = by.join(line for line in lines[first : last + 1] if line or by)
    return "\n".join([*lines[:first], one, *lines[last + 1 :]]), (way, by, one[:300])


@click.command()
@click.option("--seconds", default=60, show_default=True, help="How much processor time is spent at most.")
@click.option("--seed", default=1, show_default=True)
@click.option(
    "--folder", multiple=True, help="The sets of typed records; all of them, the samples and the cases without it."
)
def main(seconds, seed, folder):
    """Show the joins by which a record is judged otherwise, without being asked about."""
    folders = folder or sorted(path.name for path in typed_records.TYPED.iterdir() if path.is_dir())
    draw, counts = random.Random(seed), Counter()
    texts = list(files(folders))
    draw.shuffle(texts)
    for name, text in texts:
        if time.process_time() > seconds:
            break
        wanted = said(text)
        for _ in range(3 if wanted else 0):
            changed, done = joined(text, draw)
            got = said(changed)
            counts["asked" if got is None else "the same" if got == wanted else "otherwise"] += 1
            if got is not None and got != wanted:
                click.echo(f"--- {name}: {done}\n{wanted}\n{got}")
    click.echo(f"{sum(counts.values())} joins: {dict(counts)}")


if __name__ == "__main__":
    main()
