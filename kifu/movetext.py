"""The one grammar of a written move: ``[side] square {"-" square} unit {suffix}``. It knows no game's rules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kifu.errors import InvalidMove
from kifu.message import Message, quoted
from kifu.outcome import SIDE_MARKS, Side
from kifu.squares import DIGITS, LETTERS, SQUARE, Board, Squares

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

SEPARATORS = "-→－ー‐−"  # the last is what EUC-JP's dash decodes to
_SIDE = f"[{''.join(SIDE_MARKS)}]"
_PATH = re.compile(rf"({_SIDE})?({SQUARE}(?:[{SEPARATORS}]{SQUARE})*)")
_SEPARATOR = re.compile(f"[{SEPARATORS}]")
MOVE_LIKE = re.compile(rf"{_SIDE}?{SQUARE}")
"""What begins like a move: enough to tell a move without its number from other lines."""

_BETWEEN = re.compile(rf"(?:[(（][^()（）]*[)）])?[\u3000\s+]*(?:[{DIGITS}]+[\u3000\s]*)?")
"""What may stand between two moves on a line: the time of the first, the ply number of the second."""

PASS = "パス"  # noqa: S105 - no password


class Written(NamedTuple):
    """A move as written: nothing about it is judged yet."""

    side: Side | None
    """The side mark before it, if any."""
    squares: tuple[int, ...]
    """Empty for パス."""
    unit: str
    suffixes: tuple[str, ...] = ()


class Grammar:
    """How the moves of one game are spelled: its board, its units and its suffixes.

    `units` maps each spelling to the game's own name for the unit; a spelling in ASCII letters belongs to the ASCII
    dialect. `suffixes` likewise. `shown` are the units that messages name; default: all that are not ASCII. `examples`
    are moves as one may write them, for who wrote something else.
    """

    def __init__(
        self,
        board: Squares,
        units: Mapping[str, str],
        suffixes: Mapping[str, str] | None = None,
        shown: Iterable[str] | None = None,
        examples: tuple[str, str] = ("四04占", "三04-四04武"),
    ) -> None:
        self.board = board
        self._examples = examples
        self.units = dict(units)
        self._shown = " ".join(shown or (unit for unit in units if not unit.isascii()))
        self.suffixes = dict(suffixes or {})
        self._unit = re.compile("|".join(map(re.escape, _longest_first(self.units))))
        self._suffix = re.compile("|".join(map(re.escape, _longest_first(self.suffixes))) or r"(?!)")

    def read(self, text: str) -> Written:
        """Read one move, side mark included.

        Raises InvalidMove with the place in `text`: codes ``not-a-move``, ``square-off-board``, ``unknown-unit``,
        ``unknown-suffix``, ``two-moves``, ``mixed-dialects``.
        """
        side = SIDE_MARKS.get(text[:1])
        if text[1 if side is not None else 0 :] == PASS:
            return Written(side, (), PASS)
        path = _PATH.match(text)
        if path is None:
            raise InvalidMove("not-a-move", self._not_a_move(text), width=max(1, len(text)))
        squares = self._squares(path[2], path.start(2))
        unit = self._unit.match(text, path.end())
        if unit is None:
            raise self._unknown_unit(text, path.end())
        end = unit.end()
        dialects = {part[0] in LETTERS for part in _SEPARATOR.split(path[2])} | {unit[0].isascii()}
        suffixes = []
        while suffix := self._suffix.match(text, end):
            suffixes.append(self.suffixes[suffix[0]])
            dialects.add(suffix[0].isascii())
            end = suffix.end()
        if end < len(text):
            raise _left_over(text, end)
        if len(dialects) > 1:
            raise InvalidMove(
                "mixed-dialects",
                Message(
                    f"「{quoted(text)}」は漢字とＡＳＣＩＩの書き方が混ざっています。一手の中ではどちらかに揃えてください",
                    f"'{quoted(text)}' mixes the kanji and the ASCII way of writing; use one of them within a move",
                ),
                width=len(text),
            )
        return Written(side, squares, self.units[unit[0]], tuple(suffixes))

    def _not_a_move(self, text: str) -> Message:
        one, other = self._examples
        return Message(
            f"「{quoted(text)}」は指し手として読めません。「{one}」「{other}」のように書いてください",
            f"'{quoted(text)}' cannot be read as a move; write it like {one} or {other}",
        )

    def _off_board(self, name: str) -> Message:
        last = self.board.spell(self.board.columns * self.board.rows - 1)
        if Board(self.board.columns, self.board.rows).parse(name) is not None:  # a hole in a board that is a graph
            return Message(
                f"「{name}」という点はこの盤にありません。盤にある点を書いてください",
                f"this board has no point '{name}'; write one that it has",
            )
        return Message(
            f"「{name}」は盤の外です。一01 から {last} までのマスを書いてください",
            f"'{name}' is off the board; write a square from 一01 to {last}",
        )

    def _squares(self, path: str, start: int) -> tuple[int, ...]:
        squares = []
        for name in _SEPARATOR.split(path):
            square = self.board.parse(name)
            if square is None:
                raise InvalidMove("square-off-board", self._off_board(name), offset=start, width=len(name))
            squares.append(square)
            start += len(name) + 1
        return tuple(squares)

    def _unknown_unit(self, text: str, offset: int) -> InvalidMove:
        found = quoted(text[offset:])
        known = self._shown
        if found:
            message = Message(
                f"「{found}」という駒はありません。駒は {known} です",
                f"there is no unit '{found}'; the units are {known}",
            )
        else:
            message = Message(
                f"「{quoted(text)}」には駒がありません。最後に駒 ({known}) を書いてください",
                f"'{quoted(text)}' names no unit; end it with one of {known}",
            )
        return InvalidMove("unknown-unit", message, offset=offset, width=max(1, len(text) - offset))


def _longest_first(spellings: Iterable[str]) -> list[str]:
    return sorted(spellings, key=lambda spelling: (-len(spelling), spelling))


def _left_over(text: str, end: int) -> InvalidMove:
    rest = text[end:].strip()
    offset = text.index(rest, end)
    if MOVE_LIKE.match(_BETWEEN.sub("", rest, count=1)):
        message = Message(
            f"一行に二手あります (「{quoted(rest)}」)。一手ごとに行を分けてください",
            f"two moves on one line ('{quoted(rest)}'); give each its own line",
        )
        return InvalidMove("two-moves", message, offset=offset, width=len(rest))
    message = Message(
        f"指し手のあとの「{quoted(rest)}」が読めません。注釈なら次の行に * を付けて書いてください",
        f"'{quoted(rest)}' after the move is not understood; a comment goes on the next line after *",
    )
    return InvalidMove("unknown-suffix", message, offset=offset, width=len(rest))
