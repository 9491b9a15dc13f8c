"""Tests of the variant file that a record names: it lies beside the record or below, is regular, and is small."""

import os
from pathlib import Path

import pytest

from kifu.core.errors import UnreadableFile
from notation import documents_and_variant_files
from notation.documents_and_variant_files import (
    MAX_VARIANT_BYTES,
    read_given_variant,
    read_variant_in_folder,
    require_name_in_folder,
    variant_file_text,
)

OUTSIDE = [
    "/etc/x.toml",
    "../x.toml",
    "a/../../x.toml",
    "a/../x.toml",
    "..\\x.toml",
    "a\\x.toml",
    "C:\\x.toml",
    "C:x.toml",
    "c:/x.toml",
    "//server/share/x.toml",
    "\\\\server\\share\\x.toml",
    "~/x.toml",
    "~root/x.toml",
    "\\x.toml",
]


@pytest.fixture
def folder(tmp_path):
    """Make a folder of records with variant files in it, below it and outside it."""
    inside = tmp_path / "records"
    (inside / "below").mkdir(parents=True)
    (tmp_path / "x.toml").write_text("secret")
    for file in (inside / "own.toml", inside / "below/own.toml"):
        file.write_text("own")
    return inside


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_name_stays_in_the_folder(folder, name):
    """A name that leads out on any system is refused, because records move between systems. Nothing is opened."""
    with pytest.raises(UnreadableFile) as refused:
        require_name_in_folder(name)
    assert refused.value.code == "variant-file"
    with pytest.raises(UnreadableFile, match="leads out") as refused:
        read_variant_in_folder(folder, name)
    assert "secret" not in refused.value.message.en + refused.value.message.ja


@pytest.mark.parametrize(
    "name", ["own.toml", "below/own.toml", " own.toml ", "./own.toml", "inner.toml", "down/own.toml"]
)
def test_beside_and_below(folder, name):
    """A file beside the record or below is read, also through a link within the folder or to the folder."""
    (folder / "inner.toml").symlink_to("below/own.toml")
    (folder / "down").symlink_to(folder / "below")
    (folder.parent / "other").symlink_to(folder)
    assert read_variant_in_folder(folder, name) == read_variant_in_folder(folder.parent / "other", name) == "own"


@pytest.mark.parametrize("name", ["out.toml", "up/x.toml"])
def test_links_that_lead_out(folder, name):
    """A link that leads out of the folder is refused, to a file and to a folder."""
    (folder / "out.toml").symlink_to("../x.toml")
    (folder / "up").symlink_to("..")
    with pytest.raises(UnreadableFile, match="is a link that leads out"):
        read_variant_in_folder(folder, name)


@pytest.mark.timeout(60)
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without pipes that have names")
def test_what_is_no_regular_file(folder):
    """A pipe without a writer, a folder, a device and links in a circle are refused at once."""
    os.mkfifo(folder / "pipe.toml")
    (folder / "folder.toml").mkdir()
    (folder / "round.toml").symlink_to("round.toml")
    for name in ("pipe.toml", "folder.toml"):
        for read in (lambda: read_variant_in_folder(folder, name), lambda: read_given_variant(str(folder / name))):  # noqa: B023
            with pytest.raises(UnreadableFile, match="is no regular file"):
                read()
    (folder / "zero.toml").symlink_to("/dev/zero")
    with pytest.raises(UnreadableFile, match="leads out"):
        read_variant_in_folder(folder, "zero.toml")
    with pytest.raises(UnreadableFile, match="is no regular file"):
        read_given_variant(str(folder / "zero.toml"))
    with pytest.raises(UnreadableFile, match="cannot be opened"):
        read_variant_in_folder(folder, "round.toml")


@pytest.mark.timeout(60)
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without pipes that have names")
@pytest.mark.parametrize(
    "put", [os.mkfifo, lambda path: path.symlink_to("/dev/zero"), lambda path: path.symlink_to("x.toml")]
)
def test_what_is_exchanged_while_it_is_opened(folder, monkeypatch, put):
    """A file that becomes a pipe or a link between the check and the opening is not read."""

    def exchanged(path, *arguments, **options):
        if path == "own.toml":
            (folder / "own.toml").unlink()
            put(folder / "own.toml")
        return opening(path, *arguments, **options)

    opening = os.open
    monkeypatch.setattr(documents_and_variant_files.os, "open", exchanged)
    with pytest.raises(UnreadableFile, match=r"is no regular file|cannot be opened"):
        read_variant_in_folder(folder, "own.toml")


def test_no_more_is_read_than_needed(folder):
    """At most one byte more than the limit is read of a large file."""
    with (folder / "large.toml").open("wb") as file:
        file.truncate(1 << 40)  # the file is sparse and takes no room
    assert (
        len(documents_and_variant_files._read_inside("large.toml", folder, Path("large.toml"))) == MAX_VARIANT_BYTES + 1
    )
    with pytest.raises(UnreadableFile, match="is too large") as refused:
        read_variant_in_folder(folder, "large.toml")
    assert "1,000,000" in refused.value.message.ja
    assert variant_file_text("x", b"#" * MAX_VARIANT_BYTES) == "#" * MAX_VARIANT_BYTES


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("none.toml", "cannot be opened .No such file"),
        ("a\0.toml", "control characters"),
        ("a\x1b[2J.toml", "control characters"),
        ("a\nb.toml", "control characters"),
        ("n" * 5000 + ".toml", "cannot be opened .File name too long"),
        ("latin.toml", "is not UTF-8"),
    ],
)
def test_what_cannot_be_read(folder, name, sentence):
    """The message is short and shows no control character."""
    (folder / "latin.toml").write_bytes(b"\xff")
    with pytest.raises(UnreadableFile, match=sentence) as refused:
        read_variant_in_folder(folder, name)
    assert all(len(text) < 400 and text.isprintable() for text in refused.value.message)


def test_given_files_lie_anywhere(folder):
    """The user may name any path, also a link. The line ends of the text become LF."""
    (folder / "out.toml").symlink_to("../x.toml")
    (folder / "cr.toml").write_bytes(b"a\r\nb\rc\n")
    assert read_given_variant(str(folder / "out.toml")) == "secret"
    assert read_given_variant(str(folder / "below/../cr.toml")) == "a\nb\nc\n"
    with pytest.raises(UnreadableFile, match="cannot be opened"):
        read_given_variant("a\0.toml")
