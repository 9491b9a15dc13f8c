"""Records for the tests of corpora."""

from pathlib import Path

import pytest
from corpora import two_dozen

SAMPLES = Path(__file__).parents[3] / "samples"


@pytest.fixture(scope="session")
def records():
    """Return the texts of two dozen records."""
    return two_dozen()


@pytest.fixture(scope="session")
def sample_files():
    """Return the paths of all samples."""
    return sorted(SAMPLES.rglob("*.kif"))


@pytest.fixture
def folder(tmp_path, records, monkeypatch):
    """Return a folder with six records in files of their own and the rest in one file; its parent is the current one."""
    monkeypatch.chdir(tmp_path)
    for number, text in enumerate(records[:6]):
        (tmp_path / "in" / str(number)).mkdir(parents=True)
        (tmp_path / "in" / str(number) / "game.kif").write_text(text)
    (tmp_path / "in" / "many.kif").write_text("\n".join(records[6:]))
    (tmp_path / "in" / "other.doc").write_text("")
    return Path("in")
