"""Tests `kifu sheet`: empty sheets, records, exit codes, and what it refuses."""

import io
import os
from pathlib import Path

import pypdf
import pytest
from click.testing import CliRunner

from analysis.pdf.labelled_fields_and_header import draw_wrapped_text
from analysis.pdf.paper_page import Area
from kifu.cli.main import main

SAMPLES = Path(__file__).resolve().parents[3] / "samples"


def run(*words):
    """Run the command in Japanese."""
    return CliRunner().invoke(main, ["sheet", *map(str, words)], env={"LC_ALL": "ja_JP.UTF-8"})


def text_of(path):
    """Return the text of a PDF."""
    return "".join(page.extract_text() for page in pypdf.PdfReader(path).pages)


@pytest.mark.parametrize("size", ["a4", "b5", "letter"])
def test_an_empty_sheet(tmp_path, size):
    """It has the size, the side and the language that are asked for, and the same bytes twice."""
    out = tmp_path / "sheet.pdf"
    words = ("--game", "six", "-o", out, "--size", size, "--side", "second", "--lang", "en", "--first", "山田")
    assert run(*words).exit_code == 0
    text = text_of(out)
    assert "Score sheet" in text
    assert "kifu:six:second:4" in text
    assert "山田" in text
    first = out.read_bytes()
    os.utime(out, (0, 0))
    assert run(*words, "--force").exit_code == 0
    assert out.read_bytes() == first
    width = float(pypdf.PdfReader(out).pages[0].mediabox[2])
    assert round(width) == {"a4": 595, "b5": 516, "letter": 612}[size]


def test_the_sheet_is_in_japanese_whatever_the_locale(tmp_path):
    """As with `kifu new`, only --lang en makes it English."""
    out = tmp_path / "sheet.pdf"
    done = CliRunner().invoke(main, ["sheet", "--game", "ace", "-o", str(out)], env={"LC_ALL": "C"})
    assert done.exit_code == 0
    assert "棋譜用紙" in text_of(out)


def test_a_record(tmp_path):
    """It is printed, to standard output too."""
    out = tmp_path / "sheet.pdf"
    assert run(SAMPLES / "king/match.kif", "-o", out).exit_code == 0
    assert "まで44手で先手の勝ち" in text_of(out)
    done = run(SAMPLES / "king/match.kif", "-o", "-")
    assert done.stdout_bytes == out.read_bytes()


def test_nothing_is_overwritten_unasked(tmp_path):
    """An existing file stays."""
    out = tmp_path / "sheet.pdf"
    out.write_text("mine")
    done = run("--game", "six", "-o", out)
    assert done.exit_code == 2
    assert "--force" in done.stderr
    assert out.read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["sheet.pdf"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "--game"),
        (("--game", "six", "x.kif"), "どちらか"),
        (("--game", "seven"), "seven"),
        ((SAMPLES / "six/foul.kif", "--plies", "10"), "空の用紙"),
        ((SAMPLES / "six/foul.kif", "--first", "山田"), "空の用紙"),
        (("--game", "six", "--first", "a\x1bb"), "制御文字"),
        (("--game", "rengo", "--head", "盤=丸い盤"), "丸い盤"),
        (("--game", "six", "--rules", "six/1 near=all"), "near=all"),
        (("--game", "six", "--plies", "2001"), "2000"),
    ],
)
def test_what_is_refused(tmp_path, words, said):
    """The message says what to do; nothing is written."""
    done = run(*words, "-o", tmp_path / "out.pdf")
    assert done.exit_code == 2
    assert said in done.stderr
    assert not list(tmp_path.iterdir())


def test_a_board_of_rengo_and_other_rules(tmp_path):
    """They stand in the head of the sheet."""
    out = tmp_path / "sheet.pdf"
    assert run("--game", "rengo", "--head", "盤=碁盤19路", "--rules", "rengo/1 saki=five", "-o", out).exit_code == 0
    assert "rengo/1 saki=five\u3000盤 碁盤19路" in text_of(out)


def test_what_is_not_read_ends_with_three(tmp_path):
    """A record with a part that cannot be read is printed, and said so; one of an unknown game is refused."""
    out = tmp_path / "sheet.pdf"
    done = run(SAMPLES / "six/damaged.kif", "-o", out)
    assert done.exit_code == 3
    assert "kifu verify" in done.stderr
    assert "31" in text_of(out)
    (tmp_path / "x.kif").write_text("棋種：不明\n   1 四04占\n", "utf-8")
    for path in (tmp_path / "x.kif", tmp_path / "none.kif"):
        done = run(path, "-o", tmp_path / "other.pdf")
        assert done.exit_code == 3
        assert not (tmp_path / "other.pdf").exists()
    both = (SAMPLES / "six/foul.kif").read_text("utf-8") + "\n棋種：不明\n   1 四04占\n"
    (tmp_path / "both.kif").write_text(both, "utf-8")
    done = run(tmp_path / "both.kif", "-o", tmp_path / "both.pdf")
    assert done.exit_code == 3
    assert "1 個" in done.stderr
    assert (tmp_path / "both.pdf").exists()


def test_a_record_too_long_for_paper(tmp_path, monkeypatch):
    """It is refused with the number of its pages, and nothing is written."""
    monkeypatch.setattr("analysis.pdf.pdf_writer.MAX_PAGES", 1)
    done = run(SAMPLES / "king/match.kif", "-o", tmp_path / "out.pdf")
    assert done.exit_code == 2
    assert "ページ" in done.stderr
    assert not list(tmp_path.iterdir())


def test_standard_output_of_a_sheet_is_a_pdf():
    """The bytes are not changed by the locale."""
    done = run("--game", "six", "-o", "-")
    assert done.exit_code == 0
    assert len(pypdf.PdfReader(io.BytesIO(done.stdout_bytes)).pages) == 2


def test_a_match_has_its_sums_and_its_winner(tmp_path):
    """The sheet of a match says what `kifu verify` says: the points of both games, by the sides of the first, and who won."""
    out = tmp_path / "sheet.pdf"
    for language, winner, total in (
        ("ja", "先手の勝ち (二局の合計) [king.3]", "合計: ▲ プログラム甲 207, △ プログラム乙 183"),
        ("en", "first (先手) wins (sum of two games) [king.3]", "sum: ▲ プログラム甲 207, △ プログラム乙 183"),
    ):
        assert run(SAMPLES / "king/match.kif", "-o", out, "--lang", language, "--force").exit_code == 0
        text = text_of(out)
        assert winner in text
        assert total in text
        assert "○ 105, ● 99" in text
        assert "…" not in text


def test_only_what_has_no_room_is_cut():
    """A box that its lines just fill shows them all; one line more, and the last one says so."""
    area = Area(0, 0, 100, 12.5)
    for words, shown in (("abc", ["a", "b", "c"]), ("abcd", ["a", "b", "c …"])):
        assert [shape.text for shape in draw_wrapped_text(area, words, 3.0, 4.0)] == shown
