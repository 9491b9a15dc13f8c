"""Make kifu.pyz: one file that Python 3.11 or newer runs, with the core of the program and the two libraries that it needs."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import zipapp
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOCK = ROOT / ".ci/release.txt"
"""The versions of a release with their hashes."""
LIBRARIES = ("click", "wcwidth")
"""What verify, show, repair, readings, reconcile, export, rules, moves, new, convert and solve need besides Python itself."""


def locked(name: str) -> str:
    """Return the lines of the lock about a library. Raises ValueError if it has none."""
    found = re.search(rf"^{re.escape(name)}==.*(?:\n +--hash=.*)+\n", LOCK.read_text("utf-8"), re.MULTILINE)
    if found is None:
        raise ValueError(name)
    return found[0]


def main(target: str) -> int:
    """Write the file `target` from this clone; return 0."""
    with tempfile.TemporaryDirectory() as folder:
        install = [sys.executable, "-m", "pip", "install", "-q", "--no-compile", "--target", folder]
        pinned = Path(folder, "pinned.txt")
        pinned.write_text("".join(map(locked, LIBRARIES)), "utf-8")
        subprocess.run([*install, "--require-hashes", "-r", str(pinned)], check=True)
        pinned.unlink()
        subprocess.run([*install, "--no-deps", "--no-build-isolation", str(ROOT)], check=True)
        shutil.rmtree(Path(folder, "bin"), ignore_errors=True)
        Path(target).parent.mkdir(parents=True, exist_ok=True)
        zipapp.create_archive(
            folder, target, interpreter="/usr/bin/env python3", main="kifu.__main__:main", compressed=True
        )
    print(f"{target}: {Path(target).stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
