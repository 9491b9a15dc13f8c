"""Tests the HTML page of a dossier in Chromium: it fits a phone, fetches nothing, and axe-core finds nothing wrong."""

import pytest
from disputed import made, recorded, sheet_a, sheet_b

browsed = pytest.importorskip("browsed")
from playwright.sync_api import sync_playwright  # noqa: E402 - skipped without it

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(browsed.CHROMIUM is None, reason="no Chromium"),
]


@pytest.fixture(scope="module")
def page_file(tmp_path_factory):
    """Write the page of a dossier with all inputs."""
    file = tmp_path_factory.mktemp("page") / "dossier.html"
    file.write_bytes(made(sheet_a(), sheet_b(), recorded().data())[1]["dossier.html"])
    return file


@pytest.mark.parametrize("viewport", [{"width": 360, "height": 780}, browsed.LAPTOP], ids=["phone", "laptop"])
def test_page(page_file, viewport):
    """No scroll bar at the side, no error, no request but the file, no violation; the boards are drawn."""
    with sync_playwright() as playwright:
        browser = browsed.launched(playwright)
        context = browser.new_context(viewport=viewport, bypass_csp=True)  # axe-core is a script
        page = context.new_page()
        said, asked = [], []
        page.on("console", lambda message: said.append(message.text))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(page_file.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]
        assert page.locator("figure svg").count() == 4
        assert page.locator("tr.struck").count() > 2
        assert (said, asked) == ([], [page_file.as_uri()])
        if browsed.AXE.exists():
            assert browsed.violations(page) == []
        browser.close()
