"""Parts running text into turns: ▲四04占△四02領, 先手四04占、後手二02領, 四04占二02領."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from kifu.model.movetext import split_side
from kifu.model.outcome import SIDE_MARKS
from kifu.model.squares import COLUMNS, LETTERS
from notation.forms.entries import like_a_move, turns
from notation.forms.labels import DISCS, enclosed_number, numbers_before, sides_before
from notation.forms.words import LONGEST

if TYPE_CHECKING:
    from collections.abc import Callable

    from notation.forms.entries import Turn
    from notation.forms.labels import Around
    from notation.forms.passages import Passage

MOST_CHARACTERS = 3000
"""The most characters of a line of running text."""
_SIGNS = frozenset({*SIDE_MARKS, *DISCS} - {"黒", "白"})
_PARTS = "、。，,;/ 　\t・「」『』→"
_COLUMNS = frozenset("".join(COLUMNS) + LETTERS + LETTERS.upper())
"""The characters that a square may begin with, besides figures."""
_PAIR = re.compile(r"(\d{1,4})\s*[-~・,]\s*(\d{1,4})[.:)]?\s+")
"""The numbers of both turns of a line: 1-2."""
_UNTIL = re.compile(r"\s*(?:まで|以上)[、,]?.*$|\s+(?:1-0|0-1|1/2-1/2)\s*$")


def parted(around: Around, passage: Passage) -> tuple[Passage, ...] | None:
    """Return the turns that a line of several holds, each as it stands there, with what else stands on the line.

    None if the line is not several turns; an empty tuple if it can be parted in several ways.
    """
    text = passage.text
    if len(text) > MOST_CHARACTERS:
        return None
    signs = [at for at, character in enumerate(text) if character in _SIGNS or enclosed_number(character) is not None]
    numbered = [at for at in signs if text[at] not in _SIGNS]
    starts = numbered if len(numbered) > 1 else signs
    if starts and any(not text[end : starts[0]].strip(_PARTS) for _, end in numbers_before(text[: starts[0]])):
        starts = [0, *starts[1:]]  # the number before the first turn is its own, or that of the round
    if len(starts) > 1 and _are_turns(around, passage, starts):
        last = _UNTIL.search(text, starts[-1])
        ends = [*starts[1:], last.start() if last else len(text)]
        parts = [passage.cut(start, end) for start, end in zip(starts, ends, strict=True)]
        return tuple(
            part for part in (passage.cut(0, starts[0]), *parts, passage.cut(ends[-1])) if part.text.strip(_PARTS)
        )
    if (pair := _PAIR.match(text)) and int(pair[1]) == around.expected == int(pair[2]) - 1:
        both = parted(around, passage.cut(pair.end()))
        return both if both and len(both) == len(pair.groups()) else None
    if (last := _UNTIL.search(text)) and last.start():
        head = passage.cut(0, last.start())
        before = (head,) if turns(around, head) else parted(around, head)
        return (*before, passage.cut(last.start())) if before else None
    for may_begin in (_after_a_sign(around, text), _anywhere(around, text)):
        ways = _ways(around, passage, may_begin)
        if ways:
            return ways[0] if len(ways) == 1 and not _of_one_side(around, ways[0]) else ()
    return None


def _of_one_side(around: Around, parts: tuple[Passage, ...]) -> bool:
    """Return whether a turn without its side follows one that names it: both may be that side's."""
    found = [turn for part in parts for turn in turns(around, part)[:1]]
    marked = [turn.side is not None or split_side(turn.core.text)[0] is not None for turn in found]
    return any(one and not two for one, two in pairwise(marked))


def _are_turns(around: Around, passage: Passage, starts: list[int]) -> bool:
    """Return whether signs stand before turns: before most of them, for one may be hard to read."""
    ends = [*starts[1:], len(passage.text)]
    found = [turns(around, passage.cut(start, end)) for start, end in zip(starts, ends, strict=True)]
    texts = [passage.text[start:end].strip(_PARTS) for start, end in zip(starts, ends, strict=True)]
    bare = [text[max((at for _, at in sides_before(around, text)), default=0) :] for text in texts]
    fit = [
        (bool(one) and not one[0].unwritten) or (text and like_a_move(around.game, text))
        for one, text in zip(found, bare, strict=True)
    ]  # a move without its origin may be legal only after the one before it
    return 2 * sum(map(bool, fit)) > len(starts)


def _after_a_sign(around: Around, text: str) -> Callable[[int], bool]:
    """Return the test whether a turn may begin at a place of the text: behind a comma or a blank, at a side or a number."""
    sides = {at for at in range(len(text)) if next(sides_before(around, text[at : at + LONGEST]), None)}
    return lambda at: text[at - 1] in _PARTS or at in sides


def _anywhere(around: Around, text: str) -> Callable[[int], bool]:
    units = {unit[0] for unit in around.game.vocabulary.units}
    return lambda at: text[at] in _COLUMNS or text[at] in units or text[at - 1] in _PARTS or text[at].isdigit()


def _ways(around: Around, passage: Passage, may_begin: Callable[[int], bool]) -> list[tuple[Passage, ...]]:
    """Return the ways to part a text into turns that need no position, at most two that differ in a move."""
    text = passage.text
    begins = [0, *(at for at in range(1, len(text)) if may_begin(at))]
    known: dict[int, list[tuple[tuple[Passage, ...], tuple[object, ...]]]] = {len(text): [((), ())]}
    alone = around._replace(situation=around.situation._replace(position=None, last=""))
    for start in reversed(begins):
        ways: list[tuple[tuple[Passage, ...], tuple[object, ...]]] = []
        for end in [at for at in begins if start < at <= start + LONGEST] + [len(text)]:
            rest = known.get(end)
            if not rest or end > start + 2 * LONGEST:
                continue
            part = passage.cut(start, end)
            if end < len(text):
                part = part.cut(0, len(part.text.rstrip("→ ")))
            found = _only(turns(alone, part, remarks=False))
            if found is None and not part.text.strip(_PARTS):
                ways += rest
            elif found is not None:
                said = (found.moves, found.word)
                ways += [((part, *parts), (said, *moves)) for parts, moves in rest]
        distinct = {moves: (parts, moves) for parts, moves in reversed(ways)}
        known[start] = list(distinct.values())[:2]
    return [parts for parts, _ in known[0] if len(parts) > 1]


def _only(found: tuple[Turn, ...]) -> Turn | None:
    return found[0] if len(found) == 1 and (found[0].moves or found[0].word) else None
