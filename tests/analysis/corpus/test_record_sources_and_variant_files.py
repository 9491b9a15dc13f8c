"""Inputs of a build are files, folders, archives and URLs; broken ones are rejects; variant files are found up to a limit."""

import io
import json
import os
import tarfile
import zipfile
from pathlib import Path

import fsspec
import pytest
from corpora import contents, table
from each import each

from analysis.corpus import record_sources_and_variant_files
from analysis.corpus.build import build_dataset
from analysis.corpus.record_sources_and_variant_files import list_sources, read_named_variants
from kifu.core import games
from kifu.core.errors import UnreadableFile


@pytest.fixture
def texts(records):
    """Return a few records by the names of their files."""
    return {f"d/{number}.kif": text for number, text in enumerate(records[:4])}


def zipped(texts):
    """Return a zip archive of texts, with a folder and a picture."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("d/", "")
        for name, text in texts.items():
            archive.writestr(name, text)
        archive.writestr("d/picture.png", "no record")
    return file.getvalue()


def tarred(texts, mode="w:gz"):
    """Return a tar archive of texts, with a link."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode=mode) as archive:
        for name, text in texts.items():
            member = tarfile.TarInfo(name)
            member.size = len(text.encode())
            archive.addfile(member, io.BytesIO(text.encode()))
        link = tarfile.TarInfo("d/link.kif")
        link.type = tarfile.SYMTYPE
        archive.addfile(link)
    return file.getvalue()


def records_of(tmp_path, *inputs):
    """Return the file name and the digest of each record in a dataset of these inputs."""
    out = tmp_path / "out"
    build_dataset([str(path) for path in inputs], out, force=True)
    return sorted((row["file"], row["digest"]) for name in ("games", "rejects") for row in table(out, name))


@pytest.fixture
def unpacked(tmp_path, texts):
    """Return a folder of those records, with the names and digests of its files."""
    for name, text in texts.items():
        (tmp_path / "unpacked" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "unpacked" / name).write_text(text)
    folder = tmp_path / "unpacked"
    return folder, [(name.removeprefix(f"{folder}/"), digest) for name, digest in records_of(tmp_path, folder)]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("games.zip", zipped),
        ("games.tar.gz", tarred),
        ("games.tgz", tarred),
        ("games.tar", lambda texts: tarred(texts, "w")),
        ("games.tar.xz", lambda texts: tarred(texts, "w:xz")),
    ],
)
def test_archives(tmp_path, texts, unpacked, name, data):
    """A record in an archive is named by the archive and its path there; other members are ignored."""
    path = tmp_path / "a" / name
    path.parent.mkdir()
    path.write_bytes(data(texts))
    expected = [(f"{path}/{inner}", digest) for inner, digest in unpacked[1]]
    assert records_of(tmp_path, path) == expected
    assert records_of(tmp_path, path.parent) == expected


def test_urls(tmp_path, texts, unpacked):
    """memory://, file:// and chains like zip://…::file://… are opened by fsspec and keep their names."""
    folder, expected = unpacked
    archive = tmp_path / "games.zip"
    archive.write_bytes(zipped(texts))
    memory = fsspec.filesystem("memory")
    for name, text in texts.items():
        memory.pipe(f"/bucket/{name}", text.encode())
    memory.pipe("/bucket/games.zip", zipped(texts))
    try:
        digests = [digest for _, digest in expected]
        assert records_of(tmp_path, f"file://{folder}") == [
            (f"file://{folder}/{name}", digest) for name, digest in expected
        ]
        assert records_of(tmp_path, f"file://{folder}/d/2.kif") == [(f"file://{folder}/d/2.kif", digests[2])]
        assert records_of(tmp_path, "memory://bucket/d") == [
            (f"memory://bucket/{name}", digest) for name, digest in expected
        ]
        inside = [(f"memory://bucket/games.zip/{name}", digest) for name, digest in expected]
        assert records_of(tmp_path, "memory://bucket/games.zip") == inside
        chained = [(f"zip://{name}::file://{archive}", digest) for name, digest in expected]
        assert records_of(tmp_path, f"zip://::file://{archive}") == chained
        assert records_of(tmp_path, f"zip://d/*.kif::file://{archive}") == chained
    finally:
        memory.rm("/bucket", recursive=True)


def test_each_file_once(unpacked):
    """A file that several paths name is one source."""
    folder, expected = unpacked
    listed = list_sources([str(folder), str(folder / "d"), str(folder / "d" / "1.kif"), f"file://{folder}/d/1.kif"])
    assert len(listed.sources) == len(expected)
    assert listed.size == sum(path.stat().st_size for path in folder.rglob("*.kif"))


@pytest.mark.parametrize("data", [zipped, tarred])
def test_broken_archives(tmp_path, texts, data):
    """The readable records of a broken archive are rows, and a reject reports the rest."""
    whole = data(texts)
    path = tmp_path / ("games.zip" if data is zipped else "games.tar.gz")
    path.write_bytes(whole[: len(whole) * 2 // 3])
    build_dataset([str(path)], tmp_path / "out")
    broken = table(tmp_path / "out", "rejects")
    assert {row["fault_code"] for row in broken} == {"cannot-open"}
    assert all(row["file"].startswith(str(path)) and "breaks off" in row["en"] for row in broken)
    assert len(table(tmp_path / "out", "games")) == (0 if data is zipped else 2)  # a zip's list is at its end


def test_an_archive_without_records(tmp_path):
    """An archive without records gives a dataset without rows."""
    (tmp_path / "games.zip").write_bytes(zipped({}))
    built = build_dataset([str(tmp_path / "games.zip")], tmp_path / "out")
    assert (built.manifest.files, built.manifest.counts) == (0, {"games": 0, "plies": 0, "rejects": 0})
    assert [table(tmp_path / "out", name) for name in ("games", "plies", "rejects")] == [[], [], []]


def test_a_damaged_member(tmp_path, texts):
    """A damaged member is one reject; the other members are read."""
    data = bytearray(zipped(texts))
    at = data.index(b"d/2.kif") + 60
    data[at : at + 20] = bytes(20)
    (tmp_path / "games.zip").write_bytes(data)
    build_dataset([str(tmp_path / "games.zip")], tmp_path / "out")
    assert [(row["file"], row["fault_code"]) for row in table(tmp_path / "out", "rejects")] == [
        (f"{tmp_path}/games.zip/d/2.kif", "cannot-open")
    ]
    assert len(table(tmp_path / "out", "games")) == 3


def test_links_that_lead_nowhere(tmp_path, texts):
    """A file in a folder that cannot be opened is a reject; the build goes on."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "gone.kif").symlink_to(tmp_path / "nowhere")
    (tmp_path / "in" / "game.kif").write_text(next(iter(texts.values())))
    build_dataset([str(tmp_path / "in")], tmp_path / "out")
    assert [row["fault_code"] for row in table(tmp_path / "out", "rejects")] == ["cannot-open"]
    assert len(table(tmp_path / "out", "games")) == 1


KING = "棋種：ユニオンキング\n規則：{name}\nまで0手で中断\n"


@pytest.mark.parametrize("place", ["folder", "games.zip", "games.tar.gz"])
def test_variant_files_beside_the_record(tmp_path, place):
    """Variant files are found beside a record in folders and archives; the reject names a missing one."""
    variant = games.load("king").default_variant()
    texts = {
        "d/a.kif": KING.format(name="my own.toml"),
        "d/b.kif": KING.format(name="other.toml"),
        "d/my own.toml": variant,
    }
    path = tmp_path / place
    if place == "folder":
        for name, text in texts.items():
            (path / name).parent.mkdir(parents=True, exist_ok=True)
            (path / name).write_text(text)
    else:
        path.write_bytes((zipped if place.endswith("zip") else tarred)(texts))
    build_dataset([str(path)], tmp_path / "out")
    assert [Path(row["file"]).name for row in table(tmp_path / "out", "games")] == ["a.kif"]
    (missing,) = table(tmp_path / "out", "rejects")
    assert (Path(missing["file"]).name, missing["fault_code"]) == ("b.kif", "variant-file")
    assert "other.toml" in missing["en"]


@pytest.mark.parametrize("place", ["games.zip", "games.tar.gz"])
def test_variant_files_of_archives_are_bounded(tmp_path, place):
    """A variant file that unpacks to too much, or lies outside the record's folder, is refused."""
    texts = {
        "d/a.kif": KING.format(name="large.toml"),
        "d/b.kif": KING.format(name="../x.toml"),
        "d/large.toml": "#" * 3_000_000,
        "x.toml": games.load("king").default_variant(),
    }
    (tmp_path / place).write_bytes((zipped if place.endswith("zip") else tarred)(texts))
    build_dataset([str(tmp_path / place)], tmp_path / "out")
    refused = {Path(row["file"]).name: row["en"] for row in table(tmp_path / "out", "rejects")}
    assert sorted(refused) == ["a.kif", "b.kif"]
    assert "is too large" in refused["a.kif"]
    assert "leads out" in refused["b.kif"]


def test_variant_files_that_json_names(tmp_path):
    """Variant files that JSON names are found in both forms of a header line."""
    (tmp_path / "my own.toml").write_text(games.load("king").default_variant())
    head = {"kind": "header", "key": "棋種", "value": "ユニオンキング"}
    lines = [{"kind": "header", "key": "規則", "value": "my own.toml"}, {"kind": "header", "text": "規則：my own.toml"}]
    for number, line in enumerate(lines):
        text = json.dumps({"format": "kifu/1", "records": [{"lines": [head, line]}]}, ensure_ascii=False)
        (tmp_path / f"{number}.json").write_text(text)
    build_dataset([str(tmp_path)], tmp_path / "out")
    assert (len(table(tmp_path / "out", "games")), table(tmp_path / "out", "rejects")) == (2, [])


def test_a_name_that_is_no_text(tmp_path, texts):
    """Bytes of a file's name that are not UTF-8 become escapes in the dataset."""
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / b"\xff.kif".decode("utf-8", "surrogateescape")).write_text(next(iter(texts.values())))
    build_dataset([str(folder)], tmp_path / "out")
    assert [row["file"] for row in table(tmp_path / "out", "games")] == [f"{folder}/\\udcff.kif"]
    assert contents(tmp_path / "out")


def test_a_closed_folder_in_a_folder(tmp_path, texts, monkeypatch):
    """A folder that cannot be listed is not skipped: nothing is built, and the error says why."""
    closed = tmp_path / "in" / "closed"
    closed.mkdir(parents=True)
    (tmp_path / "in" / "open.kif").write_text(next(iter(texts.values())), encoding="utf-8")
    original = os.scandir

    def scandir(path):
        if Path(path) == closed:
            raise PermissionError(13, "Permission denied", str(closed))
        return original(path)

    monkeypatch.setattr(os, "scandir", scandir)
    with pytest.raises(UnreadableFile) as refused:
        list_sources([str(tmp_path / "in")])
    assert refused.value.code == "cannot-open"
    assert str(closed) in refused.value.message.en


def names(text):
    """Return the variant files that a text names; none of the files exists."""

    def missing(_):
        raise FileNotFoundError

    return [name for name, _ in read_named_variants(text.encode(), missing)]


@each(
    ("text", "expected"),
    [
        ("規則：my.toml\n", ["my.toml"]),
        ("規則 ： \u3000my king.TOML \r\n規則:other.toml", ["my king.TOML", "other.toml"]),
        ("規則：my.toml.toml\n", ["my.toml.toml"]),
        ('{"kind": "header", "key": "規則", "value": "my.toml"}', ["my.toml"]),
        ('{"kind": "header", "text": "規則：my.toml"}', ["my.toml"]),
        ("規則\nmy.toml\n備考：my.toml\n", []),
        (f"規則：{'x' * record_sources_and_variant_files.MAX_NAME_LENGTH}.toml\n", []),
    ],
)
def test_names(text, expected):
    """Names are found in the head of a record and in JSON."""
    assert names(text) == expected


def test_the_number_of_names_is_limited():
    """Only MOST names are looked up, because each costs a look at the disk or into an archive."""
    assert (
        len(
            names("".join(f"規則：{number}.toml\n" for number in range(record_sources_and_variant_files.MAX_NAMES * 2)))
        )
        == record_sources_and_variant_files.MAX_NAMES
    )


@pytest.mark.timeout(120)  # quick, unless the search starts again at each place of the line
@each("unit", ["規則", "規則：", "規則：x.toml ", '"value"', '"value": '])
def test_each_line_is_looked_at_once(unit):
    """A line as long as a piece takes linear time, even if it may name a file in many places."""
    assert len(names(unit * 200_000 + ".toml")) <= 1
