"""Containment of other packages' code: no exit, no output.

``sys.exit``, an exception of any kind and a KeyboardInterrupt that the code raises by itself are its failures. A Ctrl-C of the
user still ends the program. What the code prints goes to standard error, and what it wants to read is empty. A process that
it ends by ``os._exit``, or code that never returns, cannot be held from within the process.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout, suppress
from io import StringIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class OutsideFailure(Exception):
    """The code of another package has failed; the argument says how."""


@contextmanager
def contain_failures() -> Iterator[None]:
    """Run a block of strangers' code.

    Raises OutsideFailure for whatever it raises, KeyboardInterrupt for a Ctrl-C.
    """
    with _watch_interrupts() as interrupted, _redirect_streams():
        try:
            yield
        except BaseException as error:
            if interrupted():
                raise
            raise OutsideFailure(_words(error)) from None


def _words(error: BaseException) -> str:
    """Return an exception in words; its own words are strangers' code too."""
    try:
        return f"{type(error).__name__}: {error}"
    except BaseException:  # noqa: BLE001 - whatever its __str__ does
        return type(error).__name__


@contextmanager
def _watch_interrupts() -> Iterator[Callable[[], bool]]:
    """Yield a function that tells whether the user has pressed Ctrl-C meanwhile.

    Only the main thread is told of signals.
    """
    pressed = False
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield lambda: False
        return

    def press(number: int, frame: Any) -> None:  # noqa: ANN401 - as the module `signal` has it
        nonlocal pressed
        pressed = True
        before(number, frame)

    signal.signal(signal.SIGINT, press)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _redirect_streams() -> Iterator[None]:
    """Context: the process's output to standard error, its input closed."""
    shown = sys.stderr if sys.stderr is not None else StringIO()
    with ExitStack() as after:
        after.callback(setattr, sys, "stdin", sys.stdin)
        sys.stdin = StringIO()
        after.enter_context(redirect_stdout(shown))
        after.enter_context(redirect_stderr(shown))
        with suppress(OSError):  # a process without these two descriptors has nothing to lead elsewhere
            kept = os.dup(1)
            after.callback(os.close, kept)
            _flush()
            os.dup2(2, 1)
            after.callback(os.dup2, kept, 1)
            after.callback(_flush)
        yield


def _flush() -> None:
    """Flush the process's own standard output, before its descriptor is redirected."""
    with suppress(OSError, ValueError, AttributeError):
        sys.__stdout__.flush()  # type: ignore[union-attr]
