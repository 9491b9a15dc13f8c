"""Kernels that prove moves legal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kifu.contract.text import Reading


class Prover:
    """Kernels that prove most moves of a game legal, and play them, although the rules of the game do not compile.

    The rules judge each move that is not proven. Two provers are never equal; there is one for each choice of rules.
    """

    def __init__(  # noqa: PLR0913 - the parts of a prover
        self,
        *,
        lower: tuple[str, ...],
        replay: str,
        count: str,
        tables: Sequence[int],
        memory: int,
        quiet_until: int,
        pack: Callable[[Any], Sequence[int]],
        unpack: Callable[[Sequence[int]], Any],
        code_of: Callable[[Reading], int],
    ) -> None:
        self.lower = lower
        """The modules of kernels; each may use those before it."""
        self.replay, self.count = replay, count
        """The modules over them with the kernels ``replay`` and ``count``, which :mod:`kifu.kernels.proofs` calls."""
        self.tables = tables
        """The integers that the kernels look up."""
        self.memory = memory
        """The number of integers that they need to work with."""
        self.quiet_until = quiet_until
        """`Game.history` returns None for a line of proven moves before a position has occurred this number of times."""
        self.pack, self.unpack = pack, unpack
        """They turn a position into integers, and the integers of a position after a proven move into the position."""
        self.code_of = code_of
        """Returns the move of a reading as an integer for the kernels; -1 for one that they do not know."""
