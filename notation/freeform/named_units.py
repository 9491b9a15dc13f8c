"""Units by names of other languages, in kana, and by letters that a record explains, become their characters."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from notation.freeform.fold_text import LocatedText

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kifu.core.game.game import Game
    from notation.freeform.clean_lines import CleanLine

MAX_NAMED_CHARACTERS = 480
"""The most characters of a line that is read so."""
_OF_CHESS = re.compile(
    r"chess (?:pieces?|sets?|men|units?|army|armies)|algebraic|チェスの?(?:駒|並び|配置|初期配置)|(?:as|like) in chess|(?<![A-Za-z])queens?(?![a-z])",
    re.IGNORECASE,
)
_OF_SHOGI = re.compile(r"(?<![A-Za-z])(?:golds?|silvers?|lances?)(?![a-z])", re.IGNORECASE)
_CHESS = {"king": "王", "queen": "后", "rook": "城", "bishop": "僧", "knight": "騎", "pawn": "兵"}
_SHOGI = {
    "king": "玉", "gold": "金", "silver": "銀", "rook": "飛", "bishop": "角", "knight": "桂", "lance": "香", "pawn": "歩",
}  # fmt: skip
_STONES = {"pearl": "珠", "renju stone": "珠", "go stone": "碁", "othello disc": "翻", "reversi disc": "翻"}
_KANA = {
    "ギョク": "玉", "キン": "金", "ギン": "銀", "ヒシャ": "飛", "カク": "角", "ケイ": "桂", "ケイマ": "桂", "キョウ": "香", "フ": "歩",
}  # fmt: skip
_LETTERS = {"K": "王", "Q": "后", "R": "城", "N": "騎", "B": "僧", "P": "兵", "p": "兵"}
_SQUARE = r"x?(?:[a-s]1?\d(?!\d)|\(?\d{1,2}\s?[,-]\s?\d{1,2})"
_LEADS = r"(?=[\s:]{0,3}(?:at |on |from |to )?" + _SQUARE + r"|s? on all of )"
"""What stands behind the name of a unit: its square."""


def name_units(game: Game, lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return lines with the characters of units in place of their names and letters before squares."""
    texts = [laid.passage.text for laid in lines if len(laid.passage.text) <= MAX_NAMED_CHARACTERS]
    words, letters = _names_of_units(game, texts)
    if not game.vocabulary.cells or not (words or letters):
        return list(lines)
    parts = []
    if words:
        names = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
        signs = "".join(set(words.values()))
        parts.append(rf"(?<![^\W\d_])(?P<word>(?i:{names}))(?:s(?![a-z]))?(?:\s?\([{signs}]\))?{_LEADS}")
    if letters:
        names = "|".join(sorted(map(re.escape, letters), key=len, reverse=True))
        parts.append(rf"(?<![A-Za-z])(?P<letter>{names})(?=\s?{_SQUARE})")
    named = re.compile("|".join(parts))
    return [_named_on_line(laid, named, words, letters) for laid in lines]


def _names_of_units(game: Game, texts: Sequence[str]) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return the words and the letters by which a record calls its units."""
    units = "".join(unit for unit in game.vocabulary.units if len(unit) == 1)
    explained: dict[str, set[str]] = {}
    for text in texts:
        for name, _, sign in re.findall(
            rf"(?<![A-Za-z])([A-Za-z]{{1,10}}?)s?\s?(=\s?|\()([{units}])(?![^\W\d_])", text
        ):
            explained.setdefault(name, set()).add(sign)
    told = {name: signs.pop() for name, signs in explained.items() if len(signs) == 1}
    chess = any(map(_OF_CHESS.search, texts))
    shogi = any(map(_OF_SHOGI.search, texts))
    usual = _CHESS if chess and not shogi else _SHOGI if shogi and not chess else {}
    words = {
        **_KANA,
        **_STONES,
        **usual,
        **{name.lower(): sign for name, sign in told.items() if len(name) > len("Ru")},
    }
    letters = {name: sign for name, sign in told.items() if len(name) <= len("Ru")}
    letters = letters or (_LETTERS if chess and not shogi else {})
    held = "\n".join(texts).lower()
    return {name: sign for name, sign in words.items() if sign in units and name.lower() in held}, letters


def _named_on_line(
    clean_line: CleanLine, named: re.Pattern[str], words: Mapping[str, str], letters: Mapping[str, str]
) -> CleanLine:
    """Return a line with the characters of units in place of their names."""
    text, passage = clean_line.passage.text, clean_line.passage
    if clean_line.furniture or clean_line.parts or len(text) > MAX_NAMED_CHARACTERS:
        return clean_line
    made, at = LocatedText("", ()), 0
    for found in named.finditer(text):
        name = found.groupdict().get("word")
        sign = letters[found["letter"]] if name is None else words.get(name, words.get(name.lower(), ""))
        drop = "打 " if name is not None and name.lower() in _STONES else ""
        place = passage.places[found.start()]
        made = made.joined(passage.part(at, found.start())).joined(
            LocatedText(sign + drop, (place,) * len(sign + drop))
        )
        at = found.end()
    if not at:
        return clean_line
    return clean_line._replace(passage=made.joined(passage.part(at, None)), raw=None)
