"""`python -m kifu` in a folder of strangers."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("name", ["analysis", "notation", "click", "difflib"])
def test_files_of_the_folder_are_not_imported(tmp_path, name):
    """A module there that is called like one of ours, or of a library, is left alone."""
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
