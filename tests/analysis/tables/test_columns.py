"""The tables have exactly the documented columns, in memory and in a dataset."""

from __future__ import annotations

from each import each

from analysis.corpus import dataset_schemas_and_manifest
from analysis.tables.columns import DTYPES, PARQUET, PLIES, RECORDS, REJECTS, TABLES

TABLE_OF = {"games": RECORDS, "plies": PLIES, "rejects": REJECTS}


@each("name", dataset_schemas_and_manifest.NAMES)
def test_the_dataset_has_the_documented_columns(name):
    """A table of the dataset has all documented columns, in order and of their kind."""
    expected = [(column.name, dataset_schemas_and_manifest.TYPES[column.kind]) for column in TABLE_OF[name].in_corpus]
    assert [(field.name, field.type) for field in dataset_schemas_and_manifest.SCHEMAS[name]] == expected


def test_a_ply_in_memory_has_the_columns_of_a_dataset_and_its_game():
    """A DataFrame of plies has the columns of a dataset under the same names, and the game."""
    memory, corpus = ({column.name for column in columns} for columns in (PLIES.in_memory, PLIES.in_corpus))
    assert memory - corpus == {"game", "match"}
    assert corpus < memory
    assert "seconds" in corpus


@each("table", TABLES, ids=lambda table: table.memory or table.corpus)
def test_each_column_is_worded_once(table):
    """No name stands twice in a table; each column has a meaning in both languages, and is in memory or in a dataset."""
    names = [column.name for column in table.columns]
    assert len(set(names)) == len(names)
    for column in table.columns:
        assert column.meaning.ja.strip()
        assert column.meaning.en.strip()
        assert column.memory or column.corpus
        assert "|" not in "".join(column.meaning)


def test_a_name_means_one_thing():
    """A column that several tables have is of one type in all of them: no name is a name, a score and a count."""
    kinds = {}
    for table in TABLES:
        for column in table.columns:
            assert kinds.setdefault(column.name, column.kind) is column.kind, column.name
            assert column.name not in {"first", "second"}
    assert set(DTYPES) == set(PARQUET) == set(dataset_schemas_and_manifest.TYPES)
