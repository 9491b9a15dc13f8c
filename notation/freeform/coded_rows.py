"""Splits rows that programs write without names, 001|S|MOVE|僧|4-9|5-8: what each cell is, its contents tell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from notation.freeform.columns import SUFFIX_ROLES, column_role
from notation.freeform.data_formats import MAX_LINE, MIN_LINES, Member, match_line
from notation.freeform.data_wording import square_in_kanji
from notation.freeform.fold_text import LocatedText, join_texts, word_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_ROW = re.compile(r"\s{0,8}[a-zA-Z]{0,2}(?P<number>\d{3,4})(?P<sign>[|=]|\s)\s*(?P<cells>\S.{0,200}?)\s*")
"""A row whose number has as many figures as that of the last one: 0001 P WGI 0205."""
_CELLS = {"|": r"[^|]*(?=\||$)", "=": r"[^,]*(?=,|$)", " ": r"\S+"}
_SIDES = {"S": "先手", "G": "後手", "W": "白", "B": "黒", "先": "先手", "後": "後手", "white": "白", "black": "黒"}
_ACTIONS = frozenset({"put", "place", "drop", "move", "ハイチ", "イドウ", "配置", "移動"})
_SQUARE = re.compile(r"([1-9]\d?)[-:.]([1-9]\d?)|0([1-9])0([1-9])")
_FLAG = re.compile(r"(\w{1,8})=([01])")
_UNIT = re.compile(r"[^\W\d]{1,8}")
_CODED = re.compile(r"(?<![^\s,、])([A-Z])\s?=\s?([^\s=,、()]{1,8})(?![=(])")
"""A letter, and what a remark says that it stands for."""
_COLUMN_FIRST = re.compile("(?i:列|レツ|筋|column|col)[^,、;段]{0,12}(?i:段|ダン|row)")
_WINNER = re.compile(r"\s*END\s+(?P<cause>.{0,60}?)\s+WIN(?:NER)?=(?P<winner>\w{1,8})\s*")


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
            for part in _parts_of_other_line(line):
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


def _parts_of_other_line(line: LocatedText) -> Iterator[LocatedText]:
    """Yield a line beside the rows, that of the end as the cause and who has won: END CPU RESIGN WIN=WHITE."""
    end = match_line(_WINNER, line)
    if end is None:
        yield line
        return
    yield line.part(*end.span("cause"))
    winner = line.part(*end.span("winner"))
    yield word_at("winner:", winner).joined(word_at(_SIDES.get(winner.text, winner.text), winner))
