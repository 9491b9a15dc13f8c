"""Takes away what a text was copied with: mail quotes, LINE's times and names, bullets; joins vertical text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from notation.freeform.fold import STRUCK, TAG, Passage, folded_lines, joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_QUOTE = re.compile(r"\s*(?:[>|]\s?)+(?=\S)|\s*>+\s*$")
_BULLET = re.compile(r"\s*(?:(?:[-*]\s*)?\[[ xX✓]\]|[✓✔✅☑]|[・•◦‣▪●○◆◇■□-]|[-+])\s*(?=\S)")
_STAR = re.compile(r"\s*(?:[*＊]\s+|#\s*(?=\d))(?=\S)")
_ENTITY = re.compile(r"&(?:#\w{1,7}|[A-Za-z]{2,10});")
_CLOCK = r"(?:午前|午後|AM|PM)?\s*\d{1,2}:\d{2}(?::\d{2})?(?:\s*[AP]M)?"
_MESSAGES = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\s*{_CLOCK}\t([^\t]{{1,40}})\t(?=\S)",
        rf"\s*\[{_CLOCK}\]\s*([^\s:]{{1,40}})\s*[::]?\s+(?=\S)",
        rf"\s*(?:\d{{4}}[/.-]\d{{1,2}}[/.-]\d{{1,2}}\s+)?{_CLOCK}\s+([^\s\d:]{{1,40}})\s*:?\s+(?=\S)",
    )
)
_FURNITURE = re.compile(
    r"\s*(?:\[LINE\].*|(?:.*との)?トーク履歴.*|保存日時[::].*|\d{4}[/.-]\d{1,2}[/.-]\d{1,2}\s*\([日月火水木金土](?:曜日?)?\)|"
    r".*がメッセージの送信を取り消しました|\[(?:スタンプ|写真|画像|動画)\])\s*"
)
_SPOKEN = re.compile(rf"\s*\S{{1,20}}\s+-\s+(?:今日|昨日|\d{{4}}[/.-]\d{{1,2}}[/.-]\d{{1,2}})\s+(?:の\s*)?{_CLOCK}\s*")
"""The line above a message: who sent it, and when."""
_VERTICAL = 3
"""The least number of lines of one character that are taken for vertical text."""
_ONE_PLACE = re.compile(r"\s*(?:\S|\d\d)\s*")
"""A line of vertical text; two figures take the place of one character."""
_BARS = str.maketrans("|｜│ー―丨", "-" * 6)


class Laid(NamedTuple):
    """A line without what it was copied with."""

    passage: Passage
    raw: str | None
    """The line as it stands in the file; None if something was taken away or joined."""
    line: int
    """Its number in the file; that of the first of joined lines."""
    sender: str = ""
    """Who sent the message that the line is; empty if it is none."""
    parts: tuple[Laid, ...] = ()
    """The lines that it was joined from; empty for a line as it stands."""
    furniture: bool = False
    """Whether it is a line that a program put there: the date of messages, their title."""


def laid_out(lines: Sequence[str], first: int) -> list[Laid]:
    """Return the lines of a record without what they were copied with. The first is line `first` of the file."""
    passages = [
        (passage, text if whole else None, number)
        for number, text in enumerate(lines, start=first)
        for passage, whole in _logical(text, number)
    ]
    texts = [passage.text for passage, _, _ in passages]
    quoted = sum(text.lstrip().startswith(">") for text in texts) > 1
    messages = sum(bool(_message(text) or _SPOKEN.fullmatch(text)) for text in texts) > 1
    return list(
        _joined([_laid(Laid(passage, raw, line), quoted=quoted, messages=messages) for passage, raw, line in passages])
    )


def _laid(laid: Laid, *, quoted: bool, messages: bool) -> Laid:
    """Return a line without its mark of quotation, and without the time and the name of a message."""
    if quoted and laid.passage.text.lstrip().startswith(">") and (quote := _QUOTE.match(laid.passage.text)):
        laid = laid._replace(passage=laid.passage.cut(quote.end()), raw=None)
    if not messages:
        return laid
    text = laid.passage.text
    if message := _message(text):
        return laid._replace(passage=laid.passage.cut(message.end()), raw=None, sender=message[1].strip())
    return laid._replace(furniture=any(one.fullmatch(text) for one in (_FURNITURE, _SPOKEN)))


def _logical(text: str, number: int) -> list[tuple[Passage, bool]]:
    """Return the logical lines of a line of the file, and whether each is that line as it stands."""
    lines = folded_lines(text, number)
    whole = (
        len(lines) == 1 and TAG.search(text) is None and STRUCK not in lines[0].text and _ENTITY.search(text) is None
    )
    return [(line, whole) for line in lines]


def _message(text: str) -> re.Match[str] | None:
    return next(filter(None, (pattern.match(text) for pattern in _MESSAGES)), None)


def _joined(lines: Sequence[Laid]) -> Iterator[Laid]:
    """Yield the lines; those of one character each that follow each other are one text."""
    at = 0
    while at < len(lines):
        end = at
        while end < len(lines) and _ONE_PLACE.fullmatch(lines[end].passage.text):
            end += 1
        parts = tuple(lines[at:end])
        column = _vertical(joined(line.passage.cut(0) for line in parts))
        # Figures and signs alone are no column of text: each stands for itself, and is told of at its own line.
        if len(parts) >= _VERTICAL and any(map(str.isalpha, column.text)):
            yield Laid(column, None, parts[0].line, parts=parts)
        else:
            yield from parts or lines[at : at + 1]
        at = max(end, at + 1)


def _vertical(passage: Passage) -> Passage:
    """Return vertical text with a dash for each upright bar."""
    return Passage(passage.text.translate(_BARS), passage.places)


def without_bullet(passage: Passage, *, stars: bool) -> Passage | None:
    """Return a line without its bullet; None if it has none. A star is one if `stars` says so."""
    bullet = (_STAR if stars else _BULLET).match(passage.text)
    return passage.cut(bullet.end()) if bullet else None
