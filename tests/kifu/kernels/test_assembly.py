"""The LLVM code of a kernel is made without machine code of the functions that it calls, and leaves no trace in numba."""

import numba
import numpy as np
import pytest

from kifu.kernels import assembly
from kifu.kernels.assembly import assembly_of
from kifu.kernels.bits import array_at


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


def test_the_code_has_every_function_as_it_was_written():
    """Nothing is built into its callers yet: the entry calls the sum, and the sum calls the double."""
    text, name = assembly_of(entry, SIGNATURE)
    definitions = [line for line in text.splitlines() if line.startswith("define")]
    assert any(f"@{name}(" in line for line in definitions)
    for function in ("11doubled_sum", "7doubled"):
        assert any(function in line for line in definitions)


def test_the_functions_can_be_called_after_it():
    """Python must not call what numba has left unfinished: numba forgets it, and compiles the functions when they are called."""
    assembly_of(entry, SIGNATURE)
    assert doubled_sum(np.array([1, -5, 20])) == 42
    text, _ = assembly_of(entry, SIGNATURE)
    assert "doubled" in text
    assert doubled_sum(np.array([3])) == doubled(3) == 6


@pytest.mark.parametrize("names", [(*assembly.REPLACED, "of_another_version"), assembly.REPLACED])
def test_a_numba_without_these_parts_compiles_as_usual(names, monkeypatch):
    """The code defines the entry either way."""
    monkeypatch.setattr(assembly, "REPLACED", names)
    if names[-1] == "of_another_version":
        monkeypatch.setattr(assembly, "_nothing", pytest.fail)
    text, name = assembly_of(entry, SIGNATURE)
    assert f"@{name}(" in text


def test_functions_that_allocate_are_refused():
    """Their code needs more than their arguments."""

    def allocating(number):
        np.zeros(number)

    with pytest.raises(numba.core.errors.NumbaError):
        assembly_of(allocating, numba.void(numba.int64))
