"""Chromium, for the tests of the screens and of the page."""

import pytest


@pytest.fixture(scope="module")
def browser():
    """Start Chromium."""
    from browsed import launched  # noqa: PLC0415 - only the tests of the screens have a browser
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    with sync_playwright() as playwright:
        running = launched(playwright)
        yield running
        running.close()
