"""Advice by the same search: characters that a scanner confuses throughout a record, as one suggestion."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING, overload

from kifu.model.diagnostic import Diagnostic, note
from kifu.model.lookalikes import GROUPS
from kifu.model.message import Message, quoted

if TYPE_CHECKING:
    from collections.abc import Callable

    from kifu.contract.game import Game
    from kifu.referee.record import Source
    from notation.freeform.copies import Copy

MAX_CONFUSIONS = 4
"""The most characters that are taken for others at once."""
MAX_FAULTY_LINES, MAX_LINES = 60, 400
"""The most lines that are not understood, and the most lines of a record, for which a suggestion is looked for."""
MAX_TRIALS = 6
"""The most records that are read to find a suggestion."""
_DASHES = re.compile("(?<=[0-9０-９])[ー―\\-－─]")
"""Dashes between squares, which are no columns."""
_OF_SCANNERS = (
    "一ー―-－─",
    "二ニ=＝",
    "三ミ彡",
    "四囚匹",
    "五互吾",
    "六穴大",
    "七セ",
    "八ハ",
    "弓号",
    "女攵",
    "士志土仕",
    "占古",
    "武式",
    "零0OＯ〇",
    "1lI",
)


def confusion(source: Source, copy: Copy, game: Game, reread: Callable[[Source], Copy | None]) -> Diagnostic | None:
    """Return the note that a few characters, taken for others throughout, make a record readable; None if none do.

    `reread` reads a changed text. The suggestion is never applied.
    """
    faulty = sorted({line.line for line in copy.lines if line.unread is not None or line.kind == "unread"})
    if not 0 < len(faulty) <= MAX_FAULTY_LINES or len(copy.lines) > MAX_LINES:
        return None
    known = {sign for unit in game.vocabulary.units for sign in unit} | set("一二三四五六七八九十0123456789")
    text = _DASHES.sub("", "".join(source.lines[number - 1] for number in faulty))
    choices = [(sign, likes) for sign in dict.fromkeys(text) if sign not in known and (likes := _like(sign, known))]
    if not 0 < len(choices) <= MAX_CONFUSIONS:
        return None
    best: tuple[int, dict[str, str]] | None = None
    for trial, picked in enumerate(product(*(likes for _, likes in choices))):
        if trial == MAX_TRIALS:
            break
        table = {sign: into for (sign, _), into in zip(choices, picked, strict=True)}
        changed = _changed(source, faulty, table)
        read = reread(changed)
        if read is not None:
            left = sum(line.unread is not None or line.kind == "unread" for line in read.lines if line.line in faulty)
            if best is None or left < best[0]:
                best = (left, table)
            if not left:
                break
    if best is None or best[0] >= len(faulty):
        return None
    return _suggestion(faulty, len(faulty) - best[0], best[1], _changed(source, faulty, best[1]))


def _like(sign: str, known: set[str]) -> list[str]:
    """Return the characters of a game's moves that look like a sign."""
    return list(
        dict.fromkeys(other for group in (*_OF_SCANNERS, *GROUPS) if sign in group for other in group if other in known)
    )


class _Lines(Sequence[str]):
    """The lines of a file with a few replaced; the file may be a part of one, whose lines keep their numbers."""

    def __init__(self, lines: Sequence[str], others: dict[int, str]) -> None:
        self._lines, self._others = lines, others

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, at: int) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[str]: ...

    def __getitem__(self, at: int | slice) -> str | Sequence[str]:
        if isinstance(at, int):
            return self._others.get(at, self._lines[at])
        found = self._lines[at]
        first = at.start or 0
        return [self._others.get(first + number, line) for number, line in enumerate(found)]


def _changed(source: Source, faulty: Sequence[int], table: dict[str, str]) -> Source:
    signs = "".join(map(re.escape, table))
    pattern = re.compile(rf"{_DASHES.pattern}|([{signs}])")
    others = {
        number - 1: pattern.sub(lambda one: table.get(one[0], one[0]) if one[1] else one[0], source.lines[number - 1])
        for number in faulty
    }
    return source._replace(lines=_Lines(source.lines, others))


def _suggestion(faulty: Sequence[int], mended: int, table: dict[str, str], changed: Source) -> Diagnostic:
    pairs = "・".join(f"{quoted(sign)}→{into}" for sign, into in table.items())
    example = quoted(changed.lines[faulty[0] - 1].strip())
    message = Message(
        f"もしかして {pairs} ですか。そう読めば、読めない {len(faulty)} 行のうち {mended} 行が読めます (例:「{example}」)。判定には使っていません",
        f"is it {pairs}? {mended} of the {len(faulty)} lines that are not understood can then be read (for example '{example}'); "
        "the verdict does not use it",
    )
    return note("look-alike", message, faulty[0], 1)
