"""Datasets of a few games."""

from contextlib import ExitStack

import pytest
from explored import corner_games, dataset

from analysis.corpus.dataset_queries import open_dataset


@pytest.fixture
def open_texts(tmp_path):
    """Return a function that builds a dataset of texts by file name and opens it."""
    with ExitStack() as stack:
        yield lambda texts: stack.enter_context(open_dataset(dataset(tmp_path / "dataset", texts)))


@pytest.fixture(scope="session")
def corners(tmp_path_factory):
    """Return a dataset of many short games that share positions, opened."""
    with open_dataset(dataset(tmp_path_factory.mktemp("corners"), corner_games(120))) as connection:
        yield connection
