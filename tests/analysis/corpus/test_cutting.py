"""Long files in pieces: the rows are those of the whole file, whatever the encoding and wherever the cuts fall."""

import io
import re
import tracemalloc

import pytest
from corpora import in_order

from analysis.bulk.files import survey
from analysis.corpus.batch_rows import tables_of
from analysis.corpus.cutting import pieces
from analysis.corpus.rows import tables
from analysis.corpus.variants import rules_of
from notation.encoding import decode


def whole(data):
    """Return the rows of a file read at once."""
    return in_order(tables("all.kif", data))


def cut(data, size):
    """Return the rows of a file read in pieces, and how many there were."""
    found = list(pieces("all.kif", io.BytesIO(data), size))
    if len(found) > 1:
        text = b"".join(piece.data for piece in found).decode()
        assert re.split("\r?\n", text.removesuffix("\n")) == list(decode("all.kif", data).lines)
    else:
        assert found[0].data == data
    return in_order(tables_of(found, rules_of(()))), len(found)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932", "euc_jp"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("size", [300, 2000, 1 << 20])
def test_pieces_give_the_rows_of_the_whole(records, encoding, end, size):
    """Index, line numbers, diagnostics and digests included; pieces are cut where there are any to cut."""
    text = "# 前書き\n" + "\n".join(records) + "\n# 後書き"
    data = text.replace("\n", end).encode(encoding)
    found, many = cut(data, size)
    assert found == whole(data)
    assert many == 1 if size > len(data) else many > 4


@pytest.mark.slow
def test_samples_in_pieces(sample_files):
    """All samples in one file: matches, branches, set-ups and damage."""
    data = b"\n".join(path.read_bytes() for path in sample_files if path.name != "cp932.kif")
    found, many = cut(data, 5000)
    assert many > 10
    assert found == whole(data)


@pytest.mark.parametrize(
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
    """JSON, binary files, broken text, other encodings, no record at all: as if read at once."""
    assert cut(data, 200) == (whole(data), 1)


@pytest.mark.parametrize("encoding", ["utf-8", "cp932"])
def test_a_file_without_records(encoding):
    """Text in which no line begins a record is one reject."""
    (games, rejects), many = cut("誰かの日記\n".encode(encoding) * 99, 200)
    assert (games, many) == ([], 1)
    assert [row["code"] for row in rejects] == [{"utf-8": "no-record", "cp932": "unknown-encoding"}[encoding]]


def test_only_lines_that_begin_a_record_are_cut_before():
    """A comment, a value or a name that holds 棋種 begins none."""
    text = "棋種：6面体\n*棋種のこと\n備考：棋種：将棋\n棋種別の大会\n# 棋種：6面体\n   1 四04占\n"
    data = (text * 30).encode()
    (games, rejects), many = cut(data, 150)
    assert (games, rejects) == whole(data)
    assert many > 10
    assert len(games) + len(rejects) == 30


@pytest.mark.slow
def test_other_encodings_are_noticed_at_once(tmp_path):
    """Only a little of a long file is held, also where no line of it reads as the beginning of a record."""
    data = ("棋種：6面体\n   1 四04占\nまで1手で中断\n" * 100_000).encode("cp932")
    file = tmp_path / "all.kif"
    file.write_bytes(data)
    tracemalloc.start()
    found = survey("all.kif", lambda: file.open("rb"), size=1 << 16)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found.copied
    assert sum(part.records for part in found.parts) == 100_000
    assert most < len(data) // 2
