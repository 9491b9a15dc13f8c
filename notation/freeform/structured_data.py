"""Lays out records that programs have written as data, JSON and XML: lines of the head, and rows of tables for the moves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import PLAYERS
from notation.freeform.cells import STAND_ROW
from notation.freeform.columns import columns_hold_turn
from notation.freeform.fold_text import LocatedText, fold_line, join_texts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MAX_DEPTH = 20
"""The most levels of data within data."""
MAX_TEXT = 1 << 20
_JSON = re.compile(
    r"(?P<blank>\s+|//[^\n]*|/\*[^*]{0,400}\*/|#[^\n]*)|\"(?P<double>(?:[^\"\\\n]|\\.)*)(?:\"|$|(?=\n))|'(?P<single>(?:[^'\\\n]|\\.)*)(?:'|$|(?=\n))"
    r"|(?P<sign>[{}\[\],:])|(?P<bare>[^\s{}\[\],:\"']+)"
)
_XML = re.compile(
    r"<!--(?P<remark>[^<>]{0,400})-->|<[?!][^<>]{0,400}>|<(?P<close>/?)(?P<name>[^\s<>/!?=\"]+)(?P<attributes>[^<>]{0,400}?)(?P<empty>/?)>|(?P<text>[^<]+)"
)
_ATTRIBUTE = re.compile(r"(?<![^\s<\"'])([^\s=<>\"/]{1,40})\s{0,3}=\s{0,3}(?:\"([^\"<>]{0,200})\"|'([^'<>]{0,200})')")
_BEGINS_AS_JSON = re.compile(r"\s*(?:\{\s*(?:$|[\"'\w])|\[\s*(?:$|[\"'{\[]))")
_BEGINS_AS_XML = re.compile(
    r"\s*<(?:\?xml|(?!/?(?i:html|body|div|p|b|table|tr|h[1-6]|ul|pre|span|font|a|i|u|br|center|!)\b)[^\s<>/!?]+(?:\s[^<>]*)?>)"
)
_NULL = frozenset({"null", "None", "nil", "~", "undefined"})
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
UNIT = "piece"
_SQUARE = re.compile(r"[a-sA-S一二三四五六七八九十\d]{1,2}[-,の]?[\d一二三四五六七八九十]{1,2}")
_MOVES = frozenset({"moves", "指し手", "指手", "手順", "棋譜", "着手", "kifu", "record", "符号"})
"""The keys of lists whose members are the moves, one after the other."""


class DataRow(NamedTuple):
    """A line that data became: names and values; a value alone has no name."""

    pairs: tuple[tuple[LocatedText, LocatedText], ...]
    """The name and the value of each member."""
    whole: bool
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


def structured_lines(lines: Sequence[str], first: int) -> list[LocatedText]:
    """Return the lines that data becomes, with their places in the file; the rows of a table follow their names."""
    parts = [
        fold_line(line, number).joined(LocatedText("\n", ((number, max(1, len(line))),)))
        for number, line in enumerate(lines, start=first)
    ]
    text = join_texts(parts)
    whole = [line.strip() for line in lines if line.strip().startswith("{")]
    of_lines = len(whole) > 1 and all(line.endswith("}") for line in whole)
    rows = _rows_of_xml(text) if text.text.lstrip().startswith("<") else rows_of_json(text, listed=of_lines)
    return list(write_rows(rows))


def write_rows(rows: Iterator[DataRow]) -> Iterator[LocatedText]:
    """Yield the lines of rows, those of a table below their names."""
    above: tuple[str, ...] = ()
    for row in rows:
        names = tuple(name.text for name, _ in row.pairs)
        if not row.whole:
            (name, value), above = row.pairs[0], ()
            colon = LocatedText("" if name.text[-1:].isspace() else ":", value.places[:1])
            yield (
                value
                if not name.text
                else name.joined(colon._replace(places=colon.places[: len(colon.text)])).joined(value)
            )
            continue
        if names != above:
            yield join_cells([name for name, _ in row.pairs])
        above = names
        yield join_cells([value for _, value in row.pairs])


def join_cells(parts: Sequence[LocatedText]) -> LocatedText:
    """Return the cells of a row as one text."""
    found = parts[0]
    for cell in parts[1:]:
        place = (cell.places or found.places)[:1]
        found = found.joined(LocatedText("\t" if place else "", place)).joined(cell)
    return found


def _list_member_rows(pairs: Sequence[tuple[LocatedText, LocatedText]]) -> Iterator[DataRow]:
    """Yield the members of an object in a list: a row if they hold a turn, else lines of the head."""
    names = {name.text.lower() for name, _ in pairs}
    if columns_hold_turn(names) and not names & _OF_THE_END:
        yield _row_of_members(pairs)
    elif "by" in names and not names & _REASONS:  # how, and by whom: the members are one sentence
        parts = [
            LocatedText(f"{name.text}:", name.places + name.places[-1:])
            .joined(value)
            .joined(LocatedText(",", value.places[-1:]))
            for name, value in pairs
        ]
        yield DataRow(((pairs[0][1].part(0, 0), join_texts(parts)),), whole=False)
    else:
        yield from (DataRow((pair,), whole=False) for pair in pairs)


def _row_of_members(pairs: Sequence[tuple[LocatedText, LocatedText]]) -> DataRow:
    """Return a row of a table of members; what is moved from one square to another is its unit."""
    names = {name.text for name, _ in pairs}
    renamed = [
        (
            LocatedText(UNIT, (name.place,) * len(UNIT))
            if name.text == "move" and names & {"to", "from", "へ", "から"}
            else name,
            value,
        )
        for name, value in pairs
    ]
    timed = [
        (LocatedText("sec", (name.place,) * 3) if name.text == "time" and value.text.isdecimal() else name, value)
        for name, value in renamed
    ]
    return DataRow(tuple(timed), whole=True)


class _Frame:
    """An object or a list that is being read."""

    def __init__(self, key: LocatedText | None, *, listed: bool, inside: bool) -> None:
        self.key, self.listed, self.inside = key, listed, inside
        self.name: LocatedText | None = None
        self.pairs: list[tuple[LocatedText, LocatedText]] = []
        self.turns = 0
        """How many turns of a list of moves have been read."""
        self.army: list[LocatedText] = []
        """The side, and its units with their squares."""


def rows_of_json(text: LocatedText, *, listed: bool = False) -> Iterator[DataRow]:  # noqa: C901 - one kind of token after the other
    """Yield the lines that the members of a JSON text become, as far as it goes."""
    stack: list[_Frame] = []
    objects = int(listed)
    for token in _JSON.finditer(text.text):
        kind = token.lastgroup
        if kind == "blank":
            if remark := token[0].strip():
                said = text.part(token.start(), token.start() + len(remark))
                yield DataRow(
                    ((text.part(0, 0), LocatedText("# ", said.places[:1] * 2).joined(said) if stack else said),),
                    whole=False,
                )
            continue
        if kind == "sign":
            objects += not stack
            yield from _rows_of_object(stack, token[0], listed=objects > 1)
            continue
        value = text.part(*token.span(str(kind)))
        frame = stack[-1] if stack else None
        if frame is None:
            continue
        if frame.listed and (_in_a_row(stack) or _is_a_rank(stack)):
            frame.pairs.append((value, value))
        elif frame.listed:
            named = next((one for one in reversed(stack) if one.key is not None), frame)
            if named.key is not None and named.key.text in _MOVES:
                named.turns += 1
                label = f"{named.turns} "
                yield DataRow(((LocatedText(label, (text.places[token.start()],) * len(label)), value),), whole=False)
            elif value.text:
                yield DataRow(((text.part(0, 0), value),), whole=False)
        elif frame.name is None:
            frame.name = value
        elif not (kind == "bare" and value.text in _NULL):
            yield from _member_rows(stack, frame.name, value)
    for frame in reversed(stack):
        yield from _list_member_rows(frame.pairs)


def _rows_of_object(stack: list[_Frame], sign: str, *, listed: bool) -> Iterator[DataRow]:
    """Yield the lines that an object becomes where it ends; `listed` says that it is one of several."""
    if sign in "{[" and len(stack) < MAX_DEPTH:
        above = stack[-1] if stack else None
        inside = listed if above is None else above.listed or above.inside
        stack.append(_Frame(None if above is None else above.name, listed=sign == "[", inside=inside))
        if above is not None:
            above.name = None
    elif sign in "}]" and stack:
        frame = stack.pop()
        if frame.pairs and _in_a_row(stack):
            stack[-1].pairs += _fold_members(frame, frame.pairs[0][0] if frame.key is None else frame.key)
            return
        if frame.pairs and frame.listed:
            yield DataRow(
                ((frame.pairs[0][1].part(0, 0), join_texts([value for _, value in frame.pairs])),), whole=False
            )
            return
        yield from _list_member_rows(frame.pairs)
        if frame.army:
            row = frame.army[0]
            for part in frame.army[1:]:
                row = row.joined(LocatedText(" ", part.places[:1])).joined(part)
            yield DataRow(((row.part(0, 0), row),), whole=False)
    elif sign == "," and stack:
        stack[-1].name = None


def _in_a_row(stack: Sequence[_Frame]) -> bool:
    """Return whether an object of a list is being read."""
    return any(one.inside and not one.listed for one in stack)


def _is_a_rank(stack: Sequence[_Frame]) -> bool:
    """Return whether a list within a list that begins the game is being read: a row of its diagram."""
    keys = [one.key.text for one in stack if one.key is not None]
    return len(stack) > 1 and stack[-2].listed and keys[-1:] != [] and keys[-1] in _ARMIES


def _fold_members(frame: _Frame, key: LocatedText) -> list[tuple[LocatedText, LocatedText]]:
    """Return what an object or a list within a row says as members of the row: to_col, to_row; path 八7-八6, at 24."""
    if not frame.listed:
        return [(key.joined(LocatedText("_", key.places[-1:])).joined(name), value) for name, value in frame.pairs]
    whole = frame.pairs[0][1]
    for _, value in frame.pairs[1:]:
        figure = value.text.isdecimal() and len(value.text) == len(frame.pairs[0][1].text) == 1
        whole = whole.joined(LocatedText("-" * (not figure), value.places[:1] * (not figure))).joined(value)
    return [(key, whole)]


def _member_rows(stack: list[_Frame], name: LocatedText, value: LocatedText) -> Iterator[DataRow]:
    frame = stack[-1]
    frame.name = None
    if not value.text:
        return
    side = next((one.key for one in stack[-2::-1] if one.key is not None and one.key.text in _SIDES), None)
    if side is not None and frame.key is not None and frame.key.text in _ARMIES:
        frame.army = frame.army or [side]
        unit, square = (name, value) if _SQUARE.fullmatch(value.text) else (value, name)
        frame.army.append(unit.joined(square))
    elif frame.key is not None and frame.key.text in STAND_ROW and name.text in _SIDES:
        key = f"{PLAYERS[name.text in _SECOND]}の駒台"
        yield DataRow(((LocatedText(key, name.places[:1] * len(key)), value),), whole=False)
    elif frame.inside or (
        frame.key is not None and frame.key.text.lower() in _ENDS
    ):  # of an object in a list, or of the end
        frame.pairs.append((name, value))
    else:
        named = frame.key is not None and frame.key.text in _SIDES and name.text in _NAMES
        yield DataRow(((frame.key if named and frame.key is not None else name, value),), whole=False)


class _Node(NamedTuple):
    name: LocatedText
    attributes: list[tuple[LocatedText, LocatedText]]
    children: list[_Node]
    texts: list[LocatedText]


def _rows_of_xml(text: LocatedText) -> Iterator[DataRow]:
    """Yield the lines that the elements of an XML text become, as far as it goes."""
    root = _Node(text.part(0, 0), [], [], [])
    remarks: list[LocatedText] = []
    stack = [root]
    for token in _XML.finditer(text.text):
        if token["text"] is not None:
            stack[-1].texts.append(text.cut(*token.span("text")))
        elif token["remark"] is not None:
            remarks += [text.cut(*token.span("remark"))] if token["remark"].strip() else []
        elif token["name"] is None:
            continue
        elif token["close"]:
            if len(stack) > 1:
                stack.pop()
        else:
            start = token.start("attributes")
            attributes = [
                (
                    text.part(start + one.start(1), start + one.end(1)),
                    text.part(start + one.start(at), start + one.end(at)),
                )
                for one in _ATTRIBUTE.finditer(token["attributes"])
                for at in (2 if one[2] is not None else 3,)
            ]
            node = _Node(text.part(*token.span("name")), attributes, [], [])
            stack[-1].children.append(node)
            if not token["empty"] and len(stack) < MAX_DEPTH:
                stack.append(node)
    yield from (DataRow(((one.part(0, 0), one),), whole=False) for one in remarks)
    yield from _rows_of_nodes(root)


def _rows_of_nodes(above: _Node) -> Iterator[DataRow]:
    names = [node.name.text for node in above.children]
    for node in above.children:
        if names.count(node.name.text) > 1 and (pairs := list(_flatten_element(node))):
            yield from _list_member_rows(pairs)
            continue
        for name, value in node.attributes:
            if value.text.strip():
                yield DataRow(((node.name if name.text in _NAMES else name, value),), whole=False)
        written = [one for one in node.texts if one.text.strip()]
        yield from (DataRow(((node.name, one),), whole=False) for one in written)
        yield from _rows_of_nodes(node)


def _flatten_element(node: _Node) -> Iterator[tuple[LocatedText, LocatedText]]:
    """Yield what an element holds, by the names of attributes and elements."""
    yield from node.attributes
    shared = [name for child in node.children for name in {one.text for one, _ in child.attributes}]
    for child in node.children:
        if not (child.attributes or child.children or any(one.text.strip() for one in child.texts)):
            yield child.name, LocatedText("true", child.name.places[:1] * 4)  # <flip/>
        for name, value in _flatten_element(child):
            told = shared.count(name.text) > 1  # <from x="2" y="7"/><to x="2" y="6"/>
            joint = LocatedText("_", name.places[:1])
            yield (child.name.joined(joint).joined(name) if told and name is not child.name else name), value
    yield from ((node.name, one) for one in node.texts if one.text.strip())
