"""Systematic slips: swapped axes, mirrored board, the other side's letters.

Each is one rewriting of all lines of a record, or of the lines of one side.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import Side
from kifu.core.squares import COLUMNS
from kifu.reconcile.line_replay import ILLEGAL, START
from kifu.reconcile.move_tokens import side_mark
from kifu.reconcile.patch_text import Replacement
from kifu.reconcile.slip_rules import SlipKind, slip_between, view_changes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from kifu.reconcile.line_replay import LineTree
    from kifu.reconcile.move_tokens import Token, Tokenizer
    from kifu.reconcile.slip_rules import View
    from kifu.referee.record import Record

MIN_EXPLAINED_FAULTS = 2
"""The least number of faults that one slip of the whole record has to explain."""


MAX_SPLIT_LINES = 32
"""The most games that are followed while figures may be parted in several ways."""
_SEVERAL = 2


class Rewrite(NamedTuple):
    """A correction of one slip in all lines of play."""

    slip: SlipKind
    """What every line has."""
    change: Callable[[str, int], str]
    """Gives the text in place of a text at a ply."""
    alone: bool = False
    """Whether it counts only where no other rewriting explains the record: the same game seen in a mirror."""


def systematic_rewrites(tree: LineTree, texts: Sequence[str], start: int, legal: int) -> Iterator[Rewrite]:
    """Yield the rewrites that may explain a line, likeliest first.

    `start` is the ply of the first text, and `legal` the number of legal plies before the first fault.
    """
    ways = list(_ways(tree, texts, texts[legal] if legal < len(texts) else ""))
    for kind, way, alone in ways:
        for parity in (None, 0, 1):
            yield Rewrite(kind, _on_one_side(way, parity), alone)
    for parted in _with_figures(tree, texts):
        yield Rewrite(SlipKind.FIGURES, _of_places(parted, start))
    for kind in (SlipKind.SUFFIX, SlipKind.PROMOTED):
        marked = _with_marks(tree, texts, kind)
        if marked:
            yield Rewrite(kind, _of_places(marked, start))


def _of_places(new: Mapping[tuple[int, str], str], start: int) -> Callable[[str, int], str]:
    return lambda text, ply: new.get((ply - start, text), text)


def count_mended_faults(tree: LineTree, texts: Sequence[str], new: Sequence[str]) -> int:
    """Return the faults that other texts mend; -1 if illegal."""
    line, faults = START, 0
    for old, text in zip(texts, new, strict=True):
        before, line = line, tree.follow(line, text)
        if line == ILLEGAL:
            return -1
        faults += old != text and tree.follow(before, old) == ILLEGAL
    return faults


def replacements(record: Record, change: Callable[[str, int], str]) -> list[tuple[int, Replacement]]:
    """Return the entries that a rewrite changes, each with its ply."""
    return [
        (entry.ply, Replacement(entry.line, entry.column, entry.text, new))
        for part in record.games or (record,)
        for variation in part.lines
        for entry in variation.entries
        if (new := change(entry.text, entry.ply)) != entry.text
    ]


def _on_one_side(way: Callable[[str], str], parity: int | None) -> Callable[[str, int], str]:
    return lambda text, ply: way(text) if parity is None or ply % 2 == parity else text


def _ways(tree: LineTree, texts: Sequence[str], faulty: str) -> Iterator[tuple[SlipKind, Callable[[str], str], bool]]:
    tokenizer = tree.tokenizer
    turned = [(kind, view) for kind, views in view_changes(tree.size) for view in views]
    if any(tokenizer.of_text(text).others for text in texts):
        # In shogi the columns are counted from the right.
        for view in (None, *(view for kind, view in turned if kind is SlipKind.MIRRORED)):
            yield SlipKind.FIGURES, _respell_with(tokenizer, 0, view), view is not None
            yield SlipKind.FIGURES, _respell_with(tokenizer, -1, view), view is not None
    for kind, view in turned:
        yield kind, _view_with(tokenizer, view), False
    for letters in _letters(tree, faulty):
        yield SlipKind.LOOK_ALIKE, _exchange_letters(tokenizer, letters), False


def _respell_with(tokenizer: Tokenizer, place: int, view: View | None) -> Callable[[str], str]:
    def new(text: str) -> str:
        others = tokenizer.of_text(text).others
        return _spell_squares(text, others[place], view) if others else text

    return new


def _view_with(tokenizer: Tokenizer, view: View) -> Callable[[str], str]:
    def new(text: str) -> str:
        token = tokenizer.of_text(text)
        return _spell_squares(text, token, view) if token.squares else text

    return new


def _spell_squares(text: str, token: Token, view: View | None) -> str:
    squares = token.squares if view is None else tuple(map(view, token.squares))
    if not all(1 <= column <= len(COLUMNS) and row >= 1 for column, row in squares):
        return text
    return f"{side_mark(text)}{'-'.join(f'{COLUMNS[column - 1]}{row:02d}' for column, row in squares)}{token.tail}"


def _letters(tree: LineTree, faulty: str) -> Iterator[Mapping[str, str]]:
    """Yield the exchanges of units' letters between the sides."""
    first, second = (tuple(tree.game.written_units(side).values()) for side in Side)
    if first != second:
        both = dict(zip(first, second, strict=True))
        back = {of_second: of_first for of_first, of_second in both.items()}
        yield both | back
        yield both
        yield back
    pairs = list(zip(first, second, strict=True))
    for unit in sorted(tree.tokenizer.of_text(faulty).units):
        for pair in pairs:
            for own, other in itertools.product((one for one in pairs if unit in one), pair):
                if other not in own:
                    yield {unit: other}
                    yield {unit: other, other: unit}
            for own in (one for one in pairs if unit in one and one[0] != one[1] and one != pair):
                exchanged = dict(zip(own, pair, strict=True))
                yield exchanged
                yield exchanged | {to: of for of, to in exchanged.items()}


def _exchange_letters(tokenizer: Tokenizer, letters: Mapping[str, str]) -> Callable[[str], str]:
    def new(text: str) -> str:
        token = tokenizer.of_text(text)
        unit = token.tail.removesuffix("".join(token.suffixes))
        if unit not in letters or not text.rstrip().endswith(token.tail):
            return text
        body = text.rstrip()
        return body[: len(body) - len(token.tail)] + letters[unit] + token.tail[len(unit) :]

    return new


def _with_figures(tree: LineTree, texts: Sequence[str]) -> Iterator[dict[tuple[int, str], str]]:
    """Yield texts with figures split (111: 1, 11 or 11, 1)."""
    tokenizer = tree.tokenizer
    for exchanged in (False, True):
        partings = {
            text: list(tokenizer.splits(text, exchanged=exchanged)) for text in texts if tokenizer.of_text(text).others
        }
        if max(map(len, partings.values()), default=0) < _SEVERAL:
            continue
        ways: list[tuple[int, tuple[str, ...]]] = [(START, ())]
        for text in texts:
            spellings = [_spell_squares(text, token, None) for token in partings.get(text, ())] or [text]
            legal = ((tree.follow(line, new), (*way, new)) for line, way in ways for new in spellings)
            ways = list(itertools.islice((one for one in legal if one[0] != ILLEGAL), MAX_SPLIT_LINES))
        for _, way in ways:
            yield {(place, text): new for place, (text, new) in enumerate(zip(texts, way, strict=True)) if text != new}


def _with_marks(tree: LineTree, texts: Sequence[str], kind: SlipKind) -> dict[tuple[int, str], str]:
    """Return the only legal suffix corrections, by place and text.

    Each has the only legal text for it.
    It is empty if a line has none or several.
    """
    new: dict[tuple[int, str], str] = {}
    line = START
    for place, text in enumerate(texts):
        after = tree.follow(line, text)
        if after == ILLEGAL:
            written = tree.tokenizer.of_text(text)
            fitting = [move for move in tree.legal(line) if slip_between(written, tree.token(move), tree.size) is kind]
            if len(fitting) != 1:
                return {}
            new[place, text] = side_mark(text) + tree.game.spell(fitting[0])
            after = tree.after(line, fitting[0])
        line = after
    return new
