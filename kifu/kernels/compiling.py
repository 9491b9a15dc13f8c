"""Turns the kernels of a module into machine code with numba, and tells numba in which folder to keep it.

The folder has the name of the module, and the name holds a digest of all sources of the machine code (see
:mod:`kifu.kernels.sources`). So the code in it is never out of date, and numba need not look at the source file. By
default numba looks at the file of a kernel, which changes with each comment, and at no file that the kernel imports.
"""

from __future__ import annotations

import importlib
from contextlib import contextmanager
from inspect import isgeneratorfunction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kifu.kernels import cache_folder, pruning, telling
from kifu.kernels import mark as interpreted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from types import FunctionType, ModuleType

PRIMITIVES = (interpreted.lowest, interpreted.popcount, interpreted.wrapped, interpreted.eight)
"""The functions with two bodies: one interpreted, one in :mod:`kifu.kernels.bits`."""


class Place:
    """The place where numba keeps one kernel. numba calls it a cache locator, and calls its methods by these names."""

    def __init__(self, folder: str, file: str) -> None:
        """Make a place in `folder` for a kernel of the source `file`."""
        self._folder = folder
        self._py_file = file  # numba names it in warnings

    @classmethod
    def from_function(cls, py_func: FunctionType, py_file: str) -> Place:  # noqa: ARG003 - numba passes both arguments
        """Return the place of a kernel: the folder that :func:`_kept_in` has just set."""
        return cls(importlib.import_module("numba").config.CACHE_DIR, py_file)

    def ensure_cache_path(self) -> None:
        """Make the folder if it does not exist. Raises OSError."""
        Path(self._folder).mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        """Return the path of the folder."""
        return self._folder

    def get_source_stamp(self) -> str:
        """Return the version of the source: empty, because the folder's name holds its digest."""
        return ""

    def get_disambiguator(self) -> str:
        """Return what tells kernels of one name apart: a constant, because the names in a module are different."""
        return "kernel"


def compile_kernels(module: ModuleType, marked: Iterable[str], entry: str | None = None) -> None:
    """Replace the kernels `marked` of a module by machine code. Each is compiled at its first call.

    Tuples of integers become machine arrays, and the bit primitives become machine instructions. The name of the module
    has to hold a digest of all sources of its machine code.

    If an `entry` is given, the other kernels can only be called by kernels, and numba keeps none of them: that takes three
    quarters of the time. The caller keeps the machine code of the entry (:mod:`kifu.kernels.machine_code`).
    """
    numba = importlib.import_module("numba")
    numpy = importlib.import_module("numpy")
    telling.listen()
    primitives = importlib.import_module("kifu.kernels.bits")
    for key, value in list(vars(module).items()):
        if any(value is primitive for primitive in PRIMITIVES):
            setattr(module, key, getattr(primitives, key))
        elif type(value) is tuple and value and all(isinstance(item, int) for item in value):
            setattr(module, key, numpy.array(value, dtype=numpy.int64))
    folder = _folder(module.__name__) if entry is None else None
    for key in marked:
        function = getattr(module, key)
        # The cache tells functions apart by this name only.
        function.__qualname__ = f"{module.__name__}.{key}".replace(".", "_")
        # A generator is not kept by itself: once it is loaded from the cache, it cannot be compiled into its callers.
        # The code of its callers includes it.
        keep = folder is not None and not isgeneratorfunction(function)
        with _kept_in(folder):
            inner = entry not in {None, key}
            # Python calls kernels, and kernels do; no C code does.
            kernel = numba.njit(cache=keep, no_cpython_wrapper=inner, no_cfunc_wrapper=True)(function)
            setattr(module, key, _once_a_type(numba, kernel))


def _once_a_type(numba: ModuleType, kernel: Any) -> Any:  # noqa: ANN401 - machine code
    """Return a kernel that is compiled once for integers. By itself numba compiles it again for each constant argument."""
    template = kernel.get_call_template

    def get_call_template(arguments: Iterable[Any], named: Mapping[str, Any]) -> Any:  # noqa: ANN401 - numba's own
        plain = {name: numba.types.unliteral(argument) for name, argument in named.items()}
        return template(tuple(map(numba.types.unliteral, arguments)), plain)

    kernel.get_call_template = get_call_template
    return kernel


def _folder(name: str) -> Path | None:
    """Make the folder for the machine code of the module `name`, and mark it as used; None if that is not possible."""
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
    """Set the folder in which numba keeps kernels that are marked within this context; restore its settings after."""
    config = importlib.import_module("numba").config
    before = config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES
    config.CACHE_DIR = "" if folder is None else str(folder)
    config.CACHE_LOCATOR_CLASSES = f"{Place.__module__}.{Place.__qualname__}"
    try:
        yield
    finally:
        config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = before
