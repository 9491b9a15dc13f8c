"""Grammar of a written move: ``[side] square {"-" square} unit {suffix}``.

It reads every spelling that has only one meaning: dashes of every kind or から between squares, blanks between the parts,
letters and figures of either width, letters of either case, 先手 or 先 for ▲.
"""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from kifu.core.errors import InvalidMove, did_you_mean
from kifu.core.escapes_confusables_and_text_width import confusable_spellings
from kifu.core.message import Message, quoted
from kifu.core.outcome import SIDE_MARKS, SIDE_WORDS, Side
from kifu.core.squares import BLANKS, DIGITS, NARROW, SQUARE, BoardSize, Squares, likely_squares

DIRECTIONS = {
    "上": (0, -1),
    "下": (0, 1),
    "左": (-1, 0),
    "右": (1, 0),
    "右上": (1, -1),
    "右下": (1, 1),
    "左上": (-1, -1),
    "左下": (-1, 1),
}
"""The step of each direction in columns and rows. Columns count to the right and rows downwards, as the board is drawn."""
_EXCHANGED = {"上右": "右上", "下右": "右下", "上左": "左上", "下左": "左下"}
DIRECTION = "[左右][上下]|[上下][左右]|[上下左右]"
"""A direction in any form that can be read, as a regular expression."""


def direction_of(text: str) -> str:
    """Direction that `text` (a match of DIRECTION) names: 右上 for 上右."""
    return _EXCHANGED.get(text, text)


def direction_of_step(columns: int, rows: int) -> str | None:
    """Direction of a straight step; None if it is not straight.

    The step goes `columns` to the right and `rows` down. A step is straight along a column, a row or a diagonal.
    """
    if columns and rows and abs(columns) != abs(rows):
        return None
    step = ((columns > 0) - (columns < 0), (rows > 0) - (rows < 0))
    return next((name for name, way in DIRECTIONS.items() if way == step), None)


DASHES = "-‐‑‒–—―−－ー─━ｰ﹣⁃→⇒～〜~"
"""Any of these may stand between two squares; EUC-JP's dash decodes to ‐."""
MAX_SUGGESTIONS, MAX_LISTED_NAMES = 3, 20
"""How many units a message names: of those that look alike, and of all that there are."""
WAVES = "～〜"
"""Between squares they are dashes; after a unit they stand for the suffix ~, in either dialect."""
_B = f"[{BLANKS}]"
_BETWEEN_SQUARES = re.compile(rf"{_B}*(?:[{DASHES}]{{1,2}}[>＞]?|から){_B}*|{_B}+")
_MARKS = "".join(SIDE_MARKS)
_SIDE = rf"(?:([{_MARKS}])|({'|'.join(SIDE_WORDS)})){_B}*[：:]?{_B}*"
_BEGIN_SIDE = frozenset({*SIDE_MARKS, "先", "後"})
_SQUARE = re.compile(SQUARE)
_WIDE = re.compile("[！-｝]")
_TO_UNIT = rf"(?:{_B}*に)?{_B}*"
_TO_SUFFIX = f"{_B}*"
_NO_DASH = rf"{_B}*([^{BLANKS}]{{1,3}}?){_B}*{SQUARE}"
_DASH = rf"{_B}*[{DASHES}]{{1,2}}[>＞]?{_B}*"
_BRACKETED = rf"[(（]([^()（）]*)[)）]{_B}*"
"""A move in brackets, as the page of 6面体 prints one."""
MOVE_LIKE = re.compile(rf"[{_MARKS}]?{SQUARE}")
"""The beginning of a move: it tells a move without its number from other lines."""

_BETWEEN = rf"(?:[(（][^()（）]*[)）])?[\u3000\s+]*(?:[{DIGITS}]+[\u3000\s]*)?"
"""The text that may stand between two moves on a line: the time of the first, the ply number of the second."""

PASS = "パス"  # noqa: S105 - the word for a move that does nothing, no password


class WrittenMove(NamedTuple):
    """A move as written, without any judgement."""

    side: Side | None
    """The side mark before it, if any."""
    squares: tuple[int, ...]
    """Empty for パス."""
    unit: str
    suffixes: tuple[str, ...] = ()
    directions: tuple[str, ...] = ()
    """The directions of a move without squares (巫女→右上), each a key of :data:`DIRECTIONS`."""


def split_side(move_text: str) -> tuple[Side | None, str]:
    """Side mark of a text (▲, 先手, 後：…), and the rest.

    The side is None for a text without a mark.
    """
    match = re.match(_SIDE, move_text) if move_text[:1] in _BEGIN_SIDE else None
    if match is None:
        return None, move_text
    return SIDE_MARKS[match[1]] if match[1] else SIDE_WORDS[match[2]], move_text[match.end() :]


class Grammar:
    """Move spelling of one game: its board, units and suffixes.

    `units` and `suffixes` map each spelling to the game's own name for it; a spelling in ASCII letters belongs to the
    ASCII dialect. `shown` are the units that messages name, by default all that are not ASCII. `examples` are two moves
    that messages show as examples; `ascii_example` is one in the ASCII dialect, for a game that has it. `directed` says
    that a unit and directions may stand in place of the squares: 巫女→右上.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - one keyword for each part of a spelling
        self,
        board: Squares,
        units: Mapping[str, str],
        suffixes: Mapping[str, str] | None = None,
        shown: Iterable[str] | None = None,
        examples: tuple[str, str] = ("四04占", "三04-四04武"),
        ascii_example: str | None = None,
        *,
        directed: bool = False,
    ) -> None:
        self.board = board
        self._named: dict[str, int] = {}  # each spelling that has been read; a square has some dozens
        self._examples = examples
        self.units = dict(units)
        kanji = tuple(shown or (unit for unit in units if not unit.isascii()))
        letters = f" (ASCII: {ascii_example})" if ascii_example else ""
        self._shown = " ".join(kanji) + letters
        self._kanji = kanji
        self.suffixes = dict(suffixes or {})
        if "~" in self.suffixes:
            self.suffixes |= dict.fromkeys(WAVES, self.suffixes["~"])
        self._cases = _add_both_cases(self.units)
        self._unit = re.compile("|".join(map(re.escape, _longest_first(self._cases))))
        self._suffix = re.compile("|".join(map(re.escape, _longest_first(self.suffixes))) or r"(?!)")
        named = "|".join(map(re.escape, _longest_first(kanji)))
        self._directed = rf"({named})(?={_DASH})" if directed else r"(?!)"

    def read(self, text: str) -> WrittenMove:
        """Read one move, side mark included.

        The move, with its mark or without it, may stand in brackets.

        Raises InvalidMove with the place in `text`: codes ``not-a-move``, ``square-off-board``, ``unknown-square``,
        ``unknown-separator``, ``unknown-unit``, ``unknown-suffix``, ``two-moves``, ``mixed-dialects``,
        ``unknown-direction``.
        """
        side, rest = split_side(text)
        if rest == PASS:
            return WrittenMove(side, (), PASS)
        start = len(text) - len(rest)
        names = _match_squares(text, start)
        if not names and (inside := re.compile(_BRACKETED).fullmatch(text, start)):
            return self._read_bracketed(side, inside)
        if not names and (unit := re.compile(self._directed).match(text, start)):
            return WrittenMove(side, (), unit[0], directions=_match_directions(text, unit.end()))
        if not names:
            raise self._not_a_move_error(text, start)
        narrow = text.translate(NARROW) if _WIDE.search(text) else text
        squares = tuple(map(self._square_of_match, names))
        behind = names[-1].end()
        unit = self._unit.match(narrow, behind) or self._unit.match(narrow, _match_end(_TO_UNIT, text, behind))
        if unit is None:
            raise self._missing_unit_error(text, behind)
        end = unit.end()
        dialects = {narrow[name.start()].isascii() for name in names} | {unit[0].isascii()}
        suffixes = []
        while end < len(text) and (suffix := self._suffix.match(narrow, _match_end(_TO_SUFFIX, text, end))):
            suffixes.append(self.suffixes[suffix[0]])
            if suffix[0] not in WAVES:
                dialects.add(suffix[0].isascii())
            end = suffix.end()
        if end < len(text):
            raise _left_over_error(text, end)
        if len(dialects) > 1:
            raise InvalidMove(
                "mixed-dialects",
                Message(
                    f"「{quoted(text)}」は漢字とＡＳＣＩＩの書き方が混ざっています。一手の中ではどちらかに揃えてください",
                    f"'{quoted(text)}' mixes the kanji and the ASCII way of writing; use one of them within a move",
                ),
                width=len(text),
            )
        return WrittenMove(side, squares, self._cases[unit[0]], tuple(suffixes))

    def _read_bracketed(self, side: Side | None, inside: re.Match[str]) -> WrittenMove:
        """Read the move that stands in brackets behind the mark of `side`.

        Raises InvalidMove with the place in the text.
        """
        move = inside[1].strip(BLANKS)
        start = inside.start(1) + len(inside[1]) - len(inside[1].lstrip(BLANKS))
        within, rest = split_side(move)
        if side is not None and within is not None:
            move, start = rest, start + len(move) - len(rest)
            if side != within:
                raise self._not_a_move_error(inside.string, inside.start())
        try:
            written = self.read(move)
        except InvalidMove as invalid:
            invalid.offset += start
            raise
        return written if side is None else written._replace(side=side)

    def _not_a_move_error(self, move_text: str, start: int) -> InvalidMove:
        """Error of a text without a square: misspelt square, or no move."""
        squares = likely_squares(move_text[start:], self.board)
        if squares:
            return self._unknown_square_error(move_text, start, squares)
        placing, moving = self._examples
        message = Message(
            f"「{quoted(move_text)}」は指し手として読めません。「{placing}」「{moving}」のように書いてください",
            f"'{quoted(move_text)}' cannot be read as a move; write it like {placing} or {moving}",
        )
        return InvalidMove("not-a-move", message, width=max(1, len(move_text)))

    def _unknown_square_error(self, move_text: str, start: int, squares: tuple[str, ...]) -> InvalidMove:
        hint = did_you_mean(*squares)
        message = Message(
            f"「{quoted(move_text[start:])}」のはじめはマスとして読めません{hint.ja}",
            f"'{quoted(move_text[start:])}' does not begin with a square{hint.en}",
        )
        return InvalidMove("unknown-square", message, offset=start, width=len(squares[0]))

    def _square_of_match(self, square_name: re.Match[str]) -> int:
        """Number of a matched square. Raises InvalidMove off the board."""
        square = self._named.get(square_name[0])
        if square is None:
            square = self.board.parse(square_name[0])
            if square is None:
                raise InvalidMove(
                    "square-off-board",
                    self._off_board_message(square_name[0]),
                    offset=square_name.start(),
                    width=len(square_name[0]),
                )
            self._named[square_name[0]] = square
        return square

    def _off_board_message(self, square_name: str) -> Message:
        """Message on a square off the board, or a missing point."""
        last = self.board.spell(self.board.columns * self.board.rows - 1)
        # The rectangle may have a point that the graph of this board does not have.
        if BoardSize(self.board.columns, self.board.rows).parse(square_name) is not None:
            return Message(
                f"「{square_name}」という点はこの盤にありません。盤にある点を書いてください",
                f"this board has no point '{square_name}'; write one that it has",
            )
        return Message(
            f"「{square_name}」は盤の外です。一01 から {last} までのマスを書いてください",
            f"'{square_name}' is off the board; write a square from 一01 to {last}",
        )

    def _missing_unit_error(self, move_text: str, offset: int) -> InvalidMove:
        """Error behind the squares: a wrong dash, square or unit."""
        if dash := re.compile(_DASH).match(move_text, offset):
            squares = likely_squares(move_text[dash.end() :], self.board)
            if squares:
                return self._unknown_square_error(move_text, dash.end(), squares)
        if separator := re.match(_NO_DASH, move_text[offset:]):
            message = Message(
                f"マスの間の「{quoted(separator[1])}」が読めません。「{self._examples[1]}」のように - でつないでください",
                f"'{quoted(separator[1])}' between the squares is not understood; join them with -, like {self._examples[1]}",
            )
            return InvalidMove(
                "unknown-separator", message, offset=offset + separator.start(1), width=len(separator[1])
            )
        return self._unknown_unit_error(move_text, _match_end(_TO_UNIT, move_text, offset))

    def _unknown_unit_error(self, move_text: str, offset: int) -> InvalidMove:
        """Error of an unknown or missing unit, with those alike."""
        unit = quoted(move_text[offset:])
        example = self._examples[0]
        alike = confusable_spellings(move_text[offset:], self._kanji)
        hint = did_you_mean(*alike[:MAX_SUGGESTIONS])
        # Of many units only those that may be meant help, or the example.
        known = Message("", "")
        if not alike and len(self._kanji) <= MAX_LISTED_NAMES:
            known = Message(f"。駒は {self._shown} です", f"; the units are {self._shown}")
        if unit:
            message = Message(
                f"「{unit}」という駒はありません{hint.ja}{known.ja}。例: {example}",
                f"there is no unit '{unit}'{hint.en}{known.en}; for example {example}",
            )
        else:
            message = Message(
                f"「{quoted(move_text)}」には駒がありません。最後に駒を書いてください{known.ja}。例: {example}",
                f"'{quoted(move_text)}' names no unit; end it with one{known.en}; for example {example}",
            )
        return InvalidMove("unknown-unit", message, offset=offset, width=max(1, len(move_text) - offset))


def _match_squares(move_text: str, start: int) -> list[re.Match[str]]:
    """Consecutive squares from `start` on, with what may stand between."""
    squares = []
    square = _SQUARE.match(move_text, start)
    while square:
        squares.append(square)
        between = _BETWEEN_SQUARES.match(move_text, square.end())
        square = _SQUARE.match(move_text, between.end()) if between else None
    return squares


def _match_directions(move_text: str, start: int) -> tuple[str, ...]:
    """Directions from `start` on, each behind an arrow or dash.

    Raises InvalidMove.
    """
    directions = []
    while start < len(move_text):
        dash = re.compile(_DASH).match(move_text, start)
        name = re.compile(DIRECTION).match(move_text, dash.end()) if dash else None
        if name is None:
            raise _unknown_direction_error(move_text, dash.end() if dash else start)
        directions.append(direction_of(name[0]))
        start = name.end()
    return tuple(directions)


def _unknown_direction_error(move_text: str, offset: int) -> InvalidMove:
    """Error of an unknown or missing direction behind an arrow."""
    known, rest = " ".join(DIRECTIONS), quoted(move_text[offset:])
    wrong = Message(f"「{rest}」は方向ではありません", f"'{rest}' is no direction")
    if not rest:
        wrong = Message("→ のあとに方向がありません", "there is no direction after →")
    message = Message(
        f"{wrong.ja}。{known} のどれかを → のあとに書くか、マスで書いてください",
        f"{wrong.en}; write one of {known} after →, or write the squares",
    )
    return InvalidMove("unknown-direction", message, offset=offset, width=max(1, len(move_text) - offset))


def _add_both_cases(units: Mapping[str, str]) -> dict[str, str]:
    """Spellings, with ASCII ones also in small and capital letters.

    They are added if only one unit has them.
    """
    spellings = dict(units)
    for change in (str.lower, str.upper):
        changed: dict[str, set[str]] = {}
        for spelling, unit in units.items():
            if spelling.isascii():
                changed.setdefault(change(spelling), set()).add(unit)
        spellings = {spelling: next(iter(same)) for spelling, same in changed.items() if len(same) == 1} | spellings
    return spellings


def _match_end(pattern: str, text: str, start: int) -> int:
    match = re.compile(pattern).match(text, start)
    return match.end() if match else start


def _longest_first(spellings: Iterable[str]) -> list[str]:
    return sorted(spellings, key=lambda spelling: (-len(spelling), spelling))


def _left_over_error(move_text: str, end: int) -> InvalidMove:
    """Error of the text behind a move: another move, a remark."""
    rest = move_text[end:].strip()
    offset = move_text.index(rest, end)
    if MOVE_LIKE.match(re.sub(_BETWEEN, "", rest, count=1)):
        message = Message(
            f"一行に二手あります (「{quoted(rest)}」)。一手ごとに手数を付けるか、行を分けてください",
            f"two moves on one line ('{quoted(rest)}'); give each its ply number or a line of its own",
        )
        return InvalidMove("two-moves", message, offset=offset, width=len(rest))
    message = Message(
        f"指し手のあとの「{quoted(rest)}」が読めません。注釈なら次の行に * を付けて書いてください",
        f"'{quoted(rest)}' after the move is not understood; a comment goes on the next line after *",
    )
    return InvalidMove("unknown-suffix", message, offset=offset, width=len(rest))
