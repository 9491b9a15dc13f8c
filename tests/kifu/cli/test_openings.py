"""`kifu study openings`, as a user types it: what is written, and that the page is whole by itself."""

import base64
import csv
import io
import re

import pytest
from click.testing import CliRunner
from explored import dataset, placements, six

from kifu.cli.main import main


def run(*arguments):
    """Run `kifu`."""
    return CliRunner().invoke(main, list(map(str, arguments)), catch_exceptions=False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a dataset of placements."""
    return dataset(tmp_path_factory.mktemp("openings"), placements(40))


@pytest.fixture(scope="module")
def written(folder, tmp_path_factory):
    """Return the folder that the command has written in Japanese."""
    out = tmp_path_factory.mktemp("atlas") / "out"
    done = run("--lang", "ja", "study", "openings", folder, "--game", "six", "-o", out, "--small", 5, "--top", 3)
    assert done.exit_code == 0, done.output
    assert sorted(done.stdout.splitlines()) == sorted(map(str, out.iterdir()))
    return out


def test_tables_and_pictures_are_written(written):
    """Every table as CSV, every picture in both formats, and one page."""
    names = {path.name for path in written.iterdir()}
    assert names >= {f"{name}.csv" for name in ("results", "sets", "pairs", "squares", "games")}
    pictures = {"results", "squares-02-04", "sets-first", "sets-second", "sets-both"}
    assert names >= {f"{name}.{form}" for name in pictures for form in ("png", "svg")}
    assert (written / "results.png").read_bytes().startswith(b"\x89PNG")
    games = list(csv.DictReader(io.StringIO((written / "games.csv").read_text(encoding="utf-8"))))
    results = list(csv.DictReader(io.StringIO((written / "results.csv").read_text(encoding="utf-8"))))
    assert len(games) == sum(int(row["games"]) for row in results)
    assert all(".kif#0" in row["game"] for row in games)


def test_the_page_is_whole_by_itself(written):
    """Nothing is fetched; pictures are within, in both languages; links lead to the records."""
    html = (written / "openings.html").read_text(encoding="utf-8")
    assert '<html lang="ja">' in html
    assert not re.search(r'(src|href)="(https?:)?//', html)
    assert "<script" not in html
    pictures = re.findall(r'<img class="(ja|en)"[^>]*base64,([^"]+)"', html)
    assert [language for language, _ in pictures] == ["ja", "en"] * (len(pictures) // 2)
    assert all(base64.b64decode(data).startswith(b"\x89PNG") for _, data in pictures)
    for phrase in (
        "序盤の配置とは",
        "opening placement of a side",
        "未了",
        "Unfinished games are no draws",
        "Bonferroni",
    ):
        assert phrase in html
    links = re.findall(r'<a href="([^"]+)">', html)
    assert links
    assert all((written / link).is_file() for link in links)


def test_the_same_bytes_again(folder, written):
    """The same dataset always gives the same files."""
    again = written.parent / "again"
    run("--lang", "ja", "study", "openings", folder, "--game", "six", "-o", again, "--small", 5, "--top", 3)
    for path in written.iterdir():
        assert path.read_bytes() == (again / path.name).read_bytes(), path.name


def test_nothing_is_overwritten_unasked(written, folder):
    """A folder already used is a usage error, before anything is drawn."""
    again = run("--lang", "en", "study", "openings", folder, "-o", written)
    assert again.exit_code == 2
    assert "--force" in again.stderr


def test_no_complete_opening(tmp_path):
    """A dataset whose games are all too short gives a message and no picture."""
    folder = dataset(tmp_path / "short", {"a.kif": six("四04占")})
    done = run("--lang", "en", "study", "openings", folder, "-o", tmp_path / "out")
    assert done.exit_code == 2
    assert "complete" in done.stderr
    assert not (tmp_path / "out").exists()


def test_the_first_moves_of_another_game(tmp_path):
    """Games that leave it open have their first plies, and their sequences."""
    texts = {
        f"{row}.kif": f"棋種：ユニオンエース\n 1 {move}\n 2 一02-一03五内\n"
        for row, move in enumerate(("一06-一05四内", "二06-二05三内"))
    }
    folder = dataset(tmp_path / "ace", texts)
    done = run("--lang", "en", "study", "openings", folder, "-o", tmp_path / "out", "--plies", 2, "--format", "png")
    assert done.exit_code == 0, done.output
    rows = list(csv.DictReader(io.StringIO((tmp_path / "out" / "sequences.csv").read_text(encoding="utf-8"))))
    assert {row["moves"] for row in rows} == {"▲一06-一05四内 △一02-一03五内", "▲二06-二05三内 △一02-一03五内"}
    assert "most frequent sequences" in (tmp_path / "out" / "openings.html").read_text(encoding="utf-8")
