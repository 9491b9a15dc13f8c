"""`kifu export`: one page of records, the exit code of `kifu verify`."""

import re
from pathlib import Path

from click.testing import CliRunner

from kifu.cli.main import main
from kifu.render.html import record_pages_and_notebook

SIX = Path(__file__).parents[3] / "samples" / "six"


def run(*arguments):
    """Run the command in English."""
    return CliRunner().invoke(main, ["export", "--lang", "en", *map(str, arguments)])


def test_a_page_is_written(tmp_path):
    """The verdict is printed, and the page is there; a second time it needs --force."""
    out = tmp_path / "game.html"
    done = run(SIX / "resigned.kif", "-o", out)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "resigned.kif: DECLARED" in done.stdout
    first = out.read_bytes()
    assert first.startswith(b"<!DOCTYPE html>")
    assert run(SIX / "resigned.kif", "-o", out).exit_code == 2
    assert run(SIX / "resigned.kif", "-o", out, "--force").exit_code == 0
    assert out.read_bytes() == first


def test_standard_output(tmp_path):
    """The page alone goes to standard output; a verdict that is not well is said on standard error."""
    done = run(SIX / "resigned.kif", "-o", "-", "--no-charts")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith("<!DOCTYPE html>")
    done = run(SIX / "illegal-move.kif", "-o", "-")
    assert done.exit_code == 1
    assert "ILLEGAL" in done.stderr
    assert done.stdout.endswith("</html>\n")
    assert list(tmp_path.iterdir()) == []


def test_a_record_that_cannot_be_read_does_not_lose_the_others(tmp_path):
    """It is named with its reason, it stands in the page, and the exit code is 3."""
    out = tmp_path / "games.html"
    done = run(SIX / "resigned.kif", tmp_path / "none.kif", SIX / "illegal-move.kif", "-o", out)
    assert done.exit_code == 3
    assert "no such file" in done.stderr
    assert ["DECLARED" in done.stdout, "ILLEGAL" in done.stdout] == [True, True]
    html = out.read_text("utf-8")
    assert html.count("<section id=") == 3
    assert "no-such-file" in html


def test_a_folder(tmp_path):
    """The records of a folder are on one page, in order."""
    for name in ("b.kif", "a.kif"):
        (tmp_path / name).write_bytes((SIX / "resigned.kif").read_bytes())
    (tmp_path / "x.txt.bak").write_text("?", "utf-8")
    done = run(tmp_path, "-o", tmp_path / "out.html")
    assert done.exit_code == 0
    assert "1 other file(s)" in done.stderr
    assert [line.split(":")[0][-5:] for line in done.stdout.splitlines()] == ["a.kif", "b.kif"]


def test_too_many_plies(tmp_path, monkeypatch):
    """Nothing is written, and the reason is said."""
    monkeypatch.setattr(record_pages_and_notebook, "MAX_PLIES", 5)
    done = run(SIX / "resigned.kif", "-o", tmp_path / "out.html")
    assert done.exit_code == 2
    assert "[too-many-plies]" in done.stderr
    assert not (tmp_path / "out.html").exists()


def test_the_moves_that_lost_most(tmp_path):
    """With --engine the page lists them, each leading to its board; without chances it says why."""
    out = tmp_path / "out.html"
    rengo = SIX.parent / "rengo" / "mate.kif"
    done = run(SIX / "seven-against-eight.kif", rengo, "-o", out, "--engine", "--nodes", "300", "--no-charts")
    assert (done.exit_code, done.stderr) == (0, "")
    html = out.read_text("utf-8")
    listed = re.findall(r'<li><label for="(g1-(\d+))">ply (\d+) [▲△][^<]*points lost\)</label>', html)
    assert listed
    for name, number, ply in listed:
        assert number == ply
        assert f'id="{name}"' in html
    assert f"; the {len(listed)} worst, the worst first" in html
    assert html.count("no winning chances: ") == 1
    run(SIX / "seven-against-eight.kif", "-o", out, "--force")
    assert "moves that lost most" not in out.read_text("utf-8")
