"""Lays out records that programs have written as data: lines of the head, and rows of tables for the moves."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import PLAYERS
from notation.freeform.dumped_and_coded_tables import parse_coded_rows, parse_dump
from notation.freeform.fold_text import LocatedText, fold_line_of_json, join_texts, word_at
from notation.freeform.json_xml_yaml_and_settings_members import (
    MIN_LINES,
    is_yaml,
    join_figures_of_square,
    match_line,
    members_in_notation_words,
    parse_json,
    parse_settings,
    parse_xml,
    parse_yaml,
    square_in_kanji,
)
from notation.freeform.table_cells_and_columns import (
    MOVES_OF_A_GAME,
    STAND_ROW,
    TURN_ROLES,
    column_role,
    columns_hold_turn,
)
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from notation.freeform.json_xml_yaml_and_settings_members import Member


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
_OF_GO = kept_pattern(r"([BW])\+([A-Z]?)[a-z\d.]{0,8}")
"""A result as programs for Go write it."""
_PLAYERS_IN_LETTERS = {"S": "先手", "G": "後手"}
_COLOURS = {"B": "black", "W": "white"}
_CAUSES = {"R": " by resignation", "T": " on time", "F": " by forfeit"}
_SQUARE = kept_pattern(r"[a-sA-S一二三四五六七八九十\d]{1,2}[-,.の]?[\d一二三四五六七八九十]{1,2}")
_TWO_FIGURES = kept_pattern(r"([1-9])\s?,\s?([1-9])")
_A_UNIT = kept_pattern(r"[一-龥](?<![先後白黒])")
_PLY = kept_pattern(r"\d{1,4}")
_MOVED = kept_pattern(
    rf"(?P<path>{_SQUARE.pattern}(?:\s?(?:>|→|->)\s?{_SQUARE.pattern})+)(?: (?P<end>[^\W\d]{{1,2}}))?"
)
"""A path, and what happens at its end."""
_SQUARE_SIGN = kept_pattern("[0-9一二三四五六七八九十同]|パス|pass", re.IGNORECASE)
"""What every cell with a turn has, but a name has not."""
_CHAT = frozenset({"msg", "say", "chat", "text", "comment"})
"""The names of members that are remarks."""
Pairs = list[tuple[LocatedText, LocatedText]]
"""Names, and the values below them."""


class DataRow(NamedTuple):
    """A line that data became: names and values; a value alone has no name."""

    pairs: Pairs
    """The name and the value of each member."""
    whole: bool = False
    """Whether it is a row of a table; else a line of the head."""


def join_cells(parts: Sequence[LocatedText], sign: str = "\t") -> LocatedText:
    """Return the cells of a row as one text."""
    found = parts[0]
    for cell in parts[1:]:
        place = (cell.places or found.places)[:1]
        found = found.joined(LocatedText(sign * len(place), place * len(sign))).joined(cell)
    return found


def _line(value: LocatedText, name: LocatedText | None = None) -> DataRow:
    return DataRow([(value.part(0, 0) if name is None else name, value)])


def rows_of_members(  # noqa: C901, PLR0912 - one kind of member after the other
    members: Sequence[Member], members_above: tuple[Member, ...] = (), *, of_a_list: bool = False
) -> Iterator[DataRow]:
    """Yield what members say: rows where they are those of a list, as elements of one name are, else lines of the head."""
    kinds = Counter(_PLY.sub("", one.name.text) for one in members if one.value is None)
    keys = [one.name for one in members_above if one.name.text]
    key = keys[-1] if keys else None
    side = next((one for one in keys[::-1] if one.text in _SIDES), None)
    about = {one.text for one in keys}
    if side is not None and about & _ARMIES and (army := [*_units_with_squares(members)]):
        if about & STAND_ROW:
            yield _line(join_cells(army, " "), word_at(f"{PLAYERS[side.text in _SECOND]}の駒台 ", side))
        else:
            yield _line(join_cells([word_at(PLAYERS[side.text in _SECOND], side), *army], " "))
        return
    plies = 0
    for one in members:
        repeated = one.name.text and kinds[_PLY.sub("", one.name.text)] > 1
        if one.value is not None and not one.value.text:
            continue
        if one.remark and one.value is not None:
            yield _line(one.value)
        elif one.value is not None and one.name.text:
            yield from _head_row_of_member(one.name, one.value, key)
        elif one.value is not None:
            plies += 1
            moves = key is not None and key.text in MOVES_OF_A_GAME
            yield _line(one.value, word_at(f"{plies} ", one.value) if moves else None)
        elif (
            one.listed
            and (of_a_list or (members_above and members_above[-1].listed))
            and (cells := [*_flattened_values(one)])
        ):
            yield _line(
                join_cells([value for _, value in cells], "" if key is not None and key.text in _ARMIES else "\t")
            )
        elif any(each.listed and each.name.text in MOVES_OF_A_GAME for each in one.members):
            yield from rows_of_members(one.members, (one._replace(listed=False),))
        elif repeated or of_a_list or (members_above and members_above[-1].listed) or one.name.text.lower() in _ENDS:
            yield from _rows_of_list_member(one)
        else:
            if one.name.text[:1] == "[":
                yield _line(word_at("# ", one.name).joined(one.name))
            yield from rows_of_members(one.members, (*members_above, one))


def _head_row_of_member(name: LocatedText, value: LocatedText, key: LocatedText | None) -> Iterator[DataRow]:
    """Yield the line of the head that a member is, below `key`: what a side has in hand, or its name."""
    if key is not None and key.text in STAND_ROW and name.text in _SIDES:
        yield _line(value, word_at(f"{PLAYERS[name.text in _SECOND]}の駒台", name))
    else:
        if name.text.lower() in _ENDS and value.text in _SIDES:
            name = word_at("winner", name)  # result: sente
        told = _OF_GO.fullmatch(value.text) if name.text.lower() in _OF_THE_END else None
        if name.text.lower() in {"winner", "loser"} and value.text in _PLAYERS_IN_LETTERS:
            value = word_at(_PLAYERS_IN_LETTERS[value.text], value)
        if told is not None:  # W+R
            value = word_at(f"{_COLOURS[told[1]]} wins{_CAUSES.get(told[2], '')}", value)
        yield _line(value, key if key is not None and name.text in _NAMES else name)


def _units_with_squares(members: Sequence[Member]) -> Iterator[LocatedText]:
    """Yield the units of a side with their squares, whichever of both is the name: {"玉": "五9"}, {"歩": [1.7, 3.7]}, ["玉", 5, 9]."""
    for one in members:
        if one.listed and not one.name.text and len(one.members) > 1:  # first the unit
            values = [value for _, value in _flattened_values(one)]
            yield join_texts((values[0], square_in_kanji(_join_members(one._replace(members=one.members[1:])))))
            continue
        values = [one.value] if one.value is not None else [value for _, value in _flattened_values(one)]
        for value in values if one.name.text else ():
            unit, square = (value, one.name) if _SQUARE.fullmatch(one.name.text) else (one.name, value)
            yield join_texts((unit, square_in_kanji(square)))


def _rows_of_list_member(member: Member) -> Iterator[DataRow]:
    """Yield what an object in a list says: a row if it holds a turn, else lines of the head."""
    pairs = [pair for pair in _flattened_values(member) if pair[1].text]
    if not columns_hold_turn(name.text for name, _ in pairs):
        pairs = [told for pair in pairs for told in _pairs_of_moved_unit(*pair)]
    names = {name.text.lower() for name, _ in pairs}
    roles = [(column_role(name.text.lower(), ()), value.text) for name, value in pairs]
    turn = any(role == "move" or (role in TURN_ROLES and _SQUARE_SIGN.search(value)) for role, value in roles)
    if turn and not names & _OF_THE_END:
        yield DataRow(_pairs_of_turn(member, pairs), whole=True)
    elif "by" in names and not names & _REASONS:  # how, and by whom: the members are one sentence
        yield _line(
            join_texts(join_texts((name, word_at(":", name), value, word_at(",", value))) for name, value in pairs)
        )
    elif said := [value for name, value in pairs if name.text in _CHAT]:
        yield from map(_line, said)
    else:
        for name, value in pairs:
            yield from _head_row_of_member(name, value, None)
    yield from (
        _line(one.value) for one in member.members if one.remark and one.value is not None and one.value.text.strip()
    )


def _pairs_of_moved_unit(name: LocatedText, value: LocatedText) -> Pairs:
    """Return a unit with its path as members of a turn, 午: 2.8 > 3.6 成; any other pair as it is."""
    path = _MOVED.fullmatch(value.text)
    if path is None:
        return [(name, value)]
    told = [(word_at("piece", name), name), (word_at("path", name), value.part(0, path.end("path")))]
    return told + [(word_at("action", name), value.part(*path.span("end")))] * (path["end"] is not None)


def _pairs_of_turn(member: Member, pairs: Pairs) -> Pairs:
    """Return the members of a turn: what is moved from one square to another is its unit; a numbered name is its number."""
    names = {name.text for name, _ in pairs}
    renamed = {"move": "piece"} if names & {"to", "from", "へ", "から"} else {}
    unnamed = (
        all(column_role(name.text, ()) not in {"unit", "move"} for name, _ in pairs) and "piece" not in renamed.values()
    )
    made = []
    for name, value in pairs:
        if unnamed and column_role(name.text, ()) == "side" and _A_UNIT.fullmatch(value.text):
            renamed[name.text] = "piece"  # p: 炮
        figures = _TWO_FIGURES.fullmatch(value.text)
        into = "sec" if name.text == "time" and value.text.isdecimal() else renamed.get(name.text)
        parts = [value] if figures is None else [value.part(*figures.span(at)) for at in (1, 2)]
        made.append((name if into is None else word_at(into, name), join_texts(parts)))
    number = _PLY.search(member.name.text)
    if number is not None and all(column_role(name.text, ()) != "number" for name, _ in made):
        made.insert(0, (word_at("no", member.name), member.name.part(*number.span())))
    return made


def _flattened_values(member: Member) -> Iterator[tuple[LocatedText, LocatedText]]:
    """Yield what an object holds, by the names of its members: to_col, to_row; of a list one value, as path 八7-八6, at 24."""
    shared = Counter(name for one in member.members for name in {each.name.text for each in one.members})
    for one in member.members:
        if one.remark:
            continue
        if one.value is not None:
            yield one.name if one.name.text else one.value, one.value
        elif not one.members:
            if one.name.text and not one.listed:
                yield one.name, word_at("true", one.name)  # <flip/>
        elif one.listed:
            yield from ((one.name, whole) for whole in (_join_members(one),) if whole.text)
        else:
            for name, value in _flattened_values(one):
                whole = join_texts((one.name, word_at("_", name), name))
                told = shared[name.text] > 1 or column_role(whole.text, ()) != "?"
                yield whole if told and name is not one.name else name, value


def _join_members(member: Member) -> LocatedText:
    """Return the values of a list within a row as one."""
    values = [value for _, value in _flattened_values(member)]
    if not values:
        return member.name.part(0, 0)
    plain = all(one.value is not None for one in member.members)
    return join_figures_of_square(values) if plain else join_cells(values, "-")


MAX_TEXT = 1 << 20
_BEGINS_AS_JSON = kept_pattern(r"\s*(?:\{\s*(?:$|[\"'\w])|\[\s*(?:$|[\"'{\[]))")
_BEGINS_AS_XML = kept_pattern(
    r"\s*<(?:\?xml|(?!/?(?i:html|body|div|p|b|table|tr|h[1-6]|ul|pre|span|font|a|i|u|br|center|!)\b)[^\s<>/!?]+(?:\s[^<>]*)?>)"
)
_QUOTED_SETTING = kept_pattern(r"\s*[^\s=\"'\[\]]{1,20}\s*=\s*([\"']).*\1\s*")


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
        fold_line_of_json(line, number).joined(LocatedText("\n", ((number, max(1, len(line))),)))
        for number, line in enumerate(lines, start=first)
    ]
    text = join_texts(parts)
    root = members_in_notation_words(parse_xml(text) if text.text.lstrip().startswith("<") else parse_json(text))
    whole = [line.strip() for line in lines if line.strip().startswith("{")]
    of_lines = len(whole) > 1 and all(line.endswith("}") for line in whole)
    begun = 0 if of_lines else next((at for at, one in enumerate(root.members) if one.value is None), 0) + 1
    return list(
        _write_rows([*rows_of_members(root.members[:begun]), *rows_of_members(root.members[begun:], of_a_list=True)])
    )


def settings_lines(lines: Sequence[LocatedText]) -> list[DataLine] | None:
    """Return lines with those of YAML like - {n: 1, 手: 四04占}, or of settings like 1 = "四04占", as heads and rows.

    None for a text with few of them.
    """
    if (dump := parse_dump(lines) or parse_coded_rows(lines)) is not None:
        return list(_write_rows(rows_of_members(dump.members)))
    if is_yaml(lines):
        return list(_write_rows(rows_of_members(members_in_notation_words(parse_yaml(lines)).members)))
    root = parse_settings(lines)
    sections = [one for one in root.members if one.value is None]
    of_turns = [one for one in sections if columns_hold_turn(each.name.text.lower() for each in one.members)]
    numbered = [each for one in (root, *sections) for each in one.members if each.name.text.isdecimal()]
    quoted = [line for line in lines if match_line(_QUOTED_SETTING, line)]
    if max(len(of_turns), len(numbered) * bool(sections), len(quoted)) < MIN_LINES:
        return None
    return list(_write_rows(rows_of_members(members_in_notation_words(root).members)))


def _write_rows(rows: Iterable[DataRow]) -> Iterator[DataLine]:
    """Yield the lines of rows, those of a table below their names."""
    above: tuple[str, ...] = ()
    for row in rows:
        names = tuple(name.text for name, _ in row.pairs)
        if not row.whole:
            (name, value), above = row.pairs[0], above * (not row.pairs[0][0].text)
            sign = "" if not name.text or name.text[-1:].isspace() else " " if name.text.isdecimal() else ":"
            yield DataLine(join_texts((name, word_at(sign, value), value)) if name.text else value)
            continue
        if names != above:
            yield DataLine(join_cells([name for name, _ in row.pairs]), row=True)
        above = names
        yield DataLine(join_cells([value for _, value in row.pairs]), row=True)
