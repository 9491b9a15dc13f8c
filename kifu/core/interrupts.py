"""Ctrl-C while the main thread is in code that is not Python.

The C handler of Python writes each signal to a pipe at once, and a thread reads it there. What can be stopped is stopped:
a query of a database. Where the main thread still has not come back, the process ends. A library may swallow what the
handler raises (an import within C code does): it is raised again.
"""

from __future__ import annotations

import _thread
import os
import signal
import sys
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

PATIENCE = 2.0
"""The seconds in which the main thread has to notice Ctrl-C, and to end its work: cleaning up that takes longer is interrupted."""
MAX_REPEATS = 3
"""How often Ctrl-C is raised again; then the process ends, 8 seconds after the first."""
_stops: list[Callable[[], object]] = []


@contextmanager
def stopped_by_interrupt(stop: Callable[[], object]) -> Iterator[None]:
    """Context of a command in which Ctrl-C calls `stop`, in another thread."""
    _stops.append(stop)
    try:
        yield
    finally:
        _stops.remove(stop)


@contextmanager
def watch_interrupts(on_interrupt: Callable[[], object]) -> Iterator[None]:
    """Watch for Ctrl-C during the block.

    `on_interrupt` is called where the main thread does not end it. For the main thread.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:  # it is ignored, or another program's
        yield
        return
    noticed, over, pressing = threading.Event(), threading.Event(), threading.Lock()

    def handler(number: int, frame: FrameType | None) -> None:
        noticed.set()
        if not over.is_set():
            signal.default_int_handler(number, frame)

    def escalate_interrupts() -> None:
        repeats = 0
        for _ in _read_interrupts(reading):
            _stop_all()
            if signal.getsignal(signal.SIGINT) is not handler or over.wait(PATIENCE):
                continue
            with pressing:
                if over.is_set():
                    continue
                if not noticed.is_set() or repeats == MAX_REPEATS:
                    on_interrupt()
                repeats += 1
                noticed.clear()
                _resend_interrupt()  # the pipe hears of it too

    reading, writing = os.pipe()
    if os.name != "nt":
        os.set_blocking(writing, False)
    hook = sys.unraisablehook
    sys.unraisablehook = lambda raised: None if raised.exc_type is KeyboardInterrupt else hook(raised)
    before = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    signal.signal(signal.SIGINT, handler)
    threading.Thread(target=escalate_interrupts, daemon=True).start()
    try:
        yield
    finally:
        over.set()
        with pressing:  # from here on nobody presses; what was pressed before, the silent handler hears
            sys.unraisablehook = hook
        signal.set_wakeup_fd(before)
        os.close(writing)  # the thread ends
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _read_interrupts(descriptor: int) -> Iterator[int]:
    """Ctrl-C signals from a pipe, until it is closed."""
    with open(descriptor, "rb", buffering=0) as told:
        while number := told.read(1):
            if number[0] == signal.SIGINT:
                yield number[0]


def _stop_all() -> None:
    for stop in tuple(_stops):
        with suppress(Exception):  # it has ended meanwhile
            stop()


def _resend_interrupt() -> None:
    if hasattr(signal, "pthread_kill"):  # it also wakes a main thread that waits
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
    else:
        _thread.interrupt_main()
