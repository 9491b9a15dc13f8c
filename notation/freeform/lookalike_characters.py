"""Characters that a scanner or a telephone has put for others throughout a record: read so with a note, or suggested."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice, product
from typing import TYPE_CHECKING, NamedTuple, overload

from kifu.core.diagnostic import Diagnostic, note
from kifu.core.escapes_confusables_and_text_width import GROUPS
from kifu.core.message import Message, quoted
from notation.freeform.free_text_risk import count_move_like_texts, move_patterns
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Callable

    from kifu.core.game.game import Game, Position
    from kifu.referee.record import Source
    from notation.freeform.plain_copy import PlainCopy

MAX_CONFUSIONS = 9
"""The most characters that are taken for others at once."""
MAX_FAULTY_LINES, MAX_LINES = 60, 400
"""The most lines that are not understood, and the most lines of a record, for which a suggestion is looked for."""
MAX_TRIALS = 6
"""The most records that are read to find a suggestion."""
_DASHES = kept_pattern("(?<=[0-9０-９])[ー―\\-－─]")
"""Dashes between squares, which are no columns."""
_OF_SCANNERS = "一ー―-－─ 二ニ=＝ 四囚匹 五互吾 七セ 弓号 女攵 士志土仕 零0OＯ〇 1lI 七ヒ匕 騎騨 合台 金全 反友".split()  # noqa: SIM905 - groups are easier to read so
_SHAPES = (*_OF_SCANNERS, *GROUPS)
_OF_VOICES = [
    "占千先線戦船専",
    "領両料量寮良漁了",
    "武部分舞無",
    "士氏市詩師史子紙",
    "騎木気機期器季記",
    "馬場羽葉",
    "弓級球急旧宮",
    "矢屋谷野夜",
    "巫御",
    "怨音恩温",
    "霊例礼令冷",
    "外害街概",
    "内無家",
    "反半版判藩犯班飯",
    "合号郷豪剛",
    "歩府婦夫負",
    "香京橋",
    "桂系計軽",
    "銀吟",
    "金近筋禁",
    "角各格核",
    "飛非火費",
]
"""What a telephone writes for the units and suffixes that sound the same; the first of each group is meant."""
_BEHIND_A_SQUARE = (
    "(?<=[0-9０-９〇一二三四五六七八九十へにを丸外内反 \\u3000]){}(?=$|[\\s、。,.()（）!?！？]|[反合外内成打])"
)
_PARTICLES = "にへをの"
"""What stands between a square and its unit: 三の三に千."""
MAX_ROUNDS = 3
"""How often lines that a table has opened are looked at for further characters."""
MIN_BELIEVED_LINES = 3
"""The fewest lines in which characters have to be taken for others, so that they are read so."""


class Reread(NamedTuple):
    """A record as it is read with some characters taken for others."""

    copy: PlainCopy
    positions: tuple[Position | None, ...]
    """The positions after the plies, the last first; None where it is not known, as after an illegal move."""

    @property
    def unread_lines(self) -> set[int]:
        """The lines of the file that are not read."""
        return _unread_lines(self.copy)


class _Trial(NamedTuple):
    """The best of the tables that were tried."""

    left: int
    table: dict[str, str]
    read: Reread
    sole: bool
    """Whether it alone makes every line and every move right."""


def copy_without_confusion(
    source: Source, copy: PlainCopy, game: Game, reread: Callable[[Source], Reread | None]
) -> PlainCopy:
    """Return the copy of a record in which a few characters, taken for others throughout, explain what is not read.

    It is read so, with a note, if they stand in several lines, every line and every move is right then, and nothing else makes
    them so. Else the copy is the one given, with the suggestion if there is one. `reread` reads a changed text.
    """
    lines = sorted(_unread_lines(copy))
    if not lines or len(copy.lines) > MAX_LINES:
        return copy
    best: _Trial | None = None
    for _ in range(MAX_ROUNDS):
        trial = _best_replacement_table(source, lines, game, reread) if len(lines) <= MAX_FAULTY_LINES else None
        if trial is None:
            break
        best, faulty = trial, lines
        more = trial.read.unread_lines | _suspicious_lines(source, copy, game, trial.table)
        if more <= {*lines}:
            break
        lines = sorted({*lines, *more})
    if best is None or best.left >= len(faulty):
        return copy
    if best.sole and len(faulty) >= MIN_BELIEVED_LINES:
        return best.read.copy._replace(notes=(_belief_note(faulty, best.table), *best.read.copy.notes))
    advice = _suggestion_note(
        faulty, len(faulty) - best.left, best.table, _source_with_replacements(source, faulty, best.table)
    )
    return copy._replace(notes=(*copy.notes, advice))


def _unread_lines(copy: PlainCopy) -> set[int]:
    return {line.line for line in copy.lines if line.unread is not None or line.kind == "unread"}


def _suspicious_lines(source: Source, copy: PlainCopy, game: Game, table: dict[str, str]) -> set[int]:
    """Return the lines that were taken for free text and name moves if their characters stand for others too."""
    changed = _source_with_replacements(source, [line.line for line in copy.lines], table).lines
    numbers = {line.line for line in copy.lines}
    return {
        number
        for number in numbers
        if changed[number - 1] != source.lines[number - 1]
        and count_move_like_texts(game, changed[number - 1]) > count_move_like_texts(game, source.lines[number - 1])
    }


def _best_replacement_table(
    source: Source, faulty: Sequence[int], game: Game, reread: Callable[[Source], Reread | None]
) -> _Trial | None:
    """Return the table by which the most lines are read; None if no character of them is like one of the game's."""
    known = {sign for unit in game.vocabulary.units.values() for sign in unit} | set("一二三四五六七八九十0123456789")
    text = "\n".join(_DASHES.sub("", source.lines[number - 1]) for number in faulty)
    choices = [
        (sign, likes)
        for sign in dict.fromkeys(text)
        if sign not in known
        and re.search(_pattern_where_mistakable(sign), text)
        and (likes := _lookalikes_of(sign, known))
    ]
    if not 0 < len(choices) <= MAX_CONFUSIONS:
        return None
    best: _Trial | None = None
    whole: set[tuple[Position | None, ...]] = set()
    trials = list(islice(product(*(likes for _, likes in choices)), MAX_TRIALS + 1))
    for picked in trials[:MAX_TRIALS]:
        table = {sign: into for (sign, _), into in zip(choices, picked, strict=True)}
        changed = _source_with_replacements(source, faulty, table)
        if not any(_is_change_within_move(game, source.lines[at - 1], changed.lines[at - 1]) for at in faulty):
            continue  # prose has such characters too
        read = reread(changed)
        if read is None:
            continue
        right = not read.unread_lines and None not in read.positions
        whole |= {read.positions} if right else set()
        left = len(read.unread_lines & {*faulty})
        if best is None or (left, not right) < (best.left, not best.sole):
            best = _Trial(left, table, read, right)
    return None if best is None else best._replace(sole=best.sole and len(whole) == 1 and len(trials) <= MAX_TRIALS)


def _is_change_within_move(game: Game, written: str, reread: str) -> bool:
    """Return whether a character that is taken for another stands beside a sign of a move, or behind one and a particle."""
    ink = move_patterns(game).ink
    return any(
        one != two
        and not ink.isdisjoint(f"{reread[max(0, at - 2) : at].rstrip(_PARTICLES)[-1:]}{reread[at + 1 : at + 2]}")
        for at, (one, two) in enumerate(zip(written, reread, strict=True))
    )


def _pattern_where_mistakable(sign: str) -> str:
    """Return the pattern of a character where it may be taken for another.

    That is for one that only sounds like a unit behind a square, and for a Latin letter not within a word.
    """
    if sign.isascii() and sign.isalpha():
        return f"(?<![A-Za-z]{{2}}){sign}(?![A-Za-z]{{2}})"
    only_sounds = any(sign in group for group in _OF_VOICES) and not any(sign in group for group in _SHAPES)
    return _BEHIND_A_SQUARE.format(re.escape(sign)) if only_sounds else re.escape(sign)


def _lookalikes_of(sign: str, move_signs: set[str]) -> list[str]:
    """Return the characters of a game's moves that look like a sign."""
    return list(
        dict.fromkeys(
            other for group in (*_SHAPES, *_OF_VOICES) if sign in group for other in group if other in move_signs
        )
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


def _source_with_replacements(source: Source, faulty: Sequence[int], table: dict[str, str]) -> Source:
    pattern = re.compile(rf"{_DASHES.pattern}|({'|'.join(map(_pattern_where_mistakable, table))})")
    others = {
        number - 1: pattern.sub(lambda one: table.get(one[0], one[0]) if one[1] else one[0], source.lines[number - 1])
        for number in faulty
    }
    return source._replace(lines=_Lines(source.lines, others))


def _belief_note(faulty: Sequence[int], table: dict[str, str]) -> Diagnostic:
    pairs = "・".join(f"{quoted(sign)}→{into}" for sign, into in table.items())
    message = Message(
        f"{len(faulty)} 行の {pairs} は、そう読めばどの手も規則に合うので、そう読みました",
        f"{pairs} in {len(faulty)} lines was read so: every move is legal then",
    )
    return note("read-as", message, faulty[0], 1)


def _suggestion_note(faulty: Sequence[int], mended: int, table: dict[str, str], changed: Source) -> Diagnostic:
    pairs = "・".join(f"{quoted(sign)}→{into}" for sign, into in table.items())
    example = quoted(changed.lines[faulty[0] - 1].strip())
    message = Message(
        f"もしかして {pairs} ですか。そう読めば、読めない {len(faulty)} 行のうち {mended} 行が読めます (例:「{example}」)。判定には使っていません",
        f"is it {pairs}? {mended} of the {len(faulty)} lines that are not understood can then be read (for example '{example}'); "
        "the verdict does not use it",
    )
    return note("look-alike", message, faulty[0], 1)
