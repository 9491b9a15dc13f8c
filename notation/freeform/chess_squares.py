"""Squares as chess writes them: rows counted from below, and the units by their English letters."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from notation.freeform.fold import Passage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.game.game import Game
    from notation.freeform.layout import Laid

MAX_CHARACTERS = 480
"""The most characters of a line that is read so."""
_FROM_BELOW = re.compile(
    r"(?:as|like) in (?:western )?chess|(?<![a-z])a1(?![0-9])[^.;]{0,40}(?:lower|bottom|near)[ -]left|a1[^。]{0,12}左下|左下[^。]{0,12}a1"
    r"|チェス(?:と同じ|式|の(?:座標|書き方|表記))"
    r"|(?:段|ranks?|rows?)(?:番号)?[^。.;列筋\d]{0,16}(?:下から|手前から|from (?:the )?bottom|from below)",
    re.IGNORECASE,
)
_FROM_THE_RIGHT = re.compile(r"右から|右端から|from (?:the )?right", re.IGNORECASE)
_OF_CHESS = re.compile(
    r"chess (?:pieces?|set|men|units?)|algebraic|チェスの駒|チェス駒|(?:as|like) in chess", re.IGNORECASE
)
_LETTERS = {"K": "王", "Q": "后", "R": "城", "N": "騎", "B": "僧", "P": "兵", "p": "兵"}
_LETTER = re.compile(r"(?<![A-Za-z])[KQRNBPp](?=x?[a-h][1-8](?![0-9]))")
_SQUARE = re.compile(r"(?<![a-z0-9])([a-s])(1[0-9]|[1-9])(?![0-9])|(?<=[a-s][0-9]x)([a-s])([1-9])(?![0-9])")
_OTHER_SQUARE = re.compile(
    r"[一二三四五六七八九十][0-9]|[0-9][一二三四五六七八九]|(?<![0-9])[1-9][1-9](?![0-9])|[一二三四五六七八九]の[一二三四五六七八九]"
)
"""A square in another way of writing; nothing says that its rows are counted so."""


def counts_from_below(game: Game, text: str) -> bool:
    """Return whether a line says that the rows of a board are counted from below, as chess does."""
    return (
        bool(game.vocabulary.cells)
        and len(text) <= MAX_CHARACTERS
        and _FROM_BELOW.search(text) is not None
        and _FROM_THE_RIGHT.search(text) is None
    )


def in_the_notation(game: Game, lines: Sequence[Laid], *, turned: bool) -> list[Laid]:
    """Return lines with rows counted from above where `turned` says so, and with the units of chess by their names."""
    if not game.vocabulary.cells:
        return list(lines)
    chess = any(_OF_CHESS.search(laid.passage.text[:MAX_CHARACTERS]) for laid in lines)
    return [_of(game, laid, turned=turned, chess=chess) for laid in lines] if turned or chess else list(lines)


def _of(game: Game, laid: Laid, *, turned: bool, chess: bool) -> Laid:
    text, passage = laid.passage.text, laid.passage
    if laid.furniture or laid.parts or len(text) > MAX_CHARACTERS:
        return laid._replace(refused=laid.refused or (turned and not laid.furniture))
    if chess:
        passage = Passage(_LETTER.sub(lambda sign: _LETTERS[sign[0]], text), passage.places)
    if turned and _OTHER_SQUARE.search(text):
        return laid._replace(refused=True)
    made, at = Passage("", ()), 0
    for found in _SQUARE.finditer(passage.text) if turned else ():
        column, row = (found[1], found[2]) if found[1] else (found[3], found[4])
        if int(row) <= game.board.rows:
            written = f"{column}{game.board.rows + 1 - int(row)}"
            place = passage.places[found.start()]
            made = made.joined(passage.part(at, found.start())).joined(Passage(written, (place,) * len(written)))
            at = found.end()
    passage = made.joined(passage.part(at, None))
    return laid if passage.text == text else laid._replace(passage=passage, raw=None)
