"""Packed files and files in several encodings on the command line: read as they are, never written into."""

import gzip
import zipfile

import pytest
from click.testing import CliRunner
from each import each
from helpers import HEAD

import kifu
from kifu.cli.main import main
from kifu.core.errors import KifuError

GAME = HEAD + "先手：山田\n1 一01占\n2 七07領\n"
LINES = ["棋種：6面体", "*よい", "手です", "1 一01占", "*つぎ", " 2 七07領", "まで2手で中断", ""]


@pytest.fixture
def run(tmp_path, monkeypatch):
    """A function that runs a command in an empty folder and returns its exit code and its output."""
    monkeypatch.chdir(tmp_path)

    def ran(*arguments):
        result = CliRunner().invoke(main, [*map(str, arguments), "--lang", "en"])
        return result.exit_code, result.output

    return ran


def test_a_folder_of_packed_records(run, tmp_path):
    """Packed records in a folder are read, archives are told as other files, and both ways of judging say the same."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "one.kif.gz").write_bytes(gzip.compress(GAME.encode("cp932")))
    with zipfile.ZipFile(tmp_path / "a" / "all.zip", "w") as archive:
        archive.writestr("b.kif", GAME)
        archive.writestr("c.txt", "なし")
    code, output = run("verify", "a")
    assert (code, "one.kif.gz: UNFINISHED" in output, "1 other file(s)" in output) == (0, True, True)
    code, output = run("verify", "a/all.zip", "a")
    assert (code, "all.zip!b.kif: UNFINISHED" in output, "all.zip!c.txt: UNREADABLE" in output) == (3, True, True)
    assert run("verify", "a/all.zip", "a", "--jobs", "1") == (code, output)


@each("encoding", ["cp51932", "cp50221", "utf-8+cp932", "nel", "ls"])
def test_both_ways_of_judging_read_the_same(run, tmp_path, encoding):
    """A file in any encoding, in two, or with line ends within comments is read alike by one process and by several."""
    data = {
        "utf-8+cp932": (GAME.encode() + GAME.encode("cp932")),
        "nel": "\x85".join(LINES).encode() + GAME.encode(),
        "ls": "\u2028".join(LINES).encode() + GAME.encode(),
    }.get(encoding) or GAME.replace("山田", "①").encode(encoding)
    (tmp_path / "a.kif").write_bytes(data)
    code, output = run("verify", "a.kif")
    assert (code, output.count("UNFINISHED")) == (0, 1 if encoding.startswith("cp") else 2)
    assert run("verify", "a.kif", "--jobs", "1") == (code, output)


def test_a_line_of_utf_8_in_another_encoding_is_refused_both_ways(run, tmp_path):
    """A comment in UTF-8 within a record of Shift_JIS is no comment of other words."""
    (tmp_path / "a.kif").write_bytes(GAME.encode("cp932") + "*注\n".encode())
    assert run("verify", "a.kif")[0] == run("verify", "a.kif", "--jobs", "1")[0] == 3


@each(
    ("name", "refusal"),
    [
        *((f"a.kif.{ending}", "writes no packed files") for ending in ("gz", "bz2", "xz")),
        ("a.zip", "writes no .zip file"),
    ],
)
def test_nothing_is_written_into_a_packed_file(run, tmp_path, name, refusal):
    """A command and the door refuse to write text under the name of a packed file."""
    (tmp_path / "in.kif").write_text(GAME, "utf-8")
    code, output = run("convert", "in.kif", "-o", name, "--to", "kif")
    assert (code, refusal in output, (tmp_path / name).exists()) == (2, True, False)
    with pytest.raises(KifuError, match="writes no packed files"):
        kifu.write(kifu.read(tmp_path / "in.kif"), tmp_path / name)


def test_an_archive_where_one_file_is_wanted(run, tmp_path):
    """An archive of one record is that record; one of several is refused by the commands that take one."""
    for names in (["a.kif"], ["a.kif", "b.kif"]):
        with zipfile.ZipFile(tmp_path / f"{len(names)}.zip", "w") as archive:
            for name in names:
                archive.writestr(name, GAME)
    assert run("convert", "1.zip", "-o", "out.kif")[0] == 0
    assert (tmp_path / "out.kif").read_text("utf-8") == GAME
    code, output = run("convert", "2.zip", "-o", "out2.kif")
    assert (code, "several files of records" in output) == (3, True)
    assert kifu.verify(kifu.read(tmp_path / "2.zip"))[0].status.value == "UNREADABLE"
