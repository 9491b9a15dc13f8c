"""Decodes and encodes files. The content of a file tells its encoding, and no character is replaced by `?`."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from kifu.core.errors import UnreadableFile
from kifu.core.message import Message, visible
from kifu.core.squares import BLANKS
from kifu.referee.record import Source
from notation import vendor_jis_codecs
from notation.line_kinds import LineKind, classify_line

UTF8_BOM = b"\xef\xbb\xbf"
UTF32_BOMS = (b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")
UTF16_BOMS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
OTHER_BOMS = (*UTF32_BOMS, *UTF16_BOMS)
BOMS = {"utf-8": UTF8_BOM} | {encoding: mark for mark, encoding in UTF16_BOMS.items()}
"""The byte order mark of each codec that has one; UTF-16 is never without it."""
ENCODINGS = {"utf-8": "UTF-8", "cp932": "Shift_JIS (CP932)", "euc_jp": "EUC-JP"}
"""The codecs that are written, each with its usual name."""
TRIED = ENCODINGS | {vendor_jis_codecs.EUC: "EUC-JP (CP51932)"}
"""The codecs that a file without a byte order mark is tried in, in order, each with its usual name."""
NAMES = TRIED | {vendor_jis_codecs.JIS: "ISO-2022-JP"} | dict.fromkeys(UTF16_BOMS.values(), "UTF-16")
"""All codecs that are read, each with its usual name."""
MIXED = "mixed"
"""What stands in place of a codec for a file of records in several encodings (:attr:`Source.sections`)."""

ALIASES = {
    "utf-8": "utf-8",
    "utf8": "utf-8",
    "utf-8-sig": "utf-8-sig",
    "cp932": "cp932",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "sjis": "cp932",
    "windows-31j": "cp932",
    "ms932": "cp932",
    "euc_jp": "euc_jp",
    "euc-jp": "euc_jp",
    "eucjp": "euc_jp",
}
"""The codec for each name that a user may give; utf-8-sig is UTF-8 with a byte order mark."""

SIGN = r"(?:\A|[\r\n])[ \u3000\t>＞|｜・【\[「\"]*(?:棋種|局面図|一二三|手数|手合割|先手|後手|開始日時|対局)"
"""The beginning of a line that records have, or of a diagram without a record. The right encoding shows one of them."""
WORD = "[6６六](?:面|めん|メン)(?:体|たい|タイ)|占領|せんりょう|弓矢|ゆみや|合体|五角|八角|十字|裏返|[ろロﾛ][くクｸ][めメﾒ][んンﾝ]|(?:ユニオン|ゆにおん|ﾕﾆｵﾝ)[・･ -]?[キマエきまえｷﾏｴ]|連合将棋|先手|後手|ｾﾝﾃ|ｺﾞﾃ|投了|[内外][反合]|対局|[白黒]番|[丸三四五六八十][内外]"
"""What a record without such a line has somewhere: the name of a game, or of a side."""
KANA = re.compile("[ぁ-んァ-ヶ]|[一二三四五六七八九内外白黒](?=[0-9０-９内外])|[ｦ-ﾟ]{2}")
"""What a text in the right encoding has again and again, where nothing tells that it is a record; in the wrong one, it is rare."""
MIN_KANA, MANY_TIMES = 4, 4
"""How often it has that at the least, and how many times as often as in any other encoding."""
SOFT = "\x85\u2028\u2029"
"""The line ends that only some programs write: NEL, LINE SEPARATOR and PARAGRAPH SEPARATOR."""
_LINE_END = re.compile(r"(\r\n|\r|\n)")
_ANY_END = re.compile(rf"(\r\n|[\r\n{SOFT}])")
ESCAPE = b"\x1b$"
"""What text in ISO-2022-JP has."""
_JIS_RUN = re.compile(rb"\x1b\$(?:[@B]|\(D)[!-~]{2}")
"""Kanji in ISO-2022-JP, which no text has in another encoding."""
IN_UTF8 = re.compile(rb"[\xe3-\xe9][\x80-\xbf]{2}|\xef[\xbc\xbd][\x80-\xbf]")
"""A kana, a kanji or a full-width character in UTF-8."""
_TWO_BYTES = frozenset({"cp932", "euc_jp", vendor_jis_codecs.EUC})
_GAME = "棋種"
HEADS = {codec: _GAME.encode(codec) for codec in ENCODINGS} | {vendor_jis_codecs.JIS: b"4}<o"}
"""The bytes of 棋種 in each encoding. They tell the records of a file apart that is in several."""
_BEGINS = re.compile(rf"[{BLANKS}]*{_GAME}")

_DECLARATION = re.compile(rb"(?:encoding|charset) ?= ?[\"']?([A-Za-z0-9_-]{3,20})", re.IGNORECASE)
_DECLARED_WITHIN = 1024
"""The first bytes of a file in which it may say what it is encoded in."""
_MISSING_SHOWN = 10


class Unencodable(NamedTuple):
    """A character that the target encoding lacks."""

    line: int
    column: int
    character: str


def decode(file_name: str, data: bytes) -> Source:
    """Return the text of a file as lines (docs/notation.md, Encodings).

    A byte order mark (UTF-8, UTF-16) decides first, then the escape sequences of ISO-2022-JP; then strict UTF-8 is tried,
    then CP932 and EUC-JP: these two are taken only if they show a line such as 棋種, or kana as no other does. If records
    begin in several encodings, each is read in its own. Raises UnreadableFile with one of the codes ``binary-file``, ``other-encoding``,
    and ``unknown-encoding`` (with the line and the bytes where the likeliest encoding fails).
    """
    if data.startswith(UTF32_BOMS):
        raise UnreadableFile(
            "other-encoding",
            Message(
                "UTF-32 のファイルです。UTF-8 か Shift_JIS か EUC-JP で保存しなおしてください",
                "the file is UTF-32; save it as UTF-8, Shift_JIS or EUC-JP",
            ),
        )
    for mark, encoding in UTF16_BOMS.items():
        if data.startswith(mark):
            try:
                _require_utf16_throughout(data[len(mark) :], encoding)
                return source_of_text(file_name, data, data[len(mark) :].decode(encoding), encoding, bom=True)
            except UnicodeDecodeError:
                raise _undecodable_error(data[len(mark) :], (encoding,)) from None
    _require_no_nul(data)
    bom = data.startswith(UTF8_BOM)
    body = data[len(UTF8_BOM) :] if bom else data
    escapes = ESCAPE in body
    if not escapes:
        try:
            return source_of_text(file_name, data, body.decode(), "utf-8", bom=bom)
        except UnicodeDecodeError:
            pass  # it is in another encoding, or in several
    starts = list(_record_start_lines(body))
    if len({codec for _, codec in starts}) > 1:
        return _decode_mixed_encodings(file_name, data, body, starts, bom=bom)
    possible: tuple[str, ...] = ("utf-8",) if bom else tuple(TRIED)
    if escapes and body.isascii() and not bom:
        possible = (vendor_jis_codecs.JIS,)
    if (found := _recognised_encoding_and_text(body, possible)) is not None:
        return source_of_text(file_name, data, found[1], found[0], bom=bom)
    raise _undecodable_error(body, (*possible, vendor_jis_codecs.JIS) if escapes else possible)


def _declared_codec(body: bytes) -> str:
    """Return the codec that an XML or HTML file says that it is in; empty if it says none."""
    found = _DECLARATION.search(body[:_DECLARED_WITHIN])
    return ALIASES.get(found[1].decode("ascii").lower(), "") if found else ""


def _recognised_encoding_and_text(body: bytes, possible: Sequence[str]) -> tuple[str, str] | None:
    """Return the first encoding in which a file shows that it is a record, and its text; None if it shows it in none."""
    declared = _declared_codec(body)
    sound: dict[str, str | None] = {}
    for sign, encoding in product((SIGN, WORD), possible):
        if encoding not in sound:
            sound[encoding] = _decodable_length_and_text(body, encoding)[1]
        text = sound[encoding]
        if text is not None and (encoding in {declared, "utf-8", vendor_jis_codecs.JIS} or re.search(sign, text)):
            return encoding, text
    texts = {encoding: text for encoding, text in sound.items() if text is not None}
    counts = {
        encoding: len(KANA.findall(text)) for encoding, text in texts.items() if encoding != vendor_jis_codecs.EUC
    }
    best = max(counts, key=lambda encoding: counts[encoding], default="")
    others = max((count for encoding, count in counts.items() if encoding != best), default=0)
    return (best, texts[best]) if best and counts[best] >= max(MIN_KANA, MANY_TIMES * others) else None


def _require_utf16_throughout(body: bytes, encoding: str) -> None:
    """Raise UnreadableFile for UTF-16 behind which a record in another encoding was joined: its bytes would be odd kanji."""
    at = min((body.index(head) for codec, head in HEADS.items() if codec in ENCODINGS and head in body), default=None)
    if at is not None:
        line = len(_LINE_END.split(body[: at - at % 2].decode(encoding, "ignore"))[::2])
        raise UnreadableFile(
            "unknown-encoding",
            Message(
                f"{line} 行目まで UTF-16 で、そのあとに別の文字コードの棋譜が続いています。一つの文字コードで保存しなおしてください",
                f"UTF-16 up to line {line}, and behind it a record in another encoding; save the file in one encoding",
            ),
            line=line,
        )


def _require_no_nul(data: bytes) -> None:
    """Raise UnreadableFile for data with a NUL: it is no text."""
    if b"\x00" in data:
        at = data.index(b"\x00")
        raise UnreadableFile(
            "binary-file",
            Message(
                f"テキストではありません ({at} バイト目に NUL があります)。棋譜のテキストファイルを指定してください",
                f"not a text file (byte {at} is NUL); give the text file of a record",
            ),
        )


def _record_start_lines(body: bytes) -> Iterator[tuple[int, str]]:
    """Yield the number of each line that begins a record, from 0, with its encoding. Lines end in LF, CRLF or CR."""
    possible = [(codec, head) for codec, head in HEADS.items() if head in body]
    for number, line in enumerate(body.splitlines()):
        for codec, head in possible:
            if head in line and _BEGINS.match(line.decode(codec, "ignore")):
                yield number, codec
                break


def _decode_mixed_encodings(
    name: str, data: bytes, body: bytes, starts: Sequence[tuple[int, str]], *, bom: bool
) -> Source:
    """Return a file of records in several encodings; `starts` has the line that each begins with, and its encoding.

    Comments of the file (#) above a 棋種 may have the encoding of the record below or above. Raises UnreadableFile.
    """
    raw = body.splitlines(keepends=True)
    lines: list[str] = []
    ends: list[str] = []
    sections: list[tuple[int, str]] = []
    first = 0
    for (_, codec), (following, next_codec) in pairwise([*starts, (len(raw), "")]):
        last = remarks = following
        while next_codec not in {"", codec} and remarks > first and _is_blank_or_comment(raw[remarks - 1]):
            remarks -= 1
        last = next(
            (number for number in range(remarks, last) if _decodable_length_and_text(raw[number], codec)[1] is None),
            last,
        )
        part = b"".join(raw[first:last])
        tried = ("euc_jp", vendor_jis_codecs.EUC) if codec == "euc_jp" else (codec,)
        found = next(
            ((own, text) for own in tried if (text := _decodable_length_and_text(part, own)[1]) is not None), None
        )
        if found is None:
            raise _undecodable_error(part, tried, above=first)
        if not sections or sections[-1][1] != found[0]:
            sections.append((len(lines) + 1, found[0]))
        piece = source_of_text(name, b"", found[1], found[0], bom=False)
        lines += piece.lines
        ends += piece.ends
        first = last
    return Source(name, data, MIXED, bom, tuple(lines), tuple(ends), tuple(sections))


def _is_blank_or_comment(raw: bytes) -> bool:
    """Tell whether a line is blank or a comment of the file."""
    return raw.removeprefix(UTF8_BOM).strip()[:1] in {b"", b"#"}


def encoding_of_line(source: Source, line_number: int) -> str:
    """Return the codec of a line, counted from 1."""
    if not source.sections:
        return source.encoding
    return source.sections[bisect_right([first for first, _ in source.sections], line_number) - 1][1]


def encode(lines: Iterable[str], line_ends: Iterable[str], encoding: str, *, bom: bool = False) -> bytes:
    """Return lines and their ends as bytes, after a byte order mark if `bom`.

    The bytes are decoded again and compared with the text, because some codecs do not give back the text they encode.
    Raises UnreadableFile (``unencodable``), which names the characters that the encoding lacks.
    """
    text = _joined(lines, line_ends)
    try:
        data = text.encode(encoding)
    except UnicodeEncodeError:
        raise _unencodable_error(text, encoding) from None
    if data.decode(encoding) != text:
        raise _unencodable_error(text, encoding)
    return BOMS[encoding] + data if bom else data


def require_one_encoding(encoding: str) -> None:
    """Raise UnreadableFile (``mixed-encodings``) for a file of records in several encodings, which has no one to write."""
    if encoding == MIXED:
        raise UnreadableFile(
            "mixed-encodings",
            Message(
                "文字コードの違う棋譜が一つのファイルにあります。--encoding utf-8 などで一つにしてください",
                "the records of the file are in several encodings; choose one, such as --encoding utf-8",
            ),
        )


def byte_order_mark_of(source: Source) -> bytes:
    """Return the byte order mark of a file, empty if it has none."""
    return BOMS[source.encoding] if source.bom else b""


def unencodable_characters(text: str, encoding: str) -> list[Unencodable]:
    """Return the characters of `text` that do not survive `encoding`, with their places."""
    characters = []
    for number, line in enumerate(_LINE_END.split(text)[::2], start=1):
        for column, character in enumerate(line, start=1):
            if not character.isascii() and not _survives_encoding(character, encoding):
                characters.append(Unencodable(number, column, character))
    return characters


def bytes_of_each_line(source: Source) -> tuple[bytes, ...]:
    """Return the bytes of each line of a file with its end. The byte order mark and these lines together are the file."""
    # In UTF-16 the bytes 10 and 13 also occur within characters, and the other line ends are no bytes, so text is split.
    if source.encoding in UTF16_BOMS.values() or (source.encoding == "utf-8" and any(map(source.ends.count, SOFT))):
        pairs = zip(source.lines, source.ends, strict=True)
        return tuple((line + end).encode(source.encoding) for line, end in pairs)
    raw = source.data[len(byte_order_mark_of(source)) :].splitlines(keepends=True)
    if len(raw) > len(source.lines) > 0:  # an escape sequence stands behind the last line end
        raw[-2:] = [b"".join(raw[-2:])]
    return tuple(raw)


def bytes_with_new_lines(source: Source, lines: Sequence[str], ends: Sequence[str]) -> bytes:
    """Return the bytes of the file with new lines and ends. A line that the file already has keeps its bytes.

    Raises UnreadableFile (``unencodable``).
    """
    kept = {
        text: data.removesuffix(end.encode(source.encoding))
        for text, data, end in zip(source.lines, bytes_of_each_line(source), source.ends, strict=True)
    }
    body = b"".join(
        kept[line] + end.encode(source.encoding) if line in kept else encode([line], [end], source.encoding)
        for line, end in zip(lines, ends, strict=True)
    )
    if source.encoding == vendor_jis_codecs.JIS and _decodable_length_and_text(body, vendor_jis_codecs.JIS)[
        1
    ] != _joined(lines, ends):
        return encode(lines, ends, source.encoding)  # a line of the file left the character set to the next one
    return byte_order_mark_of(source) + body


def _survives_encoding(character: str, encoding: str) -> bool:
    try:
        return character.encode(encoding).decode(encoding) == character
    except UnicodeError:
        return False


def has_soft_line_end(text: str) -> bool:
    """Tell whether a text has one of the line ends of :data:`SOFT`."""
    return "\x85" in text or "\u2028" in text or "\u2029" in text


def _joined(lines: Iterable[str], ends: Iterable[str]) -> str:
    return "".join(line + end for line, end in zip(lines, ends, strict=True))


def source_of_text(name: str, data: bytes, text: str, encoding: str, *, bom: bool) -> Source:
    """Return a source whose `text`, decoded from `data`, is split at each line end; a file may mix them.

    Line ends are LF, CRLF, CR, and those of :data:`SOFT`. Within a comment these three end the line only if what follows is
    a line of a record: word processors also write them into the middle of a paragraph.
    """
    soft = not text.isascii() and has_soft_line_end(text)
    if soft or "\r" in text:
        pieces = (_ANY_END if soft else _LINE_END).split(text)
        lines, ends = pieces[::2], [*pieces[1::2], ""]
        if soft:
            lines, ends = _join_soft_broken_comments(lines, ends)
    else:
        lines = text.split("\n")
        ends = ["\n"] * (len(lines) - 1) + [""]
    if not lines[-1]:
        lines.pop()
        ends.pop()
    return Source(name, data, encoding, bom, tuple(lines), tuple(ends))


def _join_soft_broken_comments(lines: Sequence[str], ends: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return lines and their ends with the paragraphs of comments joined that a line end of :data:`SOFT` parts.

    A blank line between two paragraphs belongs to the comment, one behind the last does not. Nothing is joined where such an end
    stands behind a line of another form outside the comments: it ends lines there.
    """
    kept: list[list[str]] = []
    kept_ends: list[str] = []
    in_comment = False
    kinds = [classify_line(line).kind for line in lines]
    prose, follows = [], False
    for kind in reversed(kinds):
        follows = kind is LineKind.UNKNOWN or (kind is LineKind.BLANK and follows)
        prose.append(follows)
    for line, end, kind, is_prose in zip(lines, ends, kinds, reversed(prose), strict=True):
        if in_comment and kept_ends[-1] and kept_ends[-1] in SOFT and is_prose:
            kept[-1] += [kept_ends[-1], line]
            kept_ends[-1] = end
        else:
            kept.append([line])
            kept_ends.append(end)
            in_comment = kind in _COMMENTS
            if kind is LineKind.UNKNOWN and end in SOFT and end:
                return list(lines), list(ends)
    return ["".join(parts) for parts in kept], kept_ends


_COMMENTS = frozenset({LineKind.COMMENT, LineKind.FILE_COMMENT, LineKind.BOOKMARK})


def _undecodable_error(data: bytes, possible: Iterable[str], above: int = 0) -> UnreadableFile:
    """Return the error for a file that no encoding decodes. It names the place where the likeliest encoding fails.

    The likeliest of the `possible` encodings shows a line such as 棋種 in the part that it decodes. If several do, or
    none does, it is the one that decodes the longest part. `above` is the number of lines above `data`.
    """
    sound = {encoding: _decodable_length_and_text(data, encoding)[0] for encoding in possible}
    before = {encoding: data[:at].decode(encoding, "ignore") for encoding, at in sound.items()}
    best = max(sound, key=lambda encoding: (re.search(SIGN, before[encoding]) is not None, sound[encoding]))
    at = sound[best]
    if at == len(data):
        return UnreadableFile(
            "unknown-encoding",
            Message(
                "棋種の行が UTF-8 でも Shift_JIS でも EUC-JP でも見つかりません。最初に「棋種：6面体」のように書いてください",
                "no 棋種 line is found in UTF-8, Shift_JIS or EUC-JP; begin the record with a line like 棋種：6面体",
            ),
        )
    lines = _LINE_END.split(before[best])[::2]
    line, column = above + len(lines), len(lines[-1]) + 1
    broken_bytes = data[at : at + 4].hex(" ")
    return UnreadableFile(
        "unknown-encoding",
        Message(
            f"UTF-8・Shift_JIS・EUC-JP・ISO-2022-JP のどれでも読めません。{NAMES[best]} として {line} 行目 {column} 文字目の"
            f"バイト {broken_bytes} で文字が壊れています。元のファイルから写しなおしてください",
            f"neither UTF-8, Shift_JIS, EUC-JP nor ISO-2022-JP: as {NAMES[best]} a character is broken at line {line}, "
            f"column {column} (bytes {broken_bytes}); copy the file again from where it came",
        ),
        line=line,
        offset=column - 1,
    )


def _decodable_length_and_text(data: bytes, encoding: str) -> tuple[int, str | None]:
    """Return the number of bytes from the beginning that decode, and the whole text; None if they are not all."""
    run = _JIS_RUN.search(data) if encoding in TRIED and ESCAPE in data else None
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        return error.start if run is None else min(error.start, run.start()), None
    at = run.start() if run is not None else _first_utf8_offset(data) if encoding in _TWO_BYTES else None
    return (len(data), text) if at is None else (at, None)


def _first_utf8_offset(data: bytes) -> int | None:
    """Return where the first character in UTF-8 stands in a line that is UTF-8; None if no line is.

    CP932 and EUC-JP decode most of these lines too, to words that nobody has written.
    """
    at = 0
    for line in data.splitlines(keepends=True):
        found = None if line.isascii() else IN_UTF8.search(line)
        if found is not None and is_line_utf8(line):
            return at + found.start()
        at += len(line)
    return None


def is_line_utf8(line: bytes) -> bool:
    """Tell whether a line is sound UTF-8."""
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True


def _unencodable_error(text: str, encoding: str) -> UnreadableFile:
    """Return the error for a text that an encoding cannot hold, with the characters that it lacks."""
    lacking = unencodable_characters(text, encoding)
    characters = " ".join(dict.fromkeys(visible(item.character) for item in lacking[:_MISSING_SHOWN]))
    first = lacking[0] if lacking else Unencodable(1, 1, "")
    return UnreadableFile(
        "unencodable",
        Message(
            f"{NAMES.get(encoding, encoding)} にない文字があります: {characters} ({first.line} 行目から {len(lacking)} 箇所)。"
            "--encoding utf-8 なら書けます",
            f"{NAMES.get(encoding, encoding)} has no {characters} ({len(lacking)} places from line {first.line} on); "
            "--encoding utf-8 can hold them",
        ),
        line=first.line,
        offset=first.column - 1,
    )
