"""The articles of the Union games. tests/kifu/games/test_pages.py compares their quotations with the pages."""

from each import each

from kifu.core import games, rulebook

BOOKS = {kind: rulebook.load_rulebook(games.load(kind)) for kind in ("ace", "king", "master")}
OWN = {"ace": 2, "king": 3, "master": 4}


@each("kind", BOOKS)
def test_the_articles(kind):
    """The shared articles, those of the placing half, and the game's own, each with something it rests on."""
    own = [f"{kind}.{number}" for number in range(1, OWN[kind] + 1)]
    shared = [f"union.{number}" for number in range(1, 12)]
    placing = ["master.1", "master.2"]
    expected = shared + placing + [number for number in own if number not in placing]
    assert [article.number for article in BOOKS[kind].articles] == expected


def test_aces_board_says_what_is_lost():
    """The board's entry of Ace says in the page's words that the lost board was simpler than King's."""
    words = "よりも簡単なものに"
    (entry,) = (entry for entry in games.load("ace").entries() if entry.key == "board")
    assert "図F is lost, and simpler than King's board" in entry.origin
    assert words in entry.origin
    (section,) = (section for section in BOOKS["ace"].preface if section.id == "board")
    assert any(words in line for basis in section.basis for line in basis.quote)
