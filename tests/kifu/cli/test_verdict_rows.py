"""Tests `kifu verify --format csv`, which prints one row for each record."""

import csv
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from each import each
from helpers import DIAGRAM, HEAD

from kifu.cli.commands.verify import VerdictRow
from kifu.cli.main import main
from kifu.cli.printing.guarded_output_and_progress import visible_csv_line
from kifu.core.escapes_confusables_and_text_width import safe_csv_cell

WON = HEAD + DIAGRAM + "1 四03-五03武\nまで1手で先手の勝ち\n"
OPEN = HEAD + DIAGRAM + "1 四03-三03武\n"
MATCH = "棋種：ユニオンキング\n対局：前半\n1 一06-一05十内\n対局：後半\n1 一06-一05十内\n"


def table(*arguments, stdin=None):
    """Return the exit code and the rows of `kifu verify --format csv`, in English."""
    words = ["--lang", "en", "verify", "--format", "csv", *map(str, arguments)]
    result = CliRunner().invoke(main, words, input=stdin, catch_exceptions=False)
    return result.exit_code, list(csv.DictReader(io.StringIO(result.stdout)))


def test_the_columns_are_pinned():
    """The names and the order of the columns are fixed, because programs rely on them."""
    assert VerdictRow._fields == (
        "file", "index", "game", "rules", "status", "plies", "winner", "termination", "article", "recorded_winner",
        "recorded_termination", "fault_ply", "fault_move", "fault_line", "fault_column", "fault_article", "fault_code",
        "fault_message", "sha256",
    )  # fmt: skip


def test_a_row_a_record(tmp_path):
    """Rows follow the order of the files and of their records; a missing value is an empty cell."""
    path = tmp_path / "games.kif"
    path.write_text(WON + OPEN + "2 四07士\n" + MATCH, encoding="utf-8")
    code, rows = table(path, tmp_path / "gone.kif")
    assert code == 3
    assert [(row["index"], row["game"], row["status"], row["plies"]) for row in rows] == [
        ("0", "six", "CONFIRMED", "1"),
        ("1", "six", "ILLEGAL", "1"),
        ("2", "king", "UNFINISHED", "2"),
        ("0", "", "UNREADABLE", "0"),
    ]
    won, illegal, _, gone = rows
    assert (won["file"], won["rules"]) == (str(path), "six/1")
    assert (won["winner"], won["termination"], won["article"]) == ("first", "elimination", "six.14")
    assert (won["recorded_winner"], won["recorded_termination"]) == ("first", "declared")
    assert {won[name] for name in VerdictRow._fields if name.startswith("fault")} == {""}
    assert (illegal["fault_ply"], illegal["fault_move"], illegal["fault_code"]) == ("2", "四07士", "illegal-move")
    assert illegal["fault_article"].startswith("six.")
    assert illegal["fault_line"] == str((WON + OPEN).count("\n") + 1)
    assert int(illegal["fault_column"]) == 3
    assert illegal["fault_message"].isprintable()
    assert len(won["sha256"]) == 64
    assert (gone["fault_ply"], gone["fault_code"], gone["winner"]) == ("0", "no-such-file", "")


@pytest.mark.parametrize("more", [[], ["--jobs", 2]])
def test_quiet_lists_the_faulty(tmp_path, more):
    """The head stays, no line of totals follows; the same from several processes."""
    for name, text in (("a.kif", WON), ("b.kif", OPEN + "2 四07士\n"), ("c.kif", WON)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    code, rows = table(tmp_path, "--quiet", *more)
    assert (code, [Path(row["file"]).name for row in rows]) == (1, ["b.kif"])
    assert [row["status"] for row in table(tmp_path, *more)[1]] == ["CONFIRMED", "ILLEGAL", "CONFIRMED"]


@each(
    ("cell", "shown"),
    [
        ("=1+1", "'=1+1"),
        ("+81", "+81"),
        ("+1+1", "'+1+1"),
        ("-", "'-"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("＝1", "'＝1"),
        ("\tx", "'\tx"),
        ("a=1", "a=1"),
        ("", ""),
        ("四03-五03武", "四03-五03武"),
    ],
)
def test_no_cell_is_a_formula(cell, shown):
    """Text that a spreadsheet would compute gets an apostrophe; other text is unchanged."""
    assert safe_csv_cell(cell) == shown


def test_names_and_moves_that_look_like_formulas(tmp_path, monkeypatch):
    """Whatever a file is called and whatever it says: text with quotes, commas, formulas and control characters."""
    monkeypatch.chdir(tmp_path)
    name = '=cmd|"a",b.kif'
    Path(name).write_text(HEAD + "1 =1+1\x1b[31m\n", encoding="utf-8")
    _, rows = table(name)
    assert rows[0]["file"] == f"'{name}"
    assert rows[0]["fault_move"].startswith("'=1+1")
    assert "\x1b" not in "".join(rows[0].values())


def test_lines():
    """Numbers stay numbers, None is nothing, LF ends the line."""
    assert visible_csv_line(["a,b", None, -1, 'say "x"', "two\nlines"]) == '"a,b",,-1,"say ""x""",two␊lines\n'


def test_light_and_in_utf_8(tmp_path):
    """One record needs neither pandas nor numpy, and is UTF-8 whatever the locale and the file's name."""
    path = tmp_path / os.fsdecode(b"\xff.kif")
    path.write_text(OPEN + "2 四07士\n", encoding="utf-8")
    script = (
        "import sys\nfrom kifu.cli.main import main\ntry: main()\n"
        "finally: assert not {'pandas', 'numpy', 'pyarrow'} & set(sys.modules)"
    )
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    ran = subprocess.run(
        [sys.executable, "-c", script, "verify", "--format", "csv", path],
        capture_output=True,
        env=environment,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (1, b"")
    (row,) = csv.DictReader(io.StringIO(ran.stdout.decode()))
    assert row["fault_move"] == "四07士"
