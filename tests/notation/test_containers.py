"""The same records in any encoding, with any line end, packed in any way, get the same verdicts."""

import bz2
import gzip
import io
import lzma
import zipfile
from pathlib import Path

import pytest
from each import each
from helpers import HEAD
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st
from hypothesis_profile import examples

import kifu
from kifu.core.errors import UnreadableFile
from notation import unpacking
from notation.encoding import MIXED, NAMES, byte_order_mark_of, bytes_of_each_line, decode
from notation.formats.kif_head_reader import RulesSource
from notation.limits import LIMITS, Limits
from notation.reading import read, read_documents, read_records_of_text
from notation.writing import document_bytes

SAMPLES = sorted(path for path in Path("samples").glob("*/*.kif") if path.stat().st_size < 1 << 14)
ENDS = ("\n", "\r\n", "\r", "\r\r\n", "\x85", "\u2028", "\u2029")
PACKERS = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}
often = settings(max_examples=examples(40, 150), suppress_health_check=[HealthCheck.too_slow])
GAME = HEAD + "先手：山田\n1 一01占\n2 七07領\n"


def zipped(members, compression=zipfile.ZIP_DEFLATED):
    """Return a ZIP archive of the members of a dictionary."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return file.getvalue()


def judged(document):
    """Return what the verdicts on a document say, without the encoding and the places in its lines."""
    return [
        (
            verdict.status,
            verdict.plies,
            verdict.outcome,
            [found.code for found in verdict.diagnostics if found.code != "encoding"],
        )
        for verdict in kifu.verify(document)
    ]


def coded(text, encoding):
    """Return the bytes of a text, with a byte order mark if the encoding needs one."""
    return ("\ufeff" * encoding.startswith("utf-16") + text).encode(encoding)


@often
@given(
    st.sampled_from(SAMPLES),
    st.sampled_from(sorted(NAMES)),
    st.sampled_from(ENDS),
    st.sampled_from(["", "zip", *PACKERS]),
)
@example(Path("samples/six/example-1.kif"), "utf-16-be", "\x85", "")  # a blank line below a comment
def test_the_same_verdict_in_any_encoding_line_end_and_container(path, encoding, end, packer):
    """A sample, recoded, joined with other line ends and packed, gets the verdicts of the sample, and keeps its bytes."""
    source = decode(path.name, path.read_bytes())
    lines = [line for line in source.lines if end != "\r\r\n" or line]
    lines += ["*①髙"] * (encoding == "cp51932")  # without such a character it is EUC-JP
    plain = "\n".join(lines) + "\n"
    try:
        data = coded(end.join(lines) + end, encoding)
        assume(data.decode(encoding).removeprefix("\ufeff") == end.join(lines) + end)
    except UnicodeEncodeError:
        return  # the encoding lacks a character of the sample
    packed = zipped({"a.kif": data}) if packer == "zip" else PACKERS.get(packer, bytes)(data)
    document = read(path.name, packed)
    assert judged(document) == judged(read(path.name, plain.encode()))
    assert (document.source.encoding, document.source.data) == (encoding, data)
    assert b"".join(bytes_of_each_line(document.source)) == data[len(byte_order_mark_of(document.source)) :]
    assert document_bytes(read("a.json", document_bytes(document, "json"))) == data


@often
@given(
    st.lists(
        st.tuples(st.sampled_from(["utf-8", "utf-8-sig", "cp932", "euc_jp", "cp51932", "cp50221"]), st.booleans()),
        min_size=2,
        max_size=5,
    )
)
def test_records_in_several_encodings(parts):
    """Each record of a joined file is judged as alone, with a note on its encoding; the bytes of the file stay."""
    names = {"cp51932": "①田", "utf-8": "☗"}
    texts = ["# 会の記録\n" * remark + GAME.replace("山田", names.get(encoding, "山田")) for encoding, remark in parts]
    data = b"".join(text.encode(encoding) for text, (encoding, _) in zip(texts, parts, strict=True))
    document = read("all.kif", data)
    assert [verdict.plies for verdict in kifu.verify(document)] == [2] * len(parts)
    assert [record.header("先手") for record in document.records] == [
        names.get(encoding, "山田") for encoding, _ in parts
    ]
    assert document_bytes(document) == data
    if len({encoding.removesuffix("-sig").replace("cp51932", "euc_jp") for encoding, _ in parts}) > 1:
        assert document.source.encoding == MIXED
        assert [record.source.encoding for record in document.records] == [
            encoding.removesuffix("-sig") for encoding, _ in parts
        ]
        assert [record.diagnostics[0].code for record in document.records] == ["encoding"] * len(parts)
        assert read_records_of_text(document.source, None) == document.records
        for options in ({"canonical": True}, {"newline": "crlf"}):
            with pytest.raises(UnreadableFile, match="several encodings"):
                document_bytes(document, **options)
        with pytest.raises(UnreadableFile, match="several encodings"):
            document_bytes(document, "json")
        one = document_bytes(document, encoding="utf-8")
        assert judged(read("one.kif", one)) == judged(document)


@each(
    ("data", "line"),
    [
        (GAME.encode() + "後手：鈴木\n".encode("cp932"), 5),
        (GAME.encode() + "後手：鈴木\n".encode("iso2022_jp"), 5),
        (GAME.encode("cp932") + "後手：鈴木\n".encode(), 5),
        (GAME.encode() + GAME.encode("cp932") + "*注\n".encode(), 9),
        (GAME.encode("cp932") + "*注\n".encode() + GAME.encode(), 5),
        (GAME.encode("iso2022_jp") + "*注\n".encode("euc_jp"), 5),
    ],
)
def test_another_encoding_within_a_record_is_refused(data, line):
    """A line in another encoding than its record is an error with its place."""
    (refused,) = read("x.kif", data).diagnostics
    assert refused.code == "unknown-encoding"
    assert refused.line == line


def test_utf_8_is_not_taken_for_mojibake():
    """A record in UTF-8 behind one in CP932 is a record, although CP932 decodes its bytes without a fault."""
    second = "棋種：6面体\n1 一01占\n"
    assert len(read("x.kif", GAME.encode("cp932") + second.encode()).records) == 2


# Packed files


def test_a_zip_of_several_records():
    """Each member is a document; what is none, and what cannot be read, is said."""
    data = zipped(
        {
            "x/a.kif": GAME,
            "名人/b.kif": GAME.encode("cp932"),
            "photo.jpg": b"\xff",
            "__MACOSX/._a.kif": b"\0",
            "in.zip": b"",
            "c.kif.gz": gzip.compress(GAME.encode()),
            "d.kif": gzip.compress(GAME.encode()),
        }
    )
    found = list(read_documents("all.zip", data))
    assert [(document.name, len(document.records), [d.code for d in document.diagnostics]) for document in found] == [
        ("all.zip!x/a.kif", 1, ["other-members"]),
        ("all.zip!名人/b.kif", 1, ["encoding"]),
        ("all.zip!in.zip", 0, ["nested-archive"]),
        ("all.zip!c.kif.gz", 0, ["nested-archive"]),
        ("all.zip!d.kif", 0, ["nested-archive"]),
    ]
    assert [d.code for d in read("all.zip", data).diagnostics] == ["several-files"]
    assert "2" in found[0].diagnostics[0].message.ja


def test_names_of_members_without_a_sign_of_their_encoding():
    """A name in Shift_JIS or UTF-8 that is not marked as UTF-8 is shown as it was meant."""
    for encoding in ("cp932", "utf-8"):
        data = zipped({"AA.kif": GAME}).replace(b"AA.kif", "囲.kif".encode(encoding)[-6:].rjust(6, b"A"))
        (document,) = read_documents("a.zip", data)
        assert document.name.endswith(".kif")
        assert "囲" in document.name or encoding == "utf-8"


@each("name", sorted(PACKERS))
def test_packed_files_that_are_broken(name):
    """A cut file, bytes behind the end, a file packed twice and a bomb are refused; padding and several streams are read."""
    pack = PACKERS[name]
    packed = pack(GAME.encode())
    codes = [
        [found.code for found in read("a.kif", data).diagnostics]
        for data in (
            packed[:-5],
            packed + GAME.encode(),
            pack(packed),
            pack(b"\n" * (LIMITS.file + 1)),
            packed[:-9] + b"\xff" * 9,
        )
    ]
    assert codes == [["cannot-unpack"], ["cannot-unpack"], ["nested-archive"], ["unpacks-too-large"], ["cannot-unpack"]]
    assert len(read("a.kif", packed + b"\0" * 8).records) == 1
    assert len(read("a.kif", pack(b"") + packed + packed).records) == 2


@each("compression", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_archives_that_are_bombs(compression):
    """A member over the limit is refused alone; beyond the limit of the archive each further member is."""
    (bomb, well) = read_documents("a.zip", zipped({"b.kif": b"\n" * (LIMITS.file + 1), "a.kif": GAME}, compression))
    assert ([d.code for d in bomb.diagnostics], len(well.records)) == (["unpacks-too-large"], 1)


def test_all_of_an_archive_has_a_limit(monkeypatch):
    """Each member beyond what an archive may unpack to says so."""
    monkeypatch.setattr(unpacking.UnpackAllowance.__init__, "__defaults__", (len(GAME.encode()),))
    monkeypatch.setattr("notation.limits.TIMES", 0)
    found = read_documents("a.zip", zipped({f"{number}.kif": GAME for number in range(3)}))
    assert [[d.code for d in document.diagnostics] for document in found] == [
        [],
        ["unpacks-too-large"],
        ["unpacks-too-large"],
    ]


def test_archives_that_cannot_be_read(monkeypatch):
    """An archive without records, a broken one, a broken member and one with too many members are named."""
    whole = zipped({"a.kif": GAME * 9}, zipfile.ZIP_STORED)
    broken = whole.replace("一01占".encode(), "一02占".encode(), 1)
    found = [
        [d.code for d in read("a.zip", data).diagnostics]
        for data in (zipped({}), zipped({"a.png": b""}), whole[:99], broken)
    ]
    assert found == [["no-record"], ["other-members", "no-record"], ["cannot-unpack"], ["cannot-unpack"]]
    monkeypatch.setattr(unpacking, "MAX_MEMBERS", 1)
    assert [d.code for d in read("a.zip", zipped({"a.kif": GAME, "b.kif": GAME})).diagnostics] == ["too-many-members"]


def test_a_variant_file_in_an_archive():
    """The variant file that a member names is looked for beside it in the archive, and nowhere else."""
    record = "棋種：ユニオンキング\n規則：my.toml\n"
    asked = []
    rules = RulesSource(lambda name: asked.append(name) or "")
    (missing,) = read_documents("a.zip", zipped({"x/a.kif": record, "my.toml": ""}), rules)
    (wrong,) = read_documents("a.zip", zipped({"x/a.kif": record, "x/my.toml": b"\xff"}), rules)
    (outside,) = read_documents("a.zip", zipped({"x/a.kif": record.replace("my", "../my"), "my.toml": ""}), rules)
    texts = [document.records[0].diagnostics[0].message.en for document in (missing, wrong, outside)]
    assert ["beside" in texts[0], "UTF-8" in texts[1], "leads out" in texts[2]] == [True] * 3
    assert asked == []


@each("name", ["word/document.xml", "xl/workbook.xml", "ppt/presentation.xml"])
def test_documents_are_no_archives_of_records(name):
    """A file of Word, Excel or PowerPoint is named as one."""
    (refused,) = read("a.docx", zipped({"[Content_Types].xml": "", name: ""})).diagnostics
    assert refused.code == "other-kind"


def test_the_lines_of_soft_ends_are_counted(monkeypatch):
    """A text of many line ends U+2028 is as limited as one of LF."""
    monkeypatch.setattr("notation.limits.LIMITS", Limits(file_lines=5))
    assert [d.code for d in read("a.kif", ("棋種：6面体" + "\u2028" * 6).encode()).diagnostics] == ["file-too-large"]
