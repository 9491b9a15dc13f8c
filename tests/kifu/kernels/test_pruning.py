"""Kept machine code that nothing uses any more is removed, and used code stays, also with several processes."""

import os
import threading
import time

from kifu.kernels import compiling, pruning
from kifu.kernels.pruning import DAY, KEPT, MARK


def aged(path, seconds):
    """Set the time of a file or folder to `age` seconds ago."""
    then = time.time() - seconds
    os.utime(path, (then, then))


def test_unused_files_go(tmp_path):
    """A file that was not used for 30 days goes; younger ones stay, and files of other kinds."""
    for name, age in (("old.code", KEPT + DAY), ("young.code", KEPT - DAY), ("old.other", KEPT + DAY)):
        (tmp_path / name).write_bytes(b"x")
        aged(tmp_path / name, age)
    pruning.prune_files(tmp_path, "*.code")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["old.other", "young.code"]


def test_unused_folders_go(tmp_path):
    """A folder goes by the time of its mark, or by its own where it has none; links and files are left alone."""
    for name, age in (("old", KEPT + DAY), ("young", KEPT - DAY), ("unmarked", KEPT + DAY)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "code").write_bytes(b"x")
        if name != "unmarked":
            pruning.use(tmp_path / name)
            aged(tmp_path / name / MARK, age)
    aged(tmp_path / "unmarked", KEPT + DAY)
    (tmp_path / "file").write_bytes(b"x")
    aged(tmp_path / "file", KEPT + DAY)
    pruning.prune_folders(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "young"]


def test_what_is_used_again_stays(tmp_path):
    """To use a file or folder makes it young, at most once a day."""
    (tmp_path / "folder").mkdir()
    pruning.use(tmp_path / "folder")
    mark = tmp_path / "folder" / MARK
    aged(mark, DAY / 2)
    before = mark.stat().st_mtime
    pruning.use(tmp_path / "folder")
    assert mark.stat().st_mtime == before
    aged(mark, KEPT + DAY)
    pruning.use(tmp_path / "folder")
    pruning.prune_folders(tmp_path)
    assert mark.is_file()


def test_many_may_prune_at_once(tmp_path):
    """Several processes prune the same folder: all unused files are gone, and no process fails."""
    for number in range(40):
        (tmp_path / f"{number}").mkdir()
        (tmp_path / f"{number}" / "code").write_bytes(b"x")
        (tmp_path / f"{number}.code").write_bytes(b"x")
        aged(tmp_path / f"{number}", KEPT + DAY)
        aged(tmp_path / f"{number}.code", KEPT + DAY)
    failed = []

    def prune():
        try:
            pruning.prune_folders(tmp_path)
            pruning.prune_files(tmp_path, "*.code")
        except OSError as error:
            failed.append(error)

    threads = [threading.Thread(target=prune) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert not list(tmp_path.iterdir())


def test_a_new_folder_prunes_the_old(tmp_path, monkeypatch):
    """When a folder for new machine code is made, folders that were not used for long are removed."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kept"))
    first = compiling._folder("first")
    aged(first / MARK, KEPT + DAY)
    assert compiling._folder("first") == first
    assert first.is_dir()
    aged(first / MARK, KEPT + DAY)
    second = compiling._folder("second")
    assert [path.name for path in second.parent.iterdir()] == ["second"]
