"""Columns of tables known by their contents, where no heading, or one in other words, says what they are."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.squares import COLUMNS
from notation.freeform.fold_text import LocatedText, join_texts, word_at
from notation.freeform.number_time_and_side_recogniser import time_of_text
from notation.freeform.table_cells_and_columns import (
    MAX_COLUMN_NAME_CHARACTERS,
    NUMBER_OF_A_ROW,
    PLAYER,
    SUFFIX_ROLES,
    TURN_ROLES,
    TableColumn,
    column_role,
    is_frame_line,
    read_column_names,
    split_row,
)
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

MIN_ROWS = 4
"""The fewest rows of numbered plies by which their columns are known."""
MAX_ROWS_BELOW = 6
"""The most lines below those of the plies that tell points and the end."""
MIN_COLUMNS = 3
MIN_NAMES = 2
"""The fewest columns of a heading whose names are known."""
MAX_UNITS = 30
"""The most different cells of a column of units."""
MAX_TURN_CHARACTERS = 24
MAX_OTHER_WORDS = 2
"""The most words that stand in place of squares: one for the hand, and one at the end."""
_SQUARE = kept_pattern(
    r"(?:[1-9]|1\d|[a-sA-S]|十?[一二三四五六七八九]|十)[・,./の-]?(?:1?\d|0[1-9]|十?[一二三四五六七八九]|十)"
)
_PATH = kept_pattern(rf"{_SQUARE.pattern}\s*(?:→|->|>|=>|⇒|~|から|/|:)\s*{_SQUARE.pattern}")
_SIDE = kept_pattern("先手?番?|後手?番?|[白黒]番?|[▲△▽▼☗☖○●WBwbSG]|(?i:white|black|sente|gote)")
_PART = kept_pattern("[内外裏表]|うち|そと|ウチ|ソト|(?i:in(?:ner|side)?|out(?:er|side)?|[ioe])")
_ACTION = kept_pattern("[置動打指移]|配置|移動|置く|打つ|動か?す?く?|(?i:put|place|drop|move|set|[pm])")
_NO_NAME = kept_pattern(rf"\\d+|{_SQUARE.pattern}|.{{{MAX_COLUMN_NAME_CHARACTERS + 1}}}")
"""What names no column."""
_OF_A_PIECE = kept_pattern("[色駒]|コマ|piece|unit|colou?r", re.IGNORECASE)
_TICK = kept_pattern(r"[^\w\s?△×✕.・/ー-]|[xXvV]")
"""A sign that says yes where no other stands in its column."""
_PARTED = kept_pattern(r"(先手?|後手?|[黒白])(?:の|[・\s/:_-])*([^手番\s・/:_-].{0,19})")
"""The name of a column below that of a side: 先手・面."""
_PARTED_SQUARE = kept_pattern(r"([一二三四五六七八九十a-sA-S]+)[-・.,/の](\d{1,2})")
_GIVEN = kept_pattern(r"^\((.*)\)$")
"""A name that is only a bracket."""
_UNIT = kept_pattern(r"(?!パス|投了|参り)[^\W\d_][\w・]{0,3}|\d[^\W\d_]{1,2}")
_PLIES = kept_pattern(r"(\d{1,4})(?:[-・~/](\d{1,4}))?")
"""The number of a row's ply, or those of its two."""
_TURN = kept_pattern(rf"{_SQUARE.pattern}\s?[^\W\d_]")
_OF_A_GAME = kept_pattern("第[0-9一二三四五六七八九十]{1,3}[局戦]")
_TOTAL = kept_pattern("得点|スコア|合計|総計|計|点数?")
_RESULT = kept_pattern("結果|勝敗|勝者|終局|終了")
_SIDE_OF_A_NAME = kept_pattern("先手|後手|白|黒|先|後")
_WON = kept_pattern(r"[○◯〇]?\(?([^○◯〇()]{2,20})\)?")
_MARKED_AS_WINNER = kept_pattern("[○◯〇]|勝ち?|won|wins?|winner", re.IGNORECASE)
_MARKED_AS_LOSER = kept_pattern("[●×✕]|負け?|lost|loses?|loser", re.IGNORECASE)
_PRISONERS = kept_pattern("アゲハマ|揚げ?浜|ハマ|prisoners", re.IGNORECASE)
_PLIES_OF_A_GAME = kept_pattern(r"\d{1,3}手(?!目|まで)")
_NUMBER_OF_POINTS = kept_pattern(r"\d{1,3}(?:\.\d)?")
_SIDE_WITH_PLAYER = kept_pattern(
    r"(先手|後手|白|黒|先|後|(?i:white|black|sente|gote))番?(?:\s{0,2}[:：/・\s(]\s{0,2})([^\d\s:：/・()][^:：/()]{0,19}?)\)?(?:さん|くん|氏)?|([▲△▽☗☖])\s?([^\W\d][^:：/()]{0,19})"
)
"""The name of a column that names the side and its player: 先手 古田, White (Ken)."""
_SIDE_OF_A_HEADING = kept_pattern("先手|後手|[白黒先後▲△▽☗☖]|(?:white|black|sente|gote)(?![a-z])", re.IGNORECASE)
_SIDES_OF_WORDS = {
    "先": "先手", "後": "後手", "▲": "先手", "☗": "先手", "△": "後手", "▽": "後手", "☖": "後手",
    "sente": "先手", "gote": "後手", "white": "白", "black": "黒",
}  # fmt: skip
_STEMS = (
    ("反", kept_pattern("返|反転|裏|turn|flip|revers", re.IGNORECASE)),
    ("合", kept_pattern("重|合体|union|unit|join|merge", re.IGNORECASE)),
)
"""The words from which names of columns of marks are made."""
_NAMES = {
    "number": "手数",
    "side": "手番",
    "square": "移動先",
    "path": "経路",
    "unit": "駒",
    "part": "内外",
    "action": "動作",
    "time": "時間",
    "points": "得点",
    "text": "備考",
}
"""The names of the notation for what the cells of a column are."""
_AGREEING = {
    "number": {"number"}, "side": {"side", "unit", "first", "second"}, "square": {"from", "square", "past"}, "path": {"path", "move"},
    "unit": {"unit", "side"}, "part": {"unit"}, "action": {"action", "unit"}, "half": {"file", "rank", "from-file", "from-rank", "past-file", "past-rank"},
}  # fmt: skip
"""The roles by name that agree with what the cells of a column are."""
_FREE = frozenset({"time", "total", "seconds", "remark", *SUFFIX_ROLES})
"""The roles by name that hold whatever the cells are."""
Row = list[LocatedText]


class NamedColumn(NamedTuple):
    """A column with the name that its contents give it."""

    name: str
    kind: str
    side: str = ""
    """The side whose turns it is about, where both have columns of their own."""
    hands: frozenset[str] = frozenset()
    """The words that stand for the hand in the place of a square."""
    ticks: frozenset[str] = frozenset()
    """What says yes."""
    kept: bool = True
    """Whether it is about the moves: no name of the game in each row."""


class NumberedTable(NamedTuple):
    """A heading with rows of numbered plies below it."""

    heading: Row
    rows: list[Row]
    number: int
    """The column of the ply numbers."""
    first: int
    """The index of the line of the first row."""

    def cells_of(self, at: int) -> list[str]:
        """Return the texts of a column."""
        return [row[at].text if at < len(row) else "" for row in self.rows]


def lines_with_named_columns(lines: Sequence[LocatedText]) -> dict[int, list[LocatedText]]:
    """Return the lines of tables whose headings do not say what their columns are, with names that do, by their index."""
    made: dict[int, list[LocatedText]] = {}
    at = 0
    while at < len(lines):
        if _OF_A_GAME.match(lines[at].text) and "\t" in lines[at].text:
            made[at] = [LocatedText(lines[at].text.replace("\t", " "), lines[at].places)]
        headed = _heading_below_players(lines, at)
        table = _table_below([*lines[:at], headed[-1], *lines[at + 1 :]] if headed else lines, at)
        below = len(lines) if table is None else table.first + len(table.rows)
        for place_of_row, line in enumerate(lines[below : below + MAX_ROWS_BELOW], start=below):
            if table is not None and (said := _row_of_sides(table, line)):
                made[place_of_row] = said
        if headed:
            made[at] = headed
        columns = None if table is None else _named_columns(table)
        if table is None or columns is None:
            at += 1
            continue
        place = next(cell for cell in table.heading if cell.places)
        headings = [
            [word_at(name, cell if cell.places else place) for name, cell in zip(names, table.heading, strict=True)]
            for names in _heading_rows(columns)
        ]
        rows = [[_plain_cell(columns[column], cell, row) for column, cell in enumerate(row)] for row in table.rows]
        kept = [column for column, named in enumerate(columns) if named.kept]
        if [columns[column].name for column in kept] != [name.text for name in table.heading] or rows != table.rows:
            made[at] = [*headed[:-1], *(_join_cells_with_tabs(heading, kept, place) for heading in headings)]
            made |= {
                at: [_join_cells_with_tabs(row, kept, lines[at])] for at, row in enumerate(rows, start=table.first)
            }
        at = table.first + len(rows)
        while len(kept) < len(columns) and at < len(lines) and len(row := _cells_of_row(lines[at])) == len(columns):
            made[at] = [_join_cells_with_tabs(row, kept, lines[at])]  # the end, behind the name of the game
            at += 1
    return made


def _cells_of_row(line: LocatedText) -> Row:
    """Return the cells of a row; empty for a line that is none."""
    if max(map(line.text.count, "\t,;|")) < MIN_COLUMNS - 1:
        return []
    cells = split_row(line, (TableColumn("number"),)) or []
    return [cell.cut(0) for cell in cells] if len(cells) >= MIN_COLUMNS else []


def _table_below(lines: Sequence[LocatedText], at: int) -> NumberedTable | None:
    """Return the table whose heading is a line; None if it is none."""
    heading = [] if is_frame_line(lines[at].text) else _cells_of_row(lines[at])
    parts = [name.text if (one := _PARTED.fullmatch(name.text)) is None else one[2] for name in heading]
    roles = [column_role(name, ()) for name in parts]
    known = sum(role not in {"", "?", "first", "second", PLAYER} for role in roles)
    if known < MIN_NAMES or any(_NO_NAME.fullmatch(name.text[: MAX_COLUMN_NAME_CHARACTERS + 1]) for name in heading):
        return None
    ruled = at + 1 < len(lines) and is_frame_line(lines[at + 1].text)
    rows: list[Row] = []
    number = -1
    for line in lines[at + 1 + ruled :]:
        row = _cells_of_row(line)
        while len(row) > len(heading) and not row[-1].text:
            row.pop()
        if number < 0:
            number = next(
                (place for place, cell in enumerate(row[:MIN_COLUMNS]) if _first_ply_number(cell.text) == 1), -1
            )
        step = 2 if 0 <= number < len(row) and not row[number].text.isdecimal() else 1
        if not 0 <= number < len(row) <= len(heading) or _first_ply_number(row[number].text) != step * len(rows) + 1:
            break
        rows.append(row)
    if len(rows) < MIN_ROWS or number >= len(heading) or NUMBER_OF_A_ROW.fullmatch(heading[number].text):
        return None
    return NumberedTable(heading, rows, number, at + 1 + ruled)


def _first_ply_number(text: str) -> int:
    """Return the number of a row, the first of two, 3-4; 0 for any other text."""
    plies = _PLIES.fullmatch(text)
    if plies is None or (plies[2] is not None and int(plies[2]) != int(plies[1]) + 1):
        return 0
    return int(plies[1])


def _heading_below_players(lines: Sequence[LocatedText], at: int) -> list[LocatedText]:
    """Return the players of a heading that names them beside their sides, and the heading without them; empty for any other."""
    heading = _cells_of_row(lines[at])
    found = [(place, one) for place, cell in enumerate(heading) if (one := _SIDE_WITH_PLAYER.fullmatch(cell.text))]
    if len(found) != len("▲△") or any(column_role(one[2] or one[4], ()) != "?" for _, one in found):
        return []
    sides = [_SIDES_OF_WORDS.get(word.lower(), word) for word in (one[1] or one[3] for _, one in found)]
    rows = [row for line in lines[at + 1 : at + 2 + MIN_ROWS] if len(row := _cells_of_row(line)) > found[-1][0]]
    moving = [row for row in rows if all(_SQUARE.search(row[place].text) for place, _ in found)]
    if {*sides} not in ({"先手", "後手"}, {"白", "黒"}) or len(moving) < MIN_NAMES:
        return []
    players = []
    for (place, one), side in zip(found, sides, strict=True):
        cell = heading[place]
        heading[place] = word_at(side, cell)
        players.append(join_texts((word_at(f"{side}:", cell), cell.part(*one.span(2 if one[2] else 4)))))
    return [*players, _join_cells_with_tabs(heading, range(len(heading)), lines[at])]


def _row_of_sides(table: NumberedTable, line: LocatedText) -> list[LocatedText]:
    """Return a row below a table that tells the points or the end below the names of the sides, as lines; empty for any other."""
    row = _cells_of_row(line)
    filled = [at for at, cell in enumerate(row) if cell.text]
    names = {at: _SIDE_OF_A_HEADING.match(table.heading[at].text) for at in filled[1:] if at < len(table.heading)}
    named = {at: _SIDES_OF_WORDS.get(side[0].lower(), side[0]) for at, side in names.items() if side}
    others = [row[at] for at in filled[1:] if at not in named]
    if not named or filled[0] in named or len(others) > 1 or len({*named.values()}) < len(named):
        return []
    first, cells = row[filled[0]], [row[at] for at in named]
    sides = [word_at(side, row[at]) for at, side in named.items()]
    ends = _RESULT.fullmatch(first.text) is not None
    remarks = [join_texts((word_at("まで", one), one)) if _PLIES_OF_A_GAME.match(one.text) else one for one in others]
    counts = ends or _TOTAL.fullmatch(first.text) or _PRISONERS.fullmatch(first.text)
    if counts and len(sides) > 1 and all(_NUMBER_OF_POINTS.fullmatch(cell.text) for cell in cells):
        told = (
            join_texts((word_at("、" if at else ":", cell), side, cell))
            for at, (side, cell) in enumerate(zip(sides, cells, strict=True))
        )
        return [join_texts((word_at("得点", first) if ends else first, *told)), *remarks]
    won = [at for at, cell in enumerate(cells) if _MARKED_AS_WINNER.fullmatch(cell.text)]
    lost = [at for at, cell in enumerate(cells) if _MARKED_AS_LOSER.fullmatch(cell.text)]
    if ends and len(won) + len(lost) == len(cells) and len(won) <= 1 and len(lost) <= 1:
        side, verb = (sides[won[0]], "の勝ち") if won else (sides[lost[0]], "の負け")
        return [join_texts((side, word_at(verb, side))), *remarks]
    if ends and len(won) > 1:
        marked = (join_texts((word_at(" ", side), side, cell)) for side, cell in zip(sides, cells, strict=True))
        return [join_texts((first, word_at(":", first), *marked)), *remarks]  # which of them is right is asked
    told_end = _WON.fullmatch(cells[0].text) if len(cells) == 1 and not others and ends else None
    return (
        [] if told_end is None else [join_texts((sides[0], word_at("の", cells[0]), cells[0].part(*told_end.span(1))))]
    )


def _join_cells_with_tabs(cells: Sequence[LocatedText], kept: Sequence[int], line: LocatedText) -> LocatedText:
    """Return the cells of some columns as a row between tabs."""
    parts: list[LocatedText] = []
    for column in kept:
        cell = cells[column] if column < len(cells) else line.part(0, 0)
        parts += [word_at("\t", cell if cell.places else line)] * bool(parts) + [cell]
    return join_texts(parts)


def _heading_rows(columns: Sequence[NamedColumn]) -> list[list[str]]:
    """Return the names of columns; below those of the sides where these stand before them."""
    sides = [column.side or column.name for column in columns]
    names = [column.name for column in columns]
    return [sides, names] if sides != names else [names]


def _plain_cell(column: NamedColumn, cell: LocatedText, row: Row) -> LocatedText:
    """Return a cell as the notation writes it: no word for the hand, no sign within a square, a circle for any tick."""
    if column.kind == "number" and (plies := _PLIES.fullmatch(cell.text)) is not None and plies[2]:
        return cell.part(*plies.span(1))
    if cell.text in column.hands and any(_SQUARE.fullmatch(other.text) for other in row):
        return cell.cut(0, 0)
    if cell.text in column.ticks:
        return word_at("○", cell)
    if column.kind == "square" and (parted := _PARTED_SQUARE.fullmatch(cell.text)) is not None:
        return cell.part(*parted.span(1)).joined(cell.part(*parted.span(2)))
    return cell


def _named_columns(table: NumberedTable) -> list[NamedColumn] | None:
    """Return the columns of a table with names by their contents; None where these do not tell what the columns are."""
    given = [_GIVEN.sub(r"\1", name.text) for name in table.heading]
    parted = list(map(_PARTED.fullmatch, given))
    times = Counter(one[1] for one in parted if one)
    by_side = (
        len(times) == len("▲△")
        and min(times.values()) > 1
        and not any(column_role(name, ()) in TURN_ROLES for name in given)
    )
    sides = [one[1] if one is not None and by_side else "" for one in parted]
    given = [one[2] if one is not None and by_side else name for name, one in zip(given, parted, strict=True)]
    cells = [table.cells_of(at) for at in range(len(given))]
    kinds = [_kind_of_cells(texts, number=at == table.number) for at, texts in enumerate(cells)]
    for kind in ("unit", "side"):  # what a heading names is that, and not what looks like it
        of_kind = [at for at, one in enumerate(kinds) if one == kind and sides[at] == sides[kinds.index(kind)]]
        named = [at for at in range(len(given)) if column_role(given[at], ()) == kind and kinds[at] != "part"]
        if named or len(of_kind) > 1:
            kinds = ["" if at in of_kind and at not in named else one for at, one in enumerate(kinds)]
    names = [_name_of_column(name, kind, texts) for name, kind, texts in zip(given, kinds, cells, strict=True)]
    for side in {*sides}:
        own = [at for at in range(len(names)) if sides[at] in {side, ""}]
        if not _name_columns_of_ends(own, names, given, cells):
            return None
    leaving = [column_role(name, ()) == "from" for name in names]
    kept = [at >= table.number or len(set(texts)) > 1 for at, texts in enumerate(cells)]
    columns = [
        NamedColumn(
            names[at],
            kinds[at],
            sides[at],
            frozenset(_word_in_place_of_squares(texts)) if leaving[at] else frozenset(),
            _tick_of_suffix_cells(texts, column_role(names[at], ())),
            kept[at],
        )
        for at, texts in enumerate(cells)
    ]
    return columns if read_column_names([column.name for column in columns if column.kept], ()) else None


def _name_columns_of_ends(
    own: Sequence[int], names: list[str], given: Sequence[str], cells: Sequence[Sequence[str]]
) -> bool:
    """Name the squares of a turn that its heading does not name; return whether each is known then."""
    roles = {at: column_role(given[at], ()) for at in own if names[at] == _NAMES["square"] or given[at] == names[at]}
    open_ends = [at for at in own if names[at] == _NAMES["square"] != given[at]]
    ends = {"from", "square"} - {roles[at] for at in own if at in roles and at not in open_ends}
    if len(open_ends) > len(ends) or (open_ends and {"first", "second", PLAYER} & {roles[at] for at in open_ends}):
        return False
    if open_ends and "from" in ends and (len(open_ends) > 1 or "square" not in ends):
        blank = [at for at in open_ends if not all(map(_SQUARE.fullmatch, cells[at]))]
        leaving = blank[0] if len(blank) == 1 else open_ends[0]
        if len(open_ends) > 1 and not blank and not _leave_more_than_enter(*(cells[at] for at in open_ends)):
            return False
        names[leaving] = "移動元"
    return True


def _leave_more_than_enter(squares_left: Sequence[str], squares_entered: Sequence[str]) -> bool:
    """Return whether units leave the squares that units have entered more often than the other way round."""
    lead = 0
    before: tuple[set[str], set[str]] = (set(), set())
    for one, two in zip(squares_left, squares_entered, strict=True):
        lead += (one in before[1]) - (two in before[0])
        before[0].add(one)
        before[1].add(two)
    return lead > 1


def _word_in_place_of_squares(cells: Sequence[str]) -> set[str]:
    """Return the only word that stands in place of squares again and again, as 手駒 does; else none."""
    others = Counter(text for text in cells if text and not _SQUARE.fullmatch(text))
    return {word for word, times in others.items() if times > 1} if len(others) <= MAX_OTHER_WORDS else set()


def _tick_of_suffix_cells(cells: Sequence[str], role: str) -> frozenset[str]:
    """Return the only sign, or word for it, that stands in some cells of the column of a suffix: it says yes."""
    values = frozenset(cells) - {""}
    if role not in SUFFIX_ROLES or len(values) > 1 or "" not in cells:
        return frozenset()
    return frozenset(one for one in values if _TICK.fullmatch(one) or column_role(one, ()) == role)


def _name_of_column(given_name: str, kind: str, cells: Sequence[str]) -> str:
    """Return the name of a column: its own where that is known and agrees with its cells, else that of what they are."""
    role = column_role(given_name, ())
    if kind == "flag":
        own = next((word for word in {*cells} - {""} if column_role(word, ()) in SUFFIX_ROLES), None)
        stem = next((name for name, stem in _STEMS if stem.search(given_name)), own)
        return given_name if role in SUFFIX_ROLES or stem is None else stem
    known = role in _AGREEING.get(kind, ()) or (role in _FREE and kind != "number")
    if known or (kind == "number" and given_name in {"手", "番"}):
        return given_name
    if kind == "turn" and role == "?" and (side := _SIDE_OF_A_NAME.match(given_name)) is not None:
        return side[0]
    if role in {"move", "first", "second", PLAYER} and kind not in _AGREEING:
        return given_name
    if kind == "side" and _OF_A_PIECE.search(given_name):
        return given_name  # the colour of the unit
    return _NAMES.get(kind, given_name or _NAMES["text"])


def _kind_of_cells(cells: Sequence[str], *, number: bool) -> str:
    """Return what the cells of a column are; empty where nothing stands in them, or that cannot be told."""
    filled = [text for text in cells if text]
    values = set(filled)
    if number:
        return "number"
    if not filled:
        return ""
    squares = [text for text in filled if _SQUARE.fullmatch(text)]
    in_figures = all(map(str.isdecimal, values))
    alternate = len(values) == len("▲△") and all(one != two for one, two in pairwise(cells))
    tests = (
        (
            "side",
            len(values) == len("▲△")
            and "" not in cells[:-1]
            and (all(map(_SIDE.fullmatch, values)) or (alternate and not in_figures)),
        ),
        ("part", all(map(_PART.fullmatch, values))),
        ("flag", len(values) == 1 or values == {"0", "1"}),
        ("action", all(map(_ACTION.fullmatch, values))),
        ("path", all(map(_PATH.fullmatch, values))),
        ("turn", all(len(text) <= MAX_TURN_CHARACTERS and _TURN.search(text) for text in filled[:-1] or filled)),
        ("half", in_figures and all(0 < int(text) <= len(COLUMNS) for text in values)),
        (
            "square",
            len(squares) > 1
            and (len(squares) == len(filled) or (bool(_word_in_place_of_squares(cells)) and not in_figures)),
        ),
        ("points", in_figures),
        ("time", all(time_of_text(text) is not None for text in values)),
        ("unit", "" not in cells[:-1] and len("▲△") < len(values) <= MAX_UNITS and all(map(_UNIT.fullmatch, values))),
    )
    return next((kind for kind, told in tests if told), "")
