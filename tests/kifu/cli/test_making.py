"""A process of its own makes the machine code of the scanner, or fails without a trace."""

import sys

import pytest

from analysis.bulk import look_kernel, scan_kernel
from kifu.cli import making


def test_the_process_keeps_the_scanner(tmp_path, monkeypatch):
    """It leaves one whole file, which has the name of the scanner, also if a module of the folder has a name it needs."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kept"))
    (tmp_path / "json.py").write_text("raise SystemExit(1)")
    monkeypatch.chdir(tmp_path)
    making._begin()()
    (file,) = (tmp_path / "kept").iterdir()
    assert file.name.startswith("analysis_bulk_scan_kernel_")


@pytest.mark.parametrize("program", ["", "/nowhere/python", "kifu\0"])
def test_a_process_that_cannot_start(program, monkeypatch):
    """There is nothing to wait for."""
    monkeypatch.setattr(sys, "executable", program)
    making._begin()()


def test_a_process_that_never_ends(monkeypatch):
    """The command stops waiting, and ends it."""
    monkeypatch.setattr(making, "PROGRAM", "import time; time.sleep(1000)")
    monkeypatch.setattr(making, "PATIENCE", 0.01)
    making._begin()()


def test_a_process_that_ends_at_once(monkeypatch):
    """It may end before it has read where modules are."""
    monkeypatch.setattr(making, "PROGRAM", "raise SystemExit(1)")
    monkeypatch.setattr(sys, "path", [*sys.path, "x" * 1_000_000])
    making._begin()()


def test_the_names_are_those_of_the_kernels():
    """A module that moves takes its name along."""
    assert (look_kernel.__name__, scan_kernel.__name__) == (making.FIRST, making.SECOND)
