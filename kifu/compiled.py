"""The same rules, compiled: the source of a rules module executed a second time and turned into machine code.

There is no second text of any rule. :func:`bind` makes a private copy of a module from its own source and replaces the
names its caller gives; with ``jit=True`` every function the source marks as a kernel becomes machine code. numba is
imported only then, and its machine code is cached beside the source (or in the user's cache directory where that cannot
be written), so that the wait is paid once.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
from functools import cache
from inspect import isgeneratorfunction
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from kifu import kernel as interpreted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


ORIGIN = "__kifu_origin__"
"""In a bound module: the source it was made of, and the names it was given."""


def bind(source: str, name: str, names: Mapping[str, object], *, jit: bool) -> ModuleType:
    """Execute the module `source` again as a module called `name`, with `names` in place of its own globals.

    Only names the source knows (defines, imports or annotates) are replaced. Raises ModuleNotFoundError when there is
    no such source.
    """
    spec = importlib.util.find_spec(source)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(source, name=source)
    module = ModuleType(name)
    module.__file__ = spec.origin
    vars(module)[ORIGIN] = (source, dict(names))
    sys.modules[name] = module  # the compiler names its symbols by looking a function's module up there
    code = spec.loader.get_code(source)  # type: ignore[union-attr]  # loaders of source files have it
    exec(code, vars(module))  # noqa: S102 - our own source, once more
    marked = [key for key, value in vars(module).items() if is_kernel(value) and value.__module__ == name]
    known = vars(module).keys() | vars(module).get("__annotations__", {}).keys()
    vars(module).update({key: value for key, value in names.items() if key in known and key not in marked})
    if jit:
        _compile(module, marked)
    return module


@cache
def fingerprint(root: Path = Path(__file__).parent) -> str:
    """Return a short digest of all sources that rules are made of; it is part of the names of what is compiled.

    The compiler's cache looks at the file a function stands in, not at what that function calls: without this, a changed
    rule would go on living in the machine code of its unchanged callers.
    """
    digest = hashlib.sha256()
    for file in sorted([*root.glob("*.py"), *root.glob("games/**/*.py")]):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def _digest(tables: Mapping[str, object]) -> str:
    """Return what tells copies of one source over different tables apart; nothing where there are none."""
    if not tables:
        return ""
    data = sorted((key, value) for key, value in tables.items() if not callable(value))
    return f"_{hashlib.sha256(repr(data).encode()).hexdigest()[:12]}"


def is_kernel(value: object) -> bool:
    """Tell whether `value` is a function marked with :func:`kifu.kernel.kernel`."""
    return isinstance(value, FunctionType) and hasattr(value, interpreted.KERNEL_MARK)


@cache
def rules(package: str) -> dict[str, Any]:
    """Return the compiled kernels of a game's ``rules`` and ``breach`` modules by name.

    `package` is the game's package, such as ``kifu.games.six``. Compilation happens at the first call of each kernel.
    """
    names: dict[str, Any] = {}
    for part in ("rules", "breach"):
        name = f"{package}.{part}"
        # A game whose rules are a bound copy of shared source is compiled from that source, with the same tables.
        source, tables = vars(importlib.import_module(name)).get(ORIGIN, (name, {}))
        module = bind(source, f"{name}_{fingerprint()}{_digest(tables)}", {**tables, **names}, jit=True)
        names.update({key: value for key, value in vars(module).items() if is_kernel(getattr(value, "py_func", None))})
    return names


@cache
def counter(package: str) -> Callable[[Any, int], int]:
    """Return the compiled perft of a game: (position, depth of at least 1) -> nodes."""
    _, tables = vars(importlib.import_module(f"{package}.rules")).get(ORIGIN, ("", {}))
    name = f"{package}_perft_{fingerprint()}{_digest(tables)}".replace(".", "_")
    module = bind("kifu.perft_kernel", name, rules(package), jit=True)
    return module.count  # type: ignore[no-any-return]


def _compile(module: ModuleType, marked: list[str]) -> None:
    """Turn the kernels `marked` into machine code, and module-level tuples of integers into machine arrays."""
    numba = importlib.import_module("numba")
    numpy = importlib.import_module("numpy")
    primitives = importlib.import_module("kifu.bits")
    for key, value in list(vars(module).items()):
        if value is interpreted.lowest or value is interpreted.popcount:
            setattr(module, key, getattr(primitives, key))
        elif type(value) is tuple and value and all(isinstance(item, int) for item in value):
            setattr(module, key, numpy.array(value, dtype=numpy.int64))
    for key in marked:
        function = getattr(module, key)
        # The cache knows a function by its file and this name alone.
        function.__qualname__ = f"{module.__name__}.{key}".replace(".", "_")
        # A generator is kept in the cache within its callers only: loaded from there by itself, it cannot be compiled
        # into another.
        setattr(module, key, numba.njit(cache=not isgeneratorfunction(function))(function))
