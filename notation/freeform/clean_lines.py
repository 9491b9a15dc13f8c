"""Takes away what a text was copied with: mail quotes, LINE's times and names, bullets; joins vertical text."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from notation.freeform.boxes_of_printed_forms import with_ticked_options
from notation.freeform.chat_messages_and_posts import (
    ANCHOR,
    FURNITURE,
    MAX_MESSAGE_CHARACTERS,
    POST,
    board_posts,
    cards_with_senders,
    match_time_and_sender_of_message,
    messages_on_line,
    numbered_posts,
    posts_on_line,
    senders_above,
    short_texts,
    with_colons_behind_speakers,
    with_senders_named_above,
)
from notation.freeform.fold_text import STRUCK, TAG, LocatedText, folded_logical_lines, join_texts, without_readings
from notation.freeform.lines_of_structured_data import is_structured, settings_lines, structured_lines
from notation.freeform.name_table_columns_by_contents import lines_with_named_columns
from notation.freeform.spans_line_context_and_sides import MAX_LINE_CHARACTERS
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from notation.freeform.lines_of_structured_data import DataLine

_QUOTE = kept_pattern(r"\s*(?:[>|]\s?)+(?=\S)|\s*>+\s*$")
_SENTENCE_END = kept_pattern(r"(?<=[。!?])")
_BULLET = kept_pattern(r"\s*(?:(?:[-*]\s*)?\[[ xX✓]\]|[✓✔✅☑]|([・•◦‣▪●○◆◇■□-])(?!\s*\1)|\+)\s*(?=\S)")
_STAR = kept_pattern(r"\s*(?:[*＊]\s+|#\s*(?=\d))(?=\S)")
_COMMENTED = kept_pattern(r"\s{0,8}#\s?")
MIN_COMMENTED_LINES = 4
"""The fewest lines, all comments, by which a whole record was commented out."""
_ENTITY = kept_pattern(r"&(?:#\w{1,7}|[A-Za-z]{2,10});")
_ATTRIBUTION = kept_pattern(
    r"[^:]{1,100}[^:\s](?:\d{1,2}:\d{2}(?::\d{2})?)?[^:]{0,60}(?:wrote|writes|さん[はが]書きました|(?:さん)?の?(?:書き込み|発言|メール|投稿)(?:より)?)[:：]"
    r"|-{2,12} ?(?:Original Message|元のメッセージ|転送メッセージ) ?-{2,12}|[^:]{1,40}<[!-~]{3,60}>[:：]"
)
"""The line above a quotation."""
_ARROW = kept_pattern(r"\s*(?:\d{1,2}:)?\d{1,2}:\d{2}[,.]\d{3}\s*-->\s*(?:\d{1,2}:)?\d{1,2}:\d{2}[,.]\d{3}.{0,60}")
"""When a subtitle is shown."""
_MOMENT = kept_pattern(r"[(\[]?(\d{1,3}):(\d{2})(?::(\d{2}))?[)\]]?[ \t]{1,4}[-~]?[ \t]{0,4}(?=\S)")
MIN_MOMENTS = 4
"""The fewest lines that begin with a time, each later than the last, by which the times are those of a film."""
_HUNK = kept_pattern(r"@@ .{0,40} @@.{0,80}")
_OF_A_DIFF = kept_pattern(
    r"(?:diff |index |--- |\+\+\+ |commit |Author: |Date: |Index: |={20,}|old mode|new mode|new file|similarity|rename).*|\\ No newline.*"
)
_VERTICAL = 3
"""The least number of lines of one character that are taken for vertical text."""
_ONE_PLACE = kept_pattern(r"\s*(?:\S|\d\d)\s*")
"""A line of vertical text; two figures take the place of one character."""
MAX_DITTO_CHARACTERS = 24
"""The most characters of a word that a ditto mark ends, and of the one above it."""
_AGAIN = r"(?:(?<=[0-9一二三四五六七八九十])|(?<!\w))々"
"""々 where it repeats no character before it, as in 佐々."""
_DITTO = kept_pattern(rf"(.*?)(?:〃|″|仝|〻|\"|''|{_AGAIN}|同上|ditto|do\.)")
"""What stands for the same as in the line above, with what stands before it."""
_DITTOS = kept_pattern(rf"〃|″|仝|〻|(?:^|[\s,;])(?:\"|''|同上|ditto|do\.)(?:[\s,;]|$)|{_AGAIN}(?=[\s,;]|$)")
_TAIL = kept_pattern(r"[^\d一二三四五六七八九十]+$")
_SQUARES = kept_pattern(r"[0-9一二三四五六七八九十の・→~-]{2,12}")
_ROW_START = kept_pattern(r"(?:^|.*\W)(?:\d{1,3}[.:)]?|[先後黒白](?:手|番)?:?|[▲△☗☖])")
_BARS = str.maketrans("|｜│ー―丨", "-" * 6)


class CleanLine(NamedTuple):
    """Clean line: text without quoting, bullets or sender."""

    passage: LocatedText
    raw: str | None
    """The line as it stands in the file; None if something was taken away or joined."""
    line: int
    """Its number in the file; that of the first of joined lines."""
    sender: str = ""
    """Who sent the message that the line is; empty if it is none."""
    parts: tuple[CleanLine, ...] = ()
    """The lines that it was joined from; empty for a line as it stands."""
    furniture: bool = False
    """Whether it is a line that a program put there: the date of messages, their title."""
    quoted: bool = False
    """Whether it stands in a quotation."""
    refused: bool = False
    """Whether it states a convention that is not known: what it says holds for every move."""
    row: bool = False
    """Whether a program has written it as the row of a table, or as the names of its columns."""


_TOLD_PLY = kept_pattern(r"(?<![^\s。、,.!])(\d{1,3})手目")
MIN_TOLD_PLIES = 4
"""The fewest plies that a paragraph numbers one after the other, by which it is parted."""


def clean_lines(lines: Sequence[str], first: int) -> list[CleanLine]:
    """Return the lines of a record without what they were copied with. The first is line `first` of the file."""
    if is_structured(lines):
        return [
            CleanLine(one.passage, None, one.passage.place[0], row=one.row)
            for one in structured_lines(lines, first)
            if one.passage.places
        ]
    laid = [
        CleanLine(part, text if whole and part is passage else None, number)
        for number, text in enumerate(lines, start=first)
        for passage, whole in _logical_lines_and_whether_whole(text, number)
        for part in _plies_of_paragraph(passage)
    ]
    laid = with_ticked_options(laid)
    if (data := settings_lines([one.passage for one in laid])) is not None:
        laid = _lines_with_data_laid_out(laid, data)
    if named := lines_with_named_columns([one.passage for one in laid]):
        laid = [
            one if own is None else one._replace(passage=own, raw=None)
            for at, one in enumerate(laid)
            for own in named.get(at, [None])
        ]
    laid = [
        one if bare is one.passage else one._replace(passage=bare, raw=None)
        for one, bare in zip(laid, without_readings([one.passage for one in laid]), strict=True)
    ]
    laid = [part for one in laid for post in posts_on_line(one) for part in messages_on_line(post)]
    laid = list(cards_with_senders(with_colons_behind_speakers(with_senders_named_above(laid))))
    texts = [one.passage.text for one in laid]
    if any(map(_HUNK.fullmatch, short_texts(texts))):
        return list(_join_vertical_lines(list(_lines_after_diff(laid))))
    if sum(map(bool, map(_ARROW.fullmatch, short_texts(texts)))) > 1:
        laid = list(_subtitle_lines(laid))
    quoted = sum(text.lstrip().startswith(">") for text in texts) > (not any(one.sender for one in laid))
    senders = senders_above(texts)
    messages = bool(senders) or sum(bool(match_time_and_sender_of_message(text)) for text in texts) > 1
    laid = [
        _clean_line(one, quoted=quoted, messages=messages) for one in (laid if messages else _without_film_times(laid))
    ]
    laid = list(_repeated_quotes_as_furniture(laid)) if quoted else laid
    posts = numbered_posts(laid)
    if posts is laid and (messages or sum(map(bool, map(POST.match, short_texts(texts)))) > 1):
        posts = list(board_posts(laid, senders))
    laid = list(with_colons_behind_speakers(posts))
    return list(_join_vertical_lines(list(_replace_ditto_marks(laid)) if any(map(_DITTOS.search, texts)) else laid))


def _repeated_quotes_as_furniture(lines: Sequence[CleanLine]) -> Iterator[CleanLine]:
    """Yield the lines; a sentence or line above that a mail quotes is said once, by the sender of that line."""
    said: set[str] = set()
    for laid in lines:
        text = laid.passage.text.strip()
        yield laid._replace(furniture=True) if laid.quoted and text in said else laid
        if not (laid.quoted or laid.furniture):
            said |= {text, *map(str.strip, _SENTENCE_END.split(text))} - {""}


def _lines_with_data_laid_out(lines: Sequence[CleanLine], data: Sequence[DataLine]) -> list[CleanLine]:
    """Return the lines that those of data have become; a line that is none of it stands as it is."""
    kept = {id(laid.passage): laid for laid in lines}
    return [
        kept.get(id(one)) or CleanLine(one, None, one.place[0], furniture=one.text.startswith("# "), row=row)
        for one, row in data
        if one.places or id(one) in kept
    ]


def _without_film_times(lines: list[CleanLine]) -> list[CleanLine]:
    """Return lines that begin with moments of a film, each later than that above, without them; any others as they are."""
    moments = line_times(lines)
    seconds = [second for _, second in filter(None, moments)]
    again = sum(two == one for one, two in pairwise(seconds))  # two messages of one minute
    if len(seconds) < MIN_MOMENTS or 4 * again > len(seconds) or any(two < one for one, two in pairwise(seconds)):
        return lines
    return cut_line_times(lines, moments)


Moment = tuple[int, int]
"""Where the time that a line begins with ends, and its seconds."""


def line_times(lines: Sequence[CleanLine]) -> list[Moment | None]:
    """Return the time that each line begins with; None for a line without one."""
    found = (_MOMENT.match(laid.passage.text) for laid in lines)
    return [(one.end(), _seconds(*map(int, filter(None, one.groups())))) if one else None for one in found]


def _seconds(first: int, second: int, third: int | None = None) -> int:
    """Return the seconds of minutes and seconds, or of hours, minutes and seconds."""
    return 60 * first + second if third is None else 3600 * first + 60 * second + third


def cut_line_times(lines: Sequence[CleanLine], moments: Sequence[Moment | None]) -> list[CleanLine]:
    """Return lines without the times that they begin with."""
    return [
        laid._replace(passage=laid.passage.cut(moment[0]), raw=None) if moment else laid
        for laid, moment in zip(lines, moments, strict=True)
    ]


def _replace_ditto_marks(lines: Sequence[CleanLine]) -> Iterator[CleanLine]:
    """Yield the lines with what stands above in place of ditto marks: in the same column, or behind the square."""
    above: list[str] = []
    for laid in lines:
        words = list(_words(laid.passage.text))
        known = above if len(above) >= len(words) or _have_same_figures_and_words(above, words) else []
        if words and len(above) > len(words) + 1 and _is_row_of_same_shape(above[-len(words) :], words):
            known = above[-len(words) :]  # two rows were written as one
        made, at = LocatedText("", ()), 0
        for word, same in zip(words, known, strict=False):
            ditto = _DITTO.fullmatch(word[0]) if max(len(word[0]), len(same)) <= MAX_DITTO_CHARACTERS else None
            tail = _TAIL.search(same) if ditto is not None and ditto[1] else None
            said = "" if ditto is None else same if not ditto[1] else tail[0] if tail else ""
            if ditto is not None and said:
                start = word.start() + len(ditto[1])
                place = laid.passage.places[start]
                made = made.joined(laid.passage.part(at, start)).joined(LocatedText(said, (place,) * len(said)))
                at = word.end()
        if at:
            laid = laid._replace(passage=made.joined(laid.passage.part(at, None)), raw=None)  # noqa: PLW2901
        if words:
            above = [word[0] for word in _words(laid.passage.text)]
        yield laid


def _have_same_figures_and_words(words_above: Sequence[str], words: Sequence[re.Match[str]]) -> bool:
    """Return whether figures and other words of two lines stand in the same order, but for a remark behind the second."""
    return bool(words_above) and all(
        bool(_TAIL.fullmatch(one)) == bool(_TAIL.fullmatch(two[0]))
        for one, two in zip(words_above, words, strict=False)
    )


def _is_row_of_same_shape(words_above: Sequence[str], words: Sequence[re.Match[str]]) -> bool:
    """Return whether the last words of a line are a row like another: with a ply or a side, figures where it has squares."""
    if not (_ROW_START.fullmatch(words_above[0]) and _ROW_START.fullmatch(words[0][0])):
        return False  # in columns of both sides a ditto stands for what is above it
    squares = [
        (_SQUARES.fullmatch(one) is None, _SQUARES.fullmatch(two[0]) is None)
        for one, two in zip(words_above, words, strict=True)
    ]
    return all(one is two for one, two in squares) and (False, False) in squares


def _words(text: str) -> Iterator[re.Match[str]]:
    """Yield the cells of a row, also empty ones, or the words of any other line."""
    return re.finditer(r"(?:^|(?<=[,;\t]))[^,;\t]*" if sum(map(text.count, ",;\t")) > 1 else r"\S+", text)


def _clean_line(clean_line: CleanLine, *, quoted: bool, messages: bool) -> CleanLine:
    """Return a line without its mark of quotation, and without the time and the name of a message."""
    text = clean_line.passage.text
    if quoted and text.lstrip().startswith(">") and not ANCHOR.match(text) and (quote := _QUOTE.match(text)):
        clean_line = clean_line._replace(passage=clean_line.passage.cut(quote.end()), raw=None, quoted=True)
    text = clean_line.passage.text
    short = len(text) <= MAX_MESSAGE_CHARACTERS
    if quoted and short and _ATTRIBUTION.fullmatch(text):
        return clean_line._replace(furniture=True)
    if not messages:
        return clean_line
    if message := match_time_and_sender_of_message(text):
        return clean_line._replace(
            passage=clean_line.passage.cut(message.end()), raw=None, sender=message[1].strip(" <>[]@")
        )
    return clean_line._replace(furniture=clean_line.furniture or (short and FURNITURE.fullmatch(text) is not None))


def _subtitle_lines(lines: Sequence[CleanLine]) -> Iterator[CleanLine]:
    """Yield the lines of subtitles; their numbers and times are what a program put there."""
    for at, laid in enumerate(lines):
        arrows = [one.passage.text for one in lines[at : at + 2]]
        of_a_program = _ARROW.fullmatch(arrows[0][:MAX_MESSAGE_CHARACTERS]) or (
            arrows[0].strip().isdecimal() and len(arrows) > 1 and _ARROW.fullmatch(arrows[1][:MAX_MESSAGE_CHARACTERS])
        )
        yield laid._replace(furniture=True) if of_a_program or arrows[0].startswith("WEBVTT") else laid


def _lines_after_diff(lines: Sequence[CleanLine]) -> Iterator[CleanLine]:
    """Yield the lines of a file as a diff leaves it; what it takes out stands there as a comment."""
    inside = False
    for laid in lines:
        text = laid.passage.text
        hunk = _HUNK.fullmatch(text[: MAX_MESSAGE_CHARACTERS + 1])
        inside = bool(hunk) or (inside and not _OF_A_DIFF.fullmatch(text[: MAX_MESSAGE_CHARACTERS + 1]))
        if hunk or (inside and text.startswith("-")) or _OF_A_DIFF.fullmatch(text[: MAX_MESSAGE_CHARACTERS + 1]):
            yield laid._replace(furniture=True)
        elif inside and text[:1] in {"+", " "}:
            yield laid._replace(passage=laid.passage.cut(1), raw=None)
        else:
            yield laid


def _logical_lines_and_whether_whole(text: str, number: int) -> list[tuple[LocatedText, bool]]:
    """Return the logical lines of a line of the file, and whether each is that line as it stands."""
    lines = folded_logical_lines(text, number)
    whole = (
        len(lines) == 1
        and "\f" not in text
        and "\v" not in text
        and TAG.search(text) is None
        and STRUCK not in lines[0].text
        and _ENTITY.search(text) is None
    )
    return [(line, whole) for line in lines]


def _plies_of_paragraph(passage: LocatedText) -> list[LocatedText]:
    """Return the plies of a paragraph that numbers them, each as a line: 1手目、私が二4に占領。2手目、…"""
    found = list(_TOLD_PLY.finditer(passage.text))
    numbers = [int(one[1]) for one in found]
    if len(found) < MIN_TOLD_PLIES or numbers != list(range(numbers[0], numbers[0] + len(found))):
        return [passage]
    cuts = [0, *(one.start() for one in found if one.start()), len(passage.text)]
    return [passage.cut(start, end) for start, end in pairwise(cuts)]


def _join_vertical_lines(lines: Sequence[CleanLine]) -> Iterator[CleanLine]:
    """Yield the lines; those of one character each that follow each other are one text."""
    at = 0
    while at < len(lines):
        end = at
        while end < len(lines) and _ONE_PLACE.fullmatch(lines[end].passage.text):
            end += 1
        parts = tuple(lines[at:end])
        column = _vertical(join_texts(line.passage.cut(0) for line in parts))
        # Figures and signs alone are no column of text: each stands for itself, and is told of at its own line.
        if _VERTICAL <= len(parts) <= MAX_LINE_CHARACTERS and any(map(str.isalpha, column.text)):
            yield CleanLine(column, None, parts[0].line, parts=parts)
        else:
            yield from parts or lines[at : at + 1]
        at = max(end, at + 1)


def _vertical(passage: LocatedText) -> LocatedText:
    """Return vertical text with a dash for each upright bar."""
    return LocatedText(passage.text.translate(_BARS), passage.places)


def without_comment_signs(lines: Sequence[CleanLine]) -> Sequence[CleanLine]:
    """Return lines without the sign of a comment where each has one; any others as they are."""
    signs = [_COMMENTED.match(laid.passage.text) for laid in lines if laid.passage.text.strip()]
    if len(signs) < MIN_COMMENTED_LINES or not all(signs):
        return lines
    return [
        laid._replace(passage=laid.passage.cut(sign.end()), raw=None)
        if (sign := _COMMENTED.match(laid.passage.text))
        else laid
        for laid in lines
    ]


def without_bullet(passage: LocatedText, *, stars: bool) -> LocatedText | None:
    """Return a line without its bullet; None if it has none. A star is one if `stars` says so."""
    bullet = (_STAR if stars else _BULLET).match(passage.text)
    return passage.cut(bullet.end()) if bullet else None
