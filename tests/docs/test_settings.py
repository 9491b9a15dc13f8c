"""Tests that docs/settings.md has every variable of the environment that the program reads."""

import re

from repository import ROOT

READ = re.compile(r"""environ(?:\.get\(|\.setdefault\(|\[)\s*["']([A-Z_]+)["']""")
NAMED = re.compile(r"""^(?:GIVEN|COMPLETE) = ["']([A-Z_]+)["']""", re.MULTILINE)
CLICKS = re.compile(r"""envvar=["']([A-Z_]+)["']""")


def test_every_variable_is_described():
    """What stands in the code between quotes stands in the page."""
    page = (ROOT / "docs" / "settings.md").read_text("utf-8")
    read = set()
    for package in ("kifu", "notation", "analysis"):
        for file in (ROOT / package).rglob("*.py"):
            for pattern in (READ, NAMED, CLICKS):
                read.update(pattern.findall(file.read_text("utf-8")))
    assert {"KIFU_TABLEBASE", "KIFU_CORPUS"} <= read
    assert {name for name in read if f"`{name}`" not in page} == set()
