"""Tests `python -m kifu` in a folder with foreign modules."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("name", ["analysis", "notation", "click", "difflib"])
def test_files_of_the_folder_are_not_imported(tmp_path, name):
    """A module in the current folder with the name of ours or of a library is not imported."""
    (tmp_path / f"{name}.py").write_text("raise SystemExit('a file of the folder was run')\n", encoding="utf-8")
    record = ROOT / "samples" / "six" / "trades.kif"
    done = subprocess.run(
        [sys.executable, "-m", "kifu", "--lang", "en", "verfy", record],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, "did you mean 'verify'?" in done.stderr) == (2, True)


def test_the_installed_command_does_not_import_them_either(tmp_path):
    """The installed command does not import modules of the current folder either."""
    for name in ("analysis", "notation"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('a file of the folder was run')\n", encoding="utf-8")
    command = tmp_path / "bin" / "kifu"
    command.parent.mkdir()
    command.write_text(
        "import sys\nfrom kifu.__main__ import main\nsys.exit(main())\n", encoding="utf-8"
    )  # as pip does
    record = ROOT / "samples" / "six" / "seven-against-eight.kif"
    done = subprocess.run(
        [sys.executable, command, "--lang", "en", "review", record, "-o", "out", "--format", "svg"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out" / "seven-against-eight-timeline.svg").exists()
