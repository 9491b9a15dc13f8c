"""What the words about an army are read with: the game, its squares, the names of both sides."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import Side
from notation.freeform.setup_parts import unit_signs
from notation.freeform.squares_named_in_text import squares_ends_and_first_axes_at
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.core.game.game import Game

_STONES = {
    "碁": r"(?:囲?碁)の?石",
    "翻": r"(?:オセロ|リバーシ|翻)の?(?:石|駒|コマ)",
    "珠": r"(?:五目(?:並べ)?|連珠|珠)の?(?:石|珠)",
}
"""The stones by the games that they come from."""
_SIDES = kept_pattern(
    r"(?P<first>先手番?|先番|[▲☗▼]|先(?=[)）\s:の]))|(?P<second>後手番?|後番|[△☖▽]|後(?=[)）\s:の]))|(?P<both>両者とも|双方とも|両者|双方|両軍|お?互いに?|おたがいに?|どちらも|どっちも|(?:二人|ふたり)とも|それぞれ|各自|[Bb]oth(?: sides| players)?|each)"
    r"|(?P<english>(?:[Ff]irst|[Ss]ente)(?: player)?|(?P<other>(?:[Ss]econd|[Gg]ote)(?: player)?))(?![a-z])"
)
BOTH = "both"


class ArmyContext(NamedTuple):
    """What the words about an army are read with."""

    game: Game
    order: str
    """Which axis stands first in squares of two figures."""
    names: Mapping[str, Side]
    bracketed: Side | None = None
    """The side of units in brackets."""

    @property
    def units(self) -> str:
        """The units of the game."""
        return unit_signs(self.game)

    def side_and_end_at(self, text: str, at: int) -> tuple[Side | str, int] | None:
        """Return the side that a word or a name at a place means, and where it ends."""
        for name, side in sorted(self.names.items(), key=lambda one: -len(one[0])):
            if text.startswith(name, at):
                found = re.compile(r"(?:さん|くん|君|氏|様|先生|ちゃん)?").match(text, at + len(name))
                return side, found.end() if found else at + len(name)
        word = _SIDES.match(text, at)
        if word is None:
            return None
        return BOTH if word["both"] else Side(bool(word["second"] or word["other"])), word.end()

    def held_at(self, text: str, at: int) -> re.Match[str] | None:
        """Return the number and the unit at a place that a side holds, where the words for its stand follow: 12 pearls (珠) in hand."""
        pattern = rf"(?P<count>\d{{1,2}})\s?(?:[a-z]{{2,10}}\s?)?\(?(?P<unit>[{self.units}])\)?\s?(?:in (?:the )?hand|on (?:the |each |either )?stands?)(?: each)?"
        return re.compile(pattern).match(text, at) if text[at].isdecimal() else None

    def square_at(self, text: str, at: int) -> tuple[str, int] | None:
        """Return the only square at a place, and where it ends."""
        found = [
            (name, end)
            for name, end, order in squares_ends_and_first_axes_at(self.game.board, text, at)
            if order in {"", self.order}
        ]
        longest = max((end for _, end in found), default=0)
        names = {name for name, end in found if end == longest}
        return (names.pop(), longest) if len(names) == 1 else None


@lru_cache(maxsize=1024)
def stone_and_end_at(text: str, at: int) -> tuple[str, int] | None:
    """Return the stone at a place that is called by its game, and where it ends."""
    for unit, words in _STONES.items():
        if found := re.compile(words).match(text, at):
            return unit, found.end()
    return None
