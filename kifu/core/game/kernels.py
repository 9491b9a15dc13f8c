"""Kernel modules of a game, and the modules that the engine asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.core.game.options import Options
from kifu.core.game.rules import P, Rules

if TYPE_CHECKING:
    from types import ModuleType


class KernelModules(NamedTuple):
    """The modules whose functions are compiled to machine code.

    Each may use those before it.
    """

    rules: ModuleType
    breach: ModuleType
    symmetry: ModuleType | None = None
    """None for a game whose only symmetry is the identity."""


class EngineModules(NamedTuple):
    """The modules with which the engine plays a game."""

    evaluation: ModuleType
    """What a position looks worth to a search (see :mod:`kifu.engine.default_kernels`)."""
    win_bounds: ModuleType | None = None
    """How soon a side can win at best (see :mod:`kifu.engine.default_kernels`); None: nothing is known."""
    slices: ModuleType | None = None
    """How the positions with little material are numbered for a tablebase; None for a game without one."""


class Kernels(Rules[P], Options):
    """The modules of a game's folder for :mod:`kifu.core.compiled` and :mod:`kifu.engine`."""

    def kernel_modules(self) -> KernelModules | None:
        """Return the modules that become machine code, the same at each call.

        None for a game without kernels.
        """
        return None

    def engine_modules(self) -> EngineModules | None:
        """Return the modules that the engine asks, the same at each call.

        None: it searches by what positions look worth.
        """
        return None

    def article_of(self, number: int) -> str:
        """Article of the kernel `breach`'s number: ``six.9`` for 9 in six."""
        return f"{self.id}.{number}"

    def worth(self, position: P) -> tuple[float, float]:
        """Evaluation in points for 先手 and 後手, for a generic search.

        It serves games without an evaluation of their own. By default the score.
        """
        return self.score(position)
