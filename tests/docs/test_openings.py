"""The pages on openings: their commands run, and the patterns of both languages are the same."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from explored import corner_games, dataset

from analysis.openings.pattern_parser import read_pattern
from kifu.cli.main import main
from kifu.core import games

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("openings.md", "openings.ja.md")


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """Return the folder of a dataset."""
    return dataset(tmp_path_factory.mktemp("openings"), corner_games(12))


@pytest.mark.parametrize("page", PAGES)
def test_commands(page, data, tmp_path, monkeypatch):
    """Each command runs. A pattern that no game has is exit code 1; the folder of `review` is used, so that it draws nothing."""
    (tmp_path / "data").symlink_to(data, target_is_directory=True)
    (tmp_path / "review").mkdir()
    (tmp_path / "review" / "verdict.json").touch()
    monkeypatch.chdir(tmp_path)
    blocks = re.findall("(?ms)^```sh\n(.*?)^```$", (DOCS / page).read_text(encoding="utf-8"))
    codes = {}
    for line in (line for block in blocks for line in block.splitlines()):
        done = CliRunner().invoke(main, shlex.split(line)[1:], catch_exceptions=False)
        codes.setdefault(" ".join(line.split()[1:3]), set()).add(done.exit_code)
    assert codes.pop("corpus find") <= {0, 1}
    assert codes == {"corpus sql": {0}, "study book": {0}, "play --game": {0}, "review game.kif": {2}}


def patterns(page):
    """Return the patterns of the table of a page."""
    return re.findall(r"^\| `([^`]+)` \|", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE)


def test_the_patterns_are_the_same():
    """Each pattern in English means what the one in its row in Japanese means."""
    english, japanese = map(patterns, PAGES)
    assert len(english) == len(japanese) == 13
    six = games.load("six")
    for one, other in zip(english, japanese, strict=True):
        assert read_pattern(six, one) == read_pattern(six, other), (one, other)
