"""A dataset answers questions in SQL, and no question can change it."""

import json
import threading
from pathlib import Path

import pytest
from corpora import contents, table

from analysis.corpus import dataset_schemas_and_manifest
from analysis.corpus.build import OutputConflict, build_dataset
from analysis.corpus.dataset_queries import BadQuery, NoDataset, open_dataset, query_dataset


@pytest.fixture
def out(folder):
    """Return the folder of a dataset; its name needs quoting."""
    build_dataset([str(folder)], Path("o'ut [1]*"))
    return Path("o'ut [1]*")


def answer(out, sql):
    """Return the columns and the rows of an answer."""
    with open_dataset(out) as connection:
        columns, rows, _ = query_dataset(connection, sql)
        return columns, list(rows)


def test_three_views(out):
    """A dataset has three views, whose rows fit together."""
    sql = """
        SELECT count(*) AS plies, count(DISTINCT record) AS records,
               bool_and(sha256 IS NOT NULL) AS fits FROM plies JOIN games USING (record)
    """
    columns, ((plies, records, fits),) = answer(out, sql)
    assert (columns, records, fits) == (("plies", "records", "fits"), 19, True)
    assert answer(out, "SELECT count(*) FROM plies")[1] == [(plies,)]
    assert answer(out, "SELECT count(*) FROM rejects")[1] == [(4,)]
    assert answer(out, "SHOW TABLES")[1] == [("games",), ("plies",), ("rejects",)]


@pytest.mark.parametrize("asked", [query_dataset, lambda connection, sql: connection.execute(sql).fetchall()])
def test_a_question_that_is_interrupted(out, asked):
    """A query that is told to stop was stopped by Ctrl-C, and is no failed query."""
    with pytest.raises(KeyboardInterrupt):
        _interrupted(out, asked)


def _interrupted(out, asked):
    with open_dataset(out) as connection:
        threading.Timer(0.3, connection.interrupt).start()
        asked(connection, "SELECT sum(hash(a.i, b.i) % 7) FROM range(10000000) a(i), range(10000000) b(i)")


@pytest.mark.parametrize(("message", "raised"), [("Query interrupted", KeyboardInterrupt), ("broken", RuntimeError)])
def test_a_signal_that_the_database_has_noticed(out, message, raised):
    """DuckDB words Ctrl-C as an error of its own; any other error stays what it is."""
    with pytest.raises(raised), open_dataset(out):
        raise RuntimeError(message)


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
    """Everything but one SELECT is refused, and no byte changes."""
    before = contents(out)
    with pytest.raises(BadQuery) as raised:
        answer(out, sql.format(out=str(out).replace("'", "''")))
    assert raised.value.code == "not-a-question"
    assert contents(out) == before


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("SELEC 1", "SELEC"),
        ("SELECT bogus FROM games", "bogus"),
        ("SELECT * FROM 'elsewhere.csv'", "disabled"),
        ("SELECT * FROM read_text('/etc/hostname')", "disabled"),
        ("SELECT error('so it is') FROM plies", "so it is"),
    ],
)
def test_bad_sql(out, sql, words):
    """Bad SQL is an error that says what is wrong; other files cannot be read."""
    with pytest.raises(BadQuery, match=words) as raised:
        answer(out, sql)
    assert raised.value.code == "bad-sql"


def test_no_dataset(out, tmp_path):
    """An empty folder, and a dataset that lacks a file, cannot be opened."""
    with pytest.raises(NoDataset, match="kifu corpus build"), open_dataset(tmp_path):
        pass
    (out / "plies" / "part-00000.parquet").unlink()
    with pytest.raises(NoDataset), open_dataset(out):
        pass


def test_a_dataset_of_a_former_version(out, folder):
    """A former version has other columns: it cannot be opened, and is replaced only with --force, as the message says."""
    path = out / dataset_schemas_and_manifest.MANIFEST_NAME
    former = json.loads(path.read_bytes()) | {"format": "kifu-corpus/1"}
    path.write_text(json.dumps(former))
    before = contents(out)
    with pytest.raises(NoDataset, match=r"another version .*kifu-corpus/1.*--force") as refused, open_dataset(out):
        pass
    assert refused.value.code == "other-version"
    with pytest.raises(OutputConflict, match="--force") as kept:
        build_dataset([str(folder)], out)
    assert kept.value.code == "dataset-exists"
    assert contents(out) == before
    assert build_dataset([str(folder)], out, force=True).anew
    assert len(table(out, "games")) == 19


@pytest.mark.parametrize("format_name", ["somebody/1", "kifu-corpus/", "kifu-corpus/x", 1, None, "kifu-corpus/\x1b[2J"])
def test_a_manifest_of_something_else(out, folder, format_name):
    """A manifest with any other format is no dataset, and its folder is not touched."""
    path = out / dataset_schemas_and_manifest.MANIFEST_NAME
    path.write_text(json.dumps(json.loads(path.read_bytes()) | {"format": format_name}))
    before = contents(out)
    with pytest.raises(NoDataset) as refused, open_dataset(out):
        pass
    assert refused.value.code == "no-dataset"
    with pytest.raises(OutputConflict) as kept:
        build_dataset([str(folder)], out, force=True)
    assert (kept.value.code, contents(out)) == ("not-a-dataset", before)


def test_times_are_asked_in_sql(tmp_path):
    """A dataset has the seconds of each ply, and those before the word that ends the record."""
    path = tmp_path / "timed.kif"
    path.write_text("棋種：6面体\n1 四04占 (0:05)\n2 四06領\n3 四05武 (1:00)\n4 投了 (0:30)\n")
    build_dataset([str(path)], tmp_path / "timed")
    assert answer(tmp_path / "timed", "SELECT seconds FROM plies ORDER BY ply")[1] == [(None,), (5,), (None,), (60,)]
    assert answer(tmp_path / "timed", "SELECT end_seconds FROM games")[1] == [(30,)]
