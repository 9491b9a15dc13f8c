"""Tests the files that commands write: their permissions, and that only regular files are replaced."""

import os
import socket
import stat
import sys
from pathlib import Path

import click
import pytest

from kifu.cli.read_and_write_files import write_file

unix = pytest.mark.skipif(sys.platform == "win32", reason="no such permissions")


@pytest.fixture(name="umask")
def _umask():
    before = os.umask(0)
    yield os.umask
    os.umask(before)


def mode(path):
    """Return the permissions of a file."""
    return stat.S_IMODE(path.stat().st_mode)


@unix
@pytest.mark.parametrize(("mask", "expected"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664), (0o177, 0o600)])
def test_new_files_respect_the_umask(tmp_path, umask, mask, expected):
    """A new file has the permissions that the umask gives."""
    umask(mask)
    write_file(tmp_path / "out.kif", b"text", force=False)
    assert mode(tmp_path / "out.kif") == expected


@unix
@pytest.mark.parametrize("permissions", [0o600, 0o640, 0o444, 0o666])
def test_replaced_files_keep_their_permissions(tmp_path, umask, permissions):
    """A replaced file keeps its permissions, also those that the umask would remove; no other file stays in the folder."""
    umask(0o022)
    path = tmp_path / "out.kif"
    path.write_bytes(b"old")
    path.chmod(permissions)
    write_file(path, b"new", force=True)
    assert (mode(path), path.read_bytes()) == (permissions, b"new")
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("force", [True, False])
@pytest.mark.parametrize("there", [True, False])
def test_links_are_not_followed(tmp_path, force, there):
    """A link is neither followed nor replaced; the message names its target."""
    target, link = tmp_path / "target", tmp_path / "link"
    if there:
        target.write_bytes(b"old")
    link.symlink_to(target)
    with pytest.raises(click.UsageError, match=r"is a link to .*target"):
        write_file(link, b"new", force=force)
    assert link.is_symlink()
    assert [path.read_bytes() for path in (target,) if path.exists()] == [b"old"] * there


@unix
def test_only_files_are_replaced(tmp_path, monkeypatch):
    """A pipe, a socket, a device or a folder is not replaced."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    with socket.socket(socket.AF_UNIX) as listening:
        monkeypatch.chdir(tmp_path)
        listening.bind("socket")
    for path in (*(tmp_path / name for name in ("pipe", "folder", "socket")), Path(os.devnull)):
        before = path.lstat()
        with pytest.raises(click.UsageError, match="no regular file"):
            write_file(path, b"new", force=True)
        assert (path.lstat().st_ino, path.lstat().st_mode) == (before.st_ino, before.st_mode)
