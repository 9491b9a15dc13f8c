"""Rows of tables: the turns in their cells."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.squares import COLUMNS
from notation.freeform.number_time_and_side_recogniser import enclosed_number, time_of_text
from notation.freeform.table_cells_and_columns import (
    LAST_ROW,
    MOVE_ROLES,
    NUMBER_OF_A_ROW,
    PLACED_ROW,
    PLAYER,
    SIDE_OF_A_TURN,
    SIDES_IN_LATIN,
    SQUARE_ROLES,
    STAND_ROW,
    SUFFIX_ROLES,
    TURN_ROLES,
    TableColumn,
    column_role,
    side_of_points_column,
    split_row,
)
from notation.freeform.tokens_of_result_words import may_tell_an_end
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kifu.core.game.game import Game
    from notation.freeform.fold_text import LocatedText
    from notation.line_kinds import MoveClock

_BEHIND_THE_UNIT = SUFFIX_ROLES | {"action"}
_YES = SUFFIX_ROLES | {
    "○", "◯", "〇", "●", "✓", "✔", "✅", "レ", "有", "有り", "あり", "1", "y", "yes", "済", "true", "on", "はい", "する", "した", "しました", "*",
}  # fmt: skip
_NO = frozenset({
    "-", "ー", "×", "✕", "無", "無し", "なし", "0", "n", "no", "・", ".", "/", "false", "null", "none", "off", "いいえ", "しない", "しません", "せず",
})  # fmt: skip
_COLOURS = frozenset("白黒")
_SQUARE_CELL = kept_pattern(
    "[1-9][・,.-]?[1-9一二三四五六七八九]|[a-s][0-9]{1,2}|[一二三四五六七八九十]の?(?:[0-9]{1,2}|[一二三四五六七八九])"
)
"""A cell that holds a square and nothing else."""
_NAMES_OF_COLOURS = frozenset({"色", "駒色", "駒の色", "コマの色", "colour", "color"})
_PLACED_LETTER = kept_pattern("(?:[a-z一二三四五六七八九十]0?|[1-9][・,.-]?)[1-9]([A-G][内外]|[内外][A-G])")
_CROSSES = frozenset("xX")
"""What may say yes, or no."""
_FROM_THE_HAND = frozenset(["-", "ー", "・", "/", "打", "手持ち", "持駒", "持ち駒", "なし", "無", "盤外", "null"])
"""What stands in the place of the square that a move leaves, where a unit comes to the board."""
_PARTS_IN_LATIN = {
    "white": "白", "black": "黒", "inner": "内", "inside": "内", "in": "内", "uchi": "内", "outer": "外", "outside": "外", "out": "外", "soto": "外",
}  # fmt: skip
"""The parts of a unit as programs write them in cells of their own."""
_COLOUR_IN_LATIN = kept_pattern("([wbWB])(?=[A-G](?:[ _-]|$))")
"""The colour of a unit right before its letter: wD out."""
_SUFFIXES_SAID = kept_pattern(r"(?:反転?|合体?|成り?|裏返し|打ち?|[・、,+ -])+")
"""What a remark says of the move itself."""
_PLAIN_ACTION = kept_pattern(
    r"(?:指し|着)?手|(?:plac|put|drop|mv|mov|tak|captur)(?:es?|ed|ing)?|(?<![a-z])(?:go|ghost)(?![a-z])|配置|移動|置く?|打つ?|動(?:かす|く)?|[+,、・&/-]",
    re.IGNORECASE,
)
"""What the cell of an action says besides what happens at the end of the move."""
_LETTERS = 2
"""The most characters of a side in a row without names."""
_SIDES = {**SIDES_IN_LATIN, "S": "先手", "G": "後手", "B": "黒", "W": "白"}
"""The sides as programs write them."""
TOTALS = frozenset({"合計", "計", "総計", "小計", "total", "Total", "TOTAL"})
"""What stands in the place of the number of a row that sums up those above."""
_FIGURE_PUT_RIGHT = kept_pattern(r"[1-9一二三四五六七八九]\s?(?:→|->|⇒)\s?([1-9一二三四五六七八九])")
"""The figure of a square, and the one in its place: 3→2."""
_PUT_RIGHT = kept_pattern(
    r"(?:書き|打ち|入力|うち)(?:まちが|間違|損じ|違)[^、。?？]{0,8}(?:直し|訂正|修正)|(?:直し|訂正|修正)(?:し)?(?:ました|ます|済|た(?!ほう|方|い|か|ら))|(?:corrected|fixed)(?![a-z])"
)
"""What a remark says of a row that was put right."""
_COUNT = kept_pattern(r"(?:まで|以上)?\d{1,4}手(?:まで)?")
"""The number of the moves in the row that tells the end."""


class RowTurn(NamedTuple):
    """A turn in a row."""

    passage: LocatedText
    number: int | None = None
    side: str = ""
    """The text of the side, a name or a mark; empty if the row does not say it."""
    clock: MoveClock | None = None
    remark: str = ""


def is_numbered(row: LocatedText, columns: Sequence[TableColumn]) -> bool:
    """Return whether a line has a number below the name of the numbers, and a cell at least for each of the other columns."""
    at = next((at for at, column in enumerate(columns) if column.role == "number"), len(columns))
    cells = split_row(row, columns) if at < len(columns) else None
    return cells is not None and len(cells) >= len(columns) and _number(cells[at].text) is not None


def setup_of_unit_list_row(cells: Sequence[LocatedText], columns: Sequence[TableColumn]) -> str:
    """Return what a row of such a table says: 先手 歩 a7 b7."""
    texts = {column.role: cell.text for column, cell in zip(columns, cells, strict=False)}
    return f"{_SIDES.get(texts['side'], texts['side'])} {texts['unit']} {texts['square']}" if "square" in texts else ""


def setup_of_unnamed_row(texts: Sequence[str]) -> str:
    """Return what a row without names says of the start, as in 配置,先手,君,5,8; empty for any other row."""
    texts = [text for text in texts if text]  # cells of other kinds of rows are empty
    if texts and texts[0] in STAND_ROW and len(texts) == len(("kind", "side", "unit", "count")):
        return f"{_SIDES.get(texts[1], texts[1])}の駒台 {texts[2]}{texts[3]}"
    if not texts or texts[0] not in PLACED_ROW or len(texts) not in {4, 5}:
        return ""
    side, unit, *square = texts[1:]
    if len(square) > 1 and all(figure.isdecimal() and 1 <= int(figure) <= len(COLUMNS) for figure in square):
        square = [f"{COLUMNS[int(square[0]) - 1]}{int(square[1]):02d}"]
    return f"{_SIDES.get(side, side)} {unit} {square[0]}" if len(square) == 1 else ""


class CellMarks(NamedTuple):
    """What marks in the cells of a table may say."""

    of_moves: bool = False
    """Whether what happens at the end of a move may be ticked below any name, as the moves of the game have suffixes."""
    crossed: bool = False
    """Whether x is a tick: no other sign says yes."""
    units: frozenset[str] = frozenset()
    """The units of the game and their signs."""


_NO_MARKS = CellMarks()


@lru_cache(maxsize=16)
def cell_marks_of_game(game: Game, *, crossed: bool) -> CellMarks:
    """Return what marks may say in the tables of a game."""
    units = game.vocabulary.units
    signs = {sign for unit in units for sign in unit if not sign.isascii()}
    return CellMarks(bool(game.vocabulary.suffixes), crossed, frozenset({*units, *signs} - {"白", "黒"}))


def ticked_by_crosses(texts: Iterable[str]) -> bool:
    """Return whether x is the only sign in the cells of some lines that says yes."""
    cells = {cell.strip() for text in texts for cell in re.split(r"[\t,;|]", text)}
    return not cells.isdisjoint(_CROSSES) and cells.isdisjoint(_YES - SUFFIX_ROLES - {"1"})


def has_unknown_flag(cells: Sequence[LocatedText], columns: Sequence[TableColumn]) -> bool:
    """Return whether a cell of a move, in a column of what happens at its end, says neither yes nor no: 不明."""
    texts = [cell.text.lower() for cell in cells]
    pairs = list(zip(texts, (column.role for column in columns), strict=False))
    placed = any(text and role in TURN_ROLES for text, role in pairs)
    flags = [text for text, role in pairs if role in SUFFIX_ROLES and len(text) > 1]
    odd = any(flag not in _YES | _NO and not _names_a_suffix(flag) and not may_tell_an_end(flag) for flag in flags)
    return placed and odd and len(cells) == len(columns)


def turns_of_row(
    cells: Sequence[LocatedText],
    columns: Sequence[TableColumn],
    is_remark: Callable[[str], bool] = lambda _: False,
    marks: CellMarks = _NO_MARKS,
) -> list[RowTurn] | None:
    """Return the turns of a row, each with the cells about it; None if the row cannot be understood as a row.

    A turn whose cells are empty has an empty passage. `is_remark` tells whether a text says nothing about the game.
    """
    columns = (
        tuple(columns)
        or _columns_of_one_move([cell.text for cell in cells], marks)
        or _columns_by_contents(cells, is_remark)
    )
    if len(cells) > len(columns) and all(len(cell.text) <= 1 for cell in cells[len(columns) - 1 :]):
        columns = (*columns, *[TableColumn("cell")] * (len(cells) - len(columns)))  # one character a cell
    row = _Row(marks)
    cells = _with_figures_put_right(cells)
    for at, cell in enumerate(cells):
        if not row.take_cell(cell, columns[at] if at < len(columns) else TableColumn("")):
            return None
    filled = [cell for cell in cells if cell.text]
    if not row.found and len(filled) == 1 and may_tell_an_end(filled[0].text):
        return [RowTurn(filled[0])]  # the end in a column of remarks
    return row.turns()


def _with_figures_put_right(cells: Sequence[LocatedText]) -> Sequence[LocatedText]:
    """Return the cells of a row that says that it was put right, each figure put right as the later one: 3→2."""
    if not any(_PUT_RIGHT.search(cell.text) for cell in cells):
        return cells
    found = [(cell, _FIGURE_PUT_RIGHT.fullmatch(cell.text)) for cell in cells]
    return [cell if said is None else cell.part(said.start(1), said.end(1)) for cell, said in found]


class _Row:
    """The turns of a row, while its cells are read from left to right."""

    def __init__(self, marks: CellMarks) -> None:
        self.marks = marks
        self.found: list[RowTurn] = []
        self.parts: list[tuple[TableColumn, LocatedText]] = []
        """The cells that together are the last turn."""
        self.number: int | None = None
        self.side = ""
        self.coloured = False
        """Whether the side is named by a colour, which may be that of the unit."""
        self.remark = ""
        """What stands before the next turn."""
        self.last = False
        """Whether the row tells the end."""

    def turns(self) -> list[RowTurn]:
        """Return the turns that were found, each with its cells as one text."""
        if self.parts:
            last = self.found[-1]._replace(passage=_join_turn_cells(self.parts))
            self.found[-1] = _cell_with_coloured_unit(last) if self.coloured else last
            self.parts = []
        return self.found

    def take_cell(self, cell: LocatedText, column: TableColumn) -> bool:  # noqa: C901, PLR0911, PLR0912 - one role after the other
        """Take a cell; return whether it is understood."""
        role = column.role
        if role in SUFFIX_ROLES and self.marks.crossed and cell.text in _CROSSES:
            cell = type(cell)("○", cell.places)
        unknown = role == "remark" and column_role(column.name, ()) in {"", "?"}
        if unknown and self.marks.of_moves and _is_tick(cell.text, "1" * bool(column.name)):
            cell = type(cell)("○", cell.places[:1])  # below a name that is not known it may be a part of the move
        if role == "number":
            self.turns()
            self.number, self.last = _number(cell.text), cell.text in LAST_ROW
            return not cell.text or self.number is not None or self.last
        if self.last and cell.text:
            return self._take_the_end(cell, column)
        if role == "side":
            self.side = _SIDES.get(cell.text) or _SIDES.get(cell.text.upper(), cell.text)
            self.coloured = column.name.lower() in _NAMES_OF_COLOURS
            if self.parts and all(one.role == "action" for one, _ in self.parts):
                self.found[-1] = self.found[-1]._replace(side=self.side)
            return len(cell.text) == 1 or not may_tell_an_end(cell.text)
        if role == "action" and may_tell_an_end(cell.text):
            return self._take_the_end(cell, column)
        if role == "action" and not self.parts and not _PLAIN_ACTION.sub("", cell.text):
            return True  # 手 in a column that tells rows of moves from others
        if role == "remark" and self.parts and (_SUFFIXES_SAID.fullmatch(cell.text) or _names_a_suffix(cell.text)):
            column, role = TableColumn("action", column.name), "action"  # 反 or unite in a column of remarks
        if self.parts and (role == "cell" or self._is_about_same_turn(column)):
            self.parts.append((column, cell))
        elif role in TURN_ROLES or role in MOVE_ROLES:
            side = column.name if role == PLAYER else SIDE_OF_A_TURN.get(role) or column.side or self.side
            self.turns().append(RowTurn(cell, self.number, side, remark=self.remark))
            self.parts, self.number, self.remark = [(column, cell)], None, ""
        elif role in {"time", "seconds", "remark"} and cell.text and self.found:
            side = side_of_points_column(column.name) if cell.text.isdecimal() else ""
            return self._keep_remark_of_turn(side + cell.text, role)
        elif role == "remark" and cell.text:
            self.remark = cell.text
        else:
            return not cell.text or role == "total"
        return role not in SUFFIX_ROLES or not cell.text or cell.text.lower() in _NO or _is_yes(role, cell.text)

    def _take_the_end(self, cell: LocatedText, column: TableColumn) -> bool:
        """Take a cell of the row that tells the end, which may stand in any column."""
        if column.role == "side" and not may_tell_an_end(cell.text):
            self.side = _SIDES.get(cell.text, cell.text)
        elif not self.found:
            self.found.append(RowTurn(cell, None, self.side, remark=self.remark))
        elif _COUNT.fullmatch(cell.text):
            blank = type(cell)(" ", cell.places[:1])
            self.found[-1] = self.found[-1]._replace(passage=cell.joined(blank).joined(self.found[-1].passage))
        else:
            return self._keep_remark_of_turn(cell.text, "remark")
        return True

    def _is_about_same_turn(self, column: TableColumn) -> bool:
        """Return whether a column is about the same turn as those before it: each name stands once in a turn."""
        first = self.parts[0][0]
        of_a_move = first.role in MOVE_ROLES or (first.role == "move" and column.role not in SQUARE_ROLES)
        return of_a_move and column.role in MOVE_ROLES and all(column.name != other.name for other, _ in self.parts)

    def _keep_remark_of_turn(self, text: str, role: str) -> bool:
        last = self.found[-1]
        timed = f"{text}秒" if role == "seconds" and text.isdecimal() else text
        clock = last.clock if role == "remark" else time_of_text(timed)
        remark = f"{last.remark} {text}".strip() if role == "remark" else last.remark
        self.found[-1] = last._replace(clock=clock, remark=remark)
        return role == "remark" or clock is not None


def _join_turn_cells(parts: Sequence[tuple[TableColumn, LocatedText]]) -> LocatedText:
    """Return the cells of a turn as one text: the squares, first the one that the move leaves, the unit, and its suffixes."""
    whole = parts[0][1].cut(0, 0)
    parts = _join_square_figures(parts)
    entered = [cell.text for column, cell in parts if column.role == "square"]
    for column, cell in sorted(
        (part for part in parts if part[0].role != "past" or part[1].text not in entered),
        key=lambda part: (
            part[0].role in _BEHIND_THE_UNIT,
            part[0].role == "unit",
            part[0].role != "unit" or part[1].text not in {"白", "黒"},
            not part[0].role.startswith("from"),
            part[0].role != "past",
        ),
    ):
        if column.role in SUFFIX_ROLES:
            if _is_yes(column.role, cell.text):
                whole = whole.joined(type(cell)(column.role, cell.places[:1]))
        elif column.role == "action":
            said = _PLAIN_ACTION.sub(" ", cell.text).strip()
            whole = whole.joined(type(cell)(f" {said}", cell.places[:1] * (len(said) + 1))) if said else whole
        elif column.role == "path":
            whole = whole.joined(type(cell)(re.sub("[/:]", "-", cell.text), cell.places))
        elif column.role == "unit" and (word := _unit_in_latin(cell.text)):
            whole = whole.joined(type(cell)(word, cell.places[:1] * len(word)))
        elif not (column.role == "from" and cell.text in _FROM_THE_HAND):
            two = (
                column.role in {*SQUARE_ROLES, "past"}
                and len(whole.text) > 1
                and (len(cell.text) > 1 or column.role == "file")
            )
            dash = type(cell)("-", cell.places[:1]) if two and cell.text else cell.cut(0, 0)
            whole = whole.joined(dash).joined(cell)
    return whole


def _cell_with_coloured_unit(cell: RowTurn) -> RowTurn:
    """Return a turn that places a unit of letters, d4G外, with the colour of the unit, which is not that of its player: d4白G外."""
    turn = cell.passage
    letter = _PLACED_LETTER.fullmatch(turn.text) if cell.side in _COLOURS else None
    if letter is None:
        return cell
    at = letter.start(1)
    colour = type(turn)(cell.side, turn.places[at : at + 1])
    return cell._replace(passage=turn.part(0, at).joined(colour).joined(turn.part(at, None)), side="")


def _names_a_suffix(text: str) -> bool:
    """Return whether a text is a word for what happens at the end of a move."""
    return column_role(text, ()) in SUFFIX_ROLES


def _is_tick(text: str, figure: str) -> bool:
    """Return whether a cell may be ticked; of all numbers only by `figure`."""
    return text.lower() in _YES - SUFFIX_ROLES - {"1"} or text in _CROSSES or (bool(figure) and text == figure)


def _is_yes(role: str, text: str) -> bool:
    """Return whether a cell says that a suffix stands behind the unit; in 成 it may be the unit that is shown then: 冠."""
    return text.lower() in _YES or (role == "成" and len(text) == 1 and text.isalpha() and text not in _NO)


def _unit_in_latin(text: str) -> str:
    """Return the unit of a cell that names it in Latin words: white F outer is 白F外; empty for any other."""
    text = _COLOUR_IN_LATIN.sub(lambda sign: "white " if sign[1] in "wW" else "black ", text)
    words = [_PARTS_IN_LATIN.get(word.lower(), word if len(word) == 1 else "") for word in re.split("[ _-]", text)]
    return "".join(words) if all(words) and any(word in _PARTS_IN_LATIN.values() for word in words) else ""


def _join_square_figures(parts: Sequence[tuple[TableColumn, LocatedText]]) -> list[tuple[TableColumn, LocatedText]]:
    """Return the cells of a turn with the two figures of a square, each in a column of its own, as one in the notation."""
    roles = {column.role: cell.text for column, cell in parts}
    if {"file", "rank", "square"} <= roles.keys():  # the axes are those of the square that a move leaves
        placed = roles["square"] in {"", *_FROM_THE_HAND}
        leaving = {} if placed else {"file": "from-file", "rank": "from-rank"}
        parts = [
            (column._replace(role=leaving.get(column.role, column.role)), cell)
            for column, cell in parts
            if column.role != "square" or not placed
        ]
    cells = {column.role: (column, cell) for column, cell in parts}
    made, gone = [], set()
    for end, role in (("from-", "from"), ("past-", "past"), ("", "square")):
        of_file, of_rank = (cells.get(f"{end}{axis}") for axis in ("file", "rank"))
        if of_file is None or of_rank is None:
            continue
        (column, file), (_, rank) = of_file, of_rank
        if file.text == rank.text == "0":  # no square
            gone |= {f"{end}file", f"{end}rank"}
            continue
        at = int(file.text) - 1 if file.text.isdecimal() else COLUMNS.index(file.text) if file.text in COLUMNS else -1
        if rank.text.isdecimal() and 0 <= at < len(COLUMNS):
            name = COLUMNS[at]
            square = type(file)(name, file.places[:1] * len(name)).joined(
                type(rank)(f"{int(rank.text):02d}", (rank.places * 2)[:1] * max(2, len(rank.text)))
            )
            made.append((column._replace(role=role), square))
            gone |= {f"{end}file", f"{end}rank"}
    return [*made, *((column, cell) for column, cell in parts if column.role not in gone)]


def _number(text: str) -> int | None:
    match = NUMBER_OF_A_ROW.fullmatch(text)
    return int(match[1]) if match else enclosed_number(text) if len(text) == 1 else None


def _columns_of_one_move(texts: Sequence[str], marks: CellMarks) -> tuple[TableColumn, ...]:
    """Return the columns of a row without names that parts one move into cells, as in 1, 37, 55, 六, 外, -, 合; else none."""
    roles = ["number"] * (_number(texts[0]) is not None)
    roles += ["side"] * (len(texts) > len(roles) and texts[len(roles)] in {*_SIDES, *"先後白黒"})
    first, seen = len(roles), set[str]()
    for text in texts[first:]:
        of_a_square = _SQUARE_CELL.fullmatch(text) is not None
        goes_on = roles[-1:] if seen else []
        if (of_a_square or (text in _FROM_THE_HAND and not seen)) and ("square" not in seen or goes_on == ["square"]):
            roles.append("square")
        elif text in marks.units and ("unit" not in seen or goes_on == ["unit"]):
            roles.append("unit")
        elif seen >= {"square", "unit"} and (text in SUFFIX_ROLES or text in _NO or not text):
            roles.append(text if text in SUFFIX_ROLES else "反")
        elif seen >= {"square", "unit"} and not of_a_square and not may_tell_an_end(text):
            roles.append("time" if time_of_text(text) is not None else "remark")
        else:
            return ()
        seen.add(roles[-1])
    if not seen >= {"square", "unit"} or not any(map(_SQUARE_CELL.fullmatch, texts[first:])):
        return ()
    if roles.count("square") > len(("from", "to")):
        return ()
    if roles.count("square") > 1:
        roles[roles.index("square")] = "from"
    return tuple(TableColumn(role, f"{role} {at}" if role in MOVE_ROLES else "") for at, role in enumerate(roles))


def _columns_by_contents(cells: Sequence[LocatedText], is_remark: Callable[[str], bool]) -> tuple[TableColumn, ...]:
    """Return the columns of a row without names: numbers, sides, times, remarks, and what else there is as moves."""
    texts = [cell.text for cell in cells]
    lead = ["number"] if _number(texts[0]) is not None or texts[0] in LAST_ROW else []
    rest = texts[len(lead) :]
    if len(rest) > _LETTERS and all(len(text) <= 1 for text in rest):
        return tuple(map(TableColumn, [*lead, "move", *["cell"] * (len(rest) - 1)]))
    roles = list(lead)
    for text in rest:
        if _number(text) is not None and roles and roles[-1] != "number":
            roles.append("number")
        elif text and time_of_text(text) is not None:
            roles.append("time")
        elif text in _SIDES or (
            len(text) <= _LETTERS and (text in "先後" or column_role(text, ()) in {"first", "second", PLAYER})
        ):
            roles.append("side" if text else "move")
        else:
            behind = "move" in roles and roles[-1] != "number"
            roles.append("remark" if behind and text and is_remark(text) else "move")
    if roles[-1:] == ["side"] and "move" in roles:
        roles[-1] = "remark"  # a disc behind the last move
    return tuple(map(TableColumn, roles))
