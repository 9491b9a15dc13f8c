"""Words about armies: sides, units, squares, counts, stands, one after the other, in any order."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import Side
from kifu.core.squares import COLUMNS
from notation.freeform.setup_parts import unit_signs
from notation.freeform.squares import squares_at
from notation.line_kinds import KANJI, parse_numeral

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.core.game.game import Game

MAX_ARMY_CHARACTERS = 300
_STONES = {
    "碁": r"(?:囲?碁)の?石",
    "翻": r"(?:オセロ|リバーシ|翻)の?(?:石|駒|コマ)",
    "珠": r"(?:五目(?:並べ)?|連珠|珠)の?(?:石|珠)",
}
"""The stones by the games that they come from."""
_LONG = re.compile(r"([玉王金銀])将|([飛香])車|(角)行|(桂)馬|(歩)兵")
_SIDES = re.compile(
    r"(?P<first>先手番?|先番|[▲☗▼]|先(?=[)）\s:の]))|(?P<second>後手番?|後番|[△☖▽]|後(?=[)）\s:の]))|(?P<both>両者とも|双方とも|両者|双方|両軍|お?互いに?|どちらも|二人とも|それぞれ)"
)
_STAND = re.compile(
    r"(?:駒台|台の石|台|手駒|[持も]ち?(?:駒|石|ごま)|手持ち?(?:の石)?|置き?石|手元の?石?|石台|石|hands?|stands?)(?![一-龠])"
)
_GAP = re.compile(r"[\s、。,.;!?・/()\[\]{}「」『』【】<>《》…:=→+※◆◇■□●○~|-]+")
_COUNT = re.compile(rf"(?:[×x*]\s?)?(\d{{1,2}}|[{KANJI[1:]}十]{{1,3}})(?:\s?(?:つ|個|枚|こ|ケ|子|石))?(?![0-9])")
_NONE = re.compile("(?:何も)?(?:なし|無し|ゼロ|空|ありません|無い|ない|持たない|nothing|none)")
_ROW = re.compile(rf"(\d{{1,2}}|[{KANJI[1:]}十]{{1,2}})段目?")
_FILE = re.compile(rf"(\d{{1,2}}|[{KANJI[1:]}十]{{1,2}})(?:筋|列)目?")
_ROW_FIRST = re.compile(r"\s*0(\d)(?=\s*[:：…]|\s+[▲△先後])|\s*(1\d)(?=\s*[:：])")
_BARE_ROW = re.compile(r"0[1-9]|1\d")
_MORE = re.compile(r"(?:それに|これに|に)?(?:加え(?:て)?|プラス|足し(?:て)?)|さらに|もう|あと(?!で)")
_GLUE = re.compile(
    r"(?:置|お)(?:く|い(?:た|て)|き(?:ます|ました)?)|(?:並|なら)べ(?:る|た|て|ます|ました)?|(?:配置|設置|使用|用意)(?:した|して|し(?:ます|ました)|する)?"
    r"|[乗載の]せ(?:る|た|て|ます|ました)?|あ(?:る|り(?:ます|ました)?)|い(?:る|ます|ました)|[持も](?:つ|った|って(?:いる|います|る)?|ち(?:ます|ました)?)"
    r"|でした|です|だった|である|だ|ね|よ|とする|とします|になります|(?:私|わたし|僕|ぼく|俺|うち|自分|こっち|こちら)の(?:は|ほうは|方は)?"
    r"|(?:初期|開始|盤上|盤面|最初)(?:の)?|(?:布陣|陣形|陣営|陣地|陣|配置|駒組み?|駒|コマ|軍勢?|側|方|ほう|位置|局面|盤)|以上|同じく|その(?:他|ほか)|ほか"
    r"|では|には|から|まで|より|だけ|のみ|[はをにがのもでとへ]"
)
_NEGATED = re.compile(r"[^、。:\d]{1,24}(?:ではなく|じゃなく)(?:て)?[、,]?")
BOTH = "both"


class Army(NamedTuple):
    """What a line tells of the start."""

    units: tuple[tuple[Side | None, str, str], ...] = ()
    """The side, the unit and the square of each; the side is None where only another line tells it."""
    stands: tuple[tuple[Side | str | None, str, int], ...] = ()
    """The side, the unit and the number of each kind that is held; an empty unit where nothing is."""
    adds: bool = False
    """Whether it adds to what is told of a stand before."""
    side: Side | None = None
    """The side that the next lines are about; None where it says nothing of that."""
    held: bool = False
    """Whether the next lines tell what is held."""
    columns: str = ""
    """The units whose numbers stand in the columns of the next lines."""


def read_army(told: Words, text: str, above: Army) -> Army | None:
    """Return what a line tells of the start, below a line that told whose army, or what is held; None if it is no such line."""
    if len(text) > MAX_ARMY_CHARACTERS:
        return None
    names = rf"[{told.units}]"
    if re.fullmatch(rf"[\s|、,]*{names}石?(?:[\s|、,]+{names}石?)+[\s|、,]*", text):
        return Army(columns="".join(re.findall(names, text)), held=True)
    if above.columns and (named := told.side_at(text, 0)) is not None:
        counts = re.findall(r"\d+|-", text[named[1] :])
        if len(counts) == len(above.columns) and re.fullmatch(r"[\s|、,:\d個-]*", text[named[1] :]):
            kinds = zip(above.columns, counts, strict=True)
            return Army(stands=tuple((named[0], unit, int(count.replace("-", "0"))) for unit, count in kinds))
    return _Reader(told, text, above).read()


class _Reader:
    """Reads one line from left to right."""

    def __init__(self, told: Words, text: str, above: Army) -> None:
        self.told, self.text = told, text
        self.side: Side | str | None = above.side
        self.held = above.held
        self.unit, self.used, self.square = "", True, ""
        self.row = self.column = 0
        self.by_row = self.adds = self.spoken = False
        self.units: list[tuple[Side | None, str, str]] = []
        self.stands: list[tuple[Side | str | None, str, int]] = []

    def read(self) -> Army | None:
        """Return what the line tells; None if a word of it is not understood."""
        text, at = self.text, 0
        if (row := _ROW_FIRST.match(text)) is not None:
            self.row, self.by_row, at = int(row[1] or row[2]), True, row.end()
        while at < len(text):
            end = self._next(at)
            if end is None:
                return None
            at = end
        if not self._settle() or self.square:
            return None
        told = bool(self.units or self.stands)
        if not told and not (self.spoken or self.held or self.column):
            return None
        side = self.side if isinstance(self.side, Side) else None
        return Army(tuple(self.units), tuple(self.stands), self.adds, None if told else side, self.held and not told)

    def _next(self, at: int) -> int | None:  # noqa: C901, PLR0911, PLR0912 - kinds of words
        told, text = self.told, self.text
        if told.bracketed is not None and (one := re.compile(rf"\(([{told.units}])\)").match(text, at)):
            self.side = told.bracketed
            return one.end() if self._take_unit(one[1]) else None
        if gap := _GAP.match(text, at, at + 1 if told.bracketed is not None else len(text)):
            if self.held and self.stands and gap[0].endswith("(") and text[gap.end() : gap.end() + 1] in told.units:
                return None  # 碁3、(翻1): held as well, or another count
            pause = self.held and any(sign in gap[0] for sign in "。、,;・")
            return gap.end() if not pause or self._settle(keep=True) else None
        if negated := _NEGATED.match(text, at):
            return None if any(sign in negated[0] for sign in told.units if sign != "と") else negated.end()
        if (named := told.side_at(text, at)) is not None:
            self.side = named[0]
            self.spoken = True
            return named[1]
        if more := _MORE.match(text, at):
            self.adds = True
            return more.end()
        if (stone := _stone_at(text, at)) is not None:
            return stone[1] if self._take_unit(stone[0]) else None
        if long := _LONG.match(text, at):
            return long.end() if self._take_unit(next(filter(None, long.groups()))) else None
        if (square := told.square_at(text, at)) is not None and not self.by_row:
            if "筋" in text[at : square[1]]:  # 三筋 03に卒、07に平
                self.column = COLUMNS.index(square[0].rstrip("0123456789")) + 1
            return square[1] if self._take_square(square[0]) else None
        if row := _ROW.match(text, at) or (self.column and _BARE_ROW.match(text, at)):
            self.row = parse_numeral(row[1] if row.re is _ROW else row[0])
            return row.end() if self._take_axes() else None
        if column := _FILE.match(text, at):
            self.column, self.row = parse_numeral(column[1]), 0
            return column.end()
        if stand := _STAND.match(text, at):
            if not self._settle():
                return None
            self.held = True
            return stand.end()
        if nothing := _NONE.match(text, at):
            if self.held:
                self.stands.append((self.side, "", 0))
            return nothing.end() if self.held or self.column or self.row else None
        if text[at] in told.units and (text[at] != "と" or told.square_at(text, at + 1) is not None):
            if told.bracketed is not None:
                self.side = told.bracketed.other
            return at + 1 if self._take_unit(text[at]) else None
        if count := _COUNT.match(text, at):
            return count.end() if self._take_count(parse_numeral(count[1])) else None
        glue = _GLUE.match(text, at)
        return None if glue is None else glue.end()

    def _take_unit(self, unit: str) -> bool:
        if self.square:
            return self._place(unit, self.square)
        if not self._settle():
            return False
        self.unit, self.used = unit, False
        return True

    def _take_square(self, square: str) -> bool:
        if self.square:
            return False
        if self.unit and not self.held:
            return self._place(self.unit, square)
        if self.unit and not self.used and self.held:  # 石 碁3 珠2 三09玉 is not told so
            return False
        self.held = False
        self.square = square
        return True

    def _take_axes(self) -> bool:
        if not (self.column and self.row):
            return True
        board = self.told.game.board
        if not (1 <= self.column <= board.columns and 1 <= self.row <= board.rows):
            return False
        return self._take_square(board.spell((self.row - 1) * board.columns + self.column - 1))

    def _take_count(self, count: int) -> bool:
        if not self.unit:
            return False
        if self.by_row:
            board = self.told.game.board
            fits = not self.used and 1 <= count <= board.columns and 1 <= self.row <= board.rows
            return fits and self._place(self.unit, board.spell((self.row - 1) * board.columns + count - 1))
        if self.units and self.units[-1][1] == self.unit and self.used:
            return False
        self.stands.append((self.side, self.unit, count))
        self.used = True
        return True

    def _place(self, unit: str, square: str) -> bool:
        if isinstance(self.side, str):
            return False
        self.units.append((self.side, unit, square))
        if self.square:
            self.square, self.unit, self.used = "", "", True
        else:
            self.used = True
        return True

    def _settle(self, *, keep: bool = False) -> bool:
        """Return whether the unit above was told whole; on a stand one without a number is one."""
        if not self.used:
            if not self.held:
                return False
            self.stands.append((self.side, self.unit, 1))
        self.unit, self.used = self.unit if keep else "", True
        return True


class Words(NamedTuple):
    """What the words about an army are read with."""

    game: Game
    order: str
    """Which axis stands first in squares of two figures."""
    names: Mapping[str, Side]
    bracketed: Side | None = None
    """The side of units in brackets."""

    @property
    def units(self) -> str:
        """The units of the game."""
        return unit_signs(self.game)

    def side_at(self, text: str, at: int) -> tuple[Side | str, int] | None:
        """Return the side that a word or a name at a place means, and where it ends."""
        for name, side in sorted(self.names.items(), key=lambda one: -len(one[0])):
            if text.startswith(name, at):
                found = re.compile(r"(?:さん|くん|君|氏|様|先生|ちゃん)?").match(text, at + len(name))
                return side, found.end() if found else at + len(name)
        word = _SIDES.match(text, at)
        if word is None:
            return None
        return BOTH if word["both"] else Side(word["second"] is not None), word.end()

    def square_at(self, text: str, at: int) -> tuple[str, int] | None:
        """Return the only square at a place, and where it ends."""
        found = [(name, end) for name, end, order in squares_at(self.game.board, text, at) if order in {"", self.order}]
        longest = max((end for _, end in found), default=0)
        names = {name for name, end in found if end == longest}
        return (names.pop(), longest) if len(names) == 1 else None


@lru_cache(maxsize=1024)
def _stone_at(text: str, at: int) -> tuple[str, int] | None:
    for unit, words in _STONES.items():
        if found := re.compile(words).match(text, at):
            return unit, found.end()
    return None
