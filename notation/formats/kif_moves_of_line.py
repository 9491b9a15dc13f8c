"""Reads the moves on a line of a file. People number them in many ways (`1.` `(1)` `1手目`), and write several on a line."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kifu.core.errors import InvalidMove
from kifu.core.move_grammar import DASHES, PASS, split_side
from kifu.core.outcome import SIDE_MARKS, special_word_and_rest
from kifu.core.squares import BLANKS, COLUMNS, DIGITS, FIGURES, SQUARE, likely_squares
from notation.lazy_pattern import lazy_pattern
from notation.line_kinds import (
    KANJI,
    PARTING,
    ClassifiedLine,
    LineKind,
    has_open_parenthesis,
    read_clock,
    split_move_and_time,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kifu.core.game.game import Game
    from kifu.core.outcome import SpecialMeaning

EXAMPLE = "例"
"""The first word of a comment of the file whose moves are examples: 例, 例えば."""
MAX_MOVE_CHARACTERS = 200
"""The most characters of a move with its number and time."""
_B = f"[{BLANKS}]"
NUMBER = rf"[(（\[［【]?{_B}*+第?{_B}*+(?<![{DIGITS}:：/／])([{DIGITS}]{{1,9}}){_B}*+(?:手目?)?{_B}*+[)）\]］】]?{_B}*+[.．、，,:：]?{_B}*+"
"""A ply number with the signs that people put round it."""
_BETWEEN = f"{BLANKS}{PARTING}"
"""The characters that may stand between two moves of a line."""
_OF_A_SQUARE = frozenset(
    "".join(COLUMNS) + "abcdefghijklmnopqrsABCDEFGHIJKLMNOPQRSａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓ"
)
"""The names of columns. Figures behind one of them are a row, not a ply number."""
A_SQUARE = lazy_pattern(SQUARE)
_WORDS = f"[^{_BETWEEN}]+"
_AMONG_SIGNS = rf"[\w&{re.escape(DASHES)}{''.join(SIDE_MARKS)}]+"
"""A text that may be a move among the signs of a table or of another format: |1|四04占|, "move":"四04占"."""
_IN_PARENTHESES = r"[(（][^()（）]*[)）]"
_KANJI = KANJI[1:]
_OTHER_SQUARE = rf"([{_KANJI}])([{_KANJI}])|([{DIGITS}])([{_KANJI}])"
"""A square as shogi players write it: 四四, or the row before the column, 4四."""
_LOOSE_SQUARE = rf"(?<![{DIGITS}])[{DIGITS}{_KANJI}a-zA-Z]{_B}?[列筋の,、.・ー(（/／|｜-]?{_B}?[{DIGITS}{_KANJI}](?![{DIGITS}年月日時分秒]|[:：][{DIGITS}])"
"""Two figures that may be a square, with what people put between them."""
_ROW = frozenset(FIGURES + _KANJI)
"""Each square has one of these characters."""


@lru_cache(maxsize=4096)
def is_move(game: Game, text: str) -> bool:
    """Return whether a text is a move of the game, legal or not."""
    try:
        game.read(text)
    except InvalidMove:
        return False
    return True


def moves_of_line(
    game: Game, special_words: Mapping[str, SpecialMeaning], line: str, expected_ply: int
) -> tuple[ClassifiedLine, ...]:
    """Return the moves and special words of a line, each with its number, text and time.

    Empty if the line has any other part. A line of several moves numbers each of them, rising by one. A single move
    with the `expected_ply` number may be unreadable, because a move has to stand there.
    """
    start = len(line) - len(line.lstrip(BLANKS))
    end = len(line.rstrip(BLANKS))
    items: list[ClassifiedLine] = []
    for at, number, stop in _numbered_move_offsets(game, special_words, line, start, end):
        text, clock = split_move_and_time(line[at:stop].rstrip(_BETWEEN))
        if not _is_move_or_special_word(game, special_words, text) and (
            items or number != expected_ply or not _move_like(game, text)
        ):
            return ()
        if clock and read_clock(clock) is None and number is None:
            return ()
        items.append(ClassifiedLine(LineKind.MOVE, text, at + 1, "", number, clock))
    return tuple(items)


def gives_an_example(item: ClassifiedLine) -> bool:
    """Return whether a line is a comment of the file (#) that begins with 例. Its moves are examples, so none is lost."""
    return item.kind is LineKind.FILE_COMMENT and item.text.lstrip(BLANKS).startswith(EXAMPLE)


@lru_cache(maxsize=16)
def _unit_pattern(game: Game) -> re.Pattern[str]:
    """Return the pattern of a game's units in kanji."""
    units = (unit for unit in game.vocabulary.units if not unit.isascii() and not re.fullmatch("[ぁ-んァ-ヶー]+", unit))
    return re.compile("|".join(map(re.escape, sorted(units, key=len, reverse=True))) or "(?!)")


def names_a_unit(game: Game, text: str) -> bool:
    """Return whether a text has a unit of the game in it."""
    return _unit_pattern(game).search(text) is not None


def holds_a_move(game: Game, text: str) -> bool:
    """Return whether a text has a move with its squares among its words, also with squares as in shogi (四四, 4四)."""
    if _ROW.isdisjoint(text):
        return False
    forms = {text, re.sub(_OTHER_SQUARE, _from_shogi_square, text)}
    words = {
        word
        for form in forms
        if A_SQUARE.search(form)
        for words in (_WORDS, _AMONG_SIGNS)
        for word in re.findall(words, form)
    }
    return any(A_SQUARE.search(word) and is_move(game, word) for word in words if len(word) <= MAX_MOVE_CHARACTERS)


def looks_like_a_move(game: Game, text: str) -> bool:
    """Return whether a text has two figures as of a square and a unit's sign, in whatever manner: 2列2行に占を置く."""
    return any(unit in text for unit in _unit_signs(game)) and re.search(_LOOSE_SQUARE, text) is not None


@lru_cache(maxsize=16)
def _unit_signs(game: Game) -> frozenset[str]:
    """Return the spellings of a game's units but for those in letters and kana, which words have too."""
    return frozenset(unit for unit in game.vocabulary.units if not re.fullmatch(r"[ -~ぁ-んァ-ヶー]+", unit))


def is_moves_only(game: Game, text: str, *, one_suffices: bool) -> bool:
    """Return whether a text consists of moves alone: two or more, or a numbered one, or any one if `one_suffices`."""
    words = re.findall(_WORDS, re.sub(_IN_PARENTHESES, " ", text)) if A_SQUARE.search(text) else []
    moves = [word[number.end() :] if (number := re.match(NUMBER, word)) else word for word in words]
    count = sum(map(bool, moves))
    enough = count > 1 or (count == 1 and (one_suffices or moves != words))
    return enough and all(len(move) <= MAX_MOVE_CHARACTERS and is_move(game, move) for move in moves if move)


def _numbered_move_offsets(
    game: Game, special_words: Mapping[str, SpecialMeaning], line: str, start: int, end: int
) -> Iterator[tuple[int, int | None, int]]:
    """Yield for each numbered move the offset of its text, its number, and the offset of the next number."""
    numbers = re.compile(NUMBER)
    match = numbers.match(line, start, min(end, start + MAX_MOVE_CHARACTERS))
    if match is None:
        yield start, None, end
        return
    while match is not None:
        at, number = match.end(), int(match[1])
        match = next(
            (
                later
                for later in numbers.finditer(line, at, min(end, at + MAX_MOVE_CHARACTERS))
                if int(later[1]) == number + 1
                and line[later.start() - 1] not in _OF_A_SQUARE
                and not has_open_parenthesis(line[at : later.start()])
                and _is_move_or_special_word(
                    game, special_words, split_move_and_time(line[at : later.start()].rstrip(_BETWEEN))[0]
                )
            ),
            None,
        )
        yield at, number, end if match is None else match.start()


def _from_shogi_square(square: re.Match[str]) -> str:
    """Return a square of shogi in this notation."""
    column, row, row_figure, column_behind = square.groups()
    return f"{column}{KANJI.index(row)}" if column else f"{column_behind}{row_figure}"


def _is_move_or_special_word(game: Game, special_words: Mapping[str, SpecialMeaning], text: str) -> bool:
    return len(text) <= MAX_MOVE_CHARACTERS and (
        special_word_and_rest(without_side_mark(text), special_words) is not None or is_move(game, text)
    )


def _move_like(game: Game, text: str) -> bool:
    rest = split_side(text)[1]
    return A_SQUARE.match(rest) is not None or rest == PASS or bool(likely_squares(rest, game.board))


def without_side_mark(text: str) -> str:
    """Return a text without its side mark (▲, not 先手)."""
    return text[1:].lstrip(BLANKS) if text[:1] in SIDE_MARKS else text
