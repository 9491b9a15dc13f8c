"""Check a source distribution: it holds every file that is in the repository, but nothing that is not."""

from __future__ import annotations

import subprocess
import sys
import tarfile


def main(sdist: str) -> int:
    """Return 0 if the archive is as it should be; else say what is wrong and return 1."""
    with tarfile.open(sdist) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames() if not archive.getmember(name).isdir()}
    made = {"PKG-INFO", "setup.cfg"}
    listed = subprocess.run(["git", "ls-files", "-z"], capture_output=True, check=True).stdout.decode()
    tracked = set(listed.split("\0")) - {""}
    strangers = sorted(name for name in inside - tracked - made if ".egg-info/" not in name)
    missing = sorted(tracked - inside)
    if strangers or missing:
        print(f"not in the repository: {strangers[:20]}\nmissing: {missing[:20]}")
        return 1
    print(f"{len(inside)} files, all of the repository")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
