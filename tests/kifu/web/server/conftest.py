"""A served folder and a phone for the tests of the screens. Modules that need another server have one of their own."""

import pytest
from served import served


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Serve an empty folder."""
    with served(tmp_path_factory.mktemp("tables")) as running:
        yield running


@pytest.fixture(scope="module")
def recorder(server):
    """Return the cookie of a device that opens games."""
    return server.enter()


@pytest.fixture
def phone(browser, server):
    """Return a page of a phone that has come in as a recorder."""
    from browsed import entered  # noqa: PLC0415 - only the tests of the screens have a browser

    page = entered(browser, server)
    yield page
    page.context.close()
