"""Finds the squares that a text names, in every way in which people write them."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from kifu.core.game.text import with_katakana
from kifu.core.squares import COLUMNS
from notation.freeform.word_list_patterns import any_word_pattern, first_sign_pattern
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game
    from kifu.core.squares import Squares

_KANJI = "一二三四五六七八九"
_COLUMN = rf"十[{_KANJI}]?|[{_KANJI}]|[a-sA-S]"
_FIGURES = "1[0-9]|[1-9]"
A_SQUARE = kept_pattern(r"[一二三四五六七八九十a-s]\s*\d|\d\s*[一二三四五六七八九]|\d\d|[一二三四五六七八九十〇]{2}")
_PLAIN_SQUARE = kept_pattern(r"[一二三四五六七八九十a-s]{1,2}\d{1,2}")
_SPOKEN = {
    word: int(value)
    for word, value in with_katakana(
        {
            "いち": "1", "に": "2", "さん": "3", "よん": "4", "し": "4", "ご": "5", "ろく": "6", "なな": "7", "しち": "7", "はち": "8",
            "きゅう": "9", "じゅう": "10",
        }
    ).items()
}  # fmt: skip
"""The numbers of columns and rows as they are dictated."""
_SPOKEN_SIGNS = frozenset(word[0] for word in _SPOKEN)
SPOKEN = any_word_pattern(_SPOKEN)
_PARTED = kept_pattern(r"[のノ]|(?:\s|[^にごニゴ])\d$")
"""What parts the figures of a dictated square; ご2 is the second ply of 後手."""
_OPEN = kept_pattern(r"[(\[<]")
_FROM_HERE = kept_pattern(r"[にごニゴ]\d\s?(?:から|カラ|より|ヨリ)")
"""Such a figure that is a square for what stands behind it: ご2から."""
_PLAIN = kept_pattern(rf"(?:十[{_KANJI}]?|[{_KANJI}])[0-9]{{2}}(?![0-9])")
"""A square of the notation. Where one stands nothing else is meant: 十一11 is no pair of squares."""
_OF = r"\s*(?:の|ノ|之|乃|筋|列|[,、・.])\s*"
_STEP = "(?:段目?|行目?|のマス目?)?"
# Each pattern finds one way to write a square; the flags tell whether the first part is the column, the row, or either.
_SQUARES = tuple(
    (kept_pattern(rf"[(\[<]?({first})(?:{_OF}{gap})?({second}){_STEP}[)\]>]?"), either)
    for first, second, gap, either in (
        (_COLUMN, r"1[0-9]|[0Oo〇○]?[1-9]", r"|\s+|-", False),
        (rf"一[{_KANJI}]|{_COLUMN}", rf"一[{_KANJI}]|[0〇零]?[{_KANJI}]|十[{_KANJI}]?", "|[-ー]", False),
        (_FIGURES, _FIGURES, "| ?[-/] ?", True),
        (f"{_FIGURES}|0[1-9]", rf"十[{_KANJI}]?|[{_KANJI}]", "", True),
        ("[1-9]", r"0[1-9](?![0-9])", "", False),
        (r"(?<![0-9])0[1-9]", r"(?:0[1-9]|1[0-9])(?![0-9])", "| ?[-,.・:] ?", True),
        (r"(?<![0-9])1[0-9]", r"0[1-9](?![0-9])", "| ?[-,.・:] ?", True),
        ("[①-⑲]", "[①-⑲]", "| ?[-,.・] ?", True),
        (rf"{_COLUMN}", "[①-⑲]", "", False),
        ("[①-⑲]", rf"{_FIGURES}|[{_KANJI}]", "| ?[-,.・] ?", True),
        (SPOKEN, SPOKEN, "", False),
        (SPOKEN, "[1-9]", r"|\s+", False),
    )
)
_FIRST_SIGNS = tuple(kept_pattern(first_sign_pattern(pattern.pattern)) for pattern, _ in _SQUARES)
"""The characters that each may begin with: most places of a sentence have none of them."""
_NUMBER = rf"1[0-9]|0?[1-9]|十[{_KANJI}]?|[{_KANJI}]"
_FILE = rf"(?P<{{0}}>{_NUMBER})(?:筋|列|路)目?"
_RANK = rf"(?P<{{0}}>{_NUMBER})(?:段|行)目?"
_LINK = r"\s?[の、,・]?\s?"
_NAMED_AXES = tuple(
    kept_pattern(pattern)
    for pattern in (
        rf"{_FILE.format('column')}{_LINK}(?P<row>{_NUMBER})(?:段目?|行目?|(?![0-9{_KANJI}十筋列路]))",
        rf"{_RANK.format('row')}{_LINK}{_FILE.format('column')}",
        r"(?i:col(?:umn)?|file)\s?(?P<column>1[0-9]|[1-9]|[a-s](?![a-z])),?\s?(?:and )?(?i:row|rank)\s?(?P<row>1[0-9]|[1-9])",
        r"(?i:row|rank)\s?(?P<row>1[0-9]|[1-9]),?\s?(?:and )?(?i:col(?:umn)?|file)\s?(?P<column>1[0-9]|[1-9]|[a-s](?![a-z]))",
    )
)
"""A square whose axes are named: 8路1段, 二段目の五列, column 8 row 15."""
_AXIS = frozenset("路筋列段行")


def _square_of_named_axes(board: Squares, text: str, at: int) -> tuple[str, int] | None:
    """Return the square at a place that names its axes, and where it ends; None if none does."""
    if not (
        text[at : at + 4].lower() in {"colu", "col ", "file", "row ", "rank"} or _AXIS.intersection(text[at : at + 4])
    ):
        return None
    found = next((one for pattern in _NAMED_AXES if (one := pattern.match(text, at))), None)
    column, row = (_parse_number(found["column"]), _parse_number(found["row"])) if found is not None else (0, 0)
    if found is None or not 1 <= column <= len(COLUMNS):
        return None
    name = f"{COLUMNS[column - 1]}{row:02d}"
    return None if board.parse(name) is None else (name, found.end())


def squares_ends_and_first_axes_at(
    board: Squares, text: str, at: int, *, spoken: bool = False
) -> Iterator[tuple[str, int, str]]:
    """Yield each square of the board that may be written at a place, in the notation, where it ends, and which axis is first.

    `spoken`: its figures may stand in kana without anything between them.
    """
    named = _square_of_named_axes(board, text, at)
    if named is not None:
        yield *named, ""
        return
    plain = _PLAIN.match(text, at)
    if plain is not None and board.parse(plain[0]) is not None:
        yield plain[0], plain.end(), ""
        if text[plain.end() : plain.end() + 1] in {*")]>"} and _OPEN.search(text, 0, at):
            yield plain[0], plain.end() + 1, ""
        return
    yield from _squares_of_figures(board, text, at, spoken=spoken)


@lru_cache(maxsize=1024)
def _ways_beginning_with(sign: str) -> Sequence[int]:
    """Return the indices of the patterns of squares that may begin with a sign."""
    return [way for way, signs in enumerate(_FIRST_SIGNS) if signs.match(sign)]


def _squares_of_figures(board: Squares, text: str, at: int, *, spoken: bool) -> Iterator[tuple[str, int, str]]:
    """Yield each square at a place whose axes only stand one behind the other."""
    for way in _ways_beginning_with(text[at : at + 1]):
        longest = _SQUARES[way][0].match(text, at)
        if longest is None:
            continue
        for end in range(at + 2, longest.end() + 1):
            if text[end - 1] in ")]>" and not _OPEN.search(text, 0, end):
                continue  # 12) 3・6
            if (
                text[at] in _SPOKEN_SIGNS
                and not spoken
                and not (_PARTED.search(text, at, end) or _FROM_HERE.match(text, at))
            ):
                continue
            for name, order in _squares_in_figures(text[at:end], way):
                if board.parse(name) is not None:
                    yield name, end, order


@lru_cache(maxsize=4096)
def _squares_in_figures(text: str, way: int) -> Sequence[tuple[str, str]]:
    """Return the squares that a text may name in the way of a pattern, in the notation, and which axis is first."""
    figures = _split_figures(text, *_SQUARES[way])
    return [(f"{COLUMNS[column - 1]}{row:02d}", order) for column, row, order in figures if column <= len(COLUMNS)]


def _split_figures(text: str, pattern: re.Pattern[str], either: bool) -> Sequence[tuple[int, int, str]]:  # noqa: FBT001 - a pair
    """Return the columns and rows that a text may name, and which is first; 十一二 is 十一 二 and 十 一二."""
    match = pattern.fullmatch(text)
    if match is None:
        return ()
    found = []
    inside = text[match.start(1) : match.end(2)]
    cuts = [(inside[:cut], inside[cut:]) for cut in range(1, len(inside))]
    for first, second in cuts if match.end(1) == match.start(2) else [(match[1], match[2])]:
        whole = pattern.fullmatch(f"{first}の{second}")
        one, two = _parse_number(first), _parse_number(second)
        if one and two and whole is not None and (whole[1], whole[2]) == (first, second):
            found += [(two, one, "row"), (one, two, "column")] if either and one != two else [(one, two, "")]
    return found


def _parse_number(text: str) -> int:
    """Return the number of a column or row: 四, 十二, 一二, 04, O4, d, O; 0 for anything else."""
    if text in _SPOKEN:
        return _SPOKEN[text]
    text = text.lstrip("0Oo〇○零") or text  # O is a column too
    if text.isdecimal() or (len(text) == 1 and "①" <= text <= "⑲"):
        return int(unicodedata.numeric(text)) if len(text) == 1 else int(text)
    if len(text) == 1 and text.isascii() and text.isalpha():
        return ord(text.lower()) - ord("a") + 1
    if text.startswith("十"):
        return 10 + _parse_number(text[1:]) if len(text) == 1 or text[1:] in _KANJI else 0
    if text and all(figure in _KANJI for figure in text):
        return int("".join(str(_KANJI.index(figure) + 1) for figure in text))
    return 0


_WRITTEN_SQUARE = kept_pattern(r"([一二三四五六七八九])0?(\d{1,2})")


def written_squares(text: str) -> list[tuple[str, str]]:
    """Return the column and the row, in figures, of each square that a text writes as the notation does, with 0 or without."""
    return _WRITTEN_SQUARE.findall(text)


def is_like_a_move(game: Game, text: str) -> bool:
    """Return whether a text begins with a square and ends as the moves of the game do."""
    ends = {word[-1] for word in (*game.vocabulary.units, *game.vocabulary.suffixes)}
    if A_SQUARE.match(text) is not None and text[-1] in ends:
        return True
    unit = next((word for word in game.vocabulary.units if text.startswith(word)), "")
    return bool(unit) and _PLAIN_SQUARE.fullmatch(text, len(unit)) is not None
