"""Lays out records that programs have written as data: lines of the head, and rows of tables for the moves."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import PLAYERS
from notation.freeform.cells import STAND_ROW
from notation.freeform.columns import column_role, columns_hold_turn
from notation.freeform.data_formats import parse_json, parse_settings, parse_xml
from notation.freeform.dumped_tables import parse_dump
from notation.freeform.fold_text import LocatedText, fold_line, join_texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from notation.freeform.data_formats import Member

MAX_TEXT = 1 << 20
MIN_LINES = 3
"""The fewest lines, or sections, by which a form of data is known that has one member a line."""
_BEGINS_AS_JSON = re.compile(r"\s*(?:\{\s*(?:$|[\"'\w])|\[\s*(?:$|[\"'{\[]))")
_BEGINS_AS_XML = re.compile(
    r"\s*<(?:\?xml|(?!/?(?i:html|body|div|p|b|table|tr|h[1-6]|ul|pre|span|font|a|i|u|br|center|!)\b)[^\s<>/!?]+(?:\s[^<>]*)?>)"
)
_SIDES = frozenset({"sente", "gote", "black", "white", "first", "second", "先手", "後手", "白", "黒"})
_SECOND = frozenset({"gote", "white", "second", "後手", "白"})
_NAMES = frozenset({"name", "player", "名前", "氏名", "名"})
_ARMIES = frozenset([
    "配置", "初期配置", "陣", "陣形", "布陣", "盤上", "駒組み", "setup", "pieces",
    "army", "placement", "units", "board", "start", "position",
])  # fmt: skip
"""The keys of objects that tell the units of a side, by square or by unit."""
_ENDS = frozenset({"end", "ending", "result", "終局", "結果"})
"""The keys of an object that tells the end."""
_OF_THE_END = frozenset({"winner", "loser", "result", "reason", "termination", "勝者", "敗者", "結果"})
"""The keys of objects that tell how the game ended."""
_REASONS = _OF_THE_END - {"winner", "loser", "勝者", "敗者"}
"""Those of them that are heads of their own where the object also says who won."""
_SQUARE = re.compile(r"[a-sA-S一二三四五六七八九十\d]{1,2}[-,の]?[\d一二三四五六七八九十]{1,2}")
_TWO_FIGURES = re.compile(r"([1-9])\s?,\s?([1-9])")
_PLY = re.compile(r"\d{1,4}")
_MOVES = frozenset({"moves", "指し手", "指手", "手順", "棋譜", "着手", "kifu", "record", "符号"})
"""The keys of lists whose members are the moves, one after the other."""
_QUOTED_SETTING = re.compile(r"\s*[^\s=\"'\[\]]{1,20}\s*=\s*([\"']).*\1\s*")

Pairs = list[tuple[LocatedText, LocatedText]]
"""Names, and the values below them."""


class DataRow(NamedTuple):
    """A line that data became: names and values; a value alone has no name."""

    pairs: Pairs
    """The name and the value of each member."""
    whole: bool = False
    """Whether it is a row of a table; else a line of the head."""


def is_structured(lines: Sequence[str]) -> bool:
    """Return whether a text is data as programs write it."""
    texts = [line.removeprefix("\ufeff") for line in lines if line.strip()]
    remarked = (line for line in texts if not line.lstrip().startswith(("#", "//")))
    if sum(map(len, lines)) > MAX_TEXT:
        return False
    return _BEGINS_AS_XML.match(next(iter(texts), "")) is not None or (
        _BEGINS_AS_JSON.match(next(remarked, "")) is not None and _has_members(lines)
    )


def _has_members(lines: Sequence[str]) -> bool:
    return (
        sum(line.count(":") for line in lines) > 1
        and any("}" in line or "]" in line for line in lines)
        and not _has_lines_below_data(lines)
    )


def _has_lines_below_data(lines: Sequence[str]) -> bool:
    """Return whether lines of another kind stand below the end of the data: what is below it would be lost."""
    depth = 0
    for line in lines:
        text = line.strip()
        if depth <= 0 and text and not text.startswith(("{", "[", "}", "]", ",", "//", "/*", "#", "\ufeff")):
            return True
        depth += sum(map(line.count, "{[")) - sum(map(line.count, "}]"))
    return False


class DataLine(NamedTuple):
    """A line that data has become: whether it is the row of a table, or one of its names."""

    passage: LocatedText
    row: bool = False


def structured_lines(lines: Sequence[str], first: int) -> list[DataLine]:
    """Return the lines that data becomes, with their places in the file; the rows of a table follow their names."""
    parts = [
        fold_line(line, number).joined(LocatedText("\n", ((number, max(1, len(line))),)))
        for number, line in enumerate(lines, start=first)
    ]
    text = join_texts(parts)
    root = parse_xml(text) if text.text.lstrip().startswith("<") else parse_json(text)
    whole = [line.strip() for line in lines if line.strip().startswith("{")]
    of_lines = len(whole) > 1 and all(line.endswith("}") for line in whole)
    begun = 0 if of_lines else next((at for at, one in enumerate(root.members) if one.value is None), 0) + 1
    return list(_write_rows([*_rows(root.members[:begun]), *_rows(root.members[begun:], of_a_list=True)]))


def settings_lines(lines: Sequence[LocatedText]) -> list[DataLine] | None:
    """Return lines with those of YAML like - {n: 1, 手: 四04占}, or of settings like 1 = "四04占", as heads and rows.

    None for a text with few of them.
    """
    if (dump := parse_dump(lines)) is not None:
        return list(_write_rows(_rows(dump.members)))
    root = parse_settings(lines)
    sections = [one for one in root.members if one.value is None and one.name.text[:1] == "["]
    of_turns = [one for one in sections if columns_hold_turn(each.name.text.lower() for each in one.members)]
    settings = [each for one in (root, *sections) for each in one.members if each.name.text]
    numbered = [one for one in settings if one.name.text.isdecimal()] if sections else []
    flows = [each for one in (root, *sections) for each in one.members if each.listed and not each.name.text]
    quoted = [line for line in lines if _QUOTED_SETTING.fullmatch(line.text[:400])]
    if max(len(of_turns), len(numbered), len(flows), len(quoted)) < MIN_LINES:
        return None
    return list(_write_rows(_rows(root.members)))


def _write_rows(rows: Iterable[DataRow]) -> Iterator[DataLine]:
    """Yield the lines of rows, those of a table below their names."""
    above: tuple[str, ...] = ()
    for row in rows:
        names = tuple(name.text for name, _ in row.pairs)
        if not row.whole:
            (name, value), above = row.pairs[0], above * (not row.pairs[0][0].text)
            sign = "" if not name.text or name.text[-1:].isspace() else " " if name.text.isdecimal() else ":"
            yield DataLine(
                join_texts((name, LocatedText(sign, name.places[-1:] * len(sign)), value)) if name.text else value
            )
            continue
        if names != above:
            yield DataLine(_join_cells([name for name, _ in row.pairs]), row=True)
        above = names
        yield DataLine(_join_cells([value for _, value in row.pairs]), row=True)


def _join_cells(parts: Sequence[LocatedText], sign: str = "\t") -> LocatedText:
    """Return the cells of a row as one text."""
    found = parts[0]
    for cell in parts[1:]:
        place = (cell.places or found.places)[:1]
        found = found.joined(LocatedText(sign * len(place), place * len(sign))).joined(cell)
    return found


def _line(value: LocatedText, name: LocatedText | None = None) -> DataRow:
    return DataRow([(value.part(0, 0) if name is None else name, value)])


def _word(text: str, place: LocatedText) -> LocatedText:
    """Return a word that stands for what is written at a place."""
    return LocatedText(text, place.places[:1] * len(text))


def _rows(members: Sequence[Member], above: tuple[Member, ...] = (), *, of_a_list: bool = False) -> Iterator[DataRow]:
    """Yield what members say: rows where they are those of a list, as elements of one name are, else lines of the head."""
    kinds = Counter(_PLY.sub("", one.name.text) for one in members if one.value is None)
    keys = [one.name for one in above if one.name.text]
    key = keys[-1] if keys else None
    side = next((one for one in keys[::-1] if one.text in _SIDES), None)
    if side is not None and key is not None and key.text in _ARMIES and (army := [*_army(members)]):
        yield _line(_join_cells([side, *army], " "))
        return
    plies = 0
    for one in members:
        repeated = one.name.text and kinds[_PLY.sub("", one.name.text)] > 1
        if one.value is not None and not one.value.text:
            continue
        if one.remark and one.value is not None:
            yield _line(one.value)
        elif one.value is not None and one.name.text:
            yield from _head(one.name, one.value, key)
        elif one.value is not None:
            plies += 1
            moves = key is not None and key.text in _MOVES
            yield _line(one.value, _word(f"{plies} ", one.value) if moves else None)
        elif one.listed and (of_a_list or (above and above[-1].listed)) and one.members:
            cells = [value for _, value in _flatten(one)]
            yield _line(_join_cells(cells, "" if key is not None and key.text in _ARMIES else "\t"))
        elif repeated or of_a_list or (above and above[-1].listed) or one.name.text.lower() in _ENDS:
            yield from _member_of_a_list(one)
        else:
            if one.name.text[:1] == "[":
                yield _line(_word("# ", one.name).joined(one.name))
            yield from _rows(one.members, (*above, one))


def _head(name: LocatedText, value: LocatedText, key: LocatedText | None) -> Iterator[DataRow]:
    """Yield the line of the head that a member is, below `key`: what a side has in hand, or its name."""
    if key is not None and key.text in STAND_ROW and name.text in _SIDES:
        yield _line(value, _word(f"{PLAYERS[name.text in _SECOND]}の駒台", name))
    else:
        yield _line(value, key if key is not None and name.text in _NAMES else name)


def _army(members: Sequence[Member]) -> Iterator[LocatedText]:
    """Yield the units of a side with their squares, whichever of both is the name."""
    for one in members:
        if one.value is not None:
            unit, square = (one.name, one.value) if _SQUARE.fullmatch(one.value.text) else (one.value, one.name)
            yield unit.joined(square)


def _member_of_a_list(member: Member) -> Iterator[DataRow]:
    """Yield what an object in a list says: a row if it holds a turn, else lines of the head."""
    pairs = [pair for pair in _flatten(member) if pair[1].text]
    names = {name.text.lower() for name, _ in pairs}
    if columns_hold_turn(names) and not names & _OF_THE_END:
        yield DataRow(_turn(member, pairs), whole=True)
    elif "by" in names and not names & _REASONS:  # how, and by whom: the members are one sentence
        yield _line(join_texts(join_texts((name, _word(":", name), value, _word(",", value))) for name, value in pairs))
    else:
        yield from (_line(value, name) for name, value in pairs)
    yield from (
        _line(one.value) for one in member.members if one.remark and one.value is not None and one.value.text.strip()
    )


def _turn(member: Member, pairs: Pairs) -> Pairs:
    """Return the members of a turn: what is moved from one square to another is its unit; a numbered name is its number."""
    names = {name.text for name, _ in pairs}
    renamed = {"move": "piece"} if names & {"to", "from", "へ", "から"} else {}
    made = []
    for name, value in pairs:
        figures = _TWO_FIGURES.fullmatch(value.text)
        into = "sec" if name.text == "time" and value.text.isdecimal() else renamed.get(name.text)
        parts = [value] if figures is None else [value.part(*figures.span(at)) for at in (1, 2)]
        made.append((name if into is None else _word(into, name), join_texts(parts)))
    number = _PLY.search(member.name.text)
    if number is not None and all(column_role(name.text, ()) != "number" for name, _ in made):
        made.insert(0, (_word("no", member.name), member.name.part(*number.span())))
    return made


def _flatten(member: Member) -> Iterator[tuple[LocatedText, LocatedText]]:
    """Yield what an object holds, by the names of its members: to_col, to_row; of a list one value, as path 八7-八6, at 24."""
    shared = Counter(name for one in member.members for name in {each.name.text for each in one.members})
    for one in member.members:
        if one.remark:
            continue
        if one.value is not None:
            yield one.name if one.name.text else one.value, one.value
        elif not one.members:
            if one.name.text and not one.listed:
                yield one.name, _word("true", one.name)  # <flip/>
        elif one.listed:
            yield one.name, _join_members(one)
        else:
            for name, value in _flatten(one):
                whole = join_texts((one.name, _word("_", name), name))
                told = shared[name.text] > 1 or column_role(whole.text, ()) != "?"
                yield whole if told and name is not one.name else name, value


def _join_members(member: Member) -> LocatedText:
    """Return the values of a list within a row as one: figures of a square side by side, others with a dash."""
    values = [value for _, value in _flatten(member)]
    whole = values[0]
    for value in values[1:]:
        figure = value.text.isdecimal() and len(value.text) == len(values[0].text) == 1
        whole = join_texts((whole, _word("-" * (not figure), value), value))
    return whole
