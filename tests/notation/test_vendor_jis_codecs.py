"""Tests of the codecs of JIS: NEC's and IBM's characters, strict, and the same as Python's where it has a codec."""

import io

import pytest
from each import each

from notation.vendor_jis_codecs import EUC, JIS

CHARACTERS = [chr(code) for code in range(0x80, 0x10000) if not 0xD800 <= code < 0xE000]


def held(codec):
    """Return every character of the first plane that a codec encodes and gives back."""
    found = []
    for character in CHARACTERS:
        try:
            if character.encode(codec).decode(codec) == character:
                found.append(character)
        except UnicodeError:
            continue
    return found


def test_euc_is_python_s_with_the_characters_of_nec_and_ibm():
    """What EUC-JP has keeps its bytes; what is added stands in the rows of CP932."""
    plain, wide = held("euc_jp"), held(EUC)
    assert all(character.encode("euc_jp") == character.encode(EUC) for character in plain)
    added = set(wide) - set(plain)
    assert {*"①⑳Ⅰ㍉㌔㈱℡髙﨑德ⅰ黑"} <= added
    assert all(character.encode("cp932") for character in added)


@each(
    ("data", "text"),
    [
        (b"\xad\xa1\xad\xb4", "①⑳"),
        (b"\xfc\xe2\xf9\xa1", "髙纊"),
        (b"\x8f\xf4\xfb\x8f\xf3\xf3\x8f\xf4\xac\x8f\xf4\xfe", "髙ⅰ№黑"),
        (b"\x8e\xb1\x8f\xb0\xa1", "ｱ丂"),
    ],
)
def test_the_bytes_of_some_characters(data, text):
    """NEC's row 13 and rows 89 to 92, and those that eucJP-ms has behind 8F; also where a stream is read in pieces."""
    assert data.decode(EUC) == text
    assert io.TextIOWrapper(io.BytesIO(data * 5000), EUC).read() == text * 5000


@each("data", [b"\xad", b"\xad\xbf", b"\xf5\xa1", b"\x8f\xf4", b"\xa9\xa1", b"\xff", b"\x80", b"\xfe\xfe"])
def test_euc_is_strict(data):
    """Bytes without a character fail, also those that other vendors use, and no `?` takes their place."""
    for errors in ("strict", "replace"):
        with pytest.raises(UnicodeDecodeError):
            data.decode(EUC, errors)


def test_iso_2022_jp_is_python_s_and_more():
    """Each character of ISO-2022-JP-EXT is read from Python's bytes, and what is written in Python's sets is the same text."""
    for character in held("iso2022_jp_ext"):
        assert character.encode("iso2022_jp_ext").decode(JIS) == character
    assert set(held("iso2022_jp_ext")) <= set(held(JIS))
    text = "棋種：6面体\n*①髙ｱ丂a¥‾\\~\n"
    assert text.encode(JIS).decode(JIS) == text
    assert text.encode(JIS).split(b"\n")[0] == b"\x1b$B4}<o!'\x1b(B6\x1b$BLLBN\x1b(B"


@each(
    ("data", "at"),
    [
        (b"\x1b$B4}<", 5),
        (b"\x1b$B4}\n\x1b(B", 5),
        (b"\x1b$B4}", 4),
        (b"\x1b$A4}", 0),
        (b"\x1b$B4}\x1b(B\x1b", 8),
        (b"\x1b$B)!\x1b(B", 3),
        (b"\x1b(I\x7f\x1b(B", 3),
        (b"a\x0e", 1),
        (b"a\xb1", 1),
    ],
)
def test_iso_2022_jp_is_strict(data, at):
    """A line that ends among kanji, a pair cut in two, an unknown escape sequence and eight bits fail at their place."""
    with pytest.raises(UnicodeDecodeError) as caught:
        data.decode(JIS)
    assert caught.value.start == at
    assert data[:at].decode(JIS, "ignore") is not None


@each("character", ["😀", "\x0e", "\x1b", "ä\u0300"])
def test_what_iso_2022_jp_lacks(character):
    """A character without a code, and a control that would end the kanji, are not written."""
    with pytest.raises(UnicodeEncodeError):
        character.encode(JIS)
