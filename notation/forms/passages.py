"""Text that knows where each of its characters stands in the file, so that what is read from it can be shown there."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from kifu.model.squares import BLANKS, WIDER

if TYPE_CHECKING:
    from collections.abc import Iterable

Place = tuple[int, int]
"""A line and a column of the file, counted from 1."""
_UNSEEN = "\u200b\u200c\u200d\u200e\u200f\u2060\ufe0e\ufe0f\ufeff\xad"
_DASHES = "−–—⁻₋‒―─━⁃"
_ARROWS = "⟶➡➔➜⇨⭢⇾⟹►➤⇒"
_FOLDED: dict[int, str] = {
    **{code: chr(code - WIDER) for code in range(0xFF01, 0xFF5E)},
    **dict.fromkeys(map(ord, _UNSEEN), ""),
    **dict.fromkeys(map(ord, _DASHES), "-"),
    **dict.fromkeys(map(ord, _ARROWS), "→"),
    **dict.fromkeys(map(ord, "\u3000\xa0"), " "),
}


class Passage(NamedTuple):
    """A text and the place of each of its characters."""

    text: str
    places: tuple[Place, ...]

    def cut(self, start: int, end: int | None = None) -> Passage:
        """Return the part from `start` to `end`, without the blanks round it."""
        text = self.text[start:end]
        left = start + len(text) - len(text.lstrip(BLANKS))
        text = text.strip(BLANKS)
        return Passage(text, self.places[left : left + len(text)])

    def part(self, start: int, end: int | None) -> Passage:
        """Return the part from `start` to `end` as it stands."""
        return Passage(self.text[start:end], self.places[start:end])

    def joined(self, other: Passage) -> Passage:
        """Return both texts as one."""
        return Passage(self.text + other.text, self.places + other.places)

    @property
    def place(self) -> Place:
        """Where it begins; an empty text has no place."""
        return self.places[0]

    @property
    def width(self) -> int:
        """How many columns it takes on the line where it begins."""
        line, column = self.places[0]
        return max(at for where, at in self.places if where == line) - column + 1


def fold(text: str, line: int) -> Passage:
    """Return a line in half width and composed characters, without those that are not seen."""
    if text.isascii():
        return Passage(text, tuple((line, column) for column in range(1, len(text) + 1)))
    characters: list[str] = []
    places: list[Place] = []
    for column, character in enumerate(text, start=1):
        if characters and unicodedata.combining(character):
            whole = unicodedata.normalize("NFC", characters[-1] + character)
            if len(whole) == 1:
                characters[-1] = whole
                continue
        plain = _FOLDED.get(ord(character), character)
        if plain:
            characters.append(plain)
            places.append((line, column))
    return Passage("".join(characters), tuple(places))


def joined(passages: Iterable[Passage]) -> Passage:
    """Return texts as one."""
    whole = Passage("", ())
    for passage in passages:
        whole = whole.joined(passage)
    return whole
