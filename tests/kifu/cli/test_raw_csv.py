"""CSV of records whose players are formulas: text for a spreadsheet, unless it is asked for raw."""

import csv
import io

import pytest
from click.testing import CliRunner

from analysis.corpus.build import build_dataset
from kifu.cli.main import main

NAME = '=HYPERLINK("http://example.invalid","先手")'
RECORD = f"棋種：6面体\n先手：{NAME}\n後手：-1.5\n棋戦：@SUM(A1)\n   1 四04占\nまで1手で中断\n"
SQL = 'SELECT first_name, second_name, event, -1.5 AS "number", -2 AS "=head" FROM games'


@pytest.fixture(name="dataset", scope="module")
def _dataset(tmp_path_factory):
    folder = tmp_path_factory.mktemp("formulas")
    (folder / "a.kif").write_text(RECORD)
    (folder / "start.txt").write_text("棋種：6面体\n")
    build_dataset([str(folder / "a.kif")], folder / "out")
    return folder


def rows(*arguments):
    """Return the rows of CSV that a command prints."""
    result = CliRunner().invoke(main, [*arguments, "--lang", "en"])
    assert result.exit_code == 0, result.output
    return list(csv.reader(io.StringIO(result.stdout)))


@pytest.mark.parametrize("raw", [False, True])
def test_sql(dataset, raw):
    """Text that would be run has a ' before it, also in the head; numbers have none, be they numbers or text."""
    head, row = rows("corpus", "sql", SQL, str(dataset / "out"), "--format", "csv", *["--raw-csv"] * raw)
    sign = "" if raw else "'"
    assert head[-1] == f"{sign}=head"
    assert row == [f"{sign}{NAME}", "-1.5", f"{sign}@SUM(A1)", "-1.5", "-2"]


@pytest.mark.parametrize("raw", [False, True])
def test_find(dataset, raw):
    """`corpus find` makes the players of its games harmless too, unless --raw-csv is given."""
    table = rows(
        *("corpus", "find", str(dataset / "start.txt"), str(dataset / "out"), "--format", "csv"), *["--raw-csv"] * raw
    )
    row = dict(zip(*table, strict=True))
    sign = "" if raw else "'"
    assert (row["first_name"], row["event"], row["ply"]) == (f"{sign}{NAME}", f"{sign}@SUM(A1)", "0")


def test_json_and_tables_are_as_they_were(dataset):
    """JSON and tables have no apostrophes, because no spreadsheet opens them."""
    for form in ("json", "table"):
        result = CliRunner().invoke(main, ["corpus", "sql", SQL, str(dataset / "out"), "--format", form])
        assert f"'{NAME[:5]}" not in result.stdout
        assert NAME[:10] in result.stdout
