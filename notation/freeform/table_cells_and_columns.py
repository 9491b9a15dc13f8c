"""Cells of a row in every kind of table, and its columns with the roles that their names give cells."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from notation.freeform.fold_text import join_texts
from notation.freeform.head_lines_in_other_words import KEYS
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence

    from notation.freeform.fold_text import LocatedText


_ROLES = {
    "number": "R ラウンド 組 回戦 順番 順 通し番号 手数 手数目 番号 No No. NO № # 回 手番号 ply n no round",
    "move": "符号 着手点 指し手 指手 差し手 着手 手 棋譜 記譜 記録 手順 配置・移動 move from:to from-to from/to from→to 元→先 元-先",
    "first": "先手 先手番 ▲ ☗ sente",
    "second": "後手 後 後手番 △ ☖ ▽ gote",
    "time": "所要 時間 消費時間 考慮時間 使用時間 考慮 消費 time",
    "total": "累計 合計 累計時間 合計時間 通算 計 残り 残り時間 残時間",
    "seconds": "秒 秒数 sec seconds",
    "remark": "残り秒 残り秒数 残秒 得点 点 スコア score 累計点 評価 備考 コメント 注釈 メモ 感想 注 摘要 remark status comment phase event note",
    "side": "p s 手番 番 側 色 先後 対局者 プレイヤー プレーヤー 指した人 名前 だれ 誰 誰が どちら side player mover by turn who seat colour color",
    "from": "元 動いた元 元の所 もと 移動元 移動前 から どこから 動く前 起点 始点 始 発 出発 出発点 元マス 元の位置 元位置 移動元マス 旧 from frm start origin source src moto",
    "past": "ねらい 狙い 撃破 撃破した所 討 討ち 倒す 倒した 倒した所 倒した場所 討った 討った所 標的 target victim hit",
    "square": "まで マス 置いた所 置いた場所 置き場所 着地 位置 場所 座標 先 移動先 移動後 へ どこへ どこに 行き先 動いた先 着点 終点 終 着 到着 到着点 先マス 先の位置 先位置 移動先マス 新 目的地 行先 to square squares at pos drop goal destination dest dst end saki",
    "file": "筋 列 ヨコ 横",
    "rank": "段 行 タテ 縦",
    "unit": "駒 コマ 駒種 駒名 種類 種 形 図形 模様 絵柄 内外 部 内容 ダイス 図 図柄 面 文字 piece unit u put 置 動 face shape figure part letter サイコロの面 サイコロの目 サイコロ ダイスの面 ダイスの目 layer ring type letter_shown owner piece_owner piece_color die dice koma bui kao katachi uchi/soto カオ カタチ",
    "path": "動き から/へ 元/先 経路 道 道筋 道すじ path route",
    "action": "動作 操作 区分 種別 行動 action act ev kind operation op",
    "反": "反 裏返し 裏返 反転 裏 返し 返 うら 裏がえし うら返した ひっくり返し flip flips flipped turned turn_over ura uragaeshi hanten han ウラ ハン",
    "合": "合 合体 ユニオン 合流 がったい 重なった ドッキング union joined unite unites united join merged merge gattai gou ガッタイ ゴウ",
    "成": "成 成り 成る 成駒 昇格 promote promoted promotion prom promo nari",
}
SUFFIX_ROLES = frozenset({"反", "合", "成"})
"""The roles of columns whose cells say whether a suffix stands behind the unit."""
SQUARE_ROLES = frozenset({"from", "square", "file", "from-file"})
MOVE_ROLES = frozenset(
    {*SQUARE_ROLES, "path", "past", "past-file", "past-rank", "action", "rank", "from-rank", "unit", *SUFFIX_ROLES}
)
_AXIS_NAMES = {
    **dict.fromkeys(("列", "筋", "横", "ヨコ", "x", "col", "column", "file", "suji", "retsu", "レツ", "スジ"), "file"),
    **dict.fromkeys(("段", "行", "縦", "タテ", "y", "row", "rank", "dan", "ダン"), "rank"),
}
_END_NAMES = {
    **dict.fromkeys(
        (
            "元",
            "移動元",
            "動く前",
            "前",
            "出発",
            "起点",
            "from",
            "src",
            "start",
            "old",
            "0",
            "moto",
            "kara",
            "モト",
            "マエ",
            "デル",
        ),
        "from-",
    ),
    **dict.fromkeys(("討った", "討ち", "討", "撃破", "倒した", "target", "past", "k", "トリ", "トル"), "past-"),
    **dict.fromkeys(
        (
            "先",
            "移動先",
            "動いた先",
            "後",
            "到着",
            "着",
            "着いた",
            "to",
            "dst",
            "dest",
            "end",
            "new",
            "saki",
            "made",
            "2",
            "サキ",
            "イク",
            "",
        ),
        "",
    ),
}
_AXIS = "|".join(sorted(sorted(_AXIS_NAMES), key=len, reverse=True))
_END = "|".join(sorted(sorted(filter(None, {*_END_NAMES, "1"})), key=len, reverse=True))
_AXIS_OF_AN_END = kept_pattern(rf"({_END})?[の・_.\-]?({_AXIS})|({_AXIS})[の・_.\-]?({_END})", re.IGNORECASE)
"""The column or the row of the square that a move leaves, or enters: 元・列, x0, to_row."""
SIDE_OF_A_TURN = {"move": "", "first": "先手", "second": "後手"}
"""The roles of cells that hold a turn, each with the side whose turn it is."""
PLAYER = "player"
"""The role of a column that is headed by a player's name, or by a colour."""
_SIDES_OF_A_HEAD = frozenset({"先手", "後手", "白", "黒", "▲", "△"})
TURN_ROLES = frozenset({*SIDE_OF_A_TURN, *SQUARE_ROLES, "path", PLAYER})
_COLOUR = kept_pattern("([黒白●○])番?")
SIDES_IN_LATIN = {"sente": "先手", "gote": "後手", "black": "黒", "white": "白"}
MOVERS = {**SIDES_IN_LATIN, "w": "白", "b": "黒"}
"""The names of members that tell the unit of a move by who plays it."""
_UNIT_OF_A_SIDE = {**MOVERS, "s": "先手", "g": "後手"}
"""The names of columns that programs give to the unit of a move by its side."""
MAX_COLUMN_NAME_CHARACTERS = 40
_ROLE_OF = {word: role for role, words in _ROLES.items() for word in words.split()}
_COUNTED = kept_pattern("[計点]$|得点|スコア|評価値|score|points|(?<![a-z])(?:pts|eval|total)(?![a-z])", re.IGNORECASE)
"""The names of columns that count something: 白計, points_black."""
_SIDE_IN_A_NAME = kept_pattern("白|黒|先手|後手|white|black|sente|gote", re.IGNORECASE)
_BESIDE_A_NAME = kept_pattern(r"\s|\([^()]{0,40}\)|(?<=.)の(?:指し?|着)?手$")
NUMBER_OF_A_ROW = kept_pattern(r"[(第]?(\d{1,4})(?:手目?)?[).]?")


class TableColumn(NamedTuple):
    """A column of a table: what its cells are, and the words that say so."""

    role: str
    name: str = ""
    side: str = ""
    """The side that stands above it: its name, or a mark."""


def first_axis_of_columns(columns: Sequence[TableColumn]) -> str:
    """Return which axis of the squares stands first in a table that has a column for each; empty for any other."""
    axes = [column.role for column in columns if column.role in {"file", "rank"}]
    return {"file": "column", "rank": "row"}[axes[0]] if len({*axes}) > 1 else ""


def read_column_names(
    cells: Sequence[str],
    players: Container[str],
    columns_above: Sequence[TableColumn] = (),
    *,
    may_have_other_names: bool = True,
) -> tuple[TableColumn, ...]:
    """Return the columns that a row of names gives to a table; empty if it is no such row.

    `columns_above` are the columns of the row above: a side may stand above several. `may_have_other_names` says that columns may have names that
    are not known: they hold remarks.
    """
    if not cells or NUMBER_OF_A_ROW.fullmatch(_name_of(cells[0])):
        return ()  # neither nothing nor a row with its number names columns
    names = list(map(_name_of, cells))
    roles = [column_role(name, players, names) for name in names]
    sides = _sides_above(columns_above, len(roles))
    own = [at for at, name in enumerate(names) if name.lower() in _UNIT_OF_A_SIDE]
    if len(own) == 1 and "unit" not in roles and not SQUARE_ROLES.isdisjoint(roles):
        roles[own[0]], sides[own[0]] = "unit", _UNIT_OF_A_SIDE[names[own[0]].lower()]
    known = sum(role not in {"", "?"} for role in roles)
    if may_have_other_names and known > 1 and known >= sum(role == "?" for role in roles):
        roles = ["remark" if role == "?" else role for role in roles]  # a column of another name is a remark
    if "先" in names and "後" in names:
        roles = ["first" if name == "先" else role for name, role in zip(names, roles, strict=True)]
    if (
        _names_players_behind_sides(names, roles)
        or "?" in roles
        or TURN_ROLES.isdisjoint(roles)
        or (sum(map(bool, roles)) == 1 and roles[-1] != "move")
    ):
        return ()
    if roles[0] == "side" and "side" in roles[1:] and "number" not in roles:
        roles[0] = "number"  # turn;player
    sided = roles.index("side") if roles.count("side") > 1 else None
    if sided is not None:  # the colour beside whose turn it is, is that of the unit
        roles = ["unit" if role == "side" and at > sided else role for at, role in enumerate(roles)]
    if names[0] in {"手", "番"} and not TURN_ROLES.isdisjoint(roles[1:]):
        roles[0] = "number"
    if not (SQUARE_ROLES | {"move", "path"}).isdisjoint(
        roles
    ):  # columns of the sides beside that of the moves are a running score
        roles = ["remark" if role in {"first", "second", PLAYER} else role for role in roles]
    roles = ["seconds" if role == "time" and "(秒)" in cell else role for role, cell in zip(roles, cells, strict=True)]
    return tuple(map(TableColumn, [roles[0] or "number", *roles[1:]], names, sides))


def _names_players_behind_sides(names: Sequence[str], roles: Sequence[str]) -> bool:
    """Return whether a row of cells is a line of the head, with players behind their sides: 先手⇥鴨下⇥後手⇥篠."""
    behind = zip(names, names[1:], roles[1:], strict=False)
    return any(
        side in _SIDES_OF_A_HEAD and role == PLAYER and name not in _SIDES_OF_A_HEAD for side, name, role in behind
    )


def do_columns_list_units(columns: Sequence[TableColumn]) -> bool:
    """Return whether the rows of a table say where the units of each side stand, and none a move."""
    roles = {column.role for column in columns}
    return {"side", "unit", "square"} <= roles <= {"side", "unit", "square", "remark", "number"}


def _name_of(cell: str) -> str:
    """Return the name of a column as it stands in a cell."""
    return _BESIDE_A_NAME.sub("", cell) if len(cell) <= MAX_COLUMN_NAME_CHARACTERS else cell


def columns_hold_turn(names: Iterable[str]) -> bool:
    """Return whether columns of some names hold the turns of a game."""
    return any(column_role(name, ()) in TURN_ROLES for name in names)


def column_role(name: str, players: Container[str], names: Sequence[str] = ()) -> str:
    """Return what the cells of a column of some name are; ? for a name that is not known."""
    if not name:
        return ""
    known = _ROLE_OF.get(name) or _ROLE_OF.get(name.lower()) or ("remark" if _COUNTED.search(name) else None)
    return PLAYER if _COLOUR.fullmatch(name) or name in players else known or _axis_of(name, names) or "?"


def side_of_points_column(name: str) -> str:
    """Return the side whose points a column of some name counts, 白得点, points_black; empty for any other column."""
    side = _SIDE_IN_A_NAME.search(name)
    counts = side is not None and (_COUNTED.search(name) is not None or side[0] == name)
    return SIDES_IN_LATIN.get(side[0].lower(), side[0]) if side is not None and counts else ""


def _axis_of(name: str, names: Sequence[str]) -> str:
    """Return the role of a column for one axis of a square; the first of two numbers is that of the square that is left."""
    found = _AXIS_OF_AN_END.fullmatch(name)
    if found is None:
        return ""
    axis, end = (found[2], found[1]) if found[2] else (found[3], found[4])
    two = end == "1" and name.replace("1", "2") in names
    return f"{'from-' if two else _END_NAMES.get((end or '').lower(), '')}{_AXIS_NAMES[axis.lower()]}"


def _sides_above(columns_above: Sequence[TableColumn], number: int) -> list[str]:
    """Return the side that stands above each column: that of the next name to the left."""
    sides, side = [], ""
    for column in [*columns_above, *[TableColumn("")] * number][:number]:
        if column.role in {"first", "second", PLAYER}:
            side = SIDE_OF_A_TURN.get(column.role) or column.name
        elif column.role:
            side = ""
        sides.append(side)
    return sides


PLACED_ROW = frozenset({"配置", "初期配置", "初期局面", "布陣", "setup", "place", "initial"})
"""What stands before a unit of the start, in a row of its own."""
STAND_ROW = frozenset({"駒台", "持駒", "持ち駒", "持ち石", "手持ち", "stand", "hand", "hands", "in hand"})
"""What stands before a unit that a side holds, in a row of its own."""
MOVES_OF_A_GAME = frozenset({"moves", "指し手", "指手", "手順", "棋譜", "着手", "kifu", "record", "符号"})
"""The names of a column, or of a list, that holds the moves of a game, one after the other."""
LAST_ROW = frozenset({"end", "End", "END", "終", "終局", "終了", "結果", "result"})
"""What stands in the place of the number where a row tells the end."""
MIN_EMPTY_CELLS = 2
"""The fewest empty cells beside the only filled one of a row."""
_BARS = "|│┃"
_RULE = frozenset(" \u3000\t|│┃+-=:─━┌┬┐├┼┤└┴┘┏┳┓┣╋┫┗┻┛┠┨┯┷┿╂")
"""The characters of a table's frame."""
_WIKI_RULE = kept_pattern(r"\{\|[^|]*|\|[-}]")
_WIKI_ROW = kept_pattern(r"[|!](?:[^|!]|!(?!!))*(?:(?:\|\||!!)(?:[^|!]|!(?!!))*)+")
"""A row of a table in a wiki: | a || b, or ! a !! b for the names."""
_DOUBLE_BARS = kept_pattern(r"\|\|(?:[^|]*\|\|)+\s*")
"""The same in other wikis, with bars round the row: ||a||b||."""
_WIKI_SEPARATOR = kept_pattern(r"\|\||!!")
_QUOTED = kept_pattern(r'\s*(?:"((?:[^"]|"")*)"|([^,;]*))\s*(?:([,;])|$)')
_ALL_QUOTED = kept_pattern(r'\s*"[^",;]*"(?:\s*[,;]\s*"[^",;]*")+[,;]*\s*')
_WORDS, _APART = kept_pattern(r"\S+"), kept_pattern(r"\S+(?: \S+)*")
"""The cells between blanks, and between several blanks."""
HEAD_IN_BARS = kept_pattern(rf"\s*[|│┃]\s*({KEYS})\s*[|│┃]\s*([^\s|│┃](?:[^|│┃]*[^\s|│┃])?)\s*[|│┃]\s*")
OF_THE_RESULT = kept_pattern("勝者|敗者|勝敗|得点")
"""The first cell of a row that says who won, or what each side has."""
_MARK_BEHIND = kept_pattern(r"(?<=[|│┃])\s*[※†‡*]\d?$")


def is_frame_line(text: str) -> bool:
    """Return whether a line is only the lines of a table's frame."""
    return (_RULE.issuperset(text) and sum(map(text.count, "-─━=")) > 1) or _WIKI_RULE.fullmatch(text) is not None


def split_row(passage: LocatedText, columns: Sequence[TableColumn]) -> list[LocatedText] | None:
    """Return the cells of a row; None for a line that is no row. `columns` are those that a row has named, if one has."""
    text = passage.text
    if "\t" in text:
        return _split_cells(passage, "\t")
    if text[:1] in _BARS and (mark := _MARK_BEHIND.search(text)) is not None:
        passage = passage.cut(0, mark.start())  # ※ behind the last bar points to a remark
        text = passage.text
    round_it = _DOUBLE_BARS.fullmatch(text) is not None
    if round_it or (text[:1] in {"|", "!"} and _WIKI_ROW.fullmatch(text)):
        ends = [found.span() for found in _WIKI_SEPARATOR.finditer(text, not round_it)]
        ends = ends if round_it else [(0, 1), *ends, (len(text), len(text))]
        return [passage.cut(one[1], two[0]) for one, two in pairwise(ends)]
    if sum(map(text.count, _BARS)) > 1:
        start, end = (1 if text[0] in _BARS else 0), (len(text) - 1 if text[-1] in _BARS else len(text))
        inner = passage.cut(start, end)
        return _split_cells(inner, _BARS) if start else _split_cells(passage, _BARS)
    if "," in text or ";" in text:
        cells = _csv_cells(passage)
        texts = [cell.text for cell in cells]
        known = (
            '"' in text
            or columns
            or NUMBER_OF_A_ROW.fullmatch(texts[0])
            or texts[0] in LAST_ROW | PLACED_ROW | STAND_ROW
        )
        if len(cells) > 1 and (known or read_column_names(texts, {})):
            return cells
    for pattern in (_WORDS, _APART) if columns else ():
        words = [passage.cut(word.start(), word.end()) for word in pattern.finditer(text)]
        if len(words) > 1 and len(words) == len(columns):
            return words
    return None


def unquote_cells(passage: LocatedText) -> LocatedText:
    """Return the row of a sheet whose cells all stand in quotes without them, and without the empty ones at its end.

    A row of two cells between bars, the first of them the key of a head, is that head: | 後手 | 大和 |. Of a row with one filled cell
    that cell is returned: ,,,"山田の勝ち",.
    """
    if (head := HEAD_IN_BARS.fullmatch(passage.text)) is not None:
        key, value = passage.part(*head.span(1)), passage.part(*head.span(2))
        return key.joined(type(passage)(":", key.places[-1:])).joined(value)
    if "\t" in passage.text:
        row = _split_cells(passage, "\t")
    elif "," in passage.text or ";" in passage.text:
        row = _csv_cells(passage)
    else:
        return passage
    only = [cell for cell in row if cell.text.strip()]
    if len(row) > MIN_EMPTY_CELLS and len(only) == 1:
        return only[0]
    if len(row) >= len(only) + MIN_EMPTY_CELLS and only and OF_THE_RESULT.fullmatch(only[0].text):  # 勝者;黒;;;;
        signs = (":" if at == 0 else "" if cell.text.isdecimal() else " " for at, cell in enumerate(only[1:]))
        parts = (
            type(passage)(sign, cell.places[: len(sign)]).joined(cell)
            for sign, cell in zip(signs, only[1:], strict=True)
        )
        return join_texts((only[0], *parts))
    cells = row if _ALL_QUOTED.fullmatch(passage.text) else []
    filled = [at for at, cell in enumerate(cells) if cell.text]
    if not filled:
        return passage
    made = cells[0]
    for cell in cells[1 : filled[-1] + 1]:
        made = made.joined(type(cell)(",", (made.places or passage.places)[-1:])).joined(cell)
    return made


def does_number_begin_column_names(passage: LocatedText) -> bool:
    """Return whether a line that begins with # names the columns of a table that begins with ply numbers."""
    if passage.text[1:].lstrip(" ")[:1] not in {"\t", ",", ";", "|"}:
        return False
    cells = split_row(passage, (TableColumn("number"),)) or ()
    return bool(read_column_names([cell.text for cell in cells], ()))


def _split_cells(passage: LocatedText, signs: str) -> list[LocatedText]:
    cells, start = [], 0
    for at, character in enumerate(passage.text):
        if character in signs:
            cells.append(passage.cut(start, at))
            start = at + 1
    return [*cells, passage.cut(start)]


def _csv_cells(passage: LocatedText) -> list[LocatedText]:
    """Return the cells of a CSV row."""
    cells, at = [], 0
    while match := _QUOTED.match(passage.text, at):
        part = 1 if match[1] is not None else 2
        cells.append(passage.cut(match.start(part), match.end(part)))
        at = match.end()
        if not match[3]:
            break
    return cells if at == len(passage.text) else [passage]
