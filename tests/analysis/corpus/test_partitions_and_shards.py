"""The pieces of a long file give the rows of the whole file, in every encoding and with every cut."""

import io
import re
import tracemalloc

import pytest
from corpora import in_order
from each import each

from analysis.batch.file_splitting import survey_file
from analysis.corpus.judged_records_to_tables import tables_of_pieces, tables_of_records_in_bytes
from analysis.corpus.partitions_and_shards import pieces_of_file
from analysis.corpus.record_sources_and_variant_files import rules_of_variants
from notation.encoding import decode


def whole(data):
    """Return the rows of a file read at once."""
    return in_order(tables_of_records_in_bytes("all.kif", data))


def cut(data, size):
    """Return the rows of a file read in pieces, and the number of pieces."""
    file_pieces = list(pieces_of_file("all.kif", io.BytesIO(data), size))
    if len(file_pieces) > 1:
        text = b"".join(piece.data for piece in file_pieces).decode()
        assert re.split("\r?\n", text.removesuffix("\n")) == list(decode("all.kif", data).lines)
    else:
        assert file_pieces[0].data == data
    return in_order(tables_of_pieces(file_pieces, rules_of_variants(()))), len(file_pieces)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932", "euc_jp"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("size", [300, 2000, 1 << 20])
def test_pieces_give_the_rows_of_the_whole(records, encoding, end, size):
    """Pieces of every size give the same rows, with indices, line numbers, diagnostics and digests."""
    text = "# 前書き\n" + "\n".join(records) + "\n# 後書き"
    data = text.replace("\n", end).encode(encoding)
    rows, count = cut(data, size)
    assert rows == whole(data)
    assert count == 1 if size > len(data) else count > 4


def test_samples_in_pieces(sample_files):
    """All samples in one file, with matches, branches, setups and damage, give the same rows in pieces."""
    data = b"\n".join(path.read_bytes() for path in sample_files if path.name != "cp932.kif")
    rows, count = cut(data, 5000)
    assert count > 10
    assert rows == whole(data)


@each(
    "data",
    [
        b'{"format": "kifu/1", "records": []}' + b" " * 999,
        "棋種：6面体\n".encode() * 20 + b"\x00" * 900,
        "棋種：6面体\n".encode() * 20 + b"\xff\xfe" * 300,
        b"\xff\xfe" + "棋種：6面体\n".encode("utf-16-le") * 90,
        "誰かの日記\n".encode("cp932") * 99,
    ],
)
def test_what_cannot_be_cut_stays_whole(data):
    """JSON, binary files, broken text, UTF-16 and text without a record are one piece."""
    assert cut(data, 200) == (whole(data), 1)


@pytest.mark.parametrize("encoding", ["utf-8", "cp932"])
def test_a_file_without_records(encoding):
    """Text in which no line begins a record is one reject."""
    (games, rejects), count = cut("誰かの日記\n".encode(encoding) * 99, 200)
    assert (games, count) == ([], 1)
    assert [row["fault_code"] for row in rejects] == ["no-record"]


def test_only_lines_that_begin_a_record_are_cut_before():
    """A comment, a value or another key with 棋種 in it begins no record."""
    text = "棋種：6面体\n*棋種のこと\n備考：棋種：将棋\n棋種別の大会\n# 棋種：6面体\n   1 四04占\n"
    data = (text * 30).encode()
    (games, rejects), count = cut(data, 150)
    assert (games, rejects) == whole(data)
    assert count > 10
    assert len(games) + len(rejects) == 30


def test_a_survey_of_another_encoding_holds_little(tmp_path):
    """A survey keeps little of a long file in memory, even if no line begins a record when read as UTF-8."""
    data = ("棋種：6面体\n   1 四04占\nまで1手で中断\n" * 100_000).encode("cp932")
    file = tmp_path / "all.kif"
    file.write_bytes(data)
    tracemalloc.start()
    surveyed = survey_file("all.kif", lambda: file.open("rb"), piece_bytes=1 << 16)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert surveyed.copied
    assert sum(part.records for part in surveyed.parts) == 100_000
    assert peak < len(data) // 2
