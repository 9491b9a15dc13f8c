"""Kept machine code gives the same results without the compiler; if code cannot be kept, each run compiles."""

import os
import stat
import subprocess
import sys
from array import array

import numba
import numpy as np
import pytest

from analysis.bulk import looking, plays
from analysis.bulk import scan as scanning
from analysis.bulk.scan_layout import PLIES
from kifu import games
from kifu.cli.commands.play import random_game
from kifu.games import load
from kifu.games.six.position import Position
from kifu.kernels import machine_code, processor
from kifu.kernels.bind import compiles
from kifu.kernels.machine_code import kept

GAMES = [game_id for game_id in games.ids() if compiles(load(game_id))]


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
    monkeypatch.setattr(machine_code, "_folder", lambda: tmp_path / "kept")
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
        kept("summed", kernel)(*given)
        assert given[-1].tolist() == expected[-1].tolist()
    assert len(list(folder.iterdir())) == 1


@numba.njit
def counted(data, sums):
    """Count each byte that is above the first sum."""
    for place in range(len(data)):
        sums[1] += data[place] > sums[0]


@pytest.mark.parametrize("kind", [bytes, bytearray, lambda data: np.frombuffer(data, dtype=np.uint8)])
@pytest.mark.parametrize("keeping", [True, False])
def test_memory_that_is_not_of_numpy(folder, monkeypatch, kind, keeping):
    """Bytes, bytearrays and arrays of Python are arrays too, for kept code and for the kernel itself; also empty ones."""
    if not keeping:
        monkeypatch.setattr(machine_code, "_folder", lambda: None)
    call = kept("counted", lambda: counted)
    sums = array("q", [5, 0])
    for data in (b"\x01\x09\xff", b"", b"\x06"):
        call(kind(data), sums)
    assert sums.tolist() == [5, 3]
    assert folder.exists() == keeping


def test_an_array_of_other_numbers(folder):
    """A kernel has no fractions, and no truth values."""
    for numbers in (np.zeros(2), np.zeros(2, dtype=np.bool_), array("d", [0.5])):
        with pytest.raises(ValueError, match="integers"):
            kept("counted", lambda: counted)(b"", numbers)
    assert not folder.exists()


def test_other_arguments_are_other_code(folder):
    """Code is kept for each form of the arguments."""
    call = kept("summed", lambda: summed)
    position, numbers, table, sums = arguments()
    call(position, numbers, table, sums)
    call(position, numbers.astype(np.int64), table, sums)
    assert len(list(folder.iterdir())) == 2


@pytest.mark.parametrize("damage", [lambda data: data[:-1], lambda data: data[:40] + b"\0" + data[41:], lambda _: b""])
def test_damaged_code_is_compiled_again(folder, damage):
    """A file that is not whole is never run: it is written anew."""
    kept("summed", lambda: summed)(*arguments())
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    for kernel in (lambda: summed, never):
        given = arguments()
        kept("summed", kernel)(*given)
        assert given[-1].any()
    assert [file.suffix for file in folder.iterdir()] == [machine_code.SUFFIX]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without pipes that have names")
@pytest.mark.timeout(120)
def test_what_is_no_file_is_not_read(folder):
    """A pipe, a link or a folder in place of kept code is no code, and nothing waits for it."""
    folder.mkdir()
    os.mkfifo(folder / "pipe")
    (folder / "link").symlink_to("/dev/zero")
    (folder / "folder").mkdir()
    assert [machine_code._read(folder / name) for name in ("pipe", "link", "folder", "none", "nul\0")] == [None] * 5


@pytest.mark.skipif(sys.platform == "win32", reason="no such permissions")
@pytest.mark.parametrize("open_to_others", ["file", "folder"])
def test_code_that_others_could_write_is_not_run(folder, open_to_others):
    """Anyone can write a file with a right digest. Such a file is not run; in a closed folder it is written anew."""
    kept("summed", lambda: summed)(*arguments())
    (file,) = folder.iterdir()
    (file if open_to_others == "file" else folder).chmod(0o777)
    calls = []

    def kernel():
        calls.append(True)
        return summed

    for _ in range(2):
        given = arguments()
        kept("summed", kernel)(*given)
        assert given[-1].any()
    assert len(calls) == (1 if open_to_others == "file" else 2)


@pytest.mark.skipif(sys.platform == "win32", reason="no such permissions")
def test_only_the_user_may_open_kept_code(folder):
    """Folder and file are closed to others, also with an open umask."""
    before = os.umask(0)
    try:
        kept("summed", lambda: summed)(*arguments())
    finally:
        os.umask(before)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.iterdir())] == [0o700, 0o600]


def test_a_kernel_that_can_raise_is_called_itself(folder):
    """A kernel that raises does so. It is remembered that its code cannot be kept, so no later run tries it again."""
    for _ in range(2):
        output = np.zeros(1, dtype=np.int64)
        call = kept("strict", lambda: strict)
        call(7, output)
        assert output[0] == 7
        with pytest.raises(ValueError, match="-1"):
            call(-1, output)
    assert [file.stat().st_size for file in folder.iterdir()] == [machine_code.DIGEST]


def test_where_the_compiler_is_told_to_keep_its_own(tmp_path, monkeypatch):
    """The compiler's setting holds for this code too."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "given"))
    kept("summed", lambda: summed)(*arguments())
    assert [file.suffix for file in (tmp_path / "given").iterdir()] == [machine_code.SUFFIX]


def test_where_nothing_can_be_kept(tmp_path, monkeypatch):
    """Without a folder the code runs all the same."""
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(machine_code, "_folder", lambda: tmp_path / "file" / "kept")
    given = arguments()
    kept("summed", lambda: summed)(*given)
    assert given[-1].any()


@pytest.fixture(name="quick")
def _quick(monkeypatch):
    """Make code of one byte, which is never run; tell which code was made."""
    made = []

    def make(kernel, _forms):
        made.append(kernel)
        return b"\0"

    monkeypatch.setattr(machine_code, "_machine_code", make)
    monkeypatch.setattr(machine_code, "_loaded", lambda _code, _forms: lambda *_arguments: None)
    monkeypatch.setattr(machine_code, "_key", lambda _forms: "key")
    monkeypatch.setattr(machine_code, "_shared", {})
    monkeypatch.setattr(machine_code, "_made_elsewhere", {})
    return made


def test_another_process_makes_the_second_code(folder, quick):
    """It begins when the first is made, works while a third is made, and is waited for before the second."""
    events = []

    def begin():
        events.append("begun")

        def wait():
            events.append("waited")
            machine_code._write(folder / f"the_second_2-key{machine_code.SUFFIX}", b"\0")

        return wait

    machine_code.share("the.first", "the.second", begin)
    kept("the_third_3", lambda: "third")()
    assert events == []
    kept("the_first_1", lambda: "first")()
    kept("the_fourth_4", lambda: "fourth")()
    assert events == ["begun"]
    kept("the_second_2", never)()
    assert events == ["begun", "waited"]
    assert quick == ["third", "first", "fourth"]


def test_what_another_process_has_not_made_is_made_here(folder, quick):
    """A process that fails, or that could not start, costs its time only."""
    machine_code.share("the.first", "the.second", lambda: lambda: None)
    for name in ("the_first_1", "the_second_2"):
        kept(name, lambda name=name: name)()
    assert quick == ["the_first_1", "the_second_2"]
    assert len(list(folder.iterdir())) == 2


@pytest.mark.usefixtures("folder")
def test_nothing_begins_where_the_first_code_is_kept(quick):
    """The second use starts no process."""
    kept("the_first_1", lambda: "first")()
    machine_code.share("the.first", "the.second", lambda: pytest.fail("begun"))
    kept("the_first_1", never)()
    assert quick == ["first"]


def test_an_array_in_another_order(folder):
    """Machine code gets only the address and the sizes of an array, so an array that is not contiguous is refused."""
    position, numbers, table, sums = arguments()
    with pytest.raises(ValueError, match="order"):
        kept("summed", lambda: summed)(position, numbers, table.T, sums)
    assert not folder.exists()


@pytest.mark.parametrize("game_id", GAMES)
def test_all_that_many_records_need_can_be_kept(folder, game_id, monkeypatch):
    """Scanner and replay of each game that compiles are machine code that stands by itself."""
    monkeypatch.setattr(scanning, "_kernel", scanning._kernel.__wrapped__)
    monkeypatch.setattr(looking, "_kernel", looking._kernel.__wrapped__)
    monkeypatch.setattr(plays, "_kernels", {})
    data = random_game(load(game_id), 1, 20).encode()
    game = load(game_id)
    assert looking.look(data).text
    scanned = scanning.scan(data, np.array([[0, len(data)]]), game)
    first, plies = np.zeros(1, dtype=np.int64), scanned.found[:, PLIES].copy()
    plays.replay(
        game, first, plies, scanned.words, scanning.meanings(game, scanned.texts), quiet=4, wanted=plays.Wanted()
    )
    sizes = {file.name: file.stat().st_size for file in folder.iterdir()}
    replays, scans, looks = sorted(sizes, reverse=True)
    assert looks.startswith("analysis_bulk_look_kernel_")
    assert scans.startswith("analysis_bulk_scan_kernel_")
    assert replays.startswith(f"{game.package}_kifu_kernels_replay_kernel_".replace(".", "_"))
    assert min(sizes.values()) > machine_code.DIGEST


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
    file.write_text("".join(random_game(load("six"), seed, 20) for seed in range(3)), encoding="utf-8")
    environment = os.environ | {"PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-c", VERIFY, str(file)]
    first, second = (
        subprocess.run(command, env=environment, check=True, capture_output=True, encoding="utf-8").stdout.splitlines()
        for _ in range(2)
    )
    alone = sys.platform == "linux" and processor.described()
    assert second[-1] == ("llvmlite" if alone else "llvmlite llvmlite.binding")  # the first knows only its own version
    assert first[:-1] == second[:-1]
    assert len(second) > 1
