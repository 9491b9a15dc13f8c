"""Tests of encodings: the content of a file tells its encoding, and nothing is replaced or lost."""

import pytest
from each import each
from helpers import HEAD, document, replaced

from kifu.core.errors import UnreadableFile
from notation.encoding import (
    ENCODINGS,
    byte_order_mark_of,
    bytes_of_each_line,
    bytes_with_new_lines,
    decode,
    encode,
    unencodable_characters,
)
from notation.formats.json import to_json

TEXT = "# 六月\n棋種：6面体\n先手：山田\n1 一01占\n2 七07領\n"


def codes_that_do_not_round_trip(encoding):
    """Return every byte sequence of one character that the codec decodes but does not encode back."""
    ones = [bytes([first]) for first in range(0x80, 0x100)]
    twos = [bytes([first, second]) for first in range(0x80, 0x100) for second in range(0x40, 0x100)]
    threes = [bytes([0x8F, second, third]) for second in range(0xA1, 0xFF) for third in range(0xA1, 0xFF)]
    codes = []
    for data in (*ones, *twos, *(threes if encoding == "euc_jp" else ())):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if len(text) == 1 and text.encode(encoding) != data:
            codes.append(data)
    return codes


@each("encoding", ENCODINGS)
def test_each_encoding_is_told_by_content(encoding):
    """The same text in each encoding is read as the same lines, and its encoding is named."""
    source = decode("x", TEXT.encode(encoding))
    assert (source.encoding, source.bom) == (encoding, False)
    assert source.lines == tuple(TEXT.splitlines())


def test_byte_order_mark_means_utf_8():
    """A BOM is no part of the first line, and is remembered."""
    source = decode("x", b"\xef\xbb\xbf" + TEXT.encode())
    assert (source.encoding, source.bom, source.lines[0]) == ("utf-8", True, "# 六月")


def test_byte_order_mark_before_another_encoding_is_an_error():
    """After a byte order mark only UTF-8 is tried, and the error names the place where UTF-8 fails."""
    with pytest.raises(UnreadableFile) as caught:
        decode("x", b"\xef\xbb\xbf#\n" + HEAD.encode("cp932"))
    assert (caught.value.code, caught.value.line, caught.value.offset) == ("unknown-encoding", 2, 0)


@pytest.mark.parametrize("encoding", ["cp932", "euc_jp"])
def test_utf_8_is_never_taken_for_an_older_encoding(encoding):
    """CP932 and EUC-JP decode much UTF-8 without an error; strict UTF-8 comes first."""
    text = "棋種：6面体\n*" + "".join(map(chr, range(0x4E00, 0x4E00 + 2000))) + "\n"
    assert decode("x", text.encode()).encoding == "utf-8"
    assert decode("x", HEAD.encode(encoding)).encoding == encoding


@each("first", ["棋種：6面体", "　棋種:six", "#\r棋種：6面体", "局面図", "一二三四五六七"])
@each("encoding", ["cp932", "euc_jp"])
def test_what_tells_cp932_from_euc_jp(encoding, first):
    """The 棋種 line tells them apart, and so does the beginning of a bare diagram; at any line end."""
    assert decode("x", first.encode(encoding)).encoding == encoding


@each(
    ("text", "lines", "ends"),
    [
        ("a\nb\n", ["a", "b"], ["\n", "\n"]),
        ("a\r\nb\r\n", ["a", "b"], ["\r\n", "\r\n"]),
        ("a\rb\r", ["a", "b"], ["\r", "\r"]),
        ("a\nb\r\nc\rd", ["a", "b", "c", "d"], ["\n", "\r\n", "\r", ""]),
        ("a\r\r\nb", ["a", "", "b"], ["\r", "\r\n", ""]),
        ("a\n\n\n", ["a", "", ""], ["\n", "\n", "\n"]),
        ("a", ["a"], [""]),
        ("a\r", ["a"], ["\r"]),
        ("", [], []),
        ("\n", [""], ["\n"]),
        ("a\x0bb\x0cc\x1cd", ["a\x0bb\x0cc\x1cd"], [""]),
        ("a\x85b\u2028c\u2029d\r\n", ["a", "b", "c", "d"], ["\x85", "\u2028", "\u2029", "\r\n"]),
        ("*よい\u2028手\u2029\u2028です\n1 一01占", ["*よい\u2028手\u2029\u2028です", "1 一01占"], ["\n", ""]),
        ("*よい\u2028 1 一01占\u2028*手\u2028投了", ["*よい", " 1 一01占", "*手", "投了"], ["\u2028"] * 3 + [""]),
    ],
)
def test_lines_and_their_ends(text, lines, ends):
    """Lines end at LF, CRLF, CR, NEL, U+2028 and U+2029, also mixed; these three may stand within a comment."""
    source = decode("x", text.encode())
    assert (list(source.lines), list(source.ends)) == (lines, ends)
    assert b"".join(bytes_of_each_line(source)) == text.encode()
    assert [data.decode() for data in bytes_of_each_line(source)] == [a + b for a, b in zip(lines, ends, strict=True)]


@pytest.mark.parametrize("encoding", ["cp932", "euc_jp"])
def test_duplicate_codes_are_written_back_byte_for_byte(encoding):
    """A character with two codes (NEC's, IBM's) keeps its code through text and JSON."""
    codes = codes_that_do_not_round_trip(encoding)
    assert codes
    data = HEAD.encode(encoding) + b"".join(b"*" + code + b"\r\n" for code in codes)
    read = document(data)
    assert b"".join(bytes_of_each_line(read.source)) == data
    written = to_json(read.source, read.records)
    assert written.count(b'"bytes"') == len(codes)
    assert document(written).source.data == data


def test_an_edit_keeps_the_bytes_of_every_other_line():
    """A changed line is encoded; its neighbours with their duplicate codes keep their bytes."""
    odd = b"*\xed\x40\x87\x90\r\n"
    data = HEAD.encode("cp932") + odd + b"*x\r\n" + odd
    source = document(data).source
    assert replaced(source, 3, "*占") == HEAD.encode("cp932") + odd + "*占\r\n".encode("cp932") + odd
    assert bytes_with_new_lines(source, source.lines, ("\n",) * 4) == data.replace(b"\r\n", b"\n")


def test_characters_an_encoding_lacks_are_named():
    """An error names the characters, their number and the first place; no `?` is ever written."""
    with pytest.raises(UnreadableFile) as caught:
        encode(["占", "*a😀", "猫〜"], ["\n", "\r\n", ""], "cp932")
    assert (caught.value.code, caught.value.line, caught.value.offset) == ("unencodable", 2, 2)
    assert "😀 〜" in caught.value.message.en
    assert unencodable_characters("占\r\n*a😀", "euc_jp") == [(2, 3, "😀")]


def test_unencodable_control_characters_reach_no_terminal():
    """A C1 control that an encoding lacks is named by its number."""
    with pytest.raises(UnreadableFile) as caught:
        encode(["\x9b31m"], ["\n"], "cp932")
    assert "<U+009B>" in caught.value.message.ja
    assert "\x9b" not in caught.value.message.ja


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_with_its_mark(encoding):
    """UTF-16 is read, also with characters beyond the first plane, and an edit keeps the bytes of the other lines."""
    text = "\ufeff" + HEAD + "*ਊ\u0a0a𠮟\r\n1 一01占\n2 七07領"
    data = text.encode(encoding)
    source = decode("x", data)
    assert (source.encoding, source.bom, source.lines[1]) == (encoding, True, "*ਊ\u0a0a𠮟")
    assert byte_order_mark_of(source) + b"".join(bytes_of_each_line(source)) == data
    assert bytes_with_new_lines(source, source.lines, source.ends) == data
    changed = replaced(source, 3, "1 一02占")
    assert decode("x", changed).lines == (*source.lines[:2], "1 一02占", "2 七07領")


def test_utf_16_broken_off():
    """The error names the line where UTF-16 breaks off."""
    with pytest.raises(UnreadableFile) as caught:
        decode("x", (HEAD + "*注").encode("utf-16")[:-1])
    assert (caught.value.code, caught.value.line) == ("unknown-encoding", 2)


@each("encoding", ["utf-8", "cp932", "euc_jp"])
def test_a_record_in_another_encoding_behind_utf_16(encoding):
    """The error names the line where another encoding begins; its bytes were read as odd kanji."""
    with pytest.raises(UnreadableFile) as caught:
        decode("x", HEAD.encode("utf-16") + HEAD.encode(encoding))
    assert (caught.value.code, caught.value.line) == ("unknown-encoding", HEAD.count("\n") + 1)


@each("encoding", ["utf-16-le", "utf-16-be", "utf-32"])
def test_utf_16_without_its_mark_and_utf_32_are_refused(encoding):
    """UTF-16 without its mark is recognised by its NULs, and UTF-32 by its mark."""
    with pytest.raises(UnreadableFile) as caught:
        decode("x", TEXT.encode(encoding))
    assert caught.value.code == ("binary-file" if encoding.endswith("e") else "other-encoding")


def test_a_nul_makes_a_file_binary():
    """A file with a NUL is binary, and the error names the byte."""
    with pytest.raises(UnreadableFile) as caught:
        decode("x", HEAD.encode() + b"1 \x00")
    assert caught.value.code == "binary-file"
    assert f"byte {len(HEAD.encode()) + 2} " in caught.value.message.en


@each("end", ["\n", "\r\n", "\r"])
@each("encoding", ENCODINGS)
def test_a_truncated_character_is_placed(encoding, end):
    """A file that ends within a character gets an error with its likely encoding, the line and the column."""
    data = f"棋種：6面体{end}1 一01占{end}*もう一手".encode(encoding)[:-1]
    file = document(data)
    (diagnostic,) = file.diagnostics
    assert (diagnostic.code, diagnostic.line, diagnostic.column) == ("unknown-encoding", 3, 5)
    assert ENCODINGS[encoding] in diagnostic.message.en
    assert file.records == ()


def test_text_of_no_encoding_without_a_record():
    """Bytes that decode as CP932 but hold no 棋種 are not passed off as CP932."""
    with pytest.raises(UnreadableFile) as caught:
        decode("x", "ただの文".encode("cp932"))
    assert (caught.value.code, caught.value.line) == ("unknown-encoding", None)


@pytest.mark.parametrize("encoding", ["cp932", "euc_jp"])
@pytest.mark.parametrize(
    "text",
    [
        "葉書メモ　白は私、あとは弟\n",
        "キング２戦目\nのぶ ２７の外→２６八がっちゃん\n",
        "白E内54\n黒B外22\n白A外31\n黒C外71\n黒D内44\n",
    ],
)
def test_text_that_only_its_kana_and_units_show(text, encoding):
    """Where nothing tells that a text is a record, it is in the encoding that makes kana and units of it."""
    assert decode("x", text.encode(encoding)).encoding == encoding


@pytest.mark.parametrize(
    "text", ["El niño pequeño comió piñón en la montaña\n" * 9, "Größe, Übung, Maß, Füße, Käse\n" * 9]
)
def test_text_of_another_language(text):
    """Letters with accents are neither kana nor kanji."""
    with pytest.raises(UnreadableFile):
        decode("x", text.encode("latin-1"))
