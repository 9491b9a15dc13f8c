"""A dataset of games of 6面体 whose placements are known."""

import pytest
from explored import dataset, placements

from analysis.corpus.dataset import opened


@pytest.fixture(scope="session")
def placed(tmp_path_factory):
    """Return a dataset of many games with placements of two to four 占, opened."""
    with opened(dataset(tmp_path_factory.mktemp("placed"), placements(90))) as connection:
        yield connection


@pytest.fixture
def asked(tmp_path):
    """Return what builds a dataset of texts by file name and opens it; closed at the end."""
    made = []

    def ask(texts):
        context = opened(dataset(tmp_path / "made", texts))
        made.append(context)
        return context.__enter__()

    yield ask
    for context in made:
        context.__exit__(None, None, None)
