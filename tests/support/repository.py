"""Lists the files of the repository for the tests that read all of them."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NODE = shutil.which("node")


def tracked():
    """Return the paths of the tracked files, from the root of the repository. Skips a test outside a clone."""
    git = shutil.which("git")
    listed = git and subprocess.run([git, "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if not listed or listed.returncode:
        pytest.skip("this is no clone of the repository")
    return [path for path in listed.stdout.decode().split("\0") if path and (ROOT / path).is_file()]
