"""Make kifu.pyz: one file that Python 3.11 or newer runs, with the core of the program and the two libraries that it needs."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import zipapp
from pathlib import Path

ROOT = Path(__file__).parents[1]
LIBRARIES = ("click>=8.2", "wcwidth>=0.2.13")
"""What verify, show, repair, readings, reconcile, export, rules, moves, new, convert and solve need besides Python itself."""


def main(target: str) -> int:
    """Write the file `target` from this clone; return 0."""
    with tempfile.TemporaryDirectory() as folder:
        install = [sys.executable, "-m", "pip", "install", "-q", "--no-compile", "--target", folder]
        subprocess.run([*install, *LIBRARIES], check=True)
        subprocess.run([*install, "--no-deps", str(ROOT)], check=True)
        shutil.rmtree(Path(folder, "bin"), ignore_errors=True)
        Path(target).parent.mkdir(parents=True, exist_ok=True)
        zipapp.create_archive(
            folder, target, interpreter="/usr/bin/env python3", main="kifu.__main__:main", compressed=True
        )
    print(f"{target}: {Path(target).stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
