"""The page built once and a host for it, for the tests of the page."""

import pytest
from paged import built, hosted


@pytest.fixture(scope="session")
def shapes(tmp_path_factory):
    """Return the folder that holds the page in both shapes."""
    return built(tmp_path_factory)


@pytest.fixture(scope="module")
def host(shapes):
    """Serve the folder of the page."""
    with hosted(shapes / "folder") as running:
        yield running
