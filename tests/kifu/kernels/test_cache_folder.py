"""Compiled code is kept and used only in folders that only the user may write; without one, each run compiles."""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from kifu.cli.commands.play import random_game
from kifu.games import load
from kifu.kernels import cache_folder

NOBODY = 65534
ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
unix = pytest.mark.skipif(sys.platform == "win32", reason="no such permissions")


@pytest.fixture(name="given")
def _given(tmp_path, monkeypatch):
    """Return an existing folder that the environment names as the one for kept code."""
    folder = tmp_path / "given"
    folder.mkdir(mode=0o755)
    monkeypatch.setenv(cache_folder.GIVEN, str(folder))
    return folder


def test_what_is_made_is_closed(tmp_path, monkeypatch):
    """Nobody else may enter the folders, also with an open umask."""
    monkeypatch.setenv(cache_folder.GIVEN, str(tmp_path / "above" / "given"))
    before = os.umask(0)
    try:
        assert cache_folder.folder() == tmp_path / "above" / "given"
        assert cache_folder.compilers_folder() == tmp_path / "above" / "given" / "compiler"
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "above" / "given").stat().st_mode) == stat.S_IRWXU
    assert stat.S_IMODE((tmp_path / "above" / "given" / "compiler").stat().st_mode) == stat.S_IRWXU


@unix
@pytest.mark.parametrize(("mode", "used"), [(0o700, True), (0o755, True), (0o775, False), (0o777, False)])
def test_others_may_not_write_there(given, mode, used):
    """A folder that the group or anyone else may write is not used."""
    given.chmod(mode)
    assert cache_folder.folder() == (given if used else None)
    assert (cache_folder.compilers_folder() is not None) == used


@unix
@pytest.mark.parametrize("mode", [0o755, 0o711, 0o770])
def test_others_may_not_enter_the_compilers_folder(given, mode):
    """The compiler may give its files any permissions, so its folder is closed to others."""
    (given / "compiler").mkdir()
    (given / "compiler").chmod(mode)
    assert cache_folder.compilers_folder() is None


@unix
def test_a_link_is_nobodys_own(given, tmp_path):
    """A link is not used, because its target may be another folder tomorrow."""
    (tmp_path / "link").symlink_to(given)
    assert not cache_folder.trusted((tmp_path / "link").lstat())
    (given / "compiler").symlink_to(tmp_path)
    assert cache_folder.compilers_folder() is None


@unix
@pytest.mark.skipif(not ROOT, reason="only root gives files away")
def test_what_belongs_to_others(given):
    """A folder of another user is not used, also if only that user may write there."""
    os.chown(given, NOBODY, -1)
    assert cache_folder.folder() is None


def test_nowhere(monkeypatch, tmp_path):
    """With a path that is no folder, or a user without a home, nothing is kept and nothing is raised."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(cache_folder.GIVEN, str(tmp_path / "file" / "given"))
    assert cache_folder.folder() is None
    monkeypatch.delenv(cache_folder.GIVEN)
    monkeypatch.setattr(cache_folder, "__file__", str(tmp_path / "file" / "cache_folder.py"))
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "file"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "file"))
    assert cache_folder.folder() is None
    assert cache_folder.compilers_folder() is None


@unix
def test_a_read_only_program_without_a_home(tmp_path):
    """A user who may not write near the program gets the same verdicts on many records, and nothing is kept."""
    program = tmp_path / "program"
    for name in ("kifu", "notation", "analysis"):
        shutil.copytree(Path(__file__).parents[3] / name, program / name, ignore=shutil.ignore_patterns("__pycache__"))
    file = tmp_path / "many.kif"
    file.write_text("".join(random_game(load("six"), seed, 20) for seed in range(3)), encoding="utf-8")
    for path in (*program.rglob("*"), program):
        path.chmod(0o555 if path.is_dir() else 0o444)
    # Root may write anywhere: without its capabilities it is a user like others.
    setpriv = shutil.which("setpriv")
    if ROOT and setpriv is None:
        pytest.skip("root writes anywhere")
    plain = [str(setpriv), "--bounding-set=-all", "--inh-caps=-all"] if ROOT else []
    paths = [str(program), *(path for path in sys.path if "site-packages" in path)]
    script = "from kifu.cli.main import main; import kifu; print(kifu.__file__); main()"
    done = subprocess.run(
        [*plain, sys.executable, "-c", script, "verify", "--quiet", "--jobs", "1", str(file)],
        env={"PATH": os.environ["PATH"], "HOME": "/nonexistent", "PYTHONPATH": os.pathsep.join(paths), "LANG": "C"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    program.chmod(0o755)  # so that it can be removed
    for path in (path for path in program.rglob("*") if path.is_dir()):
        path.chmod(0o755)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == str(program / "kifu" / "__init__.py")
    assert "3 record(s)" in done.stdout
    assert not list(program.rglob("*.machine_code"))
