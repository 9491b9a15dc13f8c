"""What remarks and values of data say of its own way of writing: names in other words, figures from 0, numbers for the players."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import PLAYERS
from kifu.core.squares import COLUMNS
from notation.freeform.columns import column_role
from notation.freeform.fold_text import LocatedText, join_texts, word_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from notation.freeform.data_formats import Member

_EXPLAINED = re.compile(r"(?<![^\s,、。;/(「])([a-z]{1,4})\s?=\s?(\w{1,12})(?![\w=])")
"""The name of a member, and what a remark says that it is."""
_COLUMN_FIRST = re.compile(
    r"(?i)\bx\s?[:=](?=.{0,30}(?:col|left|横|列|筋|左)).{0,60}\by\s?[:=]|\bxy\s?=\s?col|\[?(?:左から|列)[,、](?:上から|段)"
)
"""What says that the column stands first in a list of two figures."""
_SQUARE = re.compile(r"(\d{1,2}(?=\.)|\d(?=\d$))\.?(\d{1,2})")
_FIGURES = re.compile(r"\d{1,2}")
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
    from_zero = any(figures.count("0") == 1 for figures in _square_lists(root))  # 0,0 may stand for no square
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


def _square_lists(member: Member, key: str = "") -> Iterator[list[str]]:
    """Yield the two figures of each square that is a list: {"at": [0, 3]}, {"path": [[8, 9], [7, 8]]}."""
    key = member.name.text or key
    figures = [one.value.text for one in member.members if one.value is not None]
    if member.listed and _is_square(figures, key):
        yield figures
    for one in member.members:
        yield from _square_lists(one, key)


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


def join_figures(values: Sequence[LocatedText]) -> LocatedText:
    """Return two figures of a square side by side, other values with a dash."""
    square = len(values) == len(("file", "rank")) and _FIGURES.fullmatch(values[1].text) is not None
    square = square and (values[0].text in COLUMNS or _FIGURES.fullmatch(values[0].text) is not None)
    figures = max(len(value.text) for value in values) > 1 and values[0].text.isdecimal()
    return join_texts(
        value if at == 0 else join_texts((word_at("-" if not square else "." if figures else "", value), value))
        for at, value in enumerate(values)
    )
