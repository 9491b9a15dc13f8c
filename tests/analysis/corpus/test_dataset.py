"""A dataset is asked in SQL, and nothing can be changed by asking."""

from pathlib import Path

import pytest
from corpora import contents

from analysis.corpus.build import build
from analysis.corpus.dataset import BadQuery, NoDataset, ask, opened


@pytest.fixture
def out(folder):
    """Return the folder of a dataset; its name needs quoting."""
    build([str(folder)], Path("o'ut [1]*"))
    return Path("o'ut [1]*")


def answer(out, sql):
    """Return columns and rows."""
    with opened(out) as connection:
        columns, found = ask(connection, sql)
        return columns, list(found)


def test_three_views(out):
    """And they fit together."""
    sql = """
        SELECT count(*) AS plies, count(DISTINCT record) AS records,
               bool_and(sha256 IS NOT NULL) AS fits FROM plies JOIN games USING (record)
    """
    columns, ((plies, records, fits),) = answer(out, sql)
    assert (columns, records, fits) == (("plies", "records", "fits"), 19, True)
    assert answer(out, "SELECT count(*) FROM plies")[1] == [(plies,)]
    assert answer(out, "SELECT count(*) FROM rejects")[1] == [(4,)]
    assert answer(out, "SHOW TABLES")[1] == [("games",), ("plies",), ("rejects",)]


@pytest.mark.parametrize(
    "sql",
    [
        "COPY (SELECT 1) TO '{out}/games/part-00000.parquet'",
        "EXPLAIN ANALYZE COPY (SELECT 1) TO '{out}/x.csv'",
        "CREATE TABLE t (a INT)",
        "DROP VIEW games",
        "INSERT INTO games SELECT * FROM games",
        "ATTACH '{out}/x.db'",
        "SET enable_external_access = true",
        "INSTALL httpfs",
        "SELECT 1; DROP VIEW games",
        "",
        "-- nothing",
    ],
)
def test_only_one_select(out, sql):
    """Anything else is refused, and not a byte changes."""
    before = contents(out)
    with pytest.raises(BadQuery) as raised:
        answer(out, sql.format(out=str(out).replace("'", "''")))
    assert raised.value.code == "not-a-question"
    assert contents(out) == before


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("SELEC 1", "SELEC"),
        ("SELECT bogus FROM games", "bogus"),
        ("SELECT * FROM 'elsewhere.csv'", "disabled"),
        ("SELECT * FROM read_text('/etc/hostname')", "disabled"),
        ("SELECT error('so it is') FROM plies", "so it is"),
    ],
)
def test_bad_sql(out, sql, said):
    """Says what is wrong, under a code; other files are not to be read."""
    with pytest.raises(BadQuery, match=said) as raised:
        answer(out, sql)
    assert raised.value.code == "bad-sql"


def test_no_dataset(out, tmp_path):
    """A folder without one, or with one of which a file is gone."""
    with pytest.raises(NoDataset, match="kifu corpus build"), opened(tmp_path):
        pass
    (out / "plies" / "part-00000.parquet").unlink()
    with pytest.raises(NoDataset), opened(out):
        pass
