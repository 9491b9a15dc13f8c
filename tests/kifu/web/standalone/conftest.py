"""The page built once, a host for it, and Chromium, for the tests of the page."""

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


@pytest.fixture(scope="module")
def browser():
    """Start Chromium."""
    from browsed import launched  # noqa: PLC0415 - only the tests of the screens have a browser
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    with sync_playwright() as playwright:
        running = launched(playwright)
        yield running
        running.close()
