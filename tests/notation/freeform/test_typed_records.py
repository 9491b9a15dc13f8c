"""Tests records that people typed and brought: none is read otherwise than a person reads it without a question."""

import json
import tomllib
import zlib
from collections import Counter

import pytest
import typed_records

import kifu
from kifu.core.errors import UnreadableFile
from kifu.referee.status_fault_and_basis import Status
from notation.reading import read
from notation.writing import document_bytes

CASES = json.loads((typed_records.CASES / "expected.json").read_text("utf-8"))
VERDICTS = tomllib.loads((typed_records.CASES / "verdicts.toml").read_text("utf-8"))
KNOWN = tomllib.loads((typed_records.TYPED / "known.toml").read_text("utf-8"))


SAMPLE = ("f", "aj")
"""The sets that are tried with every change: false statements, and ordinary records."""


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "folder", [pytest.param(one, marks=[] if one in SAMPLE else pytest.mark.sweep) for one in sorted(KNOWN["right"])]
)
def test_no_typed_record_is_read_wrongly_in_silence(folder):
    """What is not read as a person reads it is asked about; what is known to be wrong is listed, and does not grow."""
    counts, wrong, silent = Counter(), set(), set()
    for name, file, expected in typed_records.typed(folder):
        outcome = typed_records.outcome_of(file, expected)
        counts[outcome.kind] += 1
        if outcome.kind in typed_records.WRONG:
            quiet = outcome.kind == "moves" and not any(one.status.exit_code for one in typed_records.judged(file))
            (silent if quiet else wrong).add(name)
    print(dict(counts))  # noqa: T201 - how far the reader is
    assert silent <= KNOWN["silent"].keys()
    assert wrong <= KNOWN["wrong"].keys() | KNOWN["silent"].keys()
    assert counts["right"] >= KNOWN["right"][folder]
    assert counts.total() == {"n": 70, "ac": 90, "ad": 80, "ae": 80, "af": 70, "ag": 70}.get(folder, 60)


@pytest.mark.no_cover
@pytest.mark.nightly
@pytest.mark.sweep
@pytest.mark.parametrize("remainder", range(3))
def test_the_canonical_form_of_what_is_read(remainder):
    """A tenth of the records: each that is one record, and read, has a canonical form that is read the same, or is on the list."""
    files = [file for folder in sorted(KNOWN["right"]) for _, file, _ in typed_records.typed(folder)]
    refused = set()
    for file in (
        one for one in files if zlib.crc32(one.relative_to(typed_records.TYPED).as_posix().encode()) % 30 == remainder
    ):
        document = read(file.name, file.read_bytes())
        (verdict, *more) = kifu.verify(document) or (None,)
        if verdict is None or more or verdict.status is Status.UNREADABLE:
            continue
        try:
            document_bytes(document, canonical=True)
        except UnreadableFile:
            refused.add(f"{file.parent.name}/{file.name}")
    assert refused <= KNOWN["canonical"].keys()


def test_every_set_is_tried():
    """Each folder of typed records has its number of those that are read."""
    assert {path.name for path in typed_records.TYPED.iterdir() if path.is_dir()} == KNOWN["right"].keys()


@pytest.mark.parametrize("name", sorted(VERDICTS["status"]))
def test_records_as_people_brought_them(name):
    """Each has the verdict that a person expects, the moves and the winner; several records have one each."""
    found = typed_records.judged(typed_records.CASES / name)
    assert "; ".join(f"{one.status} {one.plies}" for one in found) == VERDICTS["status"][name]
    if name in CASES and found and all(one.status != "UNREADABLE" for one in found):
        assert tuple(CASES[name]["moves"]) in [one.moves for one in found]
        if "result" in CASES[name]:
            assert CASES[name]["result"] in [one.winner for one in found]


def test_every_case_has_a_verdict():
    """Each file of the folder is judged, except what is known to be wrong; that list does not grow."""
    files = {path.name for path in typed_records.CASES.iterdir()} - {"README.md", "expected.json", "verdicts.toml"}
    assert files == VERDICTS["status"].keys() | VERDICTS["known"].keys()
    assert len(files) == 138
    assert len(VERDICTS["known"]) <= 3
