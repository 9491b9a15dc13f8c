"""EUC-JP and ISO-2022-JP with the characters of NEC and IBM, such as ① and 髙.

They are registered under the names of Microsoft: ``cp51932`` and ``cp50221``. Both are strict. EUC-JP is read as the Encoding
Standard of the WHATWG has it (rows 13 and 89 to 92 of CP932, and JIS X 0212), and as eucJP-ms has the characters of IBM.
"""

from __future__ import annotations

import codecs
import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from _typeshed import ReadableBuffer as Buffer

EUC, JIS = "cp51932", "cp50221"
_HANDLER = "kifu.cp51932"
_IBM = (
    "ⅰⅱⅲⅳⅴⅵⅶⅷⅸⅹⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩ＇＂㈱№℡炻仼僴凬匇匤﨎咊坙﨏塚增寬峵嵓﨑德悅愠敎昻晥晴朗栁﨓﨔橫櫢淸淲瀨凞猪"
    "甁皂皞益礰礼神祥福竧靖精綠緖羽荢﨟薰蘒﨡蠇諸譿賴赶﨣﨤逸郞都鄕﨧﨨閒隆﨩霻靍靑飯飼館馞髙魲鶴黑"
)
"""The characters of eucJP-ms from 8F F3 F3 to 8F F4 FE, in order: those of IBM that JIS X 0212 lacks."""
_IBM_FIRST, _CELLS, _CELL = 0xF3F3, 94, 0xA1
_ROWS = (0xAD, 0xF9, 0xFA, 0xFB, 0xFC)
_ASCII, _ROMAN, _KANA, _OLD, _KANJI, _MORE = b"\x1b(B", b"\x1b(J", b"\x1b(I", b"\x1b$@", b"\x1b$B", b"\x1b$(D"
_BEFORE = {_OLD: b"", _KANJI: b"", _MORE: b"\x8f"}
"""What stands in EUC-JP before the two bytes of a character."""
_PARTS = re.compile(rb"\x1b(?:\([BJI]|\$[@B]|\$\(D)|[^\x1b]+|\x1b")
_IN_ROMAN = {"¥": b"\\", "‾": b"~"}
_PAIR = re.compile(rb"[!-~]{2}")


@cache
def _characters_python_lacks() -> dict[bytes, str]:
    """Return the characters that Python's EUC-JP lacks, by their bytes; those that are written come last."""
    ibm = (_IBM_FIRST + at if at < 0xFF - 0xF3 else 0xF4A1 + at - (0xFF - 0xF3) for at in range(len(_IBM)))
    added = {b"\x8f" + code.to_bytes(2, "big"): character for code, character in zip(ibm, _IBM, strict=True)}
    for row in reversed(_ROWS):
        for cell in range(_CELL, _CELL + _CELLS):
            character = _cp932_character(row, cell)
            if character is not None:
                added[bytes((row, cell))] = character
    return added


def _cp932_character(row: int, cell: int) -> str | None:
    """Return the character that CP932 has in a row and a cell of JIS X 0208, given as in EUC-JP; None if it has none."""
    pair, second = divmod(row - _CELL, 2)
    trails = [*range(0x40, 0x7F), *range(0x80, 0xFD)]
    try:
        return bytes(((*range(0x81, 0xA0), *range(0xE0, 0xF0))[pair], trails[second * _CELLS + cell - _CELL])).decode(
            "cp932"
        )
    except UnicodeDecodeError:
        return None


@cache
def _added_bytes() -> dict[str, bytes]:
    return {character: data for data, character in _characters_python_lacks().items()}


def _missing_euc_jp_character(failed: UnicodeError) -> tuple[str | bytes, int]:
    """Return the character or the bytes where Python's EUC-JP fails, and where to go on. Raises what has failed."""
    if isinstance(failed, UnicodeDecodeError):
        for size in (2, 3):
            character = _characters_python_lacks().get(bytes(failed.object[failed.start : failed.start + size]))
            if character is not None:
                return character, failed.start + size
    elif isinstance(failed, UnicodeEncodeError):
        data = _added_bytes().get(failed.object[failed.start])
        if data is not None:
            return data, failed.start + 1
    raise failed


def _decode_euc(data: Buffer, _errors: str = "strict") -> tuple[str, int]:
    whole = bytes(data)
    return whole.decode("euc_jp", _HANDLER), len(whole)


def _encode_euc(text: str, _errors: str = "strict") -> tuple[bytes, int]:
    return text.encode("euc_jp", _HANDLER), len(text)


def _decode_jis(given: Buffer, errors: str = "strict") -> tuple[str, int]:
    """Decode ISO-2022-JP; with other `errors` than strict, the part above the first fault."""
    data = bytes(given)
    text: list[str] = []
    try:
        for run in _decode_runs(data):
            text.append(run)  # noqa: PERF402 - what stands above a fault is kept
    except UnicodeDecodeError:
        if errors == "strict":
            raise
    return "".join(text), len(data)


def _decode_runs(data: bytes) -> Iterator[str]:
    """Yield the text between two escape sequences. Raises UnicodeDecodeError."""
    charset = _ASCII
    for part in _PARTS.finditer(data):
        if part[0] == b"\x1b":
            raise UnicodeDecodeError(JIS, data, part.start(), part.end(), "unknown escape sequence")
        if part[0].startswith(b"\x1b"):
            charset = part[0]
        else:
            yield _decode_run(data, part.start(), part[0], charset)
    if charset not in {_ASCII, _ROMAN}:
        raise UnicodeDecodeError(JIS, data, max(len(data) - 1, 0), len(data), "the end is not in ASCII")


def _decode_run(data: bytes, start: int, run: bytes, charset: bytes) -> str:
    """Return the text of bytes of one character set, which begin at `start`. Raises UnicodeDecodeError."""
    if charset in _BEFORE:
        wrong = _PAIR.sub(b"", run) and next(at for at in range(0, len(run), 2) if not _PAIR.match(run, at))
        if wrong != b"":
            raise UnicodeDecodeError(JIS, data, start + int(wrong), start + int(wrong) + 1, "no pair of bytes")
        before, high = _BEFORE[charset], bytes(byte | 0x80 for byte in run)
        euc = b"".join(before + high[at : at + 2] for at in range(0, len(high), 2))
        try:
            return euc.decode(EUC)
        except UnicodeDecodeError as failed:
            at = start + failed.start // (len(before) + 2) * 2
            raise UnicodeDecodeError(JIS, data, at, at + 2, "no such character") from None
    allowed = rb"[\x21-\x5f]*" if charset == _KANA else rb"[^\x0e\x0f\x80-\xff]*"
    end = re.match(allowed, run).end()  # type: ignore[union-attr]  # it matches nothing at least
    if end < len(run):
        raise UnicodeDecodeError(JIS, data, start + end, start + end + 1, "no such character")
    if charset == _KANA:
        return "".join(chr(0xFF40 + byte) for byte in run)
    text = run.decode("ascii")
    return text.replace("\\", "¥").replace("~", "‾") if charset == _ROMAN else text


def _encode_jis(text: str, _errors: str = "strict") -> tuple[bytes, int]:
    """Encode as ISO-2022-JP. Every line ends in ASCII."""
    parts: list[bytes] = []
    charset = _ASCII
    for at, character in enumerate(text):
        wanted, data = _charset_and_bytes(text, at, character)
        if wanted != charset:
            parts.append(wanted)
            charset = wanted
        parts.append(data)
    return b"".join(parts) + (b"" if charset == _ASCII else _ASCII), len(text)


def _charset_and_bytes(text: str, at: int, character: str) -> tuple[bytes, bytes]:
    """Return the character set and the bytes of a character. Raises UnicodeEncodeError."""
    if character in _IN_ROMAN:
        return _ROMAN, _IN_ROMAN[character]
    if character.isascii() and character not in "\x1b\x0e\x0f":
        return _ASCII, character.encode()
    try:
        euc = character.encode(EUC)
    except UnicodeEncodeError:
        euc = b""
    if len(euc) < 2:  # noqa: PLR2004 - a control character
        raise UnicodeEncodeError(JIS, text, at, at + 1, "no such character")
    low = bytes(byte & 0x7F for byte in euc)
    if euc[0] == 0x8E:  # noqa: PLR2004 - kana of half width
        return _KANA, low[1:]
    return (_MORE, low[1:]) if len(euc) > 2 else (_KANJI, low)  # noqa: PLR2004


def _find_codec(name: str) -> codecs.CodecInfo | None:
    """Return the codec of one of the two names of this module; None for any other name."""
    if name == EUC:
        encoder, decoder = codecs.getincrementalencoder("euc_jp"), codecs.getincrementaldecoder("euc_jp")
        # The caller's way with errors would put another character in place of one that the encoding lacks.
        return codecs.CodecInfo(
            _encode_euc,
            _decode_euc,
            incrementalencoder=lambda _errors="strict": encoder(_HANDLER),
            incrementaldecoder=lambda _errors="strict": decoder(_HANDLER),
            name=EUC,
        )
    if name == JIS:
        return codecs.CodecInfo(_encode_jis, _decode_jis, name=JIS)
    return None


codecs.register_error(_HANDLER, _missing_euc_jp_character)
codecs.register(_find_codec)
