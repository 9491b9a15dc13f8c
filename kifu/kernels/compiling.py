"""Turns the kernels of a module into machine code with numba, which keeps what it makes in folders of our choice.

The folder of a module's machine code has its name, and that name tells all that the code is made of (see
:mod:`kifu.kernels.sources`): so nothing in it is ever out of date, and numba need not look at the source file. By itself
numba looks at the file of a kernel, which changes with every word of a comment, and at none of the files it imports.
"""

from __future__ import annotations

import importlib
from contextlib import contextmanager
from inspect import isgeneratorfunction
from pathlib import Path
from typing import TYPE_CHECKING

from kifu.kernels import cache_folder, pruning
from kifu.kernels import mark as interpreted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import FunctionType, ModuleType

PRIMITIVES = (interpreted.lowest, interpreted.popcount, interpreted.wrapped)
"""The functions with two bodies."""


class Place:
    """Where numba keeps one kernel: what it calls a locator of its cache, and asks for by these names."""

    def __init__(self, folder: str, file: str) -> None:
        """Keep a kernel that stands in the source `file` in `folder`."""
        self._folder = folder
        self._py_file = file  # numba names it in warnings

    @classmethod
    def from_function(cls, py_func: FunctionType, py_file: str) -> Place:  # noqa: ARG003 - numba gives both
        """Return the place of a kernel that is being marked: the folder that numba has just been told of."""
        return cls(importlib.import_module("numba").config.CACHE_DIR, py_file)

    def ensure_cache_path(self) -> None:
        """Make the folder if it is gone. Raises OSError."""
        Path(self._folder).mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        """Return the folder."""
        return self._folder

    def get_source_stamp(self) -> str:
        """Return what tells versions of the source apart: nothing, for the folder's name does."""
        return ""

    def get_disambiguator(self) -> str:
        """Return what tells kernels of one name apart: nothing, for none in a module have one name."""
        return "kernel"


def compile_kernels(module: ModuleType, marked: Iterable[str]) -> None:
    """Replace the kernels `marked` of a module by machine code, compiled when each is first called.

    Tuples of integers become machine arrays, and the bit primitives machine instructions. The name of the module has to
    tell all that its machine code is made of.
    """
    numba = importlib.import_module("numba")
    numpy = importlib.import_module("numpy")
    primitives = importlib.import_module("kifu.kernels.bits")
    for key, value in list(vars(module).items()):
        if any(value is primitive for primitive in PRIMITIVES):
            setattr(module, key, getattr(primitives, key))
        elif type(value) is tuple and value and all(isinstance(item, int) for item in value):
            setattr(module, key, numpy.array(value, dtype=numpy.int64))
    folder = _folder(module.__name__)
    for key in marked:
        function = getattr(module, key)
        # The cache knows a function by this name alone.
        function.__qualname__ = f"{module.__name__}.{key}".replace(".", "_")
        # A generator is kept in the cache within its callers only: loaded from there by itself, it cannot be compiled
        # into another.
        keep = folder is not None and not isgeneratorfunction(function)
        with _kept_in(folder):
            setattr(module, key, numba.njit(cache=keep)(function))


def _folder(name: str) -> Path | None:
    """Return the folder for the machine code of the module `name`, made and marked as used; None where none can be."""
    above = cache_folder.compilers_folder()
    if above is None:
        return None
    folder = above / name.replace(".", "_")
    try:
        new = not folder.exists()
        folder.mkdir(exist_ok=True)
        pruning.use(folder)
    except OSError:
        return None
    if new:
        pruning.prune_folders(above)
    return folder


@contextmanager
def _kept_in(folder: Path | None) -> Iterator[None]:
    """Tell numba where to keep the code of what is marked here; it may have been told of another place for others."""
    config = importlib.import_module("numba").config
    before = config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES
    config.CACHE_DIR = "" if folder is None else str(folder)
    config.CACHE_LOCATOR_CLASSES = f"{Place.__module__}.{Place.__qualname__}"
    try:
        yield
    finally:
        config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = before
