"""Reads the start of a game as people tell it: units with their squares, rows of units, and what the stands hold."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import SIDE_LABELS, Side
from notation.freeform.squares import squares_at
from notation.numerals import KANJI, NUMBER, number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.core.game.game import Game

MAX_SETUP_CHARACTERS = 400
EMPTY_CELL = "・・"
CELL_MARKS = {**dict.fromkeys("▲☗▼先Ss", "▲"), **dict.fromkeys("△☖▽後GgvV", "△")}
_SIDE = re.compile(
    r"(先手|後手|先|後|[▲△☗☖▽]|[Ss]ente|[Gg]ote|[sg](?=[一二三四五六七八九十]))(?:方|側)?(?:の駒(?!台))?(?:の?(?:初期)?(?:陣立て?|陣営?|陣形|布陣|配置|駒組み?|軍勢?|手勢))?\s*(?:\([上下奥手前]{1,2}側?\)\s*|[上下奥手前]{1,2}側?\s+)?(?:[:=はが]\s*)?"
)
_NAMED = r"[\[(【]?\s*(?:{})\s*(?:さん|くん|氏|様|さま|先生|ちゃん|君(?=の?(?:陣|側|方|配置|軍)))?(?:[)\]】])?(?:方|側|番)?(?:の駒(?!台))?(?:の?(?:初期)?(?:陣営?|陣形|布陣|配置|駒組み?|軍勢?|手勢))?\s*(?:\([上下奥手前]{{1,2}}(?:側)?\))?\s*(?:(?:は|が)(?:先手|後手)(?:で|、)?|is (?:first|second|sente|gote)(?: \((?:first|second|sente|gote)\))?,?)?\s*(?:(?:down|up|lower|upper|bottom|top) side)?\s*(?:[:=はが、,]\s*)?"
"""The name of a player before his units, and what stands between them."""
_LEAD = re.compile(
    r"[\s◆◇■□●○・*\[(【-]*(?:[▲△☗☖▽]\s*)?(?P<word>先手番?|後手番?|先番|後番|先|後|[▲△☗☖▽]|[Ss]ente|[Gg]ote|[Ff]irst|[Ss]econd|(?:[Ww]hite|[Bb]lack|[^\W\d]{1,12})\s*\((?P<said>first|second|sente|gote|先手?番?|後手?番?)\))"
    r"[^。;、,]{0,24}[\s:=)）】\]]"
)
"""The head of a player that stands before his units on the line: 先手 宗像(下), ▲先手:大門."""
_LABEL = re.compile(
    r"(?:white|black|[白黒]番?)\s*\((first|second|sente|gote|先手?番?|後手?番?)\)\s*[:=はが]?\s*", re.IGNORECASE
)
"""A colour before the units of a side, with the word that says which side it is."""
_MARKED_UNIT = re.compile(r"[▲△☗☖▽]")
_SECONDS = ("後", "△", "☖", "▽", "g", "second")
_BOTH = r"(?:どちらも|どちらにも|両方(?:とも|の)?|お互いに?|両軍(?:とも)?|両者(?:とも|の)?|双方(?:とも|の)?|(?:お互い|互い)に?|(?:とも|共)に|(?:先手|先|▲|☗)[・,、/](?:後手|後|△|☖)(?:とも)?|both(?: sides| players)?)"
_HANDS = re.compile(
    rf"({_BOTH})?\s*の?(?:駒台|台(?=に|には|[:=])|持ち?駒|手駒|手持ち?|持ち石|持石|手元|[Kk]omadai|[Ss]tands?|[Hh]ands?|[Ii]n hand)([・とや]アゲハマ)?(?:の駒|には|に|は|も|[:=,]|\s)*({_BOTH})?(?:には|に|は|も|[:=,]|\s)*"
)
_EMPTY_HANDS = re.compile(
    r"(?:[Nn]othing|[Nn]o (?:pieces?|units?)|[Ee]mpty)(?: is| are)? (?:in (?:hand|either hand)|on (?:the |either )?stands?)(?: for (?:both|either)(?: sides?| players?)?)?"
    r"|(?:[Kk]omadai|[Hh]ands?|[Ss]tands?)\W{1,3}(?:are |is )?(?:nothing|empty|none|nashi)(?: (?:for )?both(?: sides| players)?)?"
)
"""A sentence that says that neither side holds anything."""
_ON_THE_STANDS = re.compile(r"(?:を|は)?\s*(?:ずつ\s*)?(?:それぞれ)?(?:両者の|互いの)?駒台(?:に|へ)?")
_NOTHING = re.compile(
    r"(?:なに|何)?も?(?:なし|無し|ない|置かない|空(?:っぽ)?|から|ありません|ゼロ|0(?!\d)|none|empty|nothing|-)(?:です|から始める|から)?(?:[・/](?:なし|空|0))?"
)
_CAPTIVES = re.compile(rf"アゲハマ(?:は|も|[:=\s])*(?:{_BOTH})?(?:は|も)?\s*(?:なし|無し|ゼロ|0)(?:です)?")
_NO_CAPTIVES = "アゲハマ：先手0 後手0"
_TURN = re.compile(r"(?:手番は?[:\s]*)?(先手|後手)番?(?:の?手番|番)(?:です|の局面)?")
_ROW = re.compile(
    rf"(?:(?:setup|初期配置|配置)[,:\s]*)?(?:[Rr]ow\s*(\d{{1,2}})|第?(\d{{1,2}}|[{KANJI[1:]}十]{{1,2}})段目?)\s*(?:[:,]|は)?\s*"
)
_FULL_ROW = re.compile(
    rf"(\d{{1,2}}|[{KANJI[1:]}十]{{1,3}})段目?\s*(?:には?|は|の|:|が|…|、)?\s*(?:左端?(?:から|より)(?:順に)?\s*)?"
)
"""What stands before the units of a row."""
_COLUMN_NAMED = re.compile(rf"1\d|[1-9]|十[{KANJI[1:]}]?|[{KANJI[1:]}]")
_IN_LINE = re.compile(
    rf"(\d{{1,2}}|[{KANJI[1:]}十]{{1,3}})段目?に(?:横に)?(?:ずらりと?|横?一列に?|全部|全列に?)?(?:({NUMBER})(?:枚|個|つ|体))?"
)
"""A row that is filled with one unit: 歩は7段目にずらり九枚."""
_COLUMN = re.compile(rf"(?:([先後▲△☗☖▽sgSG])手?\s*)?({NUMBER}|[a-s])")
_NO_UNITS = re.compile(r"[(\[]?\s*(?:空き?(?:段)?|なし|無し|駒なし|-+|empty)\s*[)\]]?")
_BETWEEN = re.compile(
    r"[\s、。,.;/・:…()\[\]「」と■◆●◇□]+|だけ|のみ|(?:を|が)(?:置く|置き|配置)|に(?:置く|置き|配置)|(?:初期)?(?:配置|局面|盤面|盤上)(?:の駒)?(?:は|:)?|(?<=\()[上下奥](?:から|より)(?=\))|(?:ほか|他|それ以外)に?(?:は|の)?(?:盤上の?)?駒?(?:は|も)?(?:なし|無し|ありません)|です|で(?=[、,\s]|$)|持ち?石"
)
_HANDS_SAID = re.compile(
    r"(?:駒台|持ち?駒|手駒|持ち石)(?!同士|だけ|のみ)(?P<none>(?:の駒|には|に|は|も|[:=]|\s)*(?:"
    + _BOTH
    + r")?(?:には|は|も|\s)*"
    + _NOTHING.pattern
    + ")?"
)
_BEFORE_SQUARES = re.compile(r"\s*(?:[は/=:@]|が(?!\d*つ))?\s*")
_BETWEEN_SQUARES = re.compile(r"[・,、\s/と&+]*")


def leaves_hands_open(text: str) -> bool:
    """Return whether a text speaks about what the sides hold, but not that it is nothing."""
    return any(found["none"] is None for found in _HANDS_SAID.finditer(text))


def ends_a_setup(game: Game, text: str, end: int) -> bool:
    """Return whether a text about the start may end at a place: no unit follows that would belong to it."""
    return text[end - 1] not in "・、,/" and text[end : end + 9].lstrip("・、, /と")[:1] not in (
        *unit_signs(game),
        *"0123456789",
    )


class Setup(NamedTuple):
    """What a text says about a start."""

    units: tuple[tuple[str, str], ...] = ()
    """The cell of each unit, and its square."""
    stands: tuple[str | None, str | None] = (None, None)
    """What each side holds, as a diagram writes it; None where it is not said."""
    captives: str = ""
    turn: str = ""
    contradicts: bool = False
    """Whether it says two things of one square, or of one stand."""

    def fields(self) -> list[str]:
        """Return the lines below a diagram."""
        keys = [f"{SIDE_LABELS[side].ja}の駒台" for side in Side]
        lines = [f"{key}：{held}" for key, held in zip(keys, self.stands, strict=True) if held is not None]
        return [*lines, *([self.captives] if self.captives else []), *([self.turn] if self.turn else [])]

    def joined(self, other: Setup) -> Setup:
        """Return what both texts say; the later one counts."""
        both = list(zip(self.stands, other.stands, strict=True))
        first, second = (old if new is None else new for old, new in both)
        twice = {square for _, square in self.units} & {square for _, square in other.units}
        differ = any(None not in pair and pair[0] != pair[1] for pair in both) or bool(twice)
        return Setup(
            (*self.units, *other.units),
            (first, second),
            other.captives or self.captives,
            other.turn or self.turn,
            contradicts=self.contradicts or other.contradicts or differ,
        )

    def rows(self, game: Game) -> list[str]:
        """Return the rows of the diagram of the units that are told."""
        placed = {square: cell for cell, square in self.units}
        board = game.board
        spelled = [
            [placed.get(board.spell(row * board.columns + column), EMPTY_CELL) for column in range(board.columns)]
            for row in range(board.rows)
        ]
        return [f"{''.join(cells)}{at:02d}" for at, cells in enumerate(spelled, start=1)]


@lru_cache(maxsize=4)
def unit_signs(game: Game) -> str:
    """Return the units of a game that are one character each."""
    return "".join(sorted({unit for unit in game.vocabulary.units if len(unit) == 1}))


@lru_cache(maxsize=1024)
def read_setup(
    game: Game, text: str, names: tuple[tuple[str, Side], ...] = (), order: str = "", before: Side | None = None
) -> Setup | None:
    """Return what a text says about the start, if all of it is understood; None for any other text.

    `names` are those of the players, `order` says which axis stands first in squares of two figures, and `before` is the side
    whose head stands before the text on its line.
    """
    told = _Words(game, order, dict(names))
    if len(text) > MAX_SETUP_CHARACTERS:
        return None
    row = _ROW.match(text)
    if row is not None and (by_row := _row_of(game, text, row.end(), number(row[1] or row[2]))) is not None:
        return by_row
    found, at, side, turns = Setup(), 0, before, 0
    while at < len(text):
        step = _step(told, text, at, side)
        if step is None:
            return None
        turns += None is not side is not step[2] is not None
        more, at, side = step
        found = found.joined(more)
    if turns > 1 or (order and len(found.units) == turns + 1 > 1 and _MARKED_UNIT.match(text)):
        return None  # ▲2九炮 △1五卒 ▲8九炮 are moves
    return found if found.units or found.fields() else None


def side_before(text: str, names: tuple[tuple[str, Side], ...]) -> Side | None:
    """Return the side whose head is all that stands before its units on a line; None for any other text."""
    if not text or len(text) > MAX_SETUP_CHARACTERS:
        return None
    if (lead := _LEAD.fullmatch(text)) is not None:
        return Side((lead["said"] or lead["word"]).lower().startswith(_SECONDS))
    sides = {side for name, side in names if text.strip(" :=、,は").removesuffix(name) != text.strip(" :=、,は")}
    return sides.pop() if len(sides) == 1 else None


class _Words(NamedTuple):
    """What the words about a start are read with."""

    game: Game
    order: str
    names: Mapping[str, Side]

    def named(self, text: str, at: int) -> tuple[Side, int] | None:
        """Return the side that a name at a place is of, and where what leads to its units ends."""
        for name, side in sorted(self.names.items(), key=lambda one: -len(one[0])):
            if text.startswith(name, at) or text[at : at + 1] in "[(【":
                found = re.compile(_NAMED.format(re.escape(name))).match(text, at)
                if found is not None:
                    return side, found.end()
        return None


def _step(told: _Words, text: str, at: int, side: Side | None) -> tuple[Setup, int, Side | None] | None:  # noqa: C901, PLR0911, PLR0912 - kinds of words
    """Return what the next words say, where they end, and whose units follow; None if they are not understood."""
    game = told.game
    if (by_name := told.named(text, at)) is not None:
        return Setup(), by_name[1], by_name[0]
    if label := _LABEL.match(text, at):
        return Setup(), label.end(), Side(label[1].lower().startswith(_SECONDS))
    if empty := _EMPTY_HANDS.match(text, at):
        return Setup(stands=("なし", "なし")), empty.end(), side
    if hands := _HANDS.match(text, at):
        both = bool(hands[1] or hands[3]) or side is None
        held = _held(game, text, hands.end(), None if both else side, side)
        if held is not None and hands[2]:
            held = (held[0]._replace(captives=_NO_CAPTIVES), *held[1:])
        return held
    if captives := _CAPTIVES.match(text, at):
        return Setup(captives=_NO_CAPTIVES), captives.end(), side
    if turn := _TURN.match(text, at):
        return Setup(turn=f"手番：{turn[1]}"), turn.end(), side
    if named := _SIDE.match(text, at):
        return Setup(), named.end(), Side(named[1][0] not in "先▲☗Ss")
    if between := _BETWEEN.match(text, at):
        return Setup(), between.end(), side
    if (
        (hand := _hand(game, text, at)) is not None
        and (behind := _ON_THE_STANDS.match(text, hand[1]))
        and behind[0].strip() != "駒台"
    ):
        each = side is None or "ずつ" in text[at : behind.end()]
        held_by = (hand[0], hand[0]) if each or side is None else _of(side, hand[0])
        return Setup(stands=held_by), behind.end(), side
    if only := re.compile(rf"[{unit_signs(game)}](?:だけ|のみ)").match(text, at):
        return Setup(), only.end(), side
    if side is not None and (row := _FULL_ROW.match(text, at)):
        whole = _full_row(game, text, row.end(), number(row[1]), side)
        return whole or _of_a_row(game, text, row.end(), number(row[1]), side)
    if side is not None and (
        line := re.compile(rf"([{unit_signs(game)}])(?:は|を|が)?\s*{_IN_LINE.pattern}").match(text, at)
    ):
        count = number(line[3]) if line[3] else game.board.columns
        row_of_one = f"{line[1]}{count}枚"
        filled = None if count != game.board.columns else _full_row(game, row_of_one, 0, number(line[2]), side)
        return None if filled is None else (filled[0], line.end(), side)
    return None if side is None else _placed(told, text, at, side)


def _full_row(game: Game, text: str, at: int, row: int, side: Side) -> tuple[Setup, int, Side] | None:
    """Return the units that fill a row: 船午根君種根午船, 貝が八つ."""
    columns, names = game.board.columns, unit_signs(game)
    units = text[at : at + columns]
    same = re.compile(rf"([{names}])(?:が|を|は)?\s*(?:横に|ずらりと)?({NUMBER})(?:つ|個|枚|頭|体)").match(text, at)
    if same is not None and number(same[2]) == columns:
        units, end = same[1] * columns, same.end()
    elif len(units) == columns and set(names).issuperset(units):
        end = at + columns
    else:
        return None
    if not 1 <= row <= game.board.rows:
        return None
    squares = (game.board.spell((row - 1) * columns + column) for column in range(columns))
    return Setup(tuple((side.mark + unit, square) for unit, square in zip(units, squares, strict=True))), end, side


def _of_a_row(game: Game, text: str, at: int, row: int, side: Side) -> tuple[Setup, int, Side] | None:
    """Return the units of one row by their columns: 二に飛、四に金; 歩を二、四、五; 三列と七列に兵; 「俥・傌仕帥仕・・俥」."""
    board, names = game.board, unit_signs(game)
    drawn = re.compile(rf"[「『\[]?([{names}・]{{{board.columns}}})[」』\]]?").match(text, at)
    placed: list[tuple[str, int]] = []
    end = at
    if drawn is not None:
        placed, end = [(unit, column) for column, unit in enumerate(drawn[1]) if unit != "・"], drawn.end()
    before, behind = _items_of_a_row(names)
    while drawn is None:
        item = before.match(text, end) or behind.match(text, end)
        if item is None:
            break
        columns = [number(one) - 1 for one in _COLUMN_NAMED.findall(item["columns"])]
        placed += [(item["unit"], column) for column in columns]
        end = item.end()
    if not placed or not 1 <= row <= board.rows or not all(0 <= column < board.columns for _, column in placed):
        return None
    first = (row - 1) * board.columns
    return Setup(tuple((side.mark + unit, board.spell(first + column)) for unit, column in placed)), end, side


@lru_cache(maxsize=4)
def _items_of_a_row(names: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of columns before their unit, and behind it."""
    between = r"(?:\s{0,2}[、,・と]\s{0,2})"
    column = rf"(?:1\d|[1-9]|十?[{KANJI[1:]}]|十)(?:列目?|筋)?"
    units = rf"(?P<unit>[{names}])"
    return (
        re.compile(rf"[、,\s]{{0,3}}(?P<columns>{column}(?:{between}{column}){{0,8}})(?:に|の|:|は)\s?{units}"),
        re.compile(
            rf"[、,\s]{{0,3}}{units}(?:を|は|が|:)?\s?(?P<columns>{column}(?:{between}{column}(?!(?:に|の|:)\s?[{names}])){{0,18}})(?:に|へ)?"
        ),
    )


def _of(side: Side, held: str) -> tuple[str | None, str | None]:
    return (held, None) if side is Side.FIRST else (None, held)


def _held(game: Game, text: str, at: int, of: Side | None, side: Side | None) -> tuple[Setup, int, Side | None] | None:
    """Return what one side (None: each of both) holds, behind the word that says so."""
    if nothing := _NOTHING.match(text, at):
        found, end = "なし", nothing.end()
    elif (hand := _hand(game, text, at)) is not None:
        found, end = hand
    elif of is None and at < len(text) and _SIDE.match(text, at):
        return _of_each(game, text, at)
    else:
        return None
    return Setup(stands=(found, found) if of is None else _of(of, found)), end, side


def _of_each(game: Game, text: str, at: int) -> tuple[Setup, int, Side | None] | None:
    """Return what both sides hold, each behind its name: 先手=翻×4 後手=翻×4."""
    held: list[str | None] = [None, None]
    while (named := _SIDE.match(text, at)) is not None:
        at = named.end()
        if nothing := _NOTHING.match(text, at):
            hand, at = "なし", nothing.end()
        elif (units := _hand(game, text, at)) is not None:
            hand, at = units
        else:
            return None
        held[named[1][0] not in "先▲☗Ss"] = hand
        between = re.compile(r"[\s、。,/・]*").match(text, at)
        at = between.end() if between else at
    return Setup(stands=(held[0], held[1])), at, None


def _hand(game: Game, text: str, at: int) -> tuple[str, int] | None:
    """Return the units of a stand as a diagram writes them, and where they end."""
    item = re.compile(
        rf"([{unit_signs(game)}])\s*(?:を|が|[×x*:])?\s*({NUMBER})?\s*(?:個|枚|つ|石|子)?(?:ずつ)?(?![0-9])"
    )
    held, end = [], at
    while (unit := item.match(text, at)) is not None:
        held.append(f"{unit[1]}{number(unit[2]) if unit[2] else ''}")
        end = at = unit.end()
        between = re.compile(r"[\s、,・と]*").match(text, at)
        at = between.end() if between else at
    return (" ".join(held), end) if held else None


def _placed(told: _Words, text: str, at: int, side: Side) -> tuple[Setup, int, Side] | None:
    """Return the units behind the name of a side: 玉八15, 玉は五の九, 玉/5九, 五03金, 香四01・六01."""
    game = told.game
    mark, names = side.mark, unit_signs(game)
    if text[at] in names:
        lead = _BEFORE_SQUARES.match(text, at + 1)
        squares, end = [], lead.end() if lead else at + 1
        while (found := _square(told, text, end)) is not None:
            squares.append(found[0])
            between = _BETWEEN_SQUARES.match(text, found[1])
            end, following = found[1], between.end() if between else found[1]
            if _square(told, text, following) is None or _unit_behind(told, text, following):
                break
            end = following
        return (Setup(tuple((mark + text[at], square) for square in squares)), end, side) if squares else None
    found = _square(told, text, at)
    if found is None:
        return None
    behind = re.compile(r"\s*(?:に|へ|の|[:=])?\s*").match(text, found[1])
    unit = behind.end() if behind else found[1]
    if text[unit : unit + 1] not in names or unit >= len(text):
        return None
    return Setup(((mark + text[unit], found[0]),)), unit + 1, side


def _unit_behind(told: _Words, text: str, at: int) -> bool:
    found = _square(told, text, at)
    if found is None or found[1] >= len(text) or text[found[1]] not in unit_signs(told.game):
        return False
    return text[found[1]] != "と" or _square(told, text, found[1] + 1) is None  # 一の七と三の七


def _square(told: _Words, text: str, at: int) -> tuple[str, int] | None:
    """Return the square at a place that has only one reading, and where it ends."""
    if at >= len(text):
        return None
    found = [(name, end) for name, end, order in squares_at(told.game.board, text, at) if order in {"", told.order}]
    longest = max((end for _, end in found), default=0)
    names = {name for name, end in found if end == longest}
    return (names.pop(), longest) if len(names) == 1 else None


def _row_of(game: Game, text: str, at: int, row: int) -> Setup | None:
    """Return the units of one row behind its number: 後一平 後三平, or that it is empty."""
    nothing = _NO_UNITS.match(text, at)
    if nothing is not None and not text[nothing.end() :].strip(" ,、。"):
        return Setup()
    units, names, mark = [], unit_signs(game), ""
    while at < len(text):
        if text[at] in " ,、。/":
            at += 1
            continue
        place = _COLUMN.match(text, at)
        if place is None or text[place.end() : place.end() + 1] not in names or place.end() >= len(text):
            return None
        mark = CELL_MARKS.get(place[1] or "", mark)
        column = number(place[2]) if not place[2].isascii() or place[2].isdecimal() else ord(place[2]) - ord("a") + 1
        if not mark or not 1 <= column <= game.board.columns or not 1 <= row <= game.board.rows:
            return None
        units.append((mark + text[place.end()], game.board.spell((row - 1) * game.board.columns + column - 1)))
        at = place.end() + 1
    return Setup(tuple(units)) if units else None
