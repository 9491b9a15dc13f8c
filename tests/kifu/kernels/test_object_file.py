"""An object file placed in memory does what LLVM's loader makes of it; what is not simple is left to LLVM."""

import ctypes
import platform
import struct
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from kifu.kernels import machine_code, object_file
from kifu.kernels.machine_code import Form

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() != "x86_64", reason="only files of Linux on x86-64 are placed"
)
PRIMES = np.array([2, 3, 5, 7, 11, 13, 17, 19], dtype=np.int64)


@numba.njit
def chosen(number, results):
    """Choose by a jump table and from a table of constants: both have addresses in the code."""
    for place in range(len(results)):
        case = (place + number) % 7
        if case == 0:
            results[place] = PRIMES[place % 8]
        elif case == 1:
            results[place] = place * place
        elif case == 2:
            results[place] = ~place
        elif case == 3:
            results[place] = place << 3
        elif case == 4:
            results[place] = place - number
        else:
            results[place] = PRIMES[number % 8] * place


@pytest.fixture(name="code", scope="module")
def _code():
    return machine_code._machine_code(chosen, FORMS)


FORMS = (Form.of(1), Form.of(np.zeros(1, dtype=np.int64)))


def called(code):
    """Return what the code does with some arguments."""
    results = np.zeros(30, dtype=np.int64)
    machine_code._loaded(code, FORMS)(4, results)
    return results.tolist()


def test_as_llvm_loads_it(code, monkeypatch):
    """The code gives the results of the kernel, placed here or loaded by LLVM; here LLVM is not asked."""
    expected = np.zeros(30, dtype=np.int64)
    chosen(4, expected)
    with monkeypatch.context() as alone:
        alone.setattr(machine_code, "_llvm", lambda: pytest.fail("LLVM was asked"))
        assert called(code) == expected.tolist()

    def unfit(*_):
        raise object_file.Unfit

    monkeypatch.setattr(object_file, "place", unfit)
    assert called(code) == expected.tolist()


def test_no_one_can_write_into_placed_code(code):
    """The memory can be read and run, but not written."""
    placed = object_file.place(code, machine_code.ENTRY)
    lines = Path("/proc/self/maps").read_text("utf-8").splitlines()
    spans = [([int(end, 16) for end in line.split()[0].split("-")], line.split()[1]) for line in lines]
    assert [mode[:3] for (start, stop), mode in spans if start <= placed.entry < stop] == ["r-x"]


def sections(code):
    """Return where the header of each section stands, with the section."""
    first = struct.unpack_from("<Q", code, object_file.HEADERS)[0]
    number = struct.unpack_from("<H", code, object_file.NUMBER)[0]
    size = struct.calcsize(object_file.HEADER)
    places = [first + size * place for place in range(number)]
    return [(at, object_file.Section(*struct.unpack_from(object_file.HEADER, code, at))) for at in places]


def changed(code, form, at, value):
    """Return the code with a number at a place replaced."""
    data = bytearray(code)
    struct.pack_into(form, data, at, value)
    return bytes(data)


def first_of(code, kind):
    """Return where the header of the first loaded section of a type stands; for relocations the first of a loaded one."""
    found = sections(code)
    for at, section in found:
        about = found[section.info][1] if kind == object_file.RELOCATIONS and section.type == kind else section
        if section.type == kind and about.loaded:
            return at, section
    raise LookupError(kind)


PROGRAM = 1


@pytest.mark.parametrize(
    "change",
    [
        lambda code: b"MZ" + code[2:],
        lambda code: changed(code, "<H", object_file.KIND, 3),
        lambda code: changed(code, "<H", object_file.KIND + 2, 183),
        lambda code: changed(code, "<I", first_of(code, PROGRAM)[0] + 4, object_file.WITHOUT_CONTENT),
        lambda code: changed(code, "<Q", first_of(code, PROGRAM)[0] + 8, 7),
        lambda code: changed(code, "<Q", first_of(code, PROGRAM)[0] + 48, 1 << 20),
        lambda code: changed(code, "<I", first_of(code, object_file.RELOCATIONS)[1].offset + 8, 2),
        lambda code: changed(code, "<I", first_of(code, object_file.RELOCATIONS)[1].offset + 12, 0),
    ],
    ids=["system", "kind", "processor", "no content", "written", "alignment", "relocation", "elsewhere"],
)
def test_what_is_left_to_llvm(code, change):
    """Another system or processor; sections that are written, empty or elsewhere aligned; addresses of another kind."""
    with pytest.raises(object_file.Unfit):
        object_file.place(change(code), machine_code.ENTRY)


def test_where_no_code_may_be_made(code, monkeypatch):
    """A system that lets nobody make memory executable leaves it to LLVM too."""

    class Refusing:
        """A library whose mprotect fails."""

        def __init__(self, _name):
            self.mprotect = lambda *_: -1

    monkeypatch.setattr(ctypes, "CDLL", Refusing)
    with pytest.raises(object_file.Unfit):
        object_file.place(code, machine_code.ENTRY)


def test_only_files_of_linux(code, monkeypatch):
    """On other systems LLVM loads the code."""
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(object_file.Unfit):
        object_file.place(code, machine_code.ENTRY)
