"""Tests of the limits: a line, a record or a file that is too large is refused, and the records beside it are read.

All limits here are a thirty-second of the real ones, so that the tests are faster. One test runs the program as a process, with
the real limits.
"""

import io
import subprocess
import sys
import tracemalloc

import pytest

from analysis.batch import file_pieces_and_temporary_copies, file_splitting
from analysis.batch.file_splitting import read_pieces as cut
from analysis.batch.file_splitting import survey_file
from analysis.batch.judge_pieces_and_rule_readings import Batch
from analysis.corpus.judged_records_to_tables import tables_of_pieces
from analysis.corpus.partitions_and_shards import pieces_of_file
from analysis.corpus.record_sources_and_variant_files import rules_of_variants
from kifu.referee.status_fault_and_basis import Status
from kifu.referee.verify import verify
from notation import limits
from notation.limits import Limits
from notation.reading import read

GOOD = "棋種：6面体\n   1 四04占\nまで1手で中断\n"
HEAD = "棋種：6面体\n"
PART = 32
LIMITS = Limits(*(limit // PART for limit in limits.LIMITS))
SIZE = (1 << 20) // PART
"""The size of a piece in bytes, which is far below the limit of a record, here too."""


@pytest.fixture(autouse=True)
def _a_part(monkeypatch):
    """Replace the real limits in all modules by the smaller ones, and read smaller blocks to match."""
    real = limits.LIMITS
    users = [module for module in list(sys.modules.values()) if vars(module).get("LIMITS") is real]
    assert {module.__name__ for module in users} >= {"notation.limits", "analysis.batch.file_splitting"}
    for module in users:
        monkeypatch.setattr(module, "LIMITS", LIMITS)
    monkeypatch.setattr(file_splitting, "BLOCK", file_splitting.BLOCK // PART)
    monkeypatch.setattr(file_pieces_and_temporary_copies, "BLOCK", file_pieces_and_temporary_copies.BLOCK // PART)


TOO_LARGE = {
    "lines": HEAD + "?\n" * LIMITS.lines,
    "comments": HEAD + "*\n" * LIMITS.all_lines,
    "odd comments": HEAD + "*\x01\n" * LIMITS.lines,
    "bytes": HEAD + ("*" + "x" * 999 + "\n") * (2 * LIMITS.record // 1001 - 1),
}
TOO_LONG_A_LINE = HEAD + "*" + "x" * LIMITS.line + "\n"


def statuses(document):
    """Return the code of the fault of each record of a file, None for a record without a fault."""
    verdicts = [verify(record, document.sha256, document.diagnostics) for record in document.records]
    return [None if verdict.fault is None else verdict.fault.code for verdict in verdicts]


@pytest.mark.parametrize(
    ("text", "code"),
    [*((text, "record-too-large") for text in TOO_LARGE.values()), (TOO_LONG_A_LINE, "line-too-long")],
    ids=[*TOO_LARGE, "a line"],
)
def test_a_record_that_is_too_large(text, code):
    """A record that is too large is UNREADABLE, and the records around it are judged."""
    document = read("all.kif", (GOOD + text + GOOD).encode())
    assert statuses(document) == [None, code, None]
    assert [record.index for record in document.records] == [0, 1, 2]
    assert verify(document.records[1], document.sha256).status is Status.UNREADABLE


@pytest.mark.parametrize(
    "text", [HEAD + "*\n" * LIMITS.lines * 2, HEAD + "*" + "x" * (LIMITS.line - 1) + "\n"], ids=["comments", "line"]
)
def test_a_record_that_is_just_not_too_large(text):
    """A record just below the limits is read."""
    assert statuses(read("all.kif", (GOOD + text).encode())) == [None, None]


@pytest.mark.parametrize(
    "data",
    [b" " * (LIMITS.file + 1), b"\n" * (LIMITS.file_lines + 1), b"\r\n" * (LIMITS.file_lines + 1), b"{}" * LIMITS.file],
    ids=["bytes", "lines", "line ends of two", "json"],
)
def test_a_file_that_is_too_large(data):
    """A file that is too large is not even split into lines."""
    document = read("all.kif", data)
    assert ([diagnostic.code for diagnostic in document.diagnostics], document.records) == (["file-too-large"], ())


def test_in_pieces_as_in_the_whole():
    """A record that is too large for a piece has the same place and diagnostic as in the whole file."""
    data = ("# 前書き\n" + GOOD + TOO_LARGE["bytes"] + GOOD * 2 + TOO_LARGE["bytes"] + GOOD).encode()
    assert len(data) > LIMITS.file
    file_survey = survey_file("all.kif", lambda: io.BytesIO(data), piece_bytes=SIZE)
    assert [part.large for part in file_survey.parts].count(True) == 2
    verdicts = list(Batch(list(cut(file_survey))))
    codes = [item.judgement.fault.code if item.judgement.fault else None for item in verdicts]
    assert codes == [None, "record-too-large", None, None, "record-too-large", None]
    assert [item.judgement.index for item in verdicts] == [0, 1, 2, 3, 4, 5]
    above = len(TOO_LARGE["bytes"].splitlines())
    assert [item.judgement.fault.line for item in verdicts if item.judgement.fault] == [5, 5 + above + 6]
    tables = tables_of_pieces(list(pieces_of_file("all.kif", io.BytesIO(data), SIZE)), rules_of_variants(()))
    assert (tables.games.num_rows, tables.rejects["fault_code"].to_pylist()) == (4, ["record-too-large"] * 2)
    assert sorted(tables.rejects["index"].to_pylist()) == [1, 4]


class Endless(io.RawIOBase):
    """A file that repeats the same bytes and is never held in memory as a whole."""

    def __init__(self, head, unit, size):
        self.head, self.unit, self.left = head, unit * (1 + (1 << 16) // len(unit)), size

    def readable(self):
        """Return that the file can be read."""
        return True

    def readinto(self, buffer):
        """Fill a buffer with the head, and later with the repeated bytes."""
        size = min(len(buffer), self.left, len(self.unit))
        data, self.head = (self.head[:size], self.head[size:]) if self.head else (self.unit[:size], b"")
        buffer[: len(data)] = data
        self.left -= len(data)
        return len(data)


@pytest.mark.parametrize("head", [b"", GOOD.encode(), HEAD.encode("cp932")], ids=["none", "one record", "cp932"])
@pytest.mark.parametrize("unit", [b"x", b"\n", b"x\n"])
def test_no_more_than_a_little_is_held(head, unit):
    """Little memory is used for a meaningless file of three times the largest record, with any content."""
    tracemalloc.start()
    all_pieces = list(pieces_of_file("all.kif", io.BufferedReader(Endless(head, unit, 50_000_000 // PART)), SIZE))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 6 * LIMITS.record
    assert {piece.failed and piece.failed.code for piece in all_pieces} <= {None, "file-too-large"}


def test_verify_reads_no_endless_file():
    """A device is refused for what it is, and a stream without an end where it is too large: one line, exit code 3."""
    for path, stdin, why in (("/dev/zero", None, "is a device"), ("-", "/dev/zero", "the file is too large")):
        with open(stdin or "/dev/null", "rb") as given:  # noqa: PTH123 - a process needs a file object
            done = subprocess.run(
                [sys.executable, "-m", "kifu", "verify", "--lang", "en", path],
                stdin=given,
                capture_output=True,
                text=True,
                check=False,
                timeout=300,
            )
        assert (done.returncode, done.stderr) == (3, "")
        assert why in done.stdout
