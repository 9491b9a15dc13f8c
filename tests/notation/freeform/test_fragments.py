"""Tests of fragments that people wrote: each half that no reader was mended by is counted apart."""

import tomllib
from collections import Counter

import fragments
import pytest

KNOWN = tomllib.loads((fragments.FRAGMENTS / "known.toml").read_text("utf-8"))


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(one, marks=[] if one == "second-ends-and-surroundings" else pytest.mark.sweep)
        for one in sorted(KNOWN)
    ],
)
def test_fragments_are_read_as_a_person_reads_them(name, tmp_path):
    """No more are read wrongly than is known, least of all beside exit code 0, and no fewer are read."""
    counts = Counter(fragments.outcome_of(one, tmp_path) for one in fragments.fragments(name))
    print(dict(counts))  # noqa: T201 - how far the reader is
    assert counts["right"] >= KNOWN[name]["right"]
    assert counts["quiet"] <= KNOWN[name]["quiet"]
    assert counts["wrong"] <= KNOWN[name]["wrong"]


def test_every_file_is_tried():
    """Each file of fragments has its numbers."""
    assert {path.stem for path in fragments.FRAGMENTS.glob("*.json")} - {"games"} == KNOWN.keys()
