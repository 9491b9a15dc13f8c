"""The rulebooks of the Union games against the pages they come from (tests/data, byte for byte)."""

import hashlib
from pathlib import Path

import pytest

from kifu import games
from kifu.games import rulebook

DATA = Path(__file__).parents[3] / "data"
BOOKS = {kind: rulebook.load(games.load(kind)) for kind in ("ace", "king", "master")}
OWN = {"ace": 2, "king": 3, "master": 4}
EVERY_BASIS = [
    pytest.param(basis, id=f"{kind}-{getattr(part, 'number', None) or part.id}-{count}")
    for kind, book in BOOKS.items()
    for part in (*book.preface, *book.articles, *book.appendix)
    for count, basis in enumerate(part.basis, start=1)
    if basis.quote
]


@pytest.mark.parametrize("kind", BOOKS)
def test_the_articles(kind):
    """The shared articles, those of the placing half, and the game's own, each with something it rests on."""
    own = [f"{kind}.{number}" for number in range(1, OWN[kind] + 1)]
    shared = [f"union.{number}" for number in range(1, 12)]
    placing = ["master.1", "master.2"]
    expected = shared + placing + [number for number in own if number not in placing]
    assert [article.number for article in BOOKS[kind].articles] == expected


@pytest.mark.parametrize("kind", BOOKS)
def test_the_pages(kind):
    """The page the tests compare with is the one the rulebook names."""
    source = next(source for source in BOOKS[kind].sources if source.id == kind)
    assert hashlib.sha256((DATA / f"{kind}-source.txt").read_bytes()).hexdigest() == source.sha256


@pytest.mark.parametrize("basis", EVERY_BASIS)
def test_quotations_stand_in_the_page(basis):
    """Every quoted line stands in its page, whole, from top to bottom."""
    page = (DATA / f"{basis.source}-source.txt").read_text(encoding="utf-8")
    place = 0
    for line in basis.quote:
        index = page.find(line, place)
        assert index >= 0, line
        place = index + len(line)
