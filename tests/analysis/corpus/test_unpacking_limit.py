"""A member of an archive that unpacks to far too much is a reject; the records beside it stay games."""

import bz2
import io
import tarfile
import tracemalloc
import zipfile
from pathlib import Path

import pytest
from corpora import game, table

from analysis.corpus import record_sources_and_variant_files
from analysis.corpus.build import build_dataset
from notation import limits
from notation.limits import UnpackAllowance, UnpacksTooLarge, counting_reader

SIZE = 50_000_000
SMALL = 1 << 20


@pytest.fixture(autouse=True)
def _smaller(monkeypatch, tmp_path):
    """Use lower limits, and an empty current folder."""
    monkeypatch.setattr(limits, "FREE", SMALL)
    monkeypatch.setattr(UnpackAllowance.__init__, "__defaults__", (SMALL,))
    monkeypatch.setattr(record_sources_and_variant_files, "TOGETHER", 2 * SIZE)
    monkeypatch.chdir(tmp_path)


def zipped(path, compression):
    """Write an archive of two records and a bomb between them."""
    with zipfile.ZipFile(path, "w", compression) as archive:
        archive.writestr("a.kif", game(1))
        archive.writestr("bomb.kif", b"\n" * SIZE)
        archive.writestr("c.kif", game(2))


def tarred(path, compression):
    """Write a tar archive of two records and a bomb between them."""
    with tarfile.open(path, f"w:{compression}") as archive:
        for name, data in (("a.kif", game(1).encode()), ("bomb.kif", b"\n" * SIZE), ("c.kif", game(2).encode())):
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))


@pytest.mark.parametrize("compression", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_member_of_a_zip(compression):
    """A bomb is read in small pieces up to its limit; the other members are games."""
    zipped("all.zip", compression)
    tracemalloc.start()
    build_dataset(["all.zip"], Path("out"))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < (3 if compression == zipfile.ZIP_LZMA else 1) * SIZE  # zipfile unpacks four packed kilobytes at once
    (reject,) = table("out", "rejects")
    assert (reject["file"], reject["fault_code"]) == ("all.zip/bomb.kif", "unpacks-too-large")
    assert "unpack it yourself" in reject["en"]
    assert sorted(row["file"] for row in table("out", "games")) == ["all.zip/a.kif", "all.zip/c.kif"]


@pytest.mark.parametrize("compression", ["gz", "bz2", "xz"])
@pytest.mark.parametrize("enough", [True, False])
def test_a_tar(monkeypatch, compression, enough):
    """The record before the bomb is a game; the one after it too, unless the archive's allowance ends in the bomb."""
    tarred(f"all.tar.{compression}", compression)
    monkeypatch.setattr(record_sources_and_variant_files, "TOGETHER", (2 if enough else 0) * SIZE)
    build_dataset([f"all.tar.{compression}"], Path("out"))
    rejects, games = table("out", "rejects"), table("out", "games")
    assert {row["fault_code"] for row in rejects} == {"file-too-large" if enough else "unpacks-too-large"}
    assert len(games) == 1 + enough


def test_an_archive_of_records_stays_within_its_limits():
    """Records are packed to about a tenth, far from any limit, even if one record is repeated again and again."""
    with zipfile.ZipFile("all.zip", "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("all.kif", "".join(game(seed) for seed in range(40)) * 10)
    build_dataset(["all.zip"], Path("out"))
    assert (len(table("out", "games")), table("out", "rejects")) == (400, [])


def test_bytes_before_the_limit_are_read_first():
    """A stream gives the bytes below its limit before it raises."""
    stream = counting_reader(bz2.BZ2File(io.BytesIO(bz2.compress(b"x" * SIZE))), UnpackAllowance(0, 10_000))
    assert stream.read(8192) == b"x" * 8192
    with pytest.raises(UnpacksTooLarge):
        stream.read(8192)
