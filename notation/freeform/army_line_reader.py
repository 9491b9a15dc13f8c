"""Reads a line about armies: sides, units, squares, counts, stands, one after the other, in any order."""

from __future__ import annotations

import re
from typing import NamedTuple

from kifu.core.outcome import Side
from kifu.core.squares import COLUMNS
from notation.freeform.army_context import BOTH, ArmyContext, stone_and_end_at
from notation.freeform.setup_parts import read_full_row, read_units_of_row
from notation.lazy_pattern import kept_pattern
from notation.line_kinds import KANJI, parse_numeral

MAX_ARMY_CHARACTERS = 300
_LONG = kept_pattern(r"([玉王金銀])将|([飛香])車|(角)行|(桂)馬|(歩)兵")
_STAND = kept_pattern(
    r"(?:駒台|台の石|台|[Kk]omadai|手駒|[持も]ち?(?:駒|石|ごま)|手持ち?(?:の石)?|置き?石|手元の?石?|石台|石|(?:in |on )?(?:the |either )?(?:[Hh]and|[Ss]tand)s?(?![a-z]))(?![一-龠])"
)
_GAP = kept_pattern(r"[\s、。,.;!?・/()\[\]{}「」『』【】<>《》…:=→+※◆◇■□●○~|-]+")
_COUNT = kept_pattern(
    rf"(?:[×x*]\s?)?(\d{{1,2}}|[{KANJI[1:]}十]{{1,3}})(?:\s?(?:つ|個|枚|こ|ケ|子|石))?(?:ずつ| each)?(?![0-9])"
)
_COUNTED = kept_pattern(rf"(\d{{1,2}}|[{KANJI[1:]}十]{{1,3}})\s?(?:個|枚|こ(?!と)|ケ|子(?![^ず、。\s])|つ)(?:ずつ)?")
_NUMBERS_IN_KANA = ("ひとつ", "ふたつ", "みっつ", "よっつ", "いつつ", "むっつ", "ななつ", "やっつ", "ここのつ")
_COUNTED_IN_KANA = kept_pattern(rf"の?({'|'.join(_NUMBERS_IN_KANA)})(?!目|め)(?:ずつ)?")
_NONE = kept_pattern("(?:何も)?(?:なし|無し|ゼロ|空|ありません|無い|ない|持たない|[Nn]othing|[Nn]one|空っぽ)")
_ROW = kept_pattern(
    rf"(?:第?(\d{{1,2}}|[{KANJI[1:]}十]{{1,2}})段目?|(?:on )?(?:all of )?(?:[Rr]ow|[Rr]ank)s?\s?(\d{{1,2}}))(?:の|には?|は|が)?[\s:、,]*(?:左端?(?:から|より)(?:順に)?[\s、:]*)?"
)
"""A row, and what leads to its units."""
_FILE = kept_pattern(rf"(\d{{1,2}}|[{KANJI[1:]}十]{{1,2}})(?:筋|列|路)目?")
_COLUMNS_OF_A_ROW = kept_pattern(rf"([{KANJI[1:]}]{{2,9}})の(\d{{1,2}}|[{KANJI[1:]}十]{{1,2}})段?目?")
"""Several columns of one row: 一三五七九の7."""
_RANGE = kept_pattern(r"\s?[-~〜～]\s?")
_FILLED = kept_pattern(
    r"(?:横に?)?(?:ずらりと?|一列に|全部|全列に?|ぎっしりと?|びっしりと?|いっぱいに?)(?:並べ(?:る|た|て)?)?[\s、]?(?:(\d{1,2}|[一二三四五六七八九十]{1,2})(?:枚|個|つ|体))?"
)
"""What is said of a row that one unit fills: 歩は7段目にずらり九枚."""
_FILLER = kept_pattern(r"[^\W\d_]+")
MAX_FILLER_CHARACTERS = 80
_NO_START = kept_pattern(
    r"な[いくか](?!ら)|ずに|訂正|間違|まちが|違[うえいっ]|ちが[うえいっ]|誤|本当|ほんとう|つもり|予定|前回|昨日|もし|仮に|かも|はず|取[るっり]|打[つちっ]|動|指[しす]|成[るっり]|勝|負|[?？→]"
    r"|(?<![A-Za-z])(?:not|except|but|without|if|instead|takes?|moves?|wins?|would|should|last time)(?![A-Za-z])"
)
"""Words of a line that tells more than how an army stands."""
_ROW_FIRST = kept_pattern(r"\s*0(\d)(?=\s*[:：…]|\s+[▲△先後])|\s*(1\d)(?=\s*[:：])")
_BARE_ROW = kept_pattern(r"0[1-9]|1\d")
_MORE = kept_pattern(r"(?:それに|これに|に)?(?:加え(?:て)?|プラス|足し(?:て)?)|さらに|もう|あと(?!で)")
_GLUE = kept_pattern(
    r"(?:置|お)(?:く|い(?:た|て)|き(?:ます|ました)?)|(?:並|なら)べ(?:る|た|て|ます|ました)?|(?:配置|設置|使用|用意)(?:した|して|し(?:ます|ました)|する)?"
    r"|[乗載の]せ(?:る|た|て|ます|ました)?|あ(?:る|り(?:ます|ました)?)|い(?:る|ます|ました)|[持も](?:つ|った|って(?:いる|います|る)?|ち(?:ます|ました)?)"
    r"|でした|です|だった|である|だ|ね|よ|とする|とします|になります|(?:私|わたし|僕|ぼく|俺|うち|自分|こっち|こちら)の(?:は|ほうは|方は)?"
    r"|(?:初期|開始|盤上|盤面|最初)(?:の)?|(?:布陣|陣形|陣営|陣地|陣|配置|駒組み?|駒|コマ|こま|軍勢?|側|方|ほう|位置|局面|盤)|以上|同じく|その(?:他|ほか)|ほか"
    r"|では|には|から|まで|より|だけ|のみ|[はをにがのもでとへ]"
)
_BETWEEN_SQUARES = kept_pattern(r"[\s・、,と]{1,3}")
_SIDE_BEHIND = kept_pattern(r"\((先手?|後手?)番?\)")
_NO_UNIT = kept_pattern("全部|全て|全員|全軍|全体|王様|金曜|歩兵(?=の?駒)|相手")
"""Words that only look like units."""
_ALIKE = kept_pattern(r"(?:お互い)?(?:おなじ|同じ)(?:く|で)?")
_NEGATED = kept_pattern(r"[^、。:\d]{1,24}(?:ではなく|じゃなく)(?:て)?[、,]?")
MIN_UNITS = 2
"""The fewest units of a line with words that are not understood, and the fewest steps of a range."""


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
    loose: bool = False
    """Whether it has words that are not understood, and tell nothing of an army."""


def read_army_line(context: ArmyContext, text: str, army_above: Army) -> Army | None:
    """Return what a line tells of the start, below a line that told whose army, or what is held; None if it is no such line."""
    if len(text) > MAX_ARMY_CHARACTERS:
        return None
    names = rf"[{context.units}]"
    if re.fullmatch(rf"[\s|、,]*{names}石?(?:[\s|、,]+{names}石?)+[\s|、,]*", text):
        return Army(columns="".join(re.findall(names, text)), held=True)
    if army_above.columns and (named := context.side_and_end_at(text, 0)) is not None:
        counts = re.findall(r"\d+|-", text[named[1] :])
        if len(counts) == len(army_above.columns) and re.fullmatch(r"[\s|、,:\d個-]*", text[named[1] :]):
            kinds = zip(army_above.columns, counts, strict=True)
            return Army(stands=tuple((named[0], unit, int(count.replace("-", "0"))) for unit, count in kinds))
    return _Reader(context, text, army_above).read_line()


class _Reader:
    """Reads one line from left to right."""

    def __init__(self, context: ArmyContext, text: str, army_above: Army) -> None:
        self.told, self.text = context, text
        self.side: Side | str | None = army_above.side
        self.held = army_above.held
        self.unit, self.used, self.square = "", True, ""
        self.row = self.column = 0
        self.row_first = False
        self.before: list[str] = []
        self.end = 0
        self.behind: list[Side] = []
        self.by_row = self.adds = self.spoken = False
        self.sides_named: set[Side | str] = set()
        self.filler = 0
        self.units: list[tuple[Side | None, str, str]] = []
        self.stands: list[tuple[Side | str | None, str, int]] = []

    def read_line(self) -> Army | None:
        """Return what the line tells; None if a word of it is not understood."""
        text, at = self.text, 0
        if (row := _ROW_FIRST.match(text)) is not None:
            self.row, self.by_row, at = int(row[1] or row[2]), True, row.end()
        while at < len(text):
            end = self._read_next_word(at)
            if end is None:
                return None
            at = end
        if not self._settle_unit_above() or self.square:
            return None
        told = bool(self.units or self.stands)
        if self.filler and (len(self.units) < MIN_UNITS or _NO_START.search(text)):
            return None
        if not told and (len(self.sides_named) > 1 or not (self.spoken or self.held or self.column)):
            return None  # 俺先手、りく後手 heads no army
        side = self.side if isinstance(self.side, Side) else None
        units = self.units
        if self.behind:
            sides = (*self.behind, *(None,) * (len(units) - len(self.behind)))
            units = [(of, unit, square) for of, (_, unit, square) in zip(sides, units, strict=True)]
        loose = self.filler > 0
        return Army(
            tuple(units), tuple(self.stands), self.adds, None if told else side, self.held and not told, "", loose
        )

    def _read_next_word(self, at: int) -> int | None:  # noqa: C901, PLR0911, PLR0912 - kinds of words
        """Take the next word of the line, and return where it ends; None if it is not understood."""
        told, text = self.told, self.text
        if told.bracketed is not None and (one := re.compile(rf"\(([{told.units}])\)").match(text, at)):
            self.side = told.bracketed
            return one.end() if self._take_unit(one[1]) else None
        if gap := _GAP.match(text, at, at + 1 if told.bracketed is not None else len(text)):
            if self.held and self.stands and gap[0].endswith("(") and text[gap.end() : gap.end() + 1] in told.units:
                return None  # 碁3、(翻1): held as well, or another count
            pause = self.held and any(sign in gap[0] for sign in "。、,;・")
            return gap.end() if not pause or self._settle_unit_above(keep=True) else None
        if negated := _NEGATED.match(text, at):
            return None if any(sign in negated[0] for sign in told.units if sign != "と") else negated.end()
        if self.held and (alike := _ALIKE.match(text, at)) is not None:
            self.side = BOTH
            return alike.end()
        if (behind := _SIDE_BEHIND.match(text, at - 1)) is not None and at and self._side_units_behind(behind):
            return behind.end()
        if (named := told.side_and_end_at(text, at)) is not None:
            self.side = named[0]
            self.sides_named.add(named[0])
            self.spoken = True
            return named[1]
        if more := _MORE.match(text, at):
            self.adds = True
            return more.end()
        if word := _NO_UNIT.match(text, at):
            self.filler += len(word[0])
            return word.end()
        if (stone := stone_and_end_at(text, at)) is not None:
            return stone[1] if self._take_unit(stone[0]) else None
        if long := _LONG.match(text, at):
            return long.end() if self._take_unit(next(filter(None, long.groups()))) else None
        if (several := _COLUMNS_OF_A_ROW.match(text, at)) is not None and not self.by_row:
            return several.end() if self._take_columns(several[1], parse_numeral(several[2])) else None
        if self.row and self.row_first and (column := _FILE.match(text, at)):
            self.column = parse_numeral(column[1])
            return column.end() if self._take_axes() else None
        if (counted := self._end_of_count(at)) is not None:
            return counted
        if (square := told.square_at(text, at)) is not None and not self.by_row:
            if (last := self._end_of_square_range(*square)) is not None:
                return last
            if self.square and _BETWEEN_SQUARES.fullmatch(text, self.end, at) is None:
                return None  # 五09-六08玉 is a move
            self._keep_axes(text[at : square[1]], square[0])
            self.end = square[1]
            return square[1] if self._take_square(square[0]) else None
        numbered = _ROW.match(text, at)
        if row := numbered or (self.column and _BARE_ROW.match(text, at)):
            self.row = parse_numeral((numbered[1] or numbered[2]) if numbered else row[0])
            if numbered and (end := self._take_row_of_units(row.end())) is not None:
                return end
            self.row_first = not self.column
            return row.end() if self._take_axes() else None
        if column := _FILE.match(text, at):
            self.column, self.row = parse_numeral(column[1]), 0
            return column.end()
        if stand := _STAND.match(text, at):
            if not self._settle_unit_above():
                return None
            self.held = True
            return stand.end()
        if nothing := _NONE.match(text, at):
            if self.held:
                self.stands.append((self.side, "", 0))
            return nothing.end() if self.held or self.column or self.row else None
        if text[at] in told.units and (text[at] != "と" or _is_a_tokin(told, text, at)):
            if text.startswith(("だけ", "のみ"), at + 1):  # 玉だけ(先手 玉八15、後手 玉八01)
                return at + 3
            if told.bracketed is not None:
                self.side = told.bracketed.other
            return at + 1 if self._take_unit(text[at]) else None
        if count := _COUNT.match(text, at):
            of_each = count[0].endswith(("ずつ", "each"))
            return count.end() if self._take_count(parse_numeral(count[1]), of_each=of_each) else None
        glue = _GLUE.match(text, at)
        return self._end_of_unknown_words(at) if glue is None else glue.end()

    def _end_of_unknown_words(self, at: int) -> int | None:
        """Return where a word ends that is not understood, and is none of an army; None where too much is not."""
        word = _FILLER.match(self.text, at)
        if word is None:
            return None
        known = next(
            (
                place
                for place in range(at + 1, word.end())
                if self.text[place] in self.told.units + KANJI + "十" or _GLUE.match(self.text, place)
            ),
            word.end(),
        )
        self.filler += known - at
        return known if self.filler <= MAX_FILLER_CHARACTERS and self.text[at] not in KANJI + "十" else None

    def _take_row_of_units(self, at: int) -> int | None:
        """Return where the units of a row end that are listed behind its number; None where none is."""
        told, side = self.told, self.side
        of = side if isinstance(side, Side) else Side.FIRST
        if self.unit and not self.used and not self.held:
            return self._fill_row_with_unit(at)
        found = read_full_row(told.game, self.text, at, self.row, of) or read_units_of_row(
            told.game, self.text, at, self.row, of
        )
        if found is None or isinstance(side, str) or not self._settle_unit_above():
            return None
        self.units += [(self._own_side(), cell[-1], square) for cell, square in found[0].units]
        self.row = 0
        return found[1]

    def _fill_row_with_unit(self, at: int) -> int | None:
        """Return where words end by which the unit before a row stands on each of its squares; None where they say less."""
        board = self.told.game.board
        filled = _FILLED.match(self.text, at)
        count = parse_numeral(filled[1]) if filled is not None and filled[1] else board.columns
        if not (self.text[:at].rstrip().lower().endswith(f"all of row {self.row}") or filled is not None):
            return None
        if count != board.columns or not 1 <= self.row <= board.rows or isinstance(self.side, str):
            return None
        first = (self.row - 1) * board.columns
        self.units += [(self._own_side(), self.unit, board.spell(first + column)) for column in range(board.columns)]
        self.used, self.row = True, 0
        return at if filled is None else filled.end()

    def _own_side(self) -> Side | None:
        return self.side if isinstance(self.side, Side) else None

    def _take_columns(self, columns: str, row: int) -> bool:
        """Place the unit on some columns of a row; return whether they are all on the board."""
        board = self.told.game.board
        if not self.unit or self.held or isinstance(self.side, str) or not 1 <= row <= board.rows:
            return False
        at = [KANJI.index(column) - 1 for column in columns]
        self.used = True
        self.units += [
            (self._own_side(), self.unit, board.spell((row - 1) * board.columns + one))
            for one in at
            if one < board.columns
        ]
        return max(at) < board.columns

    def _end_of_square_range(self, first: str, at: int) -> int | None:
        """Return where a range of squares of one row ends, behind its unit: pawns a2-h2; None where none stands."""
        board, text = self.told.game.board, self.text
        dash = _RANGE.match(text, at)
        last = self.told.square_at(text, dash.end()) if dash is not None else None
        one, two = board.parse(first), None if last is None else board.parse(last[0])
        if last is None or one is None or two is None or not self.unit or self.held or isinstance(self.side, str):
            return None
        if one // board.columns != two // board.columns or two - one < MIN_UNITS:
            return None
        self.units += [(self._own_side(), self.unit, board.spell(square)) for square in range(one, two + 1)]
        self.used = True
        return last[1]

    def _take_unit(self, unit: str) -> bool:
        if self.square:
            before, self.before = self.before, []
            return all(self._add_unit_of_one_side(unit, square) for square in (*before, self.square))
        if not self._settle_unit_above():
            return False
        self.unit, self.used = unit, False
        return True

    def _take_square(self, square: str) -> bool:
        """Place the unit on a square, or keep the square for the unit behind it; return whether one can stand there."""
        if self.square:
            self.before.append(self.square)  # 四8 六8 に銀
            self.square = square
            return not self.held
        if self.unit and not self.held:
            return self._add_unit_of_one_side(self.unit, square)
        if self.unit and not self.used and self.held:  # 石 碁3 珠2 三09玉 is not told so
            return False
        self.held = False
        self.square = square
        return True

    def _end_of_count(self, at: int) -> int | None:
        """Return where a number with its counter, or one of units in hand, ends; None where neither stands."""
        if (held := self.told.held_at(self.text, at)) is not None:
            each = held[0].endswith("each") or "ずつ" in held[0]
            self.stands.append((BOTH if each else self.side, held["unit"], parse_numeral(held["count"])))
            return held.end()
        if self.unit and (spoken := _COUNTED_IN_KANA.match(self.text, at)) is not None:
            count = _NUMBERS_IN_KANA.index(spoken[1]) + 1
            return spoken.end() if self._take_count(count, of_each=spoken[0].endswith("ずつ")) else None
        counted = _COUNTED.match(self.text, at) if self.unit else None
        if counted is None or not self._take_count(parse_numeral(counted[1]), of_each=counted[0].endswith("ずつ")):
            return None
        return counted.end()

    def _side_units_behind(self, side_match: re.Match[str]) -> bool:
        """Return whether the side in brackets is that of the units before it: 平 六03（後）、三07（先）."""
        if not self.units or self.side is not None:
            return False
        side = Side(side_match[1][0] == "後")
        self.behind += [side] * (len(self.units) - len(self.behind))
        return True

    def _keep_axes(self, text: str, square: str) -> None:
        """Keep the axis that stands before others: 三筋 03に卒、07に平; 一段 一路车 二路马."""
        if "段" in text[:-1]:
            self.row, self.row_first = parse_numeral(square[-2:]), True
        elif "筋" in text:
            self.column = COLUMNS.index(square.rstrip("0123456789")) + 1

    def _take_axes(self) -> bool:
        if not (self.column and self.row):
            return True
        board = self.told.game.board
        if not (1 <= self.column <= board.columns and 1 <= self.row <= board.rows):
            return False
        return self._take_square(board.spell((self.row - 1) * board.columns + self.column - 1))

    def _take_count(self, count: int, *, of_each: bool = False) -> bool:
        """Take a number as the count of a unit in hand, or as a column of a row; return whether it can be one."""
        if not self.unit:
            return False
        if self.by_row:
            board = self.told.game.board
            fits = not self.used and 1 <= count <= board.columns and 1 <= self.row <= board.rows
            return fits and self._add_unit_of_one_side(
                self.unit, board.spell((self.row - 1) * board.columns + count - 1)
            )
        if self.units and self.units[-1][1] == self.unit and self.used:
            return False
        placed = {side for side, *_ in self.units}
        if of_each and self.side is not None and not self.spoken and self.stands:
            return False  # 碁と翻を2つずつ, below the head of a side: of each kind, or for each side
        both = of_each and (not self.spoken or len(placed) == len(Side))
        self.stands.append((BOTH if both else self.side, self.unit, count))
        self.used = True
        return True

    def _add_unit_of_one_side(self, unit: str, square: str) -> bool:
        """Place a unit for the side known; return False if that is both sides. The square is not checked."""
        if isinstance(self.side, str):
            return False
        self.units.append((self.side, unit, square))
        if square == self.square:
            self.square, self.unit, self.used = "", "", True
        else:
            self.used = True
        return True

    def _settle_unit_above(self, *, keep: bool = False) -> bool:
        """Return whether the unit above was told whole; on a stand one without a number is one."""
        if not self.used:
            if not self.held:
                return False
            self.stands.append((self.side, self.unit, 1))
        self.unit, self.used = self.unit if keep else "", True
        return True


def _is_a_tokin(context: ArmyContext, text: str, at: int) -> bool:
    """Return whether と is a unit, and joins no two squares: 碁六06 と十三03, not 一の七と三の七."""
    apart = at == 0 or not text[at - 1].isalnum()
    return apart and context.square_at(text, at + 1) is not None
