"""Slips that a writer makes in every line: column and row exchanged, the board seen from another side, the other side's letters.

Each is one rewriting of all lines of a record, or of the lines of one side.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, NamedTuple

from kifu.model.outcome import Side
from kifu.model.squares import COLUMNS
from kifu.reconcile.line_replay import ILLEGAL, START
from kifu.reconcile.move_tokens import mark_of
from kifu.reconcile.patch_text import Replacement
from kifu.reconcile.slip_rules import Kind, changes, slip

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from kifu.reconcile.line_replay import Course
    from kifu.reconcile.move_tokens import Sign, Signs
    from kifu.reconcile.slip_rules import View
    from kifu.referee.record import Record

FEWEST = 2
"""The least number of faults that one slip of the whole record has to explain."""


MOST_PARTINGS = 32
"""The most games that are followed while figures may be parted in several ways."""
_SEVERAL = 2


class Rewritten(NamedTuple):
    """A line of play with one slip mended in all of its lines."""

    slip: Kind
    """What every line has."""
    change: Callable[[str, int], str]
    """Gives the text in place of a text at a ply."""
    alone: bool = False
    """Whether it counts only where no other rewriting explains the record: the same game seen in a mirror."""


def throughout(course: Course, texts: Sequence[str], start: int, legal: int) -> Iterator[Rewritten]:
    """Yield the rewritings that may explain a line of play, the likeliest first.

    `start` is the ply of the first text, and `legal` the number of legal plies before the first fault.
    """
    ways = list(_ways(course, texts, texts[legal] if legal < len(texts) else ""))
    for kind, way, alone in ways:
        for parity in (None, 0, 1):
            yield Rewritten(kind, _limited(way, parity), alone)
    for parted in _with_figures(course, texts):
        yield Rewritten(Kind.FIGURES, _of_places(parted, start))
    for kind in (Kind.SUFFIX, Kind.PROMOTED):
        marked = _with_marks(course, texts, kind)
        if marked:
            yield Rewritten(kind, _of_places(marked, start))


def _of_places(new: Mapping[tuple[int, str], str], start: int) -> Callable[[str, int], str]:
    return lambda text, ply: new.get((ply - start, text), text)


def mended(course: Course, texts: Sequence[str], new: Sequence[str]) -> int:
    """Return how many faults of a line of play are mended by other texts; -1 if these are no legal line of play."""
    line, faults = START, 0
    for old, text in zip(texts, new, strict=True):
        before, line = line, course.follow(line, text)
        if line == ILLEGAL:
            return -1
        faults += old != text and course.follow(before, old) == ILLEGAL
    return faults


def replaced(record: Record, change: Callable[[str, int], str]) -> list[tuple[int, Replacement]]:
    """Return the entries of a record that a rewriting changes, branches included, each with its ply."""
    return [
        (entry.ply, Replacement(entry.line, entry.column, entry.text, new))
        for part in record.games or (record,)
        for variation in part.lines
        for entry in variation.entries
        if (new := change(entry.text, entry.ply)) != entry.text
    ]


def _limited(way: Callable[[str], str], parity: int | None) -> Callable[[str, int], str]:
    return lambda text, ply: way(text) if parity is None or ply % 2 == parity else text


def _ways(course: Course, texts: Sequence[str], faulty: str) -> Iterator[tuple[Kind, Callable[[str], str], bool]]:
    signs = course.signs
    turned = [(kind, view) for kind, views in changes(course.size) for view in views]
    if any(signs.of_text(text).others for text in texts):
        # In shogi the columns are counted from the right.
        for view in (None, *(view for kind, view in turned if kind is Kind.MIRRORED)):
            yield Kind.FIGURES, _refigured(signs, 0, view), view is not None
            yield Kind.FIGURES, _refigured(signs, -1, view), view is not None
    for kind, view in turned:
        yield kind, _seen(signs, view), False
    for letters in _letters(course, faulty):
        yield Kind.LOOK_ALIKE, _lettered(signs, letters), False


def _refigured(signs: Signs, place: int, view: View | None) -> Callable[[str], str]:
    def new(text: str) -> str:
        others = signs.of_text(text).others
        return _spelled(text, others[place], view) if others else text

    return new


def _seen(signs: Signs, view: View) -> Callable[[str], str]:
    def new(text: str) -> str:
        sign = signs.of_text(text)
        return _spelled(text, sign, view) if sign.squares else text

    return new


def _spelled(text: str, sign: Sign, view: View | None) -> str:
    squares = sign.squares if view is None else tuple(map(view, sign.squares))
    if not all(1 <= column <= len(COLUMNS) and row >= 1 for column, row in squares):
        return text
    return f"{mark_of(text)}{'-'.join(f'{COLUMNS[column - 1]}{row:02d}' for column, row in squares)}{sign.tail}"


def _letters(course: Course, faulty: str) -> Iterator[Mapping[str, str]]:
    """Yield what units are exchanged: those of both sides, and the one of the faulty line with each other."""
    first, second = (tuple(course.game.written_units(side).values()) for side in Side)
    if first != second:
        both = dict(zip(first, second, strict=True))
        back = {of_second: of_first for of_first, of_second in both.items()}
        yield both | back
        yield both
        yield back
    pairs = list(zip(first, second, strict=True))
    for unit in sorted(course.signs.of_text(faulty).units):
        for pair in pairs:
            for own, other in itertools.product((one for one in pairs if unit in one), pair):
                if other not in own:
                    yield {unit: other}
                    yield {unit: other, other: unit}
            for own in (one for one in pairs if unit in one and one[0] != one[1] and one != pair):
                exchanged = dict(zip(own, pair, strict=True))
                yield exchanged
                yield exchanged | {to: of for of, to in exchanged.items()}


def _lettered(signs: Signs, letters: Mapping[str, str]) -> Callable[[str], str]:
    def new(text: str) -> str:
        sign = signs.of_text(text)
        unit = sign.tail.removesuffix("".join(sign.suffixes))
        if unit not in letters or not text.rstrip().endswith(sign.tail):
            return text
        body = text.rstrip()
        return body[: len(body) - len(sign.tail)] + letters[unit] + sign.tail[len(unit) :]

    return new


def _with_figures(course: Course, texts: Sequence[str]) -> Iterator[dict[tuple[int, str], str]]:
    """Yield the texts in figures, by place and text, as the game lets them be parted: 111 is 1 and 11, or 11 and 1."""
    signs = course.signs
    for exchanged in (False, True):
        partings = {text: list(signs.parted(text, exchanged=exchanged)) for text in texts if signs.of_text(text).others}
        if max(map(len, partings.values()), default=0) < _SEVERAL:
            continue
        ways: list[tuple[int, tuple[str, ...]]] = [(START, ())]
        for text in texts:
            spellings = [_spelled(text, sign, None) for sign in partings.get(text, ())] or [text]
            legal = ((course.follow(line, new), (*way, new)) for line, way in ways for new in spellings)
            ways = list(itertools.islice((one for one in legal if one[0] != ILLEGAL), MOST_PARTINGS))
        for _, way in ways:
            yield {(place, text): new for place, (text, new) in enumerate(zip(texts, way, strict=True)) if text != new}


def _with_marks(course: Course, texts: Sequence[str], kind: Kind) -> dict[tuple[int, str], str]:
    """Return the texts with a slip of one kind in a suffix, by place and text, each with the only legal text for it.

    It is empty if a line has none or several.
    """
    new: dict[tuple[int, str], str] = {}
    line = START
    for place, text in enumerate(texts):
        after = course.follow(line, text)
        if after == ILLEGAL:
            written = course.signs.of_text(text)
            fitting = [move for move in course.legal(line) if slip(written, course.sign(move), course.size) is kind]
            if len(fitting) != 1:
                return {}
            new[place, text] = mark_of(text) + course.game.spell(fitting[0])
            after = course.after(line, fitting[0])
        line = after
    return new
