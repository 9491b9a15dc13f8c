"""Tests of docs/table.md and docs/table.ja.md: both say the same of requests, events and limits."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
ENGLISH, JAPANESE = ((DOCS / name).read_text("utf-8") for name in ("table.md", "table.ja.md"))


def test_the_same_sections_and_rows():
    """Both have as many sections and rows, and the same requests and kinds of events in the same order."""
    for mark in ("\n#", "\n|"):
        assert ENGLISH.count(mark) == JAPANESE.count(mark)
    one, two = (
        re.findall(r"(?m)^\| `((?:GET|POST|move|undo|correct|foul|board|clock|note|close)[^`]*)`", text)
        for text in (ENGLISH, JAPANESE)
    )
    assert one == two
    assert len(one) > 20


def test_the_same_limits():
    """Each limit has the same numbers in both."""
    limits = [re.search(r"\n\| (?:limit|制限) \| \|\n((?:\|.*\n)+)", text)[1] for text in (ENGLISH, JAPANESE)]
    one, two = ([sorted(re.findall(r"\d[\d,]*", line)) for line in text.splitlines()] for text in limits)
    assert len(one) == len(two)
    for english, japanese in zip(one, two, strict=True):
        assert {number for number in english if "," in number} == {number for number in japanese if "," in number}
