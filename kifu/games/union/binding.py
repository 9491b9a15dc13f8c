"""Make bound copies of the family's rules: the same source over the tables of one variant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.compiled.bind import bind, is_kernel
from kifu.core.compiled.decorators import KERNEL_MARK

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType

RULES = f"{__package__}.rules"
BREACH = f"{__package__}.breach"
SYMMETRY = f"{__package__}.symmetry"


def rules(name: str, tables: Mapping[str, object]) -> ModuleType:
    """Return the rules over `tables` as a module called `name`, interpreted."""
    return bind(RULES, name, tables, jit=False)


def breach(name: str, tables: Mapping[str, object], laws: ModuleType) -> ModuleType:
    """Return the module of breaches over `tables` and the bound rules `laws`."""
    return bind(BREACH, name, {**tables, **kernels(laws)}, jit=False)


def symmetry(name: str, tables: Mapping[str, object]) -> ModuleType:
    """Return the module of symmetries over the tables of :mod:`kifu.games.union.symmetry_tables`."""
    return bind(SYMMETRY, name, tables, jit=False)


def kernels(module: ModuleType) -> dict[str, object]:
    """Return the kernels of a module by name."""
    return {name: value for name, value in vars(module).items() if is_kernel(value)}


def unmark(module: ModuleType) -> None:
    """Take the kernel marks off a bound copy, so that it is never compiled: its board is too large for machine integers."""
    for function in kernels(module).values():
        vars(function).pop(KERNEL_MARK, None)
