"""Entrants of a contest: text form of each side's opening policy."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analysis.tournaments.square_sets import points_of, random_set, without
from analysis.tournaments.square_values import touching_pairs
from kifu.core.errors import InvalidMove
from kifu.core.message import Message, quoted
from kifu.engine.opening_match import read_opening

if TYPE_CHECKING:
    import random
    from collections.abc import Collection

    from analysis.tournaments.square_sets import Squares
    from kifu.core.game.game import Game
    from kifu.engine.opening_match import OpeningSet

FREE, SEEING, GIVEN = "free", "seeing", "given"
RANDOM, APART, TOUCHING = "random", "apart", "touching"
DRAWN = (RANDOM, APART, TOUCHING)
MIN_TOUCHING_PAIRS = 5
"""A set with this number of touching pairs, or more, is drawn as `touching`."""
DRAWS = 3_000
"""How often a set is drawn at most until it is apart, or touching."""


class Entrant(NamedTuple):
    """One side of a contest."""

    word: str
    """How it is named: ``free``, a number, ``random:7``, ``apart:7``, ``touching:7``, or squares."""
    how: str
    size: int = 0
    """The size of its set; 0 if it is free."""
    squares: Squares = ()
    """Its set, if it is given."""

    @property
    def title(self) -> str:
        """A short name for files."""
        return f"set{self.size}" if self.how == GIVEN else self.word.replace(":", "")

    @property
    def control(self) -> str:
        """Control's word: random sets of its size; empty without control."""
        return "" if self.how in {FREE, RANDOM} else f"{RANDOM}:{self.size}"


def entrant(game: Game, word: str) -> Entrant:
    """Parse the word of a side. Raises InvalidMove."""
    word = word.strip()
    if word == FREE:
        return Entrant(word, FREE)
    how, colon, number = word.partition(":")
    known = colon and how in DRAWN
    squares = read_opening(game, number if known else word)
    if known and isinstance(squares, int):
        return Entrant(f"{how}:{squares}", how, squares)
    if known or not squares:
        raise InvalidMove("no-such-side", _no_side(word))
    if isinstance(squares, int):
        return Entrant(str(squares), SEEING, squares)
    return Entrant(",".join(map(game.board.spell, sorted(squares))), GIVEN, len(squares), tuple(sorted(squares)))


def _no_side(word: str) -> Message:
    return Message(
        f"「{quoted(word)}」は側の名ではありません。7、free、random:7、apart:7、touching:7 か、四04,三03 のように書いてください",
        f"'{quoted(word)}' names no side; write 7, free, random:7, apart:7, touching:7, or squares such as 四04,三03",
    )


def opening_squares(game: Game, side: Entrant, taken: Collection[int], draw: random.Random) -> OpeningSet:
    """Return a side's squares, none of them `taken`. Raises InvalidMove.

    It is raised if no set could be drawn.
    """
    if side.how == FREE:
        return None
    if side.how == SEEING:
        return side.size
    if side.how == GIVEN:
        return side.squares
    points = without(points_of(game), taken)
    for _ in range(DRAWS if side.size <= len(points) else 0):
        squares = random_set(draw, points, side.size)
        pairs = touching_pairs(squares, game.board.columns)
        if side.how == RANDOM or (pairs == 0 if side.how == APART else pairs >= MIN_TOUCHING_PAIRS):
            return squares
    raise InvalidMove(
        "no-set-drawn",
        Message(
            f"「{side.word}」に合う組が見つかりません", f"no set was found for '{side.word}' beside the other side's"
        ),
    )
