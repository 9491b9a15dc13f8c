"""Tells that machine code is being made, which takes seconds. Whoever runs a program may want to say so."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_waiting: list[Callable[[], None]] = []
_listening: list[object] = []


def when_making(tell: Callable[[], None]) -> None:
    """Call `tell` when machine code is made next, once. It is not called for code that was kept."""
    _waiting[:] = [tell]


def listen() -> None:
    """Hear from numba when it compiles. numba is loaded for it."""
    if _listening:
        return
    event = importlib.import_module("numba.core.event")

    class Compiling(event.Listener):  # type: ignore[misc,name-defined]  # numba has no types
        """Hears of each kernel that numba compiles."""

        def on_start(self, event: object) -> None:  # noqa: ARG002 - numba's own names
            """Tell it."""
            while _waiting:
                _waiting.pop()()

        def on_end(self, event: object) -> None:
            """Say nothing."""

    _listening.append(Compiling())
    event.register("numba:compile", _listening[0])
