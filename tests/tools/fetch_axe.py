"""Fetches axe-core for the browser tests of the screens: `python tests/tools/fetch_axe.py`. It needs npm.

axe-core is by Deque Systems, under the MPL 2.0. It is used in tests only, and is no part of this project.
"""

import hashlib
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

VERSION = "4.14.1"
SHA256 = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"
"""The digest of axe.min.js of that version."""
PLACE = Path(__file__).parent.parent / "data" / "axe"


def main() -> int:
    """Put axe.min.js and its licence where the tests look for them; return the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["npm", "pack", "--silent", f"axe-core@{VERSION}"], cwd=folder, check=True)  # noqa: S607
        with tarfile.open(next(Path(folder).glob("*.tgz"))) as package:
            files = {name: package.extractfile(f"package/{name}").read() for name in ("axe.min.js", "LICENSE")}
    if hashlib.sha256(files["axe.min.js"]).hexdigest() != SHA256:
        print("axe.min.js is not the one that is known", file=sys.stderr)  # noqa: T201
        return 1
    PLACE.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (PLACE / name).write_bytes(data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
