"""Tests the reading of text files in packages."""

import pytest

from kifu.core.lazy_imports_extras_and_package_files import package_text


def test_line_ends_are_lf(tmp_path, monkeypatch):
    """Whatever line ends a file has, its text has LF."""
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "package_with_text").mkdir()
    (tmp_path / "package_with_text" / "__init__.py").touch()
    (tmp_path / "package_with_text" / "a.txt").write_bytes("一\r\n二\r三\n".encode())
    assert package_text("package_with_text", "a.txt") == "一\n二\n三\n"


def test_what_is_missing():
    """A missing file and a missing package are different errors."""
    with pytest.raises(FileNotFoundError):
        package_text("kifu.games", "nothing.toml")
    with pytest.raises(ModuleNotFoundError):
        package_text("kifu.nothing_like_it", "rulebook.toml")
