"""Fetches the runtime of the page for the tests: `python tests/tools/fetch_runtime.py`. It needs npm.

Pyodide is under the MPL 2.0, the CPython in it under the PSF licence. Neither is a part of this repository.
"""

import shutil
import sys
import tempfile
from pathlib import Path

from kifu.core.errors import KifuError
from kifu.web.standalone.third_parties import FILES, runtime_folder

PLACE = Path(__file__).parent.parent / "data" / "pyodide"


def main() -> int:
    """Put the files of the runtime where the tests look for them; return the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            found = runtime_folder(None, Path(folder))
        except KifuError as wrong:
            print(wrong.message.en, file=sys.stderr)  # noqa: T201
            return 1
        PLACE.mkdir(parents=True, exist_ok=True)
        for name in FILES:
            shutil.copyfile(found / name, PLACE / name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
