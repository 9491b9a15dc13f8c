"""Labels of a side's letter and a number before each move, W1, B1, W2: a number and a side, and no square."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from notation.freeform.free_text_risk import count_move_like_texts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game
    from notation.freeform.clean_lines import CleanLine

_SIDES = {"W": "White", "B": "Black", "S": "Sente", "G": "Gote"}
_PAIRS = ({"W", "B"}, {"S", "G"})
_LABEL = re.compile(r"[(\[]?([WBSGwbsg])[.-]?\s?([1-9]\d{0,2})[)\]]?[.:]?\s{1,9}(?=\S)")
MIN_LABELS = 3
"""The fewest labels by which they are some."""
MAX_LABELLED_CHARACTERS = 120


class _Label(NamedTuple):
    line: int
    start: int
    end: int
    letter: str
    number: int


def with_labels_as_numbers_and_sides(game: Game, lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return lines with a number and a word for the side in place of each label; as they are where those do not alternate."""
    labels = list(_labels_at_line_starts(game, lines))
    if len({one.letter for one in labels}) == 1:
        labels = list(_labels_of_both_sides(lines, labels))
    made = list(lines)
    if len(labels) < MIN_LABELS or not _alternate(labels):
        return made
    for label in reversed(labels):
        laid = made[label.line]
        written = f"{label.number}. {_SIDES[label.letter]}: "
        passage = laid.passage.with_part_replaced(label.start, label.end, written)
        made[label.line] = laid._replace(passage=passage, raw=None)
    return made


def _labels_at_line_starts(game: Game, lines: Sequence[CleanLine]) -> Iterator[_Label]:
    """Yield the label at the beginning of each line that has one before a move, or the next of those above."""
    above: _Label | None = None
    for at, laid in enumerate(lines):
        text = laid.passage.text
        found = None if laid.furniture or len(text) > MAX_LABELLED_CHARACTERS else _LABEL.match(text)
        if found is None:
            continue
        label = _Label(at, 0, found.end(), found[1].upper(), int(found[2]))
        follows = above is not None and _alternate([above, label])
        if follows or count_move_like_texts(game, text[found.end() :]):
            above = label
            yield label


def _labels_of_both_sides(lines: Sequence[CleanLine], labels: Sequence[_Label]) -> Iterator[_Label]:
    """Yield labels at the beginnings of lines, each with that of the other side before the second move of its line."""
    for label in labels:
        yield label
        text = lines[label.line].passage.text
        found = [one for one in _LABEL.finditer(text, label.end) if text[one.start() - 1].isspace()]
        others = [one for one in found if int(one[2]) in {label.number, label.number + 1}]
        if len(others) == 1 and others[0][1].upper() != label.letter:
            yield _Label(label.line, *others[0].span(), others[0][1].upper(), int(others[0][2]))


def _alternate(labels: Sequence[_Label]) -> bool:
    """Return whether the letters of both sides stand in turn, each with the number before it or the next one."""
    return {one.letter for one in labels} in _PAIRS and all(
        one.letter != two.letter and two.number - one.number in {0, 1} for one, two in pairwise(labels)
    )
