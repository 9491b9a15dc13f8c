"""Lexer of patterns; an unknown word is an error with its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.openings.pattern import points
from analysis.openings.pattern_vocabulary import Kind, Word, scanner
from kifu.core.errors import KifuError
from kifu.core.message import Message, quoted
from kifu.core.squares import BLANKS, NARROW

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.game.game import Game

PLACES = {Kind.SQUARE, Kind.AREA, Kind.ELSEWHERE}
UNITS = {Kind.UNIT, Kind.ANY}
_JOINED = dict.fromkeys(PLACES, PLACES) | dict.fromkeys(UNITS, UNITS)
"""The kinds of words that 'and' may join to a word of each kind."""


class BadPattern(KifuError):
    """Pattern error; `offset` and `width` mark the wrong characters."""


def words_of(game: Game, text: str) -> list[Word]:
    """Return the tokens of a text. Raises BadPattern."""
    words = list(_scan(game, text))
    for before, place, behind in zip(words, range(1, len(words)), words[2:], strict=False):
        # Between two words of a kind と is the Japanese "and", even if the game has a unit of that name.
        joins = words[place].kind is Kind.UNIT and words[place].text == "と"
        if joins and behind.kind in _JOINED.get(before.kind, ()):
            words[place] = words[place]._replace(kind=Kind.AND)
    return words


def _scan(game: Game, text: str) -> Iterator[Word]:
    narrow = text.translate(NARROW)
    read = narrow.lower() if len(narrow.lower()) == len(text) else narrow
    expressions = scanner(game)
    place = 0
    while place < len(read):
        if read[place] in BLANKS:
            place += 1
            continue
        found = next(((match, meaning) for each, meaning in expressions if (match := each.match(read, place))), None)
        if found is None:
            raise _unknown(game, text, place)
        match, meaning = found
        word = Word(*meaning(match), place, text[place : match.end()])
        if word.kind is Kind.OFF:
            last = game.board.spell(max(points(game)))
            raise misread(
                "no-such-square",
                word,
                Message(
                    f"{game.name.ja}の盤にないマスです。一01 から {last} までで書いてください",
                    f"the board of {game.name.en} has no such square; write one from 一01 to {last}",
                ),
            )
        place = match.end()
        yield word


def misread(code: str, word: Word, message: Message) -> BadPattern:
    """Return the error about a word; `message` says what was expected."""
    found = quoted(word.text.strip())
    return BadPattern(
        code,
        Message(
            f"{word.offset + 1} 文字目の「{found}」: {message.ja}",
            f"'{found}' at character {word.offset + 1}: {message.en}",
        ),
        offset=word.offset,
        width=len(word.text),
    )


def _unknown(game: Game, text: str, place: int) -> BadPattern:
    end = place + 1
    while (
        end < len(text)
        and text[end] not in BLANKS
        and text[end].isascii() == text[place].isascii()
        and text[end] not in ",;\n、。"
    ):
        end += 1
    units = " ".join(dict.fromkeys(label.en.split(" ")[0] for label in game.units.values()))
    found = quoted(text[place:end])
    return BadPattern(
        "unknown-word",
        Message(
            f"{place + 1} 文字目の「{found}」が分かりません。{game.name.ja}の駒 ({units})、マス、縁・隅・盤、数、なし・以上・以下などで書いてください",
            f"'{found}' at character {place + 1} is not understood; expected a unit of {game.name.en} ({units}), a square, an area "
            "(rim, corner, board …), a number, or a word such as none, at least, at most, empty, elsewhere",
        ),
        offset=place,
        width=end - place,
    )
