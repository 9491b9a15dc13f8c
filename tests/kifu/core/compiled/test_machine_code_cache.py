"""Kept machine code gives the same results without the compiler; if code cannot be kept, each run compiles."""

import os
import pty
import stat
import subprocess
import sys
import threading
import time

import numba
import numpy as np
import pytest

from analysis.batch import scan_and_replay
from analysis.batch import scan_and_replay as scanning
from analysis.batch.scanner_layout_and_text_kernel import PLIES
from kifu.core import games
from kifu.core.compiled import machine_code_cache, user_cache
from kifu.core.compiled.bind_and_compile import rules_compile
from kifu.core.compiled.bit_intrinsics import array_at
from kifu.core.compiled.machine_code_cache import cached_kernel, llvm_ir_and_name
from kifu.core.compiled.user_cache import CACHE_TTL_S, DAY, GIVEN
from kifu.core.games import load
from kifu.games.six.position import Position
from notation.random_record import random_game_as_kif

GAMES = [game_id for game_id in games.ids() if rules_compile(load(game_id))]


@numba.njit
def summed(position, numbers, table, sums):
    """Add a row of a table, a number of each array, and a part of a position."""
    for row in range(len(table)):
        sums[row] = numbers[row] + position.turn + position.fallen
        for column in range(table.shape[1]):
            sums[row] += table[row, column]


@numba.njit
def strict(number, output):
    """Write the number; raise if it is negative."""
    if number < 0:
        raise ValueError(number)
    output[0] = number


@pytest.fixture(name="folder")
def _folder(tmp_path, monkeypatch):
    monkeypatch.setenv(GIVEN, str(tmp_path / "kept"))
    return tmp_path / "kept"


def never():
    """Stand for a kernel that must not be used."""
    pytest.fail("the compiler is not needed again")


def arguments():
    """Return arguments of the kernel above, the last to be filled."""
    position = Position(*range(1, len(Position._fields) + 1))
    table = np.arange(6, dtype=np.uint8).reshape(3, 2)
    return position, np.array([10, 20, 30], dtype=np.int32), table, np.zeros(3, dtype=np.int64)


def test_kept_code_does_what_the_kernel_does(folder):
    """Arrays of several dtypes and dimensions, and a position: the first time compiled, then without the compiler."""
    expected = arguments()
    summed(*expected)
    for kernel in (lambda: summed, never):
        given = arguments()
        cached_kernel("summed", kernel)(*given)
        assert given[-1].tolist() == expected[-1].tolist()
    assert len(list(folder.iterdir())) == 1


def test_an_array_of_other_numbers(folder):
    """A kernel has no fractions, and no truth values."""
    for numbers in (np.zeros(2), np.zeros(2, dtype=np.bool_)):
        with pytest.raises(ValueError, match="integers"):
            cached_kernel("strict", lambda: strict)(1, numbers)
    assert not folder.exists()


def test_other_arguments_are_other_code(folder):
    """Code is kept for each form of the arguments."""
    call = cached_kernel("summed", lambda: summed)
    position, numbers, table, sums = arguments()
    call(position, numbers, table, sums)
    call(position, numbers.astype(np.int64), table, sums)
    assert len(list(folder.iterdir())) == 2


@pytest.mark.parametrize("damage", [lambda data: data[:-1], lambda data: data[:40] + b"\0" + data[41:], lambda _: b""])
def test_damaged_code_is_not_kept(folder, damage):
    """A file that is not whole is never run."""
    folder.mkdir(mode=0o700)
    file = folder / f"a{machine_code_cache.SUFFIX}"
    machine_code_cache._write_code(file, bytes(range(100)))
    assert machine_code_cache._read_code(file) == bytes(range(100))
    file.write_bytes(damage(file.read_bytes()))
    assert machine_code_cache._read_code(file) is None


def test_only_regular_files_are_code(folder):
    """A link, a folder, or a pipe that nobody writes to is not kept code, and nobody waits for it."""
    folder.mkdir(mode=0o700)
    machine_code_cache._write_code(folder / "code", b"x")
    (folder / "link").symlink_to(folder / "code")
    (folder / "folder").mkdir()
    os.mkfifo(folder / "pipe", 0o600)
    read = {path.name: machine_code_cache._read_code(path) for path in folder.iterdir()}
    assert read == {"code": b"x", "link": None, "folder": None, "pipe": None}


@pytest.mark.skipif(sys.platform == "win32", reason="no such permissions")
@pytest.mark.parametrize("open_to_others", ["file", "folder"])
def test_code_that_others_could_write_is_not_run(folder, open_to_others):
    """Anyone can write a file with a right digest. Such a file is not run; in a closed folder it is written anew."""
    cached_kernel("summed", lambda: summed)(*arguments())
    (file,) = folder.iterdir()
    (file if open_to_others == "file" else folder).chmod(0o777)
    calls = []

    def kernel():
        calls.append(True)
        return summed

    for _ in range(2):
        given = arguments()
        cached_kernel("summed", kernel)(*given)
        assert given[-1].any()
    assert len(calls) == (1 if open_to_others == "file" else 2)


@pytest.mark.skipif(sys.platform == "win32", reason="no such permissions")
def test_only_the_user_may_open_kept_code(folder):
    """Folder and file are closed to others, also with an open umask."""
    before = os.umask(0)
    try:
        cached_kernel("summed", lambda: summed)(*arguments())
    finally:
        os.umask(before)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.iterdir())] == [0o700, 0o600]


def test_a_kernel_that_can_raise_is_called_itself(folder):
    """A kernel that raises does so. It is remembered that its code cannot be kept, so no later run tries it again."""
    for _ in range(2):
        output = np.zeros(1, dtype=np.int64)
        call = cached_kernel("strict", lambda: strict)
        call(7, output)
        assert output[0] == 7
        with pytest.raises(ValueError, match="-1"):
            call(-1, output)
    assert [file.stat().st_size for file in folder.iterdir()] == [machine_code_cache.DIGEST]


def test_where_nothing_can_be_kept(tmp_path, monkeypatch):
    """With a path that is no folder the code runs all the same; a user without a home has no folder."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(GIVEN, str(tmp_path / "file" / "kept"))
    given = arguments()
    cached_kernel("summed", lambda: summed)(*given)
    assert given[-1].any()
    for name in (GIVEN, "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(user_cache.Path, "home", _homeless)
    assert user_cache.code_folder() is None
    assert machine_code_cache.numba_cache_folder("name") is None


def _homeless():
    raise RuntimeError


def test_an_array_in_another_order(folder):
    """Machine code gets only the address and the sizes of an array, so an array that is not contiguous is refused."""
    position, numbers, table, sums = arguments()
    with pytest.raises(ValueError, match="order"):
        cached_kernel("summed", lambda: summed)(position, numbers, table.T, sums)
    assert not folder.exists()


@pytest.mark.parametrize("game_id", GAMES)
def test_all_that_many_records_need_can_be_kept(folder, game_id, monkeypatch):
    """Scanner and replay of each game that compiles are machine code that stands by itself."""
    monkeypatch.setattr(scanning, "_compiled_scanner", scanning._compiled_scanner.__wrapped__)
    monkeypatch.setattr(scan_and_replay, "_kernels", {})
    data = random_game_as_kif(load(game_id), 1, 20).encode()
    game = load(game_id)
    scanned = scanning.scan_records(data, np.array([[0, len(data)]]), scanning.UNREACHED_PLY)
    first, plies = np.zeros(1, dtype=np.int64), scanned.found[:, PLIES].copy()
    known = scanning.parse_texts(game, scanned.texts)
    scan_and_replay.replay_lines(
        game,
        first,
        plies,
        scanned.words,
        known,
        start=game.start(),
        legal_occurrences=4,
        wanted_outputs=scan_and_replay.WantedOutputs(),
    )
    sizes = {file.name: file.stat().st_size for file in folder.iterdir()}
    replays, scans = sorted(sizes, reverse=True)
    assert scans.startswith("analysis_batch_scanner_kernel_")
    assert replays.startswith(f"{game.package}_kifu_core_compiled_replay_kernel_".replace(".", "_"))
    assert min(sizes.values()) > machine_code_cache.DIGEST


VERIFY = """
import sys
from kifu.cli.main import main
try:
    main(["verify", "--quiet", "--jobs", "1", sys.argv[1]])
finally:
    print(*(name for name in ("numba", "llvmlite", "llvmlite.binding") if name in sys.modules))
"""


def test_the_second_run_does_not_load_the_compiler(tmp_path):
    """Judging many records loads the kept code, and gives the same output."""
    file = tmp_path / "many.kif"
    file.write_text("".join(random_game_as_kif(load("six"), seed, 20) for seed in range(3)), encoding="utf-8")
    environment = os.environ | {"PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-c", VERIFY, str(file)]
    first, second = (
        subprocess.run(command, env=environment, check=True, capture_output=True, encoding="utf-8").stdout.splitlines()
        for _ in range(2)
    )
    assert second[-1] == "llvmlite llvmlite.binding"
    assert first[:-1] == second[:-1]
    assert len(second) > 1


# The folders, which only the user may write.

NOBODY = 65534
unix = pytest.mark.skipif(sys.platform == "win32", reason="no such permissions")


def test_what_is_made_is_closed(tmp_path, monkeypatch):
    """Nobody else may enter the folders, also with an open umask."""
    monkeypatch.setenv(GIVEN, str(tmp_path / "above" / "given"))
    before = os.umask(0)
    try:
        made = [user_cache.code_folder(), machine_code_cache.numba_cache_folder("a.b")]
    finally:
        os.umask(before)
    assert made == [tmp_path / "above" / "given", tmp_path / "above" / "given" / "compiler" / "a_b"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in (*made, made[1].parent)} == {stat.S_IRWXU}


@unix
@pytest.mark.parametrize(("mode", "used"), [(0o700, True), (0o755, True), (0o775, False), (0o777, False)])
def test_others_may_not_write_there(folder, mode, used):
    """A folder that the group or anyone else may write is not used."""
    folder.mkdir()
    folder.chmod(mode)
    assert user_cache.code_folder() == (folder if used else None)
    assert (machine_code_cache.numba_cache_folder("name") is not None) == used


@unix
@pytest.mark.parametrize("mode", [0o755, 0o711, 0o770])
def test_others_may_not_enter_the_compilers_folder(folder, mode):
    """Numba may give its files any permissions, so its folder is closed to others."""
    (folder / "compiler").mkdir(parents=True)
    folder.chmod(0o700)
    (folder / "compiler").chmod(mode)
    assert machine_code_cache.numba_cache_folder("name") is None


@unix
def test_a_link_is_nobodys_own(folder, tmp_path):
    """A link is not used, because its target may be another folder tomorrow."""
    folder.mkdir(mode=0o700)
    (folder / "compiler").symlink_to(tmp_path)
    assert not user_cache.is_own_and_closed_to_others((folder / "compiler").lstat())
    assert machine_code_cache.numba_cache_folder("name") is None


@unix
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_what_belongs_to_others(folder):
    """A folder of another user is not used, also if only that user may write there."""
    folder.mkdir(mode=0o700)
    os.chown(folder, NOBODY, -1)
    assert user_cache.code_folder() is None


def aged(path, seconds):
    """Set the time of a file or folder to some seconds ago."""
    then = time.time() - seconds
    os.utime(path, (then, then))


def test_what_is_not_used_goes(tmp_path):
    """Files and folders that were not used for 30 days go, by several processes at once; younger ones and other names stay."""
    for name in ("a.code", "b.code", "young.code", "old.other", "c.code"):
        (tmp_path / name).mkdir() if name == "c.code" else (tmp_path / name).write_bytes(b"x")
    for path in tmp_path.iterdir():
        aged(path, CACHE_TTL_S + (DAY if path.name != "young.code" else -DAY))
    threads = [
        threading.Thread(target=user_cache.remove_paths_unused_for_30_days, args=(tmp_path, "*.code")) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["old.other", "young.code"]


def test_what_is_used_again_stays(folder):
    """Using a folder makes it young, at most once a day; a new folder prunes those that are old."""
    first = machine_code_cache.numba_cache_folder("first")
    aged(first, DAY / 2)
    before = first.stat().st_mtime
    assert (machine_code_cache.numba_cache_folder("first"), first.stat().st_mtime) == (first, before)
    aged(first, CACHE_TTL_S + DAY)
    machine_code_cache.numba_cache_folder("first")
    assert first.stat().st_mtime > before
    aged(first, CACHE_TTL_S + DAY)
    second = machine_code_cache.numba_cache_folder("second")
    assert list((folder / "compiler").iterdir()) == [second]


@pytest.mark.usefixtures("folder")
def test_a_terminal_says_so():
    """The first run of a calculation says on a terminal why it takes long; the second is silent."""
    words = [sys.executable, "-m", "kifu", "perft", "--game", "six", "2", "--compiled"]
    said = []
    for _ in range(2):
        ours, theirs = pty.openpty()
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=theirs, env=environment)
        os.close(theirs)
        try:
            said.append(os.read(ours, 10_000).decode())
        except OSError:  # nothing was written
            said.append("")
        os.close(ours)
    assert ["making machine code" in text for text in said] == [True, False]


# The LLVM code of a kernel and all that it calls.


@numba.njit
def doubled(number):
    """Return twice the number."""
    return max(number, 0) * 2


@numba.njit
def doubled_sum(numbers):
    """Return twice the sum of the numbers above 0."""
    total = 0
    for number in numbers:
        total += doubled(number)
    return total


def entry(at, size, to):
    """Write the doubled sum of an array."""
    array_at(to, (1,))[0] = doubled_sum(array_at(at, (size,)))


POINTER = numba.types.CPointer(numba.int64)
SIGNATURE = numba.void(POINTER, numba.int64, POINTER)


def test_functions_are_left_as_numba_writes_them():
    """The entry calls the sum, and the sum the double; Python must not call the unfinished ones, so numba forgets them."""
    text, name = llvm_ir_and_name(entry, SIGNATURE)
    definitions = [line for line in text.splitlines() if line.startswith("define")]
    for function in (f"@{name}(", "11doubled_sum", "7doubled"):
        assert any(function in line for line in definitions)
    assert doubled_sum(np.array([1, -5, 20])) == 42
    assert doubled_sum(np.array([3])) == doubled(3) == 6
    assert "doubled" in llvm_ir_and_name(entry, SIGNATURE)[0]


def test_a_numba_without_these_parts_compiles_as_usual(monkeypatch):
    """The code defines the entry either way; functions that allocate memory are refused."""
    monkeypatch.setattr(
        machine_code_cache, "REPLACED", {**machine_code_cache.REPLACED, "of_another_version": pytest.fail}
    )
    text, name = llvm_ir_and_name(entry, SIGNATURE)
    assert f"@{name}(" in text
    with pytest.raises(numba.core.errors.NumbaError):
        llvm_ir_and_name(lambda number: np.zeros(number), numba.void(numba.int64))  # noqa: PLW0108 - np.zeros is no function of Python
