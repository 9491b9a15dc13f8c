"""Decodes and encodes files. The content of a file tells its encoding, and no character is replaced by `?`."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kifu.model.errors import UnreadableFile
from kifu.model.message import Message, visible
from kifu.referee.record import Source

UTF8_BOM = b"\xef\xbb\xbf"
UTF32_BOMS = (b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")
UTF16_BOMS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
OTHER_BOMS = (*UTF32_BOMS, *UTF16_BOMS)
BOMS = {"utf-8": UTF8_BOM} | {encoding: mark for mark, encoding in UTF16_BOMS.items()}
"""The byte order mark of each codec that has one; UTF-16 is never without it."""
ENCODINGS = {"utf-8": "UTF-8", "cp932": "Shift_JIS (CP932)", "euc_jp": "EUC-JP"}
"""The codecs that a file without a byte order mark is tried in, and that are written, each with its usual name."""
NAMES = ENCODINGS | dict.fromkeys(UTF16_BOMS.values(), "UTF-16")
"""All codecs that are read, each with its usual name."""

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
_LINE_END = re.compile(r"(\r\n|\r|\n)")

_MISSING_SHOWN = 10


class Unencodable(NamedTuple):
    """A character that the target encoding lacks."""

    line: int
    column: int
    character: str


def decode(name: str, data: bytes) -> Source:
    """Return the text of a file as lines (docs/notation.md, Encodings).

    A byte order mark (UTF-8, UTF-16) decides first, then strict UTF-8 is tried, then CP932 and EUC-JP: these two are
    taken only if they show a line such as 棋種. Raises UnreadableFile with one of the codes ``binary-file``,
    ``other-encoding``, and ``unknown-encoding`` (with the line and the bytes where the likeliest encoding fails).
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
                return split(name, data, data[len(mark) :].decode(encoding), encoding, bom=True)
            except UnicodeDecodeError:
                raise _undecodable(data[len(mark) :], (encoding,)) from None
    if b"\x00" in data:
        at = data.index(b"\x00")
        raise UnreadableFile(
            "binary-file",
            Message(
                f"テキストではありません ({at} バイト目に NUL があります)。棋譜のテキストファイルを指定してください",
                f"not a text file (byte {at} is NUL); give the text file of a record",
            ),
        )
    bom = data.startswith(UTF8_BOM)
    body = data[len(UTF8_BOM) :] if bom else data
    possible = ("utf-8",) if bom else tuple(ENCODINGS)
    for encoding in possible:
        try:
            text = body.decode(encoding)
        except UnicodeDecodeError:
            continue
        if encoding == "utf-8" or re.search(SIGN, text):
            return split(name, data, text, encoding, bom=bom)
    raise _undecodable(body, possible)


def encode(lines: Iterable[str], ends: Iterable[str], encoding: str, *, bom: bool = False) -> bytes:
    """Return lines and their ends as bytes, after a byte order mark if `bom`.

    The bytes are decoded again and compared with the text, because some codecs do not give back the text they encode.
    Raises UnreadableFile (``unencodable``), which names the characters that the encoding lacks.
    """
    text = "".join(line + end for line, end in zip(lines, ends, strict=True))
    try:
        data = text.encode(encoding)
    except UnicodeEncodeError:
        raise _lacking(text, encoding) from None
    if data.decode(encoding) != text:
        raise _lacking(text, encoding)
    return BOMS[encoding] + data if bom else data


def mark_of(source: Source) -> bytes:
    """Return the byte order mark of a file, empty if it has none."""
    return BOMS[source.encoding] if source.bom else b""


def missing(text: str, encoding: str) -> list[Unencodable]:
    """Return the characters of `text` that do not survive `encoding`, with their places."""
    characters = []
    for number, line in enumerate(_LINE_END.split(text)[::2], start=1):
        for column, character in enumerate(line, start=1):
            if not character.isascii() and not _survives(character, encoding):
                characters.append(Unencodable(number, column, character))
    return characters


def line_bytes(source: Source) -> tuple[bytes, ...]:
    """Return the bytes of each line of a file with its end. The byte order mark and these lines together are the file."""
    if source.encoding in UTF16_BOMS.values():  # the bytes 10 and 13 also occur within characters, so text is split
        pairs = zip(source.lines, source.ends, strict=True)
        return tuple((line + end).encode(source.encoding) for line, end in pairs)
    return tuple(source.data[len(mark_of(source)) :].splitlines(keepends=True))


def rewrite(source: Source, lines: Sequence[str], ends: Sequence[str]) -> bytes:
    """Return the bytes of the file with new lines and ends. A line that the file already has keeps its bytes.

    Raises UnreadableFile (``unencodable``).
    """
    kept = {
        text: data.removesuffix(end.encode(source.encoding))
        for text, data, end in zip(source.lines, line_bytes(source), source.ends, strict=True)
    }
    body = [
        kept[line] + end.encode(source.encoding) if line in kept else encode([line], [end], source.encoding)
        for line, end in zip(lines, ends, strict=True)
    ]
    return mark_of(source) + b"".join(body)


def _survives(character: str, encoding: str) -> bool:
    try:
        return character.encode(encoding).decode(encoding) == character
    except UnicodeError:
        return False


def split(name: str, data: bytes, text: str, encoding: str, *, bom: bool) -> Source:
    """Return a source whose `text`, decoded from `data`, is split at each LF, CRLF and CR; a file may mix them."""
    if "\r" in text:
        pieces = _LINE_END.split(text)
        lines, ends = pieces[::2], [*pieces[1::2], ""]
    else:
        lines = text.split("\n")
        ends = ["\n"] * (len(lines) - 1) + [""]
    if not lines[-1]:
        lines.pop()
        ends.pop()
    return Source(name, data, encoding, bom, tuple(lines), tuple(ends))


def _undecodable(data: bytes, possible: Iterable[str]) -> UnreadableFile:
    """Return the error for a file that no encoding decodes. It names the place where the likeliest encoding fails.

    The likeliest of the `possible` encodings shows a line such as 棋種 in the part that it decodes. If several do, or
    none does, it is the one that decodes the longest part.
    """
    sound = {encoding: _sound(data, encoding) for encoding in possible}
    best = max(sound, key=lambda encoding: (re.search(SIGN, sound[encoding][1]) is not None, sound[encoding][0]))
    at, before = sound[best]
    if at == len(data):
        return UnreadableFile(
            "unknown-encoding",
            Message(
                "棋種の行が UTF-8 でも Shift_JIS でも EUC-JP でも見つかりません。最初に「棋種：6面体」のように書いてください",
                "no 棋種 line is found in UTF-8, Shift_JIS or EUC-JP; begin the record with a line like 棋種：6面体",
            ),
        )
    lines = _LINE_END.split(before)[::2]
    line, column = len(lines), len(lines[-1]) + 1
    broken_bytes = data[at : at + 4].hex(" ")
    return UnreadableFile(
        "unknown-encoding",
        Message(
            f"UTF-8・Shift_JIS・EUC-JP のどれでも読めません。{NAMES[best]} として {line} 行目 {column} 文字目の"
            f"バイト {broken_bytes} で文字が壊れています。元のファイルから写しなおしてください",
            f"neither UTF-8, Shift_JIS nor EUC-JP: as {NAMES[best]} a character is broken at line {line}, "
            f"column {column} (bytes {broken_bytes}); copy the file again from where it came",
        ),
        line=line,
        offset=column - 1,
    )


def _sound(data: bytes, encoding: str) -> tuple[int, str]:
    """Return the number of bytes from the beginning that decode, and their text."""
    try:
        return len(data), data.decode(encoding)
    except UnicodeDecodeError as error:
        return error.start, data[: error.start].decode(encoding)


def _lacking(text: str, encoding: str) -> UnreadableFile:
    lacking = missing(text, encoding)
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
