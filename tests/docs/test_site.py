"""Tests of the site of the docs: it builds without a warning, and its pages load nothing from other servers."""

import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from kifu.cli.main import main

ROOT = Path(__file__).parents[2]
INDEX = (ROOT / "docs" / "index.md").read_text("utf-8")
FETCHED = {"script": "src", "img": "src", "iframe": "src", "link": "href", "source": "src", "object": "data"}
"""The elements that a browser loads by itself, each with the attribute of the address."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Build the site in a folder of its own."""
    pytest.importorskip("mkdocs")
    pytest.importorskip("mkdocstrings_handlers.python")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-W", "ignore", "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=os.environ | {"CI": "1"})
    assert done.returncode == 0, done.stderr
    return folder


class Fetches(HTMLParser):
    """Collects what a page makes a browser fetch."""

    def __init__(self):
        super().__init__()
        self.addresses = []

    def handle_starttag(self, tag, attrs):
        """Add the address of an element that a browser loads."""
        given = dict(attrs)
        if tag in FETCHED and given.get(FETCHED[tag]) and given.get("rel") != "canonical":
            self.addresses.append(given[FETCHED[tag]])


def test_every_page_is_there(site):
    """Each page of docs/ is a page of the site."""
    pages = {path.with_suffix(".html").name for path in (ROOT / "docs").rglob("*.md") if "examples" not in path.parts}
    assert pages <= {path.name for path in site.rglob("*.html")}


def test_the_first_page_leads_to_every_page():
    """The index links each page of docs/, and so does the navigation of the site."""
    pages = {str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md")} - {"index.md"}
    pages = {page for page in pages if not page.startswith("examples/")}
    navigation = (ROOT / "mkdocs.yml").read_text("utf-8")
    assert pages - set(re.findall(r"\]\(([\w./-]+\.md)", INDEX)) == set()
    assert pages - set(re.findall(r": ([\w./-]+\.md)$", navigation, re.MULTILINE)) == set()


def test_nothing_is_fetched_from_elsewhere(site):
    """No page, style or script of the site names one of another server to load."""
    for page in site.rglob("*.html"):
        fetches = Fetches()
        fetches.feed(page.read_text("utf-8"))
        assert [address for address in fetches.addresses if re.match(r"(?:[a-z]+:)?//", address)] == [], page
    for style in site.rglob("*.css"):
        text = style.read_text("utf-8")
        assert re.findall(r"(?:url\(|@import)\s*['\"]?(?:https?:)?//[^)\s]+", text) == [], style


def test_the_python_api_is_read_from_the_docstrings(site):
    """The page on Python shows the docstrings of the functions."""
    text = (site / "api.html").read_text("utf-8")
    assert "Read a file of records, also a packed one. Never raises for its content" in text


def test_the_words_of_sphinx_are_not_shown(site):
    """A docstring names :class:`Verdict`; the page shows the name alone."""
    text = (site / "api.html").read_text("utf-8")
    assert re.findall(r":(?:class|func|mod|meth):", text) == []


def test_japanese_can_be_searched(site):
    """The index of the search holds Japanese, and the words are cut by a script of the site itself."""
    index = json.loads((site / "search" / "search_index.json").read_text("utf-8"))
    assert any("占は七つか八つか" in page["title"] for page in index["docs"])
    assert (site / "search" / "tinyseg.js").is_file()


def test_the_example_of_the_first_page(tmp_path, monkeypatch):
    """The first page shows the output of kifu for its record."""
    (record,) = re.findall(r"```kif\n(.*?)```", INDEX, re.DOTALL)
    (command, printed) = re.search(r"```console\n\$ kifu (.*?)\n(.*?)```", INDEX, re.DOTALL).groups()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.kif").write_text(record, "utf-8")
    assert CliRunner().invoke(main, command.split()).output == printed
