"""Parts of a start in words, rows of units and stands, and the diagram that they make."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.errors import InvalidSetup
from kifu.core.game.text import DiagramRow, DiagramText
from kifu.core.outcome import SIDE_LABELS, Side
from notation.lazy_pattern import kept_pattern
from notation.line_kinds import KANJI, NUMBER, parse_numeral

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.game.game import Game

EMPTY_CELL = "・・"
CELL_MARKS = {**dict.fromkeys("▲☗▼先Ss+", "▲"), **dict.fromkeys("△☖▽後GgvV-", "△")}
SIDE_BEFORE = kept_pattern(
    r"(先手|後手|先|後|[▲△☗☖▽]|[Ss]ente|[Gg]ote|(?:[Bb]lack|[Ww]hite)(?=:)|[sg](?=[一二三四五六七八九十]))(?:方|側)?(?:の駒(?!台))?(?:の?(?:初期)?(?:陣立て?|陣営?|陣形|布陣|配置|駒組み?|軍勢?|手勢))?\s*(?:\([上下奥手前]{1,2}側?\)\s*|[上下奥手前]{1,2}側?\s+|\([^()\d]{1,6}\)(?=\s?[:は]))?(?:[:=はが]\s*)?"
)
_BOTH = r"(?:各自|各々|それぞれ|めいめい|どちらも|(?:ふたり|二人|2人)とも|どちらにも|両方(?:とも|の)?|お互いに?|両軍(?:とも)?|両者(?:とも|の)?|双方(?:とも|の)?|(?:お互い|互い|おたがい)に?|どっちも|(?:とも|共)に|(?:先手|先|▲|☗)[・,、/](?:後手|後|△|☖)(?:とも)?|both(?: sides| players)?)"
_HANDS = kept_pattern(
    rf"({_BOTH})?\s*の?(?:石\((?:駒台|手元)\)|駒台|台の石|台(?=に|には|[:=は]|\s*(?:なし|無し|\w\s?[×x]?\d))|持ち?駒台?|もちごま|[持も]ち(?=\s?[:▲△☗☖先後])|手駒|てごま|手持ち?|手もち|置き?石|[持も](?:ち|つ|っている|ってる)石|持石|石(?=は|も|なし)|手元|[Kk]omadai|[Ss]tands?|[Hh]ands?|[Ii]n hand)(?:[・とや/](?:持ち?駒|持ち?石|手駒))?([・とや]アゲハマ)?(?:の駒|には|に|は|も|[:=,、]|\s)*({_BOTH})?(?:には|に|は|も|[:=,]|\s)*"
)
_EMPTY_HANDS = kept_pattern(
    r"(?:[Nn]othing|[Nn]o (?:pieces?|units?)|[Ee]mpty)(?: is| are)? (?:in (?:hand|either hand)|on (?:the |either )?stands?)(?: for (?:both|either)(?: sides?| players?)?)?"
    r"|(?:[Kk]omadai|[Hh]ands?|[Ss]tands?)\W{1,3}(?:are |is )?(?:nothing|empty|none|nashi)(?: (?:for )?both(?: sides| players)?)?"
)
"""A sentence that says that neither side holds anything."""
_ON_THE_STANDS = kept_pattern(
    r"\((?:駒台|手元|持ち?[駒石])\)|(?:を|は)?\s*(?:ずつ\s*)?(?:それぞれ)?(?:両者の|互いの)?(?:駒台|手元|手もと)(?:に|へ)?"
)
_CAPTIVES = kept_pattern(rf"アゲハマ(?:は|も|[:=\s])*(?:{_BOTH})?(?:は|も)?\s*(?:なし|無し|ゼロ|0)(?:です)?")
_NO_CAPTIVES = "アゲハマ：先手0 後手0"
_NUMBER_OF_CAPTIVES = r"\s?(?:番|が|は|[:=])?\s?(\d{1,3})(?:個|枚|つ|子|目)?"
_CAPTIVES_OF_EACH = kept_pattern(
    rf"アゲハマ(?:は|も|[:=]|\s){{0,3}}(?P<one>先手|後手|[▲△☗☖]){_NUMBER_OF_CAPTIVES}[\s、,・/]{{0,3}}(?P<other>先手|後手|[▲△☗☖]){_NUMBER_OF_CAPTIVES}(?:です)?(?![0-9])"
)
"""What each side has taken: アゲハマ 先手2 後手0."""
_NOTHING = kept_pattern(
    r"(?:なに|何)?も?(?:なし|無し|ない|置かない|空(?:っぽ)?|から|持たない|持っていない|ありません|ゼロ|0(?!\d)|none|empty|nothing|-)(?:です|から始める|から)?(?:[・/](?:なし|空|0))?"
)
ROW = kept_pattern(
    rf"(?:(?:setup|初期配置|配置)[,:\s]*)?(?:[Rr]ow\s*(\d{{1,2}})|第?(\d{{1,2}}|[{KANJI[1:]}十]{{1,2}})段目?)\s*(?:[:,]|は)?\s*"
)
FULL_ROW = kept_pattern(
    rf"(?:[上中下]段\s*)?\(?(\d{{1,2}}|[{KANJI[1:]}十]{{1,3}})段目?\)?\s*(?:には?|は|の|:|が|…|、)?\s*(?:左端?(?:から|より)(?:順に)?\s*)?"
)
"""What stands before the units of a row."""
_COLUMN_NAMED = kept_pattern(rf"1\d|[1-9]|十[{KANJI[1:]}]?|[{KANJI[1:]}]")
IN_LINE = kept_pattern(
    rf"(\d{{1,2}}|[{KANJI[1:]}十]{{1,3}})段目?に(?:横に)?(?:ずらりと?|横?一列に?|全部|全列に?)?(?:({NUMBER})(?:枚|個|つ|体))?"
)
"""A row that is filled with one unit: 歩は7段目にずらり九枚."""
_COLUMN = kept_pattern(rf"(?:([先後▲△☗☖▽sgSG])手?\s*)?({NUMBER}|[a-s])")
_NO_UNITS = kept_pattern(r"[(\[]?\s*(?:空き?(?:段)?|なし|無し|駒なし|-+|empty)\s*[)\]]?")
_HANDS_SAID = kept_pattern(
    r"(?:駒台|の台|持ち?駒|手駒|持ち石)(?!同士|だけ|のみ)(?P<none>(?:の駒|には|に|は|も|[:=]|\s)*(?:"
    + _BOTH
    + r")?(?:には|は|も|\s)*"
    + _NOTHING.pattern
    + ")?"
)


_USUAL = {
    "将棋": ("香桂銀金玉金銀桂香", "・角・・・・・飛・", "歩歩歩歩歩歩歩歩歩"),
    "チェス": ("城騎僧后王僧騎城", "兵兵兵兵兵兵兵兵"),
    "シャンチー": ("俥傌相仕帥仕相傌俥", "", "・炮・・・・・炮・", "卒・卒・卒・卒・卒"),
    "マークルック": ("船午根種君根午船", "", "貝貝貝貝貝貝貝貝"),
}
"""The rows of 先手, from the one next to the player, in the games that everybody knows, from the left."""
_ROWS = {"将棋": 9, "チェス": 8, "シャンチー": 10, "マークルック": 8}
"""How many rows the boards of those games have."""
_AS_USUAL = r"(?:(?:ふつう|普通|通常|標準|いつも|本来|正式)の\s*)?"
_USUAL_START = kept_pattern(
    rf"(?:{_BOTH}(?:に|は|、)?\s*)?{_AS_USUAL}(?:(?P<of>本?将棋|チェス|(?:象棋)?\(?シャンチー\)?|象棋|マークルック)の?(?:駒|コマ)?(?:を|は)?\s*)?{_AS_USUAL}(?P<how>平手|初期配置|初形|初期局面|開始局面)(?:の(?:初期)?(?:配置|局面|形))?"
    r"(?:に並べ(?:る|た|て)?|(?:と(?:まったく|全く))?[とに]?同じ|の?(?:通り|とおり)|どおり|をそのまま(?:使用|使う)|そのまま|のまま|から(?:始め(?:る|た)?|開始)?|で(?:始め(?:る|た)?|す)?)*(?:[、。]?\s?\(?平手(?:[とに]同じ|の?(?:通り|とおり))?)?(?:\s?\((?:先手から見て|先手の)?角が左(?:[、,・]\s?飛車?(?:が|は)右)?\))?(?:[、,]\s?先手[がは](?:下|手前)側?(?=[、。\s]|$))?"
)


def usual_start_and_end(game: Game, text: str, at: int) -> tuple[Setup, int, None] | None:
    """Return the units of a start that both sides have in another game: 平手, 将棋の初期配置; None for any other text."""
    said = _USUAL_START.match(text, at)
    if said is None or not (said["of"] or said["how"] == "平手"):
        return None
    named, board = said["of"] or "将棋", game.board
    of = next((one for one in _USUAL if one in named), "シャンチー")  # 象棋
    rows = _USUAL[of]
    if board.columns != len(rows[0]) or board.rows != _ROWS[of]:
        return None
    found = Setup()
    for at_row, row in enumerate(rows):
        turned = row if of == "チェス" else row[::-1]  # in chess the sides face each other
        for side, number_of_row, cells in ((Side.FIRST, board.rows - at_row, row), (Side.SECOND, 1 + at_row, turned)):
            placed = [(side.mark + unit, column) for column, unit in enumerate(cells) if unit != "・"]
            told = _units_of_row_cells(game, number_of_row, placed)
            found = found if told is None else found.join(told)
    return found, said.end(), None


def leaves_hands_open(text: str) -> bool:
    """Return whether a text speaks about what the sides hold, but not that it is nothing."""
    return any(found["none"] is None for found in _HANDS_SAID.finditer(text))


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

    def diagram_field_lines(self) -> list[str]:
        """Return the lines below a diagram."""
        keys = [f"{SIDE_LABELS[side].ja}の駒台" for side in Side]
        lines = [f"{key}：{held}" for key, held in zip(keys, self.stands, strict=True) if held is not None]
        return [*lines, *([self.captives] if self.captives else []), *([self.turn] if self.turn else [])]

    def join(self, later: Setup) -> Setup:
        """Return what both texts say; the later one counts."""
        both = list(zip(self.stands, later.stands, strict=True))
        both = [(None, f"{old} {new}") if _do_stands_differ(old, new) else (old, new) for old, new in both]
        first, second = (old if new is None else new for old, new in both)
        twice = {square for _, square in self.units} & {square for _, square in later.units}
        differ = any(None not in pair and pair[0] != pair[1] for pair in both) or bool(twice)
        return Setup(
            (*self.units, *later.units),
            (first, second),
            later.captives or self.captives,
            later.turn or self.turn,
            contradicts=self.contradicts or later.contradicts or differ,
        )

    def diagram_rows(self, game: Game) -> list[str]:
        """Return the rows of the diagram of the units that are told."""
        placed = {square: cell for cell, square in self.units}
        board = game.board
        spelled = [
            [placed.get(board.spell(row * board.columns + column), EMPTY_CELL) for column in range(board.columns)]
            for row in range(board.rows)
        ]
        return [f"{''.join(cells)}{at:02d}" for at, cells in enumerate(spelled, start=1)]


def may_rows_be_start(game: Game, rows: Sequence[str]) -> bool:
    """Return whether both armies of a diagram stand as the rules allow at the start."""
    parted = tuple(DiagramRow(row[:-2], at, at, 1) for at, row in enumerate(rows, start=1))
    try:
        game.read_diagram(DiagramText(1, None, parted, ()))
    except InvalidSetup:
        return False
    return True


def _do_stands_differ(held_before: str | None, held_later: str | None) -> bool:
    """Return whether two lines tell other units of one stand: 碁4, then 翻1."""
    return bool(held_before and held_later and "なし" not in {held_before, held_later}) and not {
        *re.sub(r"\d", "", f"{held_before}")
    } & {*re.sub(r"\d", "", f"{held_later}").replace(" ", "")}


@lru_cache(maxsize=4)
def unit_signs(game: Game) -> str:
    """Return the units of a game that are one character each."""
    return "".join(sorted({unit for unit in game.vocabulary.units if len(unit) == 1}))


def read_full_row(game: Game, text: str, at: int, row: int, side: Side) -> tuple[Setup, int, Side] | None:
    """Return the units that fill a row: 船午根君種根午船, 城 騎 僧 后 王 僧 騎 城, 貝が八つ."""
    columns, names = game.board.columns, unit_signs(game)
    each = re.compile(rf"[{names}](?:[ 、,・]?[{names}]){{{columns - 1}}}").match(text, at)
    same = re.compile(
        rf"([{names}])(?:が|を|は)?\s*(?:横に|ずらりと?)?({NUMBER})(?:つ|個|枚|頭|体)(?:ずらりと?)?"
        rf"|(?:[1一]\s?[~〜～-]\s?(?P<last>{NUMBER})\s?)?(?:ぜんぶ|全部|すべて|全て|端から端まで)[にがは]?\s?(?P<unit>[{names}])"
    ).match(text, at)
    if same is not None and columns == (parse_numeral(same[2] or same["last"]) if same[2] or same["last"] else columns):
        units, end = (same[1] or same["unit"]) * columns, same.end()
    elif each is not None:
        units, end = re.sub(r"[ 、,・]", "", each[0]), each.end()
    else:
        return None
    told = _units_of_row_cells(game, row, [(side.mark + unit, column) for column, unit in enumerate(units)])
    return None if told is None else (told, end, side)


def _units_of_row_cells(game: Game, row: int, cells: Sequence[tuple[str, int]]) -> Setup | None:
    """Return the units of a row by their columns, from 0.

    None where the board has no such row or column, or there are none.
    """
    board = game.board
    if not cells or not 1 <= row <= board.rows or not all(0 <= column < board.columns for _, column in cells):
        return None
    return Setup(tuple((cell, board.spell((row - 1) * board.columns + column)) for cell, column in cells))


def read_units_of_row(game: Game, text: str, at: int, row: int, side: Side) -> tuple[Setup, int, Side] | None:
    """Return the units of one row by their columns: 二に飛、四に金; 歩を二、四、五; 三列と七列に兵; 「俥・傌仕帥仕・・俥」."""
    names = unit_signs(game)
    drawn = re.compile(rf"[「『\[]?([{names}・空]{{{game.board.columns}}})[」』\]]?").match(text, at)
    placed: list[tuple[str, int]] = []
    end = at
    if drawn is not None:
        placed, end = [(unit, column) for column, unit in enumerate(drawn[1]) if unit not in "・空"], drawn.end()
    before, behind = _items_of_a_row(names)
    while drawn is None:
        item = before.match(text, end) or behind.match(text, end)
        if item is None:
            break
        columns = [parse_numeral(one) - 1 for one in _COLUMN_NAMED.findall(item["columns"])]
        placed += [(item["unit"], column) for column in columns]
        end = item.end()
    told = _units_of_row_cells(game, row, [(side.mark + unit, column) for unit, column in placed])
    return None if told is None else (told, end, side)


@lru_cache(maxsize=4)
def _items_of_a_row(names: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of columns before their unit, and behind it."""
    between = rf"(?:\s{{0,2}}[、,・と]\s{{0,2}}|(?<=[{KANJI[1:]}])(?=[{KANJI[1:]}]))"
    column = rf"(?:1\d|[1-9]|十?[{KANJI[1:]}]|十)(?:列目?|筋|路)?(?![枚個つ体0-9])"
    units = rf"(?P<unit>[{names}])"
    return (
        re.compile(rf"[、,と\s]{{0,3}}(?P<columns>{column}(?:{between}{column}){{0,8}})(?:に|の|:|は)\s?{units}"),
        re.compile(
            rf"[、,\s]{{0,3}}{units}(?:を|は|が|:)?\s?(?P<columns>{column}(?:{between}{column}(?!(?:に|の|:)\s?[{names}])){{0,18}})(?:に|へ)?"
        ),
    )


def _of_a_side(side: Side, held: str) -> tuple[str | None, str | None]:
    return (held, None) if side is Side.FIRST else (None, held)


def hands_begin(text: str, at: int) -> bool:
    """Return whether words about what the stands hold begin at a place."""
    return any(words.match(text, at) for words in (_EMPTY_HANDS, _HANDS, _CAPTIVES, _CAPTIVES_OF_EACH))


Named = Callable[[str, int], "tuple[Side, int] | None"]
"""Returns the side that a name at a place is of, and where it ends; None where no name stands."""


_EACH = kept_pattern(r"[^、。,.;/]{0,24}(?:ずつ|(?<![A-Za-z])each(?![A-Za-z]))")


def read_hands(
    game: Game, text: str, at: int, side: Side | None, named: Named
) -> tuple[Setup, int, Side | None] | None:
    """Return what the stands hold, and where the words about it end; None if it is not understood."""
    if empty := _EMPTY_HANDS.match(text, at):
        return Setup(stands=("なし", "なし")), empty.end(), side
    if words := _HANDS.match(text, at):
        both = bool(words[1] or words[3]) or side is None or _EACH.match(text, words.end()) is not None
        held = _read_hand_of_side(game, text, words.end(), None if both else side, side, named)
        return (held[0]._replace(captives=_NO_CAPTIVES), *held[1:]) if held is not None and words[2] else held
    if (each := _CAPTIVES_OF_EACH.match(text, at)) is not None:
        one, other = (Side(each[name] in "後手△☖") for name in ("one", "other"))
        counts = (each[2], each[4]) if one is Side.FIRST else (each[4], each[2])
        told = f"アゲハマ：先手{int(counts[0])} 後手{int(counts[1])}"
        return None if one is other else (Setup(captives=told), each.end(), side)
    captives = _CAPTIVES.match(text, at)
    return None if captives is None else (Setup(captives=_NO_CAPTIVES), captives.end(), side)


def _read_hand_of_side(  # noqa: PLR0913, PLR0917 - whose words stand where
    game: Game, text: str, at: int, whose: Side | None, side: Side | None, named: Named
) -> tuple[Setup, int, Side | None] | None:
    """Return what one side (None: each of both) holds, behind the word that says so."""
    if nothing := _NOTHING.match(text, at):
        found, end = "なし", nothing.end()
    elif (hand := _read_hand(game, text, at)) is not None:
        found, end = hand
    elif whose is None and at < len(text):
        return _read_hands_of_both(game, text, at, named)
    else:
        return None
    return Setup(stands=(found, found) if whose is None else _of_a_side(whose, found)), end, side


@lru_cache(maxsize=4)
def _each_has_pattern(names: str) -> re.Pattern[str]:
    return re.compile(
        rf"([{names}])石?(?:は|を|が)?\s*(?:(?:駒台|台|手元)に(?:は)?|{_BOTH})\s*({NUMBER})(?:個|こ|枚|つ)?ずつ\s*(?:置く|[持も](?:つ|っている)|ある|です)?"
    )


def read_joint_hands(game: Game, text: str, at: int, side: Side | None) -> tuple[Setup, int, Side | None] | None:
    """Return what stands hold, before the word that says so, or round it: 兵と卒を二枚ずつ駒台に, 碁石は駒台に10ずつ."""
    if each_has := _each_has_pattern(unit_signs(game)).match(text, at):
        held = f"{each_has[1]}{parse_numeral(each_has[2])}"
        return Setup(stands=(held, held)), each_has.end(), side
    hand = _read_hand(game, text, at)
    behind = _ON_THE_STANDS.match(text, hand[1]) if hand is not None else None
    if hand is None or behind is None or behind[0].strip() == "駒台":
        return None
    each = side is None or "ずつ" in text[at : behind.end()]
    stands = (hand[0], hand[0]) if each or side is None else _of_a_side(side, hand[0])
    return Setup(stands=stands), behind.end(), side


def side_named_at(text: str, at: int) -> tuple[Side, int] | None:
    """Return the side that a word or a mark before its units names, and where it ends."""
    found = SIDE_BEFORE.match(text, at)
    return None if found is None else (Side(found[1][0] not in "先▲☗SsBb"), found.end())


def _read_hands_of_both(game: Game, text: str, at: int, named: Named) -> tuple[Setup, int, Side | None] | None:
    """Return what both sides hold, each behind its name: 先手=翻×4 後手=翻×4."""
    held: list[str | None] = [None, None]
    while (of := named(text, at) or side_named_at(text, at)) is not None:
        side, at = of
        if nothing := _NOTHING.match(text, at):
            hand, at = "なし", nothing.end()
        elif (units := _read_hand(game, text, at)) is not None:
            hand, at = units
        else:
            return None
        held[side] = hand
        between = re.compile(r"[\s、。,/・]*").match(text, at)
        at = between.end() if between else at
    return None if held == [None, None] else (Setup(stands=(held[0], held[1])), at, None)


def read_hand_behind_bar(game: Game, text: str, at: int, side: Side) -> tuple[Setup, int, Side] | None:
    """Return what a side holds, behind a bar behind its units: 玉八15、飛四14/珠10."""
    hand = _read_hand(game, text, at) if text[:at].rstrip()[-1:] in {"/", "+"} else None
    held = None if hand is None or not hand[0][-1].isdecimal() else hand
    return None if held is None else (Setup(stands=_of_a_side(side, held[0])), held[1], side)


_COUNTS = {
    word: count for count, word in enumerate(["one", "two", "three", "four", "five", "six", "seven", "eight"], start=1)
}


def _read_hand(game: Game, text: str, at: int) -> tuple[str, int] | None:
    """Return the units of a stand as a diagram writes them, and where they end."""
    item = re.compile(
        rf"(?:({'|'.join(_COUNTS)})\s)?([{unit_signs(game)}])石?\s*(?:\([^()\d]{{1,8}}\)\s*(?=\D?(?:{NUMBER})))?(?:を|が|は|[×x*:])?\s*({NUMBER})?\s*(?:個|こ|枚|つ|石|子)?(?:ずつ|\s?each)?(?![0-9])",
        re.IGNORECASE,
    )
    held, end = [], at
    while (unit := item.match(text, at)) is not None:
        count = _COUNTS[unit[1].lower()] if unit[1] else parse_numeral(unit[3]) if unit[3] else ""
        held.append(f"{unit[2]}{count}")
        end = at = unit.end()
        between = re.compile(r"[\s、,・と]*").match(text, at)
        at = between.end() if between else at
    return (" ".join(held), end) if held else None


def read_numbered_row(game: Game, text: str, at: int, row: int) -> Setup | None:
    """Return the units of one row behind its number: 後一平 後三平, or that it is empty."""
    nothing = _NO_UNITS.match(text, at)
    if nothing is not None and not text[nothing.end() :].strip(" ,、。"):
        return Setup()
    cells, names, mark = [], unit_signs(game), ""
    while at < len(text):
        if text[at] in " ,、。/":
            at += 1
            continue
        place = _COLUMN.match(text, at)
        if place is None or text[place.end() : place.end() + 1] not in names or place.end() >= len(text):
            return None
        mark = CELL_MARKS.get(place[1] or "", mark)
        column = (
            parse_numeral(place[2]) if not place[2].isascii() or place[2].isdecimal() else ord(place[2]) - ord("a") + 1
        )
        if not mark:
            return None
        cells.append((mark + text[place.end()], column - 1))
        at = place.end() + 1
    return _units_of_row_cells(game, row, cells)
