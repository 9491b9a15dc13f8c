"""Plies, and ends of plies, that stand below where they belong: 14と16の間に 15.三05-二04平 を補う; 反 at the head of the next line."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from notation.freeform.move_and_unit_rewriting import rewrite_in_notation
from notation.freeform.move_ink import whole_move_ends

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game
    from notation.freeform.clean_lines import CleanLine

MAX_CHARACTERS = 160
MAX_LINES_ABOVE = 2
"""The most lines above a ply in which the words stand that put it in."""
_FORGOTTEN = (
    r"書き?(?:落と|おと|忘れ|わすれ|洩ら|漏ら|もら)|(?:記入|記載|書き|つけ|付け)(?:漏れ|もれ|洩れ)|抜け(?:て|た|ま)|ぬけ(?:て|た|ま)|抜かし|飛ばし(?:て|た|ま)|とばし(?:て|た|ま)|(?:が|を)?脱落|脱字"
    r"|補(?:う|い|足|記|っ)|追記|追加|挿入|入(?:る|り|れ)|書き?足|間に|(?i:\b(?:forgot(?:ten)?|missing|missed|left out|omitted|insert(?:ed)?|add(?:ed)?|goes? between|belongs? between)\b)"
)
_PUTS_IN = re.compile(_FORGOTTEN)
"""Words that say that a ply was left out, or where it belongs."""
_BETWEEN = re.compile(
    r"(?<!\d)(?P<one>\d{1,3})(?:手目)?\s?[とー~〜,、-]\s?(?P<two>\d{1,3})(?:手目)?の(?:あいだ|間)"
    r"|(?<!\d)(?P<after>\d{1,3})(?:手目)?の(?:次|つぎ|あと|後|直後)"
    r"|(?<!\d)(?P<before>\d{1,3})(?:手目)?の(?:前|まえ|直前)"
    r"|(?i:\bbetween (?P<first>\d{1,3}) and (?P<second>\d{1,3})\b|\bafter (?:move |ply )?(?P<behind>\d{1,3})\b|\bbefore (?:move |ply )?(?P<ahead>\d{1,3})\b)"
)
"""Where a ply belongs."""
_UNSURE = re.compile("かも|だろう|らしい|たぶん|多分|おそらく|はず|[?？]|(?i:\\b(?:perhaps|maybe|probably)\\b)")
_NUMBER_OF_PLY = re.compile(
    r"(?<![\w./,>-])(?<!\d:)[(\[【#第]{0,2}(?P<number>\d{1,3})(?:手目?)?[.)\]】:、・]{0,2}\s{0,3}"
)
_SIDE = re.compile(r"(?:(?:先手|後手|[先後白黒])(?:番)?|[▲△☗☖▽])?\s?[:、]?\s{0,2}")


MAX_SUFFIXES = 2
"""The most suffixes of a move."""


class _Ply(NamedTuple):
    """A ply with its number, and where it stands."""

    number: int
    line: int
    start: int
    end: int


def with_plies_put_in(game: Game, lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return the lines with each ply in its place that the record has left out there, and puts in below by words.

    It has to be the only one of its number, and those before and behind it have to stand above; what the words say of its place has
    to be so. The words stand as a comment.
    """
    plies = list(numbered_plies(game, lines)) if any(map(_may_put_in, lines)) else []
    for ply in plies:
        words = _words_that_put_in(lines, ply)
        before, behind = ([one for one in plies if one.number == number] for number in (ply.number - 1, ply.number + 1))
        alone = sum(one.number == ply.number for one in plies) == 1
        if words is None or not alone or len(before) != 1 or len(behind) != 1:
            continue
        if _is_misplaced(lines, ply, before[0], behind[0]) and _names_place(lines, words, ply):
            return with_plies_put_in(game, _moved(lines, ply, behind[0], words))
    return list(lines)


def _may_put_in(clean_line: CleanLine) -> bool:
    text = clean_line.passage.text
    usable = len(text) <= MAX_CHARACTERS and not (clean_line.furniture or clean_line.parts or clean_line.refused)
    return usable and _PUTS_IN.search(text) is not None and _UNSURE.search(text) is None


def numbered_plies(game: Game, lines: Sequence[CleanLine]) -> Iterator[_Ply]:
    """Yield the moves of lines with a number before them."""
    for at, laid in enumerate(lines):
        text = laid.passage.text
        if laid.furniture or laid.parts or laid.refused or len(text) > MAX_CHARACTERS:
            continue
        told = rewrite_in_notation(game, laid.passage)
        known = told.text if len(told.text) == len(text) else text
        places = [found.span() for found in _BETWEEN.finditer(text)]  # in 14と16の間 と is no unit
        end = 0
        for number in _NUMBER_OF_PLY.finditer(text):
            if any(start <= number.start("number") < stop for start, stop in places):
                continue
            start = _SIDE.match(text, number.end())
            ends = whole_move_ends(game, known, number.end() if start is None else start.end())
            if number.start() >= end and ends:
                bracketed = _bracketed_suffix_pattern(game).match(known, max(ends))
                end = max(ends) if bracketed is None else bracketed.end()
                yield _Ply(int(number["number"]), at, number.start(), end)


def _words_that_put_in(lines: Sequence[CleanLine], ply: _Ply) -> tuple[int, ...] | None:
    """Return the indices of the lines whose words put a ply in: its own, or one right above it; None if there are none."""
    own = lines[ply.line]
    apart = own.passage.text[: ply.start] + " " + own.passage.text[ply.end :]
    if _may_put_in(own) and _PUTS_IN.search(apart):
        return (ply.line,)
    above = range(ply.line - 1, max(-1, ply.line - 1 - MAX_LINES_ABOVE), -1)
    at = next((at for at in above if lines[at].passage.text.strip()), None)
    alone = not apart.strip(" *※→-・()")
    said = at is not None and alone and _may_put_in(lines[at]) and _NUMBER_OF_PLY.match(lines[at].passage.text) is None
    return (at, ply.line) if said and at is not None else None


def _is_misplaced(lines: Sequence[CleanLine], ply: _Ply, before: _Ply, behind: _Ply) -> bool:
    """Return whether the plies before and behind one stand one behind the other above it."""
    ordered = (before.line, before.start) < (behind.line, behind.start) < (ply.line, ply.start)
    between = [laid.passage.text for laid in lines[before.line + 1 : behind.line]]
    return ordered and not any(text.strip() and _NUMBER_OF_PLY.match(text) for text in between)


def _names_place(lines: Sequence[CleanLine], words: Sequence[int], ply: _Ply) -> bool:
    """Return whether what words say of the place of a ply is so; words that name none say no more than its number."""
    for at in words:
        for found in _BETWEEN.finditer(lines[at].passage.text):
            named = {key: int(value) for key, value in found.groupdict().items() if value}
            right = {"one": -1, "two": 1, "after": -1, "before": 1, "first": -1, "second": 1, "behind": -1, "ahead": 1}
            if any(number != ply.number + right[key] for key, number in named.items()):
                return False
    return True


def _moved(lines: Sequence[CleanLine], ply: _Ply, behind: _Ply, words: Sequence[int]) -> list[CleanLine]:
    """Return the lines with a ply before the one behind it, and the words about it as comments."""
    found = list(lines)
    own = lines[ply.line]
    for at in words:
        found[at] = lines[at]._replace(raw=None, furniture=True)
    put = own._replace(passage=own.passage.cut(ply.start, ply.end), raw=None)
    rest = [
        own._replace(passage=part, raw=None, furniture=True)
        for part in (own.passage.cut(0, ply.start), own.passage.cut(ply.end))
        if any(map(str.isalnum, part.text))
    ]
    found[ply.line : ply.line + 1] = rest
    there = lines[behind.line]
    above, below = there.passage.cut(0, behind.start), there.passage.cut(behind.start)
    parted = [] if not above.text else [there._replace(passage=above, raw=None)]
    kept = there if not above.text else there._replace(passage=below, raw=None)
    return [*found[: behind.line], *parted, put, kept, *found[behind.line + 1 :]]


def with_fallen_suffixes(game: Game, lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return the lines; suffixes at the head of one, before its ply number, stand behind the move of the ply before it."""
    found = list(lines)
    for at, below in enumerate(lines):
        fallen = _fallen_suffix_pattern(game).match(below.passage.text[:MAX_CHARACTERS])
        above = next((index for index in range(at - 1, -1, -1) if lines[index].passage.text.strip()), None)
        if fallen is None or above is None:
            continue
        rest = below._replace(passage=below.passage.cut(fallen.end()), raw=None)
        whole = found[above]._replace(
            passage=found[above].passage.cut(0).joined(below.passage.part(*fallen.span("suffixes"))), raw=None
        )
        before, behind = list(numbered_plies(game, [whole])), list(numbered_plies(game, [rest]))
        follows = before and behind and not behind[0].start and before[-1].number + 1 == behind[0].number
        if follows and before[-1].end == len(whole.passage.text):
            found[above], found[at] = whole, rest
    return found


@lru_cache(maxsize=16)
def _bracketed_suffix_pattern(game: Game) -> re.Pattern[str]:
    """Return the pattern of suffixes in brackets behind a move: 一05-二05C外（合）."""
    words = "|".join(map(re.escape, sorted(game.vocabulary.suffixes, key=len, reverse=True)))
    return re.compile(rf"\s?[(（](?:{words}){{1,{MAX_SUFFIXES}}}[)）]" if words else "(?!)")


@lru_cache(maxsize=16)
def _fallen_suffix_pattern(game: Game) -> re.Pattern[str]:
    """Return the pattern of suffixes before a ply number."""
    words = "|".join(map(re.escape, sorted(game.vocabulary.suffixes, key=len, reverse=True)))
    return re.compile(rf"\s*(?P<suffixes>(?:{words}){{1,{MAX_SUFFIXES}}})\s?(?=\d{{1,3}}\D)" if words else "(?!)")
