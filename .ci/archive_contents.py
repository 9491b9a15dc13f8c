"""Check what a release holds: the sdist every file of the repository, the wheel those of its packages, and nothing else."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile

PACKAGES = ("kifu", "notation", "analysis")
LICENSE = "LICENSE"


def tracked(*paths: str) -> set[str]:
    """Return the files of the repository, all of them or those below `paths`."""
    listed = subprocess.run(["git", "ls-files", "-z", "--", *paths], capture_output=True, check=True).stdout.decode()
    return set(listed.split("\0")) - {""}


def contents(archive: str) -> tuple[set[str], set[str]]:
    """Return the files that an sdist or a wheel holds and those that it should hold, without what the build itself adds."""
    if archive.endswith(".whl"):
        names = [name.partition(".dist-info/licenses/")[2] or name for name in zipfile.ZipFile(archive).namelist()]
        return {name for name in names if ".dist-info/" not in name}, tracked(*PACKAGES, LICENSE)
    with tarfile.open(archive) as sdist:
        names = [member.name.partition("/")[2] for member in sdist if not member.isdir()]
    made = {"PKG-INFO", "setup.cfg"}
    return {name for name in names if name not in made and ".egg-info/" not in name}, tracked()


def main(archives: list[str]) -> int:
    """Return 0 if all archives are as they should be, else 1. It says what each holds, or what is wrong with it."""
    wrong = 0
    for archive in archives:
        inside, expected = contents(archive)
        strangers, missing = sorted(inside - expected), sorted(expected - inside)
        wrong |= bool(strangers or missing)
        print(f"{archive}: {len(inside)} files; strangers: {strangers[:20]}; missing: {missing[:20]}")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
