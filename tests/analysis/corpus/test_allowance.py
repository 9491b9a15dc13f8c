"""Archives that unpack to far more than they are: what does so is a reject, and what stands beside it is a game."""

import bz2
import io
import tarfile
import tracemalloc
import zipfile
from pathlib import Path

import pytest
from corpora import game, table

from analysis.corpus import allowance, inputs
from analysis.corpus.allowance import Allowance, UnpacksTooLarge, counted
from analysis.corpus.build import build

SIZE = 50_000_000
SMALL = 1 << 20


@pytest.fixture(autouse=True)
def _smaller(monkeypatch, tmp_path):
    """Limits that are reached sooner, and a folder of one's own."""
    monkeypatch.setattr(allowance, "FREE", SMALL)
    monkeypatch.setattr(Allowance.__init__, "__defaults__", (SMALL,))
    monkeypatch.setattr(inputs, "TOGETHER", 2 * SIZE)
    monkeypatch.chdir(tmp_path)


def zipped(path, how):
    """Write an archive of two records and a bomb between them."""
    with zipfile.ZipFile(path, "w", how) as archive:
        archive.writestr("a.kif", game(1))
        archive.writestr("bomb.kif", b"\n" * SIZE)
        archive.writestr("c.kif", game(2))


def tarred(path, how):
    """Write likewise."""
    with tarfile.open(path, f"w:{how}") as archive:
        for name, data in (("a.kif", game(1).encode()), ("bomb.kif", b"\n" * SIZE), ("c.kif", game(2).encode())):
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))


@pytest.mark.slow
@pytest.mark.parametrize("how", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_member_of_a_zip(how):
    """Is read as far as it may be, by little pieces; the others are games."""
    zipped("all.zip", how)
    tracemalloc.start()
    build(["all.zip"], Path("out"))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < (3 if how == zipfile.ZIP_LZMA else 1) * SIZE  # zipfile unpacks what four kilobytes hold at once
    (reject,) = table("out", "rejects")
    assert (reject["file"], reject["code"]) == ("all.zip/bomb.kif", "unpacks-too-large")
    assert "unpack it yourself" in reject["en"]
    assert sorted(row["file"] for row in table("out", "games")) == ["all.zip/a.kif", "all.zip/c.kif"]


@pytest.mark.slow
@pytest.mark.parametrize("how", ["gz", "bz2", "xz"])
@pytest.mark.parametrize("enough", [True, False])
def test_a_tar(monkeypatch, how, enough):
    """What stands before the bomb is a game; what stands behind it too, unless the archive is cut off there."""
    tarred(f"all.tar.{how}", how)
    monkeypatch.setattr(inputs, "TOGETHER", (2 if enough else 0) * SIZE)
    build([f"all.tar.{how}"], Path("out"))
    rejects, games = table("out", "rejects"), table("out", "games")
    assert {row["code"] for row in rejects} == {"file-too-large" if enough else "unpacks-too-large"}
    assert len(games) == 1 + enough


def test_records_of_games_unpack_as_ever():
    """They are a tenth of their size packed, and so are far from any limit, also the same one again and again."""
    with zipfile.ZipFile("all.zip", "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("all.kif", "".join(game(seed) for seed in range(40)) * 10)
    build(["all.zip"], Path("out"))
    assert (len(table("out", "games")), table("out", "rejects")) == (400, [])


@pytest.mark.slow
def test_what_is_at_hand_is_given_first():
    """Then the limit is named; never is more unpacked than the limit and a little."""
    stream = counted(bz2.BZ2File(io.BytesIO(bz2.compress(b"x" * SIZE))), Allowance(0, 10_000))
    assert stream.read(8192) == b"x" * 8192
    with pytest.raises(UnpacksTooLarge):
        stream.read(8192)
