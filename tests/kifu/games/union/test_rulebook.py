"""The articles of the Union games. tests/kifu/games/test_pages.py compares their quotations with the pages."""

import pytest

from kifu import games
from kifu.games import rulebook

BOOKS = {kind: rulebook.load(games.load(kind)) for kind in ("ace", "king", "master")}
OWN = {"ace": 2, "king": 3, "master": 4}


@pytest.mark.parametrize("kind", BOOKS)
def test_the_articles(kind):
    """The shared articles, those of the placing half, and the game's own, each with something it rests on."""
    own = [f"{kind}.{number}" for number in range(1, OWN[kind] + 1)]
    shared = [f"union.{number}" for number in range(1, 12)]
    placing = ["master.1", "master.2"]
    expected = shared + placing + [number for number in own if number not in placing]
    assert [article.number for article in BOOKS[kind].articles] == expected
