"""`kifu convert`: formats, encodings and line ends, without losing anything."""

import json
import stat

import pytest
from click.testing import CliRunner
from helpers import DIAGRAM, HEAD, verdicts

from kifu.cli.main import main
from notation.encoding import ENCODINGS

TEXT = "# 註\n" + HEAD + DIAGRAM + " 1 四03-五03武(0:05/)\r\n*よい\nよめない\n\n変化：1手\n1 d3-c3W"


@pytest.fixture
def convert(tmp_path):
    """A function that converts bytes and returns the result and the bytes written (None: nothing)."""

    def run(data, *options, name="in.kif", out="out.kif"):
        path = tmp_path / name
        path.write_bytes(data)
        result = CliRunner().invoke(main, ["convert", str(path), "-o", str(tmp_path / out), "--lang", "en", *options])
        written = tmp_path / out
        return result, written.read_bytes() if written.exists() else None

    return run


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_text_to_json_to_text(convert, encoding):
    """Not a byte changes on the way, in any encoding, with mixed line ends and none at the end."""
    data = TEXT.encode(encoding)
    result, written = convert(data, out="out.json")
    assert (result.exit_code, result.output) == (0, "")
    assert json.loads(written)["encoding"] == encoding
    assert convert(written, name="again.json", out="again.kif")[1] == data
    assert convert(data, out="same.kif")[1] == data
    assert convert(written, name="again.json", out="again2.json")[1] == written


@pytest.mark.parametrize(
    ("name", "codec"),
    [
        ("utf-8", "utf-8"),
        ("sjis", "cp932"),
        ("Shift_JIS", "cp932"),
        ("CP932", "cp932"),
        ("euc-jp", "euc_jp"),
        ("utf-8-sig", "utf-8-sig"),
    ],
)
def test_encodings(convert, name, codec):
    """An encoding goes by its usual names, and the text is unchanged."""
    for source in ENCODINGS:
        assert convert(TEXT.encode(source), "--encoding", name, "--force")[1] == TEXT.encode(codec)


def test_a_byte_order_mark_goes_with_another_encoding_only(convert):
    """A file keeps its encoding unless --encoding is given."""
    data = b"\xef\xbb\xbf" + TEXT.encode()
    assert convert(data)[1] == data
    assert convert(data, "--encoding", "utf-8", "--force")[1] == TEXT.encode()
    assert convert(data, "--newline", "lf", "--force")[1] == data.replace(b"\r", b"")


@pytest.mark.parametrize(("name", "end"), [("lf", "\n"), ("crlf", "\r\n"), ("cr", "\r")])
def test_line_ends(convert, name, end):
    """All become the same; a last line without one stays without."""
    for encoding in ENCODINGS:
        written = convert(TEXT.encode(encoding), "--newline", name, "--force")[1]
        assert written == TEXT.replace("\r", "").replace("\n", end).encode(encoding)


def test_other_line_ends_keep_the_bytes_of_the_lines(convert):
    """Characters with two codes in CP932 keep their bytes."""
    data = HEAD.encode("cp932") + b"*\xed\x40\x87\x90\n"
    assert convert(data, "--newline", "crlf")[1] == data.replace(b"\n", b"\r\n")
    assert convert(data, "--canonical", "--force")[1] == data


def test_canonical_form(convert):
    """Numbers, moves, headers and diagrams as a writer emits them; the usual line end; the same verdict."""
    result, written = convert(TEXT.encode(), "--canonical")
    assert result.exit_code == 0
    lines = written.decode().split("\n")
    assert lines[-7:] == ["   1 四03-五03武   ( 0:05/)", "*よい", "*よめない", "", "変化：1手", "   1 四03-三03武", ""]
    assert [v.status for v in verdicts(written)] == [v.status for v in verdicts(TEXT)]
    assert convert(written, "--canonical", "--force")[1] == written


def test_a_record_that_would_say_something_else(convert):
    """A line that is not understood between numbers that the form would mend: nothing is written, and the exit code is 3."""
    text = "棋種：ユニオンキング\n対局：前半\nまで1手\n・・ ・・ ・・ ・・ ・・ ・・ ・・ 01\n2 七02-七03十内\n"
    result, written = convert(text.encode(), "--canonical")
    assert (result.exit_code, written) == (3, None)
    assert "record 1 would be read otherwise in canonical form" in result.output
    said = convert(text.encode(), "--canonical", "--lang", "ja")[0].output
    assert "記録 1 は、整えると読み方が変わるので書きません" in said


def test_a_legend_behind_a_hash_stays_as_it_is(convert):
    """The canonical form of a record that explains its units is the same when it is written again."""
    text = "ユニオンキング\n# Hex=六角 Sq=四角、列は左から算用数字、段は上から漢数字\n1 六7六-六6六内合\n*Hex moved\n"
    first = convert(text.encode(), "--canonical")[1]
    assert "# Hex=六角" in first.decode()
    assert convert(first, "--canonical", "--force")[1] == first


def test_the_usual_line_end_is_the_commonest(convert):
    """A file mostly in CRLF stays in CRLF."""
    assert (
        convert((HEAD + "1 一01占\n").encode().replace(b"\n", b"\r\n") + b"*x\n", "--canonical")[1].count(b"\r\n") == 3
    )


def test_characters_that_the_encoding_lacks(convert, tmp_path):
    """They are named with exit code 3; the file that was there stays as it was."""
    (tmp_path / "out.kif").write_bytes(b"old")
    result, written = convert((HEAD + "*a😀\n").encode(), "--encoding", "cp932", "--force")
    assert (result.exit_code, written) == (3, b"old")
    assert "Shift_JIS (CP932) has no 😀 (1 places from line 2 on)" in result.stderr
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_nothing_is_overwritten_unasked(convert, tmp_path):
    """Exit code 2 without --force; a link counts as a file."""
    (tmp_path / "out.kif").write_bytes(b"old")
    result, written = convert(TEXT.encode())
    assert (result.exit_code, written) == (2, b"old")
    assert "--force" in result.stderr
    assert convert(TEXT.encode(), "--force")[1] == TEXT.encode()
    (tmp_path / "link.kif").symlink_to(tmp_path / "nowhere")
    assert convert(TEXT.encode(), out="link.kif")[0].exit_code == 2


def test_writing_is_all_or_nothing(convert, tmp_path, monkeypatch):
    """If the disk fails the old file stays, and nothing half-written lies beside it."""
    (tmp_path / "out.kif").write_bytes(b"old")

    def fail(*_arguments, **_more):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", fail)
    result, written = convert(TEXT.encode(), "--force")
    assert (result.exit_code, written) == (2, b"old")
    assert "No space left on device" in result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.kif", "out.kif"]


@pytest.mark.parametrize("out", ["in.kif/out.kif", "folder.kif", "x" * 300 + ".kif"])
def test_where_it_cannot_be_written(tmp_path, out):
    """A folder that is a file, a file that is a folder, a name too long: exit code 2, no traceback."""
    (tmp_path / "folder.kif").mkdir()
    (tmp_path / "in.kif").write_text(TEXT, encoding="utf-8")
    result = CliRunner().invoke(main, ["convert", str(tmp_path / "in.kif"), "-o", str(tmp_path / out), "--force"])
    assert (result.exit_code, type(result.exception)) == (2, SystemExit)
    assert result.stderr


def test_folders_are_made_and_files_may_be_read(convert, tmp_path):
    """The folder of the file to write need not be there; the file is readable by all."""
    convert(TEXT.encode(), out="new/folder/out.kif")
    mode = (tmp_path / "new/folder/out.kif").stat().st_mode
    assert stat.S_IMODE(mode) == 0o644


@pytest.mark.parametrize(
    ("out", "options", "start"),
    [
        ("x.KIFU", [], b"# "),
        ("x.txt", [], b"# "),
        ("x.json", [], b"{"),
        ("x.dat", ["--to", "json"], b"{"),
        ("x", ["--to", "json"], b"{"),
    ],
)
def test_formats(convert, out, options, start):
    """The format follows the ending of the output; --to tells that of a name whose ending says nothing."""
    assert convert(TEXT.encode(), *options, out=out)[1].startswith(start)


def test_an_unknown_ending(convert):
    """An output without a known ending needs --to; otherwise it is a usage error."""
    result, written = convert(TEXT.encode(), out="x.sgf")
    assert (result.exit_code, written, ".kifu" in result.stderr) == (2, None, True)


def test_standard_output_and_input():
    """`-` on both sides; then the format must be given."""
    for data in (TEXT.encode("cp932"), TEXT.encode()):
        result = CliRunner().invoke(main, ["convert", "-", "-o", "-", "--to", "kif"], input=data)
        assert (result.exit_code, result.stdout_bytes) == (0, data)
    assert CliRunner().invoke(main, ["convert", "-", "-o", "-"], input=TEXT).exit_code == 2


@pytest.mark.parametrize("data", [b"", b"x", b"\x00", b"{", "棋種：6面体".encode()[:-1]])
def test_what_holds_no_record(convert, data):
    """Exit code 3, and nothing is written."""
    result, written = convert(data)
    assert (result.exit_code, written) == (3, None)
    assert result.stderr.startswith("Error: ")


def test_json_of_a_changed_encoding(convert):
    """--encoding and --newline apply to the text that the JSON stands for."""
    written = convert(TEXT.encode(), "--encoding", "cp932", "--newline", "crlf", out="x.json")[1]
    assert convert(written, name="y.json", out="y.kif")[1] == TEXT.replace("\r", "").replace("\n", "\r\n").encode(
        "cp932"
    )
