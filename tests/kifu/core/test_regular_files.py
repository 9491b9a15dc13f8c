"""Only regular files are opened, and streams that the shell hands over."""

import os

import pytest

from kifu.core import regular_files
from kifu.core.regular_files import NO_LINK, NotRegular, is_shell_stream, open_regular

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without pipes that have names"),
    pytest.mark.timeout(120),
]


def test_what_is_handed_over():
    """By the shell, in folders that hold nothing else."""
    for path in ("/dev/stdin", "/dev/fd/63", "/dev/fd//3", "/proc/self/fd/0"):
        assert is_shell_stream(path)
    for path in ("/dev/fd/../zero", "/dev/fdx", "dev/fd/3", "pipe", "-", ""):
        assert not is_shell_stream(path)


def test_kinds(tmp_path):
    """A file is read; a folder, a pipe, a device, and a link where none is wanted are refused by their kind."""
    (tmp_path / "file").write_bytes(b"x")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("file")
    for name, flags in (("file", 0), ("file", NO_LINK), ("link", 0)):
        with open_regular(tmp_path / name, flags) as file:
            assert file.read() == b"x"
    for path, flags, kind in (
        (tmp_path / "pipe", 0, "a named pipe"),
        ("/dev/zero", 0, "a device"),
        (tmp_path / "link", NO_LINK, "a link"),
    ):
        with pytest.raises(NotRegular) as refused:
            open_regular(path, flags)
        assert refused.value.message_about("x").en == f"x is {kind}, not a regular file"
    with pytest.raises(IsADirectoryError):
        open_regular(tmp_path)
    with pytest.raises(FileNotFoundError):
        open_regular(tmp_path / "none")
    with pytest.raises(ValueError, match="null"):
        open_regular("a\0b")


def test_exchanged_while_it_is_opened(tmp_path, monkeypatch):
    """A file that becomes a pipe after it was looked at is not read, and its descriptor is closed."""
    path = tmp_path / "file"
    path.touch()
    os.mkfifo(tmp_path / "pipe")
    given = []

    def exchanged(_path, flags):
        given.append(os_open(tmp_path / "pipe", flags))
        return given[-1]

    os_open = os.open
    monkeypatch.setattr(regular_files.os, "open", exchanged)
    with pytest.raises(NotRegular):
        open_regular(path)
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(given[0])
