"""A dataset of games of 6面体 whose placements are known."""

import pytest
from explored import dataset, placements

from analysis.corpus.dataset_queries import open_dataset


@pytest.fixture(scope="session")
def placed(tmp_path_factory):
    """Return an open dataset of 90 games with placements of two to four 占."""
    with open_dataset(dataset(tmp_path_factory.mktemp("placed"), placements(90))) as connection:
        yield connection


@pytest.fixture
def dataset_of(tmp_path):
    """Return the function that builds a dataset of texts by file name and opens it; it is closed at the end."""
    contexts = []

    def open_texts(texts):
        context = open_dataset(dataset(tmp_path / "dataset", texts))
        contexts.append(context)
        return context.__enter__()

    yield open_texts
    for context in contexts:
        context.__exit__(None, None, None)
