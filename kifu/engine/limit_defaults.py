"""The default answers to what a proof asks about how soon a side can win.

A game's ``limits`` module (see :attr:`kifu.model.game.Game.limits`) may give its own versions. They must be sure: a proof leaves
out what they leave out.
"""

from __future__ import annotations

from typing import Any

from kifu.kernels.mark import kernel


@kernel
def in_reach(position: Any, attacker: int, depth: int) -> tuple[int, bool]:  # noqa: ANN401, ARG001 - other games use them
    """Return the plies, at most `depth`, in which `attacker` may win from a position that is not over; 0 for none.

    A win within `depth` plies must be one within the plies returned. The second value tells whether, with `attacker` to
    move, only a move that :func:`presses` can win in time.
    """
    return depth, False


@kernel
def presses(position: Any, move: int) -> bool:  # noqa: ANN401, ARG001 - other games use them
    """Tell whether a move brings its side nearer to a win in the sense of :func:`in_reach`."""
    return True
