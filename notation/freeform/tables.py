"""Reads the rows of tables: pasted from Excel or Word, CSV, Markdown, frames of lines, one character a cell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from notation.freeform.labels import clock_of, enclosed_number

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from notation.freeform.fold import Passage
    from notation.scanner import Clock

_ROLES = {
    "number": "R ラウンド 手数 手数目 番号 No No. NO № # 回 手番号 ply",
    "move": "符号 着手点 指し手 指手 差し手 着手 手 棋譜 記譜 手順 move",
    "first": "先手 先 先手番 ▲ ☗",
    "second": "後手 後 後手番 △ ☖ ▽",
    "time": "所要 時間 消費時間 考慮時間 使用時間 考慮 消費 time",
    "total": "累計 合計 累計時間 合計時間 通算 計",
    "seconds": "秒 秒数 sec seconds",
    "remark": "得点 点 スコア score 累計点 評価 備考 コメント 注釈 メモ 感想 注 remark",
    "side": "手番 番 側 色 対局者 指した人 名前",
    "square": "マス 位置 場所 座標 元 先 移動元 移動先 から へ 筋 段 列 行 動く前 動いた先 着点 起点 出発 到着 from to square",
    "unit": "駒 コマ 駒種 種類 形 成 反 合 piece unit",
}
_OF_A_MOVE = frozenset({"square", "unit"})
_TURNS = {"move": "", "first": "先手", "second": "後手", "square": ""}
"""The roles of cells that hold a turn, each with the side whose turn it is."""
_PLAYER = "player "
"""The beginning of the role of a column that is headed by a player's name."""
_COLOUR = re.compile("([黒白●○])番?")
_LETTERS = 2
"""The most characters of a side in a row without names."""
_ROLE_OF = {word: role for role, words in _ROLES.items() for word in words.split()}
_BARS = "|│┃"
_RULE = frozenset(" \u3000\t|│┃+-=:─━┌┬┐├┼┤└┴┘┏┳┓┣╋┫┗┻┛┠┨┯┷┿╂")
"""The characters of a table's frame."""
_NUMBER = re.compile(r"[(第]?(\d{1,4})(?:手目?)?[).]?")
_QUOTED = re.compile(r'\s*(?:"((?:[^"]|"")*)"|([^,;]*))\s*(?:([,;])|$)')


class Cell(NamedTuple):
    """A turn in a row."""

    passage: Passage
    number: int | None = None
    side: str = ""
    """The text of the side, a name or a mark; empty if the row does not say it."""
    clock: Clock | None = None
    remark: str = ""


def is_rule(text: str) -> bool:
    """Return whether a line is only the lines of a table's frame."""
    return _RULE.issuperset(text) and sum(map(text.count, "-─━=")) > 1


def cells_of(passage: Passage, roles: Sequence[str]) -> list[Passage] | None:
    """Return the cells of a row; None for a line that is no row. `roles` are those of the columns, if a row has named them."""
    text = passage.text
    if "\t" in text:
        return _split(passage, "\t")
    if sum(map(text.count, _BARS)) > 1:
        start, end = (1 if text[0] in _BARS else 0), (len(text) - 1 if text[-1] in _BARS else len(text))
        inner = passage.cut(start, end)
        return _split(inner, _BARS) if start else _split(passage, _BARS)
    if "," in text or ";" in text:
        cells = _quoted(passage)
        if len(cells) > 1 and (
            '"' in text or _NUMBER.fullmatch(cells[0].text) or roles_of([cell.text for cell in cells], {}) or roles
        ):
            return cells
    return None


def roles_of(cells: Sequence[str], players: Container[str], *, others: bool = True) -> tuple[str, ...]:
    """Return the roles that a row of names gives to the columns; empty if it is no such row.

    `others` says that columns may have names that are not known: they hold remarks.
    """
    names = [re.sub(r"\s|\(.*\)", "", cell) for cell in cells]
    roles = tuple("" if not name else _ROLE_OF.get(name) or _of_a_player(name, players) for name in names)
    known = sum(role not in {"", "?"} for role in roles)
    if others and known > 1 and known >= sum(role == "?" for role in roles):
        roles = tuple("remark" if role == "?" else role for role in roles)  # a column of another name is a remark
    if "?" in roles or not any(role in _TURNS or role.startswith(_PLAYER) for role in roles):
        return ()
    if sum(map(bool, roles)) == 1 and roles[-1] != "move":
        return ()
    if "move" in roles:  # columns of the sides beside that of the moves are a running score
        roles = tuple("remark" if role in {"first", "second"} or role.startswith(_PLAYER) else role for role in roles)
    return roles if roles[0] else ("number", *roles[1:])


def _of_a_player(name: str, players: Container[str]) -> str:
    colour = _COLOUR.fullmatch(name)
    return _PLAYER + colour[1] if colour else _PLAYER + name if name in players else "?"


def turns_of(cells: Sequence[Passage], roles: Sequence[str]) -> list[Cell] | None:
    """Return the turns of a row, each with the cells about it; None if the row cannot be understood as a row.

    A turn whose cell is empty has an empty passage.
    """
    roles = tuple(roles) or _guessed(cells)
    if len(cells) > len(roles) and all(len(cell.text) <= 1 for cell in cells[len(roles) - 1 :]):
        roles = (*roles, *["cell"] * (len(cells) - len(roles)))  # one character a cell
    row = _Row()
    for at, cell in enumerate(cells):
        role = roles[at] if at < len(roles) else ""
        if not row.take(cell, role):
            return None
    return row.found


class _Row:
    """The turns of a row, while its cells are read from left to right."""

    def __init__(self) -> None:
        self.found: list[Cell] = []
        self.number: int | None = None
        self.side = ""
        self.before = ""

    def take(self, cell: Passage, role: str) -> bool:
        """Take a cell; return whether it is understood."""
        before, self.before = self.before, role
        if role == "number":
            self.number = _number(cell.text)
            return not cell.text or self.number is not None
        if role == "side":
            self.side = cell.text
        elif self.found and (role == "cell" or (role in _OF_A_MOVE and before in _OF_A_MOVE)):
            self.found[-1] = self.found[-1]._replace(passage=_attached(self.found[-1].passage, cell, role))
        elif role in _TURNS or role.startswith(_PLAYER):
            side = role.removeprefix(_PLAYER) if role.startswith(_PLAYER) else _TURNS[role] or self.side
            self.found.append(Cell(cell, self.number, side))
            self.number = None
        elif role in {"time", "seconds", "remark"} and cell.text and self.found:
            return self._about_the_turn(cell.text, role)
        else:
            return not cell.text or role == "total"
        return True

    def _about_the_turn(self, text: str, role: str) -> bool:
        last = self.found[-1]
        timed = f"{text}秒" if role == "seconds" and text.isdecimal() else text
        clock = last.clock if role == "remark" else clock_of(timed)
        remark = f"{last.remark} {text}".strip() if role == "remark" else last.remark
        self.found[-1] = last._replace(clock=clock, remark=remark)
        return role == "remark" or clock is not None


def _attached(passage: Passage, cell: Passage, role: str) -> Passage:
    """Return the text of two cells as one: a second square is where the move goes to."""
    if role == "square" and len(passage.text) > 1 and len(cell.text) > 1:
        dash = type(passage)("-", cell.places[:1])
        return passage.joined(dash).joined(cell)
    return passage.joined(cell)


def _number(text: str) -> int | None:
    match = _NUMBER.fullmatch(text)
    return int(match[1]) if match else enclosed_number(text) if len(text) == 1 else None


def _guessed(cells: Sequence[Passage]) -> tuple[str, ...]:
    """Return the roles of a row without names: numbers, times, and what else there is as moves."""
    texts = [cell.text for cell in cells]
    numbered = _number(texts[0]) is not None
    rest = texts[1:] if numbered else texts
    lead = ("number",) if numbered else ()
    if len(rest) > _LETTERS and all(len(text) <= 1 for text in rest):
        return (*lead, "move", *["cell"] * (len(rest) - 1))
    roles = list(lead)
    for text in rest:
        if _number(text) is not None and roles and roles[-1] != "number":
            roles.append("number")
        elif text and clock_of(text) is not None:
            roles.append("time")
        elif len(text) <= _LETTERS and _ROLE_OF.get(text) in {"first", "second"}:
            roles.append("side")
        else:
            roles.append("move")
    return tuple(roles)


def _split(passage: Passage, signs: str) -> list[Passage]:
    cells, start = [], 0
    for at, character in enumerate(passage.text):
        if character in signs:
            cells.append(passage.cut(start, at))
            start = at + 1
    return [*cells, passage.cut(start)]


def _quoted(passage: Passage) -> list[Passage]:
    """Return the cells of a CSV row."""
    cells, at = [], 0
    while match := _QUOTED.match(passage.text, at):
        part = 1 if match[1] is not None else 2
        cells.append(passage.cut(match.start(part), match.end(part)))
        at = match.end()
        if not match[3]:
            break
    return cells if at == len(passage.text) else [passage]
