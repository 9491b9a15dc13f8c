"""Binding and compilation of the kernels of a game's rules.

No rule is written twice. :func:`bind` makes a private copy of a module from its source and replaces the names that its
caller gives. With ``jit=True`` every function that the source marks as a kernel becomes machine code. Only then is numba
imported. The machine code is kept in the folder of :mod:`kifu.core.compiled.machine_code_cache`, so that it is compiled once. If no
folder can be used, each run compiles again.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from functools import cache
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core.compiled import kernel_primitives as interpreted
from kifu.core.compiled.source_digest import ORIGIN, combine_digests, machine_code_digest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kifu.core.game.kernels import Kernels

PARTS = ("rules", "breach", "symmetry")
"""The modules of a game that hold its kernels. Each may use those before it."""
PLAIN = "kifu.core.compiled.identity_symmetry"
"""The module of symmetries for a game that gives none."""
MOBILITY = "kifu.core.compiled.default_mobility_kernel"
"""The module that counts legal moves for a game whose rules only list them."""
KEYS = "kifu.core.compiled.position_hash_kernel"
SETS = "kifu.core.compiled.symmetry_kernel"
PERFT = "kifu.core.compiled.perft_kernel"


def bind(
    source_module: str, new_name: str, bound_names: Mapping[str, object], *, jit: bool, entry: str | None = None
) -> ModuleType:
    """Copy of a kernel module, bound to other globals.

    The module `source_module` is executed again as `new_name`, with `bound_names` in place of its own globals. Only names that the
    source defines, imports or annotates are replaced, and none of its own kernels. Raises ModuleNotFoundError if there
    is no such source. `entry` is that of :func:`kifu.core.compiled.machine_code_cache.compile_kernels`.
    """
    spec = importlib.util.find_spec(source_module)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(source_module, name=source_module)
    module = ModuleType(new_name)
    module.__file__ = spec.origin
    vars(module)[ORIGIN] = (source_module, dict(bound_names))
    sys.modules[new_name] = module  # the compiler looks the module of a function up there to name its symbols
    code = spec.loader.get_code(source_module)  # type: ignore[union-attr]  # loaders of source files have this method
    exec(code, vars(module))  # noqa: S102 - the code is a module of this program
    marked = [key for key, value in vars(module).items() if is_kernel(value) and value.__module__ == new_name]
    known = vars(module).keys() | vars(module).get("__annotations__", {}).keys()
    vars(module).update({key: value for key, value in bound_names.items() if key in known and key not in marked})
    if jit:
        importlib.import_module("kifu.core.compiled.machine_code_cache").compile_kernels(module, marked, entry)
    return module


@cache
def compile_module(source: str, *lower: str, entry: str | None = None) -> ModuleType:
    """Module with its kernels compiled, over the modules that it imports.

    `lower` are the names of those modules. Each of these may import kernels of those before it. The sources must need
    no other names from outside. With an `entry`, only that kernel can be called.
    """
    names: dict[str, Any] = {}
    for place, module in enumerate(lower):
        names |= _compiled_in(compile_module(module, *lower[:place], entry=entry))
    return bind(source, compiled_name(source) + _suffix(entry), names, jit=True, entry=entry)


def compiled_name(source: str) -> str:
    """Return the name that :func:`compile_module` gives the module `source`.

    Different machine code has a different name. Nothing is compiled.
    """
    return f"{source}_{_kernel_digest(importlib.import_module(source))}".replace(".", "_")


def is_kernel(value: object) -> bool:
    """Tell whether `value` is a function marked with :func:`kifu.core.compiled.kernel_primitives.kernel`."""
    return isinstance(value, FunctionType) and hasattr(value, interpreted.KERNEL_MARK)


def rules_compile(game: Kernels) -> bool:
    """Tell whether a game's rules compile: kernels over machine integers."""
    return is_kernel(game.legal_moves) and is_kernel(game.play_legal)


def compiled_rule_kernels(game: Kernels) -> dict[str, Any]:
    """Compiled kernels of a game's rules, breaches and symmetries, by name.

    Each variant file has its own. Among them are ``key`` and ``canonical_key`` of
    :mod:`kifu.core.compiled.position_hash_kernel`, for positions of that game. Each kernel is compiled at its first
    call. Raises ValueError for a game that does not compile (see :func:`rules_compile`).
    """
    return _compile_layers(game.package, _kernel_modules(game))


def compiled_perft(game: Kernels) -> Callable[[Any, int], int]:
    """Compiled perft of a game: (position, depth from 1) → nodes.

    Raises ValueError for a game that does not compile.
    """
    return compiled_kernels_of_layers(game, (PERFT,))["count"]  # type: ignore[no-any-return]


def compiled_kernels_of_layers(game: Kernels, sources: tuple[str, ...], entry: str | None = None) -> dict[str, Any]:
    """Compiled kernels of a game's rules and of further modules, by name.

    `sources` are those modules. Each module is bound to the kernels of all modules before it. If several modules define
    a name, the last one counts. Each kernel is compiled at its first call. With an `entry`, only that kernel can be
    called. Raises ValueError for a game that does not compile.
    """
    return _compile_layers(game.package, _kernel_modules(game), sources, entry)


def last_layer_name(game: Kernels, *sources: str) -> str:
    """Return the name of the last module that :func:`compiled_kernels_of_layers` binds.

    Different machine code has a different name. Nothing is compiled or loaded. Raises ValueError for a game that does
    not compile.
    """
    return _plan_layers(game.package, _kernel_modules(game), sources)[-1].name


def layer_names(game: Kernels, *sources: str) -> tuple[str, ...]:
    """Names of the modules that :func:`compiled_kernels_of_layers` binds, lowest first.

    Nothing is compiled or loaded. Raises ValueError for a game that does not compile.
    """
    return tuple(layer.name for layer in _plan_layers(game.package, _kernel_modules(game), sources))


def bound_tables(module: ModuleType) -> Mapping[str, object]:
    """Return the tables that a shared rules module was bound with.

    Empty for rules that are not bound.
    """
    return vars(module).get(ORIGIN, ("", {}))[1]  # type: ignore[no-any-return]  # `bind` has put it there


def _kernel_modules(game: Kernels) -> tuple[ModuleType, ...]:
    modules = game.kernel_modules()
    if modules is None or not rules_compile(game):
        raise ValueError(f"the rules of {game.id} ({game.rules}) do not compile")
    return modules.rules, modules.breach, modules.symmetry or importlib.import_module(PLAIN)


class Layer(NamedTuple):
    """Kernel module, compiled with the kernels of the layers before it."""

    source: str
    title: str
    """The beginning of its name as machine code."""
    tables: Mapping[str, object]
    """The values that it is bound to, besides the kernels of the layers before it."""
    module: ModuleType
    """The module as it runs interpreted."""
    kernels: Mapping[str, FunctionType]
    """Its kernels and those of the layers before it, interpreted, by name."""
    below: str
    """The name of the layer before it as machine code; empty for the first layer."""

    @property
    def name(self) -> str:
        """The name of the module as machine code.

        It changes with each layer before it: kept code loads the modules of the kernels that it calls by their names,
        and a module has a new name also if only a kernel that this layer does not call has changed.
        """
        return f"{self.title}_{combine_digests((self.below, _kernel_digest(self.module)))}"


@cache
def _compile_layers(
    package: str, modules: tuple[ModuleType, ...], sources: tuple[str, ...] = (), entry: str | None = None
) -> dict[str, Any]:
    """Compiled kernels of the rules and of the modules over them."""
    below = _compile_layers(package, modules, sources[:-1], entry) if sources else {"map_set": _compiled_map_set(entry)}
    names = dict(below)
    for layer in _plan_layers(package, modules, sources)[-1:] if sources else _plan_layers(package, modules):
        bound = {**layer.tables, **names}
        names |= _compiled_in(bind(layer.source, layer.name + _suffix(entry), bound, jit=True, entry=entry))
    return names


def _suffix(entry: str | None) -> str:
    """Ending of module names in which only one kernel is callable."""
    return "" if entry is None else f"_for_{entry}"


@cache
def _plan_layers(package: str, modules: tuple[ModuleType, ...], sources: tuple[str, ...] = ()) -> tuple[Layer, ...]:
    """Layers of a game's machine code: rules, then `sources`; nothing compiled."""
    if sources:
        below = _plan_layers(package, modules, sources[:-1])
        return (*below, _bound_layer(package, sources[-1], bound_tables(modules[0]), below[-1].kernels, below[-1].name))
    layers: list[Layer] = []
    kernels: dict[str, FunctionType] = {}
    for part, module in zip(PARTS, modules, strict=True):
        # A game whose rules are a bound copy of shared source is compiled from that source, with the same tables.
        source, tables = vars(module).get(ORIGIN, (module.__name__, {}))
        kernels = kernels | marked_kernels(module)
        lower = layers[-1].name if layers else ""
        layers.append(Layer(source, f"{package}.{part}", tables, module, kernels, lower))
    if "mobility" not in kernels:
        layers.append(_bound_layer(package, MOBILITY, {}, kernels, layers[-1].name))
        kernels = dict(layers[-1].kernels)
    count = vars(modules[-1])["SYMMETRIES"]
    layers.append(_bound_layer(package, KEYS, {"SYMMETRIES": count}, kernels, layers[-1].name))
    return tuple(layers)


def _bound_layer(
    package: str, source: str, tables: Mapping[str, object], kernels: Mapping[str, FunctionType], below: str
) -> Layer:
    """Layer of the module `source` over `kernels`.

    The layer named `below` and those before it hold `kernels`.
    """
    module = bind(source, f"{package}.{source}_interpreted", {**tables, **kernels}, jit=False)
    title = f"{package}_{source}".replace(".", "_")
    return Layer(source, title, tables, module, {**kernels, **marked_kernels(module)}, below)


@cache
def _kernel_digest(module: ModuleType) -> str:
    """Return the digest of the machine code of a module's kernels.

    `module` is the interpreted module.
    """
    return machine_code_digest(kernel for _, kernel in sorted(marked_kernels(module).items()))


@cache
def _compiled_map_set(entry: str | None = None) -> object:
    """Return the compiled kernel that turns sets of squares.

    Every game has the same.
    """
    return compile_module(SETS, entry=entry).map_set


def marked_kernels(module: ModuleType) -> dict[str, FunctionType]:
    """Return the kernels of an interpreted module by name."""
    return {key: value for key, value in vars(module).items() if is_kernel(value)}


def _compiled_in(module: ModuleType) -> dict[str, Any]:
    """Return the kernels of a compiled module by name."""
    return {key: value for key, value in vars(module).items() if is_kernel(getattr(value, "py_func", None))}
