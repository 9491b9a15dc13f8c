"""The public door to tables and pictures: `import analysis`."""

import doctest
import inspect
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from matplotlib.figure import Figure

import analysis
import kifu
from analysis.tables.columns import PLIES, RECORDS
from kifu.core import lazy_imports_extras_and_package_files as extras

ROOT = Path(__file__).resolve().parents[2]
SIX = ROOT / "samples" / "six"


@pytest.fixture(scope="module", name="verdict")
def _verdict():
    (verdict,) = kifu.verify(kifu.read(SIX / "illegal-move.kif"))
    return verdict


def test_importing_it_loads_nothing():
    """`import analysis` loads no library."""
    program = "import sys, analysis; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert {"numpy", "pandas", "matplotlib"}.isdisjoint(done.stdout.split())


def test_the_examples_of_the_docstrings_hold(monkeypatch):
    """Each public function has an example, and the example is right."""
    monkeypatch.chdir(ROOT)
    finder = doctest.DocTestFinder()
    for name in analysis.__all__:
        if not inspect.isfunction(getattr(analysis, name)):
            continue
        (example,) = finder.find(getattr(analysis, name), name, module=False)
        assert example.examples
        assert doctest.DocTestRunner().run(example).failed == 0


def test_tables_have_the_documented_columns(verdict):
    """A record has a row, and a ply has a row with the name of the game."""
    records, plies = analysis.records([verdict]), analysis.plies(iter([verdict]))
    assert {column.name for column in RECORDS.in_memory} <= set(records.columns)
    assert {column.name for column in PLIES.in_memory} <= set(plies.columns)
    assert records[["game", "status"]].to_numpy().tolist() == [["six", "ILLEGAL"]]
    assert (len(plies), set(plies["game"])) == (verdict.plies + 1, {"six"})


def test_pictures_show_themselves_in_a_notebook(verdict):
    """The pictures are matplotlib figures, and a notebook gets them as PNG."""
    heatmaps = analysis.heatmaps(verdict)
    assert set(heatmaps) <= set(verdict.game.traces)
    for figure in (analysis.timeline(verdict), *heatmaps.values()):
        assert isinstance(figure, Figure)
        assert figure._repr_png_().startswith(b"\x89PNG")


def test_a_match_is_drawn_game_by_game():
    """A match has no timeline, but each of its games has one."""
    (match,) = kifu.verify(kifu.read(ROOT / "samples" / "king" / "match.kif"))
    with pytest.raises(ValueError, match="nothing was replayed"):
        analysis.timeline(match)
    assert isinstance(analysis.timeline(match.games[0]), Figure)


def test_without_pandas_the_extra_is_named(monkeypatch, verdict):
    """Without pandas, the tables raise an ImportError that names the extra to install."""
    monkeypatch.setattr(extras, "find_spec", lambda _name: None)
    for table in (analysis.records, analysis.plies):
        with pytest.raises(kifu.MissingExtra, match=r"\.\[tables\]") as missing:
            table([verdict])
        assert isinstance(missing.value, ImportError)


def test_one_verdict_is_taken_for_several(verdict):
    """A table of one verdict needs no list; a document or its path is told what is wanted."""
    pd.testing.assert_frame_equal(analysis.records(verdict), analysis.records([verdict]))
    assert len(analysis.measures(verdict)) > len(analysis.plies(verdict)) == len(analysis.plies((verdict,)))
    assert len(analysis.marks(verdict, standing=True)) > len(analysis.marks(verdict))
    for build in (
        analysis.records,
        analysis.plies,
        analysis.measures,
        analysis.marks,
        analysis.group,
        analysis.timeline,
    ):
        for wrong in (None, 5, "game.kif", [None], verdict.record, kifu.load_game("six")):
            with pytest.raises(kifu.WrongArgument, match="判定"):
                build(wrong)
    for wrong in (None, (verdict,), "game.kif"):
        with pytest.raises(kifu.WrongArgument, match="一つの判定"):
            analysis.heatmaps(wrong)
    assert len(analysis.timeline([verdict]).axes) == len(analysis.timeline(verdict).axes)
