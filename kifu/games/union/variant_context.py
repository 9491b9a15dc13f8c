"""Context of a variant: data, kernels and symmetries, whatever the options."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from kifu.core.compiled.bind import bind, is_kernel
from kifu.core.compiled.decorators import KERNEL_MARK
from kifu.games.union import symmetry_tables, variant
from kifu.games.union.point_names import Points
from kifu.games.union.position import MACHINE_POINTS
from kifu.games.union.rule_tables import tables

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType

    from kifu.core.symmetry import Symmetry
    from kifu.games.union.family import Family
    from kifu.games.union.game import Union
    from kifu.games.union.variant import Variant


class VariantContext:
    """The parts that do not depend on the options.

    A position carries its options, so the kernels serve all readings.
    """

    def __init__(self, family: Family, data: Variant, mark: str, text: str | None = None) -> None:
        """Bind the rules to `data`.

        `mark` is part of the names of the bound copies, `text` that of a variant file.
        """
        names = tables(family, data)
        self.family = family
        self.data = data
        self.text = text
        self.points = Points(data.points, variant.MAX_BOARD.columns)
        self.laws: ModuleType = bind_rules(f"{family.package}.{mark}_rules", names)
        self.faults: ModuleType = bind_breach(f"{family.package}.{mark}_breach", names, self.laws)
        if len(data.points) > MACHINE_POINTS:
            unmark(self.laws)
            unmark(self.faults)
        self.games: dict[int, Union] = {}
        """The game under each set of flags that was asked for: there is one game for each."""

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The turns of the board that keep its lines (see :mod:`kifu.games.union.symmetry`)."""
        return symmetry_tables.on_board(symmetry_tables.permutations(self.data), self.points)

    @cached_property
    def symmetry_module(self) -> ModuleType:
        """The module of symmetries over this board's own tables.

        It is made at first use.
        """
        return bind_symmetry(f"{self.laws.__name__}_turning", symmetry_tables.symmetry_tables(self.data))


RULES = f"{__package__}.rules"
BREACH = f"{__package__}.breach"
SYMMETRY = f"{__package__}.symmetry"


def bind_rules(name: str, tables: Mapping[str, object]) -> ModuleType:
    """Return the rules over `tables` as a module called `name`, interpreted."""
    return bind(RULES, name, tables, jit=False)


def bind_breach(name: str, tables: Mapping[str, object], laws: ModuleType) -> ModuleType:
    """Return the module of breaches over `tables` and the bound rules `laws`."""
    return bind(BREACH, name, {**tables, **kernels(laws)}, jit=False)


def bind_symmetry(name: str, tables: Mapping[str, object]) -> ModuleType:
    """Return the module of symmetries over the tables of :mod:`kifu.games.union.symmetry_tables`."""
    return bind(SYMMETRY, name, tables, jit=False)


def kernels(module: ModuleType) -> dict[str, object]:
    """Return the kernels of a module by name."""
    return {name: value for name, value in vars(module).items() if is_kernel(value)}


def unmark(module: ModuleType) -> None:
    """Remove kernel marks from a bound copy, which is never compiled.

    Its board is too large for machine integers.
    """
    for function in kernels(module).values():
        vars(function).pop(KERNEL_MARK, None)
