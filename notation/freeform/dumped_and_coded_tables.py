"""Splits tables that programs write without a format: rows of codes (001|S|MOVE|僧|4-9|5-8), DATA of BASIC, VALUES of SQL."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from notation.freeform.fold_text import LocatedText, join_texts, word_at
from notation.freeform.json_xml_yaml_and_settings_members import (
    MAX_LINE,
    MIN_LINES,
    Member,
    match_line,
    square_in_kanji,
)
from notation.freeform.table_cells_and_columns import SUFFIX_ROLES, column_role
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


_ROW = kept_pattern(r"\s{0,8}[a-zA-Z]{0,2}(?P<number>\d{3,4})(?P<sign>[|=]|\s)\s*(?P<cells>\S.{0,200}?)\s*")
"""A row whose number has as many figures as that of the last one: 0001 P WGI 0205."""
_CELLS = {"|": r"[^|]*(?=\||$)", "=": r"[^,]*(?=,|$)", " ": r"\S+"}
_SIDES = {"S": "先手", "G": "後手", "W": "白", "B": "黒", "先": "先手", "後": "後手", "white": "白", "black": "黒"}
_ACTIONS = frozenset({"put", "place", "drop", "move", "ハイチ", "イドウ", "配置", "移動"})
_SQUARE = kept_pattern(r"([1-9]\d?)[-:.]([1-9]\d?)|0([1-9])0([1-9])")
_FLAG = kept_pattern(r"(\w{1,8})=([01])")
_UNIT = kept_pattern(r"[^\W\d]{1,8}")
_CODED = kept_pattern(r"(?<![^\s,、])([A-Z])\s?=\s?([^\s=,、()]{1,8})(?![=(])")
"""A letter, and what a remark says that it stands for."""
_COLUMN_FIRST = kept_pattern("(?i:列|レツ|筋|column|col)[^,、;段]{0,12}(?i:段|ダン|row)")
_WINNER = kept_pattern(r"\s*END\s+(?P<cause>.{0,60}?)\s+WIN(?:NER)?=(?P<winner>\w{1,8})\s*")


def parse_coded_rows(lines: Sequence[LocatedText]) -> Member | None:
    """Return such rows as members of a list, with all other lines as remarks; None if one of them is not understood."""
    found = [match_line(_ROW, line) for line in lines]
    numbers = [int(one["number"]) for one in found if one is not None]
    if len(numbers) < MIN_LINES or numbers != list(range(1, len(numbers) + 1)):
        return None
    others = [line.text for line, one in zip(lines, found, strict=True) if one is None]
    codes = {one[1]: one[2] for text in others for one in _CODED.finditer(text[:MAX_LINE])}
    column_first = any(map(_COLUMN_FIRST.search, others))
    root = Member(LocatedText("", ()), None, [])
    for line, row in zip(lines, found, strict=True):
        if row is None:
            for part in _cause_and_winner_of_other_line(line):
                root.add_member(line.part(0, 0), part, remark=True)
            continue
        members = _members_of_row(_cells_of_row(line, row), codes, column_first=column_first)
        if members is None:
            return None
        turn = root.add_member(line.part(0, 0), None, listed=True).add_member(line.part(0, 0), None)
        number = line.part(*row.span("number"))
        turn.members.extend([Member(word_at("no", number), number, []), *members])
    return root


def _cells_of_row(line: LocatedText, row: re.Match[str]) -> list[LocatedText]:
    """Return the cells behind the number of a row."""
    cells = line.part(*row.span("cells"))
    pattern = _CELLS["|" if row["sign"] == "|" else "=" if row["sign"] == "=" else " "]
    return [cells.part(*one.span()) for one in re.finditer(pattern, cells.text) if one[0] or row["sign"] == "|"]


def _members_of_row(
    cells: Sequence[LocatedText], codes: Mapping[str, str], *, column_first: bool
) -> list[Member] | None:
    """Return the cells of a row with the names of what they are; None if one is not understood, or there is no square."""
    squares: list[LocatedText] = []
    units: list[LocatedText] = []
    named: list[tuple[str, LocatedText]] = []
    for cell in cells:
        word = codes.get(cell.text, cell.text)
        square, flag = _SQUARE.fullmatch(cell.text), _FLAG.fullmatch(cell.text)
        if square is not None:
            ends = [square.span(at) for at in range(1, 5) if square[at] is not None]
            figures = join_texts((cell.part(*ends[0]), word_at(".", cell), cell.part(*ends[1])))
            squares.append(square_in_kanji(figures) if column_first else figures)
        elif flag is not None and column_role(flag[1], ()) in SUFFIX_ROLES:
            named.append((column_role(flag[1], ()), cell.part(*flag.span(2))))
        elif column_role(word, ()) in SUFFIX_ROLES:
            named.append((column_role(word, ()), word_at("1", cell)))
        elif cell.text in _SIDES and not named and not units:
            named.append(("side", word_at(_SIDES[cell.text], cell)))
        elif word.lower() in _ACTIONS or not cell.text.strip("-"):
            continue
        elif _UNIT.fullmatch(cell.text) and not (units and squares):
            units.append(_unit_in_words(cell, codes))
        else:
            return None
    if not units or not 0 < len(squares) <= len(("from", "to")):
        return None
    unit = join_texts(part for at, one in enumerate(units) for part in (word_at(" " * (at > 0), one), one))
    named += [("piece", unit), *zip(["from", "to"][-len(squares) :], squares, strict=True)]
    return [Member(word_at(name, value), value, []) for name, value in named if value.text]


def _unit_in_words(cell: LocatedText, codes: Mapping[str, str]) -> LocatedText:
    """Return a unit with its letters as words where a remark explains them: WGI is 白Gウチ."""
    coded = next((at for at, letter in enumerate(cell.text) if letter in codes and at), 0)
    if not cell.text.isupper() or not coded:
        return cell
    words = [
        *({"W": "白", "B": "黒"}.get(letter, letter) for letter in cell.text[: coded - 1]),
        cell.text[coded - 1],
        *(codes.get(letter, letter) for letter in cell.text[coded:]),
    ]
    return join_texts(word_at(word, cell.part(at, at + 1)) for at, word in enumerate(words))


def _cause_and_winner_of_other_line(line: LocatedText) -> Iterator[LocatedText]:
    """Yield a line beside the rows, that of the end as the cause and who has won: END CPU RESIGN WIN=WHITE."""
    end = match_line(_WINNER, line)
    if end is None:
        yield line
        return
    yield line.part(*end.span("cause"))
    winner = line.part(*end.span("winner"))
    yield word_at("winner:", winner).joined(word_at(_SIDES.get(winner.text, winner.text), winner))


MIN_ROWS = 3
"""The fewest rows by which such a table is known."""
MAX_NAMES = 20
"""The most remarks that may name columns of one number."""
MAX_DUMPED_LINE = 4000
"""The most characters of a line of such a table."""
_DATA = kept_pattern(
    r"\s*\d{1,5}\s+DATA\s+(?P<row>(?:\"[^\"]*\"|[^:\"]){1,200}?)\s*(?::\s*REM\s*(?P<remark>.{1,200}))?"
)
_REM = kept_pattern(r"\s*\d{1,5}\s+(?:REM\b|')[\s*]*(?P<remark>.{0,200}?)[\s*]*")
_CODE = kept_pattern(r"\s*(?:\d{1,5}\s+[A-Z]{2}.{0,200}|OK|Ok|RUN|LIST|)\s*")
_TABLE = r"[\"`\[]?(?P<table>\w{1,40})[\"`\]]?\s*"
_CREATE = kept_pattern(rf"(?i)\s*CREATE TABLE\s+(?:IF NOT EXISTS\s+)?{_TABLE}\((?P<names>.{{1,400}})\)\s*;?\s*")
_INSERT = kept_pattern(
    rf"(?i)\s*INSERT INTO\s+{_TABLE}(?:\((?P<names>[^()]{{1,400}})\)\s*)?VALUES\s*(?P<rows>\(.{{1,3800}}\))?\s*[,;]?\s*"
)
_SIGN = kept_pattern(r"(?i)\d\s+DATA\b|\bINSERT INTO\b")
"""What no other text has."""
_SQL = kept_pattern(r"(?i)\s*(?:BEGIN|COMMIT|PRAGMA|DROP|SET|LOCK|UNLOCK|USE)\b.{0,200}|--.{0,400}")
_TUPLE = kept_pattern(r"\(((?:'(?:[^']|'')*'|[^'()])*)\)")
_CELL = kept_pattern(r"\s*(?:\"([^\"]*)\"|'((?:[^']|'')*)'|([^,]*?))\s*(?:,|$)")
_PAIR = kept_pattern(r"(?<![^\s(/,、])(-?\w{1,4})\s?=\s?(\w[^\s=,/、()]*)(?!\s?=)")
_CODED_NAME = kept_pattern(r"(\w{2,12})\((\w)\)")
_KEYED = kept_pattern(r"(?<!\S)(先手|後手)?\w{0,10}\((\w{2,10})\)=(\S+)")
"""A player, and the side in two words."""
_ASIDE = kept_pattern(r"\([^()\s]*\s[^()]*\)\s*+$")
_NAMES_BEGIN = kept_pattern(r"\s*(?:DATA\b|[^\s:,]{1,12}\s?:)\s*")
"""What stands before the names of columns in a remark."""
_NOTHING = frozenset({"", "0"})


_WORDS = {
    "先手": "センテ|sente", "後手": "ゴテ|gote", "左": "ヒダリ|hidari", "右": "ミギ|migi", "上": "ウエ|ue", "下": "シタ|shita", "から": "カラ|kara",
    "列": "レツ|retsu", "段": "ダン|dan", "勝ち": "カチ|kachi", "負け": "マケ|make", "投了": "トウリョウ|tou?ryou?", "全滅": "ゼンメツ|zenmetsu",
    "なし": "ナシ|nashi", "終わり": "オワリ|owari", "手": "(?<=[0-9])テ", "の": "ノ|no", "が": "ガ|ga", "は": "ハ|wa", "で": "デ|de",
}  # fmt: skip
"""Words that old machines have written in kana and in Latin letters."""


@cache
def _machine_word_pattern() -> re.Pattern[str]:
    """Return the pattern of any of these words; few records need it, and it takes long to compile."""
    return kept_pattern(
        "|".join(
            rf"(?P<w{at}>(?i:(?<![a-zァ-ヶー])(?:{words})(?![a-zァ-ヶー])|(?<![ァ-ヶー])(?:{words})(?=[ノガハデ](?![ァ-ヶー]))|(?<=[テチ])(?:{words})(?![a-zァ-ヶー])))"
            for at, words in enumerate(_WORDS.values())
        )
    )


class DumpedLine(NamedTuple):
    """A line of a dump: rows of a table, or a remark."""

    line: LocatedText
    table: str = ""
    rows: tuple[tuple[LocatedText, ...], ...] = ()
    names: tuple[LocatedText, ...] = ()
    """Those that the line gives to the columns of its table."""
    remark: LocatedText | None = None
    """What it says to people; None where it says nothing, or is no line of a dump."""
    known: bool = True


def parse_dump(lines: Sequence[LocatedText]) -> Member | None:
    """Return the rows of a dump as members, with its other lines as remarks; None for any other text."""
    if not any(map(_SIGN.search, (line.text for line in lines))):
        return None
    of_sql = any(match_line(_INSERT, line, MAX_DUMPED_LINE) for line in lines)
    found = [*(_sql_lines(lines) if of_sql else map(_line_of_basic, lines))]
    if sum(len(one.rows) for one in found) < MIN_ROWS:
        return None
    names = {one.table: one.names for one in found if one.names}
    remarks = [_remark_in_kanji(one.remark) for one in found if one.remark is not None]
    codes, told = _code_meanings(remarks), _names_in_remarks(remarks)
    root = Member(LocatedText("", ()), None, [])
    for one in found:
        for row in one.rows:
            of_row = one.names or names.get(one.table) or _names_of_row(row, told)
            if len(of_row) == len(row):
                _add_row(root, row, of_row, codes)
            else:  # nothing tells what its cells are
                told_apart = (join_texts((word_at("," * (at > 0), cell), cell)) for at, cell in enumerate(row))
                root.add_member(one.line.part(0, 0), join_texts(told_apart), remark=True)
        for part in () if one.remark is None else _heads_and_comments_of_remark(_remark_in_kanji(one.remark)):
            root.add_member(part.part(0, 0), part, remark=True)
        if not one.known:
            root.add_member(one.line.part(0, 0), one.line, remark=True)
        elif not one.rows and one.remark is None and one.line.text.strip():  # what a program does is a comment
            root.add_member(one.line.part(0, 0), word_at("# ", one.line).joined(one.line), remark=True)
    return root


def _line_of_basic(line: LocatedText) -> DumpedLine:
    data, said = (match_line(one, line, MAX_DUMPED_LINE) for one in (_DATA, _REM))
    if said is not None:
        return DumpedLine(line, remark=line.part(*said.span("remark")))
    if data is None:
        return DumpedLine(line, known=match_line(_CODE, line, MAX_DUMPED_LINE) is not None)
    remark = None if data["remark"] is None else line.part(*data.span("remark"))
    row = _cells_without_quotes(line.part(*data.span("row")))
    return DumpedLine(line, rows=(row,) if len(row) > 1 else (), remark=remark)


def _sql_lines(lines: Sequence[LocatedText]) -> Iterator[DumpedLine]:
    """Yield the lines of statements of SQL, each with the table, its names or its rows; remarks apart."""
    table, names = "", tuple[LocatedText, ...]()
    for line in lines:
        text = line.text
        made, put = (match_line(one, line, MAX_DUMPED_LINE) for one in (_CREATE, _INSERT))
        if made is not None:
            words = (
                cell.cut(0, len(cell.text.split()[0]))
                for cell in _cells_without_quotes(line.part(*made.span("names")))
                if cell.text
            )
            yield DumpedLine(line, made["table"], names=tuple(words))
        elif put is not None or (table and text.lstrip()[:1] == "("):
            if put is not None:
                table, names = (
                    put["table"],
                    _cells_without_quotes(line.part(*put.span("names"))) if put["names"] else (),
                )
            start = 0 if put is None else max(0, put.start("rows"))
            found = _TUPLE.finditer(text, start) if put is None or put["rows"] else ()
            rows = tuple(row for one in found if (row := _cells_without_quotes(line.part(*one.span(1)))))
            whole = not rows or not _TUPLE.sub("", text[start:]).strip(" ,;")
            yield DumpedLine(line, table, rows if whole else (), names if rows else (), known=whole)
        elif text.startswith("--"):
            yield DumpedLine(line, remark=line.cut(2))
        else:
            yield DumpedLine(line, known=not text.strip() or match_line(_SQL, line, MAX_DUMPED_LINE) is not None)


def _cells_without_quotes(text: LocatedText) -> tuple[LocatedText, ...]:
    """Return the cells of a row, without their quotes."""
    cells, at = [], 0
    while at < len(text.text) and (cell := _CELL.match(text.text, at)):
        part = next(part for part in (1, 2, 3) if cell[part] is not None)
        cells.append(text.part(*cell.span(part)))
        at = max(cell.end(), at + 1)
    return tuple(cells)


def _names_in_remarks(remarks: Sequence[LocatedText]) -> Mapping[int, list[tuple[LocatedText, ...]]]:
    """Return the names that remarks give to columns, by their number."""
    found: dict[int, list[tuple[LocatedText, ...]]] = {}
    for remark in remarks:
        aside, lead = _ASIDE.search(remark.text), _NAMES_BEGIN.match(remark.text)
        names = _cells_without_quotes(remark.part(lead.end() if lead else 0, aside.start() if aside else None))
        if sum(column_role(word, ()) not in {"", "?"} for word in _plain_names(names)) > 1:
            found.setdefault(len(names), []).append(names)
    return found


def _names_of_row(
    row: Sequence[LocatedText], remarks: Mapping[int, list[tuple[LocatedText, ...]]]
) -> tuple[LocatedText, ...]:
    """Return the names of the columns of a row; a figure among them is that of the row."""
    for names in remarks.get(len(row), ())[:MAX_NAMES]:
        if all(not name.text.isdecimal() or name.text == cell.text for name, cell in zip(names, row, strict=True)):
            return names
    return ()


def _plain_names(names: Sequence[LocatedText]) -> list[str]:
    """Return the names of columns without what they explain; an axis alone is that of the end named before it."""
    words = [re.sub(r"\(\w\)|=\w+$|\s", "", name.text) for name in names]
    ends = [re.match(r"(.*\S)\s+(\S+)$", name.text) for name in names]
    for at, word in enumerate(words):
        before = ends[at - 1] if at else None
        if before is not None and ends[at] is None and column_role(word, ()) in {"file", "rank"}:
            words[at] = f"{before[1]}{word}"
    return words


def _code_meanings(remarks: Sequence[LocatedText]) -> Mapping[str, Mapping[str, str]]:
    """Return what codes mean by the name of their column: KOMA: 1=MARU 3=SANKAKU; UCHI(I)/SOTO(E)."""
    codes: dict[str, dict[str, str]] = {}
    for remark in remarks:
        pairs = [*_PAIR.finditer(remark.text)]
        before = re.findall(r"\w+", remark.text[: pairs[0].start()]) if len(pairs) > 1 else []
        if before:
            codes.setdefault(before[-1], {}).update((one[1], one[2]) for one in pairs)
        for name in _cells_without_quotes(remark):
            coded = {one[2]: one[1] for one in _CODED_NAME.finditer(name.text)}
            if len(coded) > 1:
                codes[_CODED_NAME.sub(r"\1", name.text)] = coded
    return codes


def _add_row(
    root: Member, row: Sequence[LocatedText], names: Sequence[LocatedText], codes: Mapping[str, Mapping[str, str]]
) -> None:
    """Add a row to a list; one that places nothing, and says no word, marks the end of the table."""
    whole = row[0].part(0, 0)
    plain = _plain_names(names)
    filled = [cell for cell in row if cell.text not in _NOTHING]
    squares = [cell for name, cell in zip(plain, row, strict=True) if column_role(name, ()).endswith(("file", "rank"))]
    if any(_NOTHING.issuperset(cell.text for cell in cells) for cells in (squares, row[1:]) if cells):
        words = [cell for cell in filled if not cell.text.lstrip("-").isdecimal()]
        root.add_member(
            whole,
            join_texts(words) if words else word_at("# -", next((cell for cell in row if cell.places), whole)),
            remark=True,
        )
        return
    rows = root.add_member(whole, None, listed=True)
    turn = rows.add_member(whole, None)
    for at, cell in enumerate(row):
        name = plain[at]
        word = codes.get(name, {}).get(cell.text)
        value = cell if word is None else word_at(word, cell)
        if cell.text and not name.isdecimal():
            turn.add_member(word_at(name, cell), value)


def _remark_in_kanji(remark: LocatedText) -> LocatedText:
    """Return a remark with the words of the notation in kanji that it has in kana, or in Latin letters."""
    made, at = remark.part(0, 0), 0
    for found in _machine_word_pattern().finditer(remark.text):
        word = [*_WORDS][int(str(found.lastgroup)[1:])]
        made = join_texts((made, remark.part(at, found.start()), word_at(word, remark.part(found.start(), None))))
        at = found.end()
    return join_texts((made, remark.part(at, None)))


def _heads_and_comments_of_remark(remark: LocatedText) -> Iterator[LocatedText]:
    """Yield the lines of a remark: the heads that it holds, SENTE(WHITE)=TANAKA; names and codes of columns as a comment."""
    at = 0
    for one in _KEYED.finditer(remark.text):
        key, value = remark.part(*one.span(1 if one[1] else 2)), remark.part(*one.span(3))
        yield from (part for part in (remark.cut(at, one.start()),) if part.text)
        yield join_texts((key, LocatedText(":", key.places[-1:]), value))
        at = one.end()
    if (rest := remark.cut(at)).text:
        explains = not at and (_code_meanings([rest]) or (rest.text.count(",") > 1 and _NAMES_BEGIN.match(rest.text)))
        yield join_texts((word_at("# ", rest), rest)) if explains else rest
