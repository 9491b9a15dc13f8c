"""The same rules, compiled: the source of a rules module executed a second time and turned into machine code.

There is no second text of any rule. :func:`bind` makes a private copy of a module from its own source and replaces the
names its caller gives; with ``jit=True`` every function the source marks as a kernel becomes machine code. numba is
imported only then, and its machine code is kept where :mod:`kifu.kernels.cache_folder` says, so that the wait is paid once; where it
cannot be kept it is compiled each time.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from functools import cache
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.kernels import mark as interpreted
from kifu.kernels.sources import ORIGIN, machine_code

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kifu.model.game import Game

PARTS = ("rules", "breach", "symmetry")
"""The modules of a game that hold its kernels, in the order in which they build on each other."""
PLAIN = "kifu.kernels.identity_symmetry"
"""The symmetries of a game that gives no module for them."""
MOBILITY = "kifu.kernels.mobility_kernel"
"""Counts the legal moves of a game whose rules only list them."""
KEYS = "kifu.kernels.key_kernel"
SETS = "kifu.kernels.set_kernel"
PERFT = "kifu.kernels.perft_kernel"


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
        importlib.import_module("kifu.kernels.compiling").compile_kernels(module, marked)
    return module


def compiled(source: str) -> ModuleType:
    """Return the module `source`, which leaves no names open, with its kernels compiled."""
    return bind(source, named(source), {}, jit=True)


def named(source: str) -> str:
    """Return what :func:`compiled` calls the module `source`: another name if its machine code is another.

    Nothing is compiled for it.
    """
    return f"{source}_{_digest(importlib.import_module(source))}".replace(".", "_")


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
    return _compiled(game.package, _modules(game))


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
    return _compiled(game.package, _modules(game), sources)


def name_of(game: Game, *sources: str) -> str:
    """Return what the last of the modules that :func:`layered` binds is called: another name for other machine code.

    Nothing is compiled or loaded for it. Raises ValueError for a game that does not compile.
    """
    return _layers(game.package, _modules(game), sources)[-1].name


def names_of(game: Game, *sources: str) -> tuple[str, ...]:
    """Return what all modules are called that hold a game's machine code with `sources` over it, as :func:`name_of` does."""
    return tuple(layer.name for layer in _layers(game.package, _modules(game), sources))


def tables_of(module: ModuleType) -> Mapping[str, object]:
    """Return the tables that a game's rules were bound with; none for rules of its own."""
    return vars(module).get(ORIGIN, ("", {}))[1]  # type: ignore[no-any-return]  # as `bind` has put it there


def _modules(game: Game) -> tuple[ModuleType, ...]:
    modules = game.kernel_modules()
    if modules is None or not compiles(game):
        raise ValueError(f"the rules of {game.id} ({game.rules}) do not compile")
    return modules.rules, modules.breach, modules.symmetry or importlib.import_module(PLAIN)


class Layer(NamedTuple):
    """A module of kernels that is to be compiled over those before it."""

    source: str
    title: str
    """How its name as machine code begins."""
    tables: Mapping[str, object]
    """The values it is given, besides the kernels of the layers before it."""
    module: ModuleType
    """The same, interpreted."""
    kernels: Mapping[str, FunctionType]
    """Its kernels and those of the layers before it, interpreted, by name."""

    @property
    def name(self) -> str:
        """What it is called as machine code."""
        return f"{self.title}_{_digest(self.module)}"


@cache
def _compiled(package: str, modules: tuple[ModuleType, ...], sources: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the compiled kernels of a game's rules and of the modules `sources` over them, by name."""
    below = _compiled(package, modules, sources[:-1]) if sources else {"moved": _moved()}
    names = dict(below)
    for layer in _layers(package, modules, sources)[-1:] if sources else _layers(package, modules):
        names |= _compiled_in(bind(layer.source, layer.name, {**layer.tables, **names}, jit=True))
    return names


@cache
def _layers(package: str, modules: tuple[ModuleType, ...], sources: tuple[str, ...] = ()) -> tuple[Layer, ...]:
    """Return the layers of a game's machine code: its rules, and the modules `sources` over them. Compiles nothing."""
    if sources:
        below = _layers(package, modules, sources[:-1])
        return (*below, _over(package, sources[-1], tables_of(modules[0]), below[-1].kernels))
    found: list[Layer] = []
    kernels: dict[str, FunctionType] = {}
    for part, module in zip(PARTS, modules, strict=True):
        # A game whose rules are a bound copy of shared source is compiled from that source, with the same tables.
        source, tables = vars(module).get(ORIGIN, (module.__name__, {}))
        kernels = kernels | _marked_in(module)
        found.append(Layer(source, f"{package}.{part}", tables, module, kernels))
    if "mobility" not in kernels:
        found.append(_over(package, MOBILITY, {}, kernels))
        kernels = dict(found[-1].kernels)
    count = vars(modules[-1])["SYMMETRIES"]
    found.append(_over(package, KEYS, {"SYMMETRIES": count}, kernels))
    return tuple(found)


def _over(package: str, source: str, tables: Mapping[str, object], kernels: Mapping[str, FunctionType]) -> Layer:
    """Return the module `source` as a layer over `kernels`."""
    module = bind(source, f"{package}.{source}_interpreted", {**tables, **kernels}, jit=False)
    title = f"{package}_{source}".replace(".", "_")
    return Layer(source, title, tables, module, {**kernels, **_marked_in(module)})


@cache
def _digest(module: ModuleType) -> str:
    """Return what tells the machine code of a module's kernels from all other, given the module interpreted."""
    return machine_code(kernel for _, kernel in sorted(_marked_in(module).items()))


@cache
def _moved() -> object:
    """Return the compiled kernel that turns sets of squares; every game has the same."""
    return compiled(SETS).moved


def _marked_in(module: ModuleType) -> dict[str, FunctionType]:
    """Return the kernels of a module that is interpreted."""
    return {key: value for key, value in vars(module).items() if is_kernel(value)}


def _compiled_in(module: ModuleType) -> dict[str, Any]:
    """Return the kernels of a module that has been bound compiled."""
    return {key: value for key, value in vars(module).items() if is_kernel(getattr(value, "py_func", None))}
