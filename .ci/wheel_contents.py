"""Check a wheel: just the packages kifu, notation and analysis, with every data file of the source tree, and the license."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

PACKAGES = ("kifu", "notation", "analysis")
LICENSE = "LICENSE"
DATA = (".toml", ".txt", ".json", ".html", ".js", ".css", ".typed")


def main(wheel: str) -> int:
    """Return 0 if the wheel is as it should be; else say what is wrong and return 1."""
    archive = zipfile.ZipFile(wheel)
    inside = {name for name in archive.namelist() if not name.split("/")[0].endswith(".dist-info")}
    strangers = sorted(name for name in inside if name.split("/")[0] not in PACKAGES)
    expected = {
        file.as_posix() for package in PACKAGES for file in Path(package).rglob("*") if file.suffix in (".py", *DATA)
    }
    missing = sorted(expected - inside)
    licenses = [archive.read(name) for name in archive.namelist() if name.endswith(f".dist-info/licenses/{LICENSE}")]
    if licenses != [Path(LICENSE).read_bytes()]:
        print(f"{LICENSE} is not in it as it is here")
        return 1
    if strangers or missing:
        print(f"not of the three packages: {strangers}\nmissing: {missing}")
        return 1
    print(f"{len(inside)} files, all of {', '.join(PACKAGES)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
