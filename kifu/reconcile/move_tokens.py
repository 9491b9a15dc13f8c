"""Tokens of a written move: squares, unit, suffixes.

They are what slips of the pen change, in any game.
A token needs no position and no rules. Also a text that no game reads has one, as far as its parts can be told.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.errors import InvalidMove
from kifu.core.move_grammar import DASHES, split_side
from kifu.core.squares import BLANKS, COLUMNS, DIGITS, LETTERS, SQUARE
from kifu.core.squares import BoardSize as Board

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kifu.core.game.game import Game, Position
    from kifu.core.move_grammar import WrittenMove

_NUMBERS = {str(number): number for number in range(1, 20)} | {
    f"{zero}{name}": number
    for number, kanji in enumerate(COLUMNS, start=1)
    for zero, name in (("", kanji), ("0", str(number)), ("〇", kanji), ("零", kanji))
    if not zero or number <= 9  # noqa: PLR2004 - a zero stands before one figure
}
_MAX_NUMBER_CHARACTERS = max(map(len, _NUMBERS))
_MAX_SPLITS, _MAX_SQUARES = 64, 6
"""The most ways to part a text that are looked at, and the most squares of a move."""

Pair = tuple[str, str]
"""The two numbers of a square as they are written."""


def respelled_moves(plain_text: str) -> Iterator[tuple[str, str]]:
    """Yield respellings of a move whose squares have other figures.

    None if it does not begin with such squares.
    `plain_text` is a move as :func:`kifu.reconcile.move_tokens.plain_move_text` gives it. In the first text of a pair the column stands before
    the row, as in shogi. In the second the row stands before the column where a figure stands first, for both may be meant. There are
    several pairs if the figures can be parted in several ways: 112 is 11 and 2, or 1 and 12.
    """
    for pairs, end in islice(_paths_and_ends(plain_text, 0), _MAX_SPLITS):
        texts = ("-".join(_spell_square(*pair, exchanged=exchanged) for pair in pairs) for exchanged in (False, True))
        first, second = (text + plain_text[end:] for text in texts)
        yield first, second


def _paths_and_ends(text: str, start: int, max_squares: int = _MAX_SQUARES) -> Iterator[tuple[tuple[Pair, ...], int]]:
    for column, behind in _numbers(text, start):
        for row, end in _numbers(text, behind + (text[behind : behind + 1] in {"・", ".", ",", "、"})):
            if text[end : end + 1] == "-" and max_squares > 1:
                yield from (
                    (((column, row), *rest), last) for rest, last in _paths_and_ends(text, end + 1, max_squares - 1)
                )
            elif text[end : end + 1] != "-" and not text[end : end + 1].isdecimal():
                yield ((column, row),), end


def _numbers(text: str, at: int) -> Iterator[tuple[str, int]]:
    for width in range(1, _MAX_NUMBER_CHARACTERS + 1):
        if at + width <= len(text) and text[at : at + width] in _NUMBERS:
            yield text[at : at + width], at + width


def _spell_square(column: str, row: str, *, exchanged: bool) -> str:
    if exchanged and column.isdecimal():
        column, row = row, column
    return f"{COLUMNS[_NUMBERS[column] - 1]}{_NUMBERS[row]:02d}"


ILLEGIBLE = "〓?？□■▢＿_�※"
"""The marks that people write for a character that they cannot read."""
MAX_CHARACTERS = 60
"""The longest text, in characters, that is compared character by character. No written move is longer."""
_LARGE_BOARD = Board(len(COLUMNS), 99)
_SQUARE = re.compile(SQUARE)
_PATH = re.compile(rf"{SQUARE}(?:-{SQUARE})*")
_NOTHING = re.compile(
    rf"[{re.escape(ILLEGIBLE + BLANKS)}.・×xX*-]*|[(「\[<]?(?:不明|不詳|判読不能|判読不可|読めず|読めない|読めません)[)」\]>]?"
)
"""What people write for a whole move that they cannot read, after NFKC: …… is six full stops."""
_MARKS = re.compile(f"[{re.escape(ILLEGIBLE)}]+")
_DASH = re.compile(f"(?:[{re.escape(DASHES)}]|から)+[>＞]?")
_LETTER = re.compile(rf"([{LETTERS}])(?=[{DIGITS}])")
_ROW = re.compile(rf"(?<=[一二三四五六七八九十])([1-9])(?![{DIGITS}{re.escape(ILLEGIBLE)}])")
_ROW_AND_MARK = re.compile(rf"(?<=[一二三四五六七八九十])([1-9])(?=[{re.escape(ILLEGIBLE)}])")

Square = tuple[int, int]
"""Column and row, both from 1. It may lie off the board."""


class MoveToken(NamedTuple):
    """The tokens of one written move."""

    text: str
    """The text in one spelling: no side mark, no blanks, kanji columns, rows of two figures, - between squares."""
    squares: tuple[Square, ...]
    tail: str
    """The text behind the squares: the unit and its suffixes."""
    units: frozenset[str] = frozenset()
    """The canonical names that the unit may have; several if it is written without its owner, none if it is unread."""
    suffixes: tuple[str, ...] = ()
    """The suffixes in order."""
    promoting: frozenset[tuple[str, tuple[str, ...]]] = frozenset()
    """The units and suffixes that it has as a promotion, if its unit is named as the promotion leaves it: 竜 is 飛 with 成."""
    others: tuple[MoveToken, ...] = ()
    """Of a text that is unread: what it is with figures of the right kind. A figure before a kanji may be column or row."""

    def equals(self, other: MoveToken) -> bool:
        """Tell whether two tokens mean the same move."""
        same = (self.squares, self.suffixes) == (other.squares, other.suffixes)
        return same and not self.units.isdisjoint(other.units)

    @property
    def unread(self) -> bool:
        """True if the text is no move of the game."""
        return not self.units

    @property
    def blank(self) -> bool:
        """True if nothing of the text can be read."""
        return _NOTHING.fullmatch(self.text) is not None

    @property
    def has_illegible_mark(self) -> bool:
        """True if a part of the text is marked as illegible."""
        return _MARKS.search(self.text) is not None


class Tokenizer:
    """Tokens of one game's written texts and moves.

    `turns` are two positions with different sides to move. They tell which canonical units a name without an owner has.
    """

    def __init__(self, game: Game, turns: Iterable[Position]) -> None:
        self.game = game
        self.columns, self.rows = game.board.columns, game.board.rows
        self._turns = tuple(turns)
        self._written: dict[str, MoveToken] = {}
        self._moves: dict[int, MoveToken] = {}
        self._units: dict[str, frozenset[str]] = {}

    def token_of_text(self, move_text: str) -> MoveToken:
        """Return a written text's token."""
        token = self._written.get(move_text)
        if token is None:
            token = self._written[move_text] = self._token(move_text)
        return token

    def token_of_move(self, move: int) -> MoveToken:
        """Return the token of a move's canonical spelling."""
        token = self._moves.get(move)
        if token is None:
            text = self.game.spell(move)
            written = self.game.read(text).written
            token = self._moves[move] = self._token_of_written(text, written, frozenset({written.unit}))
        return token

    def _token(self, move_text: str) -> MoveToken:
        try:
            reading = self.game.read(move_text)
        except InvalidMove:
            return _unreadable_token(move_text)._replace(others=tuple(self._others(move_text)))
        return self._token_of_written(move_text, reading.written, self._canonical_names(reading.written.unit))

    def _others(self, text: str) -> Iterator[MoveToken]:
        for order in (False, True):
            yield from islice(self.tokens_of_split_figures(text, exchanged=order), 1)

    def tokens_of_split_figures(self, move_text: str, *, exchanged: bool) -> Iterator[MoveToken]:
        """Yield the tokens of an unread text, figures split in each way.

        111 is 1 and 11, or 11 and 1.
        """
        spellings = dict.fromkeys(pair[exchanged] for pair in respelled_moves(plain_move_text(move_text)))
        yield from (token for token in map(self._token_if_readable, spellings) if token is not None)

    def _token_if_readable(self, move_text: str) -> MoveToken | None:
        try:
            written = self.game.read(move_text).written
        except InvalidMove:
            return None
        return self._token_of_written(move_text, written, self._canonical_names(written.unit))

    def _token_of_written(self, move_text: str, written: WrittenMove, units: frozenset[str]) -> MoveToken:
        squares = tuple((square % self.columns + 1, square // self.columns + 1) for square in written.squares)
        plain = plain_move_text(move_text)
        suffixes = tuple(written.suffixes)
        names = self.game.promoted_names
        promoting = frozenset((names[unit][0], (*suffixes, names[unit][1])) for unit in units if unit in names)
        return MoveToken(plain, squares, _tail(plain), units, suffixes, promoting)

    def _canonical_names(self, unit: str) -> frozenset[str]:
        """Return a unit's canonical names: 武士 is 武 or 士."""
        names = self._units.get(unit)
        if names is None:
            names = self._units[unit] = frozenset({unit, *self._canonical_names_of_unit(unit)})
        return names

    def _canonical_names_of_unit(self, unit: str) -> Iterable[str]:
        """Yield the canonical names that a unit's name stands for."""
        square = self.game.board.spell(0)
        for text in (f"{square}{unit}", f"a1{unit}"):
            try:
                reading = self.game.read(text)
            except InvalidMove:
                continue
            for position in self._turns:
                yield self.game.read(self.game.spell(self.game.resolve(position, reading))).written.unit
            return


def side_mark(text: str) -> str:
    """Side mark that begins a text; empty without one."""
    side, rest = split_side(text)
    return "" if side is None else text[: len(text) - len(rest)]


def plain_move_text(written_move: str) -> str:
    """Return a written move in one spelling, without its side mark.

    Texts longer than any move are cut.
    """
    rest = split_side(written_move[: 2 * MAX_CHARACTERS])[1]
    plain = unicodedata.normalize("NFKC", "".join(rest.split()))
    plain = _DASH.sub("-", plain)
    plain = _LETTER.sub(lambda match: COLUMNS[LETTERS.index(match[1])], plain)
    return _ROW.sub(r"0\1", plain)[:MAX_CHARACTERS]


def _tail(plain: str) -> str:
    path = _PATH.match(plain)
    return plain[path.end() :] if path else plain


def _unreadable_token(move_text: str) -> MoveToken:
    plain = plain_move_text(move_text)
    path = _PATH.match(plain)
    names = _SQUARE.findall(path[0]) if path else []
    return MoveToken(plain, tuple(square for name in names if (square := _square(name)) is not None), _tail(plain))


def _square(name: str) -> Square | None:
    number = _LARGE_BOARD.parse(name)
    return None if number is None else (number % _LARGE_BOARD.columns + 1, number // _LARGE_BOARD.columns + 1)


def may_mean_move(written: MoveToken, meant: MoveToken) -> bool:
    """Tell whether an illegible text fits a move.

    Each mark stands for one or more characters of one part of it.
    A mark behind the only figure of a row stands for the second figure (四1? is 四16), or for what follows (四4? is 四04占).
    """
    if written.blank:
        return True
    texts = {written.text, _ROW_AND_MARK.sub(r"0\1", written.text)}
    return any(
        re.fullmatch("(?:[^-]+|-)".join(map(re.escape, _MARKS.split(text))), meant.text) is not None for text in texts
    )


def may_abbreviate_move(written: MoveToken, meant: MoveToken) -> bool:
    """Tell whether a text abbreviates a move to its last square."""
    return (
        len(written.squares) == 1 < len(meant.squares)
        and written.squares[0] == meant.squares[-1]
        and not written.units.isdisjoint(meant.units)
        and written.suffixes == meant.suffixes
    )


def are_one_character_apart(text: str, other: str) -> bool:
    """Tell whether texts differ by one character, more, fewer or other."""
    if abs(len(text) - len(other)) > 1 or text == other:
        return False
    same = next((at for at, (one, two) in enumerate(zip(text, other, strict=False)) if one != two), None)
    at = min(len(text), len(other)) if same is None else same
    ends = (text[at + 1 :], other[at + 1 :]), (text[at:], other[at + 1 :]), (text[at + 1 :], other[at:])
    return any(one == two for one, two in ends)
