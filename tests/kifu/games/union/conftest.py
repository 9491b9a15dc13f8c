"""Boards for the tests of the Union games: drawn in part, the points not drawn being empty."""

import pytest

from kifu.core import games
from kifu.core.game.text import split_diagram

HEAD = "一 二 三 四 五 六 七"
EMPTY = "・・ ・・ ・・ ・・ ・・ ・・ ・・"


class Table:
    """One game, queried with texts of moves and diagrams."""

    def __init__(self, game):
        self.game = game

    def position(self, drawn):
        """Return the position of rows like ``・・ 丸・ … 03`` (those not drawn are empty) and the lines below them."""
        lines = [line.strip() for line in drawn.strip().splitlines()]
        rows = {line[-2:]: line for line in lines if line[-2:].isdigit()}
        below = [line for line in lines if "：" in line]
        whole = [HEAD, *(rows.get(f"{row:02d}", f"{EMPTY} {row:02d}") for row in range(1, 8)), *below]
        return self.game.read_diagram(split_diagram(1, enumerate(whole, start=1)))

    def moves(self, position):
        """Return the texts of all legal moves."""
        return {self.game.spell(move) for move in self.game.legal_moves(position)}

    def landings(self, position, origin):
        """Return what follows the origin in the texts of the legal moves that leave it."""
        return {text.partition("-")[2] for text in self.moves(position) if text.startswith(f"{origin}-")}

    def article(self, position, text):
        """Return the article a move breaks, None if it is legal; the two languages must both have something to say."""
        breach = self.game.explain(position, self.game.resolve(position, self.game.read(text)))
        if breach is None:
            assert text in self.moves(position)
            return None
        assert breach.message.ja
        assert breach.message.en
        return breach.article

    def after(self, position, *texts):
        """Return the position after legal moves."""
        for text in texts:
            assert self.article(position, text) is None, text
            position = self.game.play_legal(position, self.game.read(text).move)
        return position


@pytest.fixture
def ace():
    """Return a table of ユニオンエース."""
    return Table(games.load("ace"))


@pytest.fixture
def king():
    """Return a table of ユニオンキング."""
    return Table(games.load("king"))


@pytest.fixture
def master():
    """Return a table of ユニオンマスター."""
    return Table(games.load("master"))
