"""Vocabulary of patterns in Japanese and English, by game."""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, NamedTuple

from analysis.openings.pattern_matcher import board_squares
from kifu.core.errors import KifuError
from kifu.core.message import Message, quoted
from kifu.core.outcome import Side
from kifu.core.squares import BLANKS, COLUMNS, NARROW, SQUARE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kifu.core.game.game import Game


class TokenKind(Enum):
    """Token kind in a clause."""

    UNIT = auto()
    """The value is the keys of units, and their owner or None."""
    OWNER = auto()
    """The value is a Side."""
    ANY = auto()
    EMPTY = auto()
    SQUARE = auto()
    """The value is the number of a square."""
    AREA = auto()
    """The value is a frozenset of squares."""
    ELSEWHERE = auto()
    ONLY = auto()
    NUMBER = auto()
    NONE = auto()
    LEAST = auto()
    MOST = auto()
    EXACTLY = auto()
    AND = auto()
    OR = auto()
    END = auto()
    TURNED = auto()
    EXCHANGED = auto()
    NEAR = auto()
    FILLER = auto()
    OFF = auto()
    """A square that the board does not have."""


Meaning = tuple[TokenKind, Any]
"""The kind of a word, and its value."""


class PatternWord(NamedTuple):
    """A word of a pattern's text."""

    kind: TokenKind
    value: Any
    offset: int
    text: str


WORDS: dict[TokenKind, tuple[str, ...]] = {
    TokenKind.ANY: ("any unit", "any", "units", "unit", "pieces", "piece", "dice", "die", "駒", "コマ"),
    TokenKind.EMPTY: ("empty", "空いている", "空いて", "空き", "空"),
    TokenKind.ELSEWHERE: (
        "anywhere else", "elsewhere", "the rest", "rest", "others", "other", "ほかのマス", "他のマス", "残りのマス", "else", "そのほか", "その他", "ほか", "他", "残り",
    ),
    TokenKind.ONLY: ("only", "だけ", "のみ"),
    TokenKind.NONE: ("none", "nothing", "no", "not", "無し", "なし", "ない", "無い"),
    TokenKind.LEAST: ("at least", "or more", "少なくとも", "以上"),
    TokenKind.MOST: ("at most", "up to", "or fewer", "or less", "多くても", "以下", "まで"),
    TokenKind.EXACTLY: ("exactly", "just", "ちょうど"),
    TokenKind.AND: ("and", "&", "・", "+", "と"),
    TokenKind.OR: ("or", "または", "又は", "か", "/"),
    TokenKind.END: (",", ";", "\n", "、", "。", "，", "；"),
    TokenKind.TURNED: ("any way round", "turned", "向きを問わず", "向きは問わない", "向き不問", "対称"),
    TokenKind.EXCHANGED: ("either side", "exchanged", "先後を問わず", "先後は問わない", "先後不問", "入れ替え"),
    TokenKind.NEAR: ("near", "差"),
    TokenKind.FILLER: (
        "on", "in", "the", "a", "an", "of", "at", "is", "are", "there", "with", "'s", "squares", "square", "points", "point",
        "に", "が", "は", "を", "の", "も", "で", "個", "つ", "枚", "マス", "目", "ある", "いる",
    ),
}  # fmt: skip
"""The words that mean the same in every game."""
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
EXAMPLES = "占 on 一01 and 七07, none elsewhere on the rim / 一01と七07に占、ほかの縁になし"
"""A pattern in both languages, for people."""


def token_patterns(game: Game) -> list[tuple[re.Pattern[str], Callable[[re.Match[str]], Meaning]]]:
    """Return token expressions by priority, each with its meaning."""
    spoken: dict[str, Meaning] = {text.lower(): (kind, None) for kind, texts in WORDS.items() for text in texts}
    spoken |= {text: (TokenKind.NUMBER, number) for number, text in enumerate(NUMBERS, start=1)}
    spoken |= {text: (TokenKind.AREA, squares) for text, squares in squares_of_named_areas(game).items()}
    spoken |= {text: (TokenKind.OWNER, side) for text, side in side_names(game).items()}
    spoken |= {text.lower(): (TokenKind.UNIT, value) for text, value in unit_names(game).items()}
    longest_first = sorted(spoken, key=lambda text: (-len(text), text))
    vocabulary = "|".join(f"{re.escape(text)}(?![a-z])" if text.isascii() and text[-1].isalpha() else re.escape(text) for text in longest_first)  # fmt: skip
    column = "十[一二三四五六七八九]?|[一二三四五六七八九]|[a-s]"

    def square(text: str) -> Meaning:
        found = game.board.parse(text)
        return (TokenKind.OFF, text) if found is None else (TokenKind.SQUARE, found)

    def around(match: re.Match[str]) -> Meaning:
        middle = game.board.parse(match[1])
        return (TokenKind.OFF, match[1]) if middle is None else (TokenKind.AREA, touching_squares(game, middle))

    def rectangle(match: re.Match[str]) -> Meaning:
        corners = game.board.parse(match[1]), game.board.parse(match[2])
        if corners[0] is None or corners[1] is None:
            return TokenKind.OFF, match[1] if corners[0] is None else match[2]
        return TokenKind.AREA, rectangle_between(game, corners[0], corners[1])

    def row(match: re.Match[str]) -> Meaning:
        return _row_or_column_squares(game, int(match[1]) - 1, None, match[0])

    def column_of(match: re.Match[str]) -> Meaning:
        name = match[1]
        return _row_or_column_squares(
            game, None, COLUMNS.index(name) if name in COLUMNS else ord(name) - ord("a"), match[0]
        )

    found = [
        (rf"({SQUARE})\s*[-‐–~〜～]\s*({SQUARE})", rectangle),
        (rf"(?:around|next to)\s+({SQUARE})", around),
        (rf"({SQUARE})の?(?:周り|まわり|隣)", around),
        (SQUARE, lambda match: square(match[0])),
        (r"row\s*([0-9]{1,2})", row),
        (r"([0-9]{1,2})\s*段目?", row),
        (rf"column\s*({column})(?![a-z])", column_of),
        (rf"({column})\s*[列筋]", column_of),
        (r"[0-9]+", lambda match: (TokenKind.NUMBER, int(match[0]))),
        (vocabulary, lambda match: spoken[match[0]]),
    ]
    return [(re.compile(expression), meaning) for expression, meaning in found]


def squares_of_named_areas(game: Game) -> dict[str, frozenset[int]]:
    """Return the squares of each area that has a name."""
    board, there = game.board, board_squares(game)
    last_row, last_column = board.rows - 1, board.columns - 1
    rim = frozenset(
        square
        for square in there
        if square // board.columns in {0, last_row} or square % board.columns in {0, last_column}
    )
    corners = there & {0, last_column, last_row * board.columns, last_row * board.columns + last_column}
    middle = {last_row // 2, (last_row + 1) // 2}, {last_column // 2, (last_column + 1) // 2}
    centre = frozenset(
        square for square in there if square // board.columns in middle[0] and square % board.columns in middle[1]
    )
    named = {
        ("rim", "edge", "border", "縁", "外周", "端"): rim,
        ("inside", "interior", "内側"): there - rim,
        ("corners", "corner", "隅"): corners,
        ("centre", "center", "中央"): centre,
        ("board", "anywhere", "盤上", "盤面", "盤", "全体"): there,
    }
    return {name: squares for names, squares in named.items() for name in names}


def rectangle_between(game: Game, first: int, second: int) -> frozenset[int]:
    """Return the rectangle between two squares, its opposite corners."""
    columns = game.board.columns
    rows = sorted((first // columns, second // columns))
    across = sorted((first % columns, second % columns))
    return frozenset(
        square
        for square in board_squares(game)
        if rows[0] <= square // columns <= rows[1] and across[0] <= square % columns <= across[1]
    )


def touching_squares(game: Game, middle: int) -> frozenset[int]:
    """Return the squares, eight at most, that touch a square."""
    columns = game.board.columns
    row, column = divmod(middle, columns)
    return frozenset(
        square
        for square in board_squares(game)
        if square != middle and abs(square // columns - row) <= 1 and abs(square % columns - column) <= 1
    )


def side_names(game: Game) -> dict[str, Side]:
    """Return the names of the sides, general and the game's own."""
    named = {"first": Side.FIRST, "先手": Side.FIRST, "second": Side.SECOND, "後手": Side.SECOND}
    for side in Side:
        label = game.sides[side].label
        named |= {label.ja: side, label.en.split(" ")[0].lower(): side}
    return named


def unit_names(game: Game) -> dict[str, tuple[str, Side | None]]:
    """Return unit names: key and, if the name tells it, owner.

    A character that is written for one side's unit only means that side's: 占 is 先手's, 領 後手's, 占領 either's.
    """
    named: dict[str, tuple[str, Side | None]] = {}
    for key, label in game.units.items():
        short, _, english = label.en.partition(" (")
        named |= {text: (key, None) for text in (key, label.ja.split(" ")[0], english.rstrip(")")) if text}
        if short in game.common_units:
            named |= {short: (key, Side.FIRST), game.common_units[short]: (key, Side.SECOND)}
        else:
            named[short] = (key, None)
    return named


def _row_or_column_squares(game: Game, row: int | None, column: int | None, text: str) -> Meaning:
    """Return the squares of a row or column; OFF if absent."""
    columns = game.board.columns
    squares = frozenset(
        square
        for square in board_squares(game)
        if (row is None or square // columns == row) and (column is None or square % columns == column)
    )
    return (TokenKind.AREA, squares) if squares else (TokenKind.OFF, text)


PLACES = {TokenKind.SQUARE, TokenKind.AREA, TokenKind.ELSEWHERE}
UNITS = {TokenKind.UNIT, TokenKind.ANY}
_JOINED = dict.fromkeys(PLACES, PLACES) | dict.fromkeys(UNITS, UNITS)
"""The kinds of words that 'and' may join to a word of each kind."""


class BadPattern(KifuError):
    """Pattern error; `offset` and `width` mark the wrong characters."""


def tokenize(game: Game, pattern_text: str) -> list[PatternWord]:
    """Return the tokens of a text. Raises BadPattern."""
    words = list(_scan_tokens(game, pattern_text))
    for before, place, behind in zip(words, range(1, len(words)), words[2:], strict=False):
        # Between two words of a kind と is the Japanese "and", even if the game has a unit of that name.
        joins = words[place].kind is TokenKind.UNIT and words[place].text == "と"
        if joins and behind.kind in _JOINED.get(before.kind, ()):
            words[place] = words[place]._replace(kind=TokenKind.AND)
    return words


def _scan_tokens(game: Game, pattern_text: str) -> Iterator[PatternWord]:
    """Yield the words of a pattern, from left to right."""
    narrow = pattern_text.translate(NARROW)
    read = narrow.lower() if len(narrow.lower()) == len(pattern_text) else narrow
    expressions = token_patterns(game)
    place = 0
    while place < len(read):
        if read[place] in BLANKS:
            place += 1
            continue
        found = next(((match, meaning) for each, meaning in expressions if (match := each.match(read, place))), None)
        if found is None:
            raise _unknown_word_error(game, pattern_text, place)
        match, meaning = found
        word = PatternWord(*meaning(match), place, pattern_text[place : match.end()])
        if word.kind is TokenKind.OFF:
            last = game.board.spell(max(board_squares(game)))
            raise word_error(
                "no-such-square",
                word,
                Message(
                    f"{game.name.ja}の盤にないマスです。一01 から {last} までで書いてください",
                    f"the board of {game.name.en} has no such square; write one from 一01 to {last}",
                ),
            )
        place = match.end()
        yield word


def word_error(code: str, word: PatternWord, message: Message) -> BadPattern:
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


def _unknown_word_error(game: Game, text: str, offset: int) -> BadPattern:
    """Return the error for an unknown word, with a suggestion."""
    end = offset + 1
    while (
        end < len(text)
        and text[end] not in BLANKS
        and text[end].isascii() == text[offset].isascii()
        and text[end] not in ",;\n、。"
    ):
        end += 1
    units = " ".join(dict.fromkeys(label.en.split(" ")[0] for label in game.units.values()))
    found = quoted(text[offset:end])
    return BadPattern(
        "unknown-word",
        Message(
            f"{offset + 1} 文字目の「{found}」が分かりません。{game.name.ja}の駒 ({units})、マス、縁・隅・盤、数、なし・以上・以下などで書いてください",
            f"'{found}' at character {offset + 1} is not understood; expected a unit of {game.name.en} ({units}), a square, an area "
            "(rim, corner, board …), a number, or a word such as none, at least, at most, empty, elsewhere",
        ),
        offset=offset,
        width=end - offset,
    )
