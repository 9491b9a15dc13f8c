"""Members of data that programs write (JSON, XML, settings), with names and places, in the words of the notation."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import PLAYERS
from kifu.core.squares import COLUMNS
from notation.freeform.fold_text import LocatedText, join_texts, word_at
from notation.freeform.table_cells_and_columns import column_role
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Mapping, Sequence


MAX_DEPTH = 20
"""The most levels of data within data."""
MAX_LINE = 400
"""The most characters of a line that may be a setting."""
MIN_LINES = 3
"""The fewest lines, or sections, by which a form of data is known that has one member a line."""
_JSON = kept_pattern(
    r"(?P<blank>\s+|//[^\n]*|/\*[^*]{0,400}\*/|#[^\n]*)|\"(?P<double>(?:[^\"\\\n]|\\.)*)(?:\"|$|(?=\n))|'(?P<single>(?:[^'\\\n]|\\.)*)(?:'|$|(?=\n))"
    r"|(?P<sign>[{}\[\],:=])|(?P<bare>[^\s{}\[\],:=\"']+)"
)
_YAML = kept_pattern(_JSON.pattern.replace(r"\"']+)", r"\"'](?:[^{}\[\],:=\"'#]{0,80}[^\s{}\[\],:=\"'#])?)"))
"""Of words without quotes blanks are a part."""
_XML = kept_pattern(
    r"<!--(?P<remark>[^<>]{0,400})-->|<[?!][^<>]{0,400}>|<(?P<close>/?)(?P<name>[^\s<>/!?=\"]+)(?P<attributes>[^<>]{0,400}?)(?P<empty>/?)>|(?P<text>[^<]+)"
)
_ATTRIBUTE = kept_pattern(r"(?<![^\s<\"'])([^\s=<>\"/]{1,40})\s{0,3}=\s{0,3}(?:\"([^\"<>]{0,200})\"|'([^'<>]{0,200})')")
_FLOW = kept_pattern(r"\s{0,40}(?:-\s{0,4})?(?=\{[^{}]{1,200}\}\s{0,4},?\s{0,4}(?:#.{0,200})?$)")
_SECTION = kept_pattern(r"\s*\[{1,2}[^\[\]]{1,40}\]{1,2}\s*")
_SETTING = kept_pattern(r"\s*([^\W\d]\w{0,20}|\d{1,4})\s?=\s?(\S(?:.{0,120}\S)?)?\s*")
_KEY = kept_pattern(
    r"\s{0,40}(?:-\s{1,4})?(?P<name>[^\s:#{}\[\],\-][^:#{}\[\],]{0,30}?)\s?:(?:\s+(?P<value>[^#\s].{0,300}?))?\s*(?P<remark>\s#.*)?"
)
_QUOTED = kept_pattern(r"([\"'])(.*)\1")
_NULL = frozenset({"null", "None", "nil", "~", "undefined"})


def match_line(pattern: re.Pattern[str], line: LocatedText, longest: int = MAX_LINE) -> re.Match[str] | None:
    """Return the match of a whole line that is not too long; its beginning alone would lose the rest."""
    return pattern.fullmatch(line.text) if len(line.text) <= longest else None


class Member(NamedTuple):
    """Member of data: a value below its name, or members of its own."""

    name: LocatedText
    """Empty for one of a list, and for a remark."""
    value: LocatedText | None
    """None where it has members."""
    members: list[Member]
    listed: bool = False
    """Whether it is a list."""
    remark: bool = False
    """Whether it is a line that says nothing to a program."""

    def add_member(
        self, name: LocatedText, value: LocatedText | None, *, listed: bool = False, remark: bool = False
    ) -> Member:
        """Add a member, and return it."""
        self.members.append(Member(name, value, [], listed, remark))
        return self.members[-1]


def parse_json(  # noqa: C901 - one kind of token after the other
    text: LocatedText, tokens: re.Pattern[str] = _JSON
) -> Member:
    """Return the members of a JSON text, as far as it goes: with remarks, without quotes, cut off."""
    empty = text.part(0, 0)
    stack, name = [Member(empty, None, [])], empty
    for token in tokens.finditer(text.text):
        kind, above = token.lastgroup, stack[-1]
        value = text.part(*token.span(str(kind)))
        if kind == "blank" and (remark := token[0].strip()):
            value = value.part(0, len(remark))
            sign = LocatedText("# ", value.places[:1] * 2) if len(stack) > 1 else empty
            above.add_member(empty, sign.joined(value), remark=True)
        elif kind == "sign":
            if token[0] in "{[" and len(stack) < MAX_DEPTH:
                stack.append(above.add_member(name, None, listed=token[0] == "["))
            elif token[0] in "}]":
                stack = stack[: max(1, len(stack) - 1)]
            name = name if token[0] in ":=" else empty
        elif kind != "blank" and len(stack) == 1:  # behind the data
            if any(map(str.isalnum, value.text)):
                above.add_member(empty, value, remark=True)
        elif kind != "blank" and (above.listed or not name.places):
            name = above.add_member(name, value).name if above.listed else value
        elif kind != "blank":
            if kind != "bare" or value.text not in _NULL:
                above.add_member(name, value)
            name = empty
    return stack[0]


def parse_xml(text: LocatedText) -> Member:
    """Return the elements of an XML text, as far as it goes: what they say, and their attributes, are members."""
    empty = text.part(0, 0)
    stack, remarks = [Member(empty, None, [])], Member(empty, None, [])
    for token in _XML.finditer(text.text):
        if token["text"] is not None:
            if token["text"].strip():
                stack[-1].add_member(stack[-1].name, text.cut(*token.span("text")), remark=len(stack) == 1)
        elif token["remark"] is not None:
            if token["remark"].strip():
                remarks.add_member(empty, text.cut(*token.span("remark")), remark=True)
        elif token["close"]:
            stack = stack[: max(1, len(stack) - 1)]
        elif token["name"] is not None:
            node = stack[-1].add_member(text.part(*token.span("name")), None)
            start = token.start("attributes")
            for one in _ATTRIBUTE.finditer(token["attributes"]):
                names, values = one.span(1), one.span(2 if one[2] is not None else 3)
                node.add_member(*(text.part(start + first, start + last) for first, last in (names, values)))
            if not token["empty"] and len(stack) < MAX_DEPTH:
                stack.append(node)
    return stack[0]._replace(members=remarks.members + stack[0].members)


def is_yaml(lines: Sequence[LocatedText]) -> bool:
    """Return whether enough lines are members of a list: - {n: 1, to: 五4}, or - n: 1 above others that are further in."""
    flows = sum(_FLOW.match(line.text) is not None for line in lines if len(line.text) <= MAX_LINE)
    texts = [line.text[:MAX_LINE] for line in lines]
    items = sum(
        one.lstrip()[:2] == "- "
        and _KEY.match(one) is not None
        and _KEY.match(two) is not None
        and _indent(two) > _indent(one)
        for one, two in pairwise(texts)
    )
    return max(flows, items) >= MIN_LINES


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def parse_yaml(lines: Sequence[LocatedText]) -> Member:
    """Return the members of lines by how far they stand in; a line that is none of them is a remark as it stands."""
    root = Member(LocatedText("", ()), None, [])
    stack = [(-1, root)]
    for at, line in enumerate(lines):
        flow = _FLOW.match(line.text) if len(line.text) <= MAX_LINE else None
        key = match_line(_KEY, line) if flow is None else None
        dash, indent = line.text.lstrip()[:1] == "-", _indent(line.text)
        while line.text.strip() and stack[-1][0] >= indent + dash:
            stack.pop()
        above, empty = stack[-1][1], line.part(0, 0)
        if flow is not None:
            rows = above if above.listed else above.add_member(empty, None, listed=True)
            rows.members.extend(parse_json(line.part(flow.end(), None), _YAML).members)
        elif key is None:
            above.add_member(empty, line, remark=True)
        else:
            if dash:
                stack.append((indent + 1, above.add_member(empty, None)))
            name, value = line.part(*key.span("name")), line.part(*key.span("value"))
            if not value.text:
                below = next((one.text.lstrip() for one in lines[at + 1 :] if one.text.strip()), "")
                stack.append((key.start("name"), stack[-1][1].add_member(name, None, listed=below[:2] == "- ")))
            else:
                _add_setting(stack[-1][1], name, value)
            if key["remark"]:
                stack[-1][1].add_member(empty, line.cut(key.start("remark")), remark=True)
    return root


def _add_setting(section: Member, name: LocatedText, value: LocatedText) -> None:
    """Add a value that may stand in quotes, or be data of its own."""
    if value.text[:1] in {"{", "["}:
        section.members.extend(one._replace(name=name) for one in parse_json(value, _YAML).members)
    elif value.text not in _NULL:
        quoted = _QUOTED.fullmatch(value.text)
        section.add_member(name, value if quoted is None else value.part(*quoted.span(2)))


def parse_settings(lines: Sequence[LocatedText]) -> Member:
    """Return the settings of lines, below the sections that they stand in; other lines are remarks as they stand."""
    root = section = Member(LocatedText("", ()), None, [])
    for line in lines:
        setting = match_line(_SETTING, line)
        if match_line(_SECTION, line):
            section = root.add_member(line.cut(0), None)
        elif setting is None:
            section.add_member(line.part(0, 0), line, remark=True)
        else:
            _add_setting(section, *(line.part(*setting.span(at)) for at in (1, 2)))
    return root


_EXPLAINED = kept_pattern(r"(?<![^\s,、。;/(「])([a-z]{1,4})\s?=\s?(\w{1,12})(?![\w=])")
"""The name of a member, and what a remark says that it is."""
_COLUMN_FIRST = kept_pattern(
    r"(?i)\bx\s?[:=](?=.{0,30}(?:col|left|横|列|筋|左)).{0,60}\by\s?[:=]|\bxy\s?=\s?col|\[?(?:左から|列)[,、](?:上から|段)"
)
"""What says that the column stands first in a list of two figures."""
_SQUARE = kept_pattern(r"(\d{1,2}(?=\.)|\d(?=\d$))\.?(\d{1,2})")
_FIGURES = kept_pattern(r"\d{1,2}")
_SEATS = frozenset({"seats", "players", "対局者"})


class DataWording(NamedTuple):
    """How data writes names, squares and players."""

    names: Mapping[str, str]
    """Names of members, in other words."""
    shift: int
    """How much higher the figures of squares are than those in lists."""
    column_first: bool
    players: Mapping[str, str]
    """The sides by their numbers."""


def members_in_notation_words(root: Member) -> Member:
    """Return members as the notation names and counts: c=列, squares from 0, the players by numbers."""
    texts, told = (
        list(_values_and_remarks(root)),
        [one for text in _values_and_remarks(root) for one in _EXPLAINED.finditer(text)],
    )
    names = {one[1]: one[2] for one in told if column_role(one[2], ()) not in {"?", column_role(one[1], ())}}
    from_zero = any(
        figures.count("0") == 1 for figures in _figures_of_square_lists(root)
    )  # 0,0 may stand for no square
    numbers = {text for name, text in _names_and_values(root) if column_role(name, ()) == "side"}
    players = dict(zip(sorted(numbers), PLAYERS, strict=True)) if numbers in ({"0", "1"}, {"1", "2"}) else {}
    return _reword_member(root, DataWording(names, int(from_zero), any(map(_COLUMN_FIRST.search, texts)), players))


def _values_and_remarks(member: Member) -> Iterator[str]:
    """Yield the values of all members, and the remarks."""
    if member.value is not None:
        yield member.value.text
    for one in member.members:
        yield from _values_and_remarks(one)


def _names_and_values(member: Member) -> Iterator[tuple[str, str]]:
    """Yield the names and values of all members."""
    if member.value is not None:
        yield member.name.text, member.value.text
    for one in member.members:
        yield from _names_and_values(one)


def _figures_of_square_lists(member: Member, key: str = "") -> Iterator[list[str]]:
    """Yield the two figures of each square that is a list: {"at": [0, 3]}, {"path": [[8, 9], [7, 8]]}."""
    key = member.name.text or key
    figures = [one.value.text for one in member.members if one.value is not None]
    if member.listed and _is_square(figures, key):
        yield figures
    for one in member.members:
        yield from _figures_of_square_lists(one, key)


def _is_square(figures: Sequence[str], key: str) -> bool:
    """Return whether figures in a list below a key are those of a square."""
    figured = len(figures) == len(("file", "rank")) and all(map(_FIGURES.fullmatch, figures))
    return figured and column_role(key, ()) in {"from", "square", "past", "path"}


def _reword_member(member: Member, wording: DataWording, key: str = "") -> Member:
    """Return a member with its names, squares and players as the notation has them."""
    key = member.name.text or key
    name = word_at(wording.names[key], member.name) if member.name.text in wording.names else member.name
    members = [_reword_member(one, wording, key) for one in member.members]
    value, scalars = member.value, [one.value for one in members if one.value is not None]
    if (
        value is not None
        and value.text in wording.players
        and (key in {"winner", "loser"} or column_role(key, ()) == "side")
    ):
        value = word_at(wording.players[value.text], value)
    if member.listed and len(scalars) == len(members) and _is_square([one.text for one in scalars], key):
        figures = [word_at(str(int(one.text) + wording.shift), one) for one in scalars]
        if wording.column_first and 0 < int(figures[0].text) <= len(COLUMNS):
            figures[0] = word_at(COLUMNS[int(figures[0].text) - 1], scalars[0])
        members = [one._replace(value=figure) for one, figure in zip(members, figures, strict=True)]
    if wording.players and member.listed and key in _SEATS and len(scalars) == len(members) == len(PLAYERS):
        members = [one._replace(name=word_at(side, scalars[0])) for one, side in zip(members, PLAYERS, strict=True)]
        return member._replace(name=name.part(0, 0), members=members, listed=False)
    return member._replace(name=name, value=value, members=members)


def square_in_kanji(text: LocatedText) -> LocatedText:
    """Return a square of two figures, the column first, with its column in kanji; any other text as it is."""
    figures = _SQUARE.fullmatch(text.text)
    if figures is None or not 0 < int(figures[1]) <= len(COLUMNS):
        return text
    return join_texts((word_at(COLUMNS[int(figures[1]) - 1], text), text.part(*figures.span(2))))


def join_figures_of_square(values: Sequence[LocatedText]) -> LocatedText:
    """Return two figures of a square side by side, other values with a dash."""
    square = len(values) == len(("file", "rank")) and _FIGURES.fullmatch(values[1].text) is not None
    square = square and (values[0].text in COLUMNS or _FIGURES.fullmatch(values[0].text) is not None)
    figures = max(len(value.text) for value in values) > 1 and values[0].text.isdecimal()
    return join_texts(
        value if at == 0 else join_texts((word_at("-" if not square else "." if figures else "", value), value))
        for at, value in enumerate(values)
    )
