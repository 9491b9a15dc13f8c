"""The same rules, compiled: the source of a rules module executed a second time and turned into machine code.

There is no second text of any rule. :func:`bind` makes a private copy of a module from its own source and replaces the
names its caller gives; with ``jit=True`` every function the source marks as a kernel becomes machine code. numba is
imported only then, and its machine code is kept where :mod:`kifu.kernels.cache_folder` says, so that the wait is paid once; where it
cannot be kept it is compiled each time.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
from contextlib import contextmanager
from functools import cache
from inspect import isgeneratorfunction
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from kifu.kernels import cache_folder
from kifu.kernels import mark as interpreted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from kifu.model.game import Game

PARTS = ("rules", "breach", "symmetry")
"""The modules of a game that hold its kernels, in the order in which they build on each other."""
PLAIN = "kifu.kernels.plain_symmetry"
"""The symmetries of a game that gives no module for them."""
MOBILITY = "kifu.kernels.mobility_kernel"
"""Counts the legal moves of a game whose rules only list them."""
PRIMITIVES = (interpreted.lowest, interpreted.popcount, interpreted.wrapped)
"""The functions with two bodies."""
PERFT = "kifu.kernels.perft_kernel"
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
def fingerprint(root: Path = Path(__file__).parents[1]) -> str:
    """Return a short digest of all sources that rules are made of; it is part of the names of what is compiled.

    The compiler's cache looks at the file a function stands in, not at what that function calls: without this, a changed
    rule would go on living in the machine code of its unchanged callers.
    """
    digest = hashlib.sha256()
    for file in sorted(
        path for room in ("model", "kernels", "games", "engine") for path in root.glob(f"{room}/**/*.py")
    ):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def _digest(tables: Mapping[str, object]) -> str:
    """Return what tells copies of one source over different tables apart; nothing where there are none."""
    if not tables:
        return ""
    data = sorted((key, value) for key, value in tables.items() if not callable(value))
    return f"_{hashlib.sha256(repr(data).encode()).hexdigest()[:12]}"


def is_kernel(value: object) -> bool:
    """Tell whether `value` is a function marked with :func:`kifu.kernels.mark.kernel`."""
    return isinstance(value, FunctionType) and hasattr(value, interpreted.KERNEL_MARK)


def compiles(game: Game) -> bool:
    """Tell whether a game's rules are written in the subset that compiles, over tables that fit the machine."""
    return is_kernel(game.legal_moves) and is_kernel(game.play)


def rules_of(game: Game) -> dict[str, Any]:
    """Return the compiled kernels of a game's rules, breaches and symmetries by name: of a variant file's game its own.

    Among them are ``key`` and ``canonical_key`` of :mod:`kifu.kernels.key_kernel`, for positions of that game.
    Compilation happens at the first call of each kernel. Raises ValueError for a game that does not compile: ask
    :func:`compiles` first.
    """
    return _kernels(game.package, _modules(game))


def counter_of(game: Game) -> Callable[[Any, int], int]:
    """Return the compiled perft of a game: (position, depth of at least 1) -> nodes.

    Raises ValueError for a game that does not compile.
    """
    return layered(game, (PERFT,))["count"]  # type: ignore[no-any-return]


def layered(game: Game, sources: tuple[str, ...]) -> dict[str, Any]:
    """Return the compiled kernels of a game's rules and of the modules `sources`, each bound over all before it, by name.

    A name that several give is the last one's. Compilation happens at the first call of each kernel. Raises ValueError
    for a game that does not compile.
    """
    return _layers(game.package, _modules(game), sources)


def name_of(game: Game, source: str) -> str:
    """Return what the module `source`, bound over the compiled rules of a game, is called: another name for other sources.

    Nothing is compiled or loaded for it. Raises ValueError for a game that does not compile.
    """
    return _name(game.package, _modules(game), source)


def tables_of(module: ModuleType) -> Mapping[str, object]:
    """Return the tables that a game's rules were bound with; none for rules of its own."""
    return vars(module).get(ORIGIN, ("", {}))[1]  # type: ignore[no-any-return]  # as `bind` has put it there


def _modules(game: Game) -> tuple[ModuleType, ...]:
    modules = game.kernel_modules()
    if modules is None or not compiles(game):
        raise ValueError(f"the rules of {game.id} ({game.rules}) do not compile")
    return modules.rules, modules.breach, modules.symmetry or importlib.import_module(PLAIN)


@cache
def _kernels(package: str, modules: tuple[ModuleType, ...]) -> dict[str, Any]:
    names: dict[str, Any] = {}
    for part, module in zip(PARTS, modules, strict=True):
        # A game whose rules are a bound copy of shared source is compiled from that source, with the same tables.
        source, tables = vars(module).get(ORIGIN, (module.__name__, {}))
        name = f"{package}.{part}_{fingerprint()}{_digest(tables)}"
        compiled = bind(source, name, {"moved": _moved(), **tables, **names}, jit=True)
        names |= _compiled_in(compiled)
    if "mobility" not in names:
        name = f"{package}.mobility_{fingerprint()}{_digest(tables)}"
        names |= _compiled_in(bind(MOBILITY, name, names, jit=True))
    count = compiled.SYMMETRIES
    name = f"{package}.keys_{count}_{fingerprint()}{_digest(tables)}"
    return names | _compiled_in(bind("kifu.kernels.key_kernel", name, {"SYMMETRIES": count, **names}, jit=True))


@cache
def _moved() -> object:
    """Return the compiled kernel that turns sets of squares; every game has the same."""
    return bind("kifu.kernels.set_kernel", f"kifu.set_kernel_{fingerprint()}", {}, jit=True).moved


def _compiled_in(module: ModuleType) -> dict[str, Any]:
    """Return the kernels of a module that has been bound compiled."""
    return {key: value for key, value in vars(module).items() if is_kernel(getattr(value, "py_func", None))}


@cache
def _layers(package: str, modules: tuple[ModuleType, ...], sources: tuple[str, ...]) -> dict[str, Any]:
    names = dict(_kernels(package, modules))
    for source in sources:
        module = bind(source, _name(package, modules, source), {**tables_of(modules[0]), **names}, jit=True)
        names |= _compiled_in(module)
    return names


def _name(package: str, modules: tuple[ModuleType, ...], source: str) -> str:
    return f"{package}_{source}_{fingerprint()}{_digest(tables_of(modules[0]))}".replace(".", "_")


def _compile(module: ModuleType, marked: list[str]) -> None:
    """Turn the kernels `marked` into machine code, and module-level tuples of integers into machine arrays."""
    numba = importlib.import_module("numba")
    numpy = importlib.import_module("numpy")
    primitives = importlib.import_module("kifu.kernels.bits")
    kept_in = cache_folder.compilers_folder()
    for key, value in list(vars(module).items()):
        if any(value is primitive for primitive in PRIMITIVES):
            setattr(module, key, getattr(primitives, key))
        elif type(value) is tuple and value and all(isinstance(item, int) for item in value):
            setattr(module, key, numpy.array(value, dtype=numpy.int64))
    for key in marked:
        function = getattr(module, key)
        # The cache knows a function by its file and this name alone.
        function.__qualname__ = f"{module.__name__}.{key}".replace(".", "_")
        # A generator is kept in the cache within its callers only: loaded from there by itself, it cannot be compiled
        # into another.
        keep = kept_in is not None and not isgeneratorfunction(function)
        with _kept_in(kept_in):
            setattr(module, key, numba.njit(cache=keep)(function))


@contextmanager
def _kept_in(folder: Path | None) -> Iterator[None]:
    """Tell the compiler where to keep the code of what is marked here; it may have been told of another place for others."""
    config = importlib.import_module("numba").config
    before = config.CACHE_DIR
    config.CACHE_DIR = "" if folder is None else str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before
